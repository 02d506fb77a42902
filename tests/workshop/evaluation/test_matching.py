"""Outlines that are read are matched with those that are labelled."""

from __future__ import annotations

import pytest

from tests.workshop.evaluation.made_up import outline
from workshop.evaluation.matching import match, nearest


def test_the_best_overlaps_are_matched_first_and_each_outline_once() -> None:
    assert match([outline(8), outline(1)], [outline(0), outline(12)]) == {1: 0, 0: 1}
    assert match([outline(0)], [outline(13)]) == {}


def test_the_nearest_label_is_that_with_the_largest_overlap() -> None:
    best, shares = nearest([outline(8), outline(100)], [outline(0), outline(12)])
    assert best[0] == 1
    assert shares == pytest.approx([16 / 24, 0])
    none, nothing = nearest([outline(8)], [])
    assert (none.tolist(), nothing.tolist()) == ([-1], [0.0])
