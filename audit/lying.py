"""What lies where on the table, and what a turn did to it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from audit.marks import Shown
from referee.doubt import UNREAD_CANDIDATES
from referee.sets import SMALLEST_SET
from referee.tiles import UNREAD, Place, Table, format_tiles, ordered
from vision import quads
from vision.reading.table_reading import TableReading
from vision.regions import where

_AS_BEFORE, _PERHAPS = "as before", "perhaps as before"

_IN_COMMON = SMALLEST_SET - 1
"""Minimum number of tiles in common from which one set came from the other."""


class Lying(NamedTuple):
    """A set on the table."""

    set_index: int
    where: str
    """The part of the photo that it lies in: "top left", "middle"."""
    tiles: tuple[str, ...]
    """Its tiles, a question mark behind those that may be others."""
    change: str
    """What the turn did to it; empty where there is only one photo."""

    @property
    def is_as_before(self) -> bool:
        """Whether the turn did nothing to it, as far as the photos show."""
        return self.change in {_AS_BEFORE, _PERHAPS}

    @property
    def line(self) -> str:
        """The set, where it lies and what became of it, in one line."""
        change = f" ({self.change})" if self.change else ""
        return f"set {self.set_index + 1}, {self.where}: {' '.join(self.tiles)}{change}"


def describe_table(reading: TableReading, shown: Shown) -> list[Lying]:
    """Every set of one photo, nothing said of a turn."""
    return [
        Lying(i, _where(reading, i), _names(shown, i), "")
        for i in range(len(shown.table))
    ]  # fmt: skip


def describe_turn(
    readings: tuple[TableReading, TableReading], shown: tuple[Shown, Shown], same: Mapping[Place, Place]
) -> tuple[list[Lying], list[Lying]]:
    """What became of each set that lay there before the turn, and where each set after it came from.

    Of the photos before and after it there are the readings, what they are taken to show, and the tiles that nobody touched.
    """
    then, now = (each.table for each in shown)
    origins = _origins(then, now, same)
    became = {origin: i for i, origin in origins.items()}
    before = [
        lying._replace(change=_change(shown, i, became[i]) if i in became else "not there any more")
        for i, lying in enumerate(describe_table(readings[0], shown[0]))
    ]
    after = [
        lying._replace(change=_change(shown, origins[i], i) if i in origins else "new")
        for i, lying in enumerate(describe_table(readings[1], shown[1]))
    ]
    return before, after


def _origins(then: Table, now: Table, same: Mapping[Place, Place]) -> dict[int, int]:
    """For each set after the turn that was there before, the index of the set that it was."""
    lying = Counter((i, k) for (i, _), (k, _) in same.items())
    pairs = {
        (i, k): (lying[i, k], common, -abs(len(tiles) - len(others)))
        for i, tiles in enumerate(now)
        for k, others in enumerate(then)
        if (common := (Counter(tiles) & Counter(others)).total()) >= _IN_COMMON or tiles == others or lying[i, k]
    }
    found: dict[int, int] = {}
    for i, k in sorted(pairs, key=lambda pair: pairs[pair], reverse=True):
        if i not in found and k not in found.values():
            found[i] = k
    return found


def _change(shown: tuple[Shown, Shown], then: int, now: int) -> str:
    """What was done to a set, in words.

    A tile that may be the one that lay there is no change that a person is to look for.
    """
    before, after = (each.table[index] for each, index in zip(shown, (then, now), strict=True))
    added, taken = Counter(after) - Counter(before), Counter(before) - Counter(after)
    is_doubtful = False
    for candidates in (*shown[1].candidates[now], *shown[0].candidates[then]):
        one = next((tile for tile in candidates if added[tile]), None)
        other = next((tile for tile in candidates if taken[tile]), None)
        if one is not None and other is not None:
            added, taken = added - Counter([one]), taken - Counter([other])
            is_doubtful = True
    parts = [
        f"{' '.join(format_tiles(ordered(tiles)))} {verb}"
        for tiles, verb in ((added, "added"), (taken, "taken away"))
        if tiles
    ]
    unchanged = _PERHAPS if is_doubtful else _AS_BEFORE if before == after else "in another order"
    return ", ".join(parts) or unchanged


def _names(shown: Shown, index: int) -> tuple[str, ...]:
    def name(place: int) -> str:
        count = len(shown.candidates[index][place])
        if count >= len(UNREAD_CANDIDATES):
            return UNREAD
        return f"{shown.table[index][place]}{'?' * (count > 1)}"

    return tuple(map(name, range(len(shown.table[index]))))


def _where(reading: TableReading, index: int) -> str:
    """The ninth of the photo in which the middle of a set lies."""
    middle = np.mean([quads.centre(reading.tiles[i].corners) for i in reading.sets[index]], axis=0)
    return where(float(middle[0]) / reading.width, float(middle[1]) / reading.height)
