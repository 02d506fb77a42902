"""Which of several outlines count that share a part of the photo."""

from __future__ import annotations

import numpy as np

from tests.vision.outlines import turned
from vision.quads import Corners
from vision.reading.overlap import is_in_another_tier, non_maximum_suppression, once_or_several, shared_area, swallowing

WIDTH, HEIGHT = 28.0, 40.0


def tile(x: float, y: float, degrees: float = 0.0) -> Corners:
    return turned(x, y, degrees, WIDTH, HEIGHT)


def test_of_two_outlines_of_one_tile_the_surer_counts() -> None:
    sure, unsure, beside = tile(100, 80), tile(106, 84, 8), tile(130, 80)
    assert non_maximum_suppression([sure, unsure, beside]) == [0, 2]


def test_a_tile_whose_lower_third_another_tier_of_the_rack_hides_counts() -> None:
    assert non_maximum_suppression([tile(100, 107), tile(100, 80)]) == [0, 1]


def test_an_outline_that_crosses_itself_is_no_tile() -> None:
    assert non_maximum_suppression([tile(100, 80)[[0, 2, 1, 3]]]) == []


def test_no_more_outlines_count_than_asked_for() -> None:
    assert non_maximum_suppression([tile(100, 80), tile(101, 80), tile(130, 80), tile(160, 80)], count=2) == [0, 2]


def test_outlines_that_lie_apart_share_nothing() -> None:
    assert shared_area(tile(100, 80), tile(100 + WIDTH + 1, 80)) == 0
    assert round(shared_area(tile(100, 80), tile(100 + WIDTH / 2, 80))) == WIDTH * HEIGHT / 2


def test_a_tile_that_reaches_half_behind_the_tier_below_is_a_tile_of_its_own() -> None:
    front = [tile(100, 100), tile(129, 100)]
    assert is_in_another_tier(tile(112, 79), front)
    assert is_in_another_tier(tile(112, 79, 180), front)


def test_a_second_outline_of_a_tile_is_in_no_other_tier() -> None:
    assert not is_in_another_tier(tile(100, 92), [tile(100, 100)])


def test_half_of_one_tile_and_half_of_the_next_is_no_tile() -> None:
    row = [tile(100, 100), tile(128, 100)]
    column = [tile(100, 100), tile(100, 140)]
    assert not is_in_another_tier(tile(114, 100), row)
    assert not is_in_another_tier(tile(100, 120), column)


def test_the_half_of_a_tile_at_the_end_of_a_row_is_no_tile() -> None:
    assert not is_in_another_tier(tile(114, 100), [tile(100, 100)])


def test_what_covers_two_tiles_side_by_side_is_no_tile_beside_them() -> None:
    row = [tile(100 + WIDTH * i, 80) for i in range(3)]
    all_of_it = np.array([row[0][0], row[2][1], row[2][2], row[0][3]], np.float32)
    assert swallowing([all_of_it, *row]) == [0]
    assert swallowing([row[0], all_of_it, row[2]]) == [1]
    assert swallowing([all_of_it, row[1]]) == []
    assert swallowing(row) == swallowing([]) == []


def test_tiles_count_beside_what_covers_them_however_sure_that_is() -> None:
    row = [tile(100 + WIDTH * i, 80) for i in range(3)]
    all_of_it = np.array([row[0][0], row[2][1], row[2][2], row[0][3]], np.float32)
    assert once_or_several([all_of_it, *row]) == [0, 1, 2, 3]
    assert once_or_several([all_of_it, all_of_it + 1, row[0], row[0] + 1, row[2]]) == [0, 2, 4]
    assert once_or_several([all_of_it, row[1]]) == [0]
    assert once_or_several([]) == []
