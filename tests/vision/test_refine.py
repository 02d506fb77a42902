from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera.photo import load_photo
from vision.quads import Corners
from vision.reading.locate import Proposals
from vision.reading.refine import Refiner, moved, offsets_between

PHOTOS = Path(__file__).parents[2] / "sample_images" / "photos"
TILTED = np.array([[100, 40], [170, 60], [160, 150], [80, 120]], np.float32)


def test_offsets_lead_from_the_rough_corners_to_the_true_ones() -> None:
    rough = TILTED + np.array([[4, -3], [2, 6], [-5, 1], [0, 3]], np.float32)
    assert np.abs(moved(rough, offsets_between(rough, TILTED)) - TILTED).max() < 0.01


def test_no_offset_leaves_corners_where_they_are() -> None:
    assert np.abs(moved(TILTED, np.zeros((4, 2), np.float32)) - TILTED).max() < 1e-3


def _error(found: Corners, truth: Corners) -> float:
    return float(np.abs(found - truth).mean() / np.sqrt(abs(cv2.contourArea(truth))))


@pytest.mark.parametrize("seed", range(3))
def test_outlines_that_are_well_off_come_much_nearer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before: list[float] = []
    after: list[float] = []
    refiner = Refiner(threads=1)
    truth = json.loads((PHOTOS / "truth.json").read_text())
    for name, content in truth.items():
        outlines: list[NDArray[np.float32]] = [np.array(t["outline"], np.float32) for t in content["tiles"]]
        rough = []
        for outline in outlines:
            size = np.sqrt(abs(cv2.contourArea(outline)))
            noise = rng.normal(0, 0.05, 2) + rng.normal(0, 0.05, (4, 2))
            rough.append(np.asarray(outline + noise * size, np.float32))
        refined = refiner.refine(load_photo(PHOTOS / name), Proposals.at(rough))
        before += [*map(_error, rough, outlines)]
        after += [*map(_error, refined.outlines, outlines)]
    assert np.mean(after) < 0.6 * np.mean(before)


def test_a_photo_without_tiles_needs_nothing() -> None:
    assert not len(Refiner(threads=1).refine(np.zeros((50, 50, 3), np.uint8), Proposals.at(())))
