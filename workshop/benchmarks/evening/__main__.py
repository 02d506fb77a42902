"""Whole rounds through the real program: a simulated camera over a simulated table, in real time, driven over HTTP.

usage: python -m workshop.benchmarks.evening [--turns N] [--seed S] [--scenario NAME]... [--lag L] [--measured] [--played] [--csv FILE] [--keep FOLDER [--keep-all]]

With `--played` the same is done in played time, within this process: only what is computed takes time, the same course comes each
time of the same seed, and several may be played at once. A reading takes 0.45 s then, more on a slow computer.

Prints a row for each turn: what the referee must say, what it said, how many questions it asked, and the seconds from
the press (or from when the table could be seen again) to the verdict. The exit code is 1 if a verdict was wrong or a
turn was stuck.
"""

from __future__ import annotations

import gc
import resource
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path

from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.benchmarks.evening.camera import SIZES, Camera, Lens
from workshop.benchmarks.evening.conditions import SCENARIOS, Scenario
from workshop.benchmarks.evening.outcome import Row
from workshop.benchmarks.evening.played_program import PlayedProgram
from workshop.benchmarks.evening.played_table import PlayedTable
from workshop.benchmarks.evening.program import ServerError
from workshop.benchmarks.evening.report import show, summary, write
from workshop.benchmarks.evening.rig import Rig
from workshop.benchmarks.evening.server import Server
from workshop.benchmarks.evening.stage import Stage

EVENING = 150
"""Turns after which the table, the tiles and the program are others."""
READING = 0.45
"""Seconds that a reading takes in played time, on a computer of two cores."""
STARTING = 3.0
"""Seconds of played time before people do anything: the table has been seen and read."""


Begin = Callable[[Stage, Path, int], AbstractContextManager[Rig]]
"""Begins an evening on a stage, its journal in that folder, with that seed."""


@contextmanager
def served(stage: Stage, folder: Path, seed: int) -> Iterator[Rig]:
    """An evening through the program as people start it, in real time.

    Raises:
        ServerError: the program did not start, or ended.
    """
    scenario = stage.scenario
    with (
        Camera(stage.world, scenario.lags[0], scenario.fps) as camera,
        Server(camera.address, folder, scenario.cpu) as server,
    ):
        yield Rig(stage, camera, server, seed)


@contextmanager
def played(stage: Stage, folder: Path, seed: int) -> Iterator[Rig]:
    """An evening in played time."""
    scenario = stage.scenario
    lens = Lens(stage.world, scenario.lags[0])
    table = PlayedTable(lens, folder, Reader(), fps=scenario.fps, reading=READING / scenario.cpu)
    with closing(table.live):
        table.wait(table.now() + STARTING)
        yield Rig(stage, lens, PlayedProgram(table), seed)


def play(
    scenario: Scenario,
    turns: int,
    seed: int,
    size: tuple[int, int],
    keep: Path | None = None,
    begin: Begin = served,
    *,
    keep_all: bool = False,
) -> Iterator[Row]:
    """The rows of so many turns, on as many evenings as it takes, each at another table.

    Args:
        scenario: under what conditions.
        turns: how many.
        seed: of everything that is drawn by lot.
        size: of the camera's pictures, pixels.
        keep: where journal and photos of the evenings go in which a turn was wrong or stuck; None for nowhere.
        begin: begins each.
        keep_all: whether all evenings go there.

    Raises:
        ServerError: the program did not start, or ended.
    """
    for start in range(0, turns, EVENING):
        number = seed + start // EVENING
        stage = Stage(scenario, size, number)
        with tempfile.TemporaryDirectory(prefix="evening-") as folder:
            has_failed = keep_all
            with begin(stage, Path(folder), number) as rig:
                for row in rig.play(min(EVENING, turns - start)):
                    has_failed |= row.wrong or row.stuck
                    yield replace(row, number=start + row.number)
            if keep is not None and has_failed:
                shutil.copytree(folder, keep / f"{scenario.name}-{number}", dirs_exist_ok=True)
        del stage, rig
        gc.collect()  # pictures that a cycle holds are hundreds of megabytes


def cost(began: float, used: resource.struct_rusage) -> str:
    """What the program took of one core since then, once it has ended."""
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    return f"the program took {computed / (time.monotonic() - began):.0%} of a core"


def options() -> ArgumentParser:
    """What the command line takes."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=30, help="of each scenario (default 30)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the table, the rounds and all that people do (default 1)"
    )
    parser.add_argument(
        "--scenario", action="append", choices=[*SCENARIOS, "all"], help="may be given several times (default evening)"
    )
    parser.add_argument("--lag", type=float, help="seconds that the camera is late, whatever the scenario says")
    parser.add_argument("--measured", action="store_true", help="a screen measures how late each camera is")
    parser.add_argument("--size", choices=list(SIZES), default="1080p", help="of the pictures (default 1080p)")
    parser.add_argument("--played", action="store_true", help="in played time")
    parser.add_argument("--csv", type=Path, help="write the rows there too")
    parser.add_argument(
        "--keep", type=Path, help="keep journal and photos of evenings with a wrong or stuck turn in this folder"
    )
    parser.add_argument("--keep-all", action="store_true", help="keep all evenings there")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays."""
    args = options().parse_args(arguments)
    names = args.scenario or ["evening"]
    chosen = [SCENARIOS[name] for name in (SCENARIOS if "all" in names else names)]
    if args.lag is not None:
        chosen = [replace(scenario, lags=(args.lag,)) for scenario in chosen]
    chosen = [replace(scenario, measured=args.measured) for scenario in chosen]
    command_line.exit_on_sigterm()
    every: list[tuple[str, Row]] = []
    lines = []
    for scenario in chosen:
        rows = []
        began, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            begin, size = played if args.played else served, SIZES[args.size]
            for row in play(scenario, args.turns, args.seed, size, args.keep, begin, keep_all=args.keep_all):
                rows.append(row)
                show(row)
        except ServerError as error:
            print(f"{scenario.name}: {error}", file=sys.stderr)
            return 2
        finally:
            every += [(scenario.name, row) for row in rows]
            if args.csv is not None:
                write(args.csv, every)
        took = "" if args.played else f"; {cost(began, used)}"
        lines.append(f"{summary(scenario.name, rows, scenario.fills)}{took}")
        print(lines[-1], flush=True)
    if len(lines) > 1:
        print("", *lines, sep="\n")
    return int(any(row.wrong or row.stuck for _, row in every))


if __name__ == "__main__":
    sys.exit(main())
