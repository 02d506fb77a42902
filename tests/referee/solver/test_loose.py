"""Jokers that an arrangement does not need find a place in its sets, in those that changed anyway if they can."""

from __future__ import annotations

from itertools import chain

import pytest

from referee.sets import readings
from referee.solver.loose import add_jokers, kept_in
from referee.tiles import JOKER, Table, TileSet, parse_tiles

GROUP, OTHER_GROUP, FULL_GROUP = "K1 R1 B1", "R9 B9 O9", "K7 R7 B7 O7"
RUN = "O3 O4 O5"


def _sets(*texts: str) -> list[TileSet]:
    return [parse_tiles(text.split()) for text in texts]


def _added(texts: list[str], jokers: int, lying: tuple[str, ...] = ()) -> tuple[Table, int]:
    """The table afterwards, which must be valid and hold what was there, and how many jokers found no place."""
    before = _sets(*texts)
    table, left = add_jokers(before, jokers, tuple(_sets(*lying)))
    assert all(readings(tiles) for tiles in table)
    tiles = sorted(map(str, chain.from_iterable(table)))
    assert tiles == sorted(map(str, [*chain.from_iterable(before), *[JOKER] * (jokers - left)]))
    return table, left


def test_of_two_twins_the_one_that_did_not_lie_there_takes_the_joker() -> None:
    table, left = _added([GROUP, GROUP, RUN], 1, (GROUP, RUN))
    assert left == 0
    assert kept_in(table, tuple(_sets(GROUP, RUN))) == 2


def test_where_everything_lay_there_a_run_takes_the_joker_before_a_group() -> None:
    table, _ = _added([GROUP, GROUP, RUN], 1, (GROUP, GROUP, RUN))
    assert kept_in(table, tuple(_sets(GROUP, GROUP))) == 2
    assert kept_in(table, tuple(_sets(RUN))) == 0


def test_both_jokers_find_a_place() -> None:
    assert _added([RUN], 2)[1] == 0


def test_jokers_without_room_are_counted() -> None:
    assert _added([OTHER_GROUP, FULL_GROUP], 2)[1] == 1
    assert _added([FULL_GROUP], 2)[1] == 2


def test_a_set_that_lay_there_takes_the_joker_where_those_that_changed_are_full() -> None:
    table, left = _added([FULL_GROUP, RUN], 1, (RUN,))
    assert left == 0
    assert kept_in(table, tuple(_sets(FULL_GROUP))) == 1


@pytest.mark.parametrize(("first", "last", "sets"), [(1, 12, 1), (2, 13, 1), (11, 13, 1), (5, 7, 1), (1, 13, 2)])
def test_a_run_takes_a_joker_at_either_end_and_a_whole_one_is_divided(first: int, last: int, sets: int) -> None:
    table, left = _added([" ".join(f"B{number}" for number in range(first, last + 1))], 1)
    assert (len(table), left) == (sets, 0)


def test_a_whole_run_that_begins_with_a_joker_is_divided() -> None:
    table, left = _added(["J " + " ".join(f"B{number}" for number in range(2, 14))], 1)
    assert (len(table), left) == (2, 0)


def test_three_jokers_lie_by_themselves_before_they_change_a_set_that_lay_there() -> None:
    table, left = _added([GROUP, RUN], 3, (GROUP, RUN))
    assert (kept_in(table, tuple(_sets(GROUP, RUN))), left) == (2, 0)
    assert (JOKER,) * 3 in table


@pytest.mark.parametrize("lone", ["R1 J J", "R7 J J", "R13 J J"])
def test_a_group_with_one_number_becomes_a_run_where_it_is_full(lone: str) -> None:
    table, left = _added([lone], 2)
    assert ([len(tiles) for tiles in table], left) == ([5], 0)


def test_jokers_beyond_those_of_two_boxes_find_no_set_of_their_own() -> None:
    assert _added([FULL_GROUP], 5)[1] == 5
