"""Finds tiles in a photo: one small network at several scales, peaks to oriented quadrilaterals.

The network gives, for every cell of 4 x 4 pixels, whether a tile's centre lies there, where its four corners are and
which way is up (see ``workshop/training/networks.py``). The photo is looked at in up to five sizes, since the network is at its
best where a tile is 25 to 65 pixels long: at an eighth, a quarter and half of `LONG_SIDE`, at all of it only where
there may be tiles so small, and beyond it where most are smaller still.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Outlines
from vision.reading.columns import Columns
from vision.reading.inference import MODELS, ModelFile, Network
from vision.reading.overlap import once_or_several
from vision.reading.table_reading import LIKELY

LONG_SIDE = 1280
"""Longer side, in pixels, of the photo as the network sees it first; smaller photos are enlarged at most
`MOST_ENLARGED`."""
MOST_ENLARGED = 1.6
HALF, FULL = 0.5, 1.0
# Each relative to `LONG_SIDE`, with the shortest and longest tile, in pixels at that scale, that is taken from it.
_SCALES = ((0.125, 40.0, 1e9), (0.25, 20.0, 110.0), (HALF, 20.0, 110.0), (FULL, 0.0, 110.0), (1.5, 0.0, 70.0))
# The full-size look is left out where the half-size look sees a plain tile and none shorter than this, in its pixels.
_SMALL = 34.0
# The look beyond the full size, unless this share of the likely tiles that the full-size look sees is shorter than that.
_MOST_OF_THEM, _TINY = 0.75, 28.0
_PLAIN = 0.75  # objectness of a plain tile: print beside tiles too small for the half-size look hardly reaches it
_REDUCED_ONCE = 0.5  # scale below which the photo is reduced once, and the smaller looks are made from that
_LEAST_VOTE = 0.5  # objectness of a cell, relative to that of its peak, for what it says of the corners to count
STRIDE = 4
"""Pixels of the network's picture to a cell of its output, as the network is built."""
OFFSET_UNIT = 32.0
"""Pixels of the network's picture to one unit of its corner offsets, as the network is trained."""
LEAST_OBJECTNESS = 0.2
"""Minimum objectness of a place that is looked at; most places of which the locator is less sure are none, as the
stages after it tell."""
_MOST_TILES = 240  # more than two boxes hold; what is less sure than that many others is texture
Window = tuple[int, int, int, int]
"""A part of a photo: its left, top, right and bottom border in pixels, the last two outside of it."""


@dataclass(frozen=True, eq=False)
class Proposals(Columns):
    """Places where tiles seem to lie."""

    outlines: NDArray[np.float32]
    """Corners of each, shape (n, 4, 2), pixels."""
    objectness: NDArray[np.float64]
    """How sure the locator is that a tile lies there, shape (n,), 0 to 1."""

    @classmethod
    def at(cls, outlines: Outlines, objectness: float = 1.0) -> Self:
        """Places with these outlines, of all of which the locator is so sure."""
        return cls(np.array(outlines, np.float32).reshape(-1, 4, 2), np.full(len(outlines), objectness))

    def turned(self, corners: NDArray[np.intp] | int) -> Self:
        """The places with each outline turned on by so many corners."""
        order = (np.arange(4) + np.reshape(corners, (-1, 1))) % 4
        return replace(self, outlines=self.outlines[np.arange(len(self))[:, None], order])


class Locator:
    """Finds tiles in photos; the arguments and errors are those of `vision.reading.inference.PlaceNetwork`."""

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        self._network = Network(models / ModelFile.LOCATOR, threads)

    def find(self, photo: Photo, part: Window | None = None) -> Proposals:
        """Tiles in a photo (height, width, 3), or in a part of it.

        The surest come first; corners are rough, in the photo's pixels.
        """
        left, top, right, bottom = part or (0, 0, photo.shape[1], photo.shape[0])
        shown = photo[top:bottom, left:right]
        full = min(LONG_SIDE / max(photo.shape[:2]), MOST_ENLARGED)
        seen = resized(shown, _size(shown, full)) if full < _REDUCED_ONCE else shown
        half = resized(seen, _size(shown, full * HALF))
        found = []
        for relative, shortest, most in _SCALES:
            source = half if relative <= HALF else seen if relative <= FULL else shown
            places = self._propose(resized(source, _size(shown, full * relative)), shown)
            lengths = longest_sides(places.outlines) * full * relative
            found.append(places[(shortest <= lengths) & (lengths <= most)])
            if _is_enough(relative, places.objectness, lengths):
                break
        places = surest(Proposals.together(found))
        return replace(places, outlines=places.outlines + np.array([left, top], np.float32))

    def find_upside_down(self, photo: Photo) -> Proposals:
        """What `find` finds in a photo turned upside down, with corners in pixels of the photo as it is.

        Of a row of pale tiles flush with each other the network may see none, and yet all of them from the other side.
        """
        last = np.array([photo.shape[1] - 1, photo.shape[0] - 1], np.float32)
        turned = self.find(np.asarray(cv2.rotate(photo, cv2.ROTATE_180), np.uint8))
        return replace(turned, outlines=last - turned.outlines)

    def sees_any(self, reduced: Photo) -> bool:
        """Whether anything in a photo that `half_size` has made is likely a tile.

        It takes a quarter of the time of `find`, and gives no places.
        """
        looks = (relative for relative, _, _ in _SCALES if relative <= HALF)
        seen = (self._propose(resized(reduced, _size(reduced, relative / HALF)), reduced) for relative in looks)
        return any((places.objectness >= LIKELY).any() for places in seen)

    def _propose(self, small: Photo, photo: Photo) -> Proposals:
        """Places seen in a scaled photo, in pixels of the photo itself."""
        height, width = small.shape[:2]
        padded = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
        (maps,) = self._network.run(np.asarray(padded[None], np.uint8))
        return decode(maps[0], np.array([width / photo.shape[1], height / photo.shape[0]], np.float32))


def surest(places: Proposals) -> Proposals:
    """The places that count, the surest first, `_MOST_TILES` at most.

    Those that may be several of the others count beside them.
    """
    surest_first = places[np.argsort(-places.objectness, kind="stable")]
    return surest_first[once_or_several(surest_first.outlines, count=_MOST_TILES)]


def half_size(photo: Photo) -> Photo:
    """The photo at half the size at which the network sees most."""
    return resized(photo, _size(photo, min(LONG_SIDE / max(photo.shape[:2]), MOST_ENLARGED) * HALF))


def _size(photo: Photo, scale: float) -> tuple[int, int]:
    """Width and height of the photo at that scale."""
    return max(32, round(photo.shape[1] * scale)), max(32, round(photo.shape[0] * scale))


def resized(photo: Photo, size: tuple[int, int]) -> Photo:
    """The photo in that width and height, as the network sees photos."""
    how = cv2.INTER_AREA if size[0] < photo.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(photo, size, interpolation=how), np.uint8)


def _is_enough(relative: float, objectness: NDArray[np.float64], lengths: NDArray[np.float64]) -> bool:
    """Whether a closer look than that at the scale `relative` would find nothing more, by the places seen and their lengths."""
    if relative == HALF:
        return bool((objectness >= _PLAIN).any() and lengths.min() >= _SMALL)
    likely = lengths[objectness >= LIKELY]
    return relative == FULL and not (len(likely) and np.quantile(likely, _MOST_OF_THEM) < _TINY)


def decode(maps: NDArray[np.float32], scale: NDArray[np.float32]) -> Proposals:
    """Peaks of objectness with their corners, scaled back to the photo; `maps` is (rows, columns, 11).

    The corners are the mean of what the peak's cell and those around it say, weighted by how sure each is.
    """
    objectness = 1 / (1 + np.exp(-maps[..., 0]))
    highest = cv2.dilate(objectness, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((objectness >= highest) & (objectness >= LEAST_OBJECTNESS))
    if not len(rows):
        return Proposals.at(())
    peaks = objectness[rows, columns]
    down, right = (part.ravel() - 1 for part in np.indices((3, 3)))
    near_rows, near_columns = rows[:, None] + down, columns[:, None] + right
    weights = np.pad(objectness, 1)[near_rows + 1, near_columns + 1]
    weights[weights < _LEAST_VOTE * peaks[:, None]] = 0.0
    centres = (np.stack([near_columns, near_rows], axis=-1) + 0.5) * STRIDE
    within = near_rows.clip(0, len(maps) - 1), near_columns.clip(0, maps.shape[1] - 1)
    corners = maps[*within, 1:9].reshape(len(rows), 9, 4, 2) * OFFSET_UNIT
    corners = _paired(corners + centres[:, :, None])
    quads = (weights[:, :, None, None] * corners).sum(axis=1) / weights.sum(axis=1)[:, None, None]
    # The middle of the first pixel is (0, 0).
    quads = (_turned_up(quads, maps[rows, columns, 9:11]) + 0.5) / scale - 0.5
    return Proposals(quads.astype(np.float32), peaks.astype(np.float64))


def _paired(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Quadrilaterals (n, 9, 4, 2), each turned to begin at the corner that makes it most like the fifth of its nine."""
    turns = np.stack([np.roll(corners, k, axis=2) for k in range(4)])
    nearest = np.abs(turns - corners[:, 4:5]).sum(axis=(-1, -2)).argmin(axis=0)
    return np.asarray(np.take_along_axis(turns, nearest[None, :, :, None, None], axis=0)[0])


def _turned_up(quads: NDArray[np.float64], ups: NDArray[np.float32]) -> NDArray[np.float64]:
    """Quadrilaterals (n, 4, 2), each starting at the top-left corner as seen along its direction of `ups`, (n, 2)."""
    turns = np.stack([np.roll(quads, k, axis=1) for k in range(4)])
    upward = turns[:, :, 0] + turns[:, :, 1] - turns[:, :, 2] - turns[:, :, 3]
    upward /= np.maximum(np.linalg.norm(upward, axis=-1, keepdims=True), 1e-6)
    best = (upward * ups).sum(axis=-1).argmax(axis=0)
    return np.asarray(turns[best, np.arange(len(quads))])


def longest_sides(outlines: Outlines) -> NDArray[np.float64]:
    """The longest side of each quadrilateral, shape (n,)."""
    quads = np.array(outlines, np.float64).reshape(-1, 4, 2)
    sides = quads - np.roll(quads, 1, axis=1)
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]).max(axis=1))
