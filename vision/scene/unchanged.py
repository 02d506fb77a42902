"""Whether faces look in one photo as they did in another of the same camera: then what was read of them still holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners
from vision.reading.rectify import rectified

Cells = NDArray[np.float32]
"""Faces averaged into few cells each, shape (n, `DOWN`, `ACROSS`, 3), grey levels."""

ACROSS, DOWN = 12, 16
"""Cells of a face: a stroke of the print is one to two of them wide, and a camera's grain averages out in them."""

MOST_OTHER = 0.2
"""Share of a face's contrast by which a cell may differ: the slightest difference between two numbers is larger."""
GRAIN = 6.0
"""Grey levels by which it may in any case."""


def cells_of(photo: Photo, outlines: Sequence[Corners]) -> Cells:
    """The faces within these outlines, in pixels of the photo."""
    return rectified(photo, outlines, ACROSS, DOWN).astype(np.float32)


def look_alike(before: Cells, now: Cells) -> NDArray[np.bool_]:
    """Whether each of the faces looks as it did, in whatever light, shape (n,).

    Args:
        before: faces of one photo.
        now: the same places of another photo.
    """
    if not len(before):
        return np.zeros(0, np.bool_)
    difference = now - before
    difference -= np.median(difference, axis=(1, 2), keepdims=True)
    contrast = np.ptp(before, axis=(1, 2)).max(axis=1)
    bound = np.maximum(MOST_OTHER * contrast, GRAIN)
    return np.asarray(np.abs(difference).max(axis=(1, 2, 3)) <= bound)
