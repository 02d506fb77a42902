"""The measures are what their definitions say."""

from __future__ import annotations

import pytest

from workshop.evaluation import metrics


def test_f1_weighs_missed_and_invented_tiles_alike() -> None:
    assert metrics.f1(4, 4, 4) == metrics.f1(0, 0, 0) == 1
    assert metrics.f1(4, 3, 3) == pytest.approx(6 / 7)
    assert metrics.f1(3, 4, 3) == pytest.approx(6 / 7)


def test_calibration_error_is_the_distance_of_confidence_and_accuracy() -> None:
    assert metrics.expected_calibration_error([]) == 0
    assert metrics.expected_calibration_error([(0.75, True)] * 3 + [(0.75, False)]) == pytest.approx(0)
    assert metrics.expected_calibration_error([(0.75, False)] * 2) == pytest.approx(0.75)
    assert metrics.expected_calibration_error([(0.75, False), (1.0, True)]) == pytest.approx(0.375)
