"""Places that the locator takes for tiles and that are none: the hardest lessons for the tile reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.reading import rectify
from vision.reading.locate import Locator
from vision.reading.overlap import outline_iou, shared_area
from vision.reading.refine import Refiner
from workshop.training import dataset, photos, seen
from workshop.training.dataset import Sample
from workshop.training.files import whole

SHARDS = 6
"""Shards of rendered pictures that are searched, besides all photos."""
MOST_FROM_A_PICTURE = 30
NO_SHARE = 0.1
"""Share of an outline up to which a tile that it takes in does not count."""
IN_FULL_VIEW = 0.85
"""Visible share of a tile from which a part of it is known to be no tile of its own."""
SHIFTS = 2
"""Patches kept of each place, each a little shifted."""


def mine(renders: Path, truth: Path | None, out: Path, models: Path) -> int:
    """Writes patches of places without a tile, shape (n, PATCH_HEIGHT, PATCH_WIDTH, 3), to `out`; returns how many.

    The locator and the refiner in the folder `models` search; halves of tiles and outlines about two of them are places
    without one, too.
    """
    locator, refiner, rng = Locator(models=models), Refiner(models=models), np.random.default_rng(7)
    samples = [sample for path in sorted(renders.glob("*.npz"))[:SHARDS] for sample in dataset.load(path)]
    samples += photos.load(truth) if truth else []
    patches = [patch for sample in samples for patch in _empty_places(locator, refiner, sample, rng)]
    with whole(out) as partial, partial.open("wb") as file:
        np.save(file, np.array(patches, np.uint8).reshape(-1, rectify.PATCH_HEIGHT, rectify.PATCH_WIDTH, 3))
    return len(patches)


def _empty_places(
    locator: Locator, refiner: Refiner, sample: Sample, rng: np.random.Generator
) -> Iterator[NDArray[np.uint8]]:
    pixels = sample.pixels()
    found = refiner.refine(pixels, locator.find(pixels)).outlines
    empty = [outline for outline in found if _is_none(outline, sample)]
    for quad in empty[:MOST_FROM_A_PICTURE]:
        size = float(np.sqrt(abs(cv2.contourArea(quad))))
        for _ in range(SHIFTS):
            yield rectify.rectify(pixels, np.asarray(quad + rng.normal(0, 0.03 * size, 2), np.float32))


def _is_none(outline: NDArray[np.float32], sample: Sample) -> bool:
    """Whether no tile lies there: hardly a part of any, or parts of which none fills the outline."""
    area = quads.area(outline)
    return not any(
        shared_area(outline, quad) > NO_SHARE * area
        and (visible < IN_FULL_VIEW or outline_iou(outline, quad) > seen.NO_MATCH)
        for quad, visible in zip(sample.corners, sample.visible, strict=True)
    )
