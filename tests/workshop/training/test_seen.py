from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.reading.inference import MODELS
from workshop.training import crops, dataset, seen
from workshop.training.dataset import Sample
from workshop.training.material import Sources
from workshop.training.render.scene import shoot

pytestmark = pytest.mark.slow

SIZE = (416, 416)
PICTURES = 3


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one shard of pictures of clear tiles."""
    path = tmp_path_factory.mktemp("renders") / "00000.npz"
    dataset.keep([Sample.of(shoot(np.random.default_rng(seed), SIZE, 60)) for seed in range(PICTURES)], path)
    return path


def test_what_is_seen_of_clear_tiles_lies_where_they_lie(shard: Path, tmp_path: Path) -> None:
    samples = dataset.load(shard)
    seen.find(shard.parent, None, tmp_path / "rough", MODELS, 1)
    seen.refine(shard.parent, None, tmp_path / "rough", tmp_path / "refined", MODELS, 1)
    offs = [
        np.abs(outline.mean(axis=0) - quad.mean(axis=0)).max() / np.ptp(quad, axis=0).max()
        for sample, outlines in zip(samples, seen.load(tmp_path / "refined", shard, samples), strict=True)
        for quad, outline, visible in zip(sample.corners, outlines, sample.visible, strict=True)
        if visible > 0.95
    ]
    assert len(offs) > 5
    assert np.mean([off < 0.1 for off in offs]) > 0.9


def test_a_network_is_checked_on_outlines_as_they_are_seen(shard: Path, tmp_path: Path) -> None:
    renders = tmp_path / "renders"
    (renders / dataset.CHECK).mkdir(parents=True)
    shutil.copyfile(shard, renders / dataset.CHECK / shard.name)
    rough, refined = tmp_path / "rough", tmp_path / "refined"
    seen.find(renders, None, rough, MODELS, 1)
    seen.refine(renders, None, rough, refined, MODELS, 1)
    checked = Sources(renders, None, rough=rough, refined=refined).load_held_out()
    assert len(checked.rendered) == PICTURES
    for sample in checked.rendered:
        assert sample.rough is not None
        assert sample.refined is not None
        assert np.isfinite(sample.refined).any()
        assert not np.array_equal(sample.rough, sample.refined)


def test_what_has_been_looked_at_is_not_looked_at_again(shard: Path, tmp_path: Path) -> None:
    told = np.full((3, 4, 2), 7, np.float32)
    np.save(tmp_path / f"{shard.stem}.npy", told)
    seen.find(shard.parent, None, tmp_path, MODELS, 1)
    assert np.array_equal(np.load(tmp_path / f"{shard.stem}.npy"), told)


@pytest.mark.parametrize("turn", range(4))
def test_a_tile_seen_turned_is_shown_as_turned(monkeypatch: pytest.MonkeyPatch, turn: int) -> None:
    monkeypatch.setattr(crops, "SEEN_SHARE", 1.0)
    sample = Sample.of(shoot(np.random.default_rng(5), SIZE, 60))
    sample = replace(sample, refined=np.roll(sample.corners, turn, axis=1))
    shown = crops.patches(sample, np.random.default_rng(1), most=8, colour_spread=0.0, turned=False)
    tiles = shown.turn != crops.IGNORE
    assert tiles.any()
    assert set(shown.turn[tiles]) == {turn}


def test_rough_corners_are_learnt_from_what_was_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the locator is off by a known share of the face, that is what there is to set right."""
    monkeypatch.setattr(crops, "SEEN_SHARE", 1.0)
    monkeypatch.setattr(crops, "SEEN_ROUGH", 0.0)
    sample = Sample.of(shoot(np.random.default_rng(5), SIZE, 60))
    down = (sample.corners[:, 3] - sample.corners[:, 0])[:, None] * np.float32(0.25)
    sample = replace(sample, rough=sample.corners + down)
    lessons = crops.rough_patches(sample, np.random.default_rng(1), most=8, colour_spread=0.0)
    assert len(lessons.offsets)
    assert np.allclose(np.median(lessons.offsets.reshape(-1, 4, 2), axis=0)[0], (0, -0.25), atol=0.03)
