"""Fits the weights of `vision.belonging`, by which a photo's places are told to be tiles or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import scoring
from referee.tiles import UNREAD
from training import measuring
from vision import belonging
from vision.read import Reader
from vision.reading import Photo

PHOTOS, FIRST_SEED = 240, 60_000_000
"""Rendered photos to fit on, drawn like the measuring photos but with what training knows, and where their seeds begin."""
NO_MATCH, MATCH = 0.3, 0.4
"""Intersection over union of the boxes about place and label below which the place holds no tile, and from which it does."""
SHRINKAGE = 0.3
"""Weight of the squared weights in the loss (ridge regression)."""
ITERATIONS = 50


def make(folder: Path, processes: int) -> None:
    """Renders the photos to fit on into `folder`; those that are there already are kept."""
    plans = [replace(plan, held_out=False) for plan in measuring.plans(PHOTOS, FIRST_SEED)]
    measuring.write(folder, plans, processes)


def fit(truths: list[Path], out: Path = belonging.MODEL) -> dict[str, float]:
    """Fits the weights on labelled photos and writes them.

    Args:
        truths: files of labels, each beside its photos or beside their folder of the same name.
        out: the file to write.

    Returns:
        The weights by the names of `vision.belonging.FEATURES`.
    """
    reader = Reader()
    rows: list[NDArray[np.float64]] = []
    are_tiles: list[bool] = []
    for path in truths:
        folder = path.with_suffix("") if path.with_suffix("").is_dir() else path.parent
        for _, photo, truth in scoring.labelled(path, folder):
            for row, is_tile in _examples(reader, photo, truth):
                rows.append(row)
                are_tiles.append(is_tile)
    found = regress(np.stack(rows), np.array(are_tiles, np.float64))
    weights = {name: round(float(weight), 3) for name, weight in zip(belonging.FEATURES, found, strict=True)}
    out.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")
    return weights


def _examples(reader: Reader, photo: Photo, truth: Mapping[str, Any]) -> list[tuple[NDArray[np.float64], bool]]:
    """The features of the photo's places and whether they are tiles; what is labelled as unreadable teaches nothing."""
    places = reader.places(photo)
    boxes = [scoring.box(outline) for outline in scoring.outlines(truth)]
    found = []
    for outline, row, is_back in zip(places.outlines, places.features, places.are_backs, strict=True):
        shares = [scoring.overlap(scoring.box(outline), box) for box in boxes]
        best = int(np.argmax(shares)) if shares else -1
        share = shares[best] if shares else 0.0
        is_unread = share >= MATCH and truth["tiles"][best]["tile"] == UNREAD
        if not (is_back or is_unread or NO_MATCH <= share < MATCH):
            found.append((row, share >= MATCH))
    return found


def regress(features: NDArray[np.float64], truth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights, shape (k,), of the logistic regression of `truth`, n zeros and ones, on `features`, shape (n, k), by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(ITERATIONS):
        expected = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (truth - expected) - SHRINKAGE * weights
        curvature = features.T @ (features * (expected * (1 - expected))[:, None]) + SHRINKAGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, slope)
    return weights
