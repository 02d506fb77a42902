"""The rig of the simulated evening finds out a server that is wrong, and does its part with one that is right.

Time is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from referee.rulebook import DEFAULT, load
from workshop.benchmarks.evening.camera import Lens
from workshop.benchmarks.evening.conditions import Scenario
from workshop.benchmarks.evening.outcome import Row
from workshop.benchmarks.evening.program import Answer, State
from workshop.benchmarks.evening.rig import Rig
from workshop.benchmarks.evening.script import Step, script
from workshop.benchmarks.evening.stage import Stage

pytestmark = pytest.mark.slow

SIZE = (320, 180)
SEED = 13
CALM = Scenario("calm", illegal=0.4)
DONE, REFUSED = Answer(200, {"ok": True}), Answer(409, {"code": "no-turn"})


class Referee:
    """A program that knows the script of the rounds, and says what `verdict` makes of the true one."""

    def __init__(self, stage: Stage, verdict: Callable[[Step], dict[str, Any]] | None = None) -> None:
        self._now = 1000.0
        self._stage = stage
        self._verdict = verdict or true
        self._round = -1
        self._steps: list[Step] = []
        self._past: list[dict[str, Any]] = []
        self.pressed: list[str] = []
        self.fresh: dict[str, Any] = {
            "version": 0,
            "phase": "setup",
            "turn": 0,
            "verdict": None,
            "ending": False,
            "questions": [],
            "clock": {"waiting": False},
            "undo": None,
            "restored": None,
            "stillness": "still",
        }
        self.state = dict(self.fresh)

    def press(self, command: str, **body: Any) -> Answer:
        self.pressed.append(command)
        if command == "start":
            self._round += 1
            rounds = script(SEED * 1000 + self._round, load(DEFAULT), self._stage.half, CALM.illegal)
            self._steps = list(islice(rounds, 12))
            self.state = {**self.fresh, "phase": "playing"}
        elif command in {"end", "draw"}:
            if body["turn"] >= len(self._steps):
                return REFUSED
            self._past.append(self.state)
            said = self._verdict(self._steps[body["turn"]])
            version = len(self.pressed)
            self.state = {**self.state, **said, "version": version, "undo": version, "turn": body["turn"] + 1}
            if self.state["verdict"] is not None:
                self.state["verdict"] |= {"event": version}
        elif command == "undo":
            self.state = {**self._past.pop(), "version": len(self.pressed)}
        elif command == "answer":
            self.state = {**self.state, "questions": [], "version": len(self.pressed)}
            said = true(self._steps[self.state["turn"] - 1])
            self.state["verdict"] = said["verdict"] | {"event": len(self.pressed)}
        return DONE

    def blink(self, turns: Sequence[float]) -> Answer:  # noqa: ARG002 - as every program
        return DONE

    def wait(self, fits: Callable[[State], bool], timeout: float) -> State | None:
        if fits(self.state):
            return self.state
        self.sleep_until(self._now + timeout)
        return None

    def now(self) -> float:
        return self._now

    def sleep_until(self, moment: float) -> None:
        self._now = max(self._now, moment)

    def waited(self, since: float, until: float) -> dict[str, float]:  # noqa: ARG002 - as every program
        return {}


def true(step: Step) -> dict[str, Any]:
    return {"verdict": {**step.verdict.to_json(), "outcome": step.verdict.outcome.value}, "ending": False}


@pytest.fixture
def play() -> Callable[..., tuple[list[Row], Referee]]:
    def play(
        scenario: Scenario = CALM, verdict: Callable[[Step], dict[str, Any]] | None = None, turns: int = 5
    ) -> tuple[list[Row], Referee]:
        stage = Stage(scenario, SIZE, SEED)
        referee = Referee(stage, verdict)
        return list(Rig(stage, Lens(stage.world, 0.1), referee, SEED).play(turns)), referee

    return play


def test_with_a_referee_that_is_right_every_row_is(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    rows, referee = play(turns=8)
    assert [row for row in rows if row.wrong or row.stuck] == []
    assert {row.said for row in rows} == {"legal", "illegal"}
    assert [row.number for row in rows] == list(range(1, 9))
    assert referee.pressed.count("start") == 1
    assert "undo" not in referee.pressed


def test_a_verdict_that_is_wrong_is_written_down_undone_and_asked_for_again(
    play: Callable[..., tuple[list[Row], Referee]],
) -> None:
    told: list[int] = []

    def hasty(step: Step) -> dict[str, Any]:
        said = true(step)
        told.append(step.number)
        if step.legal and told.count(step.number) == 1:
            said["verdict"] |= {"outcome": "illegal", "violations": [{"message": "No tile was laid."}]}
        return said

    rows, referee = play(verdict=hasty)
    assert [row.wrong for row in rows] == [row.expected == "legal" for row in rows]
    assert all(row.note == "No tile was laid." for row in rows if row.wrong)
    assert referee.pressed.count("undo") == sum(row.wrong for row in rows) > 0
    assert referee.pressed.count("start") == 1


def test_a_referee_that_says_nothing_is_stuck(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    rows, _ = play(verdict=lambda _: {"ending": True}, turns=2)
    assert [row.stuck for row in rows] == [True, True]
    assert [row.wrong for row in rows] == [False, False]


def test_a_question_is_answered_with_what_lies_there(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    def unsure(step: Step) -> dict[str, Any]:
        said = true(step)
        said["verdict"]["outcome"] = "undecided"
        said["questions"] = [{"set": 0, "index": 0, "corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}]
        return said

    rows, referee = play(verdict=unsure, turns=3)
    assert [(row.said == row.expected, row.asked) for row in rows] == [(True, 1)] * 3
    assert referee.pressed.count("answer") == 3


def test_an_undecided_turn_without_a_question_is_stuck(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    rows, _ = play(
        verdict=lambda step: {**true(step), "verdict": {"outcome": "undecided", "note": "too many"}}, turns=1
    )
    assert (rows[0].stuck, rows[0].note) == (True, "too many")


def test_a_second_press_that_is_judged_is_wrong(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    rows, referee = play(replace(CALM, second_press=1.0, second_press_illegal=1.0), turns=3)
    presses = [row for row in rows if row.how.startswith("second press")]
    assert len(presses) == 3
    assert all(row.wrong for row in presses)
    assert referee.pressed.count("undo") == 3


def test_a_table_that_is_put_back_and_not_accepted_is_stuck(play: Callable[..., tuple[list[Row], Referee]]) -> None:
    rows, _ = play(verdict=lambda step: {**true(step), "clock": {"waiting": not step.legal}}, turns=8)
    stuck = [row for row in rows if row.stuck]
    assert {row.how for row in stuck} == {"table put back"}


def test_a_state_with_a_name_is_led_out_of(
    play: Callable[..., tuple[list[Row], Referee]], monkeypatch: pytest.MonkeyPatch
) -> None:
    began = Referee.press

    def press(self: Referee, command: str, **body: Any) -> Answer:
        answer = began(self, command, **body)
        state = {"start": "deal", "first-turn": "turn", "resume": "turn"}.get(command)
        verdict = self.state["verdict"]
        if command in {"end", "draw"} and verdict is not None:
            state = "turn" if verdict["outcome"] == "legal" else "restore"
        self.state["state"] = state or self.state.get("state")
        return answer

    monkeypatch.setattr(Referee, "press", press)
    rows, referee = play(turns=8)
    assert not any(row.wrong or row.stuck for row in rows)
    assert referee.pressed.count("first-turn") == 1
    assert referee.pressed.count("resume") == sum(row.expected == "illegal" for row in rows) > 0
