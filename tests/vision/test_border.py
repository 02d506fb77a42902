"""A tile at the photo's border is in doubt where a digit may be lost, and only there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.quads import Corners
from vision.reading.refine import moved
from vision.reading.sight import PRINT_INSET, may_be_cut

SIZE = 400
FACE = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32)


def lying(x: float, y: float, degrees: float = 0.0) -> Corners:
    """The outline of a tile about that point, turned."""
    turn = cv2.getRotationMatrix2D((0, 0), degrees, 1)[:, :2].astype(np.float32)
    return (FACE @ turn.T + np.array([x, y], np.float32)).astype(np.float32)


@pytest.mark.parametrize("number", [1, 4, 8, 11, 13])
@pytest.mark.parametrize(("x", "y"), [(8, 200), (SIZE - 9, 200), (200, 20), (200, SIZE - 5)])
def test_where_a_side_of_the_print_is_lost_any_number_is_in_doubt(number: int, x: float, y: float) -> None:
    assert may_be_cut(lying(x, y), number, SIZE, SIZE)


@pytest.mark.parametrize(("number", "is_cut"), [(1, True), (2, True), (3, True), (4, False), (8, False), (12, False)])
@pytest.mark.parametrize("degrees", [30.0, 120.0, 210.0, 300.0])
def test_where_one_corner_is_lost_only_what_may_be_left_of_two_digits_is(
    number: int, degrees: float, *, is_cut: bool
) -> None:
    corners = lying(0, 200, degrees)
    first, second, *_ = sorted(moved(corners, PRINT_INSET)[:, 0])
    shifted = corners - np.array([(first + second) / 2, 0], np.float32)
    assert may_be_cut(shifted, number, SIZE, SIZE) == is_cut


@pytest.mark.parametrize("number", [1, 2, 3, 8, 12])
def test_a_tile_in_full_sight_is_in_no_doubt(number: int) -> None:
    assert not may_be_cut(lying(SIZE - 32, 200), number, SIZE, SIZE)


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
    assert may_be_cut(lying(x, 200), number, SIZE, SIZE) == is_cut
