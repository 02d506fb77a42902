"""Cuts tiles out of a photo: every face warped upright to one small size, and freed of the light's colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Corners, Photo

PATCH_WIDTH = 48
PATCH_HEIGHT = 64
MARGIN = 0.06
"""Room about the face, as a fraction of the patch's width and height on each side."""
WHITE_PERCENTILE = 80
"""The share of a tile's pixels that are darker than its bare body, per cent; ink covers less than the rest."""
WHITE_LEVEL = 0.8
"""What the bare body is scaled to."""
MOST_LIGHT = 1.25
"""Brightest value after scaling: glare is cut off here."""


def rectify(
    photo: Photo, corners: Corners, width: int = PATCH_WIDTH, height: int = PATCH_HEIGHT, margin: float = MARGIN
) -> Photo:
    """The face within `corners`, upright, with a margin.

    Args:
        photo: shape (h, w, 3).
        corners: shape (4, 2), pixels: top-left, top-right, bottom-right, bottom-left of the face as read upright. Parts
            outside the photo repeat its border.
        width: of the patch in pixels.
        height: of the patch in pixels.
        margin: room about the face, as a fraction of width and height on each side.

    Returns:
        Shape (height, width, 3). Large faces are averaged down rather than sampled, so that fine print does not alias.
    """
    face_height = max(np.hypot(*(corners[3] - corners[0])), np.hypot(*(corners[2] - corners[1])))
    face_width = max(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[3])))
    factor = max(1, min(8, round(float(max(face_height / height, face_width / width)))))
    w, h = width * factor, height * factor
    left, top = margin * w - 0.5, margin * h - 0.5
    right, bottom = (1 - margin) * w - 0.5, (1 - margin) * h - 0.5
    target = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 8, 0, (photo.shape[1] - 1, photo.shape[0] - 1))
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 9, low + 1, (photo.shape[1], photo.shape[0]))
    region = photo[low[1] : high[1], low[0] : high[0]]  # OpenCV cannot warp from pictures beyond 32,767 pixels a side
    matrix = cv2.getPerspectiveTransform((corners - low).astype(np.float32), target)
    patch = cv2.warpPerspective(region, matrix, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if factor > 1:
        patch = cv2.resize(patch, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(patch, np.uint8)


def bodies(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colour of the bare face, shape (n, 3), BGR, of patches (n, height, width, 3), 8 bits."""
    height, width = patches.shape[1:3]
    inner = patches[:, height // 10 : -(height // 10) : 2, width // 8 : -(width // 8) : 2].reshape(len(patches), -1, 3)
    rank = inner.shape[1] * WHITE_PERCENTILE // 100
    return np.partition(inner, rank, axis=1)[:, rank].astype(np.float32)


def whiten(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches as if their bodies were equally white under neutral light.

    Args:
        patches: shape (n, height, width, 3), 8 bits.

    Returns:
        Shape (n, 3, height, width), each channel scaled so that the tile's body is near `WHITE_LEVEL`; at most `MOST_LIGHT`.
    """
    white = bodies(patches)
    gain = np.float32(WHITE_LEVEL) / np.maximum(white, 8.0)
    scaled = np.minimum(patches * gain[:, None, None, :], np.float32(MOST_LIGHT))
    return np.ascontiguousarray(scaled.transpose(0, 3, 1, 2))
