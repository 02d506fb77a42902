"""What may lie where a photo ends: sets that only the other photo shows, and sets that go on beyond the border.

Whoever takes the second photo from a step aside cuts off what lies at the edge of the table. That is neither gone nor
newly laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np

from audit.evidence import Exhibit
from audit.tables import Tables
from referee.doubt import UNREAD_CANDIDATES, CandidateSet, CandidateTable, Which
from referee.sets import SMALLEST_SET
from referee.tiles import Place
from referee.verdict import Verdict
from vision import quads
from vision.arrange import ends
from vision.border import TOUCHING
from vision.proportions import ASPECT
from vision.quads import Corners
from vision.register import seen_through
from vision.viewpoint import Homography


class Beyond(NamedTuple):
    """The tables as they may lie, with what the photos do not show."""

    tables: Tables
    cut: tuple[Which, ...]
    """The photos that end too soon."""


def beyond_the_other(before: Exhibit, after: Exhibit, tables: Tables) -> Beyond | None:
    """The tables with what only one photo shows, since the other one ends there; it is taken to lie in both.

    None where each photo shows the place of all that the other one shows, and where they cannot be laid over each
    other.
    """
    if tables.homography is None:
        return None
    lay, lying = before.places(), after.places()
    untouched = set(tables.same.values())
    only_before = [lay[i] for i in _outside(before, after, tables.homography) if lay[i] not in untouched]
    back = np.linalg.inv(tables.homography)
    only_after = [lying[i] for i in _outside(after, before, back) if lying[i] not in tables.same]
    if not only_before and not only_after:
        return None
    cut: list[Which] = []
    if only_before:
        cut.append("after")
    if only_after:
        cut.append("before")
    return Beyond(lying_in_both(tables, only_before, only_after), tuple(cut))


def beyond_the_border(after: Exhibit, tables: Tables, verdict: Verdict) -> Beyond | None:
    """The tables with the sets at fault as they may be, where the photo after the turn ends at them.

    A set that may go on beyond its border is longer by an unread tile or two. A row that lies along the border may be
    anything: it may stand on a rack. None where the photo ends at no set that the `verdict` calls invalid.
    """
    now = list(tables.after)
    for index in verdict.invalid_sets:
        if _lies_along_the_border(after, index):
            now[index] = (UNREAD_CANDIDATES,) * SMALLEST_SET
        elif _may_go_on(after, index):
            now[index] = gone_on(now[index])
    return None if tuple(now) == tables.after else Beyond(tables._replace(after=tuple(now)), ("after",))


def lying_in_both(tables: Tables, only_before: Iterable[Place], only_after: Iterable[Place] = ()) -> Tables:
    """The tables with tiles that only one of them has, by their places there.

    They are taken to lie in both, where nobody touched them.
    """
    now = _with(tables.after, tables.before, only_before, {then: now for now, then in tables.same.items()})
    then = _with(tables.before, tables.after, only_after, tables.same)
    same = {now.moved[place]: then.moved[lay] for place, lay in tables.same.items()}
    same |= {place: then.moved[lay] for place, lay in now.added.items()}
    same |= {now.moved[place]: lay for lay, place in then.added.items()}
    return tables._replace(before=then.table, after=now.table, same=same, seen={})


def gone_on(members: CandidateSet) -> CandidateSet:
    """A set with an unread tile more, or as many as make it a set."""
    return (*members, *[UNREAD_CANDIDATES] * max(1, SMALLEST_SET - len(members)))


def _may_go_on(photo: Exhibit, index: int) -> bool:
    """Whether the photo does not show where the next tile would lie at either end of that set."""
    return not photo.shows(np.stack([quads.centre(end) for end in ends(photo.row(index))]))


def _lies_along_the_border(photo: Exhibit, index: int) -> bool:
    """Whether most tiles of that set may go on beyond the photo."""
    row = photo.row(index)
    return sum(_touches_the_border(photo, corners) for corners in row) > len(row) / 2


def _touches_the_border(photo: Exhibit, corners: Corners) -> bool:
    """Whether a tile may go on beyond the photo, as `vision.border.touches` has it; its width tells how high it would be."""
    room = TOUCHING * max(quads.height(corners), ASPECT * quads.width(corners))
    return not photo.shows(np.concatenate([corners - room, corners + room]))


def _outside(here: Exhibit, there: Exhibit, way: Homography) -> Iterator[int]:
    """Yields the tiles of the photo `here`, by index in its reading, whose place the photo `there` does not show whole."""
    for index, place in enumerate(seen_through(way, [tile.corners for tile in here.reading.tiles])):
        if not there.shows(place):
            yield index


class _Origin(NamedTuple):
    """Where a tile of an extended table comes from."""

    table: Literal["own", "other"]
    place: Place
    """Where it lies in that table."""


class _Extended(NamedTuple):
    """A table with tiles of the other one."""

    table: CandidateTable
    moved: Mapping[Place, Place]
    """Where its own tiles lie now, by where they lay."""
    added: Mapping[Place, Place]
    """Where the added tiles lie in the other table, by where they lie now."""


def _with(
    table: CandidateTable, other: CandidateTable, places: Iterable[Place], same: Mapping[Place, Place]
) -> _Extended:
    """A table with tiles of the other one, each at that end of a set which they have there.

    Where none of the set lies in both, they are in a set of their own.

    Args:
        table: what is added to.
        other: where the tiles lie.
        places: where in `other`.
        same: of tiles that lie in both the place in `table`, by the place in `other`.
    """
    sets = [[_Origin("own", Place(i, k)) for k in range(len(members))] for i, members in enumerate(table)]
    in_front: Counter[int] = Counter()  # how many tiles were added before the first of each set
    new_set: dict[int, int] = {}  # the set made of each set of the other table, by the index of that
    for place in sorted(places):
        origin = _Origin("other", place)
        shared = [k for k in range(len(other[place.set_index])) if Place(place.set_index, k) in same]
        if not shared:
            at = new_set.setdefault(place.set_index, len(sets))
            if at == len(sets):
                sets.append([])
            sets[at].append(origin)
            continue
        at = same[Place(place.set_index, shared[0])].set_index
        if place.place < shared[0]:
            sets[at].insert(in_front[at], origin)
            in_front[at] += 1
        else:
            sets[at].append(origin)
    now = {Place(i, k): origin for i, members in enumerate(sets) for k, origin in enumerate(members)}
    tables = {"own": table, "other": other}
    return _Extended(
        tuple(tuple(tables[one.table][one.place.set_index][one.place.place] for one in members) for members in sets),
        {origin.place: place for place, origin in now.items() if origin.table == "own"},
        {place: origin.place for place, origin in now.items() if origin.table == "other"},
    )
