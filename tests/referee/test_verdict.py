"""What the referee says can be read by people and by programs."""

import json
from dataclasses import replace

import pytest

from referee.sets import SetFault
from referee.tiles import parse_tiles
from referee.verdict import TEXTS, Code, Named, Outcome, Penalty, Verdict, Violation

VALUES: dict[str, str | int] = {
    "count": 3,
    "most": 2,
    "points": 12,
    "needed": 30,
    "seconds": "61",
    "limit": "60",
    "where": "tile 1 of set 1 after the turn",
}


@pytest.mark.parametrize("code", list(TEXTS))
def test_every_text_is_a_message_of_one_line(code: str) -> None:
    name, _, reason = code.partition("/")
    values = VALUES | ({"reason": reason} if reason else {})
    named = {"stands": Named(parse_tiles(["R5"])), "beside": Named(parse_tiles(["R6"]))}
    message = Violation(Code(name), "", None, parse_tiles(["R4"]), values, named).message
    assert "\n" not in message
    assert "{" not in message
    assert message.endswith(".")


@pytest.mark.parametrize("reason", list(SetFault))
def test_every_reason_why_a_set_is_none_has_a_message(reason: SetFault) -> None:
    message = Violation(Code.SET_INVALID, "", tiles=parse_tiles(["R4"]), values={"reason": reason.value}).message
    assert message.startswith("R4 ")


def test_a_verdict_as_json() -> None:
    violation = Violation(Code.OVERTIME, "Jumbo, 2016, Spielbeginn", values={"seconds": "61", "limit": "60"})
    penalty = Penalty(3, restore=True, take=(), extra_per_lost=1, clause="Jumbo, 2016, Spielbeginn")
    verdict = Verdict(Outcome.ILLEGAL, parse_tiles(["R7"]), 7, (violation,), (), penalty)
    assert json.loads(json.dumps(verdict.to_json())) == {
        "verdict": "illegal",
        "played": ["R7"],
        "points": 7,
        "violations": [
            {
                "code": "overtime",
                "message": "The turn took 61 seconds, and 60 are allowed: the penalty is due.",
                "clause": "Jumbo, 2016, Spielbeginn",
                "set": None,
                "tiles": [],
                "values": {"seconds": "61", "limit": "60"},
                "number": 1,
            }
        ],
        "notices": [],
        "penalty": {
            "draw": 3,
            "restore": True,
            "take": [],
            "extra_per_lost": 1,
            "put_back": 0,
            "clause": "Jumbo, 2016, Spielbeginn",
        },
    }


def test_violations_can_be_collected_in_sets() -> None:
    one = Violation(Code.OVERTIME, "x", values={"seconds": "61", "limit": "60"})
    assert len({one, Violation(Code.OVERTIME, "x", values={"seconds": "61", "limit": "60"})}) == 1


@pytest.mark.parametrize(("every", "text"), [(False, "B5 or O5"), (True, "B5 and O5")])
def test_the_tiles_that_a_message_names_are_told_as_a_list_beside_the_words(*, every: bool, text: str) -> None:
    both = Named(parse_tiles(["B5", "O5"]), every=every)
    violation = Violation(Code.JOKER_NOT_EXCHANGED, "x", 0, parse_tiles(["K5", "R5", "J"]), named={"stands": both})
    told = violation.to_json()
    assert (told["values"], told["named"]) == ({"stands": text}, {"stands": {"tiles": ["B5", "O5"], "every": every}})
    del told["named"]  # as journals have it in which only the words stand
    assert Violation.from_json(told) == violation


def test_what_is_said_in_the_same_words_for_the_same_clause_has_one_number() -> None:
    short, long = (Violation(Code.SET_INVALID, "2", values={"reason": reason}) for reason in ("too-short", "too-long"))
    verdict = Verdict(
        Outcome.ILLEGAL, (), 0, (short, long, replace(short, set_index=2), replace(short, clause="3")), (), None
    )
    assert [told["number"] for told in verdict.to_json()["violations"]] == [1, 2, 1, 3]
