"""How long judging a turn takes, against the number of tiles on the table, under every rulebook.

usage: python -m workshop.benchmarks.judging [--turns N] [--repeat N] [--json]

The turns are made from seeds: a table of whole sets, up to both jokers in them, and a player who adds to it, rebuilds
it, frees a joker or opens. Times are in milliseconds, for each turn the best of the repetitions, which other programs
on the machine disturb least. The baseline, in the same run, is what no referee can do without: counting the tiles of
both tables and looking at every set. Ends with exit code 1 where a median is above half a millisecond.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from typing import NamedTuple

from referee.rulebook import Rulebook, available, load
from referee.sets import fault
from referee.tiles import BOX, JOKER, NUMBERS, Colour, Tile, TileSet, count_tiles
from referee.turn import Turn, judge
from workshop.benchmarks import command_line

SIZES = (10, 20, 30, 40, 50, 60, 70, 80, 90)
"""Tiles on the table, about."""

LIMIT_MS = 0.5


class Row(NamedTuple):
    """Times for one rulebook and one size of table, in milliseconds."""

    rulebook: str
    tiles: int
    median: float
    p99: float
    worst: float
    ratio: float
    """The median divided by that of the baseline."""


def whole_sets(rng: random.Random) -> Iterator[TileSet]:
    """Sets that one box holds together, without jokers, in random order, until none fits any more."""
    left = Counter(BOX)
    kinds: list[TileSet] = [
        *(tuple(Tile(c, n) for c in Colour if c is not out) for n in NUMBERS for out in (None, *Colour)),
        *(
            tuple(Tile(c, n) for n in range(first, first + length))
            for c in Colour
            for length in (3, 4, 5)
            for first in range(1, 15 - length)
        ),
    ]
    rng.shuffle(kinds)
    for tiles in kinds * 2:
        if Counter(tiles) <= left:
            left -= Counter(tiles)
            yield tiles


def with_jokers(table: list[TileSet], number: int, rng: random.Random) -> list[TileSet]:
    """The table with `number` of its tiles replaced by jokers."""
    for _ in range(number):
        index = rng.randrange(len(table))
        place = rng.randrange(len(table[index]))
        table[index] = (*table[index][:place], JOKER, *table[index][place + 1 :])
    return table


def turns(size: int, count: int, seed: int) -> list[Turn]:
    """`count` turns on tables of about `size` tiles: sets laid, tiles added, runs split, jokers moved, openings."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        table: list[TileSet] = []
        supply = whole_sets(rng)
        for tiles in supply:
            table.append(tiles)
            if sum(map(len, table)) >= size:
                break
        before = with_jokers(table, rng.randrange(3), rng)
        after = [*before, *(tiles for tiles, _ in zip(supply, range(rng.randrange(1, 3)), strict=False))]
        if number % 2:
            after = rebuilt(after, rng)
        rng.shuffle(after)
        made.append(Turn(tuple(before), tuple(after), opened=bool(number % 4), seconds=30.0))
    return made


def rebuilt(table: Sequence[TileSet], rng: random.Random) -> list[TileSet]:
    """The table with two of its sets cut up and put together otherwise, jokers among them first."""
    chosen = sorted(table, key=lambda tiles: (JOKER not in tiles, rng.random()))[:2]
    rest = [tiles for tiles in table if tiles not in chosen]
    pieces = [piece for tiles in chosen for piece in (tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :])]
    return [*rest, pieces[0] + pieces[2], pieces[1] + pieces[3]]


def baseline(turn: Turn) -> None:
    """Counts the tiles of both tables and looks at every set."""
    before, after = (count_tiles(table) for table in (turn.before, turn.after))
    _ = after - before, before - after, [fault(tiles) for tiles in turn.after]


def best_ms(work: Callable[[], object], repeat: int) -> float:
    """The shortest of `repeat` runs, in milliseconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def measure(book: Rulebook, made: Sequence[Turn], repeat: int) -> Row:
    """The times of judging `made` under `book`."""
    times = [best_ms(lambda turn=turn: judge(turn, book), repeat) for turn in made]  # type: ignore[misc]  # bound now
    base = [best_ms(lambda turn=turn: baseline(turn), repeat) for turn in made]  # type: ignore[misc]  # the same
    tiles = round(median(sum(map(len, turn.before)) for turn in made))
    return Row(book.id, tiles, median(times), quantiles(times, n=100)[-1], max(times), median(times) / median(base))


def main() -> int:
    """Measure, print, and say whether every median is within the limit."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=200, help="turns for each size of table (default 200)")
    parser.add_argument("--repeat", type=int, default=5, help="times each turn is judged (default 5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each row")
    args = parser.parse_args()
    rows = []
    if not args.json:
        print(f"{'rulebook':20} {'tiles':>5} {'median':>8} {'p99':>8} {'worst':>8} {'/ baseline':>10}   (ms)")
    for size in SIZES:
        made = turns(size, args.turns, seed=size)
        for name in available():
            row = measure(load(name), made, args.repeat)
            rows.append(row)
            if args.json:
                print(json.dumps(row._asdict()), flush=True)
            else:
                times = f"{row.median:8.3f} {row.p99:8.3f} {row.worst:8.3f} {row.ratio:10.1f}"
                print(f"{row.rulebook:20} {row.tiles:5} {times}", flush=True)
    slowest = max(rows, key=lambda row: row.median)
    print(
        f"slowest median: {slowest.median:.3f} ms ({slowest.rulebook}, {slowest.tiles} tiles); limit {LIMIT_MS} ms",
        file=sys.stderr,
    )
    return int(slowest.median > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
