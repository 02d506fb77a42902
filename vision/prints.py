"""What is printed on a face: where, how strongly, and in which tint, each relative to the bare face about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rectify import WHITE_LEVEL

INK_SHARE = 0.05
"""Share of a face's pixels that are surely ink, even on a thin 1."""
DARKEST, BRIGHTEST = 0.02, 1.2
"""Bounds of a pixel relative to the body, so that noise in the dark and glare have no logarithm of their own."""
BARE, INKED = 0.3, 0.97
"""Shares of a face's pixels, from the brightest on, that are bare, and that are ink or bare."""
STRAY_INK = 0.03
"""Share of the ink that may lie above and below what counts as the print's upper and lower end."""
LEAST_HEIGHT = 0.05
"""A print is never taken for lower than this share of its face."""


@dataclass(frozen=True, eq=False)
class Prints:
    """The prints of n faces."""

    tints: NDArray[np.float64]
    """Shape (n, 2): how much more of the blue light than of the red the ink absorbs, and how much more of the green than of
    both; each relative to all that it absorbs. Free of the light's colour and of how dark the ink is; black is (0, 0)."""
    heights: NDArray[np.float64]
    """Of the print, as a share of the face with its margin, shape (n,)."""
    middles: NDArray[np.float64]
    """Of the print, from the top, as a share of the same, shape (n,)."""
    contrasts: NDArray[np.float64]
    """How much more light the ink absorbs than the bare face, as logarithm, shape (n,)."""

    @classmethod
    def of(cls, parts: Sequence[Prints]) -> Prints:
        """Some together, at least one."""
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return cls(*map(np.concatenate, columns))

    def __getitem__(self, which: slice | NDArray[np.intp] | NDArray[np.bool_]) -> Prints:
        """Those of some of the faces."""
        return Prints(*(column[which] for column in vars(self).values()))


def measure(faces: NDArray[np.float32]) -> Prints:
    """Measures prints.

    Args:
        faces: shape (n, 3, height, width), as `vision.rectify.whiten` returns them.
    """
    count, _, height, width = faces.shape
    top, left = height // 10, width // 8
    inner = faces[:, :, top:-top, left:-left]
    absorbed = -np.log(np.clip(inner / WHITE_LEVEL, DARKEST, BRIGHTEST))
    strength = np.linalg.norm(absorbed, axis=1)
    flat = strength.reshape(count, -1)
    size = flat.shape[1]
    ink, bare, inked = round(INK_SHARE * size), int(BARE * size), int(INKED * size)
    order = np.partition(flat, (bare, inked), axis=1)
    weak, strong = order[:, bare], order[:, inked]
    darkest = np.argpartition(-flat, ink, axis=1)[:, None, :ink]
    absorbance = np.median(np.take_along_axis(absorbed.reshape(count, 3, -1), darkest, axis=2), axis=2).astype(float)
    blue, green, red = (absorbance / (np.linalg.norm(absorbance, axis=1, keepdims=True) + 1e-6)).T
    rows = (strength > ((weak + strong) / 2)[:, None, None]).sum(axis=2)
    above = np.cumsum(rows, axis=1) / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    first, last = (above < STRAY_INK).sum(axis=1), (above < 1 - STRAY_INK).sum(axis=1) + 1
    return Prints(
        tints=np.stack([blue - red, green - (blue + red) / 2], axis=1),
        heights=np.maximum((last - first) / height, LEAST_HEIGHT),
        middles=((first + last) / 2 + top) / height,
        contrasts=(strong - weak).astype(float),
    )
