"""The sample photos lie beside their truth."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from workshop.demo_film.samples import SAMPLES, SIZE, photo_truth

IMAGES = Path(__file__).resolve().parents[3] / "sample_images"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_photo_has_its_truth(name: str) -> None:
    truth = json.loads((IMAGES / "photos/truth.json").read_text())[f"{name}.jpg"]
    assert truth == photo_truth()[f"{name}.jpg"]
    photo = cv2.imread(str(IMAGES / f"photos/{name}.jpg"))
    assert photo is not None
    assert photo.shape == (*SIZE[::-1], 3)
    outlines = np.array([tile["outline"] for tile in truth["tiles"]])
    assert (outlines > 0).all()
    assert (outlines < SIZE).all()
    assert sorted(index for members in truth["sets"] for index in members) == list(range(len(truth["tiles"])))


def test_the_samples_stay_small_enough_for_a_repository() -> None:
    assert sum(path.stat().st_size for path in IMAGES.rglob("*") if path.is_file()) < 20e6
