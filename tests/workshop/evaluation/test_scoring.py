"""Photos count as right or wrong as the labels say: the comparison itself can be wrong too."""

from __future__ import annotations

from typing import Any

import pytest

from referee.tiles import UNREAD
from tests.workshop.evaluation.made_up import labelled, reading, tile
from vision.reading.table_reading import TableReading, TileReading
from workshop.evaluation.scoring import Row, score, score_sets


def row(read: TableReading, truth: dict[str, Any]) -> Row:
    (found,) = score("photo.jpg", read, truth).rows
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
        scores = score("photo.jpg", reading(tile("R1", 0), *others), truth)
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


def test_labels_without_places_are_matched_by_what_they_are() -> None:
    sets = [["R1", "R2"], ["J"]]
    tiles = (tile("R2", 100), tile("R1", 0), tile("J", 300))
    (found,) = score_sets("photo.jpg", reading(*tiles, sets=[(2,), (1, 0)]), sets).rows
    assert (found.exact, found.sets_right) == (True, True)
    (found,) = score_sets("photo.jpg", reading(tiles[0], tiles[2], tile("K4", 500)), sets).rows
    assert (found.tiles, found.read, found.right, found.wrong) == (3, 3, 2, "->K4 R1>-")
    (found,) = score_sets("photo.jpg", reading(*tiles[:2], tile(UNREAD, 300, doubt=True)), sets).rows
    assert (found.tiles, found.read, found.right, found.wrong, found.unasked) == (3, 3, 2, "J>?", 0)


def test_tiles_that_may_be_read_or_not_change_nothing() -> None:
    for others in ([], [tile("K4", 500)]):
        assert score_sets("photo.jpg", reading(tile("R1", 0), *others), [["R1"]], ["K4"]).rows[0].exact
    twice = reading(tile("R1", 0), tile("K4", 500), tile("K4", 600))
    assert score_sets("photo.jpg", twice, [["R1"]], ["K4"]).rows[0].wrong == "->K4"
