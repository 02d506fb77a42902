"""The search for the best arrangement: best first, within a budget of counted steps."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush, nlargest
from typing import NamedTuple, cast

from referee.sets import HIGHEST, SMALLEST_SET
from referee.solver.bound import ROUNDING, Bound
from referee.solver.groups import Groups
from referee.solver.loose import Laid, add_jokers
from referee.solver.problem import COLOURS, TILE, TILES, Problem
from referee.solver.runs import IMPOSSIBLE, Kind, grow
from referee.tiles import JOKER, NUMBERS, TileSet

MOST_STEPS = 20_000
"""Maximum number of steps of a search; on an ordinary computer one takes about 2 µs."""
MOST_STEPS_BOUND = 80_000
"""Maximum number of steps where the rulebook binds the jokers."""
BEAM, WIDER_BEAM = 5, 12
"""Widths of the beams: how many of the most promising moments after each number are followed at first, and how many at last where nothing has
been found and the steps are used up."""
_RESERVE = 4_000
"""Number of steps that are reserved for the wider beam."""
_SET_UP = 700
"""Number of steps that are counted for setting up a problem, besides one for each thing that it can choose from (`Bound.size`)."""
_PASS = 0.35
"""Number of steps that are counted for setting the prices, for each thing that a problem can choose from (`Bound.size`)."""
NOTHING = -1
"""A worth that is less than any other."""
_VISIT, _ROW = 10, 8
"""Numbers of steps that are counted for following a moment, besides one for each moment after it, and for working out what a colour can do."""


class Budget:
    """How much work may still be done: counted steps, so that the same position always has the same answer."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.steps = steps
        """How many steps may still be taken."""
        self.missed = NOTHING
        """Upper bound of what anything is worth that was left out of account for want of steps (`referee.solver.arrange`)."""

    @property
    def over(self) -> bool:
        """Whether no steps are left."""
        return self.steps <= 0

    def miss(self, most: int) -> None:
        """Notes that something was left out of account that is worth `most` at most."""
        self.missed = max(self.missed, most)

    def part(self, share: int, least: int) -> Budget:
        """A budget of one `share`-th of the steps that are left, but of no less than `least`."""
        return Budget(max(self.steps // share, least))

    def set_up(self, size: int) -> None:
        """Counts the steps for setting up a problem of that size."""
        self.steps -= _SET_UP + size

    def tighten(self, size: int) -> None:
        """Counts the steps for setting the prices of a problem of that size."""
        self.steps -= int(size * _PASS)


_BITS = 16
_LOOSE, _ROOM, _POINTS = 4 * _BITS, 4 * _BITS + 4, 4 * _BITS + 8
_STATE, _JOKERS = (1 << _BITS) - 1, 15
_FINISHED = HIGHEST + 1

Node = int
"""What the colours have come to after a number: ``_BITS`` bits for the state of each; four bits each for how many jokers no colour
uses, and how many of those could be added to sets that are finished and were not kept; then the points, as far as they are needed."""
_Row = list[tuple[float, int, int, bool, Kind, int]]
"""What a colour can do with a share of the groups, best first: what it can be worth from there on, what it gains, the state
after, shifted to its place in the node, whether a run ended that was not kept, its kind, and its points."""
_Rows = tuple[float, dict[int, _Row]]
"""The most that a colour can be worth from there on, and what it can do by its share of the groups."""
_Moment = tuple[float, int, int, Node]
"""A moment of the search: what can be had at best, the number, what was gained so far, and the node."""
_Trace = tuple[Node, Groups, tuple[Kind, ...]]
"""How a node was reached: from which, by which groups, and what each colour did."""

_Tree = dict[int, dict[int, dict[int, dict[int, Groups]]]]


class End(NamedTuple):
    """An arrangement that was found."""

    worth: int
    laid: Laid


class Search:
    """The search for the best arrangement.

    Args:
        problem: the tiles, the sets that lie there, and what the colours and the groups can do.
        bound: what can still be gained.
        budget: the steps that are left.
    """

    def __init__(self, problem: Problem, bound: Bound, budget: Budget) -> None:
        self._problem = problem
        self._bound = bound
        self._budget = budget
        self._rows: dict[tuple[int, int, int], _Rows] = {}
        self._trees = [{}, *[self._tree(number) for number in NUMBERS]]
        self._most_kept = [0, *[max([choice.kept for choice in row]) for row in bound.choices[1:]]]
        self._reached: list[dict[Node, int]] = []
        self._came: list[dict[Node, _Trace]] = []

    def beam(self, above: int) -> End | None:
        """The best arrangement worth more than `above` that a beam search finds."""
        return self._beam(self._start(above), above, BEAM)

    def best(self, above: int, *, or_any: bool) -> End | None:
        """The best arrangement worth more than `above`, by a best-first search.

        When the budget is used up, it is the best that a wider beam still finds if `or_any` says so, else None.
        """
        moments = self._start(above)
        queue = [(_order(at_best, number), i) for i, (at_best, number, _, _) in enumerate(moments)]
        heapify(queue)
        while queue:
            if self._budget.steps <= (_RESERVE if or_any else 0):
                self._budget.miss(int(moments[queue[0][1]][0]))
                return self._beam([moments[i] for _, i in queue], above, WIDER_BEAM) if or_any else None
            moment = moments[heappop(queue)[1]]
            if moment[1] == _FINISHED:
                return self._at(moment)
            following = self._follow(moment, above)
            for i, (at_best, number, _, _) in enumerate(following, len(moments)):
                heappush(queue, (_order(at_best, number), i))
            moments += following
        return None

    def _start(self, above: int) -> list[_Moment]:
        """The moments before the first number that may be worth more than `above`."""
        self._reached = [{} for _ in range(_FINISHED + 1)]
        self._came = [{} for _ in range(_FINISHED + 1)]
        anywhere, jokers, base = self._problem.worth.anywhere, self._problem.jokers, self._problem.base
        found = []
        for deal in self._bound.choices[0]:
            at_best = base + self._bound.promised(deal) + ROUNDING
            if int(at_best) > above:
                node = sum([used << _BITS * colour for colour, used in enumerate(deal.shares)])
                node += 0 if anywhere else (jokers - sum(deal.shares)) << _LOOSE
                self._reached[0][node] = base
                found.append((at_best, 0, base, node))
        return found

    def _beam(self, moments: Sequence[_Moment], above: int, width: int) -> End | None:
        """The best end that a beam search finds, which goes on from only the `width` most promising moments after each number."""
        waiting: list[list[_Moment]] = [[] for _ in range(_FINISHED + 1)]
        for moment in moments:
            waiting[moment[1]].append(moment)
        for number, some in enumerate(waiting[:_FINISHED]):
            for moment in nlargest(width, some):
                waiting[number + 1] += self._follow(moment, above)
        return self._at(max(waiting[_FINISHED])) if waiting[_FINISHED] else None

    def _at(self, end: _Moment) -> End:
        _, _, worth, node = end
        return End(worth, self._finished(node))

    def _follow(self, moment: _Moment, above: int) -> list[_Moment]:
        """The moments that follow and may be worth more than `above`."""
        _, number, worth, node = moment
        if worth < self._reached[number][node]:
            return []
        found = self._expand(number + 1, node, worth, above) if number < HIGHEST else self._end(node, worth, above)
        self._budget.steps -= _VISIT + len(found)
        return found

    def _expand(self, number: int, node: Node, worth: int, above: int) -> list[_Moment]:  # noqa: C901, PLR0912 # what the time goes into: calls would double it
        rows = [self._row(colour, number, node >> _BITS * colour & _STATE) for colour in range(len(COLOURS))]
        (_, first), (best_b, second), (best_c, third), (best_d, fourth) = rows
        needed, kept = self._problem.needed, self._problem.worth.kept
        loose, room, points = node >> _LOOSE & _JOKERS, node >> _ROOM & _JOKERS, node >> _POINTS
        rest = loose << _LOOSE
        reached, came, found = self._reached[number], self._came[number], list[_Moment]()
        least = above + 1 - worth - ROUNDING
        some = least - self._most_kept[number] * kept
        least_of_first = some - best_b - best_c - best_d
        for i, by_second in self._trees[number].items():
            if i not in first or first[i][0][0] < least_of_first:
                continue
            least_of_second = some - first[i][0][0] - best_c - best_d
            for j, by_third in by_second.items():
                if j not in second or second[j][0][0] < least_of_second:
                    continue
                least_of_third = some - first[i][0][0] - second[j][0][0] - best_d
                for k, by_fourth in by_third.items():
                    if k not in third or third[k][0][0] < least_of_third:
                        continue
                    for m, choice in by_fourth.items():
                        if m not in fourth:
                            continue
                        _, _, lying, has_room = choice
                        bonus = lying * kept
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
                                        following = rest + a[2] + b[2] + c[2] + d[2]
                                        if loose:
                                            # a run has room for more than one, as it can be divided
                                            more = loose if a[3] or b[3] or c[3] or d[3] else has_room
                                            following += min(loose, room + more) << _ROOM
                                        if needed:
                                            following += min(needed, points + a[5] + b[5] + c[5] + d[5]) << _POINTS
                                        gained = worth + bonus + a[1] + b[1] + c[1] + d[1]
                                        if gained > reached.get(following, -1):
                                            reached[following] = gained
                                            came[following] = node, choice, (a[4], b[4], c[4], d[4])
                                            found.append(
                                                (worth + bonus + at_best + ROUNDING, number, gained, following)
                                            )
        return found

    def _tree(self, number: int) -> _Tree:
        """The choices of a number by the share of the first colour, then of the second, and so on."""
        tree: _Tree = {}
        for choice in cast("Sequence[Groups]", self._bound.choices[number]):
            i, j, k, m = choice.shares
            tree.setdefault(i, {}).setdefault(j, {}).setdefault(k, {})[m] = choice
        return tree

    def _row(self, colour: int, number: int, state: int) -> _Rows:
        key = (colour, number, state)
        found = self._rows.get(key)
        if found is None:
            rows: dict[int, _Row] = {}
            problem, later = self._problem, self._bound.later[colour][number]
            pays = problem.pays(colour, number)
            steps = problem.colours[colour].steps
            step = steps[number]
            for label, after in step.moves[state]:
                kind, more, ended = step.labels[label]
                still = later[after]
                if still > IMPOSSIBLE:
                    jokers = steps[number - 1].states[state][2] - step.states[after][2]
                    for share, gain in pays[kind]:
                        points = problem.points(colour, number, share, kind, jokers)
                        gained = gain + more
                        rows.setdefault(share, []).append(
                            (gained + still, gained, after << _BITS * colour, ended, kind, points)
                        )
            for row in rows.values():
                row.sort(reverse=True)
            best = max([row[0][0] for row in rows.values()], default=IMPOSSIBLE)
            found = self._rows[key] = best, rows
            self._budget.steps -= _ROW
        return found

    def _end(self, node: Node, worth: int, above: int) -> list[_Moment]:
        """The arrangement that `node` has come to, if it has the points and every joker that must be laid has a place."""
        if node >> _POINTS < self._problem.needed:
            return []
        loose, room = node >> _LOOSE & _JOKERS, node >> _ROOM & _JOKERS
        for colour, of in enumerate(self._problem.colours):
            room += loose if of.ended[node >> _BITS * colour & _STATE] else 0
        if loose > room:
            laid = self._finished(node)
            if laid.left > self._problem.loose_jokers:
                return []
            worth += len(laid.kept) - worth % TILE - laid.left * TILE
        return [(worth, _FINISHED, worth, node)] if worth > above else []

    def _finished(self, node: Node) -> Laid:
        """The sets on the way to `node`, with the jokers that were not needed."""
        loose = node >> _LOOSE & _JOKERS
        way_there = []
        for number in range(HIGHEST, 0, -1):
            before, choice, kinds = self._came[number][node]
            way_there.append((number, before, choice, kinds, node))
            node = before
        kept: list[TileSet] = []
        sets: list[TileSet] = []
        open_runs: list[list[TileSet]] = [[] for _ in COLOURS]
        for number, before, choice, kinds, after in reversed(way_there):
            lying = [*self._problem.lying.groups[number]]
            for kind in choice.kinds:
                twin = next((there for there in lying if there[0] == kind), None)
                if twin is None:
                    sets.append((*[TILES[c][number] for c in kind[0]], *(JOKER,) * kind[1]))
                else:
                    lying.remove(twin)
                    kept.append(twin[1])
            for c, did in enumerate(kinds):
                states = before >> _BITS * c & _STATE, after >> _BITS * c & _STATE
                kept += self._go_on(c, number, did, states, open_runs[c], sets)
        return add_jokers(kept, [*sets, *[tiles for row in open_runs for tiles in row]], loose)

    def _go_on(
        self, colour: int, number: int, kind: Kind, states: tuple[int, int], runs: list[TileSet], sets: list[TileSet]
    ) -> list[TileSet]:
        """Extends the open `runs` of a colour, moves those that end to `sets`, and returns the kept runs that begin at the number."""
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


def _order(at_best: float, number: int) -> float:
    """A moment's place in the queue: by the whole number that it can be worth, by how far it has come, by what can be had at best."""
    return -(int(at_best) * _FINISHED + number + at_best)
