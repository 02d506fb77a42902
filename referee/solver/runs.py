"""What the runs of one colour can do, taken by themselves.

The numbers are gone through in order. What counts of those before are the open runs and how long they are, three
standing for three and more; which runs that lay there are kept and still under way; and how many jokers the colour is
still to use. A run is kept from its first number on or not at all, so that the others need not remember where they
started.

Where only the tiles count, a joker is placed where it is needed: in a gap, or to bring a run to three tiles; never in
front of a run unless that ends at 13. Jokers that are left over find their place in `referee.solver.loose`.
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
"""The open runs; the kept runs under way, as indices into the runs that lay there; and how many jokers are still to be
used."""
Kind = tuple[int, int]
"""What a colour does at a number, as the groups see it: tiles that its runs leave over, and jokers for the groups."""
Label = tuple[Kind, int, bool]
"""What moves of a number have in common: their kind, what they gain, and whether a run ends by them that was not
kept."""
Moves = Sequence[Sequence[tuple[int, int]]]
"""For each state before a number, the moves from there: the index of the label, and the state after."""
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
    """What an arrangement is to maximise."""

    tiles: tuple[int, ...]
    """Worth of a tile that need not be laid, by its number."""
    jokers: tuple[int, ...]
    """Worth of a joker, by the number that it stands for."""
    kept: int
    """Worth of a set that is kept."""
    anywhere: bool
    """Whether it matters where a joker lies: then every place is tried."""


class Step(NamedTuple):
    """What the colour can do at one number."""

    pays: tuple[Pay, ...]
    labels: Sequence[Label]
    moves: Moves
    states: tuple[State, ...]
    """The states after the number."""


class ColourRuns(NamedTuple):
    """What one colour can do, whatever the others do."""

    steps: Sequence[Step]
    """The steps by number; the first is no number, but the states to start from, by the jokers to be used."""
    ended: list[bool]
    """For each state after 13, whether it has a run that was not kept."""
    prices: Sequence[Mapping[int, float]]
    """By number, the prices of the shares of the groups to begin with."""
    later: list[list[float]]
    """By number and state: what is still to be gained after that number at best, at these prices."""


class _Growth(NamedTuple):
    """How open runs take a number of further tiles and jokers."""

    after: Open
    short: int
    """How many runs of fewer than three tiles go on; all of them have to."""
    going_on: int
    """How many longer ones go on: as many as can, since that binds nobody."""
    started: int
    ended: bool
    """Whether a run ends."""
    twos: int
    ones: int
    code: int
    """A number that identifies `after`, three bits left free."""


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
    code = sum([length << 2 * i + 1 for i, length in enumerate(after, 1)])
    return _Growth(after, len(short), going_on, started, long > going_on, after.count(2), started, code)


def colour_runs(
    must: tuple[int, ...],
    most: tuple[int, ...],
    shares: tuple[tuple[Share, ...], ...],
    prices: Sequence[Mapping[int, float]],
    lying: tuple[LyingRun, ...],
    jokers: int,
    worth: Worth,
) -> ColourRuns:
    """What one colour can do.

    Args:
        must: how many tiles of each number must be laid, from number 0 to 15.
        most: how many tiles of each number there are.
        shares: for each number, the shares of its groups that the colour may have.
        prices: for each number, the prices of these shares to begin with.
        lying: the runs of this colour that lay there.
        jokers: how many jokers there are.
        worth: what the arrangement is to maximise.
    """
    steps = _graph(must, most, shares, lying, jokers, worth)
    later = [[0.0 if state[2] == 0 else IMPOSSIBLE for state in steps[-1].states]]
    for number in range(HIGHEST, 0, -1):
        step = steps[number]
        gains = best_gains(step.pays, prices[number])
        later.append(worth_before(step.moves, by_label(step.labels, gains), later[-1]))
    later.reverse()
    return ColourRuns(steps, [bool(state[0]) for state in steps[-1].states], prices, later)


@lru_cache(maxsize=1 << 8)
def _graph(
    must: tuple[int, ...],
    most: tuple[int, ...],
    shares: tuple[tuple[Share, ...], ...],
    lying: tuple[LyingRun, ...],
    jokers: int,
    worth: Worth,
) -> tuple[Step, ...]:
    """The steps of `ColourRuns`."""
    starts: list[State] = [((), (), used) for used in range(jokers + 1)]
    steps = [Step((), (), (), tuple(starts))]
    for number in range(1, HIGHEST + 1):
        steps.append(_step(number, steps[-1].states, must, most, shares[number], lying, worth))
    return tuple(steps)


def _step(
    number: int,
    states: Sequence[State],
    must: Sequence[int],
    most: Sequence[int],
    shares: Sequence[Share],
    lying: Sequence[LyingRun],
    worth: Worth,
) -> Step:
    """What the colour can do at one number, from `states` before it; the other arguments are as for `colour_runs`.

    From each state there is a move for each way to combine kept runs and open runs: what the kept runs take of tiles
    and jokers is given, and what is left is for the open runs and the groups. Labels and states are indexed in the
    order in which they are met.
    """
    there = most[number]
    pays = _pays(number, there, there - must[number], shares, worth)
    place = _place(number, states, most, shares, pays, worth)
    grown = _grown(place)
    with_kept: dict[tuple[int, ...], list[_KeptMove]] = {}
    kept_codes: dict[tuple[int, ...], int] = {}
    labels: list[Label] = []
    label_of: dict[int, int] = {}
    states_after: list[State] = []
    state_of: dict[int, int] = {}
    moves: list[list[tuple[int, int]]] = []
    for runs, kept, left in states:
        here: list[tuple[int, int]] = []
        if kept not in with_kept:
            with_kept[kept] = [
                (after, kept_codes.setdefault(after, len(kept_codes)), tiles, jokers, begun * worth.kept)
                for after, tiles, jokers, begun in _kept(number, kept, lying)
                if tiles <= there
            ]
        for kept_after, kept_code, tiles, jokers, bonus in with_kept[kept]:
            if left < jokers:
                continue
            gain = bonus + jokers * worth.jokers[number]
            key = runs, there - tiles, left - jokers
            if key not in grown:
                grown[key] = _grow(*key, place)
            for label_code, state_code, kind, used, ended, runs_after, still in grown[key]:
                label = label_of.setdefault((gain << _CODE) + label_code, len(labels))
                if label == len(labels):
                    labels.append((kind, gain + used * worth.jokers[number], ended))
                state = state_of.setdefault((kept_code << _CODE) + state_code, len(states_after))
                if state == len(states_after):
                    states_after.append((runs_after, kept_after, still))
                here.append((label, state))
        moves.append(here)
    return Step(pays, labels, moves, tuple(states_after))


def _pays(number: int, there: int, spare: int, shares: Sequence[Share], worth: Worth) -> tuple[Pay, ...]:
    """What the colour may do with each share of a number's groups if it has `there` tiles, `spare` of which may be left out."""
    return tuple(
        (index, (used + skipped, jokers), (spare - skipped) * worth.tiles[number] + jokers * worth.jokers[number])
        for index, (used, jokers) in enumerate(shares)
        for skipped in range(min(spare, there - used) + 1)
    )


def _place(
    number: int,
    states: Sequence[State],
    most: Sequence[int],
    shares: Sequence[Share],
    pays: Sequence[Pay],
    worth: Worth,
) -> _Place:
    """What decides how open runs can go on at the number; the arguments are as for `_step`."""
    jokers = max((left for _, _, left in states), default=0)
    return _Place(
        kinds=tuple(sorted({kind for _, kind, _ in pays})),
        in_groups=frozenset(used for used, _ in shares),
        ahead=most[number + 1] if number < HIGHEST else -1,
        beyond=most[number + 2] if number < HIGHEST - 1 else -1,
        bridge=worth.anywhere or any(most[number + 1 : number + 1 + jokers]),
        may_start=worth.anywhere or number == HIGHEST - SMALLEST_SET + 1,
        anywhere=worth.anywhere,
    )


class _Place(NamedTuple):
    """What decides, at a number, how open runs can go on."""

    kinds: tuple[Kind, ...]
    """What may be taken by the groups and left out."""
    in_groups: frozenset[int]
    """How many tiles groups may take."""
    ahead: int
    """How many tiles the next number has; -1 where there is none."""
    beyond: int
    """How many tiles the number after that has; -1 where there is none."""
    bridge: bool
    """Whether a run that goes on by a joker may come to a tile again."""
    may_start: bool
    """Whether a run may begin with a joker."""
    anywhere: bool
    """Whether it matters where a joker lies, as in `Worth`."""


_KeptMove = tuple[tuple[int, ...], int, int, int, int]
"""How kept runs go on: those under way after the number, a number that identifies these, the tiles and the jokers that
they take, and what is gained by runs that begin."""
_Way = tuple[int, int, Kind, int, bool, Open, int]
"""How open runs go on: a number that identifies what is done, and one for the runs and jokers after it; the kind; how
many jokers the runs take; whether one ends; the runs after it; and how many jokers are then still to be used."""
_CODE = 32
"""Number of bits that each of the two identifying numbers of a `_Way` has."""

_Grown = dict[tuple[Open, int, int], list[_Way]]


@lru_cache(maxsize=1 << 8)
def _grown(_: _Place) -> _Grown:
    """The cache of what `_grow` finds for a place."""
    return {}


def _grow(runs: Open, free: int, left: int, place: _Place) -> list[_Way]:
    """How open runs can go on with `free` tiles and some of `left` jokers, the groups taking their part of both."""
    kinds, in_groups, ahead, beyond, bridge, may_start, anywhere = place
    found = []
    for kind in kinds:
        rest, for_groups = kind
        if rest > free or for_groups > left:
            continue
        for used in range(left - for_groups + 1 if anywhere or rest in in_groups else 1):
            grown = grow(runs, free - rest + used)
            if grown is None:
                continue
            after, short, going_on, started, ended, twos, ones, code = grown
            if used and used > short + (going_on if bridge else 0) + (started if may_start else 0):
                continue
            still = left - used - for_groups
            if (ones and (beyond < 0 or ones > beyond + still)) or (
                twos + ones and (ahead < 0 or twos + ones > ahead + still)
            ):
                continue
            label_code = ((rest << 4 | for_groups) << 4 | used) << 1 | ended
            found.append((label_code, code | still, kind, used, ended, after, still))
    return found


def _kept(number: int, kept: tuple[int, ...], lying: Sequence[LyingRun]) -> list[tuple[tuple[int, ...], int, int, int]]:
    """What can become of the kept runs: which are under way after the number, their tiles, their jokers, and how many begin."""
    beginning = [i for i, run in enumerate(lying) if run.first == number]
    found = []
    for size in range(len(beginning) + 1):
        for begun in combinations(beginning, size):
            if any(i - 1 in beginning and lying[i - 1] == lying[i] and i - 1 not in begun for i in begun):
                continue  # of equal runs the second is kept only with the first: the other way round is the same
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
    """What the colour is worth by its share of the groups.

    `worth` is what it is worth by what it does, without the gain of that.
    """
    found: dict[int, float] = {}
    for share, kind, gain in pays:
        value = worth.get(kind, IMPOSSIBLE) + gain
        if value > found.setdefault(share, IMPOSSIBLE):
            found[share] = value
    return found


def by_label(labels: Sequence[Label], gains: Gains) -> list[float]:
    """What the moves with each label gain."""
    return [gains.get(kind, IMPOSSIBLE) + more for kind, more, _ in labels]


def worth_before(moves: Moves, gain: Sequence[float], later: Sequence[float]) -> list[float]:
    """What each state before a number is worth, from what the states after it are worth."""
    worth = []
    for ways in moves:
        best = IMPOSSIBLE
        for label, after in ways:
            value = later[after] + gain[label]
            if value > best:  # noqa: PLR1730 # max() takes twice as long, and this is most of the work
                best = value
        worth.append(best)
    return worth


def worth_after(moves: Moves, gain: Sequence[float], reached: Sequence[float], size: int) -> list[float]:
    """What each of `size` states after a number is worth so far, from what the states before it are worth."""
    worth = [IMPOSSIBLE] * size
    for so_far, ways in zip(reached, moves, strict=True):
        if so_far > IMPOSSIBLE:
            for label, after in ways:
                value = so_far + gain[label]
                worth[after] = max(worth[after], value)
    return worth


def worth_through(step: Step, reached: Sequence[float], later: Sequence[float]) -> Gains:
    """What the colour is worth altogether by what it does at the number, without what is gained there."""
    through = [IMPOSSIBLE] * len(step.labels)
    for so_far, ways in zip(reached, step.moves, strict=True):
        if so_far > IMPOSSIBLE:
            for label, after in ways:
                value = so_far + later[after]
                through[label] = max(through[label], value)
    worth: Gains = {}
    for (kind, more, _), best in zip(step.labels, through, strict=True):
        if best + more > worth.get(kind, IMPOSSIBLE):
            worth[kind] = best + more
    return worth
