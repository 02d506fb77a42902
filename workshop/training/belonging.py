"""Fits the trees of `vision.reading.belonging`, by which a photo's places are told to be tiles or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD
from vision.reading import belonging
from vision.reading.candidates import FEATURES, Candidates
from vision.reading.inference import ModelFile
from vision.reading.reader import Reader
from vision.reading.table_reading import LIKELY
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos
from workshop.training import measuring, trees
from workshop.training.seen import MATCH, NO_MATCH

PHOTOS, FIRST_SEED = 240, 60_000_000
"""Rendered photos to fit them on, drawn like the measuring photos but with what training knows, and where their seeds
begin."""
MOST_ALONE = 12
"""Maximum number of places of a photo that are looked at as if each lay there alone."""
TREES = 200
SIGNS = [(name in belonging.MORE_LIKELY) - (name in belonging.LESS_LIKELY) for name in FEATURES]
"""What by its nature speaks for a tile (1), or against it (-1), is never taken for the contrary, however few examples
there are."""
SETTINGS = {
    "objective": "binary",
    "num_leaves": 15,
    "min_data_in_leaf": 20,
    "learning_rate": 0.08,
    "lambda_l2": 1.0,
    "bagging_freq": 1,
    "bagging_fraction": 0.7,
    "feature_fraction": 0.7,
    "monotone_constraints": SIGNS,
    "monotone_constraints_method": "advanced",
    "seed": 20,
    "deterministic": True,
    "verbosity": -1,
}
"""How the trees grow, in LightGBM's words."""


def make(folder: Path, processes: int) -> None:
    """Renders the photos to fit on into `folder`; those that are there already are kept."""
    plans = [replace(plan, held_out=False) for plan in measuring.plans(PHOTOS, FIRST_SEED)]
    measuring.write(folder, plans, processes)


def fit(truths: list[Path], models: Path) -> int:
    """Fits the trees on labelled photos and writes them.

    Args:
        truths: files of labels, each beside its photos or beside their folder of the same name.
        models: the folder of the models that read the photos, to which the trees are written.

    Returns:
        How many examples they were fitted on.
    """
    reader = Reader(models=models, without={ModelFile.BELONGING, ModelFile.VERIFIER, ModelFile.SIGHT})
    rng = np.random.default_rng(FIRST_SEED)
    rows: list[NDArray[np.float64]] = []
    are_tiles: list[NDArray[np.bool_]] = []
    for path in truths:
        for _, photo, truth in labelled_photos(path):
            places = reader.places(photo)
            for features, tiles in _examples(places, truth, rng) if len(places) else ():
                rows.append(features)
                are_tiles.append(tiles)
    examples = lightgbm.Dataset(np.concatenate(rows).astype(np.float32), np.concatenate(are_tiles))
    trees.write(lightgbm.train(SETTINGS, examples, TREES).dump_model(), models / ModelFile.BELONGING)
    return sum(map(len, rows))


def _examples(
    places: Candidates, truth: Mapping[str, Any], rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Features of places and which of them are tiles: all of the photo, those that are none, and some alone.

    Without the last two, a photo without tiles would be like nothing that the trees have seen. What is labelled as
    unreadable and what lies face down is there for the others to be held against, and teaches nothing itself.
    """
    tiles, known = _are_tiles(places, truth)
    yield places.features[known], tiles[known]
    others = places[~tiles & known]
    yield belonging.features(others), np.zeros(len(others), np.bool_)
    for k in rng.permutation(np.flatnonzero(known))[:MOST_ALONE]:
        yield belonging.features(places[k : k + 1]), tiles[k : k + 1]


def _are_tiles(places: Candidates, truth: Mapping[str, Any]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of the places are tiles, and of which that is known, each of shape (n,)."""
    best, shares = matching.nearest(places.outlines, matching.outlines(truth))
    tiles = shares >= MATCH
    unreadable = np.array([truth["tiles"][k]["tile"] == UNREAD if k >= 0 else False for k in best], np.bool_)
    return tiles, (places.back < LIKELY) & ~np.where(tiles, unreadable, shares >= NO_MATCH)
