"""Tiles that lie so close that they were taken for one are read one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import prints
from vision.apart import parts_of
from vision.candidates import Candidate
from vision.locate import Detection
from vision.photo import load_photo
from vision.quads import Corners
from vision.read import Reader

TIGHT = Path(__file__).parent / "tight"
"""Drawn by `benchmarks/evening`."""


def box(left: float, top: float, width: float, height: float) -> Corners:
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def candidate(corners: Corners, certainty: float) -> Candidate:
    """A place read as a 5 with that probability, else as no tile."""
    numbers = np.zeros(16, np.float32)
    numbers[[4, 15]] = certainty, 1 - certainty
    return Candidate(
        place=Detection(corners, 0.9),
        numbers=numbers,
        colours=np.array([1, 0, 0, 0], np.float32),
        ink=prints.measure(np.ones((1, 3, 64, 48), np.float32)),
        body=np.full(3, 230, np.float32),
        quarter_turns=np.array([1, 0, 0, 0], np.float32),
    )


def singles() -> list[Candidate]:
    return [candidate(box(100 * i, 0, 40, 58), 0.99) for i in range(4)]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_place_as_large_as_several_tiles_is_divided_into_them(number: int) -> None:
    wide = candidate(box(0, 200, 40 * number, 58), 0.3)
    ways = [[one.corners for one in way.places] for way in parts_of([*singles(), wide])]
    expected = [box(40 * i, 200, 40, 58) for i in range(number)]
    assert any(len(way) == number and np.allclose(way, expected) for way in ways)


def test_a_place_with_some_of_the_next_tile_is_that_tile_and_the_next() -> None:
    wide = candidate(box(100, 200, 56, 58), 0.99)
    ways = [[one.corners for one in way.places] for way in parts_of([*singles(), wide])]
    for tile, beside in ((100, 140), (116, 76)):
        expected = sorted((tile, beside))
        assert any(np.allclose(sorted(float(part[:, 0].min()) for part in way), expected, atol=0.5) for way in ways)


def test_a_tile_like_those_around_it_stays_one() -> None:
    assert list(parts_of(singles())) == []


@pytest.mark.slow
def test_three_tiles_that_touch_are_three() -> None:
    reading = Reader().read(load_photo(TIGHT / "three-as-one.jpg"))
    assert ["K13", "B13", "O13"] in reading.notation()
    assert sum(map(len, reading.notation())) == 24
