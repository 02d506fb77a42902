"""A box holds two of each tile, and that says what lies where nobody can tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.assign import shared_out

KINDS = 4


def places(rows: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    return np.array(rows, np.float32)


def test_what_is_sure_stays_as_it_is() -> None:
    sure = np.repeat(np.eye(KINDS, dtype=np.float32), 2, axis=0)
    assert shared_out(sure, 2) == pytest.approx(sure, abs=1e-4)


def test_of_three_that_look_alike_the_least_likely_is_what_is_left() -> None:
    rows: list[list[float]] = [[0.9, 0.1, 0.0, 0.0], [0.9, 0.1, 0, 0], [0.6, 0.4, 0, 0], [0, 1, 0, 0]]
    rows += [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1]]
    assert shared_out(places(rows), 2).argmax(axis=1).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]


def test_a_kind_that_is_nowhere_seen_may_be_missing() -> None:
    rows: list[list[float]] = [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    shares = shared_out(places(rows), 2)
    assert shares.argmax(axis=1).tolist() == [0, 0, 1, 2]
    assert shares[:, 3].max() < 0.05


def test_what_is_more_than_a_box_holds_is_hardly_a_tile_of_it() -> None:
    rows: list[list[float]] = [row for kind in np.eye(KINDS).tolist() for row in (kind, kind)] + [[0.1, 0.1, 0.1, 0.1]]
    shares = shared_out(places(rows), 2)
    assert shares[-1].sum() < 0.2
    assert shares[:-1].sum(axis=1) == pytest.approx(np.ones(2 * KINDS), abs=0.1)
