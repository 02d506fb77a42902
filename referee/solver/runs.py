"""What the runs of one colour can do, taken by themselves: the other half of `referee.solver.arrange`.

The numbers are gone through in order. What counts of those before are the open runs and how long they are, three standing for
three and more, and how many jokers the colour has used. An open run also remembers where it started as long as it is the
beginning of a run that lay there, so that the runs kept are counted exactly.

A joker is placed where it is needed: in a gap, or to bring a run to three tiles; never in front of a run unless that ends at
13. Jokers that are left over find their place in `referee.solver.loose`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.sets import HIGHEST, SMALLEST_SET, count_common
from referee.solver.groups import Share

TILE = 1 << 8
"""What a tile laid is worth in the search; a set kept is worth 1, and there are never so many."""

IMPOSSIBLE = float("-inf")
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
MoveKind = tuple[int, int]
"""What the colour does at a number: tiles of it in runs, and jokers in the groups that are counted with the colour."""
_Turn = tuple[Slots, int, int, bool, int, int]
"""A way for open runs to take tiles and jokers of a number: the runs afterwards, the jokers, how many runs ended that lay
there, whether another ended, one that may take a joker more; and how many runs must go on, how many of them by two tiles."""
State = tuple[Slots, int]
"""The open runs of a colour, and how many jokers it has used."""
Moves = tuple[MoveKind, int, bool, list[tuple[int, int]]]
"""Moves of one kind: how many runs end by them that lay there, whether another ends, and from which states to which."""
Gains = dict[MoveKind, float]
"""What is gained, or what something is worth, by what the colour does."""
Pay = tuple[int, MoveKind, int]
"""A share of the groups, by its index, what the colour may do with it, and what is gained then."""


class _Spot(NamedTuple):
    """What matters of a number for the runs of a colour."""

    start: Slot
    """The slot of a run that starts there."""
    ended: tuple[int, ...]
    """The starts of the runs that lay there and ended one number before."""
    going_on: tuple[int, ...]
    """The starts of those that go on at this number."""
    bridge: bool
    """Whether a long run may go on with a joker: a tile lies ahead."""
    last_start: bool
    """Whether a run that starts here must go on to 13; only such a run may start with a joker."""


class Chain(NamedTuple):
    """What a colour can do with so many jokers, no more and no fewer."""

    moves: list[list[Moves]]
    """By number, those that can lead to the end."""
    worth: list[list[float]]
    """By number and state: what is still to be gained after that number, at best."""


class _Step(NamedTuple):
    """What the colour can do at one number."""

    pays: tuple[Pay, ...]
    gains: Gains
    """What each kind gains at best."""
    moves: list[Moves]
    states: tuple[State, ...]
    """After the number."""
    spot: _Spot


class ColourRuns(NamedTuple):
    """What one colour can do, whatever the others do."""

    steps: list[_Step]
    """By number."""
    ends: list[tuple[int, bool]]
    """For each state after 13: how many of its runs lay there, and whether it has others."""
    chains: list[Chain]
    """By the number of jokers that the colour uses."""

    def plan(self, number: int, kind: MoveKind, before: int, after: int) -> Plan:
        """How the runs of the state `before` became those of the state `after`."""
        (slots, had), (others, have) = self.steps[number - 1].states[before], self.steps[number].states[after]
        return _plan(slots, others, kind[0], have - had - kind[1], self.steps[number].spot)


_NO_STEP = _Step((), {}, [], (((), 0),), _Spot(1, (), (), bridge=False, last_start=False))
"""Before the first number."""


@lru_cache(maxsize=1 << 6)
def colour_runs(
    must: tuple[int, ...], most: tuple[int, ...], shares: tuple[tuple[Share, ...], ...], lying: LyingRuns, jokers: int
) -> ColourRuns:
    """What one colour can do.

    Args:
        must: how many tiles of each number must be laid, from number 0 to 15.
        most: how many there are.
        shares: for each number, the shares of its groups that the colour may have.
        lying: the runs of this colour that lay there.
        jokers: how many jokers there are.
    """
    steps: list[_Step] = [_NO_STEP]
    for number in range(1, HIGHEST + 1):
        ahead = most[number + 1] if number < HIGHEST else None
        beyond = most[number + 2] if number < HIGHEST - 1 else None
        spot = _spot(number, lying, any(most[number + 1 : number + 1 + jokers]))
        steps.append(_step(steps[-1].states, shares[number], must[number], most[number], spot, ahead, beyond, jokers))
    ends = [_end(slots, lying) for slots, _ in steps[-1].states]
    return ColourRuns(steps, ends, [_chain(steps, ends, used, jokers) for used in range(jokers + 1)])


@lru_cache(maxsize=1 << 11)
def _step(
    states: tuple[State, ...],
    shares: tuple[Share, ...],
    must: int,
    most: int,
    spot: _Spot,
    ahead: int | None,
    beyond: int | None,
    jokers: int,
) -> _Step:
    """One number, from `states` before it; `ahead` and `beyond` are how many tiles the next two numbers have."""
    pays = _pays(shares, must, most)
    gains = best_gains(pays, dict.fromkeys(range(len(shares)), 0.0))
    in_groups = {share.used for share in shares}
    moves: dict[tuple[MoveKind, int, bool], list[tuple[int, int]]] = {}
    index: dict[State, int] = {}
    for kind in gains:
        real, grouped = kind
        # a joker beside a tile that is left over would be better off elsewhere
        may_use = most - real in in_groups
        for before, (slots, used) in enumerate(states):
            left = jokers - used - grouped
            if left < 0:
                continue
            for after, taken, kept, room, short, new in _turns(slots, real, left if may_use else 0, spot):
                more = left - taken
                if short and (ahead is None or short > ahead + more):
                    continue
                if new and (beyond is None or new > beyond + more):
                    continue
                state = index.setdefault((after, jokers - more), len(index))
                moves.setdefault((kind, kept, room), []).append((before, state))
    return _Step(pays, gains, [(*key, same) for key, same in moves.items()], tuple(index), spot)


def best_gains(pays: Sequence[Pay], prices: Mapping[int, float]) -> Gains:
    """What each kind gains at best, by the price of every share that may be had."""
    gains: Gains = {}
    for share, kind, gain in pays:
        if share in prices:
            value = gain + prices[share]
            if value > gains.get(kind, IMPOSSIBLE):
                gains[kind] = value
    return gains


def by_share(pays: Sequence[Pay], worth: Gains) -> dict[int, float]:
    """What the colour is worth by its share, if it is worth so much by what it does, without what is gained by that."""
    found: dict[int, float] = {}
    for share, kind, gain in pays:
        value = worth.get(kind, IMPOSSIBLE) + gain
        if value > found.setdefault(share, IMPOSSIBLE):
            found[share] = value
    return found


def worth_before(moves: Sequence[Moves], gains: Gains, later: Sequence[float], size: int) -> list[float]:
    """What each of so many states before a number is worth, by what those after it are."""
    worth = [IMPOSSIBLE] * size
    for kind, kept, _, pairs in moves:
        if kind in gains:
            gain = gains[kind] + kept
            for before, after in pairs:
                value = later[after] + gain
                if value > worth[before]:  # noqa: PLR1730 # max() takes twice as long, and this is most of the work
                    worth[before] = value
    return worth


def worth_after(moves: Sequence[Moves], gains: Gains, reached: Sequence[float], size: int) -> list[float]:
    """What each of so many states after a number is worth so far, by what those before it are."""
    worth = [IMPOSSIBLE] * size
    for kind, kept, _, pairs in moves:
        if kind in gains:
            gain = gains[kind] + kept
            for before, after in pairs:
                value = reached[before] + gain
                if value > worth[after]:  # noqa: PLR1730 # as above
                    worth[after] = value
    return worth


def worth_through(moves: Sequence[Moves], gains: Gains, reached: Sequence[float], later: Sequence[float]) -> Gains:
    """What the colour is worth altogether by what it does at the number, without what is gained there."""
    worth: Gains = {}
    for kind, kept, _, pairs in moves:
        if kind in gains:
            best = max([reached[before] + later[after] for before, after in pairs]) + kept
            if best > worth.get(kind, IMPOSSIBLE):
                worth[kind] = best
    return worth


def _pays(shares: Sequence[Share], must: int, most: int) -> tuple[Pay, ...]:
    return tuple(
        (index, (real, jokers), (real + used - must) * TILE + kept)
        for index, (used, jokers, kept) in enumerate(shares)
        for real in range(max(0, must - used), most - used + 1)
    )


def _chain(steps: Sequence[_Step], ends: Sequence[tuple[int, bool]], jokers: int, most: int) -> Chain:
    """What the colour can do with `jokers` of `most`."""
    last = [kept if used == jokers else IMPOSSIBLE for (_, used), (kept, _) in zip(steps[-1].states, ends, strict=True)]
    worth: list[list[float]] = [last]
    alive: list[list[Moves]] = []
    for number in range(HIGHEST, 0, -1):
        later, row = worth[-1], steps[number].moves
        if jokers < most:
            row = [
                (kind, kept, room, there)
                for kind, kept, room, pairs in row
                if (there := [pair for pair in pairs if later[pair[1]] > IMPOSSIBLE])
            ]
        alive.append(row)
        worth.append(worth_before(row, steps[number].gains, later, len(steps[number - 1].states)))
    return Chain([[], *reversed(alive)], worth[::-1])


@lru_cache(maxsize=1 << 11)
def _spot(number: int, lying: LyingRuns, bridge: bool) -> _Spot:  # noqa: FBT001 # a fact of the number, and cached
    return _Spot(
        number * 4 + 1 if any(first == number for first, _ in lying) else 1,
        tuple([first for first, last in lying if last == number - 1]),
        tuple(sorted({first for first, last in lying if first < number <= last})),
        bridge,
        number == HIGHEST - SMALLEST_SET + 1,
    )


def _end(slots: Slots, lying: LyingRuns) -> tuple[int, bool]:
    kept = count_common([slot >> 2 for slot in slots], [first for first, last in lying if last == HIGHEST])
    return kept, len(slots) > kept


@lru_cache(maxsize=1 << 16)
def _turns(slots: Slots, real: int, jokers: int, spot: _Spot) -> tuple[_Turn, ...]:
    """The ways for the open runs `slots` to take `real` tiles and up to `jokers` jokers; of equal ones the best."""
    found: dict[tuple[Slots, int], tuple[int, bool]] = {}
    for used in range(jokers + 1):
        for runs, kept, room in _runs_that_take(slots, real + used, spot):
            for _, longer in _after(runs, used, spot):
                key = tuple(sorted(longer)), used
                if key not in found or found[key] < (kept, room):
                    found[key] = kept, room
    turns = []
    for (after, used), (kept, room) in found.items():
        lengths = [slot & 3 for slot in after]
        new = lengths.count(1)
        turns.append((after, used, kept, room, new + lengths.count(2), new))
    return tuple(turns)


@lru_cache(maxsize=1 << 14)
def _plan(slots: Slots, after: Slots, real: int, jokers: int, spot: _Spot) -> Plan:
    """The best plan by which the open runs `slots` become those of `after`."""
    best: tuple[int, bool] | None = None
    found: Plan = ()
    for runs, kept, room in _runs_that_take(slots, real + jokers, spot):
        for by_joker, longer in _after(runs, jokers, spot):
            if tuple(sorted(longer)) == after and (best is None or best < (kept, room)):
                best = kept, room
                found = tuple(zip(runs, by_joker, longer, strict=True))
    return found


def _runs_that_take(slots: Slots, taken: int, spot: _Spot) -> Iterator[tuple[Slots, int, bool]]:
    """Which runs may take so many tiles and jokers: 0 for one that starts; how many end that lay there, whether another does."""
    must = [slot for slot in slots if slot & 3 < SMALLEST_SET]
    extra = taken - len(must)
    if extra < 0:
        return
    free = [slot for slot in slots if slot & 3 == SMALLEST_SET]
    for going_on in range(min(extra, len(free)), -1, -1):
        for chosen in set(combinations(free, going_on)):
            ending = [slot >> 2 for slot in free]
            for slot in chosen:
                ending.remove(slot >> 2)
            kept = count_common(ending, spot.ended) if spot.ended and ending else 0
            others = len(ending) > kept
            if extra > going_on and others and spot.start == 1:
                continue  # going on with a long run is at least as good as a start
            yield (*must, *chosen, *(0,) * (extra - going_on)), kept, others


def _after(runs: Slots, jokers: int, spot: _Spot) -> Iterator[tuple[list[bool], list[Slot]]]:
    """The ways for so many of `runs` to take a joker, and the others a tile: which of them do, and their slots afterwards."""
    by_tile = [_longer(slot, spot) for slot in runs]
    for places in combinations(range(len(runs)), jokers):
        after, by_joker = [*by_tile], [False] * len(runs)
        for place in places:
            by_joker[place] = True
            after[place] = _longer_by_joker(runs[place], spot)
        if 0 not in after:
            yield by_joker, after


def _longer(slot: Slot, spot: _Spot) -> Slot:
    """The slot of an open run that takes a tile; 0 for one that starts."""
    if not slot:
        return spot.start
    start = slot >> 2
    length = min((slot & 3) + 1, SMALLEST_SET)
    return start * 4 + length if start in spot.going_on else length


def _longer_by_joker(slot: Slot, spot: _Spot) -> Slot:
    """The slot of an open run that takes a joker; 0 where it would be better off elsewhere."""
    if not slot:
        return 1 if spot.last_start else 0
    length = slot & 3
    return length + 1 if length < SMALLEST_SET else SMALLEST_SET if spot.bridge else 0
