"""Which groups can be laid from the tiles of one number: the half of `referee.arrangement` that ties the colours together."""

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

    shares: tuple[Share, ...]
    """What each colour has to do with it."""
    groups: tuple[tuple[Colours, int], ...]
    """For each group its colours and its jokers."""
    room: int
    """How many of the groups that did not lie there before could take a joker more."""


_KINDS = tuple(
    (colours, max(0, SMALLEST_SET - size))
    for size in range(LARGEST_GROUP, 0, -1)
    for colours in combinations(range(len(Colour)), size)
)
"""The kinds of group: colours, and the jokers that bring it to three tiles."""


@lru_cache(maxsize=1 << 14)
def group_choices(available: tuple[int, ...], jokers: int, lying: tuple[Colours, ...]) -> tuple[Groups, ...]:
    """Every choice of groups for a number.

    Args:
        available: how many tiles of each colour there are.
        jokers: how many jokers there are.
        lying: the colours of the groups of this number that lay there.

    Returns:
        The choices; of several with the same shares the one with most room for jokers.
    """
    best: dict[tuple[Share, ...], Groups] = {}

    def choose(first: int, left: tuple[int, ...], jokers_left: int, chosen: tuple[tuple[Colours, int], ...]) -> None:
        found = _groups(available, left, chosen, lying)
        if found.shares not in best or best[found.shares].room < found.room:
            best[found.shares] = found
        for i in range(first, len(_KINDS)):
            colours, needed = _KINDS[i]
            if needed <= jokers_left and all(left[colour] for colour in colours):
                rest = tuple(count - (colour in colours) for colour, count in enumerate(left))
                choose(i, rest, jokers_left - needed, (*chosen, _KINDS[i]))

    choose(0, available, jokers, ())
    return tuple(best.values())


def _groups(
    available: tuple[int, ...],
    left: tuple[int, ...],
    chosen: tuple[tuple[Colours, int], ...],
    lying: tuple[Colours, ...],
) -> Groups:
    jokers, kept = [0] * len(available), [0] * len(available)
    for colours, needed in chosen:
        jokers[colours[0]] += needed
    same = Counter(colours for colours, needed in chosen if not needed) & Counter(lying)
    for colours, count in same.items():
        kept[colours[0]] += count
    small = sum(1 for colours, needed in chosen if len(colours) + needed < LARGEST_GROUP)
    room = small - sum(count for colours, count in same.items() if len(colours) < LARGEST_GROUP)
    used = (before - after for before, after in zip(available, left, strict=True))
    return Groups(tuple(map(Share, used, jokers, kept)), chosen, room)
