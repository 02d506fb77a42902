"""Tiles with dark bodies and bright numbers are read, and a negative is what it says.

``dark/README.md`` says what the photos are.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.photo import load_photo
from vision.reading.locate import Locator, half_size
from vision.reading.reader import Reader
from vision.reading.rectify import negative
from workshop.evaluation import metrics, report
from workshop.evaluation.labelled import score_photos
from workshop.evaluation.scoring import Scores

pytestmark = pytest.mark.slow

DARK = Path(__file__).parent / "dark"


@pytest.fixture(scope="module")
def scores() -> Scores:
    return sum(score_photos(Reader(), DARK / "truth.json", DARK), Scores())


def test_the_photos_and_their_truth_belong_together() -> None:
    truth = json.loads((DARK / "truth.json").read_text(encoding="utf-8"))
    assert {path.name for path in DARK.glob("*.jpg")} == set(truth)
    for name, labels in truth.items():
        assert load_photo(DARK / name).shape == (*labels["size"][::-1], 3)
    assert sum(len(labels["tiles"]) for labels in truth.values()) > 50


def test_most_dark_tiles_are_read(scores: Scores) -> None:
    tiles, right = metrics.total(scores.rows, "tiles"), metrics.total(scores.rows, "right")
    assert right >= 0.8 * tiles > 0, "\n".join(report.failure(row) for row in scores.rows if not row.exact)


def test_no_photo_of_dark_tiles_is_misread_without_a_doubt(scores: Scores) -> None:
    assert not [report.failure(row) for row in scores.rows if row.silent]


def test_the_negative_of_dark_tiles_is_worth_a_search_and_that_of_a_bare_table_is_not() -> None:
    locator = Locator()
    assert all(locator.sees_any(negative(half_size(load_photo(path)))) for path in DARK.glob("*.jpg"))
    wood = cv2.GaussianBlur(np.random.default_rng(2).integers(60, 160, (720, 960, 3), np.uint8), (0, 0), 2)
    assert not locator.sees_any(negative(half_size(wood.astype(np.uint8))))


def test_a_negative_keeps_hues_and_of_a_negative_is_the_photo() -> None:
    photo = np.random.default_rng(5).integers(0, 256, (40, 50, 3), np.uint8)
    turned = negative(photo)
    assert (negative(turned) == photo).all()
    assert (turned.argmax(axis=2) == photo.argmax(axis=2)).all()
    assert (turned.max(axis=2) == 255 - photo.min(axis=2)).all()
