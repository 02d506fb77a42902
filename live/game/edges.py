"""What may lie where a photo ends: a set goes on beyond its border, and a row along it may stand on a rack.

Somebody who takes a photo from where they stand cuts off what lies at the edge of the table, and has racks in the
picture. Neither is held against whoever took the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from live.game.rack_areas import around, distances_to_edges
from referee.doubt import UNREAD_CANDIDATES, CandidateSet, CandidateTable
from referee.sets import SMALLEST_SET
from vision import quads
from vision.quads import Corners
from vision.reading.arrange import ends
from vision.reading.proportions import ASPECT
from vision.reading.sight import TOUCHING
from vision.regions import Area, is_within

ROW = 4
"""Minimum number of tiles of a row that, being no set, stands on a rack: a set that was laid wrongly rarely has as
many."""

AT_EDGE = 5.0
"""Tile widths from an edge of the photo within which the middles of a rack's tiles are."""


class ReadPhoto(Protocol):
    """A photo of a table, with what was read in it."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in pixels."""

    @property
    def area(self) -> Area | None:
        """The part of the photo that was read; None for all of it."""

    def row(self, index: int) -> list[Corners]:
        """The outlines of the tiles of that set, in reading order."""


def shows(photo: ReadPhoto, points: NDArray[np.floating[Any]]) -> bool:
    """Whether all of these points, in pixels, shape (n, 2), lie in what was read of the photo."""
    is_inside = bool((points >= 0).all() and (points < photo.size).all())
    return is_inside and all(is_within(point, photo.area) for point in points)


def beyond_the_border(
    photo: ReadPhoto, table: CandidateTable, at_fault: Collection[int], *, alone: bool = True
) -> CandidateTable | None:
    """The table with the sets `at_fault`, by index, as they may be, where the photo ends at them.

    A set that may go on beyond its border is longer by an unread tile or two. A row that lies along the border, or that
    may stand on a rack, may be anything; that is not looked for unless the photo is `alone` in telling what stands at its edges.
    None where the photo ends at none of them.
    """
    found = list(table)
    may_be_racks = {*_on_racks(photo, at_fault)} if alone else set[int]()
    for index in at_fault:
        if index in may_be_racks or _lies_along_the_border(photo, index):
            found[index] = (UNREAD_CANDIDATES,) * SMALLEST_SET
        elif ends_at(photo, index):
            found[index] = gone_on(found[index])
    return None if tuple(found) == table else tuple(found)


def gone_on(members: CandidateSet) -> CandidateSet:
    """A set with an unread tile more, or as many as make it a set."""
    return (*members, *[UNREAD_CANDIDATES] * max(1, SMALLEST_SET - len(members)))


def ends_at(photo: ReadPhoto, index: int) -> bool:
    """Whether the photo does not show where the next tile would lie at either end of that set."""
    return not shows(photo, np.stack([quads.centre(end) for end in ends(photo.row(index))]))


def _lies_along_the_border(photo: ReadPhoto, index: int) -> bool:
    """Whether most tiles of that set may go on beyond the photo."""
    row = photo.row(index)
    return sum(_touches_the_border(photo, corners) for corners in row) > len(row) / 2


def _touches_the_border(photo: ReadPhoto, corners: Corners) -> bool:
    """Whether a tile may go on beyond the photo, as `vision.reading.sight.touching` has it; its width tells how high it would be."""
    room = TOUCHING * max(quads.height(corners), ASPECT * quads.width(corners))
    return not shows(photo, np.concatenate([corners - room, corners + room]))


def _on_racks(photo: ReadPhoto, at_fault: Collection[int]) -> Iterator[int]:
    """Yields those of the sets `at_fault` that may stand on racks at the photo's edges; none where a person marked the play area."""
    if photo.area is not None:
        return
    size = np.array(photo.size, np.float32)
    racks = [
        np.array(around(row, *photo.size), np.float32) * size
        for row in map(photo.row, at_fault)
        if _stands_at_an_edge(row, *photo.size)
    ]
    for index in at_fault:
        middles = [quads.centre(corners) for corners in photo.row(index)]
        if any(all(is_within(middle, rack) for middle in middles) for rack in racks):
            yield index


def _stands_at_an_edge(row: Sequence[Corners], width: int, height: int) -> bool:
    """Whether a whole row lies so near to an edge of the photo that a rack may be there."""
    nearest = float(distances_to_edges(row, width, height).max(axis=1).min())
    return len(row) >= ROW and nearest <= AT_EDGE
