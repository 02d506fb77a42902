"""What the server said to a turn, held against what it must say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.tiles import format_tiles
from workshop.benchmarks.evening.program import State
from workshop.benchmarks.evening.script import Step

NONE = "none"
"""What is expected of a press that is no turn."""
STUCK = "stuck"
"""What is written down where nothing more was said."""


@dataclass
class Row:
    """What came of one turn, or of one press that was none."""

    number: int
    how: str
    """The conditions."""
    player: str
    kind: str
    expected: str
    said: str = ""
    asked: int = 0
    seconds: float | None = None
    """From the press, or from when the table could be seen again, to the verdict."""
    note: str = ""
    tiles: int = 0
    """Number of tiles on the table."""
    waited: Mapping[str, float] = field(default_factory=dict)
    """Those seconds by what was waited for (`workshop.benchmarks.evening.waiting`)."""

    @property
    def stuck(self) -> bool:
        """Whether nothing more came."""
        return self.said == STUCK

    @property
    def wrong(self) -> bool:
        """Whether something else was said than is so."""
        return not self.stuck and self.said != self.expected


def expected(step: Step) -> str:
    """What must be said."""
    return step.verdict.outcome.value


def said(state: State, step: Step) -> str:
    """What was said: the outcome alone where all that follows from it is right."""
    verdict = state["verdict"]
    outcome = outcome_of(state)
    if outcome != expected(step):
        return outcome
    if step.legal and verdict["played"] != format_tiles(step.verdict.played):
        return f"{outcome}, played {' '.join(verdict['played'])}"
    penalty, due = verdict["penalty"], step.verdict.penalty
    if due is not None and (penalty["draw"], penalty["put_back"]) != (due.draw, due.put_back):
        return f"{outcome}, draw {penalty['draw']}"
    return outcome


def reasons(state: State) -> str:
    """What the verdict gives as its reasons, on one line."""
    verdict = state["verdict"]
    return "; ".join(violation["message"] for violation in verdict["violations"]) or " ".join(verdict["played"])


def number_of(state: State) -> int | None:
    """The number of the last verdict; None before the first."""
    return state["verdict"]["event"] if state["verdict"] else None


def outcome_of(state: State) -> str:
    """The outcome of the last verdict."""
    return str(state["verdict"]["outcome"])


def is_new(state: State, seen: int | None) -> bool:
    """Whether there is another verdict than the one with that number."""
    return state["verdict"] is not None and not state["ending"] and number_of(state) != seen


def is_ready(state: State) -> bool:
    """Whether the next player may go on."""
    return not state["clock"]["waiting"] and state.get("state") not in {"restore", "reading", "question"}
