"""What the network that looks a second time learns from: places with a tile's face, and such without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.reading import verify
from vision.reading.inference import MODELS
from vision.reading.rectify import rectify
from workshop.training import dataset, places
from workshop.training.dataset import Sample
from workshop.training.patches import cut, shifted
from workshop.training.render.scene import shoot

pytestmark = pytest.mark.slow

SIZE = (416, 416)
PICTURES = 4


@pytest.fixture(scope="module")
def renders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one shard of pictures, things lying over half of their tiles, and the same to check by."""
    folder = tmp_path_factory.mktemp("renders")
    shots = [shoot(np.random.default_rng(seed), SIZE, 60, covered=0.5) for seed in range(PICTURES)]
    for path in (folder / "00000.npz", folder / dataset.CHECK / "00000.npz"):
        path.parent.mkdir(exist_ok=True)
        dataset.keep([*map(Sample.of, shots)], path)
    return folder


@pytest.fixture(scope="module")
def made(renders: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what is found in them."""
    folder = tmp_path_factory.mktemp("places")
    places.make(folder, renders, [], 1, MODELS, 1)
    return folder


def test_places_with_and_without_a_tile_are_learnt_from_and_checked_by(made: Path) -> None:
    for path in (made / "00000.npz", made / dataset.CHECK / "00000.npz"):
        found = places.Examples.load([path])
        assert found.are_tiles.any()
        assert not found.are_tiles.all()
        assert len({len(column) for column in vars(found).values()}) == 1


def test_most_are_places_in_which_nobody_believes(renders: Path, made: Path) -> None:
    found = places.Examples.load([made / "00000.npz"])
    pictures = sum(1 for _ in places.shown(renders / "00000.npz"))
    assert (found.beliefs >= 0.5).sum() <= pictures * places.MOST_BELIEVED
    assert found.asked.any()
    assert (found.beliefs[found.asked] < 0.5).all()


def test_some_pictures_are_shown_once_more_with_most_of_a_few_tiles_covered(tmp_path: Path) -> None:
    shard = tmp_path / "00000.npz"
    dataset.keep([Sample.of(shoot(np.random.default_rng(seed), SIZE, 60)) for seed in range(PICTURES)], shard)
    plain, covered, *_ = places.shown(shard)
    changed = np.abs(plain.photo.astype(int) - covered.photo).max(axis=2) > 0
    shares = []
    for outline in plain.outlines:
        face = cv2.fillConvexPoly(np.zeros(changed.shape, np.uint8), np.round(outline).astype(np.int32), (1,)) > 0
        shares.append(changed[face].mean())
    assert 0 < np.sum(np.array(shares) > 0.3) < len(shares) / 2
    assert max(shares) < 1 - places.LEAST_VISIBLE


def test_a_tile_that_lies_face_down_is_none_that_shows_its_face(renders: Path, tmp_path: Path) -> None:
    face_down = [
        replace(one, kinds=np.full_like(one.kinds, dataset.BACK)) for one in dataset.load(renders / "00000.npz")
    ]
    dataset.keep(face_down, tmp_path / "renders" / "00000.npz")
    places.make(tmp_path / "places", tmp_path / "renders", [], 1, MODELS, 1)
    assert not places.Examples.load([tmp_path / "places" / "00000.npz"]).are_tiles.any()


def test_what_has_been_looked_at_is_not_looked_at_again(renders: Path, made: Path) -> None:
    before = (made / "00000.npz").stat().st_mtime_ns
    places.make(made, renders, [], 1, MODELS, 1)
    assert (made / "00000.npz").stat().st_mtime_ns == before


def test_stored_patches_hold_what_the_network_sees_and_room_about_it() -> None:
    photo = np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8)
    outline = np.array([[120, 110], [176, 110], [176, 190], [120, 190]], np.float32)
    seen = rectify(photo, outline, verify.WIDTH, verify.HEIGHT, verify.VERIFIER_MARGIN)
    (stored,) = cut(photo, [outline], verify.WIDTH, verify.HEIGHT, verify.VERIFIER_MARGIN)
    assert np.abs(shifted(stored).astype(int) - seen).mean() < 3
