"""Networks that take bytes and keep their weights in 16 bits say nearly the same as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.workshop.training.exported import RANGE, photo, quantized, says
from workshop.training.precision import SMALL_WEIGHTS, store_in_half, take_bytes

SEEN = photo(seed=9)


def test_a_network_takes_the_bytes_of_a_photo_in_place_of_its_brightness(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx")
    before = says(model, SEEN.astype(np.float32) / np.float32(255))
    take_bytes(model.graph, brightness_range=RANGE)
    away = (says(model, SEEN) - before) / np.ptp(before)
    assert np.abs(away).max() < 0.02
    assert np.abs(away.mean(axis=(0, 2, 3))).max() < 0.002  # half a step in the bias would shift a map by more


def test_a_network_whose_steps_are_not_those_of_bytes_is_refused(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx", brightest=0.9)
    with pytest.raises(ValueError, match=r"steps of .*, not bytes"):
        take_bytes(model.graph, brightness_range=RANGE)


def test_large_weights_take_half_the_space_and_mean_the_same() -> None:
    values = np.random.default_rng(1).normal(0, 1, (SMALL_WEIGHTS, 2)).astype(np.float32)
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMul", ["given", "weights"], ["product"])],
        "product",
        [onnx.helper.make_tensor_value_info("given", onnx.TensorProto.FLOAT, [1, SMALL_WEIGHTS])],
        [onnx.helper.make_tensor_value_info("product", onnx.TensorProto.FLOAT, [1, 2])],
        [onnx.numpy_helper.from_array(values, "weights")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    given = np.random.default_rng(2).normal(0, 1, (1, SMALL_WEIGHTS)).astype(np.float32)
    size, before = len(model.SerializeToString()), says(model, given)
    store_in_half(model.graph)
    assert len(model.SerializeToString()) < 0.6 * size
    assert np.allclose(says(model, given), before, atol=0.05)


def test_small_weights_are_kept_as_they_are(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx")
    before = model.SerializeToString()
    store_in_half(model.graph)
    assert model.SerializeToString() == before
