"""The best way to arrange tiles into sets: some that must all be laid, some that may be.

Best is: most tiles laid, then most sets kept of those that lay there. The numbers 1 to 13 are gone through in order. What
counts of the numbers before is only, for each colour, which runs are open and how long they are: van Rijn, Takes and Vis, "The
Complexity of Rummikub Problems" (BNAIC 2015) show that this leaves few enough states. Three steps make it fast:

1. What each colour could do by itself, if every choice of groups that its tiles allow came about, is a table of few states
   (`referee.arrange_runs`). The four tables together never fall short of what can be had: they are the bound.
2. A choice of groups for a number (`referee.arrange_groups`) under which the four colours together could not be worth more
   than what is known already is struck off. That narrows the tables, so that more choices can be struck off, and so on.
3. What is left is searched best first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush, nlargest
from itertools import chain, product
from typing import NamedTuple

from referee.arrange_groups import Colours, Groups, Share, group_choices
from referee.arrange_jokers import add_jokers, kept_in
from referee.arrange_runs import TILE, ColourRuns, LyingRuns, Step, Worth, graph
from referee.sets import HIGHEST
from referee.tiles import JOKER, Colour, Table, Tile, TileSet

COLOURS = tuple(Colour)
_WIDTH = 4
"""How many moments of a number are followed to find a good arrangement quickly."""


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
    if Counter(chain.from_iterable(lying)) == must:
        above = max(above, len(lying) - 1)  # everything can stay as it is
    return _Search(must, may, lying).best(above)


class _Node(NamedTuple):
    """A moment of the search: the open runs of every colour after a number."""

    number: int
    states: tuple[int, ...]
    jokers: int
    """How many are left."""
    room: int
    """How many of those could be added to sets that are finished and did not lie there before."""


_Trace = tuple[_Node, Groups | None, tuple[Step, ...]]
"""How a moment was reached: from which, by which groups, and by which step of each colour."""


class _Search:
    """One search for the best arrangement."""

    def __init__(self, must: Counter[Tile], may: Counter[Tile], lying: Table) -> None:
        self._must, self._lying = must, lying
        self._loose_jokers = may[JOKER]
        self._jokers = must[JOKER] + may[JOKER]
        runs, groups = _by_kind(lying)
        numbers = range(HIGHEST + 3)
        fixed = [tuple(must[Tile(colour, number)] for number in numbers) for colour in COLOURS]
        most = [tuple(must[Tile(c, n)] + may[Tile(c, n)] for n in numbers) for c in COLOURS]
        self._choices = [
            group_choices(tuple(row[number] for row in most), self._jokers, groups[number])
            for number in range(HIGHEST + 1)
        ]
        self._shares = [_shares(self._choices, c) for c in range(len(COLOURS))]
        self._colours = []
        for c in range(len(COLOURS)):
            in_groups = tuple(frozenset(share.used for share in row) for row in self._shares[c])
            moves = graph(fixed[c], most[c], in_groups, runs[c], self._jokers)
            self._colours.append(ColourRuns(fixed[c], most[c], moves, self._jokers))
            self._colours[c].weigh(self._shares[c])
        self._steps: dict[tuple[int, int, int], dict[Share, list[Step]]] = {}
        self._pairs: dict[tuple[int, int, int, int], Worth] = {}
        self._came: dict[_Node, _Trace] = {}
        self._start = _Node(0, (0,) * len(COLOURS), self._jokers, 0)

    def best(self, above: int) -> Arrangement | None:
        """The best arrangement worth more than `above`."""
        at_best = self._still_to_gain(self._start) + self._loose_jokers * TILE
        if at_best <= above:
            return None
        quick = self._dive()
        if quick is not None and quick.worth > above:
            if quick.worth == at_best:
                return quick
            above = quick.worth
        else:
            quick = None
        if not self._narrow(above - self._loose_jokers * TILE):
            return quick
        return self._search(above) or quick

    def _dive(self) -> Arrangement | None:
        """An arrangement that may not be the best one: of every number only the most promising moments are followed."""
        self._came.clear()
        layer = {self._start: self._loose_jokers * TILE}
        for _ in range(HIGHEST + 1):
            reached: dict[_Node, int] = {}
            for node, worth in layer.items():
                for following, more, trace in self._expand(node, worth):
                    if more > reached.get(following, -1):
                        reached[following] = more
                        self._came[following] = trace
            if not reached:
                return None
            promising = nlargest(_WIDTH, reached, key=lambda node: reached[node] + self._still_to_gain(node))
            layer = {node: reached[node] for node in promising}
        return self._finished(next(iter(layer)))

    def _search(self, above: int) -> Arrangement | None:
        """The best arrangement worth more than `above`, the most promising moments looked at first."""
        self._came.clear()
        base = self._loose_jokers * TILE
        queue = [(-base - self._still_to_gain(self._start), 0, 0, base, self._start)]
        reached = {self._start: base}
        ticks = 0
        while queue:
            _, _, _, worth, node = heappop(queue)
            if node.number > HIGHEST:
                return self._finished(node)
            if worth < reached[node]:
                continue
            for following, more, trace in self._expand(node, worth):
                if more <= reached.get(following, -1):
                    continue
                at_best = more + self._still_to_gain(following)
                if at_best > above:
                    reached[following] = more
                    self._came[following] = trace
                    ticks += 1
                    heappush(queue, (-at_best, -following.number, ticks, more, following))
        return None

    def _narrow(self, above: int) -> bool:
        """Strike off the choices of groups that cannot lead to more than `above`; whether any way is left."""
        through = [colour.through() for colour in self._colours]
        while True:
            for number in range(1, HIGHEST + 1):
                here = [row[number] for row in through]
                self._choices[number] = tuple(
                    choice for choice in self._choices[number] if _may_pass(choice.shares, here, above)
                )
                if not self._choices[number]:
                    return False
            shares = [_shares(self._choices, c) for c in range(len(COLOURS))]
            changed = [c for c in range(len(COLOURS)) if shares[c] != self._shares[c]]
            if not changed:
                return True
            for c in changed:
                self._colours[c].weigh(shares[c])
                through[c] = self._colours[c].through()
            self._shares = shares
            self._steps.clear()
            self._pairs.clear()

    def _still_to_gain(self, node: _Node) -> int:
        """What can be gained from `node` at best."""
        if node.number > HIGHEST:
            return 0
        a, b, c, d = node.states
        low, high, jokers = self._pair(node.number, 0, a, b), self._pair(node.number, 2, c, d), node.jokers
        return max(low[used] + high[jokers - used] for used in range(jokers + 1)) if jokers else low[0] + high[0]

    def _pair(self, number: int, colour: int, one: int, other: int) -> Worth:
        """What a colour and the next one can gain after `number` from these states."""
        key = (number, colour, one, other)
        found = self._pairs.get(key)
        if found is None:
            first, second = self._colours[colour].worth[number][one], self._colours[colour + 1].worth[number][other]
            found = self._pairs[key] = _both(first, second)
        return found

    def _expand(self, node: _Node, worth: int) -> Iterator[tuple[_Node, int, _Trace]]:
        """The moments that follow, each with its worth and how it was reached."""
        if node.number == HIGHEST:
            yield from self._end(node, worth)
            return
        number = node.number + 1
        rows = [self._steps_of(c, number, state) for c, state in enumerate(node.states)]
        for choice in self._choices[number]:
            for steps in product(*(row.get(share, ()) for row, share in zip(rows, choice.shares, strict=True))):
                a, b, c, d = steps
                jokers, room = node.jokers, node.room
                if self._jokers:
                    jokers -= a.jokers + b.jokers + c.jokers + d.jokers
                    if jokers < 0:
                        continue
                    # a run has room for more than one, as it can be divided
                    more = self._jokers if any(step.move.room for step in steps) else choice.room
                    room = min(self._jokers, room + more)
                following = _Node(number, (a.move.after, b.move.after, c.move.after, d.move.after), jokers, room)
                yield following, worth + a.gain + b.gain + c.gain + d.gain, (node, choice, steps)

    def _steps_of(self, colour: int, number: int, state: int) -> dict[Share, list[Step]]:
        key = (colour, number, state)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = self._colours[colour].steps(number, state)
        return found

    def _end(self, node: _Node, worth: int) -> Iterator[tuple[_Node, int, _Trace]]:
        """The arrangement that `node` has come to, if every joker that must be laid has a place."""
        room = node.room
        for colour, state in zip(self._colours, node.states, strict=True):
            kept, others = colour.ends[state]
            worth += kept
            room += self._jokers if others else 0
        if node.jokers > room:
            table, left = add_jokers(self._sets(node), node.jokers, self._lying)
            if left > self._loose_jokers:
                return
            worth += kept_in(table, self._lying) - worth % TILE - left * TILE
        yield _Node(HIGHEST + 1, (), node.jokers, node.room), worth, (node, None, ())

    def _finished(self, node: _Node) -> Arrangement:
        """The arrangement at the end of the search."""
        table, _ = add_jokers(self._sets(self._came[node][0]), node.jokers, self._lying)
        laid = Counter(chain.from_iterable(table)) - self._must
        return Arrangement(table, laid, kept_in(table, self._lying))

    def _sets(self, node: _Node) -> list[TileSet]:
        """The sets on the way to `node`, without the jokers that were not needed."""
        way_there = []
        while node in self._came:
            before, choice, steps = self._came[node]
            way_there.append((node.number, choice, steps))
            node = before
        sets: list[TileSet] = []
        open_runs: list[list[tuple[int, TileSet]]] = [[] for _ in COLOURS]
        for number, choice, steps in reversed(way_there):
            for colours, jokers in choice.groups if choice else ():
                sets.append((*(Tile(COLOURS[c], number) for c in colours), *(JOKER,) * jokers))
            for c, step in enumerate(steps):
                going_on: list[tuple[int, TileSet]] = []
                for slot, joker, after in step.move.plan:
                    tiles: TileSet = ()
                    if slot:
                        at = next(i for i, (other, _) in enumerate(open_runs[c]) if other == slot)
                        tiles = open_runs[c].pop(at)[1]
                    going_on.append((after, (*tiles, JOKER if joker else Tile(COLOURS[c], number))))
                sets += [tiles for _, tiles in open_runs[c]]
                open_runs[c] = going_on
        return sets + [tiles for row in open_runs for _, tiles in row]


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


def _shares(choices: Sequence[Sequence[Groups]], colour: int) -> list[frozenset[Share]]:
    """By number, the shares that the colour may have."""
    return [frozenset(choice.shares[colour] for choice in row) for row in choices]


def _may_pass(shares: Sequence[Share], through: Sequence[dict[Share, list[int]]], above: int) -> bool:
    """Whether the colours together may be worth more than `above` if these are their shares of a number's groups."""
    a, b, c, d = (row.get(share) for row, share in zip(through, shares, strict=True))
    if not a or not b or not c or not d:
        return False
    most = a[-1] + b[-1] + c[-1] + d[-1]
    if most <= above or len(a) == 1:
        return most > above
    return _both(_both(a, b), _both(c, d))[-1] > above


def _both(one: Worth, other: Worth) -> Worth:
    """What two colours are worth together, by the number of jokers."""
    return [max(one[used] + other[left - used] for used in range(left + 1)) for left in range(len(one))]
