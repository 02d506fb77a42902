"""The host's word is the verdict where the referee asks or waits, as far as a camera has seen what was laid."""

from __future__ import annotations

import pytest

from live.game.commands import RefusedError
from live.game.state import State
from referee.verdict import Outcome
from tests.live.stage import OPENING, Played


def test_the_host_settles_what_counts_contradict(played: Played) -> None:
    played.begin()
    played.turn("R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    assert played.state() is State.QUESTION
    with pytest.raises(RefusedError, match="say why"):
        played.live.rule(Outcome.LEGAL, " ")
    played.live.rule(Outcome.LEGAL, "two tiles were drawn unseen")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["host"]) == ("legal", "two tiles were drawn unseen")
    assert [p["tiles"] for p in told["players"]] == [1, 14]
    played.buttons.undo()
    assert played.state() is State.QUESTION


def test_the_host_may_say_that_a_turn_does_not_count(played: Played) -> None:
    played.begin()
    played.turn("K6 R6 B6 O6", OPENING, doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    played.live.rule(Outcome.ILLEGAL, "it was a nine")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["penalty"]["draw"]) == ("illegal", 3)
    assert [p["tiles"] for p in told["players"]] == [17, 14]


def test_a_turn_that_the_host_calls_legal_takes_from_the_rack_what_was_laid_and_no_more(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
    played.begin()
    played.turn("K6 R6 B6 O6", OPENING, doubts=doubts)
    played.live.rule(Outcome.LEGAL, "it is a six")
    assert [p["tiles"] for p in played.told()["players"]] == [7, 14]


def test_a_last_turn_that_the_host_calls_legal_ends_the_round(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
    played.begin()
    played.turn("K6 R6 B6 O6", "R1 R2 R3 R4 R5", "K9 K10 K11 K12 K13", doubts=doubts)
    played.live.rule(Outcome.LEGAL, "it is a six")
    assert (played.told()["over"], played.told()["winner"]) == (True, "Anna")


def test_the_host_s_word_counts_nothing_as_laid_that_no_camera_saw(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.dark(5).do(played.buttons.end_turn).dark(5)
    played.run()
    with pytest.raises(RefusedError) as refused:
        played.live.rule(Outcome.LEGAL, "we all saw it")
    assert (refused.value.code, played.state()) == ("none-seen", State.READING)
    played.live.rule(Outcome.ILLEGAL, "it is taken back")
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_the_hosts_word_waits_until_what_was_laid_has_been_seen(played: Played) -> None:
    """Otherwise it would be the next player's, who did not lay it."""
    played.begin()
    played.turn(OPENING)
    played.stage.wait(4).hands().do(played.buttons.end_turn).hands(2)
    played.run()
    with pytest.raises(RefusedError, match="lie still"):
        played.live.rule(Outcome.LEGAL, "we all saw it")
    assert played.state() is State.READING


def test_what_is_hidden_stays_in_the_game_when_the_host_decides(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    covered = played.stage.under_arm([OPENING, "K10 B10 O10"], 100, 260)
    played.stage.hands().do(played.buttons.end_turn).picture(covered, 15)
    played.run()
    played.live.rule(Outcome.LEGAL, "the cup stands there")
    assert played.told()["verdict"]["played"] == ["K10", "B10", "O10"]
    played.stage.hands(0.5)
    played.turn(OPENING, "K10 B10 O10", drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"
