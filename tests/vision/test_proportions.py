"""How wide and how high a tile is beside its neighbours, whatever the camera's slant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.proportions import FEATURES, proportions

WIDTH, HEIGHT, COMPANY = (FEATURES.index(name) for name in ("width", "height", "company"))


def row(count: int = 6, turn: float = 0.3) -> NDArray[np.float32]:
    """Outlines of tiles side by side in two rows on the table, 60 x 84 each."""
    faces = [
        [[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]] for y in (200, 300) for x in 150 + 62 * np.arange(count)
    ]
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(np.array(faces) @ rotation.T, np.float32)


def aslant(outlines: NDArray[np.float32], factor: float) -> NDArray[np.float32]:
    """The same as a camera sees them that looks at the table from one side."""
    matrix = np.array([[1, 0.2, 0], [0, factor, 0], [0, 0.0004, 1]])
    return np.asarray(cv2.perspectiveTransform(outlines.reshape(1, -1, 2), matrix).reshape(outlines.shape), np.float32)


@pytest.mark.parametrize("factor", [1.0, 0.6])
@pytest.mark.parametrize("turn", [0.0, 0.8, 2.5])
def test_whole_tiles_are_as_wide_and_as_high_as_their_neighbours(factor: float, turn: float) -> None:
    found = proportions(aslant(row(turn=turn), factor), np.ones(12))
    assert np.abs(found[:, [WIDTH, HEIGHT]]).max() < 0.12


@pytest.mark.parametrize("factor", [1.0, 0.6])
def test_a_tile_whose_left_third_is_hidden_is_two_thirds_as_wide(factor: float) -> None:
    outlines = row()
    outlines[2, [0, 3]] += (outlines[2, [1, 2]] - outlines[2, [0, 3]]) / 3
    found = proportions(aslant(outlines, factor), np.ones(12))
    assert np.exp(found[2, WIDTH]) == pytest.approx(2 / 3, abs=0.07)
    assert np.exp(found[2, HEIGHT]) == pytest.approx(1, abs=0.07)
    assert np.abs(np.delete(found, 2, axis=0)[:, [WIDTH, HEIGHT]]).max() < 0.15


def test_what_is_hardly_a_tile_does_not_tell_how_large_tiles_are() -> None:
    outlines = row()
    outlines[6:] *= 2
    weights = np.repeat([1.0, 0.0], 6)
    assert np.abs(proportions(outlines, weights)[:6, [WIDTH, HEIGHT]]).max() < 0.05


def test_a_tile_that_lies_alone_has_no_company() -> None:
    found = proportions(row()[:1], np.ones(1))
    assert found[0, COMPANY] == 0
    assert np.isfinite(found).all()
    assert proportions(np.zeros((0, 4, 2), np.float32), np.zeros(0)).shape == (0, len(FEATURES))
