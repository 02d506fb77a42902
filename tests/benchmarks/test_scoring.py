"""The benchmarks count as they say they do: the comparison itself can be wrong too."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import figures
from benchmarks.scoring import Row, Scores, judge, judge_sets, match
from referee.tiles import UNREAD, Tile
from vision.quads import Corners
from vision.reading import TableReading, TileReading


def outline(x: float) -> Corners:
    """A tile of 20 by 30 pixels whose left side is at `x`."""
    return np.array([[x, 0], [x + 20, 0], [x + 20, 30], [x, 30]], np.float32)


def tile(text: str, x: float, *, confidence: float = 0.99, doubt: bool = False) -> TileReading:
    return TileReading.of(outline(x), {} if text == UNREAD else {Tile.parse(text): confidence}, doubt=doubt)


def reading(*tiles: TileReading, sets: Sequence[tuple[int, ...]] | None = None) -> TableReading:
    return TableReading(tiles, tuple(sets or [(i,) for i in range(len(tiles))]), 640, 480)


def labelled(*texts: str, sets: list[list[int]] | None = None) -> dict[str, Any]:
    """Tiles at x = 0, 100, 200 and so on."""
    return {"tiles": [{"tile": t, "outline": outline(100 * k).tolist()} for k, t in enumerate(texts)], "sets": sets}


def row(read: TableReading, truth: dict[str, Any]) -> Row:
    (found,) = judge("photo.jpg", read, truth).rows
    return found


def test_a_photo_is_exact_when_every_tile_is_right() -> None:
    found = row(reading(tile("R1", 2), tile("J", 99)), labelled("R1", "J"))
    assert (found.tiles, found.read, found.right, found.exact, found.silent, found.wrong) == (2, 2, 2, True, False, "")


@pytest.mark.parametrize(
    ("read", "counts", "wrong"),
    [
        ([tile("R1", 0), tile("B9", 100)], (2, 2, 1), "B6>B9"),
        ([tile("R1", 0)], (2, 1, 1), "B6>-"),
        ([tile("R1", 0), tile("B6", 100), tile("K4", 300)], (2, 3, 2), "->K4"),
        ([tile("R1", 0), tile("B6", 100), tile("B6", 103)], (2, 3, 2), "->B6"),
        ([tile("R1", 0), tile(UNREAD, 100)], (2, 2, 1), "B6>?"),
    ],
    ids=["misread", "missed", "invented", "read twice", "unread"],
)
def test_an_error_makes_a_photo_inexact(read: list[TileReading], counts: tuple[int, int, int], wrong: str) -> None:
    found = row(reading(*read), labelled("R1", "B6"))
    assert ((found.tiles, found.read, found.right), found.exact, found.wrong) == (counts, False, wrong)


def test_an_error_is_silent_unless_a_tile_that_counts_is_doubtful() -> None:
    truth = labelled("R1", "B6")
    assert row(reading(tile("R1", 0), tile("B9", 100)), truth).silent
    assert not row(reading(tile("R1", 0, doubt=True), tile("B9", 100)), truth).silent
    assert row(reading(tile("R1", 0), tile("B9", 100), tile(UNREAD, 300, doubt=True)), truth).silent


def test_errors_that_no_doubt_points_at_are_counted_one_by_one() -> None:
    truth = labelled("R1", "B6", "K4")
    assert row(reading(tile("R1", 0), tile("B9", 100), tile("K5", 200, doubt=True)), truth).unasked == 1
    assert row(reading(tile("R1", 0, doubt=True)), truth).unasked == 2
    told = labelled("R1", UNREAD)
    told["tiles"][1]["is"] = "K4"
    assert row(reading(tile("R1", 0), tile("K4", 100)), told).unasked == 0
    assert row(reading(tile("R1", 0), tile("K5", 100)), told).unasked == 1
    assert row(reading(tile("R1", 0), tile("K5", 100, doubt=True)), told).unasked == 0


def test_a_doubt_where_nothing_counts_does_not_flag_a_photo() -> None:
    truth = labelled("R1", UNREAD)
    assert not row(reading(tile("R1", 0), tile("K4", 100, doubt=True), tile(UNREAD, 300, doubt=True)), truth).flagged
    assert row(reading(tile("R1", 0), tile(UNREAD, 300, doubt=True)), truth).any_doubt
    assert row(reading(tile("R1", 0), tile("K4", 300, doubt=True)), truth).flagged


def test_what_a_person_cannot_read_counts_for_nothing() -> None:
    truth = labelled("R1", UNREAD)
    for others in ([], [tile("K4", 100)], [tile(UNREAD, 100)], [tile(UNREAD, 300)]):
        scores = judge("photo.jpg", reading(tile("R1", 0), *others), truth)
        assert scores.rows[0].exact
        assert [right for _, right in scores.confidences] == [True]


def test_sets_are_compared_in_reading_order_whatever_their_own_order() -> None:
    truth = labelled("R1", "R2", "K5", sets=[[0, 1], [2]])
    tiles = (tile("R1", 0), tile("R2", 100), tile("K5", 200))
    assert row(reading(*tiles, sets=[(2,), (0, 1)]), truth).sets_right is True
    assert row(reading(*tiles, sets=[(1, 0), (2,)]), truth).sets_right is False
    assert row(reading(*tiles, sets=[(0,), (1,), (2,)]), truth).sets_right is False
    assert row(reading(*tiles[:2], tile("K6", 200), sets=[(0, 1), (2,)]), truth).sets_right is None
    assert row(reading(*tiles), labelled("R1", "R2", "K5")).sets_right is None


def test_the_best_overlaps_are_matched_first_and_each_outline_once() -> None:
    assert match([outline(8), outline(1)], [outline(0), outline(12)]) == {1: 0, 0: 1}
    assert match([outline(0)], [outline(13)]) == {}


def test_labels_without_places_are_matched_by_what_they_are() -> None:
    sets = [["R1", "R2"], ["J"]]
    tiles = (tile("R2", 100), tile("R1", 0), tile("J", 300))
    (found,) = judge_sets("photo.jpg", reading(*tiles, sets=[(2,), (1, 0)]), sets).rows
    assert (found.exact, found.sets_right) == (True, True)
    (found,) = judge_sets("photo.jpg", reading(tiles[0], tiles[2], tile("K4", 500)), sets).rows
    assert (found.tiles, found.read, found.right, found.wrong) == (3, 3, 2, "->K4 R1>-")
    (found,) = judge_sets("photo.jpg", reading(*tiles[:2], tile(UNREAD, 300, doubt=True)), sets).rows
    assert (found.tiles, found.read, found.right, found.wrong, found.unasked) == (3, 3, 2, "J>?", 0)


def test_tiles_that_may_be_read_or_not_change_nothing() -> None:
    for others in ([], [tile("K4", 500)]):
        assert judge_sets("photo.jpg", reading(tile("R1", 0), *others), [["R1"]], ["K4"]).rows[0].exact
    twice = reading(tile("R1", 0), tile("K4", 500), tile("K4", 600))
    assert judge_sets("photo.jpg", twice, [["R1"]], ["K4"]).rows[0].wrong == "->K4"


def test_f1_weighs_missed_and_invented_tiles_alike() -> None:
    assert figures.harmonic(4, 4, 4) == figures.harmonic(0, 0, 0) == 1
    assert figures.harmonic(4, 3, 3) == pytest.approx(6 / 7)
    assert figures.harmonic(3, 4, 3) == pytest.approx(6 / 7)


def test_calibration_error_is_the_distance_of_confidence_and_accuracy() -> None:
    assert figures.calibration_error([]) == 0
    assert figures.calibration_error([(0.75, True)] * 3 + [(0.75, False)]) == pytest.approx(0)
    assert figures.calibration_error([(0.75, False)] * 2) == pytest.approx(0.75)
    assert figures.calibration_error([(0.75, False), (1.0, True)]) == pytest.approx(0.375)


def test_rows_are_written_one_a_line(tmp_path: Path) -> None:
    rows = judge("photo.jpg", reading(tile("B9", 0)), labelled("B6")).rows
    figures.write_csv(tmp_path / "new" / "rows.csv", Row, rows)
    with (tmp_path / "new" / "rows.csv").open(encoding="utf-8", newline="") as file:
        (line,) = csv.DictReader(file)
    assert (line["photo"], line["tile_height"], line["silent"], line["wrong"]) == ("photo.jpg", "30.0", "True", "B6>B9")


def test_photos_are_grouped_by_what_they_show() -> None:
    about = {**labelled("B6"), "layout": "racks", "tilt": 33.0}
    scores = judge("one", reading(tile("B9", 0)), about) + judge("two", reading(tile("B6", 0)), about)
    lines = figures.by_kind(scores.rows).splitlines()
    assert "| layout | racks | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert "| tilt, degrees | 30 to 39 | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert "| smallest tile, px | 24 to 33 | 2 | 1 | 1 | 0 | 2 | 0.5000 |" in lines
    assert figures.confusions(scores.rows) == {"B6>B9": 1}


def test_a_report_counts_photos_and_silent_errors() -> None:
    scores = judge("one", reading(tile("B9", 0)), labelled("B6")) + judge("two", reading(), labelled())
    text = figures.report(scores + Scores([], []))
    assert "exact    1 of 2 photos" in text
    assert "silent   1 photos" in text
