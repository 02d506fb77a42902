"""What the running table keeps in memory through a long evening: the real `LiveTable`, looped rounds, played time.

usage: python -m workshop.benchmarks.endurance [--hours H]

Pictures, hands and readings are those of the tests of `live/`, so that hours pass in minutes; the game, its journal,
watching and judging are the real ones. Prints a row for each hour: turns, events in the journal, how many Python
objects there are, and the process's memory.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from live.game import commands
from live.game.state import State
from tests.live.world import PLAYERS, Sets, World
from workshop.benchmarks import command_line

HOUR = 3600.0
THINKING = 31.0
"""Seconds of a turn before the hand comes: with them a turn takes about forty seconds."""

LAID: Sets = ("R10 R11 R12", "K10 K11 K12", "B10 B11 B12", "O10 O11 O12", "R1 R2 R3", "K4 K5 K6")
"""What the players lay in each round, one after the other."""
WRONG = "K1 R5"
"""What somebody lays each round and takes back."""
DRAWS = 4
"""Turns of each round that draw."""


class Hour(NamedTuple):
    """What there is after some hours of play."""

    hours: float
    turns: int
    events: int
    objects: int
    """Number of objects that Python's garbage collector knows."""
    megabytes: float
    """Memory of the process, 10^6 bytes; 0 where the system does not tell."""


def play_round(world: World) -> None:
    """A round from the deal to the score: laying, drawing, an illegal turn, a press that is undone and done again."""
    for number in range(len(LAID)):
        _turn(world, (*world.table, LAID[number]))
        if number < DRAWS:
            _turn(world, world.table, drew=True)
        if number == len(PLAYERS):
            _turn(world, (*world.table, WRONG))
            world.do(commands.undo)
            world.do(commands.redo)
            world.lay(world.table)
            world.leave()
            world.wait_until(State.TURN)
    world.do(commands.score, dict.fromkeys(PLAYERS[1:], 10), PLAYERS[0])
    world.do(commands.next_round)
    world.lay(())
    world.leave()
    world.wait(2.0)
    world.do(commands.first_turn)
    world.table = ()


def _turn(world: World, sets: Sets, *, drew: bool = False) -> None:
    world.stage.seconds += THINKING
    world.wait(0.5)
    if sets != world.table:
        world.lay(sets)
    world.leave()
    world.wait(1.0)
    world.end(drew=drew)
    world.wait_until(State.TURN, State.RESTORE)
    if world.state is State.TURN:
        world.table = sets


def evening(folder: Path, hours: float) -> Iterator[Hour]:
    """What there is after each hour of an evening that long."""
    world = World(folder, lag=0.0, reading=0.2, limit=0.6)
    began, whole = world.stage.seconds, 1
    while whole <= hours:
        play_round(world)
        if world.stage.seconds - began >= whole * HOUR:
            yield measured(world, (world.stage.seconds - began) / HOUR)
            whole += 1
    world.live.close()


def measured(world: World, hours: float) -> Hour:
    """What there is at this moment."""
    gc.collect()
    kinds = [event.kind for event in world.live.record.journal.events()]
    return Hour(hours, kinds.count("turn-ended"), len(kinds), len(gc.get_objects()), resident())


def resident() -> float:
    """Megabytes that the process holds."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if statm.exists() else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--hours", type=float, default=8.0, help="of played time (default 8)")
    args = parser.parse_args(arguments)
    print(" hours  turns  events   objects      MB")
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        for row in evening(Path(folder), args.hours):
            print(f"{row.hours:6.2f} {row.turns:6} {row.events:7} {row.objects:9} {row.megabytes:7.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
