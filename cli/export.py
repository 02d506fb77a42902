"""`tileref export`: a round of the journal as a round file."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli.common import data_folder, program_version, write_whole
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
        help=f"the number of a round, or {LAST}; without, the rounds are listed with their numbers",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the journal")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write it in place of standard output"
    )
    parser.add_argument("--json", action="store_true", help="write it as JSON, or list the rounds so")


def run(args: argparse.Namespace) -> ExitCode:
    """Write one round, or list all of them; what a damaged journal has lost of a round is not in it."""
    path = _journal(args.data or data_folder())
    rounds = _rounds_in(path)
    if args.round is None:
        return _list(rounds, as_json=args.json)
    _write(_chosen(args.round, rounds, path), args.output, as_json=args.json)
    return ExitCode.FINE


def recorded(name: str, folder: Path) -> "Document":
    """The round of that number, or the last one, in the journal of a folder.

    Raises:
        CommandError: there is none.
    """
    path = _journal(folder)
    return _chosen(name, _rounds_in(path), path)


def _journal(folder: Path) -> Path:
    from journal import FILE_NAME

    return folder / FILE_NAME


def _rounds_in(path: Path) -> "list[RecordedRound]":
    """The rounds of the journal in that file."""
    from journal.salvage import read
    from live.salvage import fitting

    if not path.is_file():
        raise CommandError(f"{path.parent}: there is no journal here; name its folder with --data")
    return [*_rounds([one for one in fitting(read(path)) if one.event is not None])]


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


def _chosen(name: str, rounds: "list[RecordedRound]", path: Path) -> "Document":
    if not rounds:
        raise CommandError(f"{path.parent}: no round of this journal has been played yet")
    if name == LAST:
        return rounds[-1].document
    chosen = next((one for one in rounds if str(one.event) == name), None)
    if chosen is None:
        raise CommandError(f"{printable(name)} is the number of no round: tileref export lists them")
    return chosen.document


def _write(document: "Document", output: Path | None, *, as_json: bool) -> None:
    import json

    from roundfile.document import write

    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n" if as_json else write(document)
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def _list(rounds: "list[RecordedRound]", *, as_json: bool) -> ExitCode:
    import json

    for one in rounds:
        document = one.document
        turns, result = document.get("turns", ()), document.get("result", {})
        if as_json:
            facts = {key: document[key] for key in ("began", "players", "rulebook", "game", "round")}
            print(json.dumps({"round": one.event, **facts, "turns": len(turns), "winner": result.get("winner")}))
        else:
            names = printable(", ".join(document["players"]))
            won = f", {printable(result['winner'])} won" if "winner" in result else ""
            print(
                f"{one.event:>6}  {document['began'][:16]}  {names}: {len(turns)} turns{won} ({document['rulebook']})"
            )
    return ExitCode.FINE
