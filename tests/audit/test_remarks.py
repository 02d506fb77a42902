"""That several turns may lie between two photos is said where it would explain the verdict, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from audit.evidence import gather
from audit.remarks import RemarkCode
from audit.turn import Audit, audit
from referee.rulebook import load
from referee.verdict import Outcome
from vision.reading.table_reading import TableReading

Judge = Callable[..., Audit]

RUN = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12"


@pytest.fixture
def judged(make_reading: Callable[..., TableReading]) -> Judge:
    """The audit of two tables, by a rulebook."""

    def make(before: list[str], after: list[str], book: str = "jumbo-original-2016", **given: Any) -> Audit:
        doubts = given.pop("doubts", None)
        readings = make_reading(before), make_reading(after, doubts)
        then, now = (gather("photo", np.zeros((600, 800, 3), np.uint8), each, lambda _: None) for each in readings)
        return audit(now, then, load(book), **given)

    return make


def speaks(result: Audit) -> bool:
    return RemarkCode.SEVERAL_TURNS in [remark.code for remark in result.remarks]


def test_an_opening_that_touches_the_table_may_be_two_turns(judged: Judge) -> None:
    result = judged(["R4 R5 R6"], ["R4 R5 R6 R7", "K10 B10 O10"], opened=False)
    assert result.verdict.outcome is Outcome.ILLEGAL
    assert speaks(result)
    assert "more than one turn" in result.remarks[0].message
    assert result.remarks[0].photo is None


def test_a_joker_that_was_moved_may_be_two_turns(judged: Judge) -> None:
    before, after = ["R4 R5 J", "K1 K2 K3"], ["R4 R5 R3", "K1 K2 K3 J"]
    result = judged(before, after, "hertzano-original")
    assert result.verdict.outcome is Outcome.ILLEGAL
    assert speaks(result)
    assert not speaks(judged(before, after))


def test_an_undecided_verdict_that_hangs_on_such_a_thing_may_be_two_turns(judged: Judge) -> None:
    """The joker was exchanged if the doubtful tile is the red 6, and taken out of its set if it is the black one."""
    before, after = ["R4 R5 J R7"], ["R3 R4 R5", "R7 R8 R9", "J K10 K11", "B6 O6 R6"]
    result = judged(before, after, "hertzano-original", doubts={(3, 2): {"R6": 0.6, "K6": 0.39}})
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert speaks(result)


def test_an_undecided_verdict_that_hangs_on_anything_else_is_of_one_turn(judged: Judge) -> None:
    result = judged(["R4 R5 R6"], ["R4 R5 R6", "K1 K2 K3"], doubts={(1, 2): {"K3": 0.6, "K8": 0.39}})
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert not speaks(result)


def test_more_tiles_than_a_rack_starts_with_may_be_two_turns(judged: Judge) -> None:
    assert speaks(judged(["R1 R2 R3"], ["R1 R2 R3", RUN, "B1 B2 B3"]))
    assert not speaks(judged(["R1 R2 R3"], ["R1 R2 R3", RUN]))


@pytest.mark.parametrize(
    ("before", "after", "opened"),
    [
        pytest.param(["R4 R5 R6"], ["R4 R5 R6 R7"], True, id="legal"),
        pytest.param(["R4 R5 R6"], ["R4 R5 R6", "K1 K2"], True, id="a set that is none"),
        pytest.param(["R4 R5 R6 R7"], ["R4 R5 R6"], True, id="a tile gone"),
        pytest.param([], ["R1 R2 R3"], False, id="worth too little"),
        pytest.param(["R4 R5 R6"], ["R4 R5 R6 R7", "K10 B10"], False, id="wrong in any number of turns"),
        pytest.param(["R4 R5 R6"], ["R4 R5 R6"], False, id="nothing laid"),
    ],
)
def test_of_an_ordinary_turn_nothing_is_said(
    before: list[str],
    after: list[str],
    opened: bool,  # noqa: FBT001 - a parameter of the table above
    judged: Judge,
) -> None:
    assert judged(before, after, opened=opened).remarks[: bool(before)] == ()


def test_a_row_that_was_no_set_before_the_turn_may_stand_on_a_rack(judged: Judge) -> None:
    rack = "R3 K5 B9 O2"
    assert judged(["R4 R5 R6", rack], ["R4 R5 R6 R7", rack]).verdict.outcome is Outcome.LEGAL
    result = judged(["R4 R5 R6", f"{rack} R7"], ["R4 R5 R6 R7", rack])
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [(remark.code, remark.photo) for remark in result.remarks] == [(RemarkCode.RACKS, "before")]
    assert f"{rack} R7 is no set" in result.remarks[0].message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(["R4 R5 R6"], ["R4 R5 R6", "R3 K5 B9 O2"], id="laid in this turn"),
        pytest.param(["R4 R5 R6", "K1 B1 O1"], ["R4 R5 R6", "K1 B1"], id="sets before"),
    ],
)
def test_what_was_laid_wrongly_stands_on_no_rack(before: list[str], after: list[str], judged: Judge) -> None:
    result = judged(before, after)
    assert result.verdict.outcome is Outcome.ILLEGAL
    assert RemarkCode.RACKS not in [remark.code for remark in result.remarks]
