"""Errors are counted by kind, as the accuracy benchmark counts them, and shown as pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import UNREAD, Tile
from vision.reading.table_reading import TableReading, TileReading
from workshop.benchmarks import failures
from workshop.evaluation import scoring


def _outline(index: int) -> NDArray[np.float32]:
    x = 100.0 * index
    return np.array([[x, 0], [x + 60, 0], [x + 60, 90], [x, 90]], np.float32)


def _scene(labels: list[str | None], read: list[str | None]) -> tuple[TableReading, dict[str, Any]]:
    """A row of tiles; None where nothing is labelled, or nothing read."""
    tiles = []
    for index, said in enumerate(read):
        if said is not None:
            tiles.append(TileReading.of(_outline(index), {} if said == UNREAD else {Tile.parse(said): 0.9}))
    truth = [{"tile": label, "outline": _outline(i).tolist()} for i, label in enumerate(labels) if label is not None]
    return TableReading(tuple(tiles), (), 1000, 100), {"tiles": truth, "sets": None}


@pytest.mark.parametrize(
    ("label", "read", "kind"),
    [
        ("R7", None, "missed"),
        (None, "R7", "invented"),
        ("R7", UNREAD, "unread"),
        ("R7", "R1", "number"),
        ("R7", "K1", "number"),
        ("R7", "O7", "colour"),
        ("R6", "R9", "six-or-nine"),
        ("R9", "K6", "six-or-nine"),
        ("J", "K8", "joker"),
        ("K8", "J", "joker"),
    ],
)
def test_every_error_has_its_kind(label: str | None, read: str | None, kind: str) -> None:
    reading, truth = _scene([label, "B2"], [read, "B2"])
    (error,) = failures.errors("photo.jpg", reading, truth)
    assert error.kind == kind


def test_what_counts_for_nothing_is_no_error() -> None:
    reading, truth = _scene([UNREAD, UNREAD, "R1", None], ["R7", None, "R1", UNREAD])
    assert not [*failures.errors("photo.jpg", reading, truth)]


def test_errors_are_those_that_the_scores_count() -> None:
    reading, truth = _scene(["R7", "O3", None, "J", UNREAD], ["R1", None, "K2", UNREAD, "B4"])
    found = sorted(f"{error.label}>{error.reading}" for error in failures.errors("photo.jpg", reading, truth))
    assert found == sorted(scoring.score("photo.jpg", reading, truth).rows[0].wrong.split())


def test_a_sheet_holds_a_picture_of_each_error() -> None:
    reading, truth = _scene(["R7", "O3", None], ["R1", None, "K2"])
    photo = np.full((100, 1000, 3), 200, np.uint8)
    pictures = [failures.picture(photo, error) for error in failures.errors("photo.jpg", reading, truth)]
    height, width = failures.SIDE, failures.SIDE + 2 * failures.FACE[0]
    assert all(picture.shape == (height, width, 3) for picture in pictures)
    assert failures.sheet(pictures).shape == (height, failures.COLUMNS * width, 3)
