"""Outlines that are read are matched with those that are labelled."""

from __future__ import annotations

from evaluation.matching import match
from tests.evaluation.made_up import outline


def test_the_best_overlaps_are_matched_first_and_each_outline_once() -> None:
    assert match([outline(8), outline(1)], [outline(0), outline(12)]) == {1: 0, 0: 1}
    assert match([outline(0)], [outline(13)]) == {}
