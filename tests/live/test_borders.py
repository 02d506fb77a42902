"""Tiles along the picture's border are tiles and no hand, and an arm over a corner holds up no turn that is all in sight."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from live.game.state import State
from referee.tiles import Tile
from tests.live.stage import HEIGHT, SKIN, WIDTH, Played, place

ROW = "R9 R10 R11 R12 R13"
GAP = 8
"""Pixels between a row and the border, which a small picture can hardly tell apart."""


def along_the_border(played: Played, side: str, gap: int = GAP) -> list[str]:
    """A camera close to the table; the sets of a table on which a row lies along that border of its picture."""
    zoom, row = 1.9, 6
    (left, top), (right, bottom) = place(row, 0)[0], place(row, 4)[2]
    grown = np.array([[left, top], [right, bottom]]) * zoom + (1 - zoom) * np.array([WIDTH, HEIGHT]) / 2
    down = HEIGHT - gap - grown[1][1] if side == "lower" else gap - grown[0][1]
    played.stage.push(100 - grown[0][0], down, zoom=zoom)
    return [*[""] * row, ROW]


@pytest.mark.parametrize("side", ["lower", "upper"])
@pytest.mark.parametrize("is_legal", [True, False])
def test_a_row_along_the_border_is_judged_as_soon_as_any(played: Played, side: str, *, is_legal: bool) -> None:
    laid = along_the_border(played, side)
    if not is_legal:
        laid[-1] = laid[-1].replace("R13", "K13")
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.stage.hands().show(*laid, seconds=1).do(played.buttons.end_turn).show(*laid, seconds=2)
    played.run()
    assert played.state() is not State.READING
    assert played.told()["verdict"]["outcome"] == ("legal" if is_legal else "illegal")


@pytest.mark.parametrize(("last", "outcome"), [("O10", "legal"), ("O11", "illegal")])
def test_an_arm_over_a_corner_holds_up_no_turn_that_is_in_sight(played: Played, last: str, outcome: str) -> None:
    laid = ["", f"K10 B10 {last}"]
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    covered = played.stage.paint(laid).copy()
    cv2.rectangle(covered, (0, HEIGHT - 80), (290, HEIGHT), SKIN, -1)
    played.stage.know(covered, laid, lambda _: False)
    played.stage.hands().picture(covered, 1).do(played.buttons.end_turn).picture(covered, 5)
    played.run()
    assert played.told()["verdict"]["outcome"] == outcome


def test_a_known_tile_that_the_border_cuts_and_that_is_read_no_more_is_not_waited_for(played: Played) -> None:
    laid = along_the_border(played, "lower", -GAP * 3)
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.stage.hands().show(*laid, seconds=1).do(played.buttons.end_turn).show(*laid, seconds=3)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
    dim = played.stage.paint(laid).copy()
    dim[0, 0] += 1  # the same to the eye, and another picture to the reader
    played.stage.know(dim, laid, lambda left: left == place(6, 4)[0][0])
    played.stage.hands().picture(dim, 1).do(lambda: played.buttons.end_turn(drew=True)).picture(dim, 3)
    played.run()
    assert (played.state(), played.told()["verdict"]["outcome"]) == (State.TURN, "legal")


def test_a_new_set_whose_last_tile_lies_for_the_most_part_outside_is_asked_about(played: Played) -> None:
    laid = ["", "K10 B10 O10"]
    played.stage.push(WIDTH - place(1, 2)[0][0] - 17, 0)
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    cut = played.stage.paint(laid).copy()
    cut[0, 0] += 1  # the same to the eye, and another picture to the reader
    played.stage.know(cut, laid, lambda left: left == place(1, 2)[0][0])
    played.stage.hands().picture(cut, 1).do(played.buttons.end_turn).picture(cut, 3)
    played.run()
    (question,) = played.told()["questions"]
    played.buttons.answer(question["set"], question["index"], Tile.parse("O10"))
    assert played.told()["verdict"]["outcome"] == "legal"
