"""`tileref journal`: is a journal whole, what can be read of one that is not, and what its owner does with its evenings."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import evenings
from cli.exits import CommandError, ExitCode

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from journal import StoredEvent
    from journal.salvage import Found

NAME = "journal"
HELP = "list, pack, restore or remove evenings; look through a journal, or save what can be read of a damaged one"

SALVAGED = "-salvaged"
"""Suffix to the name of the file that is made, unless `--to` gives another."""


@dataclass
class Range:
    """Events that follow each other and are lost for the same reason."""

    first: int
    last: int
    why: str

    def __str__(self) -> str:
        """The range in words."""
        numbers = f"event {self.first}" if self.first == self.last else f"events {self.first} to {self.last}"
        return f"{numbers}: {self.why}"

    def to_json(self) -> dict[str, Any]:
        """The range as `--json` prints it."""
        return {"first": self.first, "last": self.last, "why": self.why}


@dataclass
class Balance:
    """What was kept, and what was lost."""

    kept: int = 0
    removed: int = 0
    """How many of those that are kept the owner removed."""
    lost: list[Range] = field(default_factory=list)

    def of(self, events: "Iterator[Found]") -> "Iterator[StoredEvent]":
        """Passes on the events that are kept, and counts what is kept and lost."""
        from journal import REMOVED

        for number, event, why, _ in events:
            if event is not None:
                self.kept += 1
                self.removed += event.kind == REMOVED
                yield event
            elif self.lost and self.lost[-1].last == number - 1 and self.lost[-1].why == why:
                self.lost[-1].last = number
            else:
                self.lost.append(Range(number, number, why))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref journal`."""
    parsers = parser.add_subparsers(metavar="WHAT", required=True)
    evenings.add_parsers(parsers)
    file = argparse.ArgumentParser(add_help=False)
    file.add_argument(
        "file", type=Path, metavar="FILE", help="the journal, or the folder in which journal.sqlite3 lies"
    )
    file.add_argument("--json", action="store_true", help="print one JSON object")
    check = parsers.add_parser("check", parents=[file], help="say whether every event is there, and as it was written")
    check.set_defaults(act=look_through, salvages=False, to=None)
    salvage = parsers.add_parser(
        "salvage",
        parents=[file],
        help="write what can be read as a new journal, and name what could not; the old one is not changed",
    )
    salvage.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help=f"where to write it, by default beside the old one with {SALVAGED} in its name",
    )
    salvage.set_defaults(act=look_through, salvages=True)


def run(args: argparse.Namespace) -> ExitCode:
    """Do what was asked for."""
    code: ExitCode = args.act(args)
    return code


def look_through(args: argparse.Namespace) -> ExitCode:
    """Look through the journal, write a new one where that is asked for, and print what is lost.

    Returns `UNDECIDED` where anything is lost.

    Raises:
        CommandError: nothing can be read.
        JournalError: there is no such file, or the new one cannot be written.
    """
    from journal import FILE_NAME
    from journal.salvage import read, write
    from live.salvage import fitting

    path = args.file / FILE_NAME if args.file.is_dir() else args.file
    if not path.is_file():
        raise CommandError(f"{path}: there is no journal of that name")
    balance = Balance()
    events = balance.of(fitting(read(path)))
    to: Path | None = None
    if args.salvages:
        to = args.to or path.with_name(f"{path.stem}{SALVAGED}{path.suffix}")
        write(events, to)
    else:
        for _ in events:
            pass
    if not balance.kept:
        if to is not None:
            to.unlink()
        raise CommandError(f"{path}: no event can be read: is it a journal of tileref?")
    _print(balance, path, to, as_json=args.json)
    return ExitCode.UNDECIDED if balance.lost else ExitCode.FINE


def _print(balance: Balance, path: Path, to: Path | None, *, as_json: bool) -> None:
    """Print what became of the events of `path`."""
    lost: Sequence[Range] = balance.lost
    if as_json:
        found = {
            "journal": str(path),
            "events": balance.kept,
            "removed": balance.removed,
            "lost": [each.to_json() for each in lost],
        }
        print(json.dumps(found if to is None else {**found, "to": str(to)}))
        return
    number = sum(each.last - each.first + 1 for each in lost)
    removed = f", {balance.removed} of them removed by the owner" if balance.removed else ""
    print(f"{path}: {balance.kept} events{removed}" + (f", {number} lost" if lost else ", all as they were written"))
    for each in lost:
        print(f"  {each}")
    if to is not None:
        print(
            f"written to {to}; to go on with it, move {path.name}* elsewhere, keep them, and give it the name {path.name}"
        )
