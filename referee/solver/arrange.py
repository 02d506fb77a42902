"""The best way to arrange tiles into sets: some that must all be laid, some that may be.

Best is: most tiles laid, then most sets kept of those that lay there. The numbers 1 to 13 are gone through in order. What
counts of the numbers before is only, for each colour, which runs are open and how long they are: van Rijn, Takes and Vis, "The
Complexity of Rummikub Problems" (BNAIC 2015) show that this leaves few enough states. Four steps make it fast:

1. The jokers are dealt out to the colours in every way, each to be used by that colour's runs or by the groups that are counted
   with it; those that nobody gets are added to finished sets (`referee.solver.loose`). So each colour by itself is a small
   graph (`referee.solver.runs`).
2. What the four colours can be worth together is bounded by prices for their shares of the groups (`referee.solver.bound`).
3. A choice of groups for a number (`referee.solver.groups`) by which no more could be had than is known already is struck off.
   Mostly none is left, and no arrangement is better.
4. What is left is searched best first. With that bound this mostly goes straight to the best arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from operator import le
from typing import NamedTuple

from referee.sets import HIGHEST
from referee.solver.bound import Bound
from referee.solver.groups import Colours, Groups, group_choices
from referee.solver.loose import add_jokers, kept_in
from referee.solver.runs import IMPOSSIBLE, TILE, ColourRuns, LyingRuns, MoveKind, colour_runs
from referee.tiles import JOKER, Colour, Table, Tile, TileSet, count_tiles

COLOURS = tuple(Colour)
_TILES = tuple(tuple(Tile(colour, number) for number in range(HIGHEST + 3)) for colour in COLOURS)
"""By colour and number; those beyond 13 are never there."""
_WORTH_ANOTHER = 1 / 3
"""The bound is tightened again where it has struck off so many of the choices that no more than this share is left."""
_ROUNDING = 1e-3
"""More than the rounding errors of all prices together; worths are whole numbers."""


class Arrangement(NamedTuple):
    """Tiles arranged into sets."""

    table: Table
    """The sets, runs in ascending order."""
    laid: Counter[Tile]
    """What was laid of the tiles that could be left out."""
    kept: int
    """How many of the sets that lay there lie there still."""

    @property
    def worth(self) -> int:
        """What the search maximises: ``TILE`` for each tile laid, 1 for each set kept."""
        return self.laid.total() * TILE + self.kept


def arrange(must: Counter[Tile], may: Counter[Tile], lying: Table = (), above: int = -1) -> Arrangement | None:
    """The best arrangement of all tiles of `must` and any of `may`.

    Args:
        must: tiles that must be laid.
        may: tiles that may be laid.
        lying: sets without jokers to keep where that costs no tile; their tiles are among `must`.
        above: give up unless the arrangement is worth more (`Arrangement.worth`).

    Returns:
        None where the tiles of `must` cannot all be laid, or nothing better than `above` can be had.
    """
    if may.total() * TILE + len(lying) <= above:
        return None
    if count_tiles(lying) == must:
        above = max(above, len(lying) - 1)  # everything can stay as it is
    problem = _problem(must, may, lying)
    base = problem.loose_jokers * TILE
    best = None
    for most, used in sorted(_cases(problem.colours, problem.jokers), reverse=True):
        if base + most > above:
            found = _Search(problem, used).best(above)
            if found is not None:
                best, above = found, found.worth
    return best


class _Problem(NamedTuple):
    """What is to be arranged."""

    must: Counter[Tile]
    lying: Table
    jokers: int
    loose_jokers: int
    """How many of the jokers may be left out."""
    colours: list[ColourRuns]
    choices: list[tuple[Groups, ...]]
    """By number, every choice of groups."""


def _problem(must: Counter[Tile], may: Counter[Tile], lying: Table) -> _Problem:
    jokers = must[JOKER] + may[JOKER]
    runs, lying_groups = _by_kind(lying)
    fixed = [tuple([must[tile] for tile in row]) for row in _TILES]
    most = [tuple([must[tile] + may[tile] for tile in row]) for row in _TILES]
    groups = [
        group_choices(tuple([row[number] for row in most]), jokers, there) for number, there in enumerate(lying_groups)
    ]
    shares = zip(*[row.shares for row in groups], strict=True)
    colours = [colour_runs(*row, jokers) for row in zip(fixed, most, shares, runs, strict=True)]
    return _Problem(must, lying, jokers, may[JOKER], colours, [row.choices for row in groups])


def _cases(colours: Sequence[ColourRuns], jokers: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The ways to deal out jokers to the colours, with what the colours by themselves are worth then."""
    for used in product(range(jokers + 1), repeat=len(colours)):
        if sum(used) <= jokers:
            yield sum([colour.chains[count].worth[0][0] for colour, count in zip(colours, used, strict=True)]), used


class _Node(NamedTuple):
    """A moment of the search: the open runs of every colour after a number."""

    number: int
    states: tuple[int, ...]
    room: int
    """How many of the jokers left over could be added to sets that are finished and did not lie there before."""


_Steps = dict[int, list[tuple[int, int, bool, MoveKind]]]
"""The steps of a colour from a state to a number, by its share of the groups: what it gains, the state after, whether a run
ended that did not lie there, and what the colour did."""
_Trace = tuple[_Node, Groups | None, tuple[MoveKind, ...]]
"""How a moment was reached: from which, by which groups, and what each colour did."""


class _Search:
    """The search for the best arrangement in which each colour uses so many jokers.

    Args:
        problem: the tiles, the sets that lie there, and what the colours and the groups can do.
        used: how many jokers each colour uses.
    """

    def __init__(self, problem: _Problem, used: tuple[int, ...]) -> None:
        self._problem = problem
        self._left = problem.jokers - sum(used)
        self._base = problem.loose_jokers * TILE
        chains = [colour.chains[count] for colour, count in zip(problem.colours, used, strict=True)]
        choices: Sequence[Sequence[Groups]] = problem.choices
        if problem.jokers:
            choices = [[choice for choice in row if all(map(le, choice.jokers, used))] for row in choices]
        self._bound = Bound(problem.colours, chains, choices)
        self._moves = [of.moves for of in chains]
        self._start = _Node(0, (0,) * len(COLOURS), 0)
        self._steps: dict[tuple[int, int, int], _Steps] = {}
        self._came: dict[_Node, _Trace] = {}

    def best(self, above: int) -> Arrangement | None:
        """The best arrangement worth more than `above`."""
        struck_off = True
        while struck_off:
            before = self._bound.size
            if not self._bound.tighten(above - self._base + 0.5):
                return None
            struck_off = self._bound.size < before * _WORTH_ANOTHER
        return self._search(above)

    def _search(self, above: int) -> Arrangement | None:
        """The best arrangement worth more than `above`, the most promising moments looked at first."""
        queue = [(-self._base - self._still_to_gain(self._start), 0, 0, self._base, self._start)]
        reached = {self._start: self._base}
        while queue:
            _, _, _, worth, node = heappop(queue)
            if node.number > HIGHEST:
                return self._finished(node)
            if worth < reached[node]:
                continue
            for following, more, trace in (
                self._expand(node, worth) if node.number < HIGHEST else self._end(node, worth)
            ):
                if more > reached.get(following, -1):
                    at_best = more + self._still_to_gain(following)
                    if at_best > above:
                        reached[following] = more
                        self._came[following] = trace
                        heappush(queue, (-at_best, -following.number, len(reached), more, following))
        return None

    def _still_to_gain(self, node: _Node) -> int:
        """What can be gained from `node` at best."""
        number, states, _ = node
        if number > HIGHEST:
            return 0
        a, b, c, d = states
        first, second, third, fourth = self._bound.later
        return int(first[number][a] + second[number][b] + third[number][c] + fourth[number][d] + _ROUNDING)

    def _expand(self, node: _Node, worth: int) -> Iterator[tuple[_Node, int, _Trace]]:
        """The moments that follow, each with its worth and how it was reached."""
        number = node.number + 1
        first, second, third, fourth = (self._steps_of(c, number, state) for c, state in enumerate(node.states))
        for choice in self._bound.choices[number]:
            i, j, k, m = choice.places
            if i in first and j in second and k in third and m in fourth:
                for a, b, c, d in product(first[i], second[j], third[k], fourth[m]):
                    room = node.room
                    if self._left:
                        # a run has room for more than one, as it can be divided
                        more = self._left if a[2] or b[2] or c[2] or d[2] else choice.room
                        room = min(self._left, room + more)
                    following = _Node(number, (a[1], b[1], c[1], d[1]), room)
                    yield following, worth + a[0] + b[0] + c[0] + d[0], (node, choice, (a[3], b[3], c[3], d[3]))

    def _steps_of(self, colour: int, number: int, state: int) -> _Steps:
        key = (colour, number, state)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = {}
            later = self._bound.later[colour][number]
            pays = self._problem.colours[colour].steps[number].pays
            for kind, kept, room, pairs in self._moves[colour][number]:
                for before, after in pairs:
                    if before == state and later[after] > IMPOSSIBLE:
                        for share, with_kind, gain in pays:
                            if with_kind == kind:
                                found.setdefault(share, []).append((gain + kept, after, room, kind))
        return found

    def _end(self, node: _Node, worth: int) -> Iterator[tuple[_Node, int, _Trace]]:
        """The arrangement that `node` has come to, if every joker that must be laid has a place."""
        room = node.room
        for colour, state in zip(self._problem.colours, node.states, strict=True):
            kept, others = colour.ends[state]
            worth += kept
            room += self._left if others else 0
        if self._left > room:
            table, left = add_jokers(self._sets(node), self._left, self._problem.lying)
            if left > self._problem.loose_jokers:
                return
            worth += kept_in(table, self._problem.lying) - worth % TILE - left * TILE
        yield _Node(HIGHEST + 1, (), node.room), worth, (node, None, ())

    def _finished(self, node: _Node) -> Arrangement:
        """The arrangement at the end of the search."""
        table, _ = add_jokers(self._sets(self._came[node][0]), self._left, self._problem.lying)
        laid = count_tiles(table) - self._problem.must
        return Arrangement(table, laid, kept_in(table, self._problem.lying))

    def _sets(self, node: _Node) -> list[TileSet]:
        """The sets on the way to `node`, without the jokers that were not needed."""
        way_there = []
        while node in self._came:
            before, choice, kinds = self._came[node]
            way_there.append((before, choice, kinds, node))
            node = before
        sets: list[TileSet] = []
        open_runs: list[list[tuple[int, TileSet]]] = [[] for _ in COLOURS]
        for before, choice, kinds, node in reversed(way_there):
            number = node.number
            for colours, jokers in choice.groups if choice else ():
                sets.append((*[_TILES[c][number] for c in colours], *(JOKER,) * jokers))
            for c, kind in enumerate(kinds):
                plan = self._problem.colours[c].plan(number, kind, before.states[c], node.states[c])
                going_on: list[tuple[int, TileSet]] = []
                for slot, joker, after in plan:
                    tiles: TileSet = ()
                    if slot:
                        at = next(i for i, (other, _) in enumerate(open_runs[c]) if other == slot)
                        tiles = open_runs[c].pop(at)[1]
                    going_on.append((after, (*tiles, JOKER if joker else _TILES[c][number])))
                sets += [tiles for _, tiles in open_runs[c]]
                open_runs[c] = going_on
        return sets + [tiles for row in open_runs for _, tiles in row]


@lru_cache(maxsize=1 << 5)
def _by_kind(lying: Table) -> tuple[list[LyingRuns], list[tuple[Colours, ...]]]:
    """The runs among `lying` by colour, and the groups by number."""
    place = {colour: i for i, colour in enumerate(COLOURS)}
    runs: list[list[tuple[int, int]]] = [[] for _ in COLOURS]
    groups: list[list[Colours]] = [[] for _ in range(HIGHEST + 1)]
    for tiles in lying:
        numbers = [tile.number for tile in tiles]
        colours = sorted({place[tile.colour] for tile in tiles if tile.colour})
        if len(colours) > 1:
            groups[numbers[0]].append(tuple(colours))
        else:
            runs[colours[0]].append((min(numbers), max(numbers)))
    return [tuple(sorted(row)) for row in runs], [tuple(sorted(row)) for row in groups]
