"""The best way to arrange tiles into sets: some that must all be laid, some that may be.

Best is: most tiles laid, then most sets kept of those that lay there; or most points. The numbers 1 to 13 are gone
through in order. What counts of the numbers before is only, for each colour, which runs are open and how long they are:
van Rijn, Takes and Vis, "The Complexity of Rummikub Problems" (BNAIC 2015) show that this leaves few enough states.
Four steps make it fast:

1. Each colour is given a number of jokers to use, in its runs or, for the first colour, in groups; so each is a small
   graph (`referee.solver.runs`). Jokers that nobody needs are added to finished sets (`referee.solver.loose`).
2. What the four colours can be worth together is bounded by prices (`referee.solver.bound`).
3. A good arrangement is found by a beam search (`referee.solver.search`): after each number, only the few most
   promising moments are gone on from. Where it is worth what is promised, nothing is better.
4. Else what may be better is searched, best first; with that bound it is mostly little.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from referee.solver.bound import ROUNDING
from referee.solver.problem import ANY_TILES, MOST_POINTS, MOST_TILES, MOST_TILES_ANYWHERE, TILE, Problem
from referee.solver.search import NOTHING, Budget, End, Search
from referee.tiles import Table, Tile, count_tiles


class Arrangement(NamedTuple):
    """Tiles arranged into sets."""

    table: Table
    """The sets: kept ones as they lay, other runs in ascending order."""
    laid: Counter[Tile]
    """The tiles that were laid of those that could be left out."""
    kept: int
    """How many of the sets that lay there are kept."""

    @property
    def worth(self) -> int:
        """What the search maximises: ``TILE`` for each tile laid, 1 for each set kept."""
        return self.laid.total() * TILE + self.kept


def arrange(
    must: Counter[Tile], may: Counter[Tile], lying: Table = (), above: int = -1, budget: Budget | None = None
) -> Arrangement | None:
    """The arrangement of all tiles of `must` and any of `may` that lays most tiles, and of those keeps most sets.

    Args:
        must: tiles that must be laid.
        may: tiles that may be laid.
        lying: sets to keep where that costs no tile; their tiles are among `must`.
        above: gives up unless the arrangement is worth more than this (`Arrangement.worth`).
        budget: the steps that are left; it says afterwards what may have been missed.

    Returns:
        None where the tiles of `must` cannot all be laid, or nothing better than `above` can be had or was found.
    """
    if may.total() * TILE + len(lying) <= above:
        return None
    if count_tiles(lying) == must:
        above = max(above, len(lying) - 1)  # everything can stay as it is
    return _best(Problem(must, may, lying, MOST_TILES), above, budget or Budget())


def arrange_beside(
    fixed: Table, unchanged: int, must: Counter[Tile], may: Counter[Tile], lying: Table, above: int, budget: Budget
) -> Arrangement | None:
    """The arrangement that `arrange` gives, with the sets `fixed` on the table, of which `unchanged` lay there before."""
    tiles = count_tiles(fixed)
    from_may = tiles - must
    before, more = budget.missed, from_may.total() * TILE + unchanged
    budget.missed = NOTHING
    found = arrange(must - tiles, may - from_may, lying, above - more, budget)
    budget.missed = max(before, NOTHING if budget.missed == NOTHING else budget.missed + more)
    if found is None:
        return None
    return Arrangement((*fixed, *found.table), found.laid + from_may, found.kept + unchanged)


def any_sets(must: Counter[Tile], may: Counter[Tile], budget: Budget) -> Table | None:
    """Sets of all tiles of `must` and some of `may`, neither with jokers.

    It is None where there are none, or the steps are used up before any were found.
    """
    found = _best(Problem(must, may, (), ANY_TILES), -1, budget)
    return found and found.table


def lay_most(tiles: Counter[Tile], needed: int, budget: Budget) -> Arrangement | None:
    """The sets of some of `tiles` that lay most of them and are worth `needed` points or more; None where there are none."""
    return _best(Problem(Counter(), tiles, (), MOST_TILES_ANYWHERE, needed), 0, budget)


def most_points(tiles: Counter[Tile], budget: Budget | None = None) -> int:
    """The most points that sets of some of `tiles` bring together, each joker at the value it stands for.

    Where that would take too long to find out, an upper bound.
    """
    budget = budget or Budget()
    end = _search(Problem(Counter(), tiles, (), MOST_POINTS), 0, budget)
    return max(budget.missed, end.worth if end else 0)


def _best(problem: Problem, above: int, budget: Budget) -> Arrangement | None:
    """The best arrangement worth more than `above`, or the best that was found."""
    end = _search(problem, above, budget)
    if end is None:
        return None
    table = (*end.laid.kept, *end.laid.others)
    return Arrangement(table, count_tiles(table) - problem.must, len(end.laid.kept))


def _search(problem: Problem, above: int, budget: Budget) -> End | None:
    """The best arrangement worth more than `above`, or the best that was found.

    A beam search comes first, then a search of all that may be better.
    """
    bound = problem.bound()
    budget.set_up(bound.size)
    if not bound.tighten(above - problem.base + 0.5):
        return None
    budget.tighten(bound.size)
    most = int(problem.base + max(map(bound.promised, bound.choices[0])) + ROUNDING)
    search = Search(problem, bound, budget)
    found = search.beam(max(above, most - TILE))
    if found and found.worth == most:
        return found
    return search.best(found.worth if found else above, or_any=found is None) or found
