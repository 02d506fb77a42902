"""Fits the trees that tell, of the places which `vision.belonging` takes for none, where a tile lies under something.

Such a tile departs from the others in all that is measured of it, though not as print or a piece of the table does.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import lightgbm
import numpy as np
from numpy.typing import NDArray

from evaluation import matching
from evaluation.labelled import labelled_photos
from training import dataset, trees
from training.belonging import SETTINGS, TREES
from training.degradations import DEGRADATIONS
from training.seen import MATCH, NO_MATCH
from vision import belonging
from vision.inference import ModelFile
from vision.locate import LEAST_OBJECTNESS
from vision.read import LEAST_BELIEF, Reader
from vision.reading import Photo

SHARDS = 8
"""Shards of rendered pictures that they are fitted on, besides all photos."""
ROUNDS, FIRST_SEED = 2, 5
"""So many times fingers reach over each photo, which is shown as it is besides, and where the seeds of the first
begin."""
LEAST_VISIBLE = 0.25
"""Share of a face in sight from which a covered tile is to be told; of one less of which is seen nothing is learnt."""


class Shown(NamedTuple):
    """A picture and where tiles lie in it."""

    photo: Photo
    outlines: NDArray[np.float32]
    """Shape (n, 4, 2)."""
    visible: NDArray[np.float32]
    """Share of each face in sight, shape (n,); 1 where that is not known."""


def fit(renders: Path, truth: Path | None, models: Path, processes: int) -> int:
    """Fits the trees and writes them.

    Args:
        renders: the folder of the rendered pictures.
        truth: labels of photos, their folder beside them; None for renders alone.
        models: the folder of the models that read them, to which the trees are written.
        processes: how many read at once.

    Returns:
        How many examples they were fitted on.
    """
    sources = [*sorted(renders.glob("*.npz"))[:SHARDS], *([truth] if truth else [])]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        found = pool.map(_examples, [(models, source) for source in sources], chunksize=1)
    rows, are_tiles = (np.concatenate(parts) for parts in zip(*found, strict=True))
    examples = lightgbm.Dataset(rows.astype(np.float32), are_tiles)
    trees.write(lightgbm.train(SETTINGS, examples, TREES).dump_model(), models / ModelFile.COVERED)
    return len(rows)


def _examples(job: tuple[Path, Path]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The features of the places that are dropped in the pictures of a source, and at which of them a tile lies."""
    models, source = job
    cv2.setNumThreads(1)
    reader = Reader(1, models, half_seen=False, told_from_print=False)
    told = belonging.Belonging(models)
    rows, are_tiles = [np.zeros((0, len(belonging.FEATURES)))], [np.zeros(0, np.bool_)]
    for shown in _pictures(source):
        places = reader.places(shown.photo)
        if places is None:
            continue
        features = belonging.features(places.seen)
        dropped = told.probabilities(features) < LEAST_BELIEF
        dropped &= places.seen.objectness >= LEAST_OBJECTNESS
        tiles, known = _lying(places.seen.outlines, shown)
        rows.append(features[dropped & known])
        are_tiles.append(tiles[dropped & known])
    return np.concatenate(rows), np.concatenate(are_tiles)


def _pictures(source: Path) -> Iterator[Shown]:
    if source.suffix == ".npz":
        for sample in dataset.load(source):
            yield Shown(sample.pixels(), sample.corners, sample.visible)
        return
    for number, (_, photo, labels) in enumerate(labelled_photos(source)):
        for change, seed in [("none", 0), *(("fingers", FIRST_SEED + k) for k in range(ROUNDS))]:
            changed = DEGRADATIONS[change](photo, labels, np.random.default_rng((seed, number)))
            outlines = np.array(matching.outlines(changed.labels), np.float32).reshape(-1, 4, 2)
            yield Shown(changed.photo, outlines, np.ones(len(outlines), np.float32))


def _lying(outlines: NDArray[np.float32], shown: Shown) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """At which places, of shape (n, 4, 2), a tile lies, and of which that is known, each of shape (n,)."""
    best, shares = matching.nearest(outlines, shown.outlines)
    tiles = shares >= MATCH
    enough = np.array([shown.visible[k] >= LEAST_VISIBLE if k >= 0 else False for k in best], np.bool_)
    return tiles, np.where(tiles, enough, shares < NO_MATCH)
