"""What could have been played: the legal turn that lays the most tiles, and what follows from it.

Of the plays that lay most tiles, the one is given that changes fewest of the sets on the table; a set that was added to has
changed. The work is done by `referee.solver.arrange`; what is here are the rules about jokers and the first lay-down, which come
from the rulebook's clauses.

- A set with a joker is either left alone, or everything in it is free. Where the rulebook binds the joker and there are many
  ways to obey it (`referee.solver.bound_jokers`), the best play of all is looked at first; only if it breaks the rule are they gone
  through.
- A first lay-down that may not touch the table is arranged from the rack alone. Where it must be worth so many points and
  the arrangement with most tiles is worth less, every way to lay the points is tried with the most that fits beside it.
- Where the table may be rebuilt once the points lie there, the same ways are tried before rebuilding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, islice, product
from typing import NamedTuple

from referee.clauses import TouchTable
from referee.joker import joker_violations
from referee.opening import judge_opening, lay_downs
from referee.rulebook import Rulebook
from referee.sets import readings, same_set, value
from referee.solver.arrange import Arrangement, arrange
from referee.solver.bound_jokers import binds_jokers, commitments
from referee.solver.runs import TILE
from referee.tiles import JOKER, Table, Tile, TileSet, count_tiles, ordered

_MOST_WAYS = 4_000
"""How many ways to bind jokers are tried; the best of those counts."""
_MOST_FIRST = 1_000
"""The same of ways to lay the first points."""
_FEW_WAYS = 8
"""So many ways to bind jokers are gone through faster than the best play of all is found."""


class Play(NamedTuple):
    """A legal turn."""

    played: TileSet
    """The tiles laid, in the order of `referee.tiles.TILE_KINDS`."""
    table: Table
    """The table afterwards: first the sets that stayed, as they lay there, then the others, runs in ascending order."""
    changed: int
    """How many of the sets that lay there have changed."""


class Mended(NamedTuple):
    """A table put right."""

    table: Table
    taken_back: TileSet
    """The tiles that go back to the rack."""
    changed: int
    """How many of the valid sets that lay there have changed."""


def best_play(table: Table, rack: Iterable[Tile], rulebook: Rulebook, *, opened: bool) -> Play | None:
    """The legal play that lays the most tiles of `rack`, among those the one that changes fewest sets of `table`.

    Args:
        table: the sets on the table; one that is no set is put right by the play.
        rack: the player's tiles.
        rulebook: the rules to play by.
        opened: whether the player has made the first lay-down.

    Returns:
        None where the player cannot lay a tile.
    """
    hand = Counter(rack)
    found = _rebuild(table, hand, rulebook) if opened else _first_lay_down(table, hand, rulebook)
    if found is None or not found.laid:
        return None
    stayed, others = _compare(table, found.table)
    played = ordered(found.laid)
    return Play(played, (*stayed, *others), len(table) - len(stayed))


def can_play(table: Table, rack: Iterable[Tile], rulebook: Rulebook, *, opened: bool) -> bool:
    """Whether the player can lay a tile."""
    return best_play(table, rack, rulebook, opened=opened) is not None


def can_go_out(table: Table, rack: Iterable[Tile], rulebook: Rulebook, *, opened: bool) -> bool:
    """Whether the player can lay the whole rack in one turn."""
    tiles = tuple(rack)
    play = best_play(table, tiles, rulebook, opened=opened)
    return play is not None and len(play.played) == len(tiles)


def is_blocked(table: Table, racks: Mapping[str, Iterable[Tile]], opened: Iterable[str], rulebook: Rulebook) -> bool:
    """Whether none of the players can lay a tile.

    Args:
        table: the sets on the table.
        racks: every player's tiles.
        opened: the players who have made their first lay-down.
        rulebook: the rules to play by.
    """
    have_opened = set(opened)
    return not any(can_play(table, rack, rulebook, opened=name in have_opened) for name, rack in racks.items())


def mend(table: Table, before: Table = ()) -> Mended | None:
    """The fewest changes that make `table` valid.

    Fewest tiles are taken back to the rack; of several ways, the one is given that changes fewest of the valid sets.

    Args:
        table: the table as it lies, with sets that are none.
        before: the table before the turn; its tiles stay on the table.

    Returns:
        None where tiles of `before` are missing or cannot all lie in sets.
    """
    there = count_tiles(table)
    must = count_tiles(before)
    if must - there:
        return None
    found = _best_of_cases(table, must, there - must)
    if found is None:
        return None
    stayed, others = _compare([tiles for tiles in table if readings(tiles)], found.table)
    valid = sum(1 for tiles in table if readings(tiles))
    taken = there - count_tiles(found.table)
    return Mended((*stayed, *others), ordered(taken), valid - len(stayed))


def _compare(before: Iterable[TileSet], after: Iterable[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """The sets of `before` that lie in `after` too, as they lay, and the other sets of `after`."""
    others = list(after)
    stayed = []
    for tiles in before:
        twin = next((i for i, other in enumerate(others) if same_set(tiles, other)), None)
        if twin is not None:
            stayed.append(tiles)
            del others[twin]
    return stayed, others


def _best_of_cases(table: Table, must: Counter[Tile], may: Counter[Tile]) -> Arrangement | None:
    """The best arrangement, whichever of the sets with jokers are left alone."""
    with_joker = [tiles for tiles in table if JOKER in tiles and readings(tiles)]
    lying = tuple(tiles for tiles in table if JOKER not in tiles and readings(tiles))
    best: Arrangement | None = None
    for choice in product((True, False), repeat=len(with_joker)):
        fixed = tuple(tiles for tiles, stays in zip(with_joker, choice, strict=True) if stays)
        found = _beside(fixed, len(fixed), must, may, lying, -1 if best is None else best.worth)
        best = found or best
    return best


def _beside(
    fixed: Table, unchanged: int, must: Counter[Tile], may: Counter[Tile], lying: Table, above: int
) -> Arrangement | None:
    """The best arrangement that has the sets `fixed`, of which so many are unchanged, if it is worth more than `above`."""
    tiles = count_tiles(fixed)
    from_may = tiles - must
    found = arrange(must - tiles, may - from_may, lying, above - from_may.total() * TILE - unchanged)
    if found is None:
        return None
    return Arrangement((*fixed, *found.table), found.laid + from_may, found.kept + unchanged)


def _rebuild(table: Table, hand: Counter[Tile], rulebook: Rulebook) -> Arrangement | None:
    """The best play of a player who may rebuild the table."""
    must = count_tiles(table)
    ways = islice(commitments(table, hand, rulebook), _MOST_WAYS)
    first = [*islice(ways, _FEW_WAYS + 1)] if binds_jokers(rulebook) else []
    free = None
    if not 0 < len(first) <= _FEW_WAYS:
        free = _best_of_cases(table, must, hand)
        if free is None or not joker_violations(table, free.table, free.laid, rulebook):
            return free
    lying = tuple(tiles for tiles in table if JOKER not in tiles and readings(tiles))
    best: Arrangement | None = None
    for fixed, unchanged, exchanged in chain(first, ways):
        above = -1 if best is None else best.worth
        laid = exchanged.total() * TILE
        found = _beside(fixed, unchanged, must + exchanged, hand - exchanged, lying, above - laid)
        if found is None:
            continue
        found = found._replace(laid=found.laid + exchanged)
        if not joker_violations(table, found.table, found.laid, rulebook):
            best = found
            if free is not None and best.worth == free.worth:
                break
    return best


def _first_lay_down(table: Table, hand: Counter[Tile], rulebook: Rulebook) -> Arrangement | None:
    """The best play of a player who has not opened."""
    needed = rulebook.opening.points
    may_touch = rulebook.opening.touches_table is TouchTable.AFTER_POINTS
    if not may_touch and not all(map(readings, table)):
        return None  # what is no set can only be put right by touching it
    if may_touch:
        bound = _rebuild(table, hand, rulebook)
    else:
        bound = _beside(table, len(table), count_tiles(table), hand, (), -1)
    if bound is None or _is_enough(table, bound, rulebook):
        return bound
    best: Arrangement | None = None
    seen = set()
    for first in islice(lay_downs(hand, needed), _MOST_FIRST):
        key = frozenset(count_tiles(first or ()).items())
        if not first or key in seen:
            continue
        seen.add(key)
        found = _going_on(table, first, hand, rulebook)
        if found is not None and (best is None or found.worth > best.worth):
            best = found
            if best.laid.total() == bound.laid.total():
                break
    return best


def _going_on(table: Table, first: Table, hand: Counter[Tile], rulebook: Rulebook) -> Arrangement | None:
    """The best play that lays the sets `first` before anything else; None where there is no legal one."""
    tiles, there = count_tiles(first), (*table, *first)
    if rulebook.opening.touches_table is TouchTable.AFTER_POINTS:
        found = _rebuild(there, hand - tiles, rulebook)
    else:
        found = _beside(there, len(table), count_tiles(there), hand - tiles, (), -1)
    if found is None:
        return None
    found = found._replace(laid=found.laid + tiles)
    return found if _is_enough(table, found, rulebook) else None


def _is_enough(table: Table, found: Arrangement, rulebook: Rulebook) -> bool:
    """Whether the first lay-down that turns `table` into what was found is worth the points."""
    if rulebook.opening.touches_table is TouchTable.AFTER_POINTS:
        return not any(judge_opening(table, found.table, found.laid, rulebook))
    return sum(map(value, found.table[len(table) :])) >= rulebook.opening.points
