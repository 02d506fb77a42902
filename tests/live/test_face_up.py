"""Turns that discard a tile or take one that lies face up: somebody says so after the press, then there is a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from live.game.case import Press
from live.game.commands import RefusedError, Taken, say_face_up
from live.game.events import FaceUpSaid
from live.game.state import Game
from referee.faceup import FaceUp
from referee.round import Round
from referee.rulebook import load
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, Played

DISCARD = "hertzano-original+discard"
OPEN = "hertzano-original+open-last-stack"


def begin(played: Played, rulebook: str = DISCARD) -> None:
    played.begin(rulebook=rulebook)


def codes(played: Played) -> list[str]:
    return [violation["code"] for violation in played.told()["verdict"]["violations"]]


def say(played: Played, took: Taken, discarded: str | None) -> None:
    played.buttons.say_face_up(took, None if discarded is None else Tile.parse(discarded))


def test_the_verdict_waits_until_somebody_has_said_what_was_taken_and_discarded(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    waiting = played.told()
    assert (waiting["ending"], waiting["faceUp"]["asked"], waiting["verdict"]) == (True, True, None)
    assert waiting["clock"]["running"] is False
    say(played, Taken.POOL, "K1")
    state = played.told()
    assert (state["verdict"]["outcome"], state["verdict"]["faceUp"]) == ("legal", {"discarded": "K1"})
    assert (played.counts(), state["pool"], state["faceUp"]["offered"]) == ([11, 14], 77, "K1")
    assert state["verdict"]["seconds"] == waiting["clock"]["elapsed"]


def test_the_last_discard_is_taken_to_lay_a_new_set_with_it(played: Played) -> None:
    begin(played)
    played.turn()
    say(played, Taken.POOL, "K10")
    played.turn("K10 R10 B10")
    say(played, Taken.DISCARD, "O1")
    assert played.told()["verdict"]["outcome"] == "legal"
    assert (played.counts(), played.told()["pool"]) == ([14, 11], 77)


def test_the_last_discard_is_not_taken_for_later(played: Played) -> None:
    begin(played)
    played.turn()
    say(played, Taken.POOL, "K10")
    played.turn()
    say(played, Taken.DISCARD, "O1")
    assert codes(played) == ["discard-not-laid"]


def test_whoever_has_tiles_left_discards_one(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    say(played, Taken.POOL, None)
    assert codes(played) == ["nothing-discarded"]
    assert played.told()["verdict"]["penalty"]["restore"] is True
    played.buttons.undo()
    say(played, Taken.POOL, "K1")
    assert codes(played) == []


def test_whoever_lays_the_last_tile_discards_nothing(played: Played) -> None:
    begin(played)
    played.turn("R1 R2 R3 R4 R5 R6 R7", "B6 B7 B8 B9 B10 B11 B12 B13")
    say(played, Taken.POOL, None)
    assert played.told()["winner"] == "Anna"


def test_more_tiles_than_the_rack_held_are_a_misreading_here_too(played: Played) -> None:
    begin(played)
    played.turn("R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    say(played, Taken.POOL, None)
    assert played.told()["verdict"]["outcome"] == "undecided"
    assert "rack held 15" in played.told()["verdict"]["note"]


def test_undo_asks_again_and_then_gives_the_turn_back(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    say(played, Taken.POOL, "K1")
    played.buttons.undo()
    assert played.told()["faceUp"]["asked"] is True
    say(played, Taken.POOL, "K2")
    assert played.told()["faceUp"]["offered"] == "K2"
    played.buttons.undo()
    played.buttons.undo()
    state = played.told()
    assert (state["ending"], state["verdict"], state["players"][0]["onTurn"]) == (False, None, True)
    assert state["clock"]["running"] is True


def test_the_next_player_s_hands_do_not_change_what_is_judged(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.hands().show(OPENING, "K1 K2").do(lambda: say(played, Taken.POOL, "O1"))
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["R10", "R11", "R12"])


def test_a_power_cut_between_press_and_answer_loses_neither(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.again()
    assert played.told()["faceUp"]["asked"] is True
    say(played, Taken.POOL, "K1")
    played.again()
    played.stage.show(OPENING)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
    assert played.told()["faceUp"]["offered"] == "K1"


def test_the_open_tile_is_for_going_out(played: Played) -> None:
    begin(played, OPEN)
    played.stage.hands().show("R1 R2 R3 R4 R5 R6 R7", "B6 B7 B8 B9 B10 B11 B12 B13")
    played.stage.do(lambda: played.buttons.end_turn(took_open=Tile.parse("B6")))
    played.run()
    assert played.told()["winner"] == "Anna"
    assert played.told()["verdict"]["faceUp"] == {"took_open": "B6"}


def test_the_open_tile_is_not_for_keeping(played: Played) -> None:
    begin(played, OPEN)
    played.stage.hands().show(OPENING).do(lambda: played.buttons.end_turn(took_open=Tile.parse("R12")))
    played.run()
    assert codes(played) == ["open-tile-not-out"]
    assert played.counts() == [17, 14]


def test_what_is_not_there_cannot_be_taken(played: Played) -> None:
    begin(played, "hertzano-original")
    with pytest.raises(RefusedError, match="nobody asks"):
        say(played, Taken.POOL, "K1")
    with pytest.raises(RefusedError, match="no tile lies open"):
        played.buttons.end_turn(took_open=Tile.parse("K1"))
    begin(played)
    played.turn(OPENING)
    with pytest.raises(RefusedError, match="no discard to take"):
        say(played, Taken.DISCARD, "K1")
    assert "face-up-said" not in played.events()


def test_with_an_empty_pool_a_turn_takes_nothing_and_ends_all_the_same() -> None:
    book = load(DISCARD)
    last = replace(Round.start(("Anna", "Ben"), book), pool=0)
    game = Game(round=last, press=Press("Anna", 0, 10.0, face_up=None))
    move = say_face_up(game, 0.0, Taken.NOTHING, Tile.parse("K1"))
    assert move.event == FaceUpSaid(0, FaceUp(Tile.parse("K1")))
    with pytest.raises(RefusedError, match="pool is empty"):
        say_face_up(game, 0.0, Taken.POOL, Tile.parse("K1"))


def test_a_turn_that_the_host_calls_legal_discards_what_was_said(played: Played) -> None:
    begin(played)
    played.turn("R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    say(played, Taken.POOL, "K1")
    assert played.told()["verdict"]["outcome"] == "undecided"
    played.live.rule(Outcome.LEGAL, "three tiles were drawn unseen")
    told = played.told()
    assert (played.counts(), told["winner"], told["faceUp"]["offered"]) == ([1, 14], None, "K1")


@pytest.mark.parametrize("sure", [True, False], ids=["as read", "by the host's word"])
def test_whoever_discards_the_last_tile_has_gone_out_and_no_clock_runs(played: Played, *, sure: bool) -> None:
    begin(played)
    doubts = {} if sure else {"B6": {"B6": 0.6, "B9": 0.39}}
    played.turn("K6 R6 B6 O6", "R1 R2 R3 R4 R5", "K9 K10 K11 K12 K13", doubts=doubts)
    say(played, Taken.POOL, "K1")
    if not sure:
        assert played.told()["verdict"]["outcome"] == "undecided"
        played.live.rule(Outcome.LEGAL, "it is a six")
    told = played.told()
    assert (told["winner"], told["clock"]["running"], told["faceUp"]["offered"]) == ("Anna", False, "K1")
