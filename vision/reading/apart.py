"""Tiles side by side that were taken for one, and where each of them would lie; and one tile that was taken for two."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import combinations, compress, islice
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.reading.candidates import Candidate, each_once
from vision.reading.locate import Detection
from vision.reading.overlap import outline_iou
from vision.reading.proportions import FEATURES, proportions
from vision.reading.table_reading import LIKELY

LARGER = 1.25
"""Ratio of a place's area to that of the tiles around it from which it may be several tiles."""
FITS = 1.3
"""Maximum ratio, either way, of a plainly read part's area to that of the tiles around it; perspective makes tiles
differ."""
OF_TWO = 1.5
"""Ratio of a place's area to that of the tiles around it from which it may be more than one of them, whatever is read
there (`of_two`)."""
STRETCHED = 0.35
"""Logarithm of width by height, and of area, relative to the tiles around, from which a place may be two side by
side."""
UNEXPLAINED = 0.4
"""Share of the logarithm of a place's relative area that its width or height must keep when the slant is allowed for;
with less, what is surely read there is one tile."""
BOTH_WAYS = 0.4
"""Logarithm of width and of height, relative to the tiles around, from which a place is several beside and above each
other."""
MOST = 4
"""Maximum number of tiles that are taken for one."""
AROUND = 5
"""Number of the nearest sure tiles that tell how large a tile is at a place."""
FILLED = 0.8
"""Minimum share of a tile that its two halves take together."""
ELEVEN = 11
"""The number that looks like two ones side by side."""
THE_SAME = 0.6
"""Intersection over union from which two outlines are of one tile."""
LONGEST = 2.2
"""Maximum ratio of a tile's sides; a longer part is no tile."""


class Parts(NamedTuple):
    """One way in which a place may be several tiles."""

    of: Candidate
    places: tuple[Detection, ...]
    usual: float | None
    """The area of a tile there, square pixels; None where no sure tile tells."""

    def are_tiles(self, read: Sequence[Candidate]) -> bool:
        """Whether the parts, as `read`, are plainly tiles, each of the usual size and apart from the others.

        The check is strict since half of an 11 reads as a 1.
        """
        if self.of.sure and self.of.number == ELEVEN and all(one.number == 1 for one in read):
            return False
        sizes = [1.0 if self.usual is None else quads.area(one.place.corners) / self.usual for one in read]
        fit = all(1 / FITS <= size <= FITS for size in sizes)
        return fit and all(one.sure and one.is_face_up for one in read) and len(each_once(read)) == len(read)


class Halves(NamedTuple):
    """Two places that may be one tile: an 11 is two ones side by side."""

    of: tuple[Candidate, Candidate]
    whole: Detection
    usual: float
    """The area of a tile there, square pixels."""

    def are_one(self, read: Candidate) -> bool:
        """Whether the whole, as `read`, is plainly a tile of the usual size."""
        fits = 1 / LARGER <= quads.area(read.place.corners) / self.usual <= LARGER
        return fits and read.sure and read.is_face_up


class _Way(NamedTuple):
    """How a place may be divided, from one of its sides to the other."""

    share: float
    """Share of the place that each part takes, 0 to 1."""
    begins: Sequence[float]
    """Where along the place each part begins, 0 to 1 for a part that lies within it."""


class _Division(NamedTuple):
    """One of the ways to divide a place that is too large for a tile."""

    which: int
    """Index of the candidate."""
    usual: float | None
    """The area of a tile there, square pixels; None where no sure tile tells."""
    least: float
    """How much wider or higher than its neighbours the place must be in their slant, as a logarithm."""
    way: _Way


class _Usual:
    """How large a tile is at a place of a photo, by the nearest sure tiles."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._sure = [one for one in candidates if one.sure and one.is_face_up]
        outlines = [one.place.corners for one in self._sure]
        self._middles = quads.centres(outlines)
        self._areas = [quads.area(outline) for outline in outlines]

    def area(self, corners: Corners, *but: Candidate) -> float | None:
        """The area of a tile there, square pixels, by the sure tiles except `but`; None where there is no other."""
        far = ((self._middles - quads.centre(corners)) ** 2).sum(axis=1)
        nearest = (k for k in far.argsort()[: AROUND + len(but)].tolist() if self._sure[k] not in but)
        areas = [self._areas[k] for k in islice(nearest, AROUND)]
        return statistics.median(areas) if areas else None


def halves_of(candidates: Sequence[Candidate]) -> Iterator[Halves]:
    """The pairs of places that are each too small for a tile, lie side by side, and together are as large as one."""
    areas = [quads.area(one.place.corners) for one in candidates]
    if not areas:
        return
    middling, around = np.median(areas), _Usual(candidates)
    small = [k for k, area in enumerate(areas) if area * LARGER < middling]
    for k, j in combinations(small, 2):
        ones = candidates[k].place.corners, candidates[j].place.corners
        box = cv2.minAreaRect(np.concatenate(ones))
        whole = np.asarray(cv2.boxPoints(box), np.float32)
        if not areas[k] + areas[j] >= FILLED * quads.area(whole) > 0:
            continue
        usual = around.area(whole, candidates[k], candidates[j])
        if usual is not None and 1 / LARGER <= quads.area(whole) / usual <= LARGER:
            place = Detection(
                _turned_like(ones[0], whole), max(one.place.objectness for one in (candidates[k], candidates[j]))
            )
            yield Halves((candidates[k], candidates[j]), place, usual)


def parts_of(candidates: Sequence[Candidate]) -> Iterator[Parts]:
    """The ways in which places that are too large for a tile may be several tiles.

    The nearest sure tiles tell how large a tile is; where there are none, a place may be two or three. What is surely
    read is one tile where the slant explains its size: it only lies nearer to the camera.

    Args:
        candidates: all that is read in one photo.

    Yields:
        A place divided into parts; one place may be divided in several ways.
    """
    around = _Usual(candidates)
    large: list[_Division] = []
    for which, one in enumerate(candidates):
        if one.place.objectness < LIKELY and one.no_tile >= LIKELY:
            continue
        area = around.area(one.place.corners, one)
        times = None if area is None else quads.area(one.place.corners) / area
        least = UNEXPLAINED * math.log(times) if times is not None and one.sure else -math.inf
        large += [_Division(which, area, least, way) for way in _ways(times, sure=one.sure)]
    if not large:
        return
    wider, higher = _in_the_slant(candidates)
    for division in large:
        if max(wider[division.which], higher[division.which]) < division.least:
            continue
        one = candidates[division.which]
        for first in (0, 1):  # from left to right, then from the top down
            parts = _divided(np.roll(one.place.corners, -first, axis=0), division.way)
            if all(_is_tile_shaped(part) for part in parts):
                yield Parts(one, tuple(Detection(part, one.place.objectness) for part in parts), division.usual)


def is_read(part: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether one of `candidates` is the same tile as this part of a place, found by itself, so that its outline is no guess."""
    return any(
        one.is_face_up and one.certainty >= LIKELY and outline_iou(one.place.corners, part.place.corners) >= THE_SAME
        for one in candidates
    )


def of_two(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The places that are too large for one tile, judged by the tiles around each.

    From a low camera the tiles in front are larger than those behind them: so a place must be too wide or too high in
    the slant of its neighbourhood (`vision.reading.proportions`) as well.
    """
    around = _Usual(candidates)
    usual = (around.area(one.place.corners, one) for one in candidates)
    large = [
        k
        for k, (one, area) in enumerate(zip(candidates, usual, strict=True))
        if area is not None and quads.area(one.place.corners) >= OF_TWO * area
    ]
    if not large:
        return []
    wider, higher = (side[large] for side in _in_the_slant(candidates))
    is_stretched = (np.abs(wider - higher) >= STRETCHED) & (wider + higher >= STRETCHED)
    is_several = is_stretched | (np.minimum(wider, higher) >= BOTH_WAYS)
    return [candidates[k] for k in compress(large, is_several.tolist())]


def _in_the_slant(candidates: Sequence[Candidate]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Logarithms of each place's width and height relative to those around it, each of shape (n,).

    The sizes around it are those that their slant would show at the place.
    """
    shapes = proportions([one.place.corners for one in candidates], [one.certainty for one in candidates])
    return shapes[:, FEATURES.index("width")], shapes[:, FEATURES.index("height")]


def _turned_like(one: Corners, other: Corners) -> Corners:
    """The outline `other` with its corners in the order of those of `one`.

    They run in the same direction, and begin at the same corner of the upright tile.
    """
    if cv2.contourArea(one, oriented=True) * cv2.contourArea(other, oriented=True) < 0:
        other = other[::-1]
    ways = [np.roll(other, -first, axis=0) for first in range(4)]
    up = one[[0, 1]].mean(axis=0) - one[[2, 3]].mean(axis=0)
    return max(ways, key=lambda way: float((way[[0, 1]].mean(axis=0) - way[[2, 3]].mean(axis=0)) @ up))


def _ways(times: float | None, *, sure: bool) -> list[_Way]:
    """How a place may be divided that is `times` as large as a tile, None where that is not known."""
    if times is None:
        return [] if sure else [_evenly(2), _evenly(3)]
    if not LARGER <= times <= MOST + 1 / 2:
        return []
    if times < 2 - (LARGER - 1):  # a tile, and some of the one before it or after it
        share = 1 / times
        return [_Way(share, (1 - 2 * share, 1 - share)), _Way(share, (0.0, share))]
    return [_evenly(number) for number in sorted({int(times), round(times)} & {2, 3, MOST})]


def _evenly(number: int) -> _Way:
    return _Way(1 / number, [i / number for i in range(number)])


def _divided(corners: Corners, way: _Way) -> list[Corners]:
    """The parts of a quadrilateral that is divided from its left to its right."""
    top_left, top_right, bottom_right, bottom_left = corners.astype(np.float64)
    across, below = top_right - top_left, bottom_right - bottom_left
    return [
        np.array(
            [
                top_left + begin * across,
                top_left + (begin + way.share) * across,
                bottom_left + (begin + way.share) * below,
                bottom_left + begin * below,
            ],
            np.float32,
        )
        for begin in way.begins
    ]


def _is_tile_shaped(corners: Corners) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    across, down = sides[[0, 2]].mean(), sides[[1, 3]].mean()
    return bool(max(across, down) <= LONGEST * min(across, down))
