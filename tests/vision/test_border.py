"""A tile at the photo's border is in doubt where a digit may be lost, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.quads import Corners
from vision.reading import prints
from vision.reading.border import PRINT_INSET, may_be_cut
from vision.reading.candidates import Candidate
from vision.reading.locate import Detection
from vision.reading.refine import moved

SIZE = 400
FACE = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32)


def read_as(number: int, corners: Corners) -> Candidate:
    """A tile that is surely read as a black one with that number."""
    numbers = np.zeros(16, np.float32)
    numbers[number - 1] = 1
    return Candidate(
        place=Detection(corners, 0.9),
        numbers=numbers,
        colours=np.array([1, 0, 0, 0], np.float32),
        ink=prints.measure(np.ones((1, 3, 64, 48), np.float32)),
        body=np.full(3, 230, np.float32),
        quarter_turns=np.array([1, 0, 0, 0], np.float32),
    )


def lying(x: float, y: float, degrees: float = 0.0) -> Corners:
    """The outline of a tile about that point, turned."""
    turn = cv2.getRotationMatrix2D((0, 0), degrees, 1)[:, :2].astype(np.float32)
    return (FACE @ turn.T + np.array([x, y], np.float32)).astype(np.float32)


@pytest.mark.parametrize("number", [1, 4, 8, 11, 13])
@pytest.mark.parametrize(("x", "y"), [(8, 200), (SIZE - 9, 200), (200, 20), (200, SIZE - 5)])
def test_where_a_side_of_the_print_is_lost_any_number_is_in_doubt(number: int, x: float, y: float) -> None:
    assert may_be_cut(read_as(number, lying(x, y)), SIZE, SIZE)


@pytest.mark.parametrize(("number", "is_cut"), [(1, True), (2, True), (3, True), (4, False), (8, False), (12, False)])
@pytest.mark.parametrize("degrees", [30.0, 120.0, 210.0, 300.0])
def test_where_one_corner_is_lost_only_what_may_be_left_of_two_digits_is(
    number: int, degrees: float, *, is_cut: bool
) -> None:
    corners = lying(0, 200, degrees)
    first, second, *_ = sorted(moved(corners, PRINT_INSET)[:, 0])
    shifted = corners - np.array([(first + second) / 2, 0], np.float32)
    assert may_be_cut(read_as(number, shifted), SIZE, SIZE) == is_cut


@pytest.mark.parametrize("number", [1, 2, 3, 8, 12])
def test_a_tile_in_full_sight_is_in_no_doubt(number: int) -> None:
    assert not may_be_cut(read_as(number, lying(SIZE - 32, 200)), SIZE, SIZE)


@pytest.mark.parametrize(
    ("number", "x", "is_cut"),
    [
        *((number, 28, number <= 3) for number in (1, 2, 3, 4, 8, 12)),
        *((number, SIZE - 29, number == 1) for number in (1, 2, 3, 4, 8, 12)),
    ],
)
def test_where_a_side_of_the_face_is_lost_only_what_may_be_left_of_two_digits_is_in_doubt(
    number: int, x: float, *, is_cut: bool
) -> None:
    assert may_be_cut(read_as(number, lying(x, 200)), SIZE, SIZE) == is_cut
