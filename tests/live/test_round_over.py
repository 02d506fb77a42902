"""A round is over when somebody calls it or goes out, and goes on when that player still holds tiles."""

from __future__ import annotations

import pytest

from live.game import commands
from live.game.commands import RefusedError
from live.game.state import State
from referee.tiles import Tile
from tests.live.stage import OPENING, Played, place


def test_the_call_that_ends_a_round_is_recorded(played: Played) -> None:
    played.begin()
    played.stage.hands().show(OPENING).do(lambda: played.buttons.end_turn(called=True))
    played.run()
    assert played.told()["verdict"]["called"] is True
    played.again()
    assert played.told()["verdict"]["called"] is True


def test_a_round_that_ended_by_a_wrong_count_goes_on(played: Played) -> None:
    played.begin()
    played.turn(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    assert (played.state(), played.told()["winner"]) == (State.OVER, "Anna")
    played.live.do(commands.still_holds)
    told = played.told()
    assert (told["state"], told["winner"], told["clock"]["running"]) == ("turn", None, True)
    assert played.on_turn() == "Ben"
    played.again()
    assert played.state() is State.TURN
    played.buttons.undo()
    assert played.state() is State.OVER


def test_no_rack_is_held_against_anybody_once_a_count_was_wrong(played: Played) -> None:
    played.begin()
    laid = (OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    played.turn(*laid)
    played.live.do(commands.still_holds)
    assert [player["tiles"] for player in played.told()["players"]] == [None, None]
    played.turn(*laid, drew=True)
    played.turn(*laid, "O1 O2 O3")
    assert (played.told()["verdict"]["outcome"], played.told()["contradictions"]) == ("legal", [])
    played.buttons.end_round("Ben")
    played.buttons.count_rack("Anna", tuple(Tile.parse(name) for name in ("B1", "B2", "B5", "B6", "B7", "R1")))
    assert played.told()["contradictions"] == []


def test_nobody_still_holds_tiles_while_nobody_has_gone_out(played: Played) -> None:
    played.begin()
    with pytest.raises(RefusedError, match="gone out"):
        played.live.do(commands.still_holds)


def test_no_clock_runs_on_once_a_tile_named_late_ends_the_round(played: Played) -> None:
    played.begin()
    played.turn(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10")
    assert played.state() is State.TURN
    played.stage.show(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10")
    played.run()
    x, y = place(1, 10).mean(axis=0)
    played.buttons.add(float(x), float(y), Tile.parse("K11"))
    assert (played.state(), played.told()["clock"]["running"]) == (State.OVER, False)
