"""One picture of a camera or a recording, and its thumbnail, which everything that only watches looks at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Photo

THUMBNAIL_WIDTH = 480
"""Pixels across; a tile is about twenty of them high."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source."""

    photo: Photo
    seconds: float
    """When it was taken, in seconds since the source began; never less than the frame before."""

    @cached_property
    def thumbnail(self) -> Photo:
        """The photo at `THUMBNAIL_WIDTH`, made when it is first asked for."""
        return thumbnail(self.photo)


def thumbnail(photo: Photo) -> Photo:
    """A photo of shape (height, width, 3) at `THUMBNAIL_WIDTH`; averaged, so that grain and noise fade."""
    small: NDArray[Any] = photo
    while small.shape[1] >= 2 * THUMBNAIL_WIDTH:  # halving is many times faster than an average over other areas
        half = (small.shape[1] // 2, max(1, small.shape[0] // 2))
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
    height = max(1, round(photo.shape[0] * THUMBNAIL_WIDTH / photo.shape[1]))
    return cv2.resize(small, (THUMBNAIL_WIDTH, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
