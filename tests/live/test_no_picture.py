"""A camera that shows no table, or nothing at all: that is told, and nothing is judged by it."""

from __future__ import annotations

import numpy as np
import pytest

from live.game.state import State
from tests.live.stage import HEIGHT, OPENING, WIDTH, Played


@pytest.mark.parametrize("level", [3, 252, 120])
def test_a_picture_without_a_table_is_told_and_never_judged(played: Played, level: int) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.hands().show(OPENING, "K10 B10 O10", seconds=1)
    plain = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    played.stage.picture(plain, 2).do(played.buttons.end_turn).picture(plain, 6)
    played.run()
    told = played.told()
    assert (told["state"], told["waits"]["for"], told["stillness"]) == ("reading", "camera", "none")
    assert told["camera"]["ailment"] is not None
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["points"]) == ("legal", 30)


def test_a_camera_that_is_gone_around_the_press_shows_what_was_laid_once_it_is_back(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.show(OPENING).wait(8).do(played.buttons.end_turn).wait(12)
    played.run()
    assert played.state() is State.READING  # and not judged by what lay there before the camera was gone
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["seconds"]) == (
        "legal",
        pytest.approx(10, abs=1),
    )
