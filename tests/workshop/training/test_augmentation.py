from __future__ import annotations

import numpy as np
import pytest

from workshop.training.augmentation import augmented

PATCHES = 60


def _tile() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A white face with a black stroke."""
    face = np.full((64, 48, 3), 210, np.uint8)
    face[16:40, 20:28] = 30
    return face


def test_some_patches_change_and_others_stay() -> None:
    patches = np.stack([_tile()] * PATCHES)
    changed = (augmented(patches, np.random.default_rng(2)) != patches).any(axis=(1, 2, 3))
    assert 0.2 * PATCHES < changed.sum() < 0.9 * PATCHES


def test_the_same_seed_changes_patches_alike() -> None:
    patches = np.stack([_tile()] * PATCHES)
    assert (augmented(patches, np.random.default_rng(7)) == augmented(patches, np.random.default_rng(7))).all()


@pytest.mark.parametrize(("highlights", "some_shine"), [(True, True), (False, False)])
def test_only_where_highlights_may_lie_does_black_print_shine(highlights: bool, some_shine: bool) -> None:  # noqa: FBT001
    black = np.zeros((PATCHES, 64, 48, 3), np.uint8)
    shown = augmented(black, np.random.default_rng(3), highlights=highlights).mean(axis=(1, 2, 3))
    assert (shown > 20).any() == some_shine
