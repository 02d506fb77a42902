"""How long a verdict takes on a full table, whatever else the computer does: the running table in played time.

usage: python -m workshop.benchmarks.evening.latency [--turns N] [--seed S] [--lag L] [--measured] [--hurried SHARE] [--tiles N]

The camera, the hands and the presses are those of a simulated evening; the pictures are looked at, read and judged by
the program itself. Time passes as it would on a computer with nothing else to do: a picture comes every twelfth of a
second, and what is computed takes the time that its processor took, on one core. Not in it are the camera's line, the
disk and the page's line, some hundredths of a second (`python -m workshop.benchmarks.evening --scenario full` has them, and
whatever else runs).

Prints a row for each turn with a full table, and a line on all: seconds from the press, or from when the hand had left,
to what the page is told.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count, dropwhile, islice
from pathlib import Path

from referee.rulebook import DEFAULT, load
from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.benchmarks.evening.camera import SIZES, Lens
from workshop.benchmarks.evening.conditions import SCENARIOS
from workshop.benchmarks.evening.full_table import Players
from workshop.benchmarks.evening.outcome import Row
from workshop.benchmarks.evening.played_table import PlayedTable
from workshop.benchmarks.evening.report import speed
from workshop.benchmarks.evening.screen import SETTLES, blink
from workshop.benchmarks.evening.script import script
from workshop.benchmarks.evening.stage import Stage


def turns(seed: int, tiles: int, late: float, hurried: float, *, measured: bool = False) -> Iterator[Row]:
    """Turns with a full table, round after round without an end.

    Args:
        seed: of the table, the rounds and all that people do.
        tiles: how many tiles lie on a full table at least.
        late: by how many seconds the camera is.
        hurried: share of the turns that are ended as the hand leaves.
        measured: whether a screen measures before each round how late the camera is.
    """
    stage, reader = Stage(SCENARIOS["full"], SIZES["1080p"], seed), Reader()
    for number in count(1000 * seed):
        every = script(number, load(DEFAULT), stage.half, stage.scenario.illegal)
        steps = [*dropwhile(lambda step: len(step.before.pieces) < tiles, every)]
        if not steps:
            continue
        with tempfile.TemporaryDirectory(prefix="latency-") as folder:
            table = PlayedTable(Lens(stage.world, late), Path(folder), reader)
            with closing(table.live):
                if measured:
                    turned = blink(stage.world, table.now(), random.Random(number))
                    table.wait(turned[-1] + SETTLES)
                    table.lateness.measure(turned)
                yield from Players(stage, table, hurried, number).round(steps)


def show(row: Row) -> None:
    """Prints a row."""
    said = "asked" if row.asked else row.said
    print(
        f"{row.tiles:3} tiles {row.how:8} {row.kind:17} {said:8} {row.seconds:.2f} s {row.waited} {row.note}".rstrip(),
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=60, help="with a full table (default 60)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the table, the rounds and all that people do (default 1)"
    )
    parser.add_argument("--lag", type=float, default=0.1, help="seconds that the camera is late (default 0.1)")
    parser.add_argument("--measured", action="store_true", help="a screen measures how late it is")
    parser.add_argument(
        "--hurried", type=float, default=0.5, help="share of the presses as the hand leaves (default 0.5)"
    )
    parser.add_argument("--tiles", type=int, default=50, help="that lie on a full table (default 50)")
    args = parser.parse_args(arguments)
    rows = []
    for row in islice(turns(args.seed, args.tiles, args.lag, args.hurried, measured=args.measured), args.turns):
        rows.append(row)
        show(row)
    tiles = sum(row.tiles for row in rows) / len(rows)
    wrong = sum(row.wrong for row in rows)
    print(
        f"{len(rows)} turns, {tiles:.0f} tiles on the table, camera {args.lag:g} s late: {speed(rows)}; {wrong} wrong"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
