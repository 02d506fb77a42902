"""What is printed and written of many photos."""

from __future__ import annotations

import csv
from pathlib import Path

from tests.workshop.evaluation.made_up import labelled, reading, tile
from workshop.evaluation import report
from workshop.evaluation.scoring import Row, Scores, score


def test_rows_are_written_one_a_line(tmp_path: Path) -> None:
    rows = score("photo.jpg", reading(tile("B9", 0)), labelled("B6")).rows
    report.write_csv(tmp_path / "new" / "rows.csv", Row, rows)
    with (tmp_path / "new" / "rows.csv").open(encoding="utf-8", newline="") as file:
        (line,) = csv.DictReader(file)
    assert (line["photo"], line["tile_height"], line["silent"], line["wrong"]) == ("photo.jpg", "30.0", "True", "B6>B9")


def test_photos_are_grouped_by_what_they_show() -> None:
    about = {**labelled("B6"), "layout": "racks", "tilt": 33.0}
    scores = score("one", reading(tile("B9", 0)), about) + score("two", reading(tile("B6", 0)), about)
    lines = report.by_kind(scores.rows).splitlines()
    assert "| layout | racks | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert "| tilt, degrees | 30 to 39 | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert "| smallest tile, px | 24 to 33 | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert report.confusions(scores.rows) == {"B6>B9": 1}


def test_a_report_counts_photos_and_silent_errors() -> None:
    scores = score("one", reading(tile("B9", 0)), labelled("B6")) + score("two", reading(), labelled())
    text = report.summary(scores + Scores())
    assert "exact    1 of 2 photos" in text
    assert "silent   1 photos" in text
