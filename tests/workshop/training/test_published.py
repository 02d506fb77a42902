"""A network in its published form says what it said when it was exported, and its weights are found in it again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.workshop.training.exported import CHANNELS, MAPS, RANGE, examples, floating, photo, says
from vision.reading.inference import MODELS, ModelFile
from workshop.training.layout import CHANNELS_FIRST, CHANNELS_LAST
from workshop.training.published import FOR_PATCHES, Change, finish, for_photos, layers
from workshop.training.published import says as published_says

SEEN = photo(seed=9)
BRIGHTNESS = SEEN.astype(np.float32) / np.float32(255)
"""The photo as a network is trained on it."""

NEARLY = 0.05
"""How far what 8 bits say may lie off, as a share of the range of it."""


def test_a_network_of_photos_takes_their_bytes_as_they_lie_in_memory_and_gives_maps_the_same_way(
    tmp_path: Path,
) -> None:
    path = tmp_path / "locator.onnx"
    floating(path)
    before = says(onnx.load(str(path)), BRIGHTNESS)
    finish(path, examples(), for_photos(RANGE))
    maps = says(onnx.load(str(path)), SEEN.transpose(CHANNELS_LAST)).transpose(CHANNELS_FIRST)
    assert np.abs(maps - before).max() < NEARLY * np.ptp(before)
    assert np.array_equal(published_says(path, (BRIGHTNESS,))[0], maps)


def test_a_network_of_patches_takes_them_and_answers_as_it_was_exported(tmp_path: Path) -> None:
    path = tmp_path / "reader.onnx"
    floating(path)
    before = says(onnx.load(str(path)), BRIGHTNESS)
    finish(path, examples(), FOR_PATCHES)
    assert np.abs(says(onnx.load(str(path)), BRIGHTNESS) - before).max() < NEARLY * np.ptp(before)


@pytest.mark.parametrize("changes", [for_photos(RANGE), FOR_PATCHES], ids=["photos", "patches"])
def test_the_weights_that_were_exported_are_found_in_what_is_published(
    tmp_path: Path, changes: tuple[Change, ...]
) -> None:
    path = tmp_path / "locator.onnx"
    parameters = floating(path)
    finish(path, examples(), changes)
    found = layers(onnx.load(str(path)).graph, brightness_range=RANGE)
    assert found.keys() == {"stem", "deep", "head"}
    for name, layer in found.items():
        weight = parameters[f"{name}.weight"]
        half_a_step = np.abs(weight).max() / 63 / 2  # 7 bits with a sign
        assert np.abs(layer.weight.reshape(weight.shape) - weight).max() <= half_a_step * 1.01
        assert np.allclose(layer.bias, parameters[f"{name}.bias"], atol=1e-3)
    assert found["head"].weight.size == MAPS * CHANNELS


@pytest.mark.parametrize(
    ("model", "some"),
    [
        (ModelFile.LOCATOR, {"stem.0.0", "eighth.1.first.0", "from_b", "head.1"}),
        (ModelFile.REFINER, {"trunk.0.0", "corners.3"}),
        (ModelFile.READER, {"trunk.3.second.0", "mix.2", "number", "colour", "turn"}),
        (ModelFile.SIGHT, {"trunk.0.0", "judge.2"}),
    ],
)
def test_layers_of_the_models_here_have_the_names_of_the_networks_modules(model: ModelFile, some: set[str]) -> None:
    found = layers(onnx.load(str(MODELS / model)).graph, brightness_range=RANGE)
    assert some <= found.keys()
    assert all(len(layer.weight) == len(layer.bias) for layer in found.values())
