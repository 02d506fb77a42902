"""Trees as LightGBM tells of them give the same probabilities in the model that is written of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.reading.belonging import Belonging
from vision.reading.candidates import FEATURES
from vision.reading.inference import ModelFile
from workshop.training import trees

OBJECTNESS, SIZE = FEATURES.index("objectness"), FEATURES.index("size")


def leaf(value: float) -> dict[str, Any]:
    return {"leaf_value": value}


def split(feature: int, threshold: float, below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    return {"split_feature": feature, "threshold": threshold, "left_child": below, "right_child": above}


MODEL = {
    "tree_info": [
        {"tree_structure": split(OBJECTNESS, 0.5, leaf(-2.0), split(SIZE, 0.25, leaf(1.0), leaf(-1.0)))},
        {"tree_structure": split(SIZE, 0.125, leaf(0.5), leaf(-0.5))},
        {"tree_structure": leaf(0.25)},
    ]
}


@pytest.mark.parametrize(
    ("objectness", "size", "log_odds"),
    [
        pytest.param(0.0, 0.0, -2.0 + 0.5 + 0.25, id="below the first threshold"),
        pytest.param(0.5, 0.0, -2.0 + 0.5 + 0.25, id="at a threshold, which counts as below it"),
        pytest.param(1.0, 0.2, 1.0 - 0.5 + 0.25, id="above it, and below the one under it"),
        pytest.param(1.0, 1.0, -1.0 - 0.5 + 0.25, id="above all"),
    ],
)
def test_the_leaves_that_a_place_comes_to_add_up_to_its_odds(
    tmp_path: Path, objectness: float, size: float, log_odds: float
) -> None:
    trees.write(MODEL, tmp_path / ModelFile.BELONGING)
    features = np.zeros((2, len(FEATURES)))
    features[1, OBJECTNESS], features[1, SIZE] = objectness, size
    told = Belonging(tmp_path).probabilities(features)
    assert told[1] == pytest.approx(1 / (1 + np.exp(-log_odds)), abs=1e-6)
    assert told[0] == pytest.approx(1 / (1 + np.exp(1.25)), abs=1e-6)
