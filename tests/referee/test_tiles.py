"""The notation reads and writes the same tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tiles import (
    BOX,
    JOKER,
    TILE_KINDS,
    Colour,
    NotationError,
    Tile,
    as_they_lie,
    format_tiles,
    parse_tiles,
)
from tests.notation import parse_table


def test_a_box_holds_106_tiles_of_53_kinds() -> None:
    assert len(BOX) == 106
    assert len(set(BOX)) == len(TILE_KINDS) == 53


@given(st.lists(st.sampled_from(TILE_KINDS)))
def test_notation_round_trips(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        pytest.param(
            "K5 K6 R4 R5 B4 B5 O4", "K3 K4 K5 K6 / R4 B4 O4 / R5 B5 O5", "R4 B4 O4 K5 K6 R5 B5", id="whole sets first"
        ),
        pytest.param("K5", "K3 K4 K5 / K5 R5 B5", "K5", id="one of two alike"),
        pytest.param("R9 K2", "K1 K2 K3", "K2 R9", id="one lies nowhere"),
        pytest.param("", "K1 K2 K3", "", id="nothing"),
    ],
)
def test_tiles_are_told_as_they_lie(played: str, table: str, expected: str) -> None:
    lying = as_they_lie(parse_tiles(played.split()), parse_table(table))
    assert lying == parse_tiles(expected.split())


def test_yellow_is_read_as_orange() -> None:
    assert Tile.parse("Y10") == Tile(Colour.ORANGE, 10)
    assert str(Tile.parse("y10")) == "O10"


def test_a_joker_has_no_colour() -> None:
    assert Tile.parse("j") is JOKER
    assert JOKER.is_joker


@pytest.mark.parametrize("text", ["", "R", "R0", "R14", "X3", "13", "JJ", "R 4", "R04", "?"])
def test_what_names_no_tile_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"^.*is no tile: write a colour letter.*$"):
        Tile.parse(text)
