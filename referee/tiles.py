"""Tiles and their text notation: the vocabulary that every other package speaks.

A tile is written as colour letter and number, ``K1``, ``R13``, ``O10``; a joker is ``J``. ``Y10`` (yellow) is accepted
for ``O10`` on input, since older editions print the fourth colour in yellow. A tile that was seen and could not be read
is written ``?``; it is no `Tile` but ``None``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from referee.errors import UserError
from referee.text import shortened

NUMBERS = range(1, 14)
"""The numbers printed on tiles: 1 to 13."""

COPIES = 2
"""How many copies of each tile, and how many jokers, are in one box."""

UNREAD = "?"
"""The notation of a tile that was seen and could not be read."""


class NotationError(UserError):
    """A text that names no tile. The message is one line, fit for the user."""


class Colour(StrEnum):
    """The four ink colours, by their letter in the notation."""

    BLACK = "K"
    RED = "R"
    BLUE = "B"
    ORANGE = "O"

    __hash__ = str.__hash__  # an enum's own is written in Python, and a turn hashes tiles by the hundred


class Tile(NamedTuple):
    """A kind of tile; two equal tiles of a box compare equal.

    >>> str(Tile(Colour.RED, 13)), str(JOKER)
    ('R13', 'J')
    >>> Tile.parse("y10")
    Tile(colour=<Colour.ORANGE: 'O'>, number=10)
    """

    colour: Colour | None
    """Ink colour; None for a joker."""
    number: int
    """1 to 13; 0 for a joker."""

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.colour is None

    def __str__(self) -> str:
        return "J" if self.colour is None else f"{self.colour.value}{self.number}"

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile that `text` names; upper or lower case.

        Raises:
            NotationError: `text` names no tile.
        """
        tile = _BY_NOTATION.get(text.strip().upper())
        if tile is None:
            raise NotationError(
                f"{shortened(text)!r} is no tile: write a colour letter (K black, R red, B blue, O orange) and 1 to 13, or J for a joker"
            )
        return tile


JOKER = Tile(None, 0)

TILE_KINDS: tuple[Tile, ...] = (*(Tile(colour, number) for colour in Colour for number in NUMBERS), JOKER)
"""The 53 kinds of tile in their fixed order, K1 to K13, R, B, O, then the joker: the axis of every probability
vector."""

KIND_INDEX = {tile: index for index, tile in enumerate(TILE_KINDS)}
"""The index of each kind in `TILE_KINDS`."""

BOX: tuple[Tile, ...] = TILE_KINDS * COPIES
"""The 106 tiles of one box."""

_BY_NOTATION = {str(tile): tile for tile in TILE_KINDS} | {f"Y{n}": Tile(Colour.ORANGE, n) for n in NUMBERS}

TileSet = tuple[Tile, ...]
"""Tiles that lie together, in reading order."""

Table = tuple[TileSet, ...]
"""Every set on the table."""


class Place(NamedTuple):
    """Where a tile lies on a table."""

    set_index: int
    """Index of its set, from 0."""
    place: int
    """Index of the tile in that set, from 0."""


def count_tiles(table: Iterable[Iterable[Tile]]) -> Counter[Tile]:
    """How many of each tile lie in some sets."""
    return Counter(chain.from_iterable(table))


def ordered(tiles: Counter[Tile]) -> TileSet:
    """The tiles counted, in the order of `TILE_KINDS`."""
    return tuple(sorted(tiles.elements(), key=KIND_INDEX.__getitem__))


def as_they_lie(tiles: TileSet, table: Table) -> TileSet:
    """The tiles in the order in which people see them on the table: those of whole sets first, set by set.

    Any others come last, in their own order.
    """
    held, lying = Counter(tiles), list[Tile]()
    left = held.copy()
    for members in sorted(table, key=lambda members: not Counter(members) <= held):
        for tile in members:
            if left[tile]:
                left[tile] -= 1
                lying.append(tile)
    return (*lying, *ordered(left))


def parse_tiles(texts: Iterable[str]) -> TileSet:
    """The tiles that `texts` name, in order.

    Raises:
        NotationError: a text names no tile.
    """
    return tuple(Tile.parse(text) for text in texts)


def format_tiles(tiles: Iterable[Tile]) -> list[str]:
    """The notation of each tile, in order: the inverse of `parse_tiles`."""
    return [str(tile) for tile in tiles]
