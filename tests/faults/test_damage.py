"""Journals that are damaged anywhere: nothing is missing unsaid, and what can be read is saved.

`workshop.benchmarks.damage` tries the same by the thousand.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from journal import FILE_NAME, Journal
from workshop.benchmarks.damage import opened, play, salvaged, tries

TRIES = 200


@pytest.mark.slow
def test_damage_anywhere_is_told_and_what_is_left_can_be_saved() -> None:
    found = list(tries(TRIES, seed=22))
    assert [each for each in found if each.faults] == []
    assert set(Counter(each.came for each in found)) == {"whole", "missing", "refused"}


def test_the_rig_notices_a_journal_that_loses_events_unsaid(tmp_path: Path) -> None:
    written = play(tmp_path)
    (tmp_path / "log" / "clock").unlink()
    (tmp_path / "log" / f"{FILE_NAME}-wal").write_bytes(b"")
    came, faults = opened(tmp_path / "log", written)
    assert (came, len(faults)) == ("missing", 1)


def test_the_rig_notices_events_that_nobody_wrote(tmp_path: Path) -> None:
    written = play(tmp_path)
    with Journal(tmp_path / "file") as journal:
        journal.append("paused", written[1].data)
    assert opened(tmp_path / "file", written)[1] == ["opened with events that are not as they were written"]
    assert "salvaged without a word on every event" in salvaged(tmp_path / "log", written[:-1])[1]
