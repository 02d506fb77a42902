"""Screens blink before simulated cameras, and how late these are is found."""

from __future__ import annotations

import re

import pytest

from workshop.benchmarks.blink import main

pytestmark = pytest.mark.slow


def test_every_camera_is_measured_and_none_that_does_not_see_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--trials", "10"]) == 0
    rows = capsys.readouterr().out.splitlines()
    for row in rows[:10]:
        late, found = map(float, re.findall(r"(\d\.\d+) s", row))
        assert found == pytest.approx(late, abs=0.1)
    assert rows[10].endswith("not measured")
    assert rows[-2].startswith("all: 10 trials, 10 within 0.3 s, 0 not measured")
