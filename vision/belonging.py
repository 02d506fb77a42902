"""Which of the places found are tiles, judged together: what else lies in the photo tells what a tile looks like there.

Print on a calendar or the key of a keyboard may pass for a tile when it is looked at by itself. But the tiles of a box are of one
size, so that on the table they shrink steadily with distance, and their bodies are of one colour. `features` measures how far
each place departs from the places that are most surely tiles; `probabilities` weighs that against what the locator and the tile
reader say, by logistic regression. ``training/belonging.py`` fits the weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inference import ModelError
from vision.reading import Corners

MODEL = Path(__file__).parent / "models" / "belonging.json"
Vector = NDArray[np.float64]

SURE_ANCHOR = 6.0
"""Logarithm of the odds, by locator and tile reader together, from which a place counts among those that others are held against."""
FAR_OFF = 1.2
"""How much larger or smaller than the usual tile, as logarithm, such a place may be."""
SIZE_SPREAD = 0.12
"""Spread of the tiles' sizes about what distance explains, as logarithm."""
SLOPE_PRIOR = 2.0
"""How many tiles' worth of doubt there is that sizes change across the photo at all."""
ROUNDS = 5
DARKEST = 4.0
"""Below this brightness a body has no colour."""
MOST_ODDS = 9.0
"""Bound of the logarithm of the odds that locator and tile reader may give."""

FEATURES = ("one", "objectness", "face", "size", "size beyond", "hue", "shade", "joker", "company")
"""In this order `features` has: 1; logarithms of the odds by the locator and by the tile reader; departure in size up to a third and
up to threefold, in the body's hue and in its brightness, as logarithms, the less the fewer other tiles there are to compare with;
the probability that the face is a joker's; and how many others there are, from 0 to 1."""


def features(
    outlines: Sequence[Corners],
    objectness: Sequence[float],
    faces: Sequence[float],
    jokers: Sequence[float],
    bodies: NDArray[np.float32],
) -> NDArray[np.float64]:
    """What speaks for and against a tile at each place.

    Args:
        outlines: of the n places, each of shape (4, 2), pixels.
        objectness: by the locator, n numbers from 0 to 1.
        faces: probabilities by the tile reader that this is a tile, face up or down, n numbers.
        jokers: probabilities by the tile reader that this is a joker, n numbers.
        bodies: colours of the bare faces, shape (n, 3).

    Returns:
        Shape (n, len(FEATURES)).
    """
    if not len(outlines):
        return np.zeros((0, len(FEATURES)))
    found, face = _log_odds(objectness), _log_odds(faces)
    sizes = np.log(np.maximum(np.sqrt([abs(float(cv2.contourArea(outline))) for outline in outlines]), 1.0))
    anchors = 1 / (1 + np.exp(SURE_ANCHOR - found - face))
    usual = _weighted_median(sizes, anchors)
    anchors = np.where(np.abs(sizes - usual) < FAR_OFF, anchors, 0.0)
    centres = np.stack([outline.mean(axis=0) for outline in outlines]).astype(np.float64)
    apart = np.abs(sizes - usual - _steady(centres, sizes - usual, anchors))
    blue, green, red = np.log(np.maximum(bodies.astype(np.float64), DARKEST)).T
    hue = np.maximum(_departure(blue - green, anchors), _departure(red - green, anchors))
    shade = _departure((blue + green + red) / 3, anchors)
    others = anchors.sum() - anchors
    company = others / (others + 1)
    return np.column_stack([
        np.ones(len(sizes)), found, face / 2, np.minimum(apart, 0.3) * company, np.minimum(apart, 1.0) * company,
        np.minimum(hue, 0.3) * company, np.minimum(shade, 0.6) * company, np.asarray(jokers, np.float64), company,
    ])  # fmt: skip


class Belonging:
    """Tells tiles from what is none.

    Raises:
        vision.inference.ModelError: the file of weights is missing or damaged.
    """

    def __init__(self) -> None:
        try:
            weights = json.loads(MODEL.read_text(encoding="utf-8"))
            self._weights = np.array([float(weights[name]) for name in FEATURES])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"cannot load {MODEL}: install tileref again ({type(error).__name__})") from error

    def probabilities(self, seen: NDArray[np.float64]) -> Vector:
        """How probable it is that a tile lies at each place, shape (n,), from `features`, shape (n, len(FEATURES))."""
        return np.asarray(1 / (1 + np.exp(-np.clip(seen @ self._weights, -50, 50))))


def _log_odds(probabilities: Sequence[float]) -> Vector:
    bounded = np.clip(np.asarray(probabilities, np.float64), 1e-9, 1 - 1e-9)
    return np.asarray(np.clip(np.log(bounded / (1 - bounded)), -MOST_ODDS, MOST_ODDS))


def _weighted_median(values: Vector, weights: Vector) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order] + 1e-9)
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def _departure(values: Vector, anchors: Vector) -> Vector:
    return np.asarray(np.abs(values - _weighted_median(values, anchors)))


def _steady(centres: Vector, sizes: Vector, anchors: Vector) -> Vector:
    """The sizes, shape (n,), that a plane through those of the anchors gives, whatever strays left out (Huber, 1964)."""
    middle, extent = centres.mean(axis=0), max(float(np.ptp(centres, axis=0).max()), 1.0)
    design = np.column_stack([np.ones(len(centres)), (centres - middle) / extent])
    prior = np.diag([1e-6, SLOPE_PRIOR, SLOPE_PRIOR])
    fitted = np.zeros(len(centres))
    for _ in range(ROUNDS):
        weights = anchors / (1 + ((sizes - fitted) / SIZE_SPREAD) ** 2)
        weighted = design * weights[:, None]
        fitted = design @ np.linalg.solve(design.T @ weighted + prior, weighted.T @ sizes)
    return np.asarray(fitted)
