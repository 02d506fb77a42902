"""One picture of a camera or a recording, and its thumbnail, which everything that only watches looks at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners

THUMBNAIL_WIDTH = 480
"""Pixels across; a tile is about twenty of them high."""

_WHOLE = 2  # whole pictures held decoded, six megabytes each at 1080p: frames are kept for long, and looked at once
_EXIF, _HEAD = b"Exif\0\0", 4096  # the mark of its orientation, and the bytes of a JPEG in which it stands
_REDUCED = {8: cv2.IMREAD_REDUCED_COLOR_8, 4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2}


@dataclass(frozen=True, eq=False)
class Jpeg:
    """A picture as a camera sent it, decoded only as far as somebody asks."""

    data: bytes
    width: int
    """Pixels, as its header says."""
    height: int

    @property
    def may_be_turned(self) -> bool:
        """Whether it has Exif data (JEITA CP-3451, 4.5.4), which may say that it is to be turned before it is shown.

        Frames are not turned.
        """
        return _EXIF in self.data[:_HEAD]

    @property
    def photo(self) -> Photo:
        """The whole picture, decoded anew unless that was just done.

        Raises:
            ValueError: it cannot be decoded.
        """
        return _whole(self)

    @cached_property
    def thumbnail(self) -> Photo:
        """The picture at `THUMBNAIL_WIDTH`, for half of what decoding the whole of it costs.

        Raises:
            ValueError: it cannot be decoded.
        """
        fitting = (flag for scale, flag in _REDUCED.items() if self.width >= scale * THUMBNAIL_WIDTH)
        return thumbnail(self.decoded(next(fitting, cv2.IMREAD_COLOR)))

    def keep_thumbnail(self, photo: Photo) -> None:
        """Takes the thumbnail from whoever has made it already."""
        vars(self)["thumbnail"] = photo

    def decoded(self, flag: int) -> Photo:
        """The picture as OpenCV's `imdecode` gives it with that flag, not turned.

        Raises:
            ValueError: it cannot be decoded.
        """
        picture = cv2.imdecode(np.frombuffer(self.data, np.uint8), flag | cv2.IMREAD_IGNORE_ORIENTATION)
        if picture is None:
            raise ValueError("a picture of the camera cannot be decoded")
        return picture.astype(np.uint8, copy=False)


@lru_cache(_WHOLE)
def _whole(picture: Jpeg) -> Photo:
    return picture.decoded(cv2.IMREAD_COLOR)


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source."""

    picture: Photo | Jpeg
    """The photo, or what it is decoded from when it is first asked for."""
    seconds: float
    """When its light was caught, as well as that can be known; never less than the frame before. A recording's seconds
    count from its beginning, a camera's are those of `time.monotonic`."""

    @property
    def photo(self) -> Photo:
        """The whole picture, shape (height, width, 3)."""
        return self.picture.photo if isinstance(self.picture, Jpeg) else self.picture

    @cached_property
    def thumbnail(self) -> Photo:
        """The photo at `THUMBNAIL_WIDTH`, made when it is first asked for."""
        return self.picture.thumbnail if isinstance(self.picture, Jpeg) else thumbnail(self.picture)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in pixels."""
        if isinstance(self.picture, Jpeg):
            return self.picture.width, self.picture.height
        return self.picture.shape[1], self.picture.shape[0]


def thumbnail(photo: Photo) -> Photo:
    """A photo of shape (height, width, 3) at `THUMBNAIL_WIDTH`; averaged, so that grain and noise fade."""
    small: NDArray[Any] = photo
    while small.shape[1] >= 2 * THUMBNAIL_WIDTH:  # halving is many times faster than an average over other areas
        half = (small.shape[1] // 2, max(1, small.shape[0] // 2))
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
    height = max(1, round(photo.shape[0] * THUMBNAIL_WIDTH / photo.shape[1]))
    return cv2.resize(small, (THUMBNAIL_WIDTH, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def mask_of(shape: tuple[int, ...], outlines: Iterable[Corners], width: int, grown: int = 0) -> NDArray[np.uint8]:
    """Where outlines lie in a thumbnail: 1 there, else 0.

    Args:
        shape: the shape of the mask, height and width.
        outlines: in pixels of a photo.
        width: the width of that photo.
        grown: pixels of the mask by which the outlines are grown.
    """
    mask = np.zeros(shape, np.uint8)
    for corners in outlines:
        cv2.fillPoly(mask, [np.round(np.asarray(corners) * (shape[1] / width)).astype(np.int32)], (1,))
    if grown:
        mask = cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8)).astype(np.uint8)
    return mask
