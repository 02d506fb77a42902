"""Where a rulebook binds the jokers on the table, no play that is legal lays more tiles than the solver's."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from referee.rulebook import Rulebook, load
from referee.sets import readings
from referee.solver import best_play
from referee.tiles import JOKER, Colour, Table, Tile, TileSet
from referee.turn import Outcome, Turn, judge
from tests.referee.books import HERTZANO, PIATNIK

STATES = 250
MOST_TILES = 9
"""On table and rack together, so that every table that could be laid of them can be looked at."""


def small_state(seed: int) -> tuple[Table, TileSet]:
    """A table with a joker or two and a rack of tiles that may go with it."""
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
        table.append(tuple(tiles))
    used = Counter(tile for tiles in table for tile in tiles)
    near = [Tile(colour, n) for colour in colours[:3] for n in range(max(1, number - 1), min(13, number + 3) + 1)]
    chance.shuffle(near)
    rack: list[Tile] = []
    for tile in [*wished[: chance.choice((0, 1, 1, 2))], *near]:
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


def most_tiles(table: Table, rack: TileSet, rulebook: Rulebook) -> int:
    """How many tiles a player can lay, by trying every way."""
    for count in range(len(rack), 0, -1):
        for hand in dict.fromkeys(combinations(sorted(rack), count)):
            tiles = sorted((tile for tiles in (*table, hand) for tile in tiles), key=lambda tile: (tile == JOKER, tile))
            for after in every_table(tuple(tiles)):
                if judge(Turn(table, after, opened=True, rack=rack), rulebook).outcome is Outcome.LEGAL:
                    return count
    return 0


@pytest.mark.parametrize("book", [HERTZANO, PIATNIK])
def test_no_legal_play_lays_more_tiles(book: str) -> None:
    rulebook, found = load(book), []
    for seed in range(STATES):
        table, rack = small_state(seed)
        play = best_play(table, rack, rulebook, opened=True)
        found.append((len(play.played) if play else 0, most_tiles(table, rack, rulebook)))
    assert [(seed, ours, best) for seed, (ours, best) in enumerate(found) if ours != best] == []
    assert min(Counter(best for _, best in found)[count] for count in range(4)) > STATES // 50
