"""Blur, glare and distance are told of the tiles that they keep from being read well, and of no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading.legible import Legibility, legibility
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading

TABLE = Path(__file__).parents[2] / "sample_images" / "photos" / "white-table.jpg"


@pytest.fixture(scope="module")
def table() -> tuple[Photo, TableReading]:
    photo = load_photo(TABLE)
    return photo, Reader().read(photo)


def as_is(photo: Photo) -> Photo:
    return photo


def blurred(photo: Photo) -> Photo:
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), 4.0), np.uint8)


def too_bright(photo: Photo) -> Photo:
    return np.asarray(np.minimum(photo * 2.5, 255), np.uint8)


@pytest.mark.parametrize(
    ("changed", "has"),
    [(as_is, (0, 0)), (blurred, (1, 0)), (too_bright, (0, 1))],
)
def test_what_is_the_matter_is_said_of_nearly_all_tiles_or_of_nearly_none(
    table: tuple[Photo, TableReading], changed: Callable[[Photo], Photo], has: tuple[int, int]
) -> None:
    photo, reading = table
    found = legibility(changed(photo), reading)
    assert found.tiles == len(reading.tiles)
    assert (round(found.soft / found.tiles), round(found.burnt / found.tiles)) == has


def test_tiles_far_off_are_too_small(table: tuple[Photo, TableReading]) -> None:
    photo, _ = table
    small = cv2.resize(photo, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA).astype(np.uint8)
    found = legibility(small, Reader().read(small))
    assert 0 < found.tiles == found.low


def test_of_no_tiles_there_is_nothing_to_say() -> None:
    empty = np.zeros((90, 160, 3), np.uint8)
    assert legibility(empty, TableReading((), (), 160, 90)) == Legibility(0, 0, 0, 0)
