"""Which groups can be laid from the tiles of one number: what ties the colours together."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.sets import LARGEST_GROUP, SMALLEST_SET
from referee.tiles import Colour

GroupKind = tuple[tuple[int, ...], int]
"""A kind of group: its colours as ascending indices into `referee.tiles.Colour`, and how many jokers it has."""
Share = tuple[int, int]
"""What the groups of a number take from one colour: tiles, and jokers, all of which the first colour gives."""


class Groups(NamedTuple):
    """One choice of groups for a number."""

    shares: tuple[int, int, int, int]
    """For each colour its share, as an index into `GroupChoices.shares`."""
    kinds: tuple[GroupKind, ...]
    kept: int
    """How many of the groups lay there before."""
    room: int
    """How many of the others could take one more joker."""


class GroupChoices(NamedTuple):
    """Every choice of groups for a number."""

    choices: tuple[Groups, ...]
    shares: tuple[tuple[Share, ...], ...]
    """For each colour, the shares that it may have."""


_KINDS: tuple[GroupKind, ...] = tuple(
    (colours, jokers)
    for size in range(LARGEST_GROUP, 0, -1)
    for colours in combinations(range(len(Colour)), size)
    for jokers in range(max(0, SMALLEST_SET - size), LARGEST_GROUP - size + 1)
)
"""The kinds of group that have a tile with a number."""
_NEEDED = tuple(kind for kind in _KINDS if kind[1] == max(0, SMALLEST_SET - len(kind[0])))
"""The kinds in `_KINDS` that have no more jokers than bring them to three tiles."""
_JOKERS: tuple[GroupKind, ...] = (((), SMALLEST_SET), ((), LARGEST_GROUP))


_COPIES = 2
"""Maximum number of tiles of a kind, as many as one box holds, for which all choices are worked out once and those
picked that there are tiles for."""

_Plain = tuple[tuple[int, ...], int, int, tuple[GroupKind, ...]]
"""A choice of groups: tiles of each colour, jokers, how many groups have room for a joker, and the kinds of the
groups."""


@lru_cache(maxsize=1 << 10)
def group_choices(
    available: tuple[int, ...],
    jokers: int,
    lying: tuple[GroupKind, ...],
    *,
    anywhere: bool = False,
    thirteen: bool = False,
) -> GroupChoices:
    """Every choice of groups for a number.

    Args:
        available: how many tiles of each colour there are.
        jokers: how many jokers there are.
        lying: the groups of this number that lay there.
        anywhere: whether groups may have more jokers than they need.
        thirteen: whether the number is 13; then jokers may also be a group by themselves, if they may lie anywhere.

    Returns:
        The choices; of several with the same shares the one that keeps most groups, and of those the one with most
        room.
    """
    kinds = (*(_KINDS if anywhere else _NEEDED), *(_JOKERS if anywhere and thirteen else ()))
    best: dict[tuple[int, ...], tuple[int, int, tuple[GroupKind, ...]]] = {}
    for number in range(len(lying) + 1):
        for kept in set(combinations(lying, number)):
            used = [sum([colour in colours for colours, _ in kept]) for colour in range(len(available))]
            taken = sum([by_joker for _, by_joker in kept])
            left = tuple([there - gone for there, gone in zip(available, used, strict=True)])
            if min(left) < 0 or taken > jokers:
                continue
            for tiles, by_joker, room, chosen in _choices(left, jokers - taken, kinds):
                key = (*[gone + more for gone, more in zip(used, tiles, strict=True)], taken + by_joker)
                if key not in best or best[key][:2] < (number, room):
                    best[key] = number, room, (*kept, *chosen)
    by_colour: list[dict[Share, int]] = [{} for _ in available]
    choices = []
    for (a, b, c, d, by_joker), (number, room, chosen) in best.items():
        first, second, third, fourth = by_colour
        shares = (
            first.setdefault((a, by_joker), len(first)),
            second.setdefault((b, 0), len(second)),
            third.setdefault((c, 0), len(third)),
            fourth.setdefault((d, 0), len(fourth)),
        )
        choices.append(Groups(shares, chosen, number, room))
    return GroupChoices(tuple(choices), tuple([tuple(row) for row in by_colour]))


def _choices(available: tuple[int, ...], jokers: int, kinds: tuple[GroupKind, ...]) -> list[_Plain]:
    if max(available) > _COPIES:
        return _worked_out(available, jokers, kinds)
    a, b, c, d = available
    every = _worked_out((_COPIES,) * len(available), jokers, kinds)
    return [choice for choice in every for i, j, k, m in (choice[0],) if i <= a and j <= b and k <= c and m <= d]


@lru_cache(maxsize=1 << 10)
def _worked_out(available: tuple[int, ...], jokers: int, kinds: tuple[GroupKind, ...]) -> list[_Plain]:
    """Every choice of groups of the `kinds`, whatever lay there.

    Of several with the same shares, only the one with most room is given.
    """
    best: dict[tuple[tuple[int, ...], int], tuple[int, tuple[GroupKind, ...]]] = {}

    def choose(first: int, left: tuple[int, ...], jokers_left: int, room: int, chosen: tuple[GroupKind, ...]) -> None:
        key = left, jokers_left
        if key not in best or best[key][0] < room:
            best[key] = room, chosen
        for i in range(first, len(kinds)):
            colours, needed = kinds[i]
            if needed <= jokers_left and all(map(left.__getitem__, colours)):
                rest = [*left]
                for colour in colours:
                    rest[colour] -= 1
                more = len(colours) + needed < LARGEST_GROUP
                choose(i, tuple(rest), jokers_left - needed, room + more, (*chosen, kinds[i]))

    choose(0, available, jokers, 0, ())
    return [
        (tuple([there - rest for there, rest in zip(available, left, strict=True)]), jokers - jokers_left, room, chosen)
        for (left, jokers_left), (room, chosen) in best.items()
    ]
