"""States small enough that every table that could be laid can be looked at."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product

from referee.sets import readings
from referee.tiles import JOKER, Colour, Table, Tile, TileSet

MOST_TILES = 9
"""On table and rack together."""


def small_state(seed: int, *, two_boxes: bool) -> tuple[Table, TileSet]:
    """A table with a joker or two and a rack of tiles that may go with it; of two boxes with more jokers."""
    chance = random.Random(seed)
    table: list[TileSet] = []
    wished: list[Tile] = []
    number = chance.randint(1, 11)
    colours = chance.sample([*Colour], 4)
    for jokers in (chance.choice((1, 1, 1, 2)), 0)[: chance.randint(1, 2)]:
        tiles = [Tile(colour, number) for colour in colours[: chance.choice((3, 3, 4))]]
        if chance.random() < 0.6:
            first = chance.randint(max(1, number - 2), min(11, number + 2))
            tiles = [Tile(colours[0], first + k) for k in range(chance.choice((3, 3, 4, 5)) if first < 10 else 3)]
        for place in chance.sample(range(len(tiles)), jokers):
            wished.append(tiles[place])
            tiles[place] = JOKER
        if seed % 7 == 0:
            chance.shuffle(tiles)  # a run in another order is a run all the same
        table.append(tuple(tiles))
    used = Counter(tile for tiles in table for tile in tiles)
    near = [Tile(colour, n) for colour in colours[:3] for n in range(max(1, number - 1), min(13, number + 3) + 1)]
    chance.shuffle(near)
    rack: list[Tile] = []
    jokers_on_rack = [JOKER] * (seed % 3 if two_boxes else seed % 5 == 0)
    for tile in [*jokers_on_rack, *wished[: chance.choice((0, 1, 1, 2))], *near]:
        if sum(used.values()) < MOST_TILES and len(rack) < 3 and used[tile] < 2:
            rack.append(tile)
            used[tile] += 1
    return tuple(table), tuple(rack)


@cache
def lying(tiles: TileSet) -> tuple[TileSet, ...]:
    """The ways to lay some tiles, lowest first and jokers last, as a set."""
    plain = [tile for tile in tiles if tile != JOKER]
    ways = []
    for places in combinations(range(len(tiles)), len(tiles) - len(plain)):
        rest = iter(plain)
        ways.append(tuple(JOKER if place in places else next(rest) for place in range(len(tiles))))
    return tuple(way for way in ways if readings(way))


def lowest_first(tiles: Iterable[Tile]) -> TileSet:
    """The tiles as `every_table` takes them: lowest first, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: (tile == JOKER, tile)))


def every_table(tiles: TileSet) -> Iterator[Table]:
    """Every table of valid sets that uses all of some tiles, lowest first and jokers last."""
    if not tiles:
        yield ()
        return
    for size in range(2, len(tiles)):
        for others in combinations(range(1, len(tiles)), size):
            sets = lying((tiles[0], *(tiles[k] for k in others)))
            if sets:
                rest = tuple(tile for k, tile in enumerate(tiles) if k and k not in others)
                yield from ((first, *more) for first, more in product(sets, every_table(rest)))
