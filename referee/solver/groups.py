"""Which groups can be laid from the tiles of one number: the half of `referee.solver.arrange` that ties the colours together."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.sets import LARGEST_GROUP, SMALLEST_SET
from referee.tiles import Colour

Colours = tuple[int, ...]
"""Colours as ascending indices into `referee.tiles.Colour`."""


class Share(NamedTuple):
    """What the groups of a number mean for one colour. The jokers and the kept sets stand with a group's first colour."""

    used: int
    """How many tiles of the colour go into groups."""
    jokers: int
    kept: int
    """How many of the groups lay there before."""


class Groups(NamedTuple):
    """One choice of groups for a number."""

    places: tuple[int, int, int, int]
    """For each colour its share, as an index into `GroupChoices.shares`."""
    jokers: tuple[int, ...]
    """How many jokers are counted with each colour."""
    groups: tuple[tuple[Colours, int], ...]
    """For each group its colours and its jokers."""
    room: int
    """How many of the groups that did not lie there before could take a joker more."""


class GroupChoices(NamedTuple):
    """Every choice of groups for a number."""

    choices: tuple[Groups, ...]
    shares: tuple[tuple[Share, ...], ...]
    """For each colour the shares that it may have."""


_KINDS = tuple(
    (colours, max(0, SMALLEST_SET - size))
    for size in range(LARGEST_GROUP, 0, -1)
    for colours in combinations(range(len(Colour)), size)
)
"""The kinds of group: colours, and the jokers that bring it to three tiles."""


@lru_cache(maxsize=1 << 14)
def group_choices(available: tuple[int, ...], jokers: int, lying: tuple[Colours, ...]) -> GroupChoices:
    """Every choice of groups for a number.

    Args:
        available: how many tiles of each colour there are.
        jokers: how many jokers there are.
        lying: the colours of the groups of this number that lay there.

    Returns:
        The choices; of several with the same shares the one with most room for jokers.
    """
    kept = Counter(lying)
    kinds = [kind for kind in _KINDS if kind[1] <= jokers and all(map(available.__getitem__, kind[0]))]
    best: dict[tuple[Share, ...], tuple[int, tuple[tuple[Colours, int], ...]]] = {}

    def choose(first: int, left: tuple[int, ...], jokers_left: int, chosen: tuple[tuple[Colours, int], ...]) -> None:
        shares, room = _shares(available, left, chosen, kept)
        if shares not in best or best[shares][0] < room:
            best[shares] = room, chosen
        for i in range(first, len(kinds)):
            colours, needed = kinds[i]
            if needed <= jokers_left and all(map(left.__getitem__, colours)):
                rest = [*left]
                for colour in colours:
                    rest[colour] -= 1
                choose(i, tuple(rest), jokers_left - needed, (*chosen, kinds[i]))

    choose(0, available, jokers, ())
    by_colour = tuple([tuple(dict.fromkeys([shares[c] for shares in best])) for c in range(len(available))])
    choices = []
    for shares, (room, chosen) in best.items():
        a, b, c, d = [row.index(share) for row, share in zip(by_colour, shares, strict=True)]
        choices.append(Groups((a, b, c, d), tuple([share.jokers for share in shares]), chosen, room))
    return GroupChoices(tuple(choices), by_colour)


def _shares(
    available: tuple[int, ...],
    left: tuple[int, ...],
    chosen: tuple[tuple[Colours, int], ...],
    lying: Counter[Colours],
) -> tuple[tuple[Share, ...], int]:
    """What each colour has to do with the groups, and how many of them have room for a joker."""
    jokers, kept = [0] * len(available), [0] * len(available)
    room = 0
    for colours, needed in chosen:
        jokers[colours[0]] += needed
        room += len(colours) + needed < LARGEST_GROUP
    if lying:
        same = Counter([colours for colours, needed in chosen if not needed]) & lying
        for colours, count in same.items():
            kept[colours[0]] += count
            room -= count * (len(colours) < LARGEST_GROUP)
    used = [before - after for before, after in zip(available, left, strict=True)]
    return tuple(map(Share, used, jokers, kept)), room
