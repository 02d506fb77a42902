"""How well a screen that blinks before the camera tells how late that is.

usage: python -m workshop.benchmarks.blink [--trials N] [--seed S] [--fps F]

In each trial a camera 0.1 to 2 s late looks at a table of a simulated evening, twelve times a second, with the sensor's noise and
JPEG. A screen of 5 % to 40 % of the picture's width is held somewhere in it, shakes, and blinks as the page has it blink. In two of
three trials an arm comes over the table now and then, in half of them the exposure follows the screen. In every tenth trial besides, the
screen blinks where the camera does not see it: then nothing may be measured.

Prints a row for each trial, and for each size of the screen how many were within 0.3 s of the truth, and how far off. Ends with exit code 1 where
fewer than 95 of 100 were, or something was measured that could not be.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from live.watching.lateness import MARGIN
from referee.rulebook import DEFAULT, load
from vision.camera.blink import Glance, find_lag, glance
from vision.frame import Frame, Jpeg
from workshop.benchmarks import command_line
from workshop.benchmarks.evening.camera import FPS, SIZES
from workshop.benchmarks.evening.conditions import SCENARIOS
from workshop.benchmarks.evening.hands import Limb, Reach, outside, path
from workshop.benchmarks.evening.layout import Seat
from workshop.benchmarks.evening.screen import SETTLES, Screen, hold, turns_from
from workshop.benchmarks.evening.script import script
from workshop.benchmarks.evening.stage import Stage
from workshop.benchmarks.evening.world import Scene, World

WANTED = 0.95
"""Share of the trials within `MARGIN` of the truth that passes."""

LAGS = (0.1, 2.0)
"""Seconds that a camera is late."""

WIDTHS = (0.05, 0.4)
"""Of the picture, that a screen takes."""

BANDS = (0.05, 0.1, 0.2, 0.4)
"""Of those, in which trials are told apart."""

LATER = 0.04
"""Seconds by which a picture may come later than the one before it did."""

TABLES = 4
"""Number of tables, each with other tiles, light and arms."""

_SHAPES = (16 / 9, 19.5 / 9, 9 / 19.5, 4 / 3)  # of screens: laptops, phones across and upright, tablets
_TILES = 20  # on the table at least
_BEGINS = 30.0  # seconds of the world at which a screen begins to blink


class Trial(NamedTuple):
    """One measurement."""

    lag: float
    width: float
    """Of the picture, that the screen takes; 0 where it is not in sight."""
    arms: int
    found: float | None

    @property
    def is_good(self) -> bool:
        """Whether that is close to the truth."""
        return self.found is not None and abs(self.found - self.lag) <= MARGIN


def tables(seed: int) -> list[Stage]:
    """Tables with tiles on them."""
    found = []
    for number in range(TABLES):
        stage = Stage(SCENARIOS["calm"], SIZES["720p"], seed + number)
        steps = script(seed + number, load(DEFAULT), stage.half, 0.0)
        step = next(step for step in steps if len(step.before.pieces) >= _TILES)
        stage.world.change(1.0, pixels=stage.picture(step.before, {}))
        found.append(stage)
    return found


def trial(stage: Stage, rng: random.Random, fps: float, *, in_sight: bool) -> Trial:
    """One measurement at a table."""
    world, (width, height) = World(Scene(stage.world.last.pixels), seed=rng.randrange(1000)), stage.size
    turns = turns_from(_BEGINS, rng)
    share, ratio = WIDTHS[0] * (WIDTHS[1] / WIDTHS[0]) ** rng.random(), rng.choice(_SHAPES)
    across = share * width
    down = min(across / ratio, 0.9 * height)
    at = rng.uniform(across / 2, width - across / 2), rng.uniform(down / 2, height - down / 2)
    if in_sight:
        dims = rng.choice((1.0, rng.uniform(0.85, 1.0)))
        hold(world, Screen(*at, across, down, rng.gauss(0, 10)), turns, rng, dims)
    arms = _wave(world, stage, rng, turns[-1]) if rng.random() < 2 / 3 else 0
    lag = rng.uniform(*LAGS)
    return Trial(lag, share if in_sight else 0.0, arms, find_lag(turns, [*_seen(world, rng, fps, turns, lag)]))


def _wave(world: World, stage: Stage, rng: random.Random, until: float) -> int:
    """An arm comes over the table now and then; how often."""
    seat = rng.choice([*Seat])
    limb, count, now = Limb.of(seat, stage.look.unit, 1.2 * max(stage.size), rng.randrange(1000)), 0, _BEGINS
    while (now := now + rng.uniform(0.0, 3.0)) < until:
        stops = [(rng.uniform(0, stage.size[0]), rng.uniform(0, stage.size[1])) for _ in range(rng.randint(1, 3))]
        far = outside(seat, *stops[0], stage.size, 3 * stage.look.unit)
        points, _ = path(now, far, stops, travel=rng.uniform(0.2, 0.5), stay=rng.uniform(0.2, 0.8))
        world.reach(Reach(limb, points))
        now, count = points[-1].at, count + 1
    return count


def _seen(world: World, rng: random.Random, fps: float, turns: Sequence[float], lag: float) -> Iterator[Glance]:
    """What is kept of the pictures that have come by the time at which the page says how it blinked."""
    height, width = world.last.pixels.shape[:2]
    now = turns[0] - 2 + rng.uniform(0, 1 / fps)
    while now < turns[-1] + SETTLES:
        jpeg = Jpeg(world.frame(now - lag), width, height)
        yield glance(Frame(jpeg, now + rng.uniform(0, LATER)))
        now += 1 / fps


def summary(name: str, trials: Sequence[Trial]) -> str:
    """A line on all trials in which the screen was in sight."""
    off = sorted(abs(one.found - one.lag) for one in trials if one.found is not None)
    if not off:
        return f"{name}: {len(trials)} trials, none measured"
    good, p95 = sum(one.is_good for one in trials), off[round(0.95 * (len(off) - 1))]
    told = f"off by {statistics.median(off):.3f} s in the median, p95 {p95:.3f} s, {off[-1]:.3f} s at most"
    return f"{name}: {len(trials)} trials, {good} within {MARGIN:g} s, {len(trials) - len(off)} not measured; {told}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--trials", type=int, default=100, help="with the screen in sight (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn (default 1)")
    parser.add_argument("--fps", type=float, default=FPS, help=f"pictures a second (default {FPS:g})")
    args = parser.parse_args(arguments)
    rng, stages = random.Random(args.seed), tables(args.seed)
    shown: list[Trial] = []
    unseen: list[Trial] = []
    for number in range(args.trials + args.trials // 10):
        in_sight = number < args.trials
        one = trial(stages[number % TABLES], rng, args.fps, in_sight=in_sight)
        (shown if in_sight else unseen).append(one)
        found = "not measured" if one.found is None else f"{one.found:.3f} s"
        print(f"{number:3} late {one.lag:.3f} s, screen {one.width:.0%}, {one.arms} arms: {found}", flush=True)
    for least, most in pairwise(BANDS):
        band = [one for one in shown if least <= one.width < most]
        print(summary(f"screens of {least:.0%} to {most:.0%}", band))
    print(summary("all", shown))
    invented = sum(one.found is not None for one in unseen)
    print(f"out of sight: {len(unseen)} trials, {invented} measured")
    return int(sum(one.is_good for one in shown) < WANTED * len(shown) or invented > 0)


if __name__ == "__main__":
    sys.exit(main())
