"""What may lie where one of two photos ends, and only the other one shows.

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
from live.game.edges import shows
from referee.doubt import CandidateTable, Which
from referee.tiles import Place
from vision.scene.viewpoint import Homography, seen_through


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


def _outside(here: Exhibit, there: Exhibit, way: Homography) -> Iterator[int]:
    """Yields the tiles of the photo `here`, by index in its reading, whose place the photo `there` does not show whole."""
    for index, place in enumerate(seen_through(way, [tile.corners for tile in here.reading.tiles])):
        if not shows(there, place):
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
    """A table with the tiles at some `places` of the other one, each at that end of a set which they have there.

    Where none of the set lies in both, they are in a set of their own. `same` gives, of tiles that lie in both, the place in
    `table` by the place in `other`.
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
