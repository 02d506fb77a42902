"""Hands and sleeves that come over the table: their pictures, and how they move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.benchmarks.evening.layout import Seat
from workshop.benchmarks.evening.picture import Pixels
from workshop.training.render.clutter.living import hand
from workshop.training.render.textures import with_shadow

SLEEVE = 60
"""Rows at the end of a hand's texture that the sleeve goes on with."""
FINGERS = 0.3
"""Where on its texture a hand touches tiles, as a share of its height."""


class Waypoint(NamedTuple):
    """Where finger tips are at one moment, in pixels."""

    at: float
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Limb:
    """A hand with an arm long enough to reach over the whole table, seen from above, as one player's looks."""

    colour: NDArray[np.float32]
    """BGR times opacity, 0 to 255, shape (height, width, 3)."""
    see_through: NDArray[np.float32]
    """1 less opacity, shape (height, width, 1)."""
    tips: tuple[float, float]
    """Where the finger tips are in it, pixels."""

    @classmethod
    def of(cls, seat: Seat, unit: float, length: float, seed: int) -> Limb:
        """The arm of whoever sits at `seat`.

        Args:
            seat: which side it comes in from.
            unit: pixels to a tile's width.
            length: of the arm in pixels.
            seed: of its looks.
        """
        rng = np.random.default_rng([seed, list(Seat).index(seat)])
        texture, width = hand(rng)
        scale = unit * width / texture.shape[1]
        missing = max(0, round(length / scale) - texture.shape[0])
        end = texture[-SLEEVE:]
        wave = np.concatenate([end[::-1], end])
        sleeve = np.concatenate([wave] * (missing // len(wave) + 1))[:missing]
        arm = np.concatenate([texture, sleeve]) if missing else texture
        arm, width = with_shadow(rng, (np.asarray(arm, np.float32), width), 0.6)
        size = (round(arm.shape[1] * scale), round(arm.shape[0] * scale))
        arm = np.asarray(cv2.resize(arm, size, interpolation=cv2.INTER_AREA), np.float32)
        tips = (size[0] / 2, FINGERS * texture.shape[0] * scale)
        for _ in range({Seat.BOTTOM: 0, Seat.LEFT: 3, Seat.TOP: 2, Seat.RIGHT: 1}[seat]):
            arm, tips = np.rot90(arm), (tips[1], arm.shape[1] - tips[0])
        arm = np.ascontiguousarray(arm)
        opacity = arm[..., 3:]
        return cls(arm[..., 2::-1] * opacity * 255, 1 - opacity, tips)

    def lay_over(self, picture: Pixels, x: float, y: float) -> None:
        """Blends the arm into the picture, its finger tips at that pixel."""
        height, width = picture.shape[:2]
        left, top = round(x - self.tips[0]), round(y - self.tips[1])
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(width, left + self.colour.shape[1]), min(height, top + self.colour.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        there = picture[y0:y1, x0:x1]
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        there[:] = np.clip(there * self.see_through[part] + self.colour[part], 0, 255)


@dataclass(frozen=True, eq=False)
class Reach:
    """One movement of an arm over the table."""

    limb: Limb
    path: tuple[Waypoint, ...]
    """From out of the picture to out of the picture, in the order of time."""

    @property
    def ends(self) -> float:
        """When the arm has left the picture."""
        return self.path[-1].at

    def tips_at(self, now: float) -> tuple[float, float] | None:
        """Where the finger tips are; None while the arm is not over the table."""
        if not self.path[0].at <= now < self.path[-1].at:
            return None
        for start, end in zip(self.path, self.path[1:], strict=False):
            if now < end.at:
                share = (now - start.at) / max(end.at - start.at, 1e-6)
                share = share * share * (3 - 2 * share)  # sets out and arrives gently
                return (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
        return None


def outside(seat: Seat, x: float, y: float, size: tuple[int, int], reach: float) -> tuple[float, float]:
    """Where finger tips are when the arm of `seat` that touches (x, y) has just left a picture of that size.

    Args:
        seat: where the player sits.
        x: of what the arm touches, pixels.
        y: likewise.
        size: width and height of the picture.
        reach: how far beyond the picture the tips then are, pixels.
    """
    return {
        Seat.BOTTOM: (x, size[1] + reach),
        Seat.TOP: (x, -reach),
        Seat.LEFT: (-reach, y),
        Seat.RIGHT: (size[0] + reach, y),
    }[seat]


def path(
    start: float,
    outside_at: tuple[float, float],
    stops: Sequence[tuple[float, float]],
    *,
    travel: float,
    stay: float,
    last: float = 0.0,
) -> tuple[tuple[Waypoint, ...], list[float]]:
    """A movement that begins at `start`, and the moments in the middle of its stays at `stops`.

    Args:
        start: seconds.
        outside_at: where the tips are before and after it.
        stops: where it stays, in order, pixels.
        travel: seconds from place to place.
        stay: seconds at each.
        last: seconds more at the last one.
    """
    now = start
    points = [Waypoint(now, *outside_at)]
    moments = []
    for index, (x, y) in enumerate(stops):
        now += travel if index else 1.3 * travel
        points.append(Waypoint(now, x, y))
        moments.append(now + stay / 2)
        rest = stay + (last if index == len(stops) - 1 else 0.0)
        while rest > 0:  # fingers are never quite at rest
            step = min(0.3, rest)
            now, rest = now + step, rest - step
            points.append(Waypoint(now, x + 2 * ((len(points) % 3) - 1), y + 2 * ((len(points) % 2) - 0.5)))
    now += 1.3 * travel
    points.append(Waypoint(now, *outside_at))
    return tuple(points), moments
