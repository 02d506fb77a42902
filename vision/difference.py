"""Where two pictures of one camera differ, whatever light, exposure and grain do.

Pictures are compared small and grey. Before they are compared one is scaled to the other's brightness, so that a camera
adjusting its exposure, or a cloud before the sun, is no difference.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Photo

Grey = NDArray[np.float32]
"""A small picture, shape (height, `WIDTH`), 0 to 255."""

WIDTH = 240
"""Pictures are compared at this width in pixels: a tile is about ten pixels wide, the sensor's noise averages out."""

_LEAST_CHANGE = 12.0  # grey levels; the compression of a video makes changes below
_WHITE = 250.0  # grey levels; brighter than this, a camera shows no difference
_NORMAL = 0.6745  # the median of |x| of a normal distribution
_BEYOND_NOISE = 5.0
_MOST_NOISE = 5.0  # grey levels of small pictures: where half of a picture differs by more, it is another picture


def small_grey(thumbnail: Photo, shape: tuple[int, ...]) -> Grey:
    """The small grey picture that is compared, from the `thumbnail` of a photo of that shape."""
    height = max(1, round(shape[0] * WIDTH / shape[1]))
    small = cv2.resize(thumbnail, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)


def differing(old: Grey, new: Grey, *, slack: int = 0) -> NDArray[np.uint8]:
    """Where `new` differs from `old`, of one shape: 0 or 1.

    Args:
        old: the picture before.
        new: the picture after.
        slack: pixels by which edges may lie elsewhere, as they do in a picture that was warped to another viewpoint of
            the camera.
    """
    gain = float(np.median((new + 1) / (old + 1)))
    expected = old * gain
    if slack:
        around = np.ones((2 * slack + 1, 2 * slack + 1), np.uint8)
        expected = np.clip(new, cv2.erode(expected, around), cv2.dilate(expected, around))
    difference = np.abs(new - expected)
    noise = min(float(np.median(difference)) / _NORMAL, _MOST_NOISE)
    burnt_out = (new >= _WHITE) & (old >= _WHITE)
    return ((difference > max(_LEAST_CHANGE, _BEYOND_NOISE * noise)) & ~burnt_out).astype(np.uint8)
