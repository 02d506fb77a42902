"""What the referee says can be read by people and by programs."""

import json

import pytest

from referee.sets import SetFault
from referee.tiles import parse_tiles
from referee.verdict import Code, Outcome, Penalty, Verdict, Violation

VALUES: dict[str, str | int] = {
    "count": 3,
    "most": 2,
    "points": 12,
    "needed": 30,
    "stands": "R5",
    "seconds": "61",
    "limit": "60",
    "where": "tile 1 of set 1 after the turn",
}


@pytest.mark.parametrize("code", [code for code in Code if code is not Code.SET_INVALID])
def test_every_code_has_a_message_of_one_line(code: Code) -> None:
    message = Violation(code, "", tiles=parse_tiles(["R4"]), values=VALUES).message
    assert "\n" not in message
    assert "{" not in message
    assert message.endswith(".")


@pytest.mark.parametrize("reason", list(SetFault))
def test_every_reason_why_a_set_is_none_has_a_message(reason: SetFault) -> None:
    message = Violation(Code.SET_INVALID, "", tiles=parse_tiles(["R4"]), values={"reason": reason.value}).message
    assert message.startswith("R4 is ")


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
                "message": "The turn took 61 seconds, and 60 are allowed.",
                "clause": "Jumbo, 2016, Spielbeginn",
                "set": None,
                "tiles": [],
                "values": {"seconds": "61", "limit": "60"},
            }
        ],
        "notices": [],
        "penalty": {
            "draw": 3,
            "restore": True,
            "take": [],
            "extra_per_lost": 1,
            "clause": "Jumbo, 2016, Spielbeginn",
        },
    }


def test_violations_can_be_collected_in_sets() -> None:
    one = Violation(Code.OVERTIME, "x", values={"seconds": "61", "limit": "60"})
    assert len({one, Violation(Code.OVERTIME, "x", values={"seconds": "61", "limit": "60"})}) == 1
