"""Rounds begin, are scored and follow each other: who is on turn, and what the clock does."""

from __future__ import annotations

import pytest

from live.game.state import State
from referee.tiles import parse_tiles
from tests.live.stage import OPENING, RULEBOOK, Played

PLAYERS = ["Anna", "Ben", "Cleo"]
RACK = parse_tiles(["B3", "B3", "R8", "R8", "O10", "O11", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"])
"""Two pairs: too few for new tiles."""


def on_turn(played: Played) -> str:
    (name,) = (player["name"] for player in played.told()["players"] if player["onTurn"])
    return str(name)


def pass_by(played: Played, seconds: float) -> None:
    played.stage.wait(seconds)
    played.run()


def test_going_on_from_the_deal_starts_the_first_turn(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK, deal=True)
    pass_by(played, 20)
    played.buttons.resume()
    pass_by(played, 7)
    assert (played.live.game.state, played.told()["clock"]["elapsed"]) == (State.TURN, pytest.approx(7))


@pytest.mark.parametrize("deal", [True, False])
def test_who_begins_may_be_said_again_before_and_after_the_deal(played: Played, *, deal: bool) -> None:
    played.buttons.start_round(PLAYERS, f"{RULEBOOK}+opening=40", deal=deal)
    pass_by(played, 20)
    played.buttons.begin_with("Cleo")
    pass_by(played, 5)
    told = played.told()
    assert (on_turn(played), told["state"], told["opening"]) == ("Cleo", "deal" if deal else "turn", 40)
    assert told["clock"]["elapsed"] == (0 if deal else pytest.approx(5))


@pytest.mark.parametrize("deal", [True, False])
def test_a_claim_that_is_not_granted_leaves_the_clock_as_it_was(played: Played, *, deal: bool) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK, deal=deal)
    pass_by(played, 20)
    played.buttons.claim_redeal("Ben", RACK)
    pass_by(played, 5)
    assert (played.told()["clock"]["running"], played.told()["claim"]["granted"]) == (not deal, False)
    assert played.told()["clock"]["elapsed"] == (0 if deal else pytest.approx(5))


def test_the_seat_after_the_one_that_began_begins_the_next_round(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK)
    played.buttons.begin_with("Ben")
    played.turn(OPENING)
    played.buttons.score({"Anna": 3, "Cleo": 5}, "Ben")
    played.buttons.next_round()
    assert on_turn(played) == "Cleo"


def test_the_next_seat_begins_each_round_and_all_stand_on_one_sheet(played: Played) -> None:
    played.buttons.start_round(PLAYERS, f"{RULEBOOK}+opening=40")
    began = []
    for _ in range(4):
        began.append(on_turn(played))
        played.buttons.score({"Ben": 20, "Cleo": 5}, "Anna")
        played.buttons.next_round()
    assert began == ["Anna", "Ben", "Cleo", "Anna"]
    told = played.told()
    assert (told["round"], told["opening"], told["sheet"]["totals"]) == (5, 40, {"Anna": 100, "Ben": -80, "Cleo": -20})


def test_other_players_get_another_sheet_and_so_does_a_new_game(played: Played) -> None:
    for players, new_game, round_number in (
        (PLAYERS, False, 1),
        (PLAYERS, False, 2),
        (PLAYERS, True, 1),
        (PLAYERS[:2], False, 1),
    ):
        played.buttons.start_round([f" {name} " for name in players], RULEBOOK, new_game=new_game)
        told = played.told()
        assert (told["round"], told["sheet"]["players"]) == (round_number, players)
        played.buttons.score(dict.fromkeys(players[1:], 10), "Anna")


def test_a_round_that_is_scored_stops_its_clock_where_it_was(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK)
    pass_by(played, 12)
    played.buttons.score({"Ben": 20, "Cleo": 5}, "Anna")
    pass_by(played, 12)
    assert (played.told()["clock"]["running"], played.told()["clock"]["elapsed"]) == (False, pytest.approx(12))


def test_a_blocked_round_needs_every_rack(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK)
    played.buttons.score({"Anna": 3, "Ben": 20, "Cleo": 5}, None)
    column = played.told()["sheet"]["columns"][0]
    assert (column["winner"], column["blocked"]) == ("Anna", True)


def test_a_round_that_was_played_elsewhere_is_only_counted(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK, elsewhere=True, deal=False, watched=False)
    pass_by(played, 20)
    played.buttons.begin_with("Cleo")
    played.again()
    told = played.told()
    assert (told["elsewhere"], told["state"], told["clock"]["elapsed"], told["pool"]) == (True, "deal", 0, None)
    assert [(player["tiles"], player["onTurn"]) for player in told["players"]] == [(None, False)] * 3
    played.buttons.end_round("Ben")
    assert [rack["must"] for rack in played.told()["count"]["racks"]] == [None, None]
    played.buttons.count_rack("Anna", 12)
    played.buttons.score({"Cleo": 30}, "Ben")
    assert played.told()["sheet"]["totals"] == {"Anna": -12, "Ben": 42, "Cleo": -30}
    played.buttons.next_round()
    assert not played.told()["elsewhere"]


@pytest.mark.parametrize("press", ["first_turn", "resume", "end_turn"])
def test_a_round_that_is_played_here_after_all_is_not_one_from_elsewhere(played: Played, press: str) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK, elsewhere=True, watched=False)
    getattr(played.buttons, press)()
    told = played.told()
    assert (told["elsewhere"], told["state"]) == (False, "turn")
    played.buttons.undo()
    assert played.told()["elsewhere"]


def test_going_on_while_the_camera_sees_nothing_is_noted_as_a_person_s_word(played: Played) -> None:
    played.buttons.start_round(PLAYERS, RULEBOOK)
    played.turn("K1 K2 K3")
    played.stage.dark(5).do(played.buttons.resume).wait(7)
    played.run()
    resumed = played.live.record.journal.events()[-1]
    assert (resumed.kind, resumed.data["restored"], resumed.data["table"]) == ("resumed", False, None)
    assert played.told()["clock"]["elapsed"] == pytest.approx(7)
