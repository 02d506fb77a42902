"""Tiles with dark bodies and bright numbers are read, and tables without tiles stay empty."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import dark_tiles, scoring
from training import readable
from vision.read import Reader
from vision.rectify import negative


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_dark_tiles_are_read_and_no_error_goes_unasked(reader: Reader) -> None:
    scores = scoring.Scores([], [])
    for shot in dark_tiles.shots(4, tiles=True):
        truth, _ = readable.truth(shot, readable.Limits(), all_in_sight=True)
        scores += scoring.judge("dark", reader.read(shot.picture.pixels), truth)
    assert sum(row.right for row in scores.rows) >= 0.8 * sum(row.tiles for row in scores.rows) > 0
    assert not any(row.silent for row in scores.rows)


def test_a_negative_keeps_hues_and_of_a_negative_is_the_photo() -> None:
    photo = np.random.default_rng(5).integers(0, 256, (40, 50, 3), np.uint8)
    turned = negative(photo)
    assert (negative(turned) == photo).all()
    assert (turned.argmax(axis=2) == photo.argmax(axis=2)).all()
    assert (turned.max(axis=2) == 255 - photo.min(axis=2)).all()
