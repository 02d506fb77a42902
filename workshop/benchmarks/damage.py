"""Damages journals at random places, opens them, salvages them, and says what was not noticed.

usage: python -m workshop.benchmarks.damage [--tries N] [--seed S]

A journal of some rounds is damaged in one place: cut short, overwritten with garbage or zeros, or a single bit of it
turned; in its file or in its write-ahead log. Then it must open with the events that were written, or with the first of
them and a word on how many are missing and where the damaged files lie, or be refused in one line that names `tileref
journal salvage`. What that finds must be events as they were written, it must name every other, and what it writes must
be a game that goes on. Prints how often which of these came, and a line for each try that kept a promise not; the exit
code is 1 if there was one.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from journal import FILE_NAME, Journal, JournalError, StoredEvent
from journal.salvage import read, write
from live.record import Record
from live.salvage import fitting
from workshop.benchmarks import command_line
from workshop.benchmarks.cameraless import CameralessGame

ROUNDS, TURNS = 3, 4
LOG_NAME = f"{FILE_NAME}-wal"
LONGEST = 5000
"""Bytes that are overwritten at most: a little more than a page."""


class Try(NamedTuple):
    """What one damage came to."""

    what: str
    """The damage, and where."""
    came: str
    """What came of it: `whole`, `missing`, `refused`."""
    salvaged: int
    """How many events could be read."""
    faults: tuple[str, ...]
    """The promises that were not kept."""


def play(folder: Path) -> list[StoredEvent]:
    """Writes a journal; returns its events.

    The journal lies in `folder` twice: closed in ``file``, and as after a power cut in ``log``.
    """
    with Journal(folder / "file") as journal:
        game = CameralessGame(journal)
        for _ in range(ROUNDS):
            game.start()
            for _ in range(TURNS):
                game.take_turn()
            game.score()
        shutil.copytree(folder / "file", folder / "log")
        return journal.events()


def damage(folder: Path, rng: random.Random) -> str:
    """Damages the journal in `folder` in one place; returns what was done."""
    path = rng.choice(
        [path for name in (FILE_NAME, LOG_NAME) if (path := folder / name).exists() and path.stat().st_size]
    )
    content = bytearray(path.read_bytes())
    at, length = rng.randrange(len(content)), min(LONGEST, int(rng.paretovariate(0.5)))
    how = rng.choice(("cut", "garbage", "zeros", "bit"))
    if how == "cut":
        del content[at:]
    elif how == "bit":
        content[at] ^= 1 << rng.randrange(8)
    else:
        end = min(len(content), at + length)
        content[at:end] = rng.randbytes(end - at) if how == "garbage" else bytes(end - at)
    path.write_bytes(content)
    return f"{how} at {at} of {len(content)} in {path.name}"


def opened(folder: Path, written: Sequence[StoredEvent]) -> tuple[str, list[str]]:
    """What comes of opening a damaged journal, and which promises were not kept."""
    before = (folder / FILE_NAME).read_bytes()
    try:
        with Journal(folder) as journal:
            events, loss = journal.events(), journal.loss
            Record(journal, 0.0)
    except JournalError as error:
        line = str(error)
        return "refused", [] if "tileref journal salvage" in line and "\n" not in line else [f"refused with {line!r}"]
    faults = [] if events == list(written[: len(events)]) else ["opened with events that are not as they were written"]
    missing = max(0, len(written) - len(events))
    if missing and (loss is None or loss.values["number"] != missing):
        faults.append(f"{missing} events are missing, and it said {loss}")
    if loss is not None and (Path(str(loss.values["folder"])) / FILE_NAME).read_bytes() != before:
        faults.append("the copy is not the file as it was found")
    return "missing" if missing else "whole", faults


def salvaged(folder: Path, written: Sequence[StoredEvent]) -> tuple[int, list[str]]:
    """How many events are read from a damaged journal, and which promises were not kept."""
    found = list(fitting(read(folder / FILE_NAME)))
    events = [each.event for each in found if each.event is not None]
    faults = [] if all(event in written for event in events) else ["salvaged what was never written"]
    if [each.number for each in found] != [event.id for event in written]:
        faults.append("salvaged without a word on every event")
    try:
        write(events, folder / "new" / FILE_NAME)
        with Journal(folder / "new") as journal:
            Record(journal, 0.0)
            if journal.events() != events:
                faults.append("the new journal does not hold what was found")
    except JournalError as error:
        faults.append(f"the new journal is refused: {error}")
    return len(events), faults


def tries(number: int, seed: int) -> Iterator[Try]:
    """Damages journals `number` times, one after the other."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="damage-") as name:
        base = Path(name)
        written = play(base)
        for index in range(number):
            folder = base / "try"
            shutil.copytree(base / rng.choice(("file", "log")), folder)
            what = f"{index}: {damage(folder, rng)}"
            shutil.copytree(folder, base / "again")
            came, faults = opened(base / "again", written)
            count, more = salvaged(folder, written)
            yield Try(what, came, count, (*faults, *more))
            shutil.rmtree(folder)
            shutil.rmtree(base / "again")


def main(arguments: Sequence[str] | None = None) -> int:
    """Damages and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--tries", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the damages (default 1)")
    args = parser.parse_args(arguments)
    came: Counter[str] = Counter()
    salvages, broken = [], 0
    for each in tries(args.tries, args.seed):
        came[each.came] += 1
        salvages.append(each.salvaged)
        broken += bool(each.faults)
        for fault in each.faults:
            print(f"{each.what}: {fault}")
    print(
        f"{args.tries} damages: {came['whole']} opened whole, {came['missing']} with a word on what is missing, {came['refused']} refused; "
        f"{broken} broke a promise; salvaged {sum(salvages) / len(salvages):.1f} events on average, {min(salvages)} at least"
    )
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
