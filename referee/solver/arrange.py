"""The best way to arrange tiles into sets: some that must all be laid, some that may be.

Best is: most tiles laid, then most sets kept of those that lay there; or most points. The numbers 1 to 13 are gone through in
order. What counts of the numbers before is only, for each colour, which runs are open and how long they are: van Rijn, Takes and
Vis, "The Complexity of Rummikub Problems" (BNAIC 2015) show that this leaves few enough states. Four steps make it fast:

1. Each colour is to use so many jokers, in its runs or, the first colour, in groups; so each by itself is a small graph
   (`referee.solver.runs`). Jokers that nobody needs are added to finished sets (`referee.solver.loose`).
2. What the four colours can be worth together is bounded by prices (`referee.solver.bound`).
3. A choice of groups for a number (`referee.solver.groups`), or a way to deal out the jokers, by which no more could be had than
   is known already is struck off. Mostly none is left, and no arrangement is better.
4. What is left is searched best first. With that bound this mostly goes straight to the best arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import NamedTuple, cast

from referee.sets import HIGHEST, SMALLEST_SET, SetKind, readings
from referee.solver.bound import ROUNDING, Bound
from referee.solver.groups import Groups, group_choices
from referee.solver.groups import Kind as GroupKind
from referee.solver.loose import Laid, add_jokers
from referee.solver.runs import IMPOSSIBLE, Kind, LyingRun, Worth, colour_runs, grow
from referee.tiles import JOKER, NUMBERS, Table, Tile, TileSet, count_tiles
from referee.tiles import Colour as TileColour

TILE = 1 << 8
"""What a tile laid is worth in the search; a set kept is worth 1, and there are never so many."""
MOST_STEPS = 25_000
"""So many moments are reached, the most promising looked at first; then those that are nearest to the end."""
_LAST_STEPS = 300
"""So many of those."""
_LAST_TRIES = 20
"""So many problems are set up though the steps are used up, where nothing is found at all."""
_SET_UP = 400
"""To set up a problem takes as long as so many moments."""
_COLOURS = tuple(TileColour)
_TILES = tuple(tuple(Tile(colour, number) for number in range(HIGHEST + 3)) for colour in _COLOURS)
"""By colour and number; those beyond 13 are never there."""
_NUMBERS = range(HIGHEST + 3)
_MOST_TILES = Worth((TILE,) * len(_NUMBERS), (0,) * len(_NUMBERS), 1, anywhere=False)
_MOST_TILES_ANYWHERE = Worth((TILE,) * len(_NUMBERS), (TILE,) * len(_NUMBERS), 0, anywhere=True)
_MOST_POINTS = Worth(tuple(_NUMBERS), tuple(_NUMBERS), 0, anywhere=True)
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


class Budget:
    """How much work may still be done: counted steps, so that the same position always has the same answer."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.steps = steps
        """How many moments of the search may still be reached; to set up a problem counts as some."""
        self.tries = _LAST_TRIES
        """How many problems may still be set up once the steps are used up, as long as nothing is found at all."""
        self.spent = False
        """Whether something was left out of account for want of steps."""

    def set_up(self) -> None:
        """Take note that a problem is set up."""
        self.tries -= self.steps <= 0
        self.steps -= _SET_UP


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
    return _Problem(must, may, lying, _MOST_TILES).best(above, budget or Budget())


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
    return _Problem(Counter(), tiles, (), _MOST_TILES_ANYWHERE, needed).best(0, budget)


def most_points(tiles: Counter[Tile]) -> int:
    """The most points that sets of some of `tiles` bring together, each joker at the value it stands for.

    Where that would take too long to find out, no fewer than they can bring.
    """
    problem, budget = _Problem(Counter(), tiles, (), _MOST_POINTS), Budget()
    return problem.most(budget)


class _Lying(NamedTuple):
    """The sets that lay there, by what they are."""

    runs: list[list[tuple[LyingRun, TileSet]]]
    """By colour, twins side by side."""
    groups: list[list[tuple[GroupKind, TileSet]]]
    """By number."""

    @classmethod
    def of(cls, lying: Table) -> _Lying:
        found = cls([[] for _ in _COLOURS], [[] for _ in _NUMBERS])
        for tiles in lying:
            reading = next((way for way in readings(tiles) if way.kind is SetKind.RUN), readings(tiles)[0])
            if reading.kind is SetKind.RUN:
                numbers = [stands[0].number for stands in reading.stands]
                jokers = [number for number, tile in zip(numbers, tiles, strict=True) if tile == JOKER]
                run = LyingRun(min(numbers), max(numbers), tuple(sorted(jokers)))
                colour = next(tile.colour for tile in tiles if tile.colour)
                found.runs[_COLOURS.index(colour)].append((run, tiles))
            else:
                colours = tuple(sorted([_COLOURS.index(tile.colour) for tile in tiles if tile.colour]))
                found.groups[reading.stands[0][0].number].append(((colours, len(tiles) - len(colours)), tiles))
        for of_colour in found.runs:
            of_colour.sort(key=itemgetter(0))
        for of_number in found.groups:
            of_number.sort(key=itemgetter(0))
        return found


_From = dict[int, list[tuple[Kind, int, bool, int]]]
"""By state before a number, what can be done there: its kind, what it gains, whether a run ends that was not kept, and the state
after."""


class _Problem:
    """What is to be arranged, and into what.

    Args:
        must: tiles that must be laid.
        may: tiles that may be laid.
        lying: sets to keep.
        worth: what the arrangement is to have most of.
        needed: so many points it must have.
    """

    def __init__(self, must: Counter[Tile], may: Counter[Tile], lying: Table, worth: Worth, needed: int = 0) -> None:
        self.must, self.worth, self.needed = must, worth, needed
        self.jokers = must[JOKER] + may[JOKER]
        self.loose_jokers = may[JOKER]
        """How many of the jokers may be left out."""
        self.base = 0 if worth.anywhere else may[JOKER] * TILE
        self.lying = _Lying.of(lying)
        self.most_kept = len(lying)
        """No more than so many sets are kept."""
        fixed = [tuple([must[tile] for tile in row]) for row in _TILES]
        self.there = [tuple([must[tile] + may[tile] for tile in row]) for row in _TILES]
        groups = [
            group_choices(
                tuple([row[number] for row in self.there]),
                self.jokers,
                tuple([kind for kind, _ in self.lying.groups[number]]),
                anywhere=worth.anywhere,
                thirteen=number == HIGHEST,
            )
            for number in NUMBERS
        ]
        self.choices = [row.choices for row in groups]
        self.shares = [((), *[row.shares[c] for row in groups]) for c in range(len(_COLOURS))]
        prices: list[list[dict[int, float]]] = [
            [{}, *[dict.fromkeys(range(len(of)), 0.0) for of in row[1:]]] for row in self.shares
        ]
        for number, row in enumerate(self.choices, 1):
            for choice in row:
                first = prices[0][number]
                first[choice.shares[0]] = max(first[choice.shares[0]], choice.kept * worth.kept)
        self.colours = [
            colour_runs(*of, prices[c], tuple([run for run, _ in self.lying.runs[c]]), self.jokers, worth)
            for c, of in enumerate(zip(fixed, self.there, map(tuple, self.shares), strict=True))
        ]
        self._pays: dict[tuple[int, int], dict[Kind, list[tuple[int, int]]]] = {}

    def best(self, above: int, budget: Budget) -> Arrangement | None:
        """The best arrangement worth more than `above`, or the best that was found."""
        budget.set_up()
        found = self._best(above, budget)
        return found and found[0].arrangement(*found[1])._replace(exact=not budget.spent)

    def most(self, budget: Budget) -> int:
        """The most that an arrangement is worth; no less than that where it takes too long to find out."""
        bound = self._bound()
        if not bound.tighten(0, strike_off=False):
            return 0
        found = self._search(bound, 0, budget)
        return (
            int(max(map(bound.promised, bound.choices[0])) + ROUNDING) if budget.spent else found[1][1] if found else 0
        )

    def _best(self, above: int, budget: Budget) -> _Found | None:
        bound = self._bound()
        most = 1 << 30
        window, failed = _WINDOW, 0
        while bound.tighten(above - self.base + 0.5, strike_off=False):
            most = min(most, int(self.base + max(map(bound.promised, bound.choices[0])) + ROUNDING))
            least = max(above, most - window)
            if self.worth.kept:
                least = max(least, most // TILE * TILE - 1)
            found = self._search(bound, least, budget)
            if found or least <= above or budget.spent:
                return found
            most = least
            if self.worth.kept and most % TILE > self.most_kept:
                most = most // TILE * TILE + self.most_kept
            failed += 1
            window *= 1 + (failed > _NARROW_WINDOWS)
        return None

    def _search(self, bound: Bound, above: int, budget: Budget) -> _Found | None:
        """The search that found the best arrangement worth more than `above`."""
        bound = bound.only(bound.choices[0])
        if not self._tighten(bound, above):
            return None
        return _Search(self, bound).search(above, budget)

    def _bound(self) -> Bound:
        least = self.must[JOKER] if self.worth.anywhere else 0
        return Bound(self.colours, self.choices, (least, self.jokers))

    def _tighten(self, bound: Bound, above: int) -> bool:
        """Tighten a bound while that strikes off much; whether more than `above` may be had."""
        for _ in range(_MOST_PASSES):
            before = bound.size
            if not bound.tighten(above - self.base + 0.5, strike_off=True):
                return False
            if bound.size > before * _WORTH_ANOTHER:
                break
        return True

    def pays(self, colour: int, number: int) -> dict[Kind, list[tuple[int, int]]]:
        """By what the colour does, the shares of the groups that it may have then, with what is gained."""
        key = colour, number
        if key not in self._pays:
            found: dict[Kind, list[tuple[int, int]]] = {}
            for share, kind, gain in self.colours[colour].steps[number].pays:
                found.setdefault(kind, []).append((share, gain))
            self._pays[key] = found
        return self._pays[key]

    def points(self, colour: int, number: int, share: int, kind: Kind, jokers: int) -> int:
        """What the colour's tiles of a number, and so many jokers, are worth."""
        if not self.needed:
            return 0
        skipped = kind[0] - self.shares[colour][number][share][0]
        return number * (self.there[colour][number] - skipped + jokers)


class _Node(NamedTuple):
    """A moment of the search: what the colours have come to after a number."""

    number: int
    states: tuple[int, ...]
    loose: int
    """How many jokers no colour uses."""
    room: int
    """How many of those could be added to sets that are finished and were not kept."""
    points: int
    """What the tiles are worth, as far as that is needed."""


_Row = list[tuple[float, int, int, bool, Kind, int]]
"""What a colour can do with a share of the groups, best first: what it can be worth from there on, what it gains, the state
after, whether a run ended that was not kept, its kind, and its points."""
_Trace = tuple[_Node, Groups | None, tuple[Kind, ...]]
"""How a moment was reached: from which, by which groups, and what each colour did."""


_Place = tuple[int, int, float, int, int]
"""A moment's place in the queue: what it can be worth at best, negative; its number, negative; the same as the first with what it
is more than a whole number; its index; and what it is worth so far."""
_Found = tuple["_Search", tuple[_Node, int]]
"""A search, and the end of the best arrangement that it found, with what that is worth."""


class _Search:
    """The search for the best arrangement in which each colour uses so many jokers.

    Args:
        problem: the tiles, the sets that lie there, and what the colours and the groups can do.
        bound: what can still be gained, with a single deal left.
    """

    def __init__(self, problem: _Problem, bound: Bound) -> None:
        self._problem = problem
        self._bound = bound
        self._rows: dict[tuple[int, int, int], dict[int, _Row]] = {}
        self._moves: dict[tuple[int, int], _From] = {}
        self._came: dict[_Node, _Trace] = {}
        self._reached: dict[_Node, int] = {}

    def arrangement(self, node: _Node, _: int) -> Arrangement:
        """The arrangement at the end of the search."""
        laid = self._finished(self._came[node][0])
        table = (*laid.kept, *laid.others)
        return Arrangement(table, count_tiles(table) - self._problem.must, len(laid.kept))

    def search(self, above: int, budget: Budget) -> _Found | None:
        """The end of the best arrangement worth more than `above`, with its worth."""
        base = self._problem.base
        anywhere, jokers = self._problem.worth.anywhere, self._problem.jokers
        nodes: list[_Node] = []
        queue: list[_Place] = []
        for deal in self._bound.choices[0]:
            at_best = base + self._bound.promised(deal) + ROUNDING
            if at_best > above:
                queue.append((-int(at_best), 0, -at_best, len(nodes), base))
                nodes.append(_Node(0, deal.shares, 0 if anywhere else jokers - sum(deal.shares), 0, 0))
        self._reached = dict.fromkeys(nodes, base)
        heapify(queue)
        diving = False
        last = _LAST_STEPS
        while queue:
            if budget.steps <= 0 and not diving:
                # what is nearest to the end comes first from here on
                budget.spent = diving = True
                queue = [(0, *place[1:]) for place in queue]
                heapify(queue)
            _, _, _, at, worth = heappop(queue)
            node = nodes[at]
            if node.number > HIGHEST:
                return self, (node, worth)
            if worth < self._reached[node]:
                continue
            budget.steps -= 1
            if diving:
                last -= 1
                if last < 0:
                    return None
            follow = self._expand(node, worth, above) if node.number < HIGHEST else self._end(node, worth, above)
            for following, more, at_best in follow:
                heappush(queue, (0 if diving else -int(at_best), -following.number, -at_best, len(nodes), more))
                nodes.append(following)
                budget.steps -= 1
        return None

    def _expand(self, node: _Node, worth: int, above: int) -> Iterator[tuple[_Node, int, float]]:  # noqa: C901, PLR0912 # what the time goes into: calls would double it
        """The moments that follow and may be worth more than `above`, each with its worth so far and at best."""
        number = node.number + 1
        first, second, third, fourth = [self._row(c, number, state) for c, state in enumerate(node.states)]
        needed, kept = self._problem.needed, self._problem.worth.kept
        _, _, loose, room, points = node
        reached, came, new = self._reached, self._came, tuple.__new__
        least = above + 1 - worth - ROUNDING
        for choice in cast("Sequence[Groups]", self._bound.choices[number]):
            i, j, k, m = choice.shares
            if i in first and j in second and k in third and m in fourth:
                bonus = choice.kept * kept
                least_d = least - bonus
                least_c = least_d - fourth[m][0][0]
                least_b = least_c - third[k][0][0]
                least_a = least_b - second[j][0][0]
                for a in first[i]:
                    if a[0] < least_a:
                        break
                    for b in second[j]:
                        ab = a[0] + b[0]
                        if ab < least_b:
                            break
                        for c in third[k]:
                            abc = ab + c[0]
                            if abc < least_c:
                                break
                            for d in fourth[m]:
                                at_best = abc + d[0]
                                if at_best < least_d:
                                    break
                                room_then, points_then = room, points
                                if loose:
                                    # a run has room for more than one, as it can be divided
                                    more = loose if a[3] or b[3] or c[3] or d[3] else choice.room
                                    room_then = min(loose, room + more)
                                if needed:
                                    points_then = min(needed, points + a[5] + b[5] + c[5] + d[5])
                                following = new(
                                    _Node, (number, (a[2], b[2], c[2], d[2]), loose, room_then, points_then)
                                )
                                gained = worth + bonus + a[1] + b[1] + c[1] + d[1]
                                if gained > reached.get(following, -1):
                                    reached[following] = gained
                                    came[following] = node, choice, (a[4], b[4], c[4], d[4])
                                    yield following, gained, worth + bonus + at_best + ROUNDING

    def _row(self, colour: int, number: int, state: int) -> dict[int, _Row]:
        key = (colour, number, state)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = {}
            problem, later = self._problem, self._bound.later[colour][number]
            pays = problem.pays(colour, number)
            steps = problem.colours[colour].steps
            for kind, more, ended, after in self._from(colour, number).get(state, ()):
                still = later[after]
                if still > IMPOSSIBLE:
                    jokers = steps[number - 1].states[state][2] - steps[number].states[after][2]
                    for share, gain in pays[kind]:
                        points = problem.points(colour, number, share, kind, jokers)
                        gained = gain + more
                        found.setdefault(share, []).append((gained + still, gained, after, ended, kind, points))
            for row in found.values():
                row.sort(reverse=True)
        return found

    def _from(self, colour: int, number: int) -> _From:
        key = colour, number
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = {}
            for kind, gain, ended, pairs in self._bound.moves[colour][number]:
                for before, after in pairs:
                    found.setdefault(before, []).append((kind, gain, ended, after))
        return found

    def _end(self, node: _Node, worth: int, above: int) -> Iterator[tuple[_Node, int, float]]:
        """The arrangement that `node` has come to, if it has the points and every joker that must be laid has a place."""
        if node.points < self._problem.needed:
            return
        room = node.room
        for colour, state in zip(self._problem.colours, node.states, strict=True):
            room += node.loose if colour.ended[state] else 0
        if node.loose > room:
            laid = self._finished(node)
            if laid.left > self._problem.loose_jokers:
                return
            worth += len(laid.kept) - worth % TILE - laid.left * TILE
        end = _Node(HIGHEST + 1, (), node.loose, node.room, node.points)
        if worth > max(above, self._reached.get(end, -1)):
            self._reached[end] = worth
            self._came[end] = node, None, ()
            yield end, worth, worth

    def _finished(self, node: _Node) -> Laid:
        """The sets on the way to `node`, with the jokers that were not needed."""
        loose = node.loose
        way_there = []
        while node in self._came:
            before, choice, kinds = self._came[node]
            way_there.append((before, cast("Groups", choice), kinds, node))
            node = before
        kept: list[TileSet] = []
        sets: list[TileSet] = []
        open_runs: list[list[TileSet]] = [[] for _ in _COLOURS]
        for before, choice, kinds, node in reversed(way_there):
            lying = [*self._problem.lying.groups[node.number]]
            for kind in choice.kinds:
                twin = next((there for there in lying if there[0] == kind), None)
                if twin is None:
                    sets.append((*[_TILES[c][node.number] for c in kind[0]], *(JOKER,) * kind[1]))
                else:
                    lying.remove(twin)
                    kept.append(twin[1])
            for c, (did, *states) in enumerate(zip(kinds, before.states, node.states, strict=True)):
                kept += self._go_on(c, node.number, did, (states[0], states[1]), open_runs[c], sets)
        return add_jokers(kept, [*sets, *[tiles for row in open_runs for tiles in row]], loose)

    def _go_on(
        self, colour: int, number: int, kind: Kind, states: tuple[int, int], runs: list[TileSet], sets: list[TileSet]
    ) -> list[TileSet]:
        """Go on with the open `runs` of a colour, and put those that end among `sets`; the kept runs that begin at the number."""
        steps, lying = self._problem.colours[colour].steps, self._problem.lying.runs[colour]
        _, under_way, had = steps[number - 1].states[states[0]]
        _, going, have = steps[number].states[states[1]]
        begun = [i for i in going if lying[i][0].first == number]
        kept = [*under_way, *begun]
        by_joker = sum(number in lying[i][0].jokers for i in kept)
        real = self._problem.there[colour][number] - kind[0] - (len(kept) - by_joker)
        jokers = had - have - kind[1] - by_joker
        growth = grow(tuple(sorted(min(len(tiles), SMALLEST_SET) for tiles in runs)), real + jokers)
        if growth is None:
            raise AssertionError
        runs.sort(key=len)
        going_on = growth.short + growth.going_on
        sets += runs[going_on:]
        runs[going_on:] = [()] * growth.started
        for i in range(len(runs)):
            runs[i] = (*runs[i], JOKER if i < jokers else _TILES[colour][number])
        return [lying[i][1] for i in begun]
