"""What the runs of one colour can do, taken by themselves.

The numbers are gone through in order. What counts of those before are the open runs and how long they are, three standing for
three and more; which runs that lay there are kept and still under way; and how many jokers the colour is still to use. A run
is kept from its first number on or not at all, so that the others need not remember where they started.

Where only the tiles count, a joker is placed where it is needed: in a gap, or to bring a run to three tiles; never in front of
a run unless that ends at 13. Jokers that are left over find their place in `referee.solver.loose`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.sets import HIGHEST, SMALLEST_SET
from referee.solver.groups import Share

IMPOSSIBLE = float("-inf")
"""The worth of what cannot be."""

Open = tuple[int, ...]
"""The lengths of the open runs of a colour, ascending."""
State = tuple[Open, tuple[int, ...], int]
"""The open runs; the kept runs under way, as indices into the runs that lay there; and how many jokers are still to be used."""
Kind = tuple[int, int]
"""What a colour does at a number, as the groups see it: tiles that its runs leave over, and jokers for the groups."""
Moves = tuple[Kind, int, bool, list[tuple[int, int]]]
"""Moves of one kind: what they gain, whether a run ends by them that was not kept, and from which states to which."""
Gains = dict[Kind, float]
"""What is gained, or what something is worth, by what the colour does."""
Pay = tuple[int, Kind, int]
"""A share of the groups, by its index, what the colour may do with it, and what is gained then."""


class LyingRun(NamedTuple):
    """A run that lay there."""

    first: int
    last: int
    jokers: tuple[int, ...]
    """The numbers that jokers stand for."""


class Worth(NamedTuple):
    """What an arrangement is to have most of."""

    tiles: tuple[int, ...]
    """What a tile is worth that need not be laid, by its number."""
    jokers: tuple[int, ...]
    """What a joker is worth, by the number that it stands for."""
    kept: int
    """What a set is worth that lies there still."""
    anywhere: bool
    """Whether it matters where a joker lies: then every place is tried."""


class Step(NamedTuple):
    """What the colour can do at one number."""

    pays: tuple[Pay, ...]
    moves: list[Moves]
    states: tuple[State, ...]
    """After the number."""


class Colour(NamedTuple):
    """What one colour can do, whatever the others do."""

    steps: Sequence[Step]
    """By number; the first is no number, but the states to start from, by the jokers to be used."""
    ended: list[bool]
    """For each state after 13, whether it has a run that was not kept."""
    prices: Sequence[Mapping[int, float]]
    """By number, the prices of the shares of the groups to begin with."""
    later: list[list[float]]
    """By number and state: what is still to be gained after that number at best, at these prices."""


class _Growth(NamedTuple):
    """How open runs take so many tiles and jokers more."""

    after: Open
    short: int
    """How many runs of fewer than three tiles go on; all of them must."""
    going_on: int
    """How many longer ones go on: as many as can, since that binds nobody."""
    started: int
    ended: bool
    """Whether a run ends."""
    twos: int
    ones: int


@cache
def grow(runs: Open, taken: int) -> _Growth | None:
    """How the open runs take `taken` tiles and jokers of the next number; None where a short one cannot go on."""
    short = [length for length in runs if length < SMALLEST_SET]
    extra = taken - len(short)
    if extra < 0:
        return None
    long = len(runs) - len(short)
    going_on = min(extra, long)
    started = extra - going_on
    after = tuple(sorted([*[length + 1 for length in short], *[SMALLEST_SET] * going_on, *[1] * started]))
    return _Growth(after, len(short), going_on, started, long > going_on, after.count(2), started)


def colour_runs(
    must: tuple[int, ...],
    most: tuple[int, ...],
    shares: tuple[tuple[Share, ...], ...],
    prices: Sequence[Mapping[int, float]],
    lying: tuple[LyingRun, ...],
    jokers: int,
    worth: Worth,
) -> Colour:
    """What one colour can do.

    Args:
        must: how many tiles of each number must be laid, from number 0 to 15.
        most: how many there are.
        shares: for each number, the shares of its groups that the colour may have.
        prices: for each number, the prices of these shares to begin with.
        lying: the runs of this colour that lay there.
        jokers: how many jokers there are.
        worth: what the arrangement is to have most of.
    """
    steps = _graph(must, most, shares, lying, jokers, worth)
    later = [_at_the_end(steps)]
    for number in range(HIGHEST, 0, -1):
        step = steps[number]
        gains = best_gains(step.pays, prices[number])
        later.append(worth_before(step.moves, gains, later[-1], len(steps[number - 1].states)))
    later.reverse()
    return Colour(steps, [bool(state[0]) for state in steps[-1].states], prices, later)


@lru_cache(maxsize=1 << 8)
def _graph(
    must: tuple[int, ...],
    most: tuple[int, ...],
    shares: tuple[tuple[Share, ...], ...],
    lying: tuple[LyingRun, ...],
    jokers: int,
    worth: Worth,
) -> tuple[Step, ...]:
    """The steps of `Colour`; those that cannot lead to the end are left out."""
    starts: list[State] = [((), (), used) for used in range(jokers + 1)]
    steps = [Step((), [], tuple(starts))]
    for number in range(1, HIGHEST + 1):
        steps.append(_step(number, steps[-1].states, must, most, shares[number], lying, worth))
    later = _at_the_end(steps)
    for number in range(HIGHEST, 0, -1):
        step = steps[number]
        _strike_dead(step.moves, later)
        gains = {kind: 0.0 for _, kind, _ in step.pays}
        later = worth_before(step.moves, gains, later, len(steps[number - 1].states))
    return tuple(steps)


def _at_the_end(steps: Sequence[Step]) -> list[float]:
    return [0.0 if state[2] == 0 else IMPOSSIBLE for state in steps[-1].states]


def _strike_dead(moves: list[Moves], later: Sequence[float]) -> None:
    """Take out the moves that cannot lead to the end."""
    if IMPOSSIBLE in later:
        for i, (kind, gain, ended, pairs) in enumerate(moves):
            moves[i] = kind, gain, ended, [pair for pair in pairs if later[pair[1]] > IMPOSSIBLE]
        moves[:] = [row for row in moves if row[3]]


def _step(  # noqa: C901, PLR0912 # what the time goes into: calls would double it
    number: int,
    states: Sequence[State],
    must: Sequence[int],
    most: Sequence[int],
    shares: Sequence[Share],
    lying: Sequence[LyingRun],
    worth: Worth,
) -> Step:
    """What the colour can do at one number, from `states` before it."""
    there, spare = most[number], most[number] - must[number]
    pays = tuple(
        (index, (used + skipped, jokers), (spare - skipped) * worth.tiles[number] + jokers * worth.jokers[number])
        for index, (used, jokers) in enumerate(shares)
        for skipped in range(min(spare, there - used) + 1)
    )
    rests: dict[int, list[int]] = {}
    for _, (rest, for_groups), _ in pays:
        if for_groups not in rests.setdefault(rest, []):
            rests[rest].append(for_groups)
    in_groups = {used for used, _ in shares}
    ahead, beyond = most[number + 1], most[number + 2]
    bridge = worth.anywhere or any(most[number + 1 : number + 1 + max((state[2] for state in states), default=0)])
    may_start = worth.anywhere or number == HIGHEST - SMALLEST_SET + 1
    index: dict[State, int] = {}
    moves: dict[tuple[Kind, int, bool], list[tuple[int, int]]] = {}
    options: dict[tuple[int, ...], list[tuple[tuple[int, ...], int, int, int]]] = {}
    for before, (runs, kept, left) in enumerate(states):
        if kept not in options:
            options[kept] = _kept(number, kept, lying)
        for kept_after, tiles, by_joker, begun in options[kept]:
            free, left_now = there - tiles, left - by_joker
            if free < 0 or left_now < 0:
                continue
            for rest, jokers_then in rests.items():
                real = free - rest
                if real < 0:
                    continue
                for used in range(left_now + 1 if worth.anywhere or rest in in_groups else 1):
                    grown = grow(runs, real + used)
                    if grown is None:
                        continue
                    after, short, going_on, started, ended, twos, ones = grown
                    if used and used > short + (going_on if bridge else 0) + (started if may_start else 0):
                        continue
                    for for_groups in jokers_then:
                        still = left_now - used - for_groups
                        if still < 0 or ones > beyond + still or twos + ones > ahead + still:
                            continue
                        if number > HIGHEST - 2 and (ones or (twos and number == HIGHEST)):
                            continue
                        state = after, kept_after, still
                        at = index.setdefault(state, len(index))
                        gain = begun * worth.kept + (used + by_joker) * worth.jokers[number]
                        moves.setdefault(((rest, for_groups), gain, ended), []).append((before, at))
    return Step(pays, [(*key, pairs) for key, pairs in moves.items()], tuple(index))


def _kept(number: int, kept: tuple[int, ...], lying: Sequence[LyingRun]) -> list[tuple[tuple[int, ...], int, int, int]]:
    """What can become of the kept runs: which are under way after the number, their tiles, their jokers, and how many begin."""
    beginning = [i for i, run in enumerate(lying) if run.first == number]
    found = []
    for size in range(len(beginning) + 1):
        for begun in combinations(beginning, size):
            if any(i - 1 in beginning and lying[i - 1] == lying[i] and i - 1 not in begun for i in begun):
                continue  # of twins the first is kept first
            here = (*kept, *begun)
            by_joker = sum([number in lying[i].jokers for i in here])
            found.append((tuple([i for i in here if lying[i].last > number]), len(here) - by_joker, by_joker, size))
    return found


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
    for kind, more, _, pairs in moves:
        if kind in gains:
            gain = gains[kind] + more
            for before, after in pairs:
                value = later[after] + gain
                if value > worth[before]:  # noqa: PLR1730 # max() takes twice as long, and this is most of the work
                    worth[before] = value
    return worth


def worth_after(moves: Sequence[Moves], gains: Gains, reached: Sequence[float], size: int) -> list[float]:
    """What each of so many states after a number is worth so far, by what those before it are."""
    worth = [IMPOSSIBLE] * size
    for kind, more, _, pairs in moves:
        if kind in gains:
            gain = gains[kind] + more
            for before, after in pairs:
                value = reached[before] + gain
                if value > worth[after]:  # noqa: PLR1730 # as above
                    worth[after] = value
    return worth


def worth_through(moves: Sequence[Moves], gains: Gains, reached: Sequence[float], later: Sequence[float]) -> Gains:
    """What the colour is worth altogether by what it does at the number, without what is gained there."""
    worth: Gains = {}
    for kind, more, _, pairs in moves:
        if kind in gains:
            best = max([reached[before] + later[after] for before, after in pairs]) + more
            if best > worth.get(kind, IMPOSSIBLE):
                worth[kind] = best
    return worth


def worth_more(
    moves: Sequence[Moves], gains: Gains, reached: Sequence[float], later: Sequence[float], least: float
) -> list[Moves]:
    """The moves by which the colour is worth more than `least` altogether."""
    found = []
    for kind, more, ended, pairs in moves:
        if kind in gains:
            bar = least - gains[kind] - more
            left = [pair for pair in pairs if reached[pair[0]] + later[pair[1]] > bar]
            if left:
                found.append((kind, more, ended, left))
    return found
