"""Cuts tiles out of a photo: every face warped upright to one small size, and freed of the light's colour."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners

PATCH_WIDTH = 48
PATCH_HEIGHT = 64
"""In pixels. The networks that read patches are trained on this size, on `FACE_MARGIN` and on `WHITE_LEVEL`: with other ones
they are trained anew."""
FACE_MARGIN = 0.06
"""Room about the face, as a fraction of the patch's width and height on each side."""
_WHITE_PERCENTILE = 80  # of a tile's pixels, by brightness, that is its bare body; ink covers less than the rest
_MOST_AVERAGED = 16  # pixels of a face, per side, that are averaged into one
WHITE_LEVEL = 0.8
"""Level to which the bare body is scaled."""
_LEAST_BODY = 8.0  # grey levels of a bare body, so that noise in the dark is not made bright
_MOST_LIGHT = 1.25  # after scaling: glare is cut off here
_LEAST_ROOM, _MOST_SLANTED = 8, 2.0  # pixels around a face that are looked at, and times the margin besides


def rectify(
    photo: Photo, corners: Corners, width: int = PATCH_WIDTH, height: int = PATCH_HEIGHT, margin: float = FACE_MARGIN
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
    return np.asarray(rectified(photo, [corners], width, height, margin)[0])


def rectified(
    photo: Photo,
    outlines: Iterable[Corners],
    width: int = PATCH_WIDTH,
    height: int = PATCH_HEIGHT,
    margin: float = FACE_MARGIN,
) -> NDArray[np.uint8]:
    """The faces within several outlines, each as `rectify` gives it, shape (n, height, width, 3)."""
    corners = np.array([*outlines], np.float32).reshape(-1, 4, 2)
    left, upper, right, lower = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).T
    face_width, face_height = np.maximum(upper, lower), np.maximum(left, right)
    factors = np.clip(np.round(np.maximum(face_width / width, face_height / height)), 1, _MOST_AVERAGED).astype(int)
    face = np.array([[margin, margin], [1 - margin, margin], [1 - margin, 1 - margin], [margin, 1 - margin]])
    targets = (face * [width, height] * factors[:, None, None] - 0.5).astype(np.float32)
    room = _LEAST_ROOM + np.round(_MOST_SLANTED * margin / (1 - 2 * margin) * np.maximum(face_width, face_height))
    size = np.array(photo.shape[1::-1])
    first = np.clip(np.floor(corners.min(axis=1)) - room[:, None], 0, size - 1).astype(int)
    last = np.clip(np.ceil(corners.max(axis=1)) + room[:, None] + 1, first + 1, size).astype(int)
    within = corners - first[:, None].astype(np.float32)
    faces = np.empty((len(corners), height, width, 3), np.uint8)
    places = zip(first.tolist(), last.tolist(), factors.tolist(), strict=True)
    for k, ((first_column, first_row), (last_column, last_row), factor) in enumerate(places):
        matrix = cv2.getPerspectiveTransform(within[k], targets[k])
        # OpenCV cannot warp from pictures beyond 32,767 pixels a side
        region = photo[first_row:last_row, first_column:last_column]
        shape = (width * factor, height * factor)
        patch = cv2.warpPerspective(region, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        faces[k] = patch if factor == 1 else cv2.resize(patch, (width, height), interpolation=cv2.INTER_AREA)
    return faces


def bodies(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The colour of the bare face, shape (n, 3), BGR, of patches (n, height, width, 3), 8 bits."""
    height, width = patches.shape[1:3]
    inner = patches[:, height // 10 : -(height // 10) : 2, width // 8 : -(width // 8) : 2]
    channels = inner.transpose(0, 3, 1, 2).reshape(len(patches), 3, -1)
    rank = channels.shape[2] * _WHITE_PERCENTILE // 100
    return np.sort(channels, axis=2, kind="stable")[..., rank].astype(np.float32)  # of bytes, a radix sort


def whiten(patches: NDArray[np.uint8], body: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Patches as if their bodies were equally white under neutral light.

    Args:
        patches: shape (n, height, width, 3), 8 bits.
        body: the colour of each bare face, shape (n, 3), BGR; None for what `bodies` finds in the patches.

    Returns:
        Shape (n, 3, height, width), each channel scaled so that the tile's body is near `WHITE_LEVEL`; at most
        `_MOST_LIGHT`.
    """
    gain = np.float32(WHITE_LEVEL) / np.maximum(bodies(patches) if body is None else body, _LEAST_BODY)
    white = patches.transpose(0, 3, 1, 2).astype(np.float32, order="C")
    white *= gain[:, :, None, None]
    return np.minimum(white, np.float32(_MOST_LIGHT), out=white)


def negative(photo: Photo) -> Photo:
    """The photo, shape (height, width, 3), with bright and dark exchanged and hues kept: the lightness of HSL turned round."""
    channels = cv2.split(photo)
    low, high = (op(op(channels[0], channels[1]), channels[2]) for op in (cv2.min, cv2.max))
    turned = [cv2.add(cv2.subtract(channel, low), cv2.bitwise_not(high)) for channel in channels]
    return np.asarray(cv2.merge(turned), np.uint8)
