"""Networks that are laid out anew for ONNX Runtime say the same as before, to the bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.workshop.training.exported import MAPS, photo, quantized, says
from workshop.training import layout

SEEN = photo(seed=9).astype(np.float32) / np.float32(255)
"""A photo by which no range was found."""


@pytest.mark.parametrize("change", [layout.take_columns_together, layout.repeat_in_place_of_resizing])
def test_a_network_says_the_same_after_each_change(tmp_path: Path, change: Callable[[onnx.GraphProto], None]) -> None:
    model = quantized(tmp_path / "locator.onnx")
    before = says(model, SEEN)
    assert np.ptp(before) > 1
    change(model.graph)
    assert np.array_equal(says(model, SEEN), before)


def test_a_network_takes_photos_and_gives_maps_with_their_channels_last(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx")
    before = says(model, SEEN)
    layout.take_channels_last(model.graph)
    layout.give_channels_last(model.graph)
    maps = says(model, SEEN.transpose(layout.CHANNELS_LAST))
    assert maps.shape == (1, 16, 32, MAPS)
    assert np.allclose(maps.transpose(layout.CHANNELS_FIRST), before, atol=1e-5)


def test_all_changes_of_the_locator_go_together(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx")
    before = says(model, SEEN)
    for change in (
        layout.take_columns_together,
        layout.repeat_in_place_of_resizing,
        layout.take_channels_last,
        layout.give_channels_last,
    ):
        change(model.graph)
    assert not any(node.op_type == "Resize" for node in model.graph.node)
    maps = says(model, SEEN.transpose(layout.CHANNELS_LAST))
    assert np.allclose(maps.transpose(layout.CHANNELS_FIRST), before, atol=1e-5)


def test_a_first_convolution_of_another_form_is_refused(tmp_path: Path) -> None:
    model = quantized(tmp_path / "locator.onnx")
    first = next(node for node in model.graph.node if node.op_type == "Conv")
    strides = next(attribute for attribute in first.attribute if attribute.name == "strides")
    strides.ints[:] = [1, 1]
    with pytest.raises(ValueError, match=r"stem.* is no convolution of 3 x 3 with stride 2"):
        layout.take_columns_together(model.graph)


def test_kernels_that_were_put_together_come_apart_as_they_were() -> None:
    kernels = np.arange(5 * 3 * 3 * 3).reshape(5, 3, 3, 3)
    assert np.array_equal(layout.apart(layout.together(kernels)), kernels)
