"""Finds tiles in a photo: one small network at two scales, peaks to oriented quadrilaterals.

The network gives, for every cell of 4 x 4 pixels, whether a tile's centre lies there, where its four corners are and which
way is up (see ``training/networks.py``). The photo is looked at in three sizes, since the network is at its best where a tile
is 25 to 65 pixels long: at a quarter and at half of `LONG_SIDE`, and at all of it only where there may be tiles so small.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inference import Network
from vision.reading import Corners, Photo

MODEL = Path(__file__).parent / "models" / "locator.onnx"
LONG_SIDE = 1280
"""Longer side, in pixels, of the photo as the network sees it first; smaller photos are enlarged at most `MOST_ENLARGED`."""
MOST_ENLARGED = 1.6
LOOKS: tuple[tuple[float, float, float], ...] = ((0.25, 20.0, 1e9), (0.5, 20.0, 110.0), (1.0, 0.0, 110.0))
"""Each look's scale relative to `LONG_SIDE`, and the shortest and longest tile, in pixels of that look, taken from it."""
HALF = 0.5
SMALL = 34.0
"""Where the half-size look sees nothing shorter than this, in its pixels, the full-size look is left out."""
STRIDE = 4
"""Pixels of the network's picture to a cell of its output."""
OFFSET_UNIT = 32.0
"""Pixels of the network's picture to one unit of its corner offsets."""
LEAST_OBJECTNESS = 0.3
LEAST_AREA = 30.0
"""Square pixels of the photo below which nothing counts as a tile."""
MOST_TILES = 240
"""More than two boxes hold; what is less sure than that many others is texture."""
OVERLAP = 0.25
"""Share of the smaller tile's area that two tiles may share before the weaker is dropped."""
ROUGH_OVERLAP = 0.5
"""The same while corners are only roughly known, so that neighbours in a row are not taken for one tile."""


@dataclass(frozen=True, eq=False)
class Found:
    """A place where a tile seems to lie."""

    corners: Corners
    objectness: float
    """0 to 1."""


class Locator:
    """Finds tiles in photos.

    Args:
        threads: how many threads the network may use; None for as many as there are cores.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._network = Network(MODEL, threads)

    def find(self, photo: Photo) -> list[Found]:
        """Tiles in a photo (height, width, 3), the surest first, corners roughly, in the photo's pixels."""
        longest = max(photo.shape[:2])
        full = min(LONG_SIDE / longest, MOST_ENLARGED)
        found: list[Found] = []
        for relative, shortest, most in LOOKS:
            seen = [(f, _longest_side(f.corners) * full * relative) for f in self._look(photo, full * relative)]
            found += [f for f, length in seen if shortest <= length <= most]
            if relative >= HALF and seen and min(length for _, length in seen) >= SMALL:
                break
        found.sort(key=lambda f: -f.objectness)
        return list(itertools.islice(without_doubles(found, ROUGH_OVERLAP), MOST_TILES))

    def _look(self, photo: Photo, scale: float) -> list[Found]:
        height, width = photo.shape[:2]
        size = max(32, round(width * scale)), max(32, round(height * scale))
        small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        padded = cv2.copyMakeBorder(small, 0, -size[1] % 32, 0, -size[0] % 32, cv2.BORDER_REPLICATE)
        (maps,) = self._network.run(np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32))
        return decode(maps[0], np.array([size[0] / width, size[1] / height], np.float32))


def decode(maps: NDArray[np.float32], scale: NDArray[np.float32]) -> list[Found]:
    """Peaks of objectness with their corners, scaled back to the photo; `maps` is (11, rows, columns)."""
    objectness = 1 / (1 + np.exp(-maps[0]))
    highest = cv2.dilate(objectness, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((objectness >= highest) & (objectness >= LEAST_OBJECTNESS))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        quad, weight_sum = np.zeros((4, 2), np.float32), 0.0
        anchor = _quad_at(maps, row, column)
        for r in range(max(0, row - 1), min(maps.shape[1], row + 2)):
            for c in range(max(0, column - 1), min(maps.shape[2], column + 2)):
                weight = float(objectness[r, c])
                if weight >= 0.5 * objectness[row, column]:
                    quad += weight * _paired(_quad_at(maps, r, c), anchor)
                    weight_sum += weight
        quad /= weight_sum
        up = maps[9:11, row, column]
        found.append(Found(_turned_up(quad, up) / scale, float(objectness[row, column])))
    return found


def _quad_at(maps: NDArray[np.float32], row: int, column: int) -> Corners:
    centre = np.array([column + 0.5, row + 0.5], np.float32) * STRIDE
    return np.asarray(maps[1:9, row, column].reshape(4, 2) * OFFSET_UNIT + centre, np.float32)


def _paired(quad: Corners, anchor: Corners) -> Corners:
    """`quad` starting at the corner that makes it most alike to `anchor`."""
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - anchor).sum()))


def _turned_up(quad: Corners, up: NDArray[np.float32]) -> Corners:
    """`quad` starting at the top-left corner as seen along `up`."""
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return max(
        turns,
        key=lambda q: float(
            (q[0] + q[1] - q[2] - q[3]) @ up / max(float(np.hypot(*(q[0] + q[1] - q[2] - q[3]))), 1e-6)
        ),
    )


def _longest_side(corners: Corners) -> float:
    sides = corners - np.roll(corners, 1, axis=0)
    return float(np.hypot(sides[:, 0], sides[:, 1]).max())


def without_doubles(found: Iterable[Found], overlap: float = OVERLAP) -> Iterable[Found]:
    """Drops what shares more than `overlap` of its area with something surer; expects the surest first."""
    kept: list[tuple[Found, NDArray[np.float32], NDArray[np.float32], float]] = []
    for candidate in found:
        low, high = candidate.corners.min(axis=0), candidate.corners.max(axis=0)
        area = abs(float(cv2.contourArea(candidate.corners)))
        if area < LEAST_AREA or not cv2.isContourConvex(candidate.corners):
            continue
        for other, other_low, other_high, other_area in kept:
            if (low < other_high).all() and (other_low < high).all():
                shared, _ = cv2.intersectConvexConvex(candidate.corners, other.corners)
                if shared > overlap * min(area, other_area):
                    break
        else:
            kept.append((candidate, low, high, area))
            yield candidate
