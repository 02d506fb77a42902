"""The best play as an integer program, solved by HiGHS: a second opinion that shares no method with `referee.solver`.

Each set that could lie on a table is a column, each kind of tile a row: the tiles on the table must all be used, those
of the rack may be. A set that lay there is a column of its own, worth a little more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import highspy
import numpy as np

COLOURS = "KRBO"
KINDS = (*(f"{colour}{number}" for colour in COLOURS for number in range(1, 14)), "J")
ROW = {tile: row for row, tile in enumerate(KINDS)}
LONGEST = 5
"""Longer runs are made of runs of three to five tiles."""

TILE = 1000
"""What a tile laid is worth, with a kept set as 1."""


class Column(NamedTuple):
    tiles: tuple[str, ...]
    points: int
    counts: tuple[tuple[str, int], ...]


class Optimum(NamedTuple):
    laid: int
    kept: int


def _places() -> Iterator[list[tuple[str, int]]]:
    for number in range(1, 14):
        for size in (3, 4):
            for colours in combinations(COLOURS, size):
                yield [(f"{colour}{number}", number) for colour in colours]
    for colour in COLOURS:
        for length in range(3, LONGEST + 1):
            for first in range(1, 15 - length):
                yield [(f"{colour}{number}", number) for number in range(first, first + length)]


def _columns() -> Iterator[Column]:
    seen = set()
    for places in _places():
        for jokers in range(3):
            for at in combinations(range(len(places)), jokers):
                tiles = tuple("J" if i in at else tile for i, (tile, _) in enumerate(places))
                points = sum(number for _, number in places)
                key = (tuple(sorted(tiles)), points)
                if key not in seen:
                    seen.add(key)
                    yield Column(tiles, points, tuple(Counter(tiles).items()))


COLUMNS = tuple(_columns())


def optimum(
    must: Sequence[str], may: Sequence[str], lying: Sequence[Sequence[str]] = (), points: int = 0
) -> Optimum | None:
    """How many tiles of `may` can be laid with all of `must`, and how many sets of `lying` are kept then.

    Args:
        must: tiles that must lie in sets.
        may: tiles that may.
        lying: sets to keep where that costs no tile.
        points: what all sets together must be worth at least, not counting those kept.

    Returns:
        None where the tiles of `must` cannot all lie in sets.
    """
    fixed, all_tiles = Counter(must), Counter(must) + Counter(may)
    choices = _choices(all_tiles, lying)
    if not choices:
        return None if must else Optimum(0, 0)
    total = _solved(_program(choices, fixed, all_tiles, points))
    return None if total is None else Optimum(total // TILE - len(must), total % TILE)


class Choice(NamedTuple):
    """A column of the program."""

    tiles: tuple[str, ...]
    most: int
    """How often it may be taken."""
    points: int
    gain: int
    """What it adds to the sum that is made as large as can be."""


def _choices(all_tiles: Counter[str], lying: Sequence[Sequence[str]]) -> list[Choice]:
    """The sets that the tiles can make, and those that lie there, which may be kept."""
    new = [
        Choice(column.tiles, 2, column.points, TILE * len(column.tiles))
        for column in COLUMNS
        if all(all_tiles[tile] >= count for tile, count in column.counts)
    ]
    there = Counter(tuple(sorted(tiles)) for tiles in lying)
    return new + [Choice(tiles, count, 0, TILE * len(tiles) + 1) for tiles, count in there.items()]


def _program(choices: Sequence[Choice], fixed: Counter[str], all_tiles: Counter[str], points: int) -> highspy.HighsLp:
    """The program: how often each choice is taken; a row for each kind of tile, and a last one for the points."""
    low = [float(fixed[tile]) for tile in KINDS] + [float(points)]
    high = [float(all_tiles[tile]) for tile in KINDS] + [highspy.kHighsInf]
    starts, index, entries = [0], [], []
    for choice in choices:
        counted = Counter(ROW[tile] for tile in choice.tiles)
        index += [*counted, len(KINDS)]
        entries += [*map(float, counted.values()), float(choice.points)]
        starts.append(len(index))
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(choices), len(low)
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = np.array([float(choice.gain) for choice in choices])
    model.col_lower_ = np.zeros(len(choices))
    model.col_upper_ = np.array([float(choice.most) for choice in choices])
    model.row_lower_, model.row_upper_ = np.array(low), np.array(high)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_, model.a_matrix_.index_ = np.array(starts), np.array(index)
    model.a_matrix_.value_ = np.array(entries)
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(choices)
    return model


def _solved(model: highspy.HighsLp) -> int | None:
    """The largest sum that the program allows; None where it allows nothing."""
    highs = highspy.Highs()  # type: ignore[no-untyped-call] # highspy is typed in part
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("presolve", "off")  # these programs are so small that it takes longer than it saves
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.0)
    highs.passModel(model)
    highs.run()
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return round(highs.getInfo().objective_function_value)
