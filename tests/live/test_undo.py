"""What was undone can be done again, and neither moves the clock or lifts a pause."""

from __future__ import annotations

import pytest

from live.game.commands import RefusedError
from live.game.state import State
from referee.tiles import Tile
from tests.live.stage import OPENING, Played


def test_what_was_undone_can_be_done_again(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    before = played.told()
    played.buttons.undo()
    undone = played.told()["redo"]
    with pytest.raises(RefusedError, match="moved on"):
        played.buttons.redo(event=undone + 1)
    played.buttons.redo(event=undone)
    after = played.told()
    for key in ("state", "players", "pool", "verdict", "turn", "undo"):
        assert after[key] == before[key]
    played.buttons.undo()
    played.turn("K10 B10 O10")
    with pytest.raises(RefusedError, match="nothing to redo"):
        played.buttons.redo()


def test_the_clock_goes_on_where_it_was_when_an_undone_action_holds_again(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.wait(40).do(played.buttons.undo).do(played.buttons.redo)
    played.run()
    assert played.told()["clock"]["elapsed"] == pytest.approx(40, abs=1)


def test_an_undone_correction_lifts_no_pause(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.buttons.correct(played.told()["table"]["sets"][0][0]["corners"], Tile.parse("R10"))
    played.stage.wait(20).do(played.buttons.pause).do(played.buttons.undo)
    played.run()
    assert played.state() is State.PAUSED
