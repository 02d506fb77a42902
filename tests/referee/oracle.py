"""What a set is, written from the booklets alone and sharing no code with `referee`: naive, and so easy to believe.

Every set that the booklets describe (section "Serien": three or four tiles of one number in different colours, or at
least three consecutive numbers of one colour) is written out tile by tile, then once more for every choice of its tiles
that jokers replace ("the joker can replace any tile"). What is on that list is a set; what is not is none.

Tiles are plain text here, ``K1`` to ``O13`` and ``J``.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations

COLOURS = "KRBO"
KINDS = (*(f"{colour}{number}" for colour in COLOURS for number in range(1, 14)), "J")

Tiles = tuple[str, ...]


def multisets(size: int) -> Iterator[Tiles]:
    """Every choice of `size` tiles, equal ones included: 26,235 of three, for instance."""
    return combinations_with_replacement(KINDS, size)


def multisets_by_colours(size: int) -> Iterator[Tiles]:
    """Those whose colours are the first of `COLOURS`: every other is one of these with its colours renamed."""
    names = [COLOURS[:count] for count in range(len(COLOURS) + 1)]
    return (
        tiles
        for tiles in multisets(size)
        if "".join(sorted({*"".join(tiles)} & {*COLOURS}, key=COLOURS.index)) in names
    )


def numbered_sets(size: int) -> Iterator[Tiles]:
    """Every set of `size` tiles without jokers, runs in ascending order."""
    for number in range(1, 14):
        for colours in combinations(COLOURS, size):
            yield tuple(f"{colour}{number}" for colour in colours)
    for colour in COLOURS:
        for first in range(1, 14):
            if first + size - 1 <= 13:
                yield tuple(f"{colour}{first + place}" for place in range(size))


def worth(tiles: Tiles) -> int:
    """The numbers printed on tiles without jokers, added up."""
    return sum(int(tile[1:]) for tile in tiles)


class Oracle:
    """All sets of one size."""

    def __init__(self, size: int) -> None:
        self._worths: dict[Tiles, set[int]] = {}
        self._lying: dict[Tiles, set[int]] = {}
        self._backwards: dict[Tiles, set[int]] = {}
        for whole in numbered_sets(size):
            run = len({tile[0] for tile in whole}) == 1
            for jokers in range(size + 1):
                for places in combinations(range(size), jokers):
                    laid = tuple("J" if place in places else tile for place, tile in enumerate(whole))
                    self._worths.setdefault(_sorted(laid), set()).add(worth(whole))
                    for order in [laid] if run else set(permutations(laid)):
                        self._lying.setdefault(order, set()).add(worth(whole))
                    if run:
                        self._backwards.setdefault(laid[::-1], set()).add(worth(whole))

    @property
    def sets(self) -> tuple[Tiles, ...]:
        """Every multiset that is a set."""
        return tuple(self._worths)

    def worths(self, tiles: Tiles) -> set[int]:
        """What `tiles`, a multiset, can be worth; empty where they are no set."""
        return self._worths.get(_sorted(tiles), set())

    def worths_as_they_lie(self, tiles: Tiles) -> set[int]:
        """What `tiles` can be worth as they lie, a run in ascending order, else in descending.

        In any order where both give none.
        """
        return self._lying.get(tiles) or self._backwards.get(tiles) or self.worths(tiles)


def _sorted(tiles: Tiles) -> Tiles:
    return tuple(sorted(tiles, key=KINDS.index))
