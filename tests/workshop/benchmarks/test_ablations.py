from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from workshop.benchmarks import ablations

PHOTOS = Path(__file__).parents[3] / "sample_images" / "photos"


@pytest.mark.slow
def test_each_part_can_be_left_out_and_without_the_locator_hardly_a_tile_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ablations", str(PHOTOS / "truth.json"), str(PHOTOS), "--every", "4"])
    ablations.main()
    rows = dict(re.findall(r"\| (.+?) \| (\d\.\d+) \|", capsys.readouterr().out))
    assert rows.keys() == ablations.ABLATIONS.keys()
    assert float(rows["everything"]) == 1.0 > float(rows["contours in place of the locator"])
