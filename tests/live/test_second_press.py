"""A second press right after the first, or after a verdict, is nobody's turn."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest

from live.game.commands import RefusedError
from live.game.state import State
from tests.live.stage import OPENING, Played


def test_a_second_press_right_after_a_verdict_is_nobodys_turn(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.wait(1.0).do(played.buttons.end_turn).show(OPENING)
    played.run()
    assert (played.state(), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    assert next(p["name"] for p in played.told()["players"] if p["onTurn"]) == "Ben"
    assert played.told()["clock"]["running"] is True


def test_a_second_press_is_nobodys_turn_with_a_cup_on_the_table_either(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    with_cup = played.stage.paint([OPENING]).copy()
    cv2.circle(with_cup, (900, 500), 60, (90, 40, 160), -1)
    played.stage.know(with_cup, [OPENING], lambda _: False)
    played.stage.hands().do(played.buttons.end_turn).picture(with_cup, 1.2)
    played.run()
    assert (played.state(), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    played.stage.do(played.buttons.end_turn).picture(with_cup, 3)
    played.run()
    assert (played.state(), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    assert played.told()["clock"]["running"] is True


def test_a_second_press_is_nobodys_turn_with_an_empty_pool_either(played: Played) -> None:
    played.begin("Anna", "Ben", "Cleo")
    game = played.live.game
    assert game.round is not None
    played.live.record.game = replace(game, round=replace(game.round, pool=1))
    played.stage.show(seconds=3)
    played.turn(drew=True)
    played.turn(OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"
    following = played.on_turn()
    played.buttons.end_turn()
    played.stage.show(OPENING, seconds=4)
    played.run()
    assert (played.events()[-1], played.on_turn()) == ("press-dropped", following)
    assert played.told()["echo"] is True
    played.stage.wait(4)
    played.turn(OPENING, drew=True)
    assert (played.told()["echo"], played.on_turn() != following) == (False, True)


def test_a_second_press_is_nobodys_turn_beside_a_check_of_the_tablecloth_either(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    again = played.stage.paint([OPENING]).copy()
    again[0, 0] ^= 1  # the same picture, read otherwise
    played.stage.know(again, [f"{OPENING} ?"], lambda _: False, {"?": {"R13": 0.1, "K11": 0.05}})
    played.stage.do(played.buttons.end_turn).picture(again, 2)
    played.run()
    assert (played.events()[-1], played.on_turn()) == ("press-dropped", "Ben")


def test_a_second_press_on_draw_is_refused_within_a_second(played: Played) -> None:
    played.begin()
    played.turn(drew=True)
    with pytest.raises(RefusedError, match="only just begun"):
        played.buttons.end_turn(drew=True)


def test_a_double_click_on_the_first_turn_is_nobodys_turn(played: Played) -> None:
    played.begin(deal=True)
    played.stage.show().do(played.buttons.first_turn).wait(0.4).do(played.buttons.end_turn).show()
    played.run()
    assert (played.state(), played.told()["verdict"]) == (State.TURN, None)


def test_a_double_click_on_go_on_is_nobodys_turn(played: Played) -> None:
    played.begin()
    played.stage.show().wait(30).do(played.buttons.pause).do(played.buttons.resume).wait(0.4)
    played.stage.do(played.buttons.end_turn).show()
    played.run()
    assert (played.state(), played.told()["verdict"]) == (State.TURN, None)


def test_a_quick_turn_whose_hand_stays_over_what_it_laid_is_no_echo(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    laid = [OPENING, "K10 B10 O10"]
    covered = played.stage.under_arm(laid, 600, 860)
    played.stage.hands(0.5).do(played.buttons.end_turn).picture(covered, 4)
    played.stage.hands(0.5).show(*laid, seconds=3)
    played.run()
    assert (played.events()[-1], played.told()["verdict"]["played"]) == ("verdict", ["K10", "B10", "O10"])
