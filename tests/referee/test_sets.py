"""What is a group or a run, what its jokers stand for, and what it is worth."""

from itertools import permutations

import pytest

from referee.sets import SetFault, SetKind, changes, fault, read_set, readings, same_set, value
from referee.tiles import Tile, TileSet, parse_tiles
from tests.notation import parse_table


def tiles(text: str) -> TileSet:
    return parse_tiles(text.split())


@pytest.mark.parametrize(
    ("text", "kind", "worth"),
    [
        ("K7 R7 B7 O7", SetKind.GROUP, 28),  # printed in the Jumbo booklets, "Serien"
        ("B3 B4 B5 B6", SetKind.RUN, 18),  # the same
        ("R10 B10 K10", SetKind.GROUP, 30),
        ("R11 R12 R13", SetKind.RUN, 36),
        ("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13", SetKind.RUN, 91),
        ("R4 J R6", SetKind.RUN, 15),
        ("J R5 R6", SetKind.RUN, 15),
        ("R5 R6 J", SetKind.RUN, 18),
        ("B3 R3 J", SetKind.GROUP, 9),  # printed in the Jumbo booklet of 2016, "Der Joker"
        ("B3 R3 J J", SetKind.GROUP, 12),
        ("J R5 J", SetKind.RUN, 15),
        ("J J O13", SetKind.GROUP, 39),
        ("K5 J J", SetKind.RUN, 18),
        ("R4 J J R7", SetKind.RUN, 22),
        ("J J J", SetKind.GROUP, 39),
    ],
)
def test_valid_sets(text: str, kind: SetKind, worth: int) -> None:
    reading = read_set(tiles(text))
    assert reading is not None
    assert (reading.kind, reading.value, reading.in_order) == (kind, worth, True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("R4", SetFault.TOO_SHORT),
        ("R4 J", SetFault.TOO_SHORT),
        ("J J", SetFault.TOO_SHORT),
        ("K7 R7 K7", SetFault.COLOUR_TWICE),
        ("K7 R7 B7 K7", SetFault.COLOUR_TWICE),
        ("K7 K7 J", SetFault.COLOUR_TWICE),
        ("K7 R7 B7 O7 J", SetFault.TOO_LONG),
        ("R4 R5 R7", SetFault.GAP),
        ("R4 J R7", SetFault.GAP),
        ("R12 R13 R1", SetFault.ONE_AFTER_THIRTEEN),
        ("R11 J R13 R1", SetFault.ONE_AFTER_THIRTEEN),
        ("R13 R1 R2", SetFault.ONE_AFTER_THIRTEEN),
        ("R13 J R2", SetFault.ONE_AFTER_THIRTEEN),  # the joker would be the 1
        ("R12 R13 J R2", SetFault.ONE_AFTER_THIRTEEN),
        ("R12 J R2", SetFault.GAP),
        ("R11 R13 R1", SetFault.GAP),
        ("R11 R12 R1", SetFault.GAP),
        ("R4 R5 R5 R6", SetFault.NUMBER_TWICE),
        ("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K12", SetFault.NUMBER_TWICE),
        ("R4 R5 B6", SetFault.MIXED),
        ("R4 B4 O5", SetFault.MIXED),
        ("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 J", SetFault.TOO_LONG),
    ],
)
def test_what_is_no_set_and_why(text: str, reason: SetFault) -> None:
    assert read_set(tiles(text)) is None
    assert fault(tiles(text)) is reason


def test_a_set_has_no_fault() -> None:
    assert fault(tiles("R4 J R6")) is None


def test_a_joker_in_a_run_stands_for_the_number_of_its_place() -> None:
    reading = read_set(tiles("J R5 R6"))
    assert reading is not None
    assert reading.stands == ((Tile.parse("R4"),), (Tile.parse("R5"),), (Tile.parse("R6"),))


def test_a_joker_in_a_group_of_three_stands_for_either_missing_colour() -> None:
    reading = read_set(tiles("B3 J R3"))
    assert reading is not None
    assert set(reading.stands[1]) == {Tile.parse("K3"), Tile.parse("O3")}


def test_two_jokers_in_a_group_of_four_do_not_choose_the_same_colour_first() -> None:
    reading = read_set(tiles("B3 J R3 J"))
    assert reading is not None
    assert {reading.stands[1][0], reading.stands[3][0]} == {Tile.parse("K3"), Tile.parse("O3")}


def test_an_ambiguous_set_is_read_as_the_one_worth_most() -> None:
    assert [(r.kind, r.value) for r in readings(tiles("K5 J J"))] == [(SetKind.RUN, 18), (SetKind.GROUP, 15)]
    assert [(r.kind, r.value) for r in readings(tiles("J J K13"))] == [(SetKind.GROUP, 39), (SetKind.RUN, 36)]


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("R6 R5 R4", 15),
        ("R4 R6 R5", 15),
        ("R4 R6 J", 15),  # the joker fills the gap
        ("R12 R13 J", 36),  # nothing follows 13, so it is the 11
        ("J R1 R2", 6),
        ("R6 J R5", 18),  # left over, it goes where it is worth more
        ("R10 R9 J", 27),  # descending, it follows from its place
        ("R13 R12 R11 R10 R9 R8 R7 R6 R5 R4 R3 J J", 91),
    ],
)
def test_a_run_in_another_order_is_a_run_and_says_so(text: str, worth: int) -> None:
    reading = read_set(tiles(text))
    assert reading is not None
    assert (reading.kind, reading.in_order, reading.value) == (SetKind.RUN, False, worth)


@pytest.mark.parametrize(
    ("text", "stand_for"),
    [
        ("R4 R6 J", [["R5"]]),
        ("R5 J R4", [["R6"]]),
        ("R5 J R3 J", [["R4"], ["R2"]]),  # descending
        ("R5 J J R3", [["R6", "R4"], ["R4", "R6"]]),
        ("R7 J J R3 J", [["R6", "R5", "R4"], ["R5", "R4", "R6"], ["R4", "R6", "R5"]]),  # a second box has more jokers
    ],
)
def test_jokers_of_a_run_in_another_order_stand_for_what_is_missing(text: str, stand_for: list[list[str]]) -> None:
    reading = read_set(tiles(text))
    assert reading is not None
    jokers = [choices for tile, choices in zip(tiles(text), reading.stands, strict=True) if tile.is_joker]
    assert [[str(choice) for choice in choices] for choices in jokers] == stand_for
    assert [choices for tile, choices in zip(tiles(text), reading.stands, strict=True) if not tile.is_joker] == [
        (tile,) for tile in tiles(text) if not tile.is_joker
    ]


@pytest.mark.parametrize(
    ("before", "after", "gone", "new"),
    [
        ("R4 R5 R6 / K1 K2 K3", "K1 K2 K3 / R4 R5 R6", "", ""),
        ("R4 R5 R6", "R6 R5 R4", "", ""),
        ("R4 R5 R6 / R4 R5 R6", "R4 R5 R6", "R4 R5 R6", ""),
        ("R4 R5 R6", "R4 R5 R6 / R4 R5 R6", "", "R4 R5 R6"),
        ("R4 R5 R6 / R4 R5 R6 / R4 R5 R6", "R4 R5 R6", "R4 R5 R6 / R4 R5 R6", ""),
        ("R4 R5 R6", "R4 R5 R6 / R4 R5 R6 / R4 R5 R6", "", "R4 R5 R6 / R4 R5 R6"),
        ("R4 R5 R6 / R4 R6 R5", "R4 R5 R6 / R4 R5 R6", "", ""),
    ],
)
def test_sets_of_equal_tiles_are_told_apart_by_their_number(before: str, after: str, gone: str, new: str) -> None:
    left, came = changes(parse_table(before), parse_table(after))
    assert (tuple(left), tuple(came)) == (parse_table(gone), parse_table(new))


def test_what_is_no_set_counts_what_is_printed_on_it() -> None:
    assert value(tiles("R13 B12 J")) == 25


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("R4 R5 R6", "R4 R5 R6", True),
        ("R4 R5 R6", "R6 R5 R4", True),
        ("R4 B4 J", "J R4 B4", True),
        ("R4 R5 J", "J R4 R5", False),
        ("R4 J R6", "R4 R6 J", True),
        ("R4 R5 R6", "R4 R5 R6 R7", False),
        ("R4 B7", "B7 R4", True),
        ("R4 B7 J", "J B7 R4", True),
    ],
)
def test_a_set_is_the_same_if_its_jokers_stand_for_the_same(one: str, other: str, same: bool) -> None:  # noqa: FBT001  # a parameter of the table above
    assert same_set(tiles(one), tiles(other)) is same


def test_every_order_of_a_short_run_is_worth_the_same() -> None:
    assert {value(order) for order in permutations(tiles("R4 R5 R6 R7"))} == {22}
