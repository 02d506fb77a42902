"""At the end of a round each rack is counted by whoever holds it, and what cannot be is told before the score is written."""

from __future__ import annotations

from typing import Any

import pytest

from live.game.commands import RefusedError
from live.game.state import State
from referee.score import ScoreError
from referee.tiles import TileSet, parse_tiles
from referee.verdict import Outcome
from tests.live.stage import RULEBOOK, Played

THREE = ["Anna", "Ben", "Cleo"]
SEVENS = ("R7 R8 R9", "K7 B7 R7")
OUT = ("R1 R2 R3 R4 R5 R6 R7", "B7 B8 B9 B10 B11 B12 B13")
"""All tiles of a rack."""


def tiles(text: str) -> TileSet:
    return parse_tiles(text.split())


def racks(played: Played) -> dict[str, Any]:
    return {rack["player"]: (rack["tiles"], rack["points"]) for rack in played.told()["count"]["racks"]}


def test_racks_are_counted_one_after_the_other_and_bring_the_winner_their_points(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    assert played.told()["count"] is None
    played.turn(*OUT)
    assert played.told()["count"]["winner"] == "Anna"
    assert racks(played) == {"Ben": (None, None), "Cleo": (None, None)}
    played.buttons.count_rack("Cleo", tiles("K1 O13 J"))
    played.buttons.count_rack("Ben", 24)
    assert racks(played) == {"Ben": (None, 24), "Cleo": (["K1", "O13", "J"], 44)}
    assert played.told()["count"]["won"] == 68
    played.again()
    assert racks(played) == {"Ben": (None, 24), "Cleo": (["K1", "O13", "J"], 44)}
    played.buttons.score({}, "Anna")
    assert played.told()["sheet"]["totals"] == {"Anna": 68, "Ben": -24, "Cleo": -44}
    assert played.told()["count"] is None


def test_a_rack_is_counted_anew_taken_back_and_undone(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn(*OUT)
    played.buttons.count_rack("Ben", 24)
    played.buttons.count_rack("Ben", 25)
    assert racks(played)["Ben"] == (None, 25)
    played.buttons.undo()
    assert racks(played)["Ben"] == (None, 24)
    played.buttons.count_rack("Ben", None)
    assert racks(played)["Ben"] == (None, None)
    with pytest.raises(RefusedError, match="Ben's rack is missing"):
        played.buttons.score({"Cleo": 3}, "Anna")
    played.buttons.score({"Ben": 30, "Cleo": 3}, "Anna")
    assert played.told()["sheet"]["totals"]["Ben"] == -30


def test_people_say_that_a_round_is_over_which_the_camera_did_not_see_end(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn(*SEVENS)
    played.stage.wait(12)
    played.run()
    with pytest.raises(RefusedError, match="not over yet"):
        played.buttons.count_rack("Ben", 24)
    played.buttons.end_round("Cleo")
    told = played.told()
    assert (told["state"], told["over"], told["winner"], told["clock"]["running"]) == ("over", True, "Cleo", False)
    assert not any(player["onTurn"] for player in told["players"])
    assert played.contradictions() == ["Cleo's rack holds 0 tiles, but must hold 14"]
    with pytest.raises(RefusedError, match="no turn to end"):
        played.buttons.end_turn()
    played.buttons.count_rack("Ben", 24)
    played.buttons.end_round("Anna")
    assert (played.told()["winner"], racks(played)["Ben"]) == ("Anna", (None, 24))
    played.buttons.end_round(None)
    assert (played.told()["winner"], played.told()["count"]["won"]) == (None, None)
    for _ in range(4):
        played.buttons.undo()
    assert played.live.game.state is State.TURN
    assert played.told()["clock"]["elapsed"] == pytest.approx(12, abs=1)


def test_a_tile_that_cannot_be_on_two_racks_is_told_before_the_score_is_written(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn(*SEVENS)
    played.turn(*SEVENS, drew=True)
    played.turn(*SEVENS, drew=True)
    played.buttons.end_round(None)
    played.buttons.count_rack("Ben", tiles("K1 K1 K2 K3 K4 K5 K6 K8 K9 B1 B2 B3 B4 B5 R7"))
    assert played.contradictions() == ["R7 was seen 3 times (the table 2, Ben's rack 1), but the box holds 2"]
    found = played.told()["contradictions"][0]["found"]
    assert {"place": "rack", "player": "Ben", "count": 1} in found
    played.buttons.count_rack("Ben", tiles("K1 K1 K2 K3 K4 K5 K6 K8 K9 B1 B2 B3 B4 B5 R6"))
    assert played.contradictions() == []
    played.buttons.count_rack("Cleo", tiles("K1 R1 R2"))
    assert played.contradictions() == [
        "K1 was seen 3 times (Ben's rack 2, Cleo's rack 1), but the box holds 2",
        "Cleo's rack holds 3 tiles, but must hold 15",
    ]
    with pytest.raises(ScoreError, match="K1 is on the racks 3 times"):
        played.buttons.score({"Anna": 3}, None)


def test_a_rack_that_nobody_can_have_is_refused(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn(*OUT)
    for player, rack, why in (("Anna", 3, "has gone out"), ("Ben", 0, "nothing left"), ("Dora", 3, "does not play")):
        with pytest.raises(RefusedError, match=why):
            played.buttons.count_rack(player, rack)


def test_of_a_blocked_round_every_rack_is_counted_and_one_of_level_players_agreed_on(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.buttons.end_round(None)
    for name, left in (("Anna", 5), ("Ben", 5), ("Cleo", 9)):
        played.buttons.count_rack(name, left)
    played.buttons.score({}, "Ben", blocked=True)
    assert played.told()["winner"] == "Ben"


def test_a_turn_that_turns_out_to_have_won_nothing_takes_the_counting_back(played: Played) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn(*OUT)
    played.buttons.count_rack("Ben", 24)
    wrong = next(tile for tile in played.live.game.judged.case.known.tiles if str(tile.tile) == "R4")  # type: ignore[union-attr] # there is one
    played.buttons.correct(wrong.corners, tiles("B4")[0], played.told()["verdict"]["event"])
    assert played.live.game.judged is not None
    assert played.live.game.judged.verdict.outcome is Outcome.ILLEGAL
    assert (played.told()["over"], played.told()["count"]) == (False, None)


def test_a_question_is_settled_before_the_round_is_over_and_one_that_comes_up_while_racks_are_counted(
    played: Played,
) -> None:
    played.buttons.start_round(THREE, RULEBOOK)
    played.turn("O6 R6 B6", "K11 K12 K13", doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    with pytest.raises(RefusedError, match="waits for an answer"):
        played.buttons.end_round(None)
    played.buttons.answer(0, 2, tiles("B6")[0])
    played.buttons.end_round(None)
    event = played.told()["verdict"]["event"]
    where = played.told()["verdict"]["table"]["sets"][0][2]["corners"]
    played.buttons.correct(where, tiles("B6")[0], event)
    assert (played.live.game.state, played.told()["clock"]["running"]) == (State.OVER, False)
