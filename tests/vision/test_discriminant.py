"""Vectors are nearest to the class whose examples are like them, in whatever directions examples scatter."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.discriminant import Discriminant


def test_scatter_that_all_classes_share_does_not_count() -> None:
    rng = np.random.default_rng(1)
    noise = np.column_stack([rng.normal(0, 10, 200), rng.normal(0, 0.1, 200)])
    classes = np.arange(200) % 2
    vectors = (noise + np.column_stack([np.zeros(200), classes])).astype(np.float32)
    found = Discriminant.fitted(vectors, np.eye(2)[classes]).distances(np.array([[30, 0.1], [-30, 0.9]], np.float32))
    assert found.argmin(axis=1).tolist() == [0, 1]


def test_a_class_without_example_is_unknown() -> None:
    vectors = np.random.default_rng(1).normal(0, 1, (20, 3)).astype(np.float32)
    shares = np.eye(3)[np.arange(20) % 2]
    distances = Discriminant.fitted(vectors, shares).distances(vectors)
    assert np.isnan(distances[:, 2]).all()
    assert np.isfinite(distances[:, :2]).all()


def test_an_example_that_may_be_of_two_classes_counts_half_for_each() -> None:
    vectors = np.array([[0, 0], [0, 1], [4, 0], [4, 1], [2, 0.5]], np.float32)
    shares = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [0.5, 0.5]])
    distances = Discriminant.fitted(vectors, shares).distances(np.array([[2, 0.5], [0.8, 0.5], [3.2, 0.5]], np.float32))
    assert distances[0, 0] == pytest.approx(distances[0, 1], rel=1e-3)
    assert distances[1:].argmin(axis=1).tolist() == [0, 1]
