from __future__ import annotations

import numpy as np

from workshop.training.bounds import WORTH, Asked, best, cost

CLEAR, LIKELY, CERTAIN = -4.0, 1.5, 6.0
"""Logarithms of the odds that a part is hidden."""


def _photo(odds: list[float], *, wrong: list[int] | None = None, shrunk: list[int] | None = None) -> Asked:
    """A photo of sure tiles of which some are wrong, or have too small an outline.

    The others are right and in full sight.
    """
    marks = [np.isin(np.arange(len(odds)), some or []) for some in (wrong, shrunk)]
    return Asked(np.array(odds), marks[1], marks[0], ~marks[0])


def test_bounds_cost_the_wrong_tiles_that_they_miss_and_the_right_ones_that_they_doubt() -> None:
    photos = [_photo([CLEAR, LIKELY, CERTAIN, CLEAR], wrong=[2, 3])]
    loose = cost(photos, {"hidden": 0.5, "clear": 0.25, "beyond": 4.0})
    assert (loose.surely_wrong, loose.idle) == (1, 1)
    assert loose.total == WORTH + 1


def test_an_outline_that_is_too_small_is_doubted_whatever_the_bounds() -> None:
    photos = [_photo([CLEAR, CLEAR], wrong=[0], shrunk=[0, 1])]
    assert {(one.surely_wrong, one.idle) for one in best(photos)} == {(0, 1)}


def test_the_best_bounds_lie_between_what_is_whole_and_what_is_not() -> None:
    photos = [_photo([CLEAR, CLEAR, LIKELY]), _photo([CLEAR, CERTAIN], wrong=[1])] * 5
    first = best(photos)[0]
    assert first.total == 0
    assert 1 / (1 + np.exp(-LIKELY)) < first.bounds["hidden"] < 1 / (1 + np.exp(-CERTAIN))


def test_where_a_whole_photo_is_blurred_no_tile_of_it_is_doubted() -> None:
    blurred = _photo([LIKELY] * 12)
    assert best([blurred, _photo([CLEAR, LIKELY], wrong=[1])])[0].total == 0
