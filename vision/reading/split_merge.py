"""Tiles side by side that were taken for one, and where each of them would lie; and one tile that was taken for two."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.reading.candidates import Candidates, each_once
from vision.reading.locate import Proposals
from vision.reading.overlap import outline_iou
from vision.reading.proportions import FEATURES, proportions
from vision.reading.table_reading import LIKELY

LARGER = 1.25
"""Ratio of a place's area to that of the tiles around it from which it may be several tiles."""
_AREA_RATIO = 1.3  # maximum ratio, either way, of a part's area to that of a tile; perspective adds to it
_AREA_OF_TWO = 1.5  # ratio of a place's area to that of a tile from which it may be two, whatever is read
_LOG_STRETCHED = 0.35  # logarithm of relative aspect, and of area, from which a place may be two side by side
_LEAST_UNEXPLAINED = 0.4  # share of a relative area's logarithm that the slant must leave; with less, it is one tile
_LOG_BOTH_WAYS = 0.4  # logarithm of relative width and height from which a place is several both ways
_MOST_IN_ONE = 4  # maximum number of tiles that are taken for one
_NEIGHBOURS = 5  # sure tiles, the nearest ones, that tell how large a tile is at a place
_LEAST_FILLED = 0.8  # minimum share of a tile that its two halves take together
_ELEVEN = 11  # the number that looks like two ones side by side
_SAME_TILE_IOU = 0.6  # intersection over union from which two outlines are of one tile
_MOST_ELONGATED = 2.2  # maximum ratio of a tile's sides; a longer part is no tile


class Split(NamedTuple):
    """One way in which a place may be several tiles."""

    of: tuple[int]
    """Index of the candidate."""
    is_eleven: bool
    """Whether it is surely read as an 11."""
    places: Proposals
    usual: float | None
    """The area of a tile there, square pixels; None where no sure tile tells."""

    def are_tiles(self, read: Candidates) -> bool:
        """Whether the parts, as `read`, are plainly tiles, each of the usual size and apart from the others.

        The check is strict since half of an 11 reads as a 1.
        """
        if self.is_eleven and (read.number == 1).all():
            return False
        fit = self.usual is None or all(
            1 / _AREA_RATIO <= quads.area(outline) / self.usual <= _AREA_RATIO for outline in read.outlines
        )
        return fit and bool((read.sure & read.is_face_up).all()) and len(each_once(read)) == len(read)


class Merge(NamedTuple):
    """Two places that may be one tile: an 11 is two ones side by side."""

    of: tuple[int, int]
    """Indices of the candidates."""
    places: Proposals
    """The one where both of them lie."""
    usual: float
    """The area of a tile there, square pixels."""

    def are_tiles(self, read: Candidates) -> bool:
        """Whether the whole, as `read`, is plainly a tile of the usual size."""
        fits = 1 / LARGER <= quads.area(read.outlines[0]) / self.usual <= LARGER
        return fits and bool((read.sure & read.is_face_up).all())


_Way = list[tuple[float, float]]
"""Where along a place, from one of its sides to the other, each part of it begins and ends, 0 to 1."""


class _Usual:
    """How large a tile is at a place of a photo, by the nearest sure tiles."""

    def __init__(self, candidates: Candidates) -> None:
        self._sure = np.flatnonzero(candidates.sure & candidates.is_face_up)
        self._middles = quads.centres(candidates.outlines[self._sure])
        self._areas = [*map(quads.area, candidates.outlines[self._sure])]

    def area(self, corners: Corners, *but: int) -> float | None:
        """The area of a tile there, square pixels, by the sure tiles but those of these indices; None where there is no other."""
        far = ((self._middles - quads.centre(corners)) ** 2).sum(axis=1)
        nearest = far.argsort()[: _NEIGHBOURS + len(but)]
        areas = [self._areas[k] for k in nearest.tolist() if self._sure[k] not in but][:_NEIGHBOURS]
        return statistics.median(areas) if areas else None


def merges(candidates: Candidates) -> Iterator[Merge]:
    """The pairs of places that are each too small for a tile, lie side by side, and together are as large as one, and as wide and as high."""
    outlines, objectness = candidates.outlines, candidates.objectness
    areas = [*map(quads.area, outlines)]
    middling = statistics.median(areas) if areas else 0.0
    small = [k for k, area in enumerate(areas) if area * LARGER < middling]
    if len(small) < 2:  # noqa: PLR2004 - a pair
        return
    around = _Usual(candidates)
    for k, j in combinations(small, 2):
        box = np.asarray(cv2.boxPoints(cv2.minAreaRect(np.concatenate([outlines[k], outlines[j]]))), np.float32)
        if not areas[k] + areas[j] >= _LEAST_FILLED * quads.area(box) > 0:
            continue
        usual = around.area(box, k, j)
        if usual is None or not 1 / LARGER <= quads.area(box) / usual <= LARGER:
            continue
        whole = Proposals.at([_turned_like(outlines[k], box)], float(objectness[[k, j]].max()))
        if _has_shape_of_tile(whole, candidates.without([k, j])):
            yield Merge((k, j), whole, usual)


def splits(candidates: Candidates) -> Iterator[Split]:
    """The ways in which places that are too large for a tile may be several tiles.

    The nearest sure tiles tell how large a tile is; where there are none, a place may be two or three. What is surely
    read is one tile where the slant explains its size: it only lies nearer to the camera.

    Args:
        candidates: all that is read in one photo.

    Yields:
        A place divided into parts; one place may be divided in several ways.
    """
    around, elevens = _Usual(candidates), candidates.sure & (candidates.number == _ELEVEN)
    stretched = cache(lambda: np.maximum(*_in_the_slant(candidates)))
    for which in np.flatnonzero((candidates.objectness >= LIKELY) | (candidates.no_tile < LIKELY)).tolist():
        outline, sure = candidates.outlines[which], bool(candidates.sure[which])
        usual = around.area(outline, which)
        times = None if usual is None else quads.area(outline) / usual
        ways = _ways(times, sure=sure)
        if ways and times is not None and sure and stretched()[which] < _LEAST_UNEXPLAINED * math.log(times):
            continue
        for way, first in product(ways, (0, 1)):  # from left to right, then from the top down
            parts = _divided(np.roll(outline, -first, axis=0), way)
            if all(map(_is_tile_shaped, parts)):
                places = Proposals.at(parts, float(candidates.objectness[which]))
                yield Split((which,), bool(elevens[which]), places, usual)


def are_read(parts: Candidates, others: Candidates) -> NDArray[np.bool_]:
    """Whether one of the others is the same tile as each part of a place, found by itself, so that its outline is no guess."""
    known = others.outlines[others.is_face_up & (others.certainty >= LIKELY)]
    found = [any(outline_iou(one, part) >= _SAME_TILE_IOU for one in known) for part in parts.outlines]
    return np.array(found, np.bool_)


def parts_of_large(candidates: Candidates) -> dict[int, Proposals]:
    """The places that are too large for one tile, judged by the tiles around them, by their indices: each as the tiles that it may be.

    From a low camera the tiles in front are larger than those behind them: so a place must be too wide or too high in
    the slant of its neighbourhood (`vision.reading.proportions`) as well.
    """
    around = _Usual(candidates)
    usual = [around.area(outline, k) for k, outline in enumerate(candidates.outlines)]
    times = [
        0.0 if area is None else quads.area(one) / area for one, area in zip(candidates.outlines, usual, strict=True)
    ]
    if not any(ratio >= _AREA_OF_TWO for ratio in times):
        return {}
    wider, higher = _in_the_slant(candidates)
    is_stretched = (np.abs(wider - higher) >= _LOG_STRETCHED) & (np.maximum(wider, higher) >= _LOG_STRETCHED)
    is_stretched |= np.minimum(wider, higher) >= _LOG_BOTH_WAYS
    return {
        k: _side_by_side(candidates.places[[k]], times[k], higher=bool(higher[k] > wider[k]))
        for k in np.flatnonzero(is_stretched & (np.array(times) >= _AREA_OF_TWO)).tolist()
    }


def _side_by_side(place: Proposals, times: float, *, higher: bool) -> Proposals:
    """A place that is `times` as large as a tile as tiles of the same size, side by side or, where it is `higher`, one below the other."""
    first = int(higher)
    parts = _divided(np.roll(place.outlines[0], -first, axis=0), _evenly(max(2, min(round(times), _MOST_IN_ONE))))
    return Proposals.at(np.roll(parts, first, axis=1), float(place.objectness[0]))


def _in_the_slant(candidates: Candidates) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Logarithms of each place's width and height relative to what those around it would show there, each (n,)."""
    shapes = proportions(candidates.outlines, candidates.certainty)
    return shapes[:, FEATURES.index("width")], shapes[:, FEATURES.index("height")]


def _has_shape_of_tile(place: Proposals, others: Candidates) -> bool:
    """Whether a place is about as wide and as high as a tile is in the slant of the others around it."""
    outlines = np.concatenate([place.outlines, others.outlines])
    (shape, *_) = proportions(outlines, np.concatenate([[0.0], others.certainty]))
    return all(abs(float(shape[FEATURES.index(side)])) < _LOG_STRETCHED for side in ("width", "height"))


def _turned_like(one: Corners, other: Corners) -> Corners:
    """The outline `other`, with its corners in the direction of those of `one`, and from the same corner on."""
    if cv2.contourArea(one, oriented=True) * cv2.contourArea(other, oriented=True) < 0:
        other = other[::-1]
    ways = [np.roll(other, -first, axis=0) for first in range(4)]
    up = one[[0, 1]].mean(axis=0) - one[[2, 3]].mean(axis=0)
    return max(ways, key=lambda way: float((way[[0, 1]].mean(axis=0) - way[[2, 3]].mean(axis=0)) @ up))


def _ways(times: float | None, *, sure: bool) -> list[_Way]:
    """How a place may be divided that is `times` as large as a tile, None where that is not known."""
    if times is None:
        return [] if sure else [_evenly(2), _evenly(3)]
    if not LARGER <= times <= _MOST_IN_ONE + 1 / 2:
        return []
    if times < 2 - (LARGER - 1):  # a tile, and some of the one before it or after it
        share = 1 / times
        return [_parts(share, begins) for begins in ((1 - 2 * share, 1 - share), (0.0, share))]
    return [_evenly(number) for number in sorted({int(times), round(times)} & {2, 3, _MOST_IN_ONE})]


def _evenly(number: int) -> _Way:
    return _parts(1 / number, [i / number for i in range(number)])


def _parts(share: float, begins: Sequence[float]) -> _Way:
    """Parts that each take that share of the place."""
    return [(begin, begin + share) for begin in begins]


def _divided(corners: Corners, way: _Way) -> NDArray[np.float32]:
    """The parts of a quadrilateral that is divided from its left to its right, shape (parts, 4, 2)."""
    top_left, top_right, bottom_right, bottom_left = corners.astype(np.float64)
    along = np.array(way)[..., None]
    upper, lower = top_left + along * (top_right - top_left), bottom_left + along * (bottom_right - bottom_left)
    return np.concatenate([upper, lower[:, ::-1]], axis=1).astype(np.float32)


def _is_tile_shaped(corners: Corners) -> bool:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    across, down = sides[[0, 2]].mean(), sides[[1, 3]].mean()
    return bool(max(across, down) <= _MOST_ELONGATED * min(across, down))
