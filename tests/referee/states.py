"""Random states of a round: a table of valid sets and a rack, all from one box."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import NamedTuple

from referee.rulebook import load
from referee.sets import readings
from referee.solver.play import best_play
from referee.tiles import BOX, JOKER, Colour, Table, Tile, TileSet, format_tiles
from tests.referee.integer_program import Optimum, optimum

MOST_SETS = 20
FEW_SETS = 6
"""So that hundreds of states are compared in seconds: the integer program takes most of it."""
_MOST_ON_RACK = 16
_JOKER_IN_SET = 0.08
"""How likely each tile of a set is a joker instead, while there is one."""


class State(NamedTuple):
    """What a player faces."""

    table: Table
    rack: TileSet
    opened: bool


def random_state(seed: int, most_sets: int = MOST_SETS) -> State:
    """The state number `seed`, with up to `most_sets` sets on the table; every fifth player has not opened."""
    chance = random.Random(seed)
    left = Counter(BOX)
    table = []
    for _ in range(chance.randint(0, most_sets)):
        tiles = _random_set(chance, left)
        if not Counter(tiles) - left and readings(tiles):
            left -= Counter(tiles)
            table.append(tiles)
    rest = sorted(left.elements(), key=str)
    chance.shuffle(rest)
    return State(tuple(table), tuple(rest[: chance.randint(1, _MOST_ON_RACK)]), seed % 5 > 0)


def _random_set(chance: random.Random, left: Counter[Tile]) -> TileSet:
    if chance.random() < 0.5:
        number = chance.randint(1, 13)
        tiles = [Tile(colour, number) for colour in chance.sample([*Colour], chance.choice((3, 3, 4)))]
    else:
        length = chance.choice((3, 3, 3, 4, 5, 6, 8))
        first, colour = chance.randint(1, 14 - length), chance.choice([*Colour])
        tiles = [Tile(colour, number) for number in range(first, first + length)]
    return tuple(JOKER if left[JOKER] and chance.random() < _JOKER_IN_SET else tile for tile in tiles)


class Compared(NamedTuple):
    """The best play as two methods find it: tiles laid, and sets kept."""

    ours: tuple[int, int] | None
    theirs: tuple[int, int] | None
    exact: bool
    """Whether the solver says that it is the best."""
    most: bool
    """Whether it says that no more tiles can be laid."""


def compare(state: State) -> Compared:
    """The best play under the Jumbo rules, by the solver and by the integer program; None where no tile can be laid.

    Of a first lay-down the sets on the table stay, so only the tiles count.
    """
    book = load("jumbo-original-2016")
    play = best_play(state.table, state.rack, book, opened=state.opened)
    rack = format_tiles(state.rack)
    if state.opened:
        sets = [format_tiles(tiles) for tiles in state.table]
        found = optimum([*chain.from_iterable(sets)], rack, sets)
    else:
        found = optimum([], rack, points=book.opening.points)
    ours = None if not play.played else (len(play.played), len(state.table) - play.changed if state.opened else 0)
    return Compared(ours, _laid(found), play.exact, play.most)


def _laid(found: Optimum | None) -> tuple[int, int] | None:
    return (found.laid, found.kept) if found is not None and found.laid else None
