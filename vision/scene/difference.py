"""Where two pictures of one camera differ, whatever light, exposure and grain do.

Pictures are compared small, grey or coloured: a tile may be as bright as the cloth that it comes to lie on. Before they are compared one is
scaled to the other's brightness, so that a camera adjusting its exposure, or a cloud before the sun, is no difference.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo

Grey = NDArray[np.float32]
"""A small picture, shape (height, `COMPARED_WIDTH`), 0 to 255."""

Coloured = NDArray[np.float32]
"""A small picture, shape (height, `COMPARED_WIDTH`, 3), 0 to 255."""

COMPARED_WIDTH = 240
"""Pictures are compared at this width in pixels: a tile is about ten pixels wide, the sensor's noise averages out."""

LEAST_CHANGE = 12.0
"""Grey levels; the compression of a video makes changes below."""

_WHITE = 250.0  # grey levels; brighter than this, a camera shows no difference
_NORMAL = 0.6745  # the median of |x| of a normal distribution
_BEYOND_NOISE = 5.0
_MOST_NOISE = 5.0  # grey levels of small pictures: where half of a picture differs by more, it is another picture


def small_grey(thumbnail: Photo, shape: tuple[int, ...]) -> Grey:
    """The small grey picture that is compared, from the `thumbnail` of a photo of that shape."""
    return _smoothed(cv2.cvtColor(_small(thumbnail, shape), cv2.COLOR_BGR2GRAY))


def small_coloured(thumbnail: Photo, shape: tuple[int, ...]) -> Coloured:
    """The small coloured picture that is compared, from the `thumbnail` of a photo of that shape."""
    return _smoothed(_small(thumbnail, shape))


def _small(thumbnail: Photo, shape: tuple[int, ...]) -> NDArray[Any]:
    height = max(1, round(shape[0] * COMPARED_WIDTH / shape[1]))
    return cv2.resize(thumbnail, (COMPARED_WIDTH, height), interpolation=cv2.INTER_AREA)


def _smoothed(small: NDArray[Any]) -> NDArray[np.float32]:
    return cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)


def differing(
    old: NDArray[np.float32], new: NDArray[np.float32], *, slack: int = 0, least: float = LEAST_CHANGE
) -> NDArray[np.uint8]:
    """Where `new` differs from `old`, in any of their channels: 0 or 1, shape (height, width).

    Args:
        old: the picture before, grey or coloured.
        new: the picture after, of the same shape.
        slack: pixels by which edges may lie elsewhere, as they do in a picture that was warped to another viewpoint of the camera.
        least: grey levels from which a difference counts, where the noise is not larger.
    """
    gain = np.median((new + 1) / (old + 1), axis=(0, 1))
    expected = old * gain
    if slack:
        around = np.ones((2 * slack + 1, 2 * slack + 1), np.uint8)
        expected = np.clip(new, cv2.erode(expected, around), cv2.dilate(expected, around))
    difference = np.abs(new - expected)
    noise = np.minimum(np.median(difference, axis=(0, 1)) / _NORMAL, _MOST_NOISE)
    burnt_out = (new >= _WHITE) & (old >= _WHITE)
    other = (difference > np.maximum(least, _BEYOND_NOISE * noise)) & ~burnt_out
    return np.asarray(np.atleast_3d(other).any(axis=2), np.uint8)
