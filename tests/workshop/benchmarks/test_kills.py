"""The real program, killed a few times as `workshop.benchmarks.kills` does it by the hundred, and that its checks can fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from journal import StoredEvent
from workshop.benchmarks.kills import EXACT, Row, Session, kills, lost, summary

KILLS = 4
BUSY = 1.0
"""Seconds by which a machine that is busy with something else may set the clock back."""


@pytest.mark.slow
def test_a_program_that_is_killed_at_any_moment_goes_on_where_it_was() -> None:
    rows = list(kills(KILLS, seed=3))
    assert [row.lost for row in rows] == [()] * KILLS
    assert [row.differs for row in rows if row.differs] == []
    assert [row.set_back for row in rows if row.set_back is not None and not -EXACT <= row.set_back <= BUSY] == []
    assert sum(row.answered for row in rows) >= KILLS


def written(*kinds: str) -> list[StoredEvent]:
    return [StoredEvent(number, 0.0, kind, {}) for number, kind in enumerate(kinds, 1)]


def test_a_press_that_was_answered_and_is_not_in_the_journal_is_lost() -> None:
    session = Session(answered=["start", "first-turn", "draw", "undo"])
    assert lost(session, written("round-started", "first-turn", "turn-ended", "table-kept", "verdict", "undone")) == ()
    assert lost(session, written("round-started", "first-turn", "turn-ended", "table-kept", "verdict")) == ("undo",)


def test_a_press_counts_once_whether_it_was_answered_or_not() -> None:
    session = Session(answered=["pause"], on_its_way="draw")
    assert lost(session, written("paused")) == ()
    assert lost(session, written("paused", "turn-ended")) == ()
    assert lost(session, written("paused", "turn-ended", "turn-ended")) == ("turn-ended that nobody pressed",)


def test_a_clock_that_was_set_back_or_ran_ahead_and_another_game_are_failures() -> None:
    fine = Row(1, 5, None, (), (), 0.08)
    assert not fine.failed
    for wrong in (
        replace(fine, set_back=0.2),
        replace(fine, set_back=-0.1),
        replace(fine, differs=("players",)),
        replace(fine, lost=("draw",)),
    ):
        assert wrong.failed
    assert "1 presses lost, 0 of 1 games another" in summary([replace(fine, lost=("draw",))])
