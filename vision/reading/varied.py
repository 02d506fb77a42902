"""Pictures of tiles as other photos may show them: from farther off, softer, grainier, a little aside, in flatter light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.rectify import bodies

SHIFTED, TURNED, STRETCHED = 0.02, 0.05, 0.03
"""Standard deviations of how far off an outline lies, as a share of the face's height, of its turn, radians, and of its
size."""
HEIGHTS = (24.0, 90.0)
"""Range of a face's height in other photos, pixels."""
GRAIN = 4.0
"""Maximum standard deviation of the grain, 8 bits."""
VEIL = 0.25
"""Maximum share of the face's own white that lies over its print."""
GAMMA = 0.15
"""Standard deviation of the logarithm of a camera's gamma relative to another's."""


def varied(pictures: NDArray[np.uint8], times: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Each picture in as many variations as `times` says.

    Args:
        pictures: of upright faces, shape (n, height, width, 3), 8 bits, BGR.
        times: the number of variations of each picture.
        rng: source of every choice.

    Returns:
        Shape (times * n, height, width, 3), all of them once and then all of them again.
    """
    white = bodies(pictures)
    return np.stack([_varied(*one, rng) for _ in range(times) for one in zip(pictures, white, strict=True)])


def _varied(picture: NDArray[np.uint8], white: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    turn, size = float(np.degrees(rng.normal(0, TURNED))), float(1 + rng.normal(0, STRETCHED))
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, size), np.float64)
    matrix[:, 2] += rng.normal(0, SHIFTED * height, 2)
    seen = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scale = float(np.exp(rng.uniform(*np.log(HEIGHTS)))) / height
    if scale < 1:
        small = (max(4, round(width * scale)), max(4, round(height * scale)))
        seen = cv2.resize(
            cv2.resize(seen, small, interpolation=cv2.INTER_AREA), (width, height), interpolation=cv2.INTER_LINEAR
        )
    veil = rng.uniform(0, VEIL) * rng.random()
    light = np.clip((1 - veil) * seen.astype(np.float64) + veil * white, 1, 255)
    light = 255 * (light / 255) ** np.exp(rng.normal(0, GAMMA)) + rng.normal(0, rng.uniform(0, GRAIN), light.shape)
    return np.asarray(np.clip(light, 0, 255), np.uint8)
