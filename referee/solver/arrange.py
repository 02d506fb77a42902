"""The best way to arrange tiles into sets: some that must all be laid, some that may be.

Best is: most tiles laid, then most sets kept of those that lay there; or most points. The numbers 1 to 13 are gone through in
order. What counts of the numbers before is only, for each colour, which runs are open and how long they are: van Rijn, Takes and
Vis, "The Complexity of Rummikub Problems" (BNAIC 2015) show that this leaves few enough states. Four steps make it fast:

1. Each colour is to use so many jokers, in its runs or, the first colour, in groups; so each by itself is a small graph
   (`referee.solver.runs`). Jokers that nobody needs are added to finished sets (`referee.solver.loose`).
2. What the four colours can be worth together is bounded by prices (`referee.solver.bound`).
3. A choice of groups for a number (`referee.solver.groups`), or a way to deal out the jokers, by which no more could be had than
   is known already is struck off. Mostly none is left, and no arrangement is better.
4. What is left is searched best first (`referee.solver.search`). With that bound this mostly goes straight to the best.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from referee.solver.bound import ROUNDING, Bound
from referee.solver.problem import MOST_POINTS, MOST_TILES, MOST_TILES_ANYWHERE, TILE, Problem
from referee.solver.search import Budget, End, Search
from referee.tiles import Table, Tile, count_tiles

_WORTH_ANOTHER = 0.9
"""The bound is tightened again where that has struck off so much that no more than this share is left."""
_MOST_PASSES = 5
"""So often at most."""
_WINDOW = 3
"""Only what is worth at most so much less than what is promised is looked for; after that what is worth less by so much again."""
_NARROW_WINDOWS = 3
"""After so many windows in which there was nothing, each is twice as wide as the one before."""


class Arrangement(NamedTuple):
    """Tiles arranged into sets."""

    table: Table
    """The sets, runs in ascending order; those that were kept as they lay."""
    laid: Counter[Tile]
    """What was laid of the tiles that could be left out."""
    kept: int
    """How many of the sets that lay there lie there still."""
    exact: bool = True
    """Whether nothing better can be had; else it is the best that was found."""

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
        above: give up unless the arrangement is worth more (`Arrangement.worth`).
        budget: the steps that are left.

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
    """The same with the sets `fixed`, of which so many are unchanged."""
    tiles = count_tiles(fixed)
    from_may = tiles - must
    found = arrange(must - tiles, may - from_may, lying, above - from_may.total() * TILE - unchanged, budget)
    if found is None:
        return None
    return Arrangement((*fixed, *found.table), found.laid + from_may, found.kept + unchanged, found.exact)


def lay_most(tiles: Counter[Tile], needed: int, budget: Budget) -> Arrangement | None:
    """The sets of some of `tiles` that lay most of them and are worth `needed` points or more; None where there are none."""
    return _best(Problem(Counter(), tiles, (), MOST_TILES_ANYWHERE, needed), 0, budget)


def most_points(tiles: Counter[Tile]) -> int:
    """The most points that sets of some of `tiles` bring together, each joker at the value it stands for.

    Where that would take too long to find out, no fewer than they can bring.
    """
    problem, budget = Problem(Counter(), tiles, (), MOST_POINTS), Budget()
    bound = problem.bound()
    if not bound.tighten(0, strike_off=False):
        return 0
    _, end = _search(problem, bound, 0, budget)
    if budget.spent:
        return int(max(map(bound.promised, bound.choices[0])) + ROUNDING)
    return end.worth if end else 0


_Found = tuple[Search | None, End | None]
"""A search, and the end of the best arrangement that it found."""


def _best(problem: Problem, above: int, budget: Budget) -> Arrangement | None:
    """The best arrangement worth more than `above`, or the best that was found."""
    bound = problem.bound()
    if budget.over:
        budget.spent = True
        return None
    budget.set_up(bound.size)
    search, end = _in_windows(problem, bound, above, budget)
    if search is None or end is None:
        return None
    laid = search.sets(end)
    table = (*laid.kept, *laid.others)
    return Arrangement(table, count_tiles(table) - problem.must, len(laid.kept), not budget.spent)


def _in_windows(problem: Problem, bound: Bound, above: int, budget: Budget) -> _Found:
    """The best arrangement, looked for first where it is worth hardly less than what is promised, then further down."""
    most, failed, window = 1 << 30, 0, _WINDOW
    while bound.tighten(above - problem.base + 0.5, strike_off=False):
        most = min(most, int(problem.base + max(map(bound.promised, bound.choices[0])) + ROUNDING))
        least = max(above, most - window)
        if problem.worth.kept:
            least = max(least, most // TILE * TILE - 1)  # with a tile less at most so many sets are kept
        search, end = _search(problem, bound, least, budget)
        if end or least <= above:
            return search, end
        if budget.spent:
            search = Search(problem, bound)
            return search, search.best(above, budget)
        most = least
        if problem.worth.kept:
            most = min(most, most // TILE * TILE + problem.most_kept)
        failed += 1
        window *= 1 + (failed > _NARROW_WINDOWS)
    return None, None


def _search(problem: Problem, bound: Bound, above: int, budget: Budget) -> _Found:
    """The search for what is worth more than `above`, and what it found; the bound stays as it is."""
    bound = bound.copy()
    for _ in range(_MOST_PASSES):
        before = bound.size
        if not bound.tighten(above - problem.base + 0.5, strike_off=True):
            return None, None
        if bound.size > before * _WORTH_ANOTHER:
            break
    search = Search(problem, bound)
    return search, search.best(above, budget)
