"""What a journal of a hundred evenings costs: time to take up its game and to tell of all of them, and memory.

usage: python -m workshop.benchmarks.long_journal [--evenings N] [--keep DIR]

One evening is played with real presses and verdicts on full tables (`workshop.benchmarks.cameraless`), and written again and
again as the evenings that follow, the numbers of events that it names raised accordingly. Then a process of its own
takes up the game: once of that journal, once of one with a single evening. Prints for both how many events and
megabytes (10^6 bytes) there are, how many seconds that took, and how many of them this process computed, and its memory
before and at most, in megabytes (Linux); then how many evenings it tells of (`live.telling.evenings`), and how many
seconds that takes the first time and the next. `--keep` leaves the journal there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from journal import FILE_NAME, Journal, StoredEvent
from journal.salvage import write
from live.game import commands
from workshop.benchmarks import command_line
from workshop.benchmarks.cameraless import CameralessGame
from workshop.benchmarks.full_tables import full_tables

ROUNDS, TURNS = 4, 64
"""Rounds of an evening, and turns of a round: 256 verdicts an evening."""
FULL = 95
"""Tiles on a table that is full, at least."""
DAY = 86400.0
"""Seconds from one evening to the next."""
MEGA = 1e6

_START = """
import json, sys, time
from pathlib import Path
import cv2, webui, live.runner, live.table
from journal import Journal
from live.telling.evenings import Memory
from live.record import Record

def memory(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name)) * 1024

before, began, work = memory("VmRSS:"), time.perf_counter(), time.process_time()
journal = Journal(Path(sys.argv[1]))
record = Record(journal, 0.0)
told = {
    "seconds": time.perf_counter() - began, "work": time.process_time() - work, "before": before, "most": memory("VmHWM:"),
    "last": record.game.last_event,
}
evenings = Memory(journal)
for time_of in ("told", "told_again"):
    began = time.perf_counter()
    told["evenings"] = len(evenings.evenings())
    told[time_of] = time.perf_counter() - began
print(json.dumps({**told, "most_told": memory("VmHWM:")}))
"""


def play_evening(folder: Path) -> list[StoredEvent]:
    """The events of one evening on full tables."""
    table = next(position.table for position in full_tables(1000) if sum(map(len, position.table)) >= FULL)
    with Journal(folder) as journal:
        game = CameralessGame(journal)
        for _ in range(ROUNDS):
            game.start()
            game.take_turn(table[: len(table) // 2])
            game.take_turn(table)
            for _ in range(TURNS - 2):
                game.take_turn()
            game.score()
        game.do(commands.close_game)
        return journal.events()


def repeat(evening: Sequence[StoredEvent], number: int, folder: Path) -> None:
    """Writes a journal of so many evenings, all in one go."""
    before_end = len(evening) - max(event.id for event in evening if event.kind == "round-started")

    def events() -> Iterator[StoredEvent]:
        for by in range(0, number * len(evening), len(evening)):
            for event in evening:
                at = event.time + DAY * (by // len(evening))
                yield replace(event, id=event.id + by, time=at, data=_raised(event.data, by, by - before_end))

    write(events(), folder / FILE_NAME)


def _raised(data: Mapping[str, Any], by: int, begun: int) -> dict[str, Any]:
    """The particulars of an event with the numbers of other events in it raised.

    `begun` is the last round of the evening before.
    """
    raised = dict(data)
    for name in ("event", "verdict", "replaces"):
        if isinstance(raised.get(name), int):
            raised[name] += by
    if by and raised.get("carried"):
        undo_from = raised["carried"]["undo_from"]
        raised["carried"] = {**raised["carried"], "undo_from": undo_from + by if undo_from else begun}
    return raised


def start(folder: Path) -> dict[str, float]:
    """What taking up the game of `folder` takes, in a process of its own."""
    run = subprocess.run([sys.executable, "-c", _START, str(folder)], check=True, capture_output=True, text=True)  # noqa: S603 - our own
    return dict(json.loads(run.stdout))


def show(name: str, folder: Path) -> None:
    """Prints a row."""
    taken = start(folder)
    size = (folder / FILE_NAME).stat().st_size / MEGA
    print(
        f"{name:14} {taken['last']:8.0f} events {size:8.1f} MB   taken up in {taken['seconds']:6.3f} s, {taken['work']:6.3f} s of them "
        f"computing   memory {taken['before'] / MEGA:6.1f} to {taken['most'] / MEGA:6.1f} MB   {taken['evenings']:3.0f} told in "
        f"{taken['told']:6.3f} s, again in {taken['told_again']:6.3f} s, memory to {taken['most_told'] / MEGA:6.1f} MB"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds and measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--evenings", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the journal there and leave it")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="long-journal-") as temporary:
        one, many = Path(temporary) / "one", args.keep or Path(temporary) / "many"
        evening = play_evening(one)
        repeat(evening, args.evenings, many)
        show("1 evening", one)
        show(f"{args.evenings} evenings", many)
    return 0


if __name__ == "__main__":
    sys.exit(main())
