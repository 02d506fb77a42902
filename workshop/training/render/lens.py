"""What a lens does to a picture: it bends straight lines a little, and only one distance is sharp."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage


@dataclass(frozen=True)
class Lens:
    """Radial distortion about the middle of a picture, which stays filled to its corners."""

    k1: float
    """-0.08 (pincushion) to 0.08 (barrel); 0 for none. At a corner the picture is moved by about this share."""
    size: tuple[int, int]
    """Width and height in pixels."""

    def _source(self) -> tuple[FloatImage, FloatImage]:
        """Where each pixel of the bent picture comes from in the straight one: columns and rows, shape (h, w)."""
        middle = (np.array(self.size, np.float32) - 1) / 2
        x = np.arange(self.size[0], dtype=np.float32)[None] - middle[0]
        y = np.arange(self.size[1], dtype=np.float32)[:, None] - middle[1]
        scale = np.float32(1 / (1 + max(self.k1, 0.0)))
        factor = scale + (x * x + y * y) * np.float32(self.k1 * scale / float(middle @ middle))
        return x * factor + middle[0], y * factor + middle[1]

    def bend(self, image: FloatImage, ids: NDArray[np.int32]) -> tuple[FloatImage, NDArray[np.int32]]:
        """The picture (h, w, 3) and its ids (h, w) as the lens shows them, of the same size."""
        if not self.k1:
            return image, ids
        columns, rows = self._source()
        bent = cv2.remap(image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        moved = cv2.remap(ids.astype(np.float32), columns, rows, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
        return bent, moved.astype(np.int32)

    def place(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (n, 2) of the straight picture come to lie in the bent one."""
        if not self.k1:
            return points
        middle = (np.array(self.size) - 1) / 2
        target = (points - middle) * (1 + max(self.k1, 0.0))
        away = target.copy()
        for _ in range(6):
            square = (away**2).sum(axis=1, keepdims=True) / (middle @ middle)
            away = target / np.maximum(1 + self.k1 * np.minimum(square, 4.0), 0.5)
        return np.asarray(away + middle)


def focus_blur(image: FloatImage, nearness: FloatImage, sharp_at: float, strength: float) -> FloatImage:
    """Blurs what is nearer or farther than the sharp distance.

    Args:
        image: shape (h, w, 3).
        nearness: 1 / depth of each pixel, shape (h, w).
        sharp_at: 1 / depth of what is sharp.
        strength: blur of what is twice as near as that, standard deviation in pixels.
    """
    spread = cv2.blur(np.minimum(np.abs(nearness / np.float32(sharp_at) - 1), 1.5) * np.float32(strength), (5, 5))
    most = float(spread.max())
    if most < 0.4:
        return image
    result = image
    reached = 0.0
    for sigma in (most / 3, most):
        blurred = cv2.GaussianBlur(image, (0, 0), max(sigma, 0.3))
        share = np.clip((spread - reached) / max(sigma - reached, 1e-6), 0, 1)[..., None]
        result = result + share * (blurred - result)
        reached = sigma
    return np.asarray(result, np.float32)
