"""Jokers that an arrangement does not need find a place in its sets, in those that changed anyway if they can."""

from __future__ import annotations

from itertools import chain

import pytest

from referee.sets import readings
from referee.solver.loose import Laid, add_jokers
from referee.tiles import JOKER, TileSet, parse_tiles

GROUP, OTHER_GROUP, FULL_GROUP = "K1 R1 B1", "R9 B9 O9", "K7 R7 B7 O7"
RUN = "O3 O4 O5"


def _sets(*texts: str) -> list[TileSet]:
    return [parse_tiles(text.split()) for text in texts]


def _added(kept: list[str], others: list[str], jokers: int) -> Laid:
    """The sets afterwards, which must be valid and hold what was there, and how many jokers found no place."""
    before = _sets(*kept), _sets(*others)
    laid = add_jokers(*before, jokers)
    assert all(readings(tiles) for tiles in (*laid.kept, *laid.others))
    assert set(laid.kept) <= set(before[0])
    tiles = sorted(map(str, chain(*laid.kept, *laid.others)))
    assert tiles == sorted(map(str, [*chain(*before[0], *before[1]), *[JOKER] * (jokers - laid.left)]))
    return laid


def test_of_two_twins_the_one_that_did_not_lie_there_takes_the_joker() -> None:
    laid = _added([GROUP, RUN], [GROUP], 1)
    assert (len(laid.kept), laid.left) == (2, 0)


def test_where_everything_lay_there_a_run_takes_the_joker_before_a_group() -> None:
    assert _added([GROUP, GROUP, RUN], [], 1).kept == _sets(GROUP, GROUP)


def test_a_run_that_lay_there_in_another_order_takes_the_joker_at_its_end() -> None:
    assert _added(["O5 O3 O4"], [], 1).others == _sets("O3 O4 O5 J")


def test_both_jokers_find_a_place() -> None:
    assert _added([], [RUN], 2).left == 0


def test_jokers_without_room_are_counted() -> None:
    assert _added([], [OTHER_GROUP, FULL_GROUP], 2).left == 1
    assert _added([], [FULL_GROUP], 2).left == 2


def test_a_set_that_lay_there_takes_the_joker_where_those_that_changed_are_full() -> None:
    laid = _added([RUN], [FULL_GROUP], 1)
    assert (laid.kept, laid.left) == ([], 0)


@pytest.mark.parametrize(("first", "last", "sets"), [(1, 12, 1), (2, 13, 1), (11, 13, 1), (5, 7, 1), (1, 13, 2)])
def test_a_run_takes_a_joker_at_either_end_and_a_whole_one_is_divided(first: int, last: int, sets: int) -> None:
    laid = _added([], [" ".join(f"B{number}" for number in range(first, last + 1))], 1)
    assert (len(laid.others), laid.left) == (sets, 0)


def test_a_whole_run_that_begins_with_a_joker_is_divided() -> None:
    laid = _added([], ["J " + " ".join(f"B{number}" for number in range(2, 14))], 1)
    assert (len(laid.others), laid.left) == (2, 0)


def test_three_jokers_lie_by_themselves_before_they_change_a_set_that_lay_there() -> None:
    laid = _added([GROUP, RUN], [], 3)
    assert (len(laid.kept), laid.others, laid.left) == (2, [(JOKER,) * 3], 0)


@pytest.mark.parametrize("lone", ["R1 J J", "R7 J J", "R13 J J"])
def test_a_group_with_one_number_becomes_a_run_where_it_is_full(lone: str) -> None:
    laid = _added([], [lone], 2)
    assert ([len(tiles) for tiles in laid.others], laid.left) == ([5], 0)


def test_jokers_beyond_those_of_two_boxes_find_no_set_of_their_own() -> None:
    assert _added([], [FULL_GROUP], 5).left == 5
