"""What tiles are worth at most, laid as sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, product

from referee.sets import HIGHEST, LARGEST_GROUP, SMALLEST_SET
from referee.tiles import JOKER, Colour, Tile

_MOST_STEPS = 150_000
"""So much is gone through; what two boxes hold takes far less, unless nearly all of it is laid at once."""

_Runs = tuple[int, ...]
"""The runs of one colour that a number may go on with: how long each is, `SMALLEST_SET` standing for any that may end."""


def most_worth(tiles: Counter[Tile]) -> int | None:
    """The most points that sets of some of `tiles` bring together, each joker at the value it stands for; None for too many tiles.

    The numbers are gone through in order; of those before, only the runs that are open matter, and how many jokers are left (van Rijn,
    Takes and Vis, "The Complexity of Rummikub Problems", BNAIC 2015).
    """
    steps = count()
    rows = [tuple(tiles[Tile(colour, number)] for colour in Colour) for number in range(1, HIGHEST + 1)]

    @cache
    def best(number: int, runs: tuple[_Runs, ...], jokers: int) -> int | None:
        """From `number` on; None where an open run is too short and cannot be finished."""
        if number > HIGHEST:
            return None if any(length < SMALLEST_SET for of_colour in runs for length in of_colour) else 0
        row = rows[number - 1]
        found: int | None = None
        for used in product(*(range(there + jokers + 1) for there in row)):
            if next(steps) > _MOST_STEPS:
                raise _TooManyError
            spent = sum(max(0, use - there) for use, there in zip(used, row, strict=True))
            if spent > jokers:
                continue
            following = [_gone_on(open_runs, use) for open_runs, use in zip(runs, used, strict=True)]
            later_runs = tuple(after for after in following if after is not None)
            if len(later_runs) < len(following):
                continue
            left = tuple(max(0, there - use) for use, there in zip(used, row, strict=True))
            for in_groups, more in _groups(left, jokers - spent):
                later = best(number + 1, later_runs, jokers - spent - more)
                if later is not None:
                    worth = later + number * (sum(used) + in_groups)
                    found = worth if found is None else max(found, worth)
        return found

    try:
        return best(1, ((),) * len(Colour), tiles[JOKER]) or 0
    except _TooManyError:
        return None


class _TooManyError(Exception):
    """There are too many ways to lay the tiles."""


def _gone_on(runs: _Runs, use: int) -> _Runs | None:
    """The open runs of a colour after `use` tiles of the next number; None where a short one cannot go on."""
    short = [length for length in runs if length < SMALLEST_SET]
    if use < len(short):
        return None
    grown = [length + 1 for length in short]
    long = min(use - len(short), len(runs) - len(short))  # to go on with a run that may end binds nobody
    begun = use - len(short) - long
    return tuple(sorted([*grown, *[SMALLEST_SET] * long, *[1] * begun]))


def _groups(left: tuple[int, ...], jokers: int) -> Iterator[tuple[int, int]]:
    """How many tiles of one number can lie in groups, jokers among them, and how many jokers that takes; `left` by colour."""
    yield 0, 0
    for number in range(1, sum(left) + jokers + 1):
        plain = sum(min(tiles, number) for tiles in left)
        for taken in range(jokers + 1):
            laid = min(plain + taken, LARGEST_GROUP * number)
            if laid < SMALLEST_SET * number:
                continue
            yield laid, max(0, laid - plain)
