"""Naming a tile that was misread mends the table that the next turn is judged by: the set in which it lies, and no other."""

from __future__ import annotations

import pytest

from referee.tiles import Tile
from tests.live.stage import Played, place

ALIKE = ("R6 R7 R8 R9", "R7 B7 K7")
"""Two sets with the same tile, of which the second is misread."""

MISREAD, TRUE = "K11 B11 O11", "R11"
ROW = "R10 R11 R12 R13"


def name_tile(played: Played, row: int, column: int, tile: str) -> None:
    """Somebody taps a tile of the picture, wherever the camera shows it now, and says what it is."""
    corners = [played.stage.shown(float(x), float(y)) for x, y in place(row, column)]
    played.buttons.correct(corners, Tile.parse(tile))


@pytest.mark.parametrize("is_put_back", [False, True])
def test_of_two_equal_tiles_the_one_that_was_tapped_is_another(played: Played, *, is_put_back: bool) -> None:
    played.begin("Anna", "Ben", "Cleo")
    played.turn(*ALIKE)
    if is_put_back:
        played.turn(*ALIKE, "K1 K2 K3")
        played.stage.hands().show(*ALIKE)
        played.run()
        name_tile(played, 1, 0, "O7")
        played.turn(*ALIKE, "K10 K11 K12")
    else:
        played.turn(*ALIKE, "K10 K11 K12")
        name_tile(played, 1, 0, "O7")
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", ["K10", "K11", "K12"])


def test_where_a_camera_was_accepted_elsewhere_a_named_tile_mends_the_set_in_which_it_lies(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(ROW)
    played.turn(ROW, MISREAD)
    played.stage.push(200, 230, degrees=170).stripe().hands().show(ROW, seconds=6)
    played.run()
    played.live.accept_camera()
    played.stage.show(ROW, MISREAD, seconds=4)
    played.run()
    name_tile(played, 1, 0, TRUE)
    played.turn(ROW, MISREAD, drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"
