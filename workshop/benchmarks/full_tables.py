"""Random tables that a round could come to, most of them full: valid sets of one box, and a rack of the rest."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from referee.sets import HIGHEST, readings
from referee.tiles import BOX, JOKER, Colour, Tile, TileSet
from workshop.benchmarks.rounds import PlayerView

_TRIES = 150
"""Number of sets that are tried one after the other; towards the end the box has the tiles of few of them left."""
_MOST_ON_RACK = 20
"""More than a rack holds at the start; a rack of all that is left is longer still."""
_NOT_OPENED = 10
"""One player of so many has not opened."""


def full_tables(number: int) -> Iterator[PlayerView]:
    """Yields `number` random positions, the same ones every time."""
    return map(full_table, range(number))


def full_table(seed: int) -> PlayerView:
    """The position number `seed`.

    The table takes from 20 tiles to as many as fit, jokers lie on it, on the rack, or on both. On one table of three
    every set lies there twice if the box has the tiles, so that there are many ways to arrange them.
    """
    chance = random.Random(seed)
    groups, twins = chance.choice((0.2, 0.5, 0.8)), chance.random() < 1 / 3
    most, by_joker = chance.randint(20, len(BOX)), chance.choice((0.0, 0.05, 0.2))
    left = Counter(BOX)
    table: list[TileSet] = []
    for _ in range(_TRIES):
        wished = _some_set(chance, groups)
        tiles = tuple(JOKER if left[JOKER] and chance.random() < by_joker else tile for tile in wished)
        for _ in range(1 + twins):
            if readings(tiles) and Counter(tiles) <= left and sum(map(len, table)) + len(tiles) <= most:
                left -= Counter(tiles)
                table.append(tiles)
    rest = sorted(left.elements(), key=str)
    chance.shuffle(rest)
    if chance.random() < 1 / 2:
        rest.sort(key=lambda tile: tile != JOKER)
    rack = rest[: chance.choice((chance.randint(1, _MOST_ON_RACK), chance.randint(1, _MOST_ON_RACK), len(rest)))]
    return PlayerView(tuple(table), tuple(rack), chance.randrange(_NOT_OPENED) > 0)


def _some_set(chance: random.Random, groups: float) -> list[Tile]:
    """A group, likely as often as that, or a run."""
    if chance.random() < groups:
        number = chance.randint(1, HIGHEST)
        return [Tile(colour, number) for colour in chance.sample([*Colour], chance.choice((3, 3, 4)))]
    length = chance.choice((3, 3, 3, 4, 5, 6, 8))
    first, colour = chance.randint(1, HIGHEST - length + 1), chance.choice([*Colour])
    return [Tile(colour, number) for number in range(first, first + length)]
