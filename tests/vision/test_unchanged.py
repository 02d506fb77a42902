"""A face is told from another in its place, however alike, and is the same in another light and under a camera's grain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from vision.image import Photo
from vision.quads import Corners
from vision.scene.follow import cells_of, look_alike
from workshop.evaluation.labelled import labelled_photos

TRUTH = Path(__file__).parents[2] / "sample_images" / "photos" / "truth.json"


class Labelled(NamedTuple):
    """A photo, with the faces in it by the names of their tiles, one of each."""

    photo: Photo
    faces: dict[str, Corners]


def labelled() -> Iterator[Labelled]:
    for _, photo, label in labelled_photos(TRUTH):
        yield Labelled(photo, {tile["tile"]: np.array(tile["outline"], np.float32) for tile in label["tiles"]})


def with_grain(photo: Photo, sigma: float) -> Photo:
    grain = np.random.default_rng(1).normal(0, sigma, photo.shape)
    return np.clip(photo + grain, 0, 255).astype(np.uint8)


def test_every_face_is_told_from_every_other() -> None:
    for photo, faces in labelled():
        cells = {name: cells_of(photo, [corners]) for name, corners in faces.items()}
        assert [pair for pair in permutations(cells, 2) if look_alike(cells[pair[0]], cells[pair[1]])] == []


@pytest.mark.parametrize("light", [0.9, 1.0, 1.1])
def test_faces_look_as_they_did_in_other_light_and_under_grain(light: float) -> None:
    for photo, faces in labelled():
        before = cells_of(with_grain(photo, 3), list(faces.values()))
        now = cells_of(with_grain(np.clip(photo * light, 0, 255).astype(np.uint8), 4), list(faces.values()))
        assert look_alike(before, now).all()


def test_a_finger_over_the_corner_of_one_of_many_faces_is_noticed() -> None:
    for photo, faces in labelled():
        outlines = list(faces.values())
        touched = photo.copy()
        corner = outlines[0][0] + (outlines[0].mean(axis=0) - outlines[0][0]) * 0.3
        radius = round(float(np.linalg.norm(outlines[0][1] - outlines[0][0])) / 6)
        cv2.circle(touched, corner.astype(int).tolist(), radius, (110, 150, 210), cv2.FILLED)
        alike = look_alike(cells_of(photo, outlines), cells_of(touched, outlines))
        assert not alike[0]
        assert alike.sum() >= len(outlines) - 2


def test_no_faces_are_as_they_were() -> None:
    photo = np.zeros((90, 160, 3), np.uint8)
    assert look_alike(cells_of(photo, []), cells_of(photo, [])).all()
