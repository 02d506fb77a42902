"""What four colours can be worth together: never less than what can be had, and soon no more."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise

import pytest

from referee.sets import HIGHEST
from referee.solver.arrange import arrange
from referee.solver.bound import Bound
from referee.solver.groups import group_choices
from referee.solver.problem import TILE
from referee.solver.runs import Worth, colour_runs
from referee.tiles import JOKER, Colour, Tile
from tests.referee.states import random_state

SEEDS = range(60)
ROUNDING = 1e-6


def some_tiles(seed: int) -> Counter[Tile]:
    """The tiles of a table and a rack, all of which may be laid and none must."""
    state = random_state(seed)
    return Counter(tile for tile in chain(*state.table, state.rack) if tile != JOKER)


def bound_of(tiles: Counter[Tile]) -> Bound:
    """What these can be worth, before any price is set."""
    most = [tuple([tiles[Tile(colour, number)] for number in range(HIGHEST + 3)]) for colour in Colour]
    groups = [group_choices(tuple(row[number] for row in most), 0, ()) for number in range(1, HIGHEST + 1)]
    shares = [((), *[row.shares[c] for row in groups]) for c in range(len(most))]
    none = (0,) * (HIGHEST + 3)
    worth = Worth((TILE,) * (HIGHEST + 3), none, 1, anywhere=False)
    colours = [
        colour_runs(none, row, of, [dict.fromkeys(range(len(share)), 0.0) for share in of], (), 0, worth)
        for row, of in zip(most, shares, strict=True)
    ]
    return Bound(colours, [row.choices for row in groups], (0, 0))


def promised(bound: Bound) -> float:
    """What the colours promise together from the first number on."""
    return max(map(bound.promised, bound.choices[0]))


def choices_left(bound: Bound) -> int:
    return sum(map(len, bound.choices[1:]))


def worth_of_best(tiles: Counter[Tile]) -> int:
    found = arrange(Counter(), tiles)
    assert found is not None
    return found.worth


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_promised_never_rises_and_never_falls_below_what_can_be_had(seed: int) -> None:
    tiles = some_tiles(seed)
    bound, best = bound_of(tiles), worth_of_best(tiles)
    course = [promised(bound)]
    for _ in range(6):
        assert bound.tighten(best - 0.5)
        course.append(promised(bound))
    assert all(after <= before + ROUNDING for before, after in pairwise(course))
    assert course[-1] >= best - ROUNDING


def test_what_is_promised_soon_comes_down_to_what_can_be_had() -> None:
    at_first, too_much = [], []
    for seed in SEEDS:
        tiles = some_tiles(seed)
        bound, best = bound_of(tiles), worth_of_best(tiles)
        at_first.append(promised(bound) - best)
        for _ in range(2):
            bound.tighten(best - 0.5)
        too_much.append(promised(bound) - best)
    assert sum(too_much) < 0.3 * sum(at_first)
    assert sum(worth < ROUNDING for worth in too_much) >= 0.6 * len(too_much)


def test_where_no_more_can_be_had_that_is_mostly_seen_at_once() -> None:
    hopeless = [bound_of(tiles).tighten(worth_of_best(tiles) + 0.5) for tiles in map(some_tiles, SEEDS)]
    assert sum(hopeless) <= 0.25 * len(hopeless)


def test_hardly_more_choices_are_left_than_the_best_arrangements_need() -> None:
    before, after = 0, 0
    for seed in SEEDS:
        tiles = some_tiles(seed)
        bound = bound_of(tiles)
        before += choices_left(bound)
        for _ in range(2):
            bound.tighten(worth_of_best(tiles) - 0.5)
        after += choices_left(bound)
    needed = len(SEEDS) * HIGHEST  # one at each number
    assert after - needed < (before - needed) / 2
