"""`tileref export`: a round of the journal as a round file."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.common import add_data_argument, data_folder, program_version, write_whole
from cli.exits import CommandError, ExitCode
from referee.text import printable

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from journal.salvage import Found
    from live.telling.round_files import RecordedRound
    from roundfile.document import Document

NAME = "export"
HELP = "write a round of the journal as a round file, which any program can read"

LAST = "last"
"""What names the last round."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref export`."""
    parser.add_argument(
        "round",
        nargs="?",
        metavar="ROUND",
        help=f"the number of a round, or {LAST}, or the name of one that was imported; without, the rounds are listed",
    )
    add_data_argument(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write it in place of standard output"
    )
    parser.add_argument("--json", action="store_true", help="write it as JSON, or list the rounds so")


def run(args: argparse.Namespace) -> ExitCode:
    """Write one round, or list all of them; what a damaged journal has lost of a round is not in it."""
    folder: Path = args.data or data_folder()
    if args.round is None:
        return _list([*_imported(folder), *_own(folder)], as_json=args.json)
    (document,) = recorded([args.round], folder)
    _write(document, args.output, as_json=args.json)
    return ExitCode.FINE


def recorded(names: Sequence[str], folder: Path) -> "list[Document]":
    """The rounds of these names, or the last one that was played, of those that the folder of a journal holds.

    Raises:
        CommandError: one of them is none.
    """
    own = _own(folder)
    there = dict([*_imported(folder), *own])
    return [_named(own[-1][0] if name == LAST and own else name, there, folder) for name in names]


def _named(name: str, there: "Mapping[str, Document]", folder: Path) -> "Document":
    if name in there:
        return there[name]
    if name == LAST:
        raise CommandError(f"{folder}: no round of this journal has been played yet")
    raise CommandError(f"{printable(name)} is the number of no round: tileref export lists them")


def _imported(folder: Path) -> "list[tuple[str, Document]]":
    """The rounds from elsewhere, with their names."""
    from live.telling.imported import FOLDER, Imported

    return [(one.name, one.document) for one in Imported(folder / FOLDER).rounds()]


def _own(folder: Path) -> "list[tuple[str, Document]]":
    """The rounds of the journal, with their numbers; none where there are but rounds from elsewhere."""
    from journal import FILE_NAME
    from journal.salvage import read
    from live.salvage import fitting
    from live.telling.imported import FOLDER

    path = folder / FILE_NAME
    if not path.is_file():
        if (folder / FOLDER).is_dir():
            return []
        raise CommandError(f"{folder}: there is no journal here; name its folder with --data")
    found = [one for one in fitting(read(path)) if one.event is not None]
    return [(str(one.event), one.document) for one in _rounds(found)]


def _rounds(found: "list[Found]") -> "Iterator[RecordedRound]":
    """The rounds of a journal, each with its seal."""
    from live.telling.evening import evenings_in
    from live.telling.round_files import recorded_rounds, sealed_as

    links = {one.number: one.link for one in found}
    for evening in evenings_in(one.event for one in found if one.event is not None):
        last = evening[-1].id
        for recorded in recorded_rounds(evening):
            sealed = sealed_as(recorded.document, program_version(), last, links[last])
            yield recorded._replace(document=sealed)


def _write(document: "Document", output: Path | None, *, as_json: bool) -> None:
    import json

    from roundfile.document import write

    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n" if as_json else write(document)
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def _list(rounds: "list[tuple[str, Document]]", *, as_json: bool) -> ExitCode:
    import json

    for name, document in rounds:
        turns, result = document.get("turns", ()), document.get("result", {})
        if as_json:
            facts = {key: document.get(key) for key in ("began", "players", "rulebook", "game")}
            told = {"turns": len(turns), "winner": result.get("winner")}
            named = int(name) if name.isdecimal() else name
            print(json.dumps({"round": named, **facts, "number": document.get("round"), **told}))
        else:
            names = printable(", ".join(document["players"]))
            won = f", {printable(result['winner'])} won" if "winner" in result else ""
            began = document.get("began", "")[:16]
            print(f"{name:>6}  {began}  {names}: {len(turns)} turns{won} ({printable(document['rulebook'])})")
    return ExitCode.FINE
