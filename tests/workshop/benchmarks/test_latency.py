"""A verdict's time in played time: the program reads and judges a few turns at a table that is full of a few tiles."""

from __future__ import annotations

import re

import pytest

from workshop.benchmarks.evening.latency import main

pytestmark = pytest.mark.slow


def test_a_row_for_each_turn_says_what_the_verdict_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--turns", "2", "--tiles", "6", "--hurried", "1"]) == 0
    *rows, line = capsys.readouterr().out.splitlines()
    assert len(rows) == 2
    for row in rows:
        found = re.search(r" (\d+\.\d+) s \{(.*)\}$", row)
        assert found is not None
        waited = [float(part.rpartition(" ")[2]) for part in found[2].split(", ")]
        assert sum(waited) == pytest.approx(float(found[1]), abs=0.02)
    assert line.startswith("2 turns, ")
    assert line.endswith("0 wrong")
