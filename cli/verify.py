"""`tileref verify`: is a round file, or a journal, as it was written?"""

import argparse
import json
from pathlib import Path
from time import localtime, strftime
from typing import NamedTuple

from cli.exits import CommandError, ExitCode
from referee.text import printable, shortened

NAME = "verify"
HELP = "say whether a round file or a journal is as it was written"

_DATABASE = b"SQLite format 3\x00"  # how the file of a journal begins


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref verify`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a round file, a journal, or the folder of a journal")
    parser.add_argument(
        "--witness",
        metavar="CODE",
        help="the six words that somebody kept of it: only they show an alteration by whoever owns it and made the digests anew",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print what was altered, added or taken away, and where; `ILLEGAL` where anything was."""
    from journal import FILE_NAME

    path = args.file / FILE_NAME if args.file.is_dir() else args.file
    witness = None if args.witness is None else _words(args.witness)
    found = _of_journal(path, witness) if _is_journal(path) else _of_round(path, witness)
    if args.json:
        print(json.dumps({"file": str(path), "whole": not found.faults, **found._asdict()}))
    else:
        lines = [*found.faults, *found.said, f"its code is: {found.code}"]
        print(f"{path}: {'altered' if found.faults else 'whole'}", *(f"  {line}" for line in lines), sep="\n")
    return ExitCode.ILLEGAL if found.faults else ExitCode.FINE


class _Found(NamedTuple):
    """What was found."""

    faults: list[str]
    """What was altered, added or taken away, and where."""
    code: str
    """The six words that a witness keeps of it."""
    event: int | None = None
    """The event of the journal up to which the code, and so the witness, vouches for it; None for a round file."""
    said: tuple[str, ...] = ()
    """What else is to be told."""


def _is_journal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _words(text: str) -> str:
    """The words of a code, as `roundfile.seal.code` writes them."""
    from roundfile.seal import LENGTH, WORDS

    words = text.lower().split()
    wrong = next((word for word in words if word not in WORDS), None)
    if wrong is not None or len(words) != LENGTH:
        line = "a code has six words" if wrong is None else f"{printable(shortened(wrong))} is no word of a code"
        raise CommandError(f"--witness: {line}, such as those under a score sheet")
    return " ".join(words)


def _of_round(path: Path, witness: str | None) -> _Found:
    from files.bounded import read_within
    from roundfile.document import MOST_BYTES, RoundFileError, parse
    from roundfile.seal import alterations, code_of

    try:
        document = parse(read_within(path, MOST_BYTES))
    except RoundFileError as error:
        raise CommandError(f"{path}: {error}") from error
    if "seal" not in document:
        raise CommandError(f"{path}: bears no seal, so nothing shows whether it was altered")
    faults, own = [*alterations(document)], code_of(document)
    if witness is not None and witness != own:
        faults.append("the witness knows another round: it was altered, and its digests made anew")
    return _Found(faults, own)


def _of_journal(path: Path, witness: str | None) -> _Found:
    from journal.salvage import read
    from live.keeping import altered, gone
    from roundfile.seal import code

    faults, met, last = list[str](), None, None
    for one in read(path):
        if one.event is None:
            faults.append(f"event {one.number}: {one.why}")
        elif one.link is not None:
            last = one
            met = one.number if witness is not None and code(one.link) == witness else met
    if last is None or last.link is None:
        raise CommandError(f"{path}: no event can be read: is it a journal of tileref?")
    if witness is not None and met is None:
        faults.append("the witness knows another journal: it was altered, and its links made anew")
    kept = (one.event for one in read(path) if one.event is not None)
    faults += [f"event {number}: {name} is not as it was kept" for number, name in altered(path.parent, kept)]
    vouched = () if met is None else (f"the witness vouches for all up to event {met} of {last.number}",)
    removed = (
        f"events {one.first} to {one.last}: removed by the owner on {strftime('%Y-%m-%d', localtime(one.removed))}"
        for one in gone(read(path))
    )
    return _Found(faults, code(last.link), met or last.number, (*vouched, *removed))
