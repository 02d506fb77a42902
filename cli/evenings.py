"""What `tileref journal` does with evenings: lists them, packs one to take along, puts one back, removes one."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from cli.common import add_data_argument, data_folder, program_version
from cli.exits import CommandError, ExitCode
from referee.text import printable

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from live.keeping import Evening, Gone

_LONGEST = 18  # digits of a number that SQLite holds

LAST = "last"
"""What names the last evening."""


def add_parsers(parsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the commands and their arguments."""
    data = argparse.ArgumentParser(add_help=False)
    add_data_argument(data)
    data.add_argument("--json", action="store_true", help="print one JSON object, for list one for each evening")
    parser = parsers.add_parser("list", parents=[data], help="list the evenings, each with its number and its size")
    parser.set_defaults(act=list_all)
    parser = parsers.add_parser("pack", parents=[data], help="write an evening as one file to take along")
    parser.add_argument("evening", metavar="EVENING", help=f"its number, or {LAST}")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the ZIP to write")
    parser.set_defaults(act=pack)
    parser = parsers.add_parser(
        "restore", parents=[data], help="put a packed evening back where it was removed, or into an empty folder"
    )
    parser.add_argument("pack", type=Path, metavar="FILE", help="what pack has written")
    parser.set_defaults(act=restore)
    parser = parsers.add_parser("remove", parents=[data], help="delete an evening, with its photos and clips")
    parser.add_argument("evening", metavar="EVENING", help="its number")
    parser.add_argument("--yes", action="store_true", help="do not ask first")
    parser.set_defaults(act=remove)


def list_all(args: argparse.Namespace) -> ExitCode:
    """Print the evenings in the order of time, those that were removed as such."""
    from journal import FILE_NAME
    from journal.salvage import read
    from live.keeping import Evening, evenings, gone

    folder = _folder(args)
    found: list[Evening | Gone] = [*evenings(folder), *gone(read(folder / FILE_NAME))]
    for one in sorted(found, key=_first):
        if args.json:
            print(json.dumps(_to_json(one)))
        elif isinstance(one, Evening):
            print(f"{_first(one):>6}  {_when(one.summary.began)}  {_told(one)}")
        else:
            print(f"{_first(one):>6}  {_when(one.began)}  removed by the owner on {_when(one.removed)[:10]}")
    return ExitCode.FINE


def pack(args: argparse.Namespace) -> ExitCode:
    """Write an evening as a ZIP."""
    from files import atomic
    from live.packs import FILES, ROUNDS, entries
    from roundfile.document import parse
    from webui.replay import page, photos_in

    first = None if args.evening == LAST else _number(args.evening)
    folder, files, rounds = _folder(args), 0, []
    try:
        with atomic.writing(args.output) as file, ZipFile(file, "w", ZIP_DEFLATED) as packed:
            for name, content in entries(folder, first, program_version()):
                packed.writestr(name, content)
                files += name.startswith(FILES)
                if name.startswith(ROUNDS):
                    rounds.append(parse(content))
            packed.writestr("replay.html", page(rounds, photos_in(folder)))
    except OSError as error:
        raise CommandError(atomic.unwritable(error)) from error
    size = args.output.stat().st_size
    told = f"{args.output}: the evening, {files} photos and clips, {_size(size)}"
    print(json.dumps({"pack": str(args.output), "files": files, "bytes": size}) if args.json else told)
    return ExitCode.FINE


def restore(args: argparse.Namespace) -> ExitCode:
    """Put an evening back."""
    from live import packs

    folder = args.data or data_folder()
    events, left_out = packs.restore(args.pack, folder)
    told = f"{folder}: evening {events[0]} is there again, {len(events)} events"
    lines = [told, *(f"{printable(name)} in it is not as it was kept: left out" for name in left_out)]
    found = {"evening": events[0], "events": len(events), "left_out": left_out}
    print(json.dumps(found) if args.json else "\n".join(lines))
    return ExitCode.FINE


def remove(args: argparse.Namespace) -> ExitCode:
    """Ask, and remove an evening."""
    from live import keeping

    folder, first = _folder(args), _number(args.evening)
    one = next((one for one in keeping.evenings(folder) if _first(one) == first), None)
    if one is None:
        raise CommandError(f"{folder} has no evening {first}: tileref journal list names those that there are")
    told = f"evening {first}, {_when(one.summary.began)}, {_told(one)}"
    if not args.yes:
        asked = f"{told}\nIt is deleted for good, with its photos and clips. Delete it? [y/N] "
        print(asked, end="", flush=True, file=sys.stderr)
        if not _is_agreed():
            raise CommandError("nothing was deleted; say y, or give --yes")
    keeping.remove(folder, first)
    print(json.dumps({"deleted": first}) if args.json else f"deleted: {told}")
    return ExitCode.FINE


def _is_agreed() -> bool:
    try:
        return input().strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def _folder(args: argparse.Namespace) -> Path:
    from journal import FILE_NAME

    folder: Path = args.data or data_folder()
    if not (folder / FILE_NAME).is_file():
        raise CommandError(f"{folder}: there is no journal here; name its folder with --data")
    return folder


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > _LONGEST:
        raise CommandError(f"{printable(text)} is the number of no evening: tileref journal list has them")
    return int(text)


def _first(one: "Evening | Gone") -> int:
    from live.keeping import Gone

    return one.first if isinstance(one, Gone) else one.summary.span.first


def _told(one: "Evening") -> str:
    """An evening on one line."""
    summary = one.summary
    names = printable(", ".join(summary.players))
    sizes = f"events {_size(one.events)}, photos {_size(one.photos)}, clips {_size(one.clips)}"
    return f"{names}: {summary.rounds} rounds, {summary.turns} turns; {sizes}"


def _to_json(one: "Evening | Gone") -> dict[str, object]:
    from live.keeping import Gone

    if isinstance(one, Gone):
        return {"evening": one.first, "began": round(one.began), "removed": round(one.removed)}
    summary = one.summary
    told = {"players": summary.players, "rounds": summary.rounds, "turns": summary.turns}
    sizes = {"events_bytes": one.events, "photos_bytes": one.photos, "clips_bytes": one.clips}
    return {
        "evening": summary.span.first,
        "began": round(summary.began),
        "ended": round(summary.ended),
        **told,
        **sizes,
    }


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
