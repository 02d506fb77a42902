"""What is printed on a face: where, how strongly, and in which tint, each relative to the bare face about it."""

from __future__ import annotations

from dataclasses import dataclass
from types import EllipsisType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.columns import Columns
from vision.reading.rectify import WHITE_LEVEL

# Top, left, bottom and right of where a face with its margin shows its number alone: below there may be a ring or a
# logo, and where the outline is a little off, the neighbour or the rack.
_PRINT_PART = (1 / 8, 1 / 5, 11 / 16, 4 / 5)
_INK_SHARE = 0.08  # of that part's pixels that are surely ink, even on a thin 1
_FOREIGN = 0.2  # darkness, from bare to darkest, of what reaches in from outside: beside a black rack print is pale
_LEAST_LEFT = 0.02  # share still dark without what reaches in for that to be left out: else the print itself does
DARKEST, BRIGHTEST = 0.02, 1.2
"""Bounds of a pixel relative to the body, so that noise in the dark and glare have no logarithm of their own."""
BARE, INKED = 0.3, 0.97
"""Shares of a face's pixels, from the brightest on, that are bare, and that are ink or bare."""
_STRAY_INK = 0.03  # share of the ink that may lie above what counts as the print, and as much below
_LEAST_HEIGHT = 0.05  # of a print, as a share of its face
_CELL = 2  # pixels along the side of a cell in which the shape of a print is measured
OVERSHOT = (-0.2, 1.3)
"""Bounds of how much light a pixel absorbs, where the bare body is 0 and ink is 1."""
LEAST_CONTRAST = 1e-3
"""Lower bound of how much more print absorbs than the bare face, as logarithm."""


@dataclass(frozen=True, eq=False)
class Prints(Columns):
    """The prints of n faces."""

    tints: NDArray[np.float64]
    """Shape (n, 2): how much more of the blue light than of the red the ink absorbs, and how much more of the green
    than of both; each relative to all that it absorbs. Free of the light's colour and of how dark the ink is; black is
    (0, 0)."""
    heights: NDArray[np.float64]
    """Height of the print, as a share of the face with its margin, shape (n,)."""
    middles: NDArray[np.float64]
    """Middle of the print, from the top, as a share of the face with its margin, shape (n,)."""
    contrasts: NDArray[np.float64]
    """How much more light the ink absorbs than the bare face, as logarithm, shape (n,)."""
    shapes: NDArray[np.float32]
    """How much of the ink's light the cells of the face without its margin absorb, from 0 where they are bare to 1,
    shape (n, rows, columns)."""


def measure(faces: NDArray[np.float32]) -> Prints:
    """Measures prints.

    Args:
        faces: shape (n, 3, height, width), as `vision.reading.rectify.whiten` returns them.
    """
    count, _, height, width = faces.shape
    top, left = height // 10, width // 8
    absorbed = -np.log(np.clip(faces / WHITE_LEVEL, DARKEST, BRIGHTEST))
    strength = np.sqrt(np.einsum("ncyx,ncyx->nyx", absorbed, absorbed))  # half the time of a norm
    inner = strength[:, top:-top, left:-left]
    flat = inner.reshape(count, -1)
    bare, inked = int(BARE * flat.shape[1]), int(INKED * flat.shape[1])
    order = np.sort(flat, axis=1)  # takes a quarter of the time of a partition
    weak, strong = order[:, bare], order[:, inked]
    halfway = ((weak + strong) / 2)[:, None, None]
    rows = (inner > halfway).sum(axis=2)
    above = np.cumsum(rows, axis=1) / np.maximum(rows.sum(axis=1, keepdims=True), 1)
    first, last = (above < _STRAY_INK).sum(axis=1), (above < 1 - _STRAY_INK).sum(axis=1) + 1
    return Prints(
        tints=_tints(absorbed, strength, strength > (weak + _FOREIGN * (strong - weak))[:, None, None]),
        heights=np.maximum((last - first) / height, _LEAST_HEIGHT),
        middles=((first + last) / 2 + top) / height,
        contrasts=(strong - weak).astype(float),
        shapes=_shapes((inner - weak[:, None, None]) / np.maximum(strong - weak, LEAST_CONTRAST)[:, None, None]),
    )


def _shapes(relative: NDArray[np.float32]) -> NDArray[np.float32]:
    """The shapes of `Prints`, of what pixels absorb relative to bare face and ink, shape (n, height, width)."""
    count, height, width = relative.shape
    cells = np.clip(relative, *OVERSHOT).reshape(count, height // _CELL, _CELL, width // _CELL, _CELL)
    of_two = cells[..., 0] + cells[..., 1]  # NumPy takes ten times as long over the means of so few
    return np.asarray((of_two[:, :, 0] + of_two[:, :, 1]) / _CELL**2, np.float32)


def _tints(
    absorbed: NDArray[np.float32], strength: NDArray[np.float32], dark: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The tints of `Prints`, from what each pixel absorbs in each channel, how much that is, and whether it is dark."""
    count, height, width = strength.shape
    top, left, bottom, right = (
        round(share * size) for share, size in zip(_PRINT_PART, (height, width) * 2, strict=True)
    )
    part = np.s_[..., top:bottom, left:right]
    foreign = _reaching_in(dark, part)
    least = _LEAST_LEFT * foreign[0].size
    foreign &= ((dark[part] & ~foreign).sum(axis=(1, 2)) >= least)[:, None, None]
    weighed = np.where(foreign, -1, strength[part]).reshape(count, -1)
    ink = round(_INK_SHARE * weighed.shape[1])
    darkest = np.argpartition(-weighed, ink, axis=1)[:, None, :ink]
    absorbance = np.median(np.take_along_axis(absorbed[part].reshape(count, 3, -1), darkest, axis=2), axis=2).astype(
        float
    )
    blue, green, red = (absorbance / (np.linalg.norm(absorbance, axis=1, keepdims=True) + 1e-6)).T
    return np.stack([blue - red, green - (blue + red) / 2], axis=1)


def _reaching_in(dark: NDArray[np.bool_], part: tuple[EllipsisType | slice, ...]) -> NDArray[np.bool_]:
    """Which of the dark pixels (n, height, width) belong to something that goes on beyond the face, as print hardly ever does.

    Only the pixels of a `part` of each face are returned.
    """
    count, height, width = dark.shape
    below = np.zeros((count, height + 1, width), np.uint8)  # a row that keeps each face from the next
    below[:, :height] = dark
    number, labels = cv2.connectedComponents(below.reshape(-1, width), connectivity=4)
    of = labels.reshape(below.shape)[:, :height]
    goes_on = np.zeros(number, np.bool_)
    for edge in (of[:, 0], of[:, -1], of[:, :, 0], of[:, :, -1]):
        goes_on[edge] = True
    goes_on[0] = False
    return np.asarray(goes_on[of[part]])
