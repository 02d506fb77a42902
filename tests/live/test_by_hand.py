"""A tile that the reader does not find is added by a tap, and stays until it is read or its place is disturbed."""

from __future__ import annotations

import pytest

from live.game.commands import RefusedError
from referee.tiles import Tile
from tests.live.stage import Played, place

MISSED: dict[str, dict[str, float]] = {"R12": {}}
"""The reader does not find the red 12."""


def middle(row: int, column: int) -> tuple[float, float]:
    x, y = place(row, column).mean(axis=0)
    return float(x), float(y)


def sets(played: Played) -> list[list[str]]:
    return [[tile["tile"] for tile in members] for members in played.told()["table"]["sets"]]


def test_a_tile_that_was_not_found_is_added_by_hand_and_the_turn_judged_again(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=MISSED)
    assert played.told()["verdict"]["outcome"] == "illegal"
    x, y = middle(0, 2)
    played.buttons.add(x + 6, y - 4, Tile.parse("R12"))  # nobody taps the very middle
    assert played.told()["verdict"]["outcome"] == "legal"
    assert played.told()["players"][0]["tiles"] == 11
    assert sets(played) == [["R10", "R11", "R12"]]


def test_a_tile_added_by_hand_stays_through_turns_and_a_power_cut(played: Played) -> None:
    played.begin()
    played.stage.show("R10 R11 R12", doubts=MISSED)
    played.run()
    played.buttons.add(*middle(0, 2), Tile.parse("R12"))
    played.turn("R10 R11 R12", doubts=MISSED)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.again()
    played.turn("R10 R11 R12", "K10 B10 O10", doubts=MISSED)
    assert played.told()["verdict"]["outcome"] == "legal"
    assert played.told()["verdict"]["played"] == ["K10", "B10", "O10"]
    assert sets(played) == [["R10", "R11", "R12"], ["K10", "B10", "O10"]]


def test_a_tile_added_by_hand_in_the_middle_of_a_set_lies_there(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts={"R11": {}})
    played.buttons.add(*middle(0, 1), Tile.parse("R11"))
    assert sets(played) == [["R10", "R11", "R12"]]
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_tile_added_by_hand_gives_way_to_one_that_is_read_there(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=MISSED)
    played.buttons.add(*middle(0, 2), Tile.parse("R12"))
    played.stage.show("R10 R11 R12")
    played.run()
    assert sets(played) == [["R10", "R11", "R12"]]


def test_a_tile_added_by_hand_is_gone_when_the_one_beside_it_was_moved(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=MISSED)
    played.buttons.add(*middle(0, 2), Tile.parse("R12"))
    played.stage.hands().show("R10", "R11")
    played.run()
    assert sorted(sets(played)) == [["R10"], ["R11"]]


@pytest.mark.parametrize("named", ["R12", "B12", None])
def test_a_tile_added_by_hand_can_be_corrected_and_taken_away(played: Played, named: str | None) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=MISSED)
    played.buttons.add(*middle(0, 2), Tile.parse("B12"))
    added = played.told()["table"]["sets"][0][2]
    played.buttons.correct(added["corners"], Tile.parse(named) if named else None)
    assert sets(played) == [["R10", "R11", *([named] if named else [])]]
    assert played.told()["verdict"]["outcome"] == ("legal" if named == "R12" else "illegal")


def test_adding_a_tile_where_one_was_read_corrects_that_one(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 B12")
    played.buttons.add(*middle(0, 2), Tile.parse("R12"))
    assert sets(played) == [["R10", "R11", "R12"]]
    assert played.told()["verdict"]["outcome"] == "legal"


def test_adding_a_tile_can_be_undone(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=MISSED)
    played.buttons.add(*middle(0, 2), Tile.parse("R12"))
    played.buttons.undo()
    assert sets(played) == [["R10", "R11"]]


def test_no_tile_is_added_to_a_table_on_which_nothing_is_read(played: Played) -> None:
    played.begin()
    played.stage.show()
    played.run()
    with pytest.raises(RefusedError, match="no tile is read"):
        played.buttons.add(*middle(0, 0), Tile.parse("R12"))
