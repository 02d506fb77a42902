"""Where tiles may lie that the locator has not found: beside the rows, and about print that it took for something small."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import arrange
from vision.reading.candidates import Candidate
from vision.reading.locate import Detection
from vision.reading.overlap import shared_area

OBJECTNESS = 0.5
"""That given to a place where the locator has found nothing."""
LONGEST_GAP = 6
"""Maximum number of tiles in a row that are found by going on from the end of a set."""
HINT, PLAINLY_FOUND = 0.6, 0.6
"""Where a row would go on is looked at if the locator has found something no farther away than `HINT`, in heights
of a tile, or was less sure of the row's end than `PLAINLY_FOUND`; and wherever the picture is like the bare face of
that end."""
WIDTH, HEIGHT = 9, 12
"""In how many points the picture of a place is held against a bare face, across and down."""
LEAST_LIGHT = 8.0
"""Grey levels below which nothing is darker than anything else."""
SHADE_BESIDE, SHADE, TINT, ALIKE_SHARE = 0.2, 0.4, 0.12, 0.35
"""Logarithms by which a point may depart from a bare face to be like it, in brightness, beside that face and elsewhere, and
in each of blue, green and red besides that; and share of a place's points that are so where a tile may lie: print, or a
finger, may take up the rest."""
SMALL = (0.35, 0.75)
"""How large an outline is, as a share of the nearest tile's, that may be the print of a face: the picture of a joker."""
CLEAR_OF = 0.8
"""How far it lies from the middle of each tile, at least, in that tile's heights."""
HALF_UNDER = (0.35, 0.7)
"""Share of a place where a row goes on that lies under another tile where it is looked at without that: a tile may lie
half on its neighbour."""
NEAR = 0.8
"""Distance of two middles, in heights of a tile, within which one tile may lie half on the other."""
THE_SAME = 0.8
"""Intersection over union of their upright boxes from which two places are one."""


class Surroundings:
    """What lies about the tiles of a table, each place looked at once.

    Args:
        photo: shape (height, width, 3).
        found: where the locator has found something.
    """

    def __init__(self, photo: Photo, found: Sequence[Detection]) -> None:
        self._photo, self._found = photo, found
        self._hints = quads.centres([place.corners for place in found])
        self._tried: list[Corners] = []

    def about_print(self, lying: Sequence[Candidate]) -> list[Detection]:
        """Where a face may be of which the locator has found the print alone."""
        faces = [one for one in lying if one.is_face_up]
        if not faces:
            return []
        outlines = [one.place.corners for one in faces]
        middles, heights = quads.centres(outlines), np.array([quads.height(outline) for outline in outlines])
        places, nearest = [], []
        for place, middle in zip(self._found, self._hints, strict=True):
            away = np.linalg.norm(middles - middle, axis=1)
            k = int(away.argmin())
            share = math.sqrt(quads.area(place.corners) / quads.area(outlines[k]))
            if SMALL[0] <= share <= SMALL[1] and (away >= CLEAR_OF * heights).all():
                whole = middle + (place.corners - middle) / share
                places.append(Detection(np.asarray(whole, np.float32), place.objectness))
                nearest.append(faces[k])
        return list(itertools.compress(places, _are_alike(self._photo, places, nearest, SHADE)))

    def ends(self, lying: Sequence[Candidate]) -> list[Detection]:
        """Where the rows of the tiles that show their face may go on, and nobody has looked yet."""
        faces = [one for one in lying if one.is_face_up]
        ends, places = [], []
        for end, place in _next_places([face.place.corners for face in faces]):
            if not _is_among(place, self._tried):
                ends.append(faces[end])
                places.append(place)
        worth = self._are_near_hints(places) | _are_alike(self._photo, places, ends, SHADE_BESIDE)
        worth |= np.array([end.place.objectness < PLAINLY_FOUND for end in ends], np.bool_)
        new = list(itertools.compress(places, worth))
        self._tried += [place.corners for place in new]
        return new

    def _are_near_hints(self, places: Sequence[Detection]) -> NDArray[np.bool_]:
        """Whether the locator has found something near the middle of each place, shape (n,)."""
        middles = quads.centres([place.corners for place in places]).reshape(-1, 1, 2)
        reach = HINT * np.array([quads.height(place.corners) for place in places])
        away = np.linalg.norm(middles - self._hints, axis=2)
        return np.asarray((away <= reach[:, None]).any(axis=1))


def _next_places(outlines: Sequence[Corners]) -> Iterator[tuple[int, Detection]]:
    """Where the next tile would lie at both ends of every set: as far on as the last one lies from the one before it.

    A tile that lies alone goes on by its own width.

    Yields:
        The index of the outline at that end, and the place.
    """
    middles = quads.centres(outlines)
    ends: list[int] = []
    steps: list[NDArray[np.float32]] = []
    for members in arrange.into_sets(outlines):
        first, last = members[0], members[-1]
        ends += [first, last]
        if len(members) > 1:
            steps += [middles[first] - middles[members[1]], middles[last] - middles[members[-2]]]
        else:
            top_left, top_right, bottom_right, bottom_left = outlines[first]
            across = (top_right + bottom_right - top_left - bottom_left) / 2
            steps += [-across, across]
    places = [outlines[end] + step for end, step in zip(ends, steps, strict=True)]
    reach = NEAR * np.array([quads.height(place) for place in places])
    are_near = np.linalg.norm(quads.centres(places)[:, None] - middles, axis=2) < reach[:, None]
    for end, step, place, near in zip(ends, steps, places, are_near, strict=True):
        others = [outlines[k] for k in np.flatnonzero(near).tolist() if k != end]
        yield end, Detection(_in_sight(place, step, others), OBJECTNESS)


def _in_sight(place: Corners, step: NDArray[np.float32], others: Sequence[Corners]) -> Corners:
    """A place that one step of a row leads to, without what lies under one of the `others` where that is about a half."""
    under = max((shared_area(place, other) for other in others), default=0.0) / quads.area(place)
    if not HALF_UNDER[0] < under <= HALF_UNDER[1]:
        return place
    is_far = (place - quads.centre(place)) @ step > 0
    return np.asarray(np.where(is_far[:, None], place - under * step, place), np.float32)


def _are_alike(photo: Photo, places: Sequence[Detection], faces: Sequence[Candidate], most: float) -> NDArray[np.bool_]:
    """Whether enough of the picture at each place is like one of the faces where that is bare, shape (n,).

    `most` is how far it may be from it in brightness.
    """
    if not places:
        return np.zeros(0, np.bool_)
    seen = _sampled(photo, np.array([place.corners for place in places]))
    bare = np.array([face.body for face in faces], np.float32)[:, None]
    apart = np.log(np.maximum(seen, LEAST_LIGHT) / np.maximum(bare, LEAST_LIGHT))
    shade = apart.mean(axis=2, keepdims=True)
    are_alike = (np.abs(shade[..., 0]) < most) & (np.abs(apart - shade).max(axis=2) < TINT)
    return np.asarray(are_alike.mean(axis=1) >= ALIKE_SHARE)


def _sampled(photo: Photo, outlines: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a photo shows at points spread over outlines (n, 4, 2), shape (n, WIDTH * HEIGHT, 3)."""
    across, down = np.meshgrid((np.arange(WIDTH) + 0.5) / WIDTH, (np.arange(HEIGHT) + 0.5) / HEIGHT)
    weights = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
    points = np.einsum("kp,nkc->npc", weights.reshape(4, -1), outlines)
    columns, rows = np.clip(np.round(points).astype(np.intp), 0, np.array(photo.shape[1::-1]) - 1).transpose(2, 0, 1)
    return np.asarray(photo[rows, columns], np.float32)


def _is_among(place: Detection, tried: Sequence[Corners]) -> bool:
    """Whether a place is nearly the same as one of those in `tried`."""
    box = quads.bounding_box(place.corners)
    return any(quads.iou(box, quads.bounding_box(other)) >= THE_SAME for other in tried)
