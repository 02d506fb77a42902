"""Jokers that an arrangement does not need: which set each of them is added to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.sets import HIGHEST, LARGEST_GROUP, SMALLEST_SET, readings
from referee.tiles import JOKER, TileSet


class Laid(NamedTuple):
    """Sets with the jokers added."""

    kept: list[TileSet]
    """Sets that lay there before and lie there still."""
    others: list[TileSet]
    left: int
    """How many jokers found no place."""


def add_jokers(kept: Sequence[TileSet], others: Sequence[TileSet], jokers: int) -> Laid:
    """Adds `jokers` to sets.

    They go to those that have changed while one has room; else, three or four of them, into a set of their own; else to
    one that lay there.

    Args:
        kept: sets that lie as they lay, in any order.
        others: groups, and runs in ascending order.
        jokers: how many to add.
    """
    untouched = sorted(kept, key=_is_group)
    changed = [*others]
    for added in range(jokers):
        grown = next((grown for grown in (_add_one(changed, i) for i in range(len(changed))) if grown), None)
        if grown is not None:
            changed = grown
            continue
        if SMALLEST_SET <= jokers <= LARGEST_GROUP:  # a set of their own changes no other
            return Laid(untouched, [*others, (JOKER,) * jokers], 0)
        ways = [(i, _add_one([_ascending(tiles)], 0)) for i, tiles in enumerate(untouched)]
        at, more = next(((i, more) for i, more in ways if more), (0, None))
        if more is None:
            return Laid(untouched, changed, jokers - added)
        changed += more
        del untouched[at]
    return Laid(untouched, changed, 0)


def _ascending(tiles: TileSet) -> TileSet:
    stands = readings(tiles)[0].stands
    return tuple([tiles[i] for i in sorted(range(len(tiles)), key=lambda i: stands[i][0].number)])


def _is_group(tiles: TileSet) -> bool:
    return len({tile.number for tile in tiles if tile != JOKER}) <= 1


def _as_run(tiles: TileSet) -> TileSet:
    """The run that the one tile with a number in a full group makes with its jokers and one more.

    They are () where it has more such tiles.
    """
    plain = [tile for tile in tiles if tile != JOKER]
    if len(plain) != 1:
        return ()
    before = max(0, plain[0].number + len(tiles) - HIGHEST)
    return (*(JOKER,) * before, plain[0], *(JOKER,) * (len(tiles) - before))


def _add_one(sets: Sequence[TileSet], at: int) -> list[TileSet] | None:
    """The sets with a joker added to the one at the index `at`; None where that has no room for it.

    A full group with one numbered tile becomes a run, and a run of thirteen is divided.
    """
    tiles = sets[at]
    rest = [*sets[:at], *sets[at + 1 :]]
    if _is_group(tiles):
        if len(tiles) < LARGEST_GROUP:
            return [*rest, (*tiles, JOKER)]
        tiles = _as_run(tiles)
        return [*rest, tiles] if tiles else None
    first = next(tile.number - i for i, tile in enumerate(tiles) if tile != JOKER)
    if first + len(tiles) <= HIGHEST:
        return [*rest, (*tiles, JOKER)]
    if first > 1:
        return [*rest, (JOKER, *tiles)]
    return [*rest, (*tiles[:SMALLEST_SET], JOKER), tiles[SMALLEST_SET:]]
