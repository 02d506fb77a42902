"""What a mirrored lamp burns out is hidden and not gone: it is waited for, and then asked about."""

from __future__ import annotations

import cv2
import pytest

from live.game.state import State
from referee.tiles import Tile
from tests.live.stage import OPENING, Doubts, Played, place

LAID = [OPENING, "K10 B10 O10"]
CLEARS = 20
"""Seconds after which what may lie there is asked about."""


def burnt(played: Played, column: int, doubts: Doubts | None = None) -> None:
    """The second set is laid and the button pressed; a lamp burns out one tile of it."""
    read = played.stage.read
    vars(played.stage)["read"] = lambda *asked: read(*asked).arranged()  # where a tile is not seen, a set ends
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    x, y = place(1, column).mean(axis=0)
    shown = played.stage.paint(LAID).copy()
    cv2.circle(shown, (round(x), round(y)), 34, (255, 255, 255), -1)
    played.stage.know(shown, LAID, lambda left: left == place(1, column)[0][0], doubts)
    played.stage.hands().do(played.buttons.end_turn).picture(shown, 5)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "glare")
    assert played.told()["waits"]["where"] == "top"
    played.stage.picture(shown, CLEARS)


@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_tile_of_a_new_set_in_a_glare_is_asked_about(played: Played, column: int) -> None:
    burnt(played, column)
    played.run()
    (question,) = played.told()["questions"]
    played.buttons.answer(question["set"], question["index"], Tile.parse(LAID[1].split()[column]))
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", LAID[1].split())


def test_beside_a_tile_that_is_hardly_seen_what_a_lamp_burns_out_is_asked_about_too(played: Played) -> None:
    burnt(played, 0, {"B10": {"B10": 0.6}})
    played.run()
    for name in ("B10", "K10"):
        (question,) = played.told()["questions"]
        played.buttons.answer(question["set"], question["index"], Tile.parse(name))
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", LAID[1].split())


def test_a_set_beside_which_nothing_lies_in_the_glare_is_too_short(played: Played) -> None:
    burnt(played, 2)
    played.run()
    (question,) = played.told()["questions"]
    played.buttons.answer(question["set"], question["index"], None)
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("illegal", ["K10", "B10"])


def test_the_verdict_comes_as_soon_as_the_lamp_is_turned(played: Played) -> None:
    burnt(played, 0)
    played.stage.steps.clear()
    played.stage.show(*LAID, seconds=2)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
