"""The search for the best arrangement: best first, within a budget of counted steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
MOST_STEPS_BOUND = 120_000
"""Maximum number of steps where the rulebook binds the jokers."""
BEAM, WIDER_BEAM = 5, 12
"""Widths of the beams: how many of the most promising moments after each number are followed at first, and how many at
last where nothing has been found and the steps are used up."""
_RESERVE = 4_000
"""Number of steps that are reserved for the wider beam."""
_SET_UP = 700
"""Number of steps that are counted for setting up a problem, besides one for each thing that it can choose from
(`Bound.size`)."""
_PASS = 0.35
"""Number of steps that are counted for setting the prices, for each thing that a problem can choose from
(`Bound.size`)."""
NOTHING = -1
"""A worth that is less than any other."""
_VISIT = 10
"""Number of steps that are counted for following a moment, besides one for each moment that follows."""
_OPTIONS = 8
"""Number of steps that are counted for working out what a colour can do at a number, from one state."""


class Budget:
    """How much work may still be done: counted steps, so that the same position always has the same answer."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.steps = steps
        """How many steps may still be taken."""
        self.missed = NOTHING
        """Upper bound of what anything is worth that was left out of account for want of steps
        (`referee.solver.arrange`)."""

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

    @contextmanager
    def lent(self, most: int) -> Iterator[Budget]:
        """A budget of `most` of the steps, if so many are left; those that are taken of it are taken of this one."""
        part = Budget(min(most, self.steps))
        self.steps -= part.steps
        yield part
        self.steps += part.steps

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
"""What the colours have come to after a number: ``_BITS`` bits for the state of each; four bits each for how many
jokers no colour uses, and how many of those could be added to sets that are finished and were not kept; then the
points, as far as they are needed."""
_Option = tuple[float, int, int, bool, Kind, int]
"""A thing that a colour can do at a number: what the colour can be worth from there on at best, what it gains, the
state after it, shifted to its place in the node, whether a run ended that was not kept, its kind, and its points."""
_Options = tuple[float, dict[int, list[_Option]]]
"""What a colour can do at a number: the most that it can be worth from there on, and by each share of the groups that
it may have its options, those that can be worth most first."""
_OptionsOfAll = tuple[list[_Option], list[_Option], list[_Option], list[_Option]]
"""The options of the four colours."""
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
        self._options_found: dict[tuple[int, int, int], _Options] = {}
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

    def _expand(self, number: int, node: Node, worth: int, above: int) -> list[_Moment]:  # noqa: C901 # calls in its loops would double the time
        """The moments at `number` that follow from `node`, the sum before it, and may be worth more than `above`.

        A choice of groups leaves each of the four colours, a to d, one list of options. All combinations of one option
        from each list are gone through. The lists begin with what can be worth most, so that a list is left as soon as
        an option promises too little with the best of the lists after it.

        Args:
            number: the number that the colours and groups come to, from 1 to 13.
            node: what the colours had come to before it.
            worth: what was gained up to `node`.
            above: what an arrangement must be worth more than.
        """
        needed, kept_worth = self._problem.needed, self._problem.worth.kept
        loose, room, points = node >> _LOOSE & _JOKERS, node >> _ROOM & _JOKERS, node >> _POINTS
        unchanged = loose << _LOOSE
        reached, came, found = self._reached[number], self._came[number], list[_Moment]()
        least = above + 1 - worth - ROUNDING
        for choice, (list_a, list_b, list_c, list_d) in self._promising(number, node, least):
            bonus = choice.kept * kept_worth
            least_abcd = least - bonus
            least_abc = least_abcd - list_d[0][0]
            least_ab = least_abc - list_c[0][0]
            least_a = least_ab - list_b[0][0]
            for best_a, gain_a, after_a, ended_a, kind_a, points_a in list_a:
                if best_a < least_a:
                    break
                for best_b, gain_b, after_b, ended_b, kind_b, points_b in list_b:
                    best_ab = best_a + best_b
                    if best_ab < least_ab:
                        break
                    for best_c, gain_c, after_c, ended_c, kind_c, points_c in list_c:
                        best_abc = best_ab + best_c
                        if best_abc < least_abc:
                            break
                        for best_d, gain_d, after_d, ended_d, kind_d, points_d in list_d:
                            best_abcd = best_abc + best_d
                            if best_abcd < least_abcd:
                                break
                            following = unchanged + after_a + after_b + after_c + after_d
                            if loose:
                                # a run can be divided, so it has room for every loose joker, a group for one
                                more = loose if ended_a or ended_b or ended_c or ended_d else choice.room
                                following += min(loose, room + more) << _ROOM
                            if needed:
                                following += min(needed, points + points_a + points_b + points_c + points_d) << _POINTS
                            gained = worth + bonus + gain_a + gain_b + gain_c + gain_d
                            if gained > reached.get(following, NOTHING):
                                reached[following] = gained
                                came[following] = node, choice, (kind_a, kind_b, kind_c, kind_d)
                                found.append((worth + bonus + best_abcd + ROUNDING, number, gained, following))
        return found

    def _promising(self, number: int, node: Node, least: float) -> Iterator[tuple[Groups, _OptionsOfAll]]:
        """The choices of groups at `number` by which `least` or more may still be gained from `node` on.

        Each comes with the options of the four colours. What the choice gains by keeping sets is part of that: it is
        taken to be as much as any choice of the number gains. Colour after colour is given its share, and what is left
        of the tree is passed over as soon as the colours that have one promise too little.
        """
        (_, by_a), (best_b, by_b), (best_c, by_c), (best_d, by_d) = [
            self._options(colour, number, node >> _BITS * colour & _STATE) for colour in range(len(COLOURS))
        ]
        least -= self._most_kept[number] * self._problem.worth.kept
        for share_a, below_a in self._trees[number].items():
            list_a = by_a.get(share_a)
            if not list_a or list_a[0][0] < least - best_b - best_c - best_d:
                continue
            for share_b, below_b in below_a.items():
                list_b = by_b.get(share_b)
                if not list_b or list_b[0][0] < least - list_a[0][0] - best_c - best_d:
                    continue
                for share_c, below_c in below_b.items():
                    list_c = by_c.get(share_c)
                    if not list_c or list_c[0][0] < least - list_a[0][0] - list_b[0][0] - best_d:
                        continue
                    for share_d, choice in below_c.items():
                        list_d = by_d.get(share_d)
                        if list_d:
                            yield choice, (list_a, list_b, list_c, list_d)

    def _tree(self, number: int) -> _Tree:
        """The choices of a number by the share of the first colour, then of the second, and so on."""
        tree: _Tree = {}
        for choice in cast("Sequence[Groups]", self._bound.choices[number]):
            i, j, k, m = choice.shares
            tree.setdefault(i, {}).setdefault(j, {}).setdefault(k, {})[m] = choice
        return tree

    def _options(self, colour: int, number: int, state: int) -> _Options:
        """What a colour can do at `number`, from the state with the index `state` before it."""
        key = (colour, number, state)
        found = self._options_found.get(key)
        if found is None:
            options: dict[int, list[_Option]] = {}
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
                        options.setdefault(share, []).append(
                            (gained + still, gained, after << _BITS * colour, ended, kind, points)
                        )
            for some in options.values():
                some.sort(reverse=True)
            best = max([some[0][0] for some in options.values()], default=IMPOSSIBLE)
            found = self._options_found[key] = best, options
            self._budget.steps -= _OPTIONS
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
        """Adds a number to the open `runs` of a colour, and moves those that end to `sets`.

        Returns the kept runs that begin at the number.
        """
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
    """A moment's place in the queue, the lowest first.

    What counts is the whole number that it can be worth, then how far it has come, then what can be had at best.
    """
    return -(int(at_best) * _FINISHED + number + at_best)
