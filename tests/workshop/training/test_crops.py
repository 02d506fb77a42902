"""What the locator is taught is what the reader makes tiles of."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.quads import Corners
from vision.reading.locate import OFFSET_UNIT, decode
from workshop.training import crops
from workshop.training.dataset import Sample
from workshop.training.render.scene import shoot

pytestmark = pytest.mark.slow

SIZE = (416, 416)


def taught(example: crops.LocatorExample) -> NDArray[np.float32]:
    """The maps of a network that has learnt the example by heart."""
    heat = np.clip(example.heat, 1e-4, 1 - 1e-4)
    logits = np.log(heat / (1 - heat))[None]
    maps = np.concatenate([logits, example.offsets / OFFSET_UNIT, example.up])
    return maps.transpose(1, 2, 0).astype(np.float32)


def off(found: Corners, truth: Corners) -> float:
    """How far the corners are off at most, pixels, whichever comes first."""
    return min(float(np.abs(np.roll(truth, turn, axis=0) - found).max()) for turn in range(4))


def is_taught(quad: Corners) -> bool:
    """Whether the tile lies well within the crop and is neither too small nor too large."""
    longest = float(np.hypot(*(quad - np.roll(quad, 1, axis=0)).T).max())
    inside = (quad > 8).all() and (quad < crops.CROP - 8).all()
    return bool(inside and crops.SMALLEST < longest < crops.LARGEST)


def test_decoding_what_is_taught_gives_the_tiles_back(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Corners] = []
    make = crops.targets

    def targets(crop: NDArray[np.uint8], sample: Sample, corners: NDArray[np.float32]) -> crops.LocatorExample:
        shown.extend(corners[sample.visible > 0.95])
        return make(crop, sample, corners)

    monkeypatch.setattr(crops, "targets", targets)
    near = []
    for seed in range(6):
        shown.clear()
        rng = np.random.default_rng(seed)
        sample = Sample.of(shoot(rng, SIZE, 60, layout="sets"))
        example = crops.locator_example(sample, rng, scale=(0.6, 2.4), colour_spread=0.0)
        found = decode(taught(example), np.ones(2, np.float32)).outlines
        near += [min((off(outline, quad) for outline in found), default=np.inf) for quad in shown if is_taught(quad)]
    assert len(near) > 20
    assert np.mean([distance < 2 for distance in near]) > 0.9
