"""Extensions, banks and handicaps in a running game: who has what left, and what no undo, verdict or restart takes away."""

from __future__ import annotations

import base64
from typing import Any

import cv2
import pytest

from live.game.commands import RefusedError
from referee.round import RoundError
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import RULEBOOK, Played, press
from webui.presses import Means, perform
from webui.roles import HERE, Person, Role

FIRST = "R10 R11 R12"
BANK = f"{RULEBOOK}+bank=10m+delay=10"
EXTENSIONS = f"{RULEBOOK}+extensions=2"


def end(played: Played, seconds: float) -> None:
    played.stage.seconds += seconds
    played.buttons.end_turn()


def left(played: Played, field: str) -> list[Any]:
    return [player[field] for player in played.told()["players"]]


def clock(played: Played) -> tuple[Any, ...]:
    told = played.told()
    return told["allowance"]["free"], told["clock"]["limit"], told["allowance"]["taken"]


def test_a_round_by_the_booklet_has_neither_bank_nor_extensions(played: Played) -> None:
    played.begin(watched=False)
    assert (left(played, "bank"), left(played, "extensions")) == ([None, None], [None, None])
    assert (clock(played), played.told()["allowance"]["extension"]) == ((60.0, 60.0, 0), None)
    with pytest.raises(RoundError, match="no extension"):
        played.buttons.extend()


def test_each_player_draws_on_a_bank_of_their_own(played: Played) -> None:
    played.begin(rulebook=BANK, watched=False)
    assert clock(played) == (10.0, 610.0, 0)
    end(played, 40.0)
    assert (left(played, "bank"), clock(played)) == ([570.0, 600.0], (10.0, 610.0, 0))
    end(played, 5.0)
    assert (left(played, "bank"), clock(played)) == ([570.0, 600.0], (10.0, 580.0, 0))


def test_undoing_a_turn_gives_back_what_the_bank_paid(played: Played) -> None:
    played.begin(rulebook=BANK, watched=False)
    end(played, 40.0)
    played.buttons.undo()
    assert (left(played, "bank"), clock(played)) == ([600.0, 600.0], (10.0, 610.0, 0))


def test_an_extension_makes_this_turn_longer_and_no_other(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS, watched=False)
    played.stage.seconds += 50
    played.buttons.extend()
    assert (clock(played), played.told()["clock"]["elapsed"]) == ((90.0, 90.0, 1), 50.0)
    assert left(played, "extensions") == [1, 2]
    end(played, 1.0)
    assert (clock(played), left(played, "extensions")) == ((60.0, 60.0, 0), [1, 2])
    assert "turn-extended" in played.events()


def test_an_extension_is_taken_back_by_undo(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS, watched=False)
    played.buttons.extend()
    assert played.told()["undoes"] == {"kind": "turn-extended", "player": "Anna", "turn": 1}
    played.buttons.undo()
    assert (clock(played), left(played, "extensions")) == ((60.0, 60.0, 0), [2, 2])


def test_a_second_press_on_the_same_page_takes_no_second_extension(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS, watched=False)
    body = {"turn": 0, "taken": 0}
    press(played.live, "extend", body)
    with pytest.raises(RefusedError) as caught:
        press(played.live, "extend", body)
    assert (caught.value.code, left(played, "extensions")) == ("extended", [1, 2])


def test_only_who_is_on_turn_or_the_host_extends_a_turn(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS, watched=False)
    means = Means(played.live, played.read)
    with pytest.raises(RefusedError) as caught:
        perform(means, "extend", {}, Person(Role.PLAYER, "Ben", "3fa29c"))
    assert caught.value.code == "not-yours"
    perform(means, "extend", {}, Person(Role.PLAYER, "Anna", "3fa29d"))
    press(played.live, "extend", {})
    assert left(played, "extensions") == [0, 2]
    assert [event.data.get("by") for event in played.live.record.journal.events() if event.kind == "turn-extended"] == [
        "guest 3fa29d, player Anna",
        "host",
    ]


def test_a_turn_is_judged_by_what_it_was_allowed(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS)
    played.stage.seconds += 60
    played.buttons.extend()
    played.turn(FIRST)
    verdict = played.told()["verdict"]
    assert verdict["outcome"] == "legal"
    assert (verdict["time"]["extensions"], verdict["time"]["allowed"]) == (1, 90.0)


def test_another_verdict_on_the_last_turn_leaves_the_extension_of_the_turn_that_runs(played: Played) -> None:
    played.begin(rulebook=f"{EXTENSIONS}+bank=5m")
    played.turn(FIRST)
    played.buttons.extend()
    played.buttons.overrule(played.last_judged(), Outcome.ILLEGAL, "it was laid too late")
    assert (left(played, "extensions"), played.told()["allowance"]["taken"]) == ([2, 1], 1)


def test_a_photo_that_asks_about_the_last_turn_leaves_the_extension_of_the_turn_that_runs(played: Played) -> None:
    played.begin(rulebook=EXTENSIONS, watched=False)
    end(played, 20.0)
    played.buttons.extend()
    jpeg = cv2.imencode(".jpg", played.stage.paint([FIRST], {"R12": {"R12": 0.6, "B12": 0.39}}))[1].tobytes()
    body = {"photo": base64.b64encode(jpeg).decode(), "event": played.told()["unjudged"]["event"]}
    perform(Means(played.live, played.read), "photo", body, HERE)
    assert played.told()["state"] == "question"
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("R12"))
    assert (left(played, "extensions"), clock(played)) == ([2, 1], (90.0, 90.0, 1))


def test_handicaps_are_agreed_on_at_the_start_and_stay_for_the_next_round(played: Played) -> None:
    body = {"players": ["Anna", "Mia", "Opa"], "rulebook": RULEBOOK, "camera": False, "deal": False}
    press(played.live, "start", {**body, "handicaps": {"Mia": 120, "Opa": None}})
    limits = []
    for _ in range(3):
        limits.append(played.told()["clock"]["limit"])
        end(played, 20.0)
    played.buttons.end_round("Anna")
    played.buttons.score({"Mia": 5, "Opa": 7}, "Anna")
    played.buttons.next_round()
    assert (limits, played.on_turn(), played.told()["clock"]["limit"]) == ([60.0, 120.0, None], "Mia", 120.0)
    played.buttons.begin_with("Opa")
    assert played.told()["clock"]["limit"] is None


@pytest.mark.parametrize("handicaps", [7, {"Ben": "long"}, {"Ben": 0}, {"Ben": True}, {"Cleo": 60}])
def test_a_handicap_that_makes_no_sense_begins_no_round(played: Played, handicaps: object) -> None:
    body = {"players": ["Anna", "Ben"], "rulebook": RULEBOOK, "handicaps": handicaps}
    with pytest.raises(RefusedError):
        press(played.live, "start", body)
    assert played.told()["state"] == "setup"


@pytest.mark.parametrize(
    ("refill", "then"), [("", [[2, 2], [2, 2]]), ("+refill=2", [[1, 2], [2, 2]]), ("+refill=0", [[1, 2], [1, 2]])]
)
def test_extensions_come_anew_after_so_many_rounds(played: Played, refill: str, then: list[list[int]]) -> None:
    played.begin(rulebook=EXTENSIONS + refill, watched=False)
    played.buttons.extend()
    following = []
    for _ in then:
        end(played, 5.0)
        played.buttons.end_round("Anna")
        played.buttons.score({"Ben": 5}, "Anna")
        played.buttons.next_round()
        following.append(left(played, "extensions"))
    assert following == then


def test_an_extension_of_a_turn_that_another_player_takes_instead_is_given_back(played: Played) -> None:
    played.begin(rulebook=f"{EXTENSIONS}+refill=0", watched=False)
    played.buttons.extend()
    end(played, 5.0)
    played.buttons.end_round("Anna")
    played.buttons.score({"Ben": 5}, "Anna")
    played.buttons.next_round()
    played.buttons.extend()
    assert (played.on_turn(), left(played, "extensions")) == ("Ben", [1, 1])
    played.buttons.begin_with("Anna")
    assert left(played, "extensions") == [1, 2]
    played.buttons.undo()
    assert (left(played, "extensions"), clock(played)) == ([1, 1], (90.0, 90.0, 1))


def test_who_leaves_takes_the_extension_of_the_turn_along(played: Played) -> None:
    played.begin("Anna", "Ben", "Cleo", rulebook=EXTENSIONS, watched=False)
    played.buttons.extend()
    played.buttons.leave("Anna")
    assert (clock(played), left(played, "extensions")) == ((60.0, 60.0, 0), [2, 2])


def test_after_a_restart_everybody_has_what_was_left(played: Played) -> None:
    played.begin(rulebook=f"{BANK}+extensions=2", watched=False, handicaps={"Ben": 120.0})
    played.buttons.extend()
    end(played, 55.0)
    played.buttons.extend()
    before = played.told()
    played.again()
    now = played.told()
    assert (now["players"], clock(played)) == (before["players"], (150.0, 750.0, 1))


def test_a_turn_that_no_camera_saw_is_late_by_its_own_allowance(played: Played) -> None:
    played.begin(rulebook=RULEBOOK, watched=False, handicaps={"Ben": 120.0})
    end(played, 70.0)
    assert played.told()["unjudged"]["allowed"] == 60.0
    end(played, 70.0)
    assert played.told()["unjudged"]["allowed"] == 120.0


def test_a_clock_that_is_set_gives_back_what_the_bank_paid_for_a_turn_that_no_camera_saw(played: Played) -> None:
    played.begin(rulebook=BANK, watched=False)
    end(played, 40.0)
    assert left(played, "bank") == [570.0, 600.0]
    played.buttons.set_clock(25.0, played.told()["unjudged"]["event"])
    assert left(played, "bank") == [585.0, 600.0]
