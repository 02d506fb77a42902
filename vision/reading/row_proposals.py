"""Where tiles may lie that the locator has not found: beside the rows, and about print that it took for something small."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import arrange
from vision.reading.candidates import Candidates
from vision.reading.locate import Proposals
from vision.reading.overlap import shared_area

UNFOUND_OBJECTNESS = 0.5
"""That given to a place where the locator has found nothing."""
LONGEST_GAP = 6
"""Maximum number of tiles in a row that are found by going on from the end of a set."""
_HINT_REACH = 0.6  # heights of a tile from where a row goes on to something found for it to be looked at
_PLAINLY_FOUND = 0.6  # objectness of a row's end below which it is looked at in any case
_SAMPLES_ACROSS, _SAMPLES_DOWN = 9, 12  # points in which a place is held against a bare face
_LEAST_LIGHT = 8.0  # grey levels below which nothing is darker than anything else
_SHADE_BESIDE, _SHADE = 0.2, 0.4  # log brightness by which points may differ from a bare face, beside it or elsewhere
_TINT = 0.12  # logarithm by which blue, green and red may each differ besides
_ALIKE_SHARE = 0.35  # of a place's points that are like a bare face: print, or a finger, may take up the rest
_PRINT_SIZES = (0.35, 0.75)  # as shares of the nearest tile's, of an outline that may be a joker's picture alone
_LEAST_CLEARANCE = 0.8  # heights of each tile that it lies from that tile's middle, at least
_HALF_COVERED = (0.35, 0.7)  # share of a place under another tile that is left out: one may lie half on the other
_COVERING_REACH = 0.8  # heights of a tile between middles within which one may lie half on the other
_SAME_PLACE_IOU = 0.8  # of their upright boxes


class RowProposals:
    """What lies about the tiles of a table, each place looked at once.

    Args:
        photo: shape (height, width, 3).
        found: where the locator has found something.
    """

    def __init__(self, photo: Photo, found: Proposals) -> None:
        self._photo, self._found = photo, found
        self._hints = quads.centres(found.outlines)
        self._tried: list[Corners] = []

    def around_prints(self, lying: Candidates) -> Proposals:
        """Where a face may be of which the locator has found the print alone."""
        faces = lying[lying.is_face_up]
        if not len(faces):
            return Proposals.at(())
        middles, heights = quads.centres(faces.outlines), np.array([*map(quads.height, faces.outlines)])
        wholes, small, nearest = [], [], []
        for at, (outline, middle) in enumerate(zip(self._found.outlines, self._hints, strict=True)):
            away = np.linalg.norm(middles - middle, axis=1)
            k = int(away.argmin())
            share = math.sqrt(quads.area(outline) / quads.area(faces.outlines[k]))
            if _PRINT_SIZES[0] <= share <= _PRINT_SIZES[1] and (away >= _LEAST_CLEARANCE * heights).all():
                wholes.append(np.asarray(middle + (outline - middle) / share, np.float32))
                small.append(at)
                nearest.append(k)
        places = replace(self._found[small], outlines=Proposals.at(wholes).outlines)
        return places[_are_alike(self._photo, places.outlines, faces.bodies[nearest], _SHADE)]

    def at_row_ends(self, lying: Candidates) -> Proposals:
        """Where the rows of the tiles that show their face may go on, and nobody has looked yet."""
        faces = lying[lying.is_face_up]
        next_places = [*_next_places(faces.outlines)]
        untried = [(end, place) for end, place in next_places if not _is_among(place, self._tried)]
        ends = faces[[end for end, _ in untried]]
        places = Proposals.at([place for _, place in untried], UNFOUND_OBJECTNESS)
        look_bare = _are_alike(self._photo, places.outlines, ends.bodies, _SHADE_BESIDE)
        new = places[self._are_near_hints(places.outlines) | look_bare | (ends.objectness < _PLAINLY_FOUND)]
        self._tried += [*new.outlines]
        return new

    def _are_near_hints(self, outlines: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Whether the locator has found something near the middle of each outline, shape (n,)."""
        reach = _HINT_REACH * np.array([*map(quads.height, outlines)])
        away = np.linalg.norm(quads.centres(outlines)[:, None] - self._hints, axis=2)
        return np.asarray((away <= reach[:, None]).any(axis=1))


def _next_places(outlines: NDArray[np.float32]) -> Iterator[tuple[int, Corners]]:
    """Where the next tile would lie at both ends of every set, each with the index of the outline at that end."""
    middles = quads.centres(outlines)
    ends: list[int] = []
    steps: list[NDArray[np.float32]] = []
    for members in arrange.into_sets(outlines):
        ends += [members[0], members[-1]]
        steps += arrange.steps(outlines[[*members]])
    places = [outlines[end] + step for end, step in zip(ends, steps, strict=True)]
    reach = _COVERING_REACH * np.array([quads.height(place) for place in places])
    are_near = np.linalg.norm(quads.centres(places)[:, None] - middles, axis=2) < reach[:, None]
    for end, step, place, near in zip(ends, steps, places, are_near, strict=True):
        others = [outlines[k] for k in np.flatnonzero(near).tolist() if k != end]
        yield end, _in_sight(place, step, others)


def _in_sight(place: Corners, step: NDArray[np.float32], others: Sequence[Corners]) -> Corners:
    """A place that one step of a row leads to, without what lies under one of the `others` where that is about a half."""
    under = max((shared_area(place, other) for other in others), default=0.0) / quads.area(place)
    if not _HALF_COVERED[0] < under <= _HALF_COVERED[1]:
        return place
    is_far = (place - quads.centre(place)) @ step > 0
    return np.asarray(np.where(is_far[:, None], place - under * step, place), np.float32)


def _are_alike(
    photo: Photo, outlines: NDArray[np.float32], bodies: NDArray[np.float32], most: float
) -> NDArray[np.bool_]:
    """Whether enough of each outline shows a bare face of that colour, BGR, (n, 3), up to `most` brighter or darker."""
    seen, bare = _sampled(photo, outlines), bodies[:, None]
    apart = np.log(np.maximum(seen, _LEAST_LIGHT) / np.maximum(bare, _LEAST_LIGHT))
    shade = apart.mean(axis=2, keepdims=True)
    are_alike = (np.abs(shade[..., 0]) < most) & (np.abs(apart - shade).max(axis=2) < _TINT)
    return np.asarray(are_alike.mean(axis=1) >= _ALIKE_SHARE)


def _sampled(photo: Photo, outlines: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a photo shows at points spread over outlines (n, 4, 2), shape (n, _SAMPLES_ACROSS * _SAMPLES_DOWN, 3)."""
    across, down = np.meshgrid(*((np.arange(count) + 0.5) / count for count in (_SAMPLES_ACROSS, _SAMPLES_DOWN)))
    weights = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
    points = np.einsum("kp,nkc->npc", weights.reshape(4, -1), outlines)
    columns, rows = np.clip(np.round(points).astype(np.intp), 0, np.array(photo.shape[1::-1]) - 1).transpose(2, 0, 1)
    return np.asarray(photo[rows, columns], np.float32)


def _is_among(place: Corners, tried: Sequence[Corners]) -> bool:
    """Whether a place is nearly the same as one of those in `tried`."""
    box = quads.bounding_box(place)
    return any(quads.iou(box, quads.bounding_box(other)) >= _SAME_PLACE_IOU for other in tried)
