"""The search for the best arrangement: best first, within a budget of counted steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush, nsmallest
from typing import NamedTuple, cast

from referee.sets import HIGHEST, SMALLEST_SET
from referee.solver.bound import ROUNDING, Bound
from referee.solver.groups import Groups
from referee.solver.loose import Laid, add_jokers
from referee.solver.problem import COLOURS, TILE, TILES, Problem
from referee.solver.runs import IMPOSSIBLE, Kind, grow
from referee.tiles import JOKER, TileSet

MOST_STEPS = 25_000
"""So many moments are reached, the most promising looked at first; then, after each number, the most promising few."""
_MOST_IN_A_HURRY = 40
"""So many of those."""
_LAST_TRIES = 20
"""So many problems are set up though the steps are used up, where nothing is found at all."""
_SET_UP, _SIZE_OF_STEP = 100, 20
"""To set up a problem takes as long as so many moments, and one more for every so many choices and ways to go on (`Bound.size`)."""


class Budget:
    """How much work may still be done: counted steps, so that the same position always has the same answer."""

    def __init__(self, steps: int = MOST_STEPS, tries: int = _LAST_TRIES) -> None:
        self.steps = steps
        """How many moments of the search may still be reached; to set up a problem counts as some."""
        self.tries = tries
        """How many problems may still be set up once the steps are used up, as long as nothing is found at all."""
        self.spent = False
        """Whether something was left out of account for want of steps."""

    @property
    def over(self) -> bool:
        """Whether no problem may be set up any more."""
        return self.steps <= 0 and self.tries <= 0

    def set_up(self, size: int) -> None:
        """Take note that a problem of that size is set up."""
        self.tries -= self.steps <= 0
        self.steps -= _SET_UP + size // _SIZE_OF_STEP


class Node(NamedTuple):
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
_Trace = tuple[Node, Groups | None, tuple[Kind, ...]]
"""How a moment was reached: from which, by which groups, and what each colour did."""


_Place = tuple[int, int, float, int, int]
"""A moment's place in the queue: what it can be worth at best, negative; its number, negative; the same as the first with what it
is more than a whole number; its index; and what it is worth so far."""


class End(NamedTuple):
    """The end of an arrangement."""

    node: Node
    worth: int


_From = dict[int, list[tuple[Kind, int, bool, int]]]
"""By state before a number, what can be done there: its kind, what it gains, whether a run ends that was not kept, and the state
after."""


class Search:
    """The search for the best arrangement in which each colour uses so many jokers.

    Args:
        problem: the tiles, the sets that lie there, and what the colours and the groups can do.
        bound: what can still be gained, with a single deal left.
    """

    def __init__(self, problem: Problem, bound: Bound) -> None:
        self._problem = problem
        self._bound = bound
        self._rows: dict[tuple[int, int, int], dict[int, _Row]] = {}
        self._moves: dict[tuple[int, int], _From] = {}
        self._came: dict[Node, _Trace] = {}
        self._reached: dict[Node, int] = {}

    def best(self, above: int, budget: Budget) -> End | None:
        """The end of the best arrangement worth more than `above`; of the best that is found when the budget is used up."""
        base = self._problem.base
        anywhere, jokers = self._problem.worth.anywhere, self._problem.jokers
        nodes: list[Node] = []
        queue: list[_Place] = []
        for deal in self._bound.choices[0]:
            at_best = base + self._bound.promised(deal) + ROUNDING
            if at_best > above:
                queue.append((-int(at_best), 0, -at_best, len(nodes), base))
                nodes.append(Node(0, deal.shares, 0 if anywhere else jokers - sum(deal.shares), 0, 0))
        self._reached = dict.fromkeys(nodes, base)
        heapify(queue)
        while queue:
            if budget.steps <= 0:
                budget.spent = True
                return self._in_a_hurry([(at_best, at, worth, nodes[at]) for _, _, at_best, at, worth in queue], above)
            _, _, _, at, worth = heappop(queue)
            node = nodes[at]
            if node.number > HIGHEST:
                return End(node, worth)
            for following, more, at_best in self._follow(node, worth, above):
                heappush(queue, (-int(at_best), -following.number, -at_best, len(nodes), more))
                nodes.append(following)
                budget.steps -= 1
            budget.steps -= 1
        return None

    def _in_a_hurry(self, reached: list[tuple[float, int, int, Node]], above: int) -> End | None:
        """The best end that is found if only the most promising moments after each number are looked at."""
        waiting: list[list[tuple[float, int, int, Node]]] = [[] for _ in range(HIGHEST + 2)]
        for place in reached:
            waiting[place[3].number].append(place)
        for places in waiting[:-1]:
            for _, at, worth, node in nsmallest(_MOST_IN_A_HURRY, places):
                for following, more, at_best in self._follow(node, worth, above):
                    row = waiting[following.number]
                    row.append((-at_best, at + len(row), more, following))
        return max((End(node, worth) for _, _, worth, node in waiting[-1]), key=lambda end: end.worth, default=None)

    def _follow(self, node: Node, worth: int, above: int) -> Iterator[tuple[Node, int, float]]:
        """The moments that follow and may be worth more than `above`, each with its worth so far and at best."""
        if worth < self._reached[node]:
            return iter(())
        return self._expand(node, worth, above) if node.number < HIGHEST else self._end(node, worth, above)

    def _expand(self, node: Node, worth: int, above: int) -> Iterator[tuple[Node, int, float]]:  # noqa: C901, PLR0912 # what the time goes into: calls would double it
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
                                following = new(Node, (number, (a[2], b[2], c[2], d[2]), loose, room_then, points_then))
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

    def _end(self, node: Node, worth: int, above: int) -> Iterator[tuple[Node, int, float]]:
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
        end = Node(HIGHEST + 1, (), node.loose, node.room, node.points)
        if worth > max(above, self._reached.get(end, -1)):
            self._reached[end] = worth
            self._came[end] = node, None, ()
            yield end, worth, worth

    def sets(self, end: End) -> Laid:
        """The sets of the arrangement at that end."""
        return self._finished(self._came[end.node][0])

    def _finished(self, node: Node) -> Laid:
        """The sets on the way to `node`, with the jokers that were not needed."""
        loose = node.loose
        way_there = []
        while node in self._came:
            before, choice, kinds = self._came[node]
            way_there.append((before, cast("Groups", choice), kinds, node))
            node = before
        kept: list[TileSet] = []
        sets: list[TileSet] = []
        open_runs: list[list[TileSet]] = [[] for _ in COLOURS]
        for before, choice, kinds, node in reversed(way_there):
            lying = [*self._problem.lying.groups[node.number]]
            for kind in choice.kinds:
                twin = next((there for there in lying if there[0] == kind), None)
                if twin is None:
                    sets.append((*[TILES[c][node.number] for c in kind[0]], *(JOKER,) * kind[1]))
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
            runs[i] = (*runs[i], JOKER if i < jokers else TILES[colour][number])
        return [lying[i][1] for i in begun]
