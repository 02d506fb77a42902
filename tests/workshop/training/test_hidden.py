"""What is laid over tiles hides them, and what is learnt of them is so labelled."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.proportions import FEATURES
from workshop.training import occlusion
from workshop.training.render import covers
from workshop.training.render.scene import shoot

FACES = [np.array([[x, 60], [x + 50, 60], [x + 50, 130], [x, 130]], np.float32) for x in (40, 95, 150, 205)]
WIDTH, HEIGHT, ASPECT = (FEATURES.index(name) for name in ("width", "height", "aspect"))


def table() -> np.ndarray:
    image = np.full((200, 300, 3), 0.3, np.float32)
    for face in FACES:
        (left, top), (right, bottom) = face[[0, 2]].astype(int)
        image[top:bottom, left:right] = 0.9
    return image


def patch() -> np.ndarray:
    """A white face, black along its left half, on a grey table, as `workshop.training.occlusion` takes it."""
    width, height = occlusion.SIZE
    shown = np.full((height, width, 3), 90, np.uint8)
    across, down = (occlusion.FACE / 2).astype(int)
    shown[height // 2 - down : height // 2 + down, width // 2 - across : width // 2 + across] = 230
    shown[height // 2 - down : height // 2 + down, width // 2 - across : width // 2] = 10
    return shown


def face_of(pixels: np.ndarray) -> np.ndarray:
    width, height = occlusion.SIZE
    across, down = (occlusion.FACE / 2 - 3).astype(int)
    return pixels[height // 2 - down : height // 2 + down, width // 2 - across : width // 2 + across].astype(int)


def test_what_is_hidden_looks_otherwise_and_what_is_not_hardly_does() -> None:
    hidden, changed = [], []
    for seed in range(12):
        image = table()
        hidden.append(covers.lay_over(image, FACES, np.random.default_rng(seed), 1.0))
        changed.append(np.abs(image - table()).max(axis=2) > 0.1)
    are_hidden, are_changed = np.array(hidden), np.array(changed)
    assert 0.1 < are_hidden.mean() < 0.9
    assert are_changed[are_hidden].mean() > 0.7, "some covers have the colour of what they cover"
    assert are_changed[~are_hidden].mean() < 0.25, "some throw shadows"


def test_over_no_share_of_the_tiles_nothing_is_laid() -> None:
    image = table()
    assert not covers.lay_over(image, FACES, np.random.default_rng(1), 0.0).any()
    assert (image == table()).all()


@pytest.mark.slow
def test_of_covered_tiles_less_is_visible() -> None:
    shares = []
    for covered in (0.0, 1.0):
        labels = shoot(
            np.random.default_rng(3), (300, 300), 50, layout="grid", tilt=0.1, covered=covered
        ).picture.labels
        shares.append(np.mean([label.visible for label in labels]))
    assert shares[1] < 0.8 * shares[0]


def test_a_tile_that_something_is_laid_over_is_seen_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occlusion, "SHRUNK_SHARE", 0.0)
    shapes = np.zeros(len(FEATURES), np.float32)
    shown = [occlusion.occluded(patch(), shapes, [patch()], np.random.default_rng(seed)) for seed in range(20)]
    differs = [np.abs(face_of(one.pixels) - face_of(patch())).max(axis=2) > 20 for one in shown]
    assert 0.2 < np.mean(differs) < 0.6
    assert all((one.shapes == shapes).all() for one in shown)


def test_an_outline_that_shrinks_is_narrower_or_lower_than_its_neighbours() -> None:
    shapes = np.array(
        [
            occlusion.occluded(
                patch(), np.zeros(len(FEATURES), np.float32), [patch()], np.random.default_rng(seed)
            ).shapes
            for seed in range(60)
        ]
    )
    narrower, lower = shapes[:, WIDTH] < 0, shapes[:, HEIGHT] < 0
    assert narrower.any()
    assert lower.any()
    assert not (narrower & lower).any()
    assert (shapes[narrower, ASPECT] > 0).all()
    assert (shapes[lower, ASPECT] < 0).all()


@pytest.mark.parametrize("seed", range(8))
def test_what_lies_beside_a_tile_leaves_its_face_in_sight(seed: int) -> None:
    shapes = np.full(len(FEATURES), 0.1, np.float32)
    found = occlusion.beside(patch(), shapes, [patch()], np.random.default_rng(seed))
    assert (found.shapes == shapes).all()
    middle = face_of(found.pixels)[12:-12, 10:-10] > 120
    assert (middle == (face_of(patch())[12:-12, 10:-10] > 120)).mean() > 0.95
