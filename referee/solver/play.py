"""What could have been played: the legal turn that lays the most tiles, and what follows from it.

Of the plays that lay most tiles, the one is given that changes fewest of the sets on the table; a set that was added to
has changed. The work is done by `referee.solver.arrange`; what is here are the rules about the first lay-down, which
come from the rulebook's clauses. Where the rulebook binds the jokers, `referee.solver.bound_jokers` finds the play.

- A first lay-down that may not touch the table is arranged from the rack alone, as the most tiles that are worth the
  points.
- Where the table may be rebuilt once the points lie there, and the best play of all does not allow for that, the ways
  to lay the points are tried one after the other.
- The work is bounded by counted steps. What is found when they are used up is marked: ``BestPlay.exact`` is False, and
  ``BestPlay.most`` too unless it is known that no more tiles can be laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from referee.clauses import TouchTable
from referee.joker import binds
from referee.opening import LayDowns, judge_opening
from referee.rulebook import Rulebook
from referee.sets import readings, same_set, value
from referee.solver.arrange import Arrangement, arrange, arrange_beside, lay_most
from referee.solver.bound_jokers import best_obeying
from referee.solver.problem import TILE
from referee.solver.search import MOST_STEPS, MOST_STEPS_BOUND, NOTHING, Budget
from referee.tiles import Table, Tile, TileSet, count_tiles, ordered

_MOST_FIRST = 1_000
"""Maximum number of ways to lay the first points that are tried where the table may be rebuilt afterwards."""


class BestPlay(NamedTuple):
    """A legal turn, or that none was found."""

    played: TileSet
    """The tiles laid, in the order of `referee.tiles.TILE_KINDS`; none where the player cannot lay a tile, or no way
    was found."""
    table: Table
    """The table afterwards: first the sets that stayed, as they lay there, then the others, runs in ascending order."""
    changed: int
    """How many of the sets that lay there have changed."""
    exact: bool = True
    """Whether no legal play is better; else it is the best that was found in a bounded number of steps."""
    most: bool = True
    """Whether no legal play lays more tiles; without tiles, whether it is known that none can be laid."""

    @property
    def playable(self) -> bool:
        """Whether a tile can be laid, as far as is known."""
        return bool(self.played)


def best_play(table: Table, rack: Iterable[Tile], rulebook: Rulebook, *, opened: bool) -> BestPlay:
    """The legal play that lays the most tiles of `rack`, among those the one that changes fewest sets of `table`.

    Args:
        table: the sets on the table; one that is no set is put right by the play.
        rack: the player's tiles.
        rulebook: the rules to play by.
        opened: whether the player has made the first lay-down.

    Returns:
        The play; one without tiles, the table as it lies, where none can be laid or none was found (`BestPlay.most`).
    """
    hand = Counter(rack)
    find = _rebuild if opened else _first_lay_down
    budget = Budget(MOST_STEPS_BOUND if binds(rulebook.joker) else MOST_STEPS)
    found = find(table, hand, rulebook, budget)
    if found is None or not found.laid:
        known = budget.missed < TILE
        return BestPlay((), table, 0, known, known)
    stayed, others = _compare(table, found.table)
    laid, changed = found.laid.total(), len(table) - len(stayed)
    exact, most = budget.missed <= laid * TILE + len(stayed), budget.missed < (laid + 1) * TILE
    return BestPlay(ordered(found.laid), (*stayed, *others), changed, exact, most)


def can_play(table: Table, rack: Iterable[Tile], rulebook: Rulebook, *, opened: bool) -> bool | None:
    """Whether the player can lay a tile; None where that is not known."""
    play = best_play(table, rack, rulebook, opened=opened)
    return bool(play.played) or (False if play.most else None)


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


def _valid(table: Table) -> Table:
    return tuple(tiles for tiles in table if readings(tiles))


def _rebuild(table: Table, hand: Counter[Tile], rulebook: Rulebook, budget: Budget) -> Arrangement | None:
    """The best play of a player who may rebuild the table."""
    if binds(rulebook.joker):
        return best_obeying(table, hand, rulebook, budget)
    return arrange(count_tiles(table), hand, _valid(table), budget=budget)


def _first_lay_down(table: Table, hand: Counter[Tile], rulebook: Rulebook, budget: Budget) -> Arrangement | None:
    """The best play of a player who has not opened."""
    needed = rulebook.opening.points
    if rulebook.opening.touches_table is TouchTable.AFTER_POINTS:
        return _open_and_rebuild(table, hand, rulebook, budget)
    if not all(map(readings, table)):
        return None  # what is no set can only be put right by touching it
    found = arrange_beside(table, len(table), count_tiles(table), hand, (), -1, budget)
    if found is None or sum(map(value, found.table[len(table) :])) >= needed:
        return found
    own = lay_most(hand, needed, budget)
    return own and own._replace(table=(*table, *own.table), kept=len(table))


def _open_and_rebuild(table: Table, hand: Counter[Tile], rulebook: Rulebook, budget: Budget) -> Arrangement | None:
    """The best play of a player who may go on with the whole table once the points lie there."""
    bound = _rebuild(table, hand, rulebook, budget)
    if bound is None or _is_enough(table, bound, rulebook, budget):
        return bound
    own = lay_most(hand, rulebook.opening.points, budget)
    if own is None:
        return None
    best: Arrangement | None = None
    ways = LayDowns(hand, rulebook.opening.points)
    more = iter(ways)
    for tried, first in enumerate(_distinct(chain([own.table], islice(more, _MOST_FIRST)))):
        if budget.over and tried:
            budget.miss(bound.worth)
            return best
        found = _rebuild_after(first, table, hand, rulebook, budget)
        if found and _is_enough(table, found, rulebook, budget) and (best is None or found.worth > best.worth):
            best = found
            if best.laid.total() == bound.laid.total():
                budget.miss(bound.worth)
                return best
    if next(more, None) is not None or ways.gave_up:
        budget.miss(bound.worth)
    elif best:  # another way to lay as many may change fewer sets
        budget.miss(best.laid.total() * TILE + len(table))
    return best


def _distinct(ways: Iterable[Table]) -> Iterator[Table]:
    """The ways without those that lay the same tiles as an earlier one."""
    seen = set()
    for way in ways:
        key = frozenset(count_tiles(way).items())
        if key not in seen:
            seen.add(key)
            yield way


def _rebuild_after(
    first: Table, table: Table, hand: Counter[Tile], rulebook: Rulebook, budget: Budget
) -> Arrangement | None:
    """The best play that lays the sets `first` and then rebuilds the table."""
    tiles = count_tiles(first)
    with budget.lent(budget.steps) as part:
        found = _rebuild((*table, *first), hand - tiles, rulebook, part)
    if part.missed > NOTHING:
        budget.miss(part.missed + tiles.total() * TILE)
    return found and Arrangement(found.table, found.laid + tiles, len(_compare(table, found.table)[0]))


def _is_enough(table: Table, found: Arrangement, rulebook: Rulebook, budget: Budget) -> bool:
    """Whether the first lay-down that turns `table` into what was found is worth the points."""
    return not any(judge_opening(table, found.table, found.laid, rulebook, budget))
