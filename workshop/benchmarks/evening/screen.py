"""A screen that is held over the table and blinks, so that it is measured how late the camera is."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import blink as blinking
from workshop.benchmarks.evening.picture import Pixels
from workshop.benchmarks.evening.world import World

LASTS = 7.0
"""Seconds from the first turn to the last, at most."""
GAPS = (0.34, 0.85)
"""Seconds between two turns."""
SETTLES = 2.7
"""Seconds for which the screen stays as it is after the last: until a late camera has shown it."""

_BLACK, _WHITE, _FRAME = 14, 225, 40  # grey levels of the screen and of what holds it
_SHAKES = 0.02  # of its width, by which a screen that is held moves from turn to turn


@dataclass(frozen=True)
class Screen:
    """A screen in the picture: its middle, width and height in pixels, and by how many degrees it is turned."""

    x: float
    y: float
    width: float
    height: float
    degrees: float = 0.0

    def over(self, pixels: Pixels, level: int, rng: random.Random) -> Pixels:
        """The picture with the screen held over it."""
        shake = _SHAKES * self.width
        middle = self.x + rng.uniform(-shake, shake), self.y + rng.uniform(-shake, shake)
        shown = pixels.copy()
        for size, grey in ((1.12, _FRAME), (1.0, level)):
            corners = cv2.boxPoints((middle, (size * self.width, size * self.height), self.degrees))
            cv2.fillConvexPoly(shown, np.round(corners).astype(np.int32), (grey, grey, grey), cv2.LINE_AA)
        return shown


def turns_from(at: float, rng: random.Random) -> list[float]:
    """The moments at which a screen turns that begins to blink `at` that moment, white first."""
    turns = [at]
    while (following := turns[-1] + rng.uniform(*GAPS)) < at + LASTS:
        turns.append(following)
    return turns


def hold(world: World, screen: Screen, turns: list[float], rng: random.Random, dims: float = 1.0) -> None:
    """Has a screen blink over the table as it lies, black before and after it.

    Args:
        world: the table.
        screen: where it is held.
        turns: when it turns.
        rng: of how it shakes.
        dims: what the camera's exposure makes of the whole picture while the screen is white.
    """
    bare, lamp = world.last.pixels, world.last.lamp
    world.change(turns[0] - blinking.BEFORE, pixels=screen.over(bare, _BLACK, rng))
    for index, turn in enumerate(turns):
        is_white = index % 2 == 0
        share = dims if is_white else 1.0
        level = min(255, round(_WHITE / share)) if is_white else _BLACK
        dimmed = (lamp[0] * share, lamp[1] * share, lamp[2] * share)
        world.change(turn, pixels=screen.over(bare, level, rng), lamp=dimmed)
    world.change(turns[-1] + SETTLES, pixels=bare, lamp=lamp)


def blink(world: World, now: float, rng: random.Random) -> list[float]:
    """Has somebody hold a screen over the middle of the table from that moment on; the moments at which it turns."""
    height, width = world.last.pixels.shape[:2]
    across = rng.uniform(0.1, 0.3) * width
    turns = turns_from(now + blinking.BEFORE, rng)
    hold(world, Screen(width / 2, height / 2, across, 0.6 * across, rng.gauss(0, 10)), turns, rng)
    return turns
