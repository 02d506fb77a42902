"""What the runs of one colour can do, taken by themselves: the other half of `referee.arrangement`.

The numbers are gone through in order. What counts of those before are the open runs and how long they are, three standing for
three and more. An open run also remembers where it started as long as it is the beginning of a run that lay there, so that the
runs kept are counted exactly.

A joker is placed where it is needed: in a gap, or to bring a run to three tiles; never in front of a run unless that ends at
13. Jokers that are left over find their place in `referee.arrange_jokers`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.arrange_groups import Share
from referee.sets import HIGHEST, SMALLEST_SET

TILE = 1 << 8
"""What a tile laid is worth in the search; a set kept is worth 1, and there are never so many."""

IMPOSSIBLE = -(1 << 40)
"""The worth of what cannot be."""

Slot = int
"""An open run: ``start * 4 + length``, the length 1, 2, or 3 for more. The start is 0 unless the run is the beginning of one
that lay there."""
Slots = tuple[Slot, ...]
"""The open runs of a colour, ascending."""
Plan = tuple[tuple[Slot, bool, Slot], ...]
"""For each run that goes on or starts: its slot before (0 for one that starts), whether by a joker, and its slot after."""
LyingRuns = tuple[tuple[int, int], ...]
"""First and last number of each run that lay there, ascending."""
Worth = Sequence[int]
"""What something is worth at best, by the number of jokers that it may use."""


class Move(NamedTuple):
    """One way for the open runs of a colour to take tiles and jokers of a number."""

    jokers: int
    kept: int
    """How many runs ended that lay there."""
    after: int
    """The open runs afterwards, as an index into the next number's row of moves."""
    room: bool
    """Whether another run ended, one that may take a joker more."""
    plan: Plan


Moves = dict[int, list[Move]]
"""The moves of some open runs, by the number of tiles that they take."""


class Step(NamedTuple):
    """A move, and what the colour gains by it and by its share of the groups."""

    gain: int
    jokers: int
    """Those in its runs and those of its share."""
    move: Move


class _Turn(NamedTuple):
    """A move before its open runs have an index."""

    after: Slots
    jokers: int
    kept: int
    room: bool
    plan: Plan
    short: int
    """How many of the runs afterwards must go on."""
    new: int
    """How many of those have a single tile."""


class _Spot(NamedTuple):
    """What matters of a number for the runs of a colour."""

    start: Slot
    """The slot of a run that starts there."""
    ended: tuple[tuple[int, int], ...]
    """Of the runs that lay there and ended one number before: their starts, and how many there were."""
    going_on: tuple[int, ...]
    """The starts of those that go on at this number."""
    bridge: bool
    """Whether a long run may go on with a joker: a tile lies ahead."""
    last_start: bool
    """Whether a run that starts here must go on to 13; only such a run may start with a joker."""


class Graph(NamedTuple):
    """Every move of one colour's runs."""

    moves: list[list[Moves]]
    """By number from 1, then by state: the moves of the open runs with this index."""
    ends: list[tuple[int, bool]]
    """For each state after 13: how many of its runs lay there, and whether it has others."""


@lru_cache(maxsize=1 << 5)
def graph(
    must: tuple[int, ...], most: tuple[int, ...], in_groups: tuple[frozenset[int], ...], lying: LyingRuns, jokers: int
) -> Graph:
    """Every move of one colour's runs.

    Args:
        must: how many tiles of each number must be laid, from number 0 to 15.
        most: how many there are.
        in_groups: for each number, how many tiles may go into groups.
        lying: the runs of this colour that lay there.
        jokers: how many jokers there are.
    """
    found: list[list[Moves]] = [[]]
    least: dict[Slots, int] = {(): 0}
    for number in range(1, HIGHEST + 1):
        used = in_groups[number]
        # a joker beside a tile that is left over would be better off elsewhere
        reals = {
            real: most[number] - real in used
            for in_group in used
            for real in range(max(0, must[number] - in_group), most[number] - in_group + 1)
        }
        ahead = most[number + 1] + jokers if number < HIGHEST else 0
        beyond = most[number + 2] + jokers if number < HIGHEST - 1 else 0
        spot = _spot(number, most, lying, jokers)
        index: dict[Slots, int] = {}
        following: dict[Slots, int] = {}
        row: list[Moves] = []
        for slots, so_far in least.items():
            moves: Moves = {}
            for real, may_use in reals.items():
                there = [
                    turn
                    for turn in _turns(slots, real, jokers - so_far if may_use else 0, spot)
                    if turn.short <= ahead and turn.new <= beyond
                ]
                for turn in there:
                    following[turn.after] = min(following.get(turn.after, jokers), so_far + turn.jokers)
                if there:
                    moves[real] = [
                        Move(t.jokers, t.kept, index.setdefault(t.after, len(index)), t.room, t.plan) for t in there
                    ]
            row.append(moves)
        found.append(row)
        least = following
    return Graph(found, [_end(slots, lying) for slots in least])


class ColourRuns:
    """What one colour is worth at best whatever the other colours do, by its moves and its shares of the groups.

    Args:
        must: how many tiles of each number must be laid, from number 0 to 15.
        most: how many there are.
        moves: the moves of its runs.
        jokers: how many jokers there are.
    """

    def __init__(self, must: tuple[int, ...], most: tuple[int, ...], moves: Graph, jokers: int) -> None:
        self._must, self._most = must, most
        self._width = jokers + 1
        self._moves, self.ends = moves
        self.worth: list[list[Worth]] = []
        """By number and state: what is still to be gained after that number, at best."""
        self._gains: list[dict[int, list[tuple[Share, int]]]] = []

    def weigh(self, shares: Sequence[Collection[Share]]) -> None:
        """Find what every state is worth if the colour's share of the groups of a number is one of `shares`."""
        self._gains = [{}, *(self._gain(number, shares[number]) for number in range(1, HIGHEST + 1))]
        width = self._width
        worth: list[list[Worth]] = [[(kept,) * width for kept, _ in self.ends]]
        best = self._best if self._width > 1 else self._best_without_jokers
        for number in range(HIGHEST, 0, -1):
            worth.append(best(number, worth[-1]))
        self.worth = worth[::-1]

    def through(self) -> list[dict[Share, list[int]]]:
        """By number, for each share: what the colour is worth altogether if it takes that one."""
        found: list[dict[Share, list[int]]] = [{}]
        reached: list[list[int]] = [[0] * self._width]
        go_on = self._go_on if self._width > 1 else self._go_on_without_jokers
        for number in range(1, HIGHEST + 1):
            reached, totals = go_on(number, reached)
            found.append(self._by_share(number, totals))
        return found

    def steps(self, number: int, state: int) -> dict[Share, list[Step]]:
        """The steps to `number` by the share of its groups; those from which the end cannot be reached are left out."""
        gains, later, last = self._gains[number], self.worth[number], self._width - 1
        found: dict[Share, list[Step]] = {}
        for real, moves in self._moves[number][state].items():
            for share, gain in gains.get(real, ()):
                for move in moves:
                    jokers = move.jokers + share.jokers
                    if jokers <= last and later[move.after][last - jokers] >= 0:
                        found.setdefault(share, []).append(Step(gain + move.kept, jokers, move))
        return found

    def _gain(self, number: int, shares: Collection[Share]) -> dict[int, list[tuple[Share, int]]]:
        """For each number of tiles in runs the shares that go with it, and what is gained then."""
        must, most = self._must[number], self._most[number]
        gains: dict[int, list[tuple[Share, int]]] = {}
        for share in shares:
            used, _, kept = share
            for real in range(max(0, must - used), most - used + 1):
                gains.setdefault(real, []).append((share, (real + used - must) * TILE + kept))
        return gains

    def _best_without_jokers(self, number: int, later: Sequence[Worth]) -> list[Worth]:
        gains = {real: max(gain for _, gain in shares) for real, shares in self._gains[number].items()}
        row: list[Worth] = []
        for moves in self._moves[number]:
            best = IMPOSSIBLE
            for real, same in moves.items():
                if real in gains:
                    gain = gains[real]
                    for _, kept, after, _, _ in same:
                        total = later[after][0] + kept + gain
                        best = max(best, total)
            row.append((best,))
        return row

    def _best(self, number: int, later: Sequence[Worth]) -> list[Worth]:
        """What every state before `number` is worth, by what those after it are."""
        width = self._width
        gains = {real: _best_by_jokers(shares, width) for real, shares in self._gains[number].items()}
        row: list[Worth] = []
        for moves in self._moves[number]:
            best = [IMPOSSIBLE] * width
            for real, same in moves.items():
                if real not in gains:
                    continue
                gain = gains[real]
                totals = [IMPOSSIBLE] * width
                for used, kept, after, _, _ in same:
                    there = later[after]
                    for left in range(used, width):
                        total = there[left - used] + kept
                        totals[left] = max(totals[left], total)
                for left in range(width):
                    for paid in range(left + 1):
                        total = totals[left - paid] + gain[paid]
                        best[left] = max(best[left], total)
            row.append(best)
        return row

    def _go_on_without_jokers(
        self, number: int, reached: Sequence[list[int]]
    ) -> tuple[list[list[int]], dict[int, list[int]]]:
        gains = {real: max(gain for _, gain in shares) for real, shares in self._gains[number].items()}
        later = self.worth[number]
        following, totals = [IMPOSSIBLE] * len(later), dict.fromkeys(gains, IMPOSSIBLE)
        for (so_far,), moves in zip(reached, self._moves[number], strict=True):
            if so_far < 0:
                continue
            for real, same in moves.items():
                if real not in gains:
                    continue
                for _, kept, after, _, _ in same:
                    there = later[after][0]
                    if there >= 0:
                        totals[real] = max(totals[real], so_far + kept + there)
                        following[after] = max(following[after], so_far + kept + gains[real])
        return [[value] for value in following], {real: [total] for real, total in totals.items()}

    def _go_on(self, number: int, reached: Sequence[list[int]]) -> tuple[list[list[int]], dict[int, list[int]]]:
        """What every state after `number` is worth so far; and the whole by the tiles in runs, without the share's gain."""
        width = self._width
        gains = {real: _best_by_jokers(shares, width) for real, shares in self._gains[number].items()}
        later = self.worth[number]
        following = [[IMPOSSIBLE] * width for _ in later]
        totals = {real: [IMPOSSIBLE] * width for real in gains}
        for so_far, moves in zip(reached, self._moves[number], strict=True):
            if so_far[-1] < 0:
                continue
            for real, same in moves.items():
                if real not in gains:
                    continue
                gain, total = gains[real], totals[real]
                for used, kept, after, _, _ in same:
                    there, onward = later[after], following[after]
                    if there[-1] < 0:
                        continue
                    for before in range(width - used):
                        value = so_far[before] + kept
                        if value < 0:
                            continue
                        for left in range(before + used, width):
                            more = left - before - used
                            total[left] = max(total[left], value + there[more])
                            onward[left] = max(onward[left], value + gain[more])
        return following, totals

    def _by_share(self, number: int, totals: Mapping[int, list[int]]) -> dict[Share, list[int]]:
        """What the colour is worth by its share of the groups of `number`."""
        width = self._width
        found: dict[Share, list[int]] = {}
        for real, shares in self._gains[number].items():
            total = totals[real]
            for share, gain in shares:
                best = found.setdefault(share, [IMPOSSIBLE] * width)
                for left in range(share.jokers, width):
                    best[left] = max(best[left], total[left - share.jokers] + gain)
        return found


def _best_by_jokers(shares: Sequence[tuple[Share, int]], width: int) -> list[int]:
    """The most that one of `shares` gains, by the number of jokers that it may use."""
    best = [IMPOSSIBLE] * width
    for share, gain in shares:
        for left in range(share.jokers, width):
            best[left] = max(best[left], gain)
    return best


def _spot(number: int, most: Sequence[int], lying: LyingRuns, jokers: int) -> _Spot:
    return _Spot(
        number * 4 + 1 if any(first == number for first, _ in lying) else 1,
        tuple(Counter(first for first, last in lying if last == number - 1).items()),
        tuple(sorted({first for first, last in lying if first < number <= last})),
        any(most[number + 1 : number + 1 + jokers]),
        number == HIGHEST - SMALLEST_SET + 1,
    )


def _end(slots: Slots, lying: LyingRuns) -> tuple[int, bool]:
    stopped, ended = Counter(slot >> 2 for slot in slots), Counter(first for first, last in lying if last == HIGHEST)
    kept = (stopped & ended).total()
    return kept, len(slots) > kept


@lru_cache(maxsize=1 << 17)
def _turns(slots: Slots, real: int, jokers: int, spot: _Spot) -> tuple[_Turn, ...]:
    """The ways for the open runs `slots` to take `real` tiles and up to `jokers` jokers."""
    must = tuple(slot for slot in slots if slot & 3 < SMALLEST_SET)
    free = tuple(slot for slot in slots if slot & 3 == SMALLEST_SET)
    ended = dict(spot.ended)
    found: dict[tuple[Slots, int], _Turn] = {}
    for used in range(jokers + 1):
        extra = real + used - len(must)
        for going_on in range(min(extra, len(free)), -1, -1):
            starts = extra - going_on
            for places in combinations(range(len(free)), going_on):
                stop = Counter(slot >> 2 for i, slot in enumerate(free) if i not in places)
                kept = sum(min(count, ended.get(start, 0)) for start, count in stop.items())
                others = len(free) - going_on - kept
                if starts and others and spot.start == 1:
                    continue  # going on with a long run is at least as good as a start
                runs = (*must, *(free[i] for i in places), *(0,) * starts)
                for plan in _plans(runs, used, spot):
                    after = tuple(sorted(slot for _, _, slot in plan))
                    best = found.get((after, used))
                    if best is None or (best.kept, best.room) < (kept, others > 0):
                        short = sum(1 for slot in after if slot & 3 < SMALLEST_SET)
                        new = sum(1 for slot in after if slot & 3 == 1)
                        found[after, used] = _Turn(after, used, kept, others > 0, plan, short, new)
    return tuple(found.values())


def _plans(runs: Slots, jokers: int, spot: _Spot) -> Iterator[Plan]:
    """The ways to give `jokers` of the runs a joker and the others a tile."""
    for places in combinations(range(len(runs)), jokers):
        plan: list[tuple[Slot, bool, Slot]] = []
        for i, slot in enumerate(runs):
            joker = i in places
            if not slot:
                if joker and not spot.last_start:
                    break
                plan.append((0, joker, 1 if joker else spot.start))
                continue
            length, start = slot & 3, slot >> 2
            if joker and length == SMALLEST_SET and not spot.bridge:
                break
            stays = start if start in spot.going_on and not joker else 0
            plan.append((slot, joker, stays * 4 + min(length + 1, SMALLEST_SET)))
        else:
            yield tuple(plan)
