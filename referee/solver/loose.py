"""Jokers that an arrangement does not need: which set each of them is added to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.sets import HIGHEST, LARGEST_GROUP, SMALLEST_SET
from referee.tiles import JOKER, Table, TileSet


def kept_in(table: Table, lying: Table) -> int:
    """How many sets of `lying` are among those of `table`."""
    return (Counter(map(frozenset, table)) & Counter(map(frozenset, lying))).total()


def add_jokers(sets: Sequence[TileSet], jokers: int, lying: Table) -> tuple[Table, int]:
    """Add `jokers` to `sets`.

    They go to those not among `lying` while one has room; else, three or four of them, into a set of their own; else to one of `lying`.

    Args:
        sets: groups, and runs in ascending order.
        jokers: how many to add.
        lying: sets that lay there before, without jokers.

    Returns:
        The sets, and how many jokers found no place.
    """
    left = Counter(map(frozenset, lying))
    changed: list[TileSet] = []
    kept: list[TileSet] = []
    for tiles in sets:
        key = frozenset(tiles)
        (kept if left[key] else changed).append(tiles)
        left[key] -= 1
    kept.sort(key=_is_group)
    as_they_were = [*changed]
    for added in range(jokers):
        grown = next((grown for grown in (_add_one(changed, i) for i in range(len(changed))) if grown), None)
        if grown is not None:
            changed = grown
            continue
        if SMALLEST_SET <= jokers <= LARGEST_GROUP:  # a set of their own changes no other
            return (*kept, *as_they_were, (JOKER,) * jokers), 0
        at = next((i for i in range(len(kept)) if _add_one(kept, i)), None)
        if at is None:
            return (*kept, *changed), jokers - added
        changed += _add_one([kept.pop(at)], 0) or []
    return (*kept, *changed), 0


def _is_group(tiles: TileSet) -> bool:
    return len({tile.number for tile in tiles if tile != JOKER}) <= 1


def _as_run(tiles: TileSet) -> TileSet:
    """The run that the one tile with a number in a full group makes with its jokers and one more; () where it has more such tiles."""
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
