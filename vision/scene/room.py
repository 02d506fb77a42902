"""Whether a row of tiles has room under what lies over the table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.proportions import ASPECT

UNSEEN = 0.85
"""Share of a tile's width and height that must be hidden for nothing of it to be seen."""

_COARSE = 3  # pixels of a thumbnail to one in which room is looked for
_TURNS = 15  # degrees from one direction of a row to the next


def has_room(strange: NDArray[np.bool_], size: float, tiles: int) -> bool:
    """Whether a row of so many tiles may lie wholly under something, in any direction.

    As near to the picture's border as a tile is wide lies the wrist of whoever reaches in, and nothing that this hand has laid.

    Args:
        strange: where the thumbnail of a picture shows neither table nor tile, shape (height, width).
        size: the width of a tile, as a fraction of the picture's width.
        tiles: how many there are in the row.
    """
    height, width = (round(side / _COARSE) for side in strange.shape)
    coarse = cv2.resize(strange.astype(np.uint8), (width, height), interpolation=cv2.INTER_AREA)
    rim, unseen = round(size * width), UNSEEN * size * width
    coarse[:rim] = coarse[-rim:] = coarse[:, :rim] = coarse[:, -rim:] = 0
    return any(bool(cv2.erode(coarse, row).any()) for row in _rows(tiles * unseen, ASPECT * unseen))


def _rows(across: float, up: float) -> Iterator[NDArray[np.uint8]]:
    """Yields masks of a row of tiles of that length and width in pixels, in every direction."""
    side = 2 * math.ceil(math.hypot(across, up) / 2) + 1
    for degrees in range(0, 180, _TURNS):
        box = cv2.boxPoints(((side // 2, side // 2), (across, up), degrees))
        row = np.zeros((side, side), np.uint8)
        cv2.fillConvexPoly(row, np.round(box).astype(np.int32), (1,))
        yield row
