"""What `workshop/benchmarks/likeness.py` measures of photos."""

from __future__ import annotations

import numpy as np
import pytest

from workshop.benchmarks import likeness

OUTLINE = [[20, 20], [60, 20], [60, 80], [20, 80]]


def table(body: int, print_: int, around: int) -> np.ndarray:
    photo = np.full((100, 80, 3), around, np.uint8)
    photo[20:81, 20:61] = body
    photo[35:50, 30:50] = print_
    return photo


def test_a_photo_is_as_bright_as_it_looks() -> None:
    photo = np.zeros((10, 10, 3), np.uint8)
    photo[:2] = 255
    found = likeness.of_photo(likeness.grey(photo))
    assert (found.burnt_out, found.black, found.mean) == pytest.approx((0.2, 0.8, 0.2))


def test_a_tile_stands_out_from_table_and_print_as_it_looks() -> None:
    labels = {"tiles": [{"tile": "R7", "outline": OUTLINE}, {"tile": "?", "outline": OUTLINE}]}
    found = list(likeness.of_tiles(likeness.grey(table(204, 51, 102)), labels))
    assert len(found) == 1, "what a person cannot tell is not measured"
    assert found[0] == pytest.approx((0.8, 0.4, 0.6, 0.0), abs=0.01)


def test_a_burnt_out_tile_is_burnt_out() -> None:
    labels = {"tiles": [{"tile": "R7", "outline": OUTLINE}]}
    assert next(likeness.of_tiles(likeness.grey(table(255, 0, 255)), labels)).burnt_out > 0.7
