"""A round that is played, written as a round file: what stands there, and that it is judged the same."""

from __future__ import annotations

from typing import Any

import pytest

from live.telling.evening import evenings_in
from live.telling.round_files import recorded_rounds
from referee.rulebook import load
from referee.tiles import Tile
from referee.verdict import Outcome
from roundfile.document import Document, parse, write
from roundfile.judging import judge_again
from roundfile.seal import alterations, sealed
from tests.live.stage import Played

OPENING = "R10 R11 R12"


def rounds(played: Played) -> list[Document]:
    """The rounds of the journal, as somebody reads them who was not there."""
    found = []
    for evening in evenings_in(played.live.record.journal.events()):
        for one in recorded_rounds(evening):
            document = parse(write(sealed(one.document)).encode())
            assert [*alterations(document)] == []
            assert [
                again.number for again in judge_again(document, load) if again.differs and "host" not in again.turn
            ] == []
            found.append(document)
    return found


def the_round(played: Played) -> Document:
    (found,) = rounds(played)
    return found


def turns(played: Played) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = the_round(played)["turns"]
    return found


def test_a_round_from_the_deal_to_the_score(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    played.buttons.score({"Ben": (Tile.parse("K3"), Tile.parse("J"))}, "Anna")
    document = the_round(played)
    assert document["players"] == ["Anna", "Ben"]
    assert document["deal"] == {"first": "Anna", "tiles": 14, "pool": 78}
    anna, ben = document["turns"]
    assert (anna["player"], anna["before"], anna["after"], anna["opened"]) == ("Anna", "", OPENING, False)
    assert (anna["verdict"], anna["played"], anna["points"], anna["rack_size"]) == ("legal", OPENING, 33, 14)
    assert (ben["drew"], ben["before"], ben["after"], ben["pool"]) == (1, OPENING, OPENING, 78)
    assert all(len(name) == 64 for name in anna["photos"])
    assert document["result"]["winner"] == "Anna"
    assert document["result"]["racks"]["Ben"] == "K3 J"
    assert sum(document["result"]["points"].values()) == 0


def test_an_illegal_turn_has_its_reasons_clauses_and_penalty(played: Played) -> None:
    played.begin()
    played.turn("R1 R2 R3")
    (turn,) = turns(played)
    assert turn["verdict"] == "illegal"
    (reason,) = turn["violations"]
    assert reason["code"] == "opening-below-30"
    assert reason["clause"]
    assert turn["penalty"]["restore"]
    assert turn["penalty"]["draw"] == 3


def test_a_turn_that_was_taken_back_stands_apart(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.buttons.undo()
    played.turn("B10 B11 B12")
    document = the_round(played)
    assert [turn["after"] for turn in document["turns"]] == ["B10 B11 B12"]
    assert [(turn["number"], turn["after"]) for turn in document["taken_back"]] == [(1, OPENING)]


def test_what_was_played_in_a_round_whose_beginning_was_taken_back_is_of_no_other_round(played: Played) -> None:
    played.begin("Cleo", "Dora")
    played.turn(OPENING)
    while played.live.game.round is not None:
        played.buttons.undo()
    played.begin()
    played.turn("B10 B11 B12")
    document = the_round(played)
    assert (document["players"], [turn["player"] for turn in document["turns"]]) == (["Anna", "Ben"], ["Anna"])
    assert "taken_back" not in document


def test_the_host_s_word_stands_with_its_reason(played: Played) -> None:
    played.begin()
    played.turn("R1 R2 R3")
    played.buttons.overrule(played.last_judged(), Outcome.LEGAL, "we play without the thirty")
    (turn,) = turns(played)
    assert (turn["verdict"], turn["host"]) == ("legal", "we play without the thirty")


def test_a_tile_that_nobody_could_read_is_a_question_mark_until_somebody_names_it(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 ?", doubts={"?": {"R12": 0.6, "R5": 0.3}})
    (turn,) = turns(played)
    assert (turn["verdict"], turn["after"]) == ("undecided", "R10 R11 ?")


def test_turns_without_a_camera_say_who_laid_and_nothing_of_the_table(played: Played) -> None:
    played.begin(watched=False)
    played.buttons.end_turn()
    played.stage.wait(5)
    played.run()
    played.buttons.end_turn(drew=True)
    document = the_round(played)
    assert document["watched"] is False
    assert [(turn["laid"], "after" in turn, "verdict" in turn) for turn in document["turns"]] == [
        (True, False, False),
        (False, False, False),
    ]


def test_a_mended_name_is_the_name_in_every_turn(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    played.buttons.mend_name("Ben", "Bertha")
    document = the_round(played)
    assert document["players"] == ["Anna", "Bertha"]
    assert [turn["player"] for turn in document["turns"]] == ["Anna", "Bertha"]


def test_points_that_were_amended_stand_with_what_they_were(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.buttons.score({"Ben": 12}, "Anna")
    played.buttons.amend(1, "Ben", -20, 1.0)
    result = the_round(played)["result"]
    assert result["points"] == {"Anna": 20, "Ben": -20}
    assert [one["points"] for one in result["amended"]] == [{"Anna": 12, "Ben": -12}]


def test_a_handicap_and_an_extension_say_what_the_turn_was_allowed(played: Played) -> None:
    played.begin(rulebook="jumbo-original-2016+extensions=2", handicaps={"Anna": 90.0, "Ben": None})
    played.buttons.extend()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    document = the_round(played)
    assert document["handicaps"] == {"Anna": 90, "Ben": "none"}
    assert document["turns"][0]["time"] == {"own": 90, "bank": 0, "extensions": 1}
    assert document["turns"][1]["time"]["own"] == "none"


def test_two_rounds_of_an_evening_are_two_files(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.buttons.score({"Ben": 12}, "Anna")
    played.buttons.next_round()
    played.turn(OPENING)
    first, second = rounds(played)
    assert [(one["game"], one["round"]) for one in (first, second)] == [(1, 1), (1, 2)]
    assert first["result"]["points"] == {"Anna": 12, "Ben": -12}
    assert "result" not in second


def test_an_evening_without_a_turn_is_no_round(played: Played) -> None:
    played.begin()
    assert rounds(played) == []


def test_another_rulebook_judges_the_same_turns_otherwise(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    (again,) = judge_again(the_round(played), load, "jumbo-original-2016+opening=40")
    assert again.differs
    assert again.settled is not None
    assert [violation.code for violation in again.settled.verdict.violations] == ["opening-below-30"]
    with pytest.raises(Exception, match="no-such-book"):
        [*judge_again(the_round(played), load, "no-such-book")]
