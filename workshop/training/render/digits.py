"""Digits that no typeface has: those of one, leaned, swollen, worn thin, bent, cut as stencils are, or set of squares.

Boxes have digits of their own. Whoever learns from typefaces alone learns these typefaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np

from workshop.training.render.arrays import FloatImage

LEAN = 0.12
"""Spread of the lean, as a tangent."""
SWOLLEN, SWOLLEN_SHARE = 0.035, 0.5
"""Spread of what is added to a stroke on each side, as a share of the digits' height, and the share of the boxes whose
strokes are not the typeface's."""
BENT, BENT_SHARE, BENDS = 0.02, 0.5, 4
"""Spread of how far points are moved, as a share of the height, the share of the boxes in which they are, and how many
bends there are along it."""
STENCIL_SHARE, STENCIL = 0.05, (0.03, 0.07)
"""Share of the boxes whose digits are cut through, and how wide the cut is, as a share of the height."""
SQUARES_SHARE, SQUARES = 0.04, (7, 14)
"""Share of the boxes whose digits are set of squares, and how many of these are one above the other."""
ROUGH_SHARE, ROUGH = 0.1, 0.25
"""Share of the boxes whose digits have ragged edges, and how ragged these are at most."""
LEAST_INK, MOST_INK = 0.55, 1.6
"""Bounds of the ink that is left, relative to the typeface's: beyond them nobody would know the digits."""
SOLID, NEAR_INK = 0.5, 0.1
"""Coverage from which a point is ink, and from which, out of focus, it is close to some."""


@dataclass(frozen=True)
class Reshaping:
    """How the digits of one box differ from their typeface's."""

    lean: float
    """Tangent of the angle by which they lean to the right."""
    swollen: float
    """What is added to a stroke on each side, as a share of the height; negative where strokes are thinner."""
    bent: float
    """How far points are moved, as a share of the height."""
    cut: float
    """Width of the cut through the digits, as a share of the height; 0 for none."""
    cut_along: bool
    """Whether it runs from top to bottom rather than from left to right."""
    squares: int
    """How many squares are one above the other; 0 for none."""
    rough: float
    """How ragged edges are, 0 to 1."""
    seed: int
    """Seed of the bends and the ragged edges."""

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """As a box may have it."""
        return cls(
            lean=float(rng.normal(0, LEAN)),
            swollen=float(rng.normal(0, SWOLLEN)) if rng.random() < SWOLLEN_SHARE else 0.0,
            bent=float(abs(rng.normal(0, BENT))) if rng.random() < BENT_SHARE else 0.0,
            cut=float(rng.uniform(*STENCIL)) if rng.random() < STENCIL_SHARE else 0.0,
            cut_along=bool(rng.random() < 0.5),
            squares=int(rng.integers(*SQUARES)) if rng.random() < SQUARES_SHARE else 0,
            rough=float(rng.uniform(0, ROUGH)) if rng.random() < ROUGH_SHARE else 0.0,
            seed=int(rng.integers(1 << 31)),
        )

    def of(self, glyphs: FloatImage) -> FloatImage:
        """The coverage of `glyphs`, cut to their ink, reshaped and cut to its ink.

        It is returned as it was where hardly anything, or a blot, would be left.

        Args:
            glyphs: coverage, shape (height, width), 0 to 1.
        """
        height = glyphs.shape[0]
        room = round(0.3 * height)
        shape = np.pad(glyphs, room)
        shape = self._thickened(self._moved(shape, height), height)
        if self.rough:
            grain = np.random.default_rng(self.seed).standard_normal(shape.shape, np.float32)
            soft = cv2.GaussianBlur(shape, (0, 0), 0.03 * height)
            ragged = cv2.GaussianBlur(grain, (0, 0), 0.02 * height) * (soft > NEAR_INK)
            shape = _solid(soft + np.float32(4 * self.rough) * ragged)
        if self.squares:
            rows = self.squares * shape.shape[0] / height
            cells = (max(2, round(shape.shape[1] * rows / shape.shape[0])), round(rows))
            small = (cv2.resize(shape, cells, interpolation=cv2.INTER_AREA) >= SOLID).astype(np.float32)
            shape = cv2.resize(small, shape.shape[::-1], interpolation=cv2.INTER_NEAREST)
        shape = self._cut_through(shape, height, room)
        if not LEAST_INK <= float(shape.sum()) / max(float(glyphs.sum()), 1.0) <= MOST_INK:
            return glyphs
        rows, columns = (np.flatnonzero(shape.max(axis=axis) > NEAR_INK) for axis in (1, 0))
        return np.ascontiguousarray(shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])

    def _moved(self, shape: FloatImage, height: int) -> FloatImage:
        """Leaned and bent."""
        rows, columns = shape.shape
        y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
        across = x + np.float32(self.lean) * (y - np.float32(rows / 2))
        if self.bent:
            rng = np.random.default_rng(self.seed)
            cells = (BENDS, max(2, round(BENDS * columns / rows)))
            bends = [
                cv2.resize(rng.standard_normal(cells, np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC)
                for _ in range(2)
            ]
            reach = np.float32(self.bent * height)
            across, y = across + reach * bends[0], y + reach * bends[1]
        return np.asarray(cv2.remap(shape, across, y, cv2.INTER_LINEAR), np.float32)

    def _thickened(self, shape: FloatImage, height: int) -> FloatImage:
        """With its strokes swollen or thinner."""
        by = abs(self.swollen) * height
        if by < 0.5:
            return shape
        inside = (shape >= SOLID).astype(np.uint8)
        if self.swollen > 0:
            strokes = np.float32(by + 0.5) - cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5)
        else:
            strokes = cv2.distanceTransform(inside, cv2.DIST_L2, 5) - np.float32(by - 0.5)
        return np.asarray(np.clip(strokes, 0, 1), np.float32)

    def _cut_through(self, shape: FloatImage, height: int, room: int) -> FloatImage:
        """With the cut of a stencil."""
        if not self.cut:
            return shape
        cut, half = shape.copy(), max(1, round(self.cut * height / 2))
        if self.cut_along:
            digits = max(1, round(shape.shape[1] / height))
            for part in np.array_split(np.arange(room, shape.shape[1] - room), digits):
                middle = int(part.mean())
                cut[:, middle - half : middle + half] = 0
        else:
            middle = room + height // 2
            cut[middle - half : middle + half] = 0
        return cut


def _solid(shape: FloatImage) -> FloatImage:
    """With its edges hard again."""
    return np.clip((shape - SOLID) * 4 + SOLID, 0, 1).astype(np.float32)
