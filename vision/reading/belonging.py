"""Which of the places found are tiles, judged together: what else lies in the photo tells what a tile looks like there.

Print on a calendar or the key of a keyboard may pass for a tile when it is looked at by itself. But the tiles of a box
are of one size, so that on the table they shrink steadily with distance, their bodies are of one colour, their numbers
are of one height, in one place on the face and in four inks, and most lie side by side. `features` measures how far
each place departs from the places that are most surely tiles; `Belonging` weighs that against what the locator and the
tile reader say, by trees that ``workshop/training/belonging.py`` fits (gradient boosting, Friedman, 2001).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS
from vision import quads
from vision.median import weighted_median
from vision.reading import colours
from vision.reading.candidates import FEATURES, JOKER_CLASS, Candidates
from vision.reading.inference import MODELS, ModelFile, Network
from vision.reading.table_reading import LIKELY

Vector = NDArray[np.float64]

_ANCHOR_LOG_ODDS = 6.0  # by locator and tile reader, from which a place is an anchor: others are held against it
_MOST_OFF_SIZE = 1.2  # logarithm by which an anchor's size may differ from the usual one
_SIZE_SPREAD, _LIGHT_SPREAD = 0.12, 0.12  # of logarithms of sizes and colours, beside what distance and light explain
_SLOPE_PRIOR = 0.05  # weight against sizes and light that change across the photo (ridge regression)
_NEXT_TILE, _NEXT_TILE_SPREAD = 1.05, 0.25  # tile widths to the next tile of a row, and how much farther off it may be
_LEAST_ANCHORS = 3.0  # sure tiles by whose sizes the size of others is judged
_MOST_BEYOND_ANCHORS = 0.7  # logarithm by which a tile may be smaller than all anchors, or larger: half, or twice
_ROUNDS = 5  # how often the planes are fitted, each time with outliers counting less
_DARKEST = 4.0  # grey levels below which a body has no colour
_MOST_LOG_ODDS = 9.0  # that locator and tile reader may give
_HALF_TRUST_NUMBERS = 2.0  # sure numbers beside a place at which what their prints have in common counts for a half
# Departures beyond which the features of these names grow no more, as in those that the trees are fitted to.
_MOST_SIZE, _MOST_SIZE_BEYOND, _MOST_HUE, _MOST_SHADE = 0.3, 1.0, 0.3, 0.6
_MOST_HEIGHT, _MOST_MIDDLE, _MOST_CONTRAST, _MOST_TINT = 0.5, 0.2, 1.0, 0.6

_NEAR = 3.0  # sizes of a place at which a sure tile says half as much of the light there as one close by
_OWN_BODY = 0.01  # how much the place's own colour says of it

MORE_LIKELY, LESS_LIKELY = (
    frozenset({"objectness", "face", "neighbours"}),
    frozenset({"size", "size beyond", "hue", "shade", "height", "middle", "contrast", "tint"}),
)
"""Features whose growth never makes a tile less likely, and features whose growth never makes it more likely."""


def features(seen: Candidates) -> NDArray[np.float64]:
    """What speaks for and against a tile at each place, shape (n, len(FEATURES))."""
    if not len(seen):
        return np.zeros((0, len(FEATURES)))
    numbered = seen.numbers.astype(np.float64)[:, : len(NUMBERS)].sum(axis=1)
    found, face = _log_odds(seen.objectness), _log_odds(1 - seen.no_tile)
    sizes, anchors = _sizes(seen.outlines), _anchors(seen)
    usual = weighted_median(sizes, anchors)
    anchors = np.where(np.abs(sizes - usual) < _MOST_OFF_SIZE, anchors, 0.0)
    centres = seen.outlines.mean(axis=1, dtype=np.float64)
    apart = _departure(sizes, _SIZE_SPREAD, centres, anchors)
    blue, green, red = np.log(np.maximum(seen.bodies.astype(np.float64), _DARKEST)).T
    hues = (_departure(hue, _LIGHT_SPREAD, centres, anchors) for hue in (blue - green, red - green))
    hue = np.maximum(*hues)
    shade = _departure((blue + green + red) / 3, _LIGHT_SPREAD, centres, anchors)
    others = anchors.sum() - anchors
    company = others / (others + 1)
    return np.column_stack([
        found, face, np.minimum(apart, _MOST_SIZE) * company, np.minimum(apart, _MOST_SIZE_BEYOND) * company,
        np.minimum(hue, _MOST_HUE) * company, np.minimum(shade, _MOST_SHADE) * company, seen.numbers[:, JOKER_CLASS], company,
        _neighbours(seen.outlines.astype(np.float64), anchors), *_print_features(seen, numbered, anchors * numbered),
    ])  # fmt: skip


def bodies_about(seen: Candidates) -> NDArray[np.float32]:
    """The colour that a tile's bare face has in the light about each place, BGR, shape (n, 3).

    It is that of the surest tiles, of which the nearest count most; without any, the colour of the place itself.
    """
    anchors = _anchors(seen)
    middles = seen.outlines.mean(axis=1, dtype=np.float64)
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2) / np.exp(_sizes(seen.outlines))[:, None]
    weights = anchors[None] / (1 + (away / _NEAR) ** 2) + _OWN_BODY * np.eye(len(middles))
    light = np.log(np.maximum(seen.bodies.astype(np.float64), _DARKEST))
    return np.asarray(np.exp(weights @ light / weights.sum(axis=1, keepdims=True)), np.float32)


def _print_features(seen: Candidates, numbered: Vector, anchors: Vector) -> tuple[Vector, ...]:
    """The last five of `FEATURES`; `anchors` says how surely each place is a tile with a number, `numbered` how probably one if a tile."""
    prints = seen.prints
    others = anchors.sum() - anchors
    company = others / (others + _HALF_TRUST_NUMBERS)
    height, middle, contrast = (
        np.abs(values - weighted_median(values, anchors)) * company
        for values in (np.log(prints.heights), prints.middles, prints.contrasts)
    )
    inks = colours.inks(seen.colours, prints.tints, anchors)
    tint = np.sqrt(colours.squared_distances(prints.tints, inks).min(axis=1))
    return (
        np.minimum(height, _MOST_HEIGHT) * numbered, np.minimum(middle, _MOST_MIDDLE) * numbered, np.minimum(contrast, _MOST_CONTRAST),
        prints.contrasts, np.minimum(tint, _MOST_TINT) * numbered,
    )  # fmt: skip


def _neighbours(outlines: NDArray[np.float64], anchors: Vector) -> Vector:
    """How surely tiles lie side by side with each place, 0 to 2: one to its left and one to its right."""
    centres = outlines.mean(axis=1)
    across = (outlines[:, 1] + outlines[:, 2] - outlines[:, 0] - outlines[:, 3]) / 2
    width = np.maximum(np.hypot(across[:, 0], across[:, 1]), 1.0)
    total = np.zeros(len(outlines))
    for side in (-_NEXT_TILE, _NEXT_TILE):
        away = np.linalg.norm(centres[None] - (centres + side * across)[:, None], axis=2) / width[:, None]
        total += (anchors[None] * np.exp(-((away / _NEXT_TILE_SPREAD) ** 2))).max(axis=1)
    return total


def of_likely_size(outlines: NDArray[np.float32], known: Candidates) -> NDArray[np.bool_]:
    """Which of some outlines, shape (n, 4, 2), by their size alone, may be tiles beside known places that have been read.

    Returns:
        Shape (n,); all True where hardly a tile is known.
    """
    anchors = _anchors(known)
    sure = anchors >= LIKELY
    if anchors.sum() < _LEAST_ANCHORS or not sure.any():
        return np.ones(len(outlines), np.bool_)
    sizes = _sizes(known.outlines)[sure]
    asked = _sizes(outlines)
    return np.asarray((asked > sizes.min() - _MOST_BEYOND_ANCHORS) & (asked < sizes.max() + _MOST_BEYOND_ANCHORS))


def _sizes(outlines: NDArray[np.float32]) -> Vector:
    """Sizes of the outlines: logarithms of the square roots of their areas."""
    return np.log(np.maximum(np.sqrt([quads.area(outline) for outline in outlines]), 1.0))


def _anchors(seen: Candidates) -> Vector:
    """How surely each place, judged by itself, is a tile, from 0 to 1."""
    found, face = _log_odds(seen.objectness), _log_odds(1 - seen.no_tile)
    return np.asarray(1 / (1 + np.exp(_ANCHOR_LOG_ODDS - found - face)))


class Belonging:
    """Tells tiles from other things by the model in the folder `models`; raises `ModelError` as `Network` does."""

    def __init__(self, models: Path = MODELS) -> None:
        self._model = Network(models / ModelFile.BELONGING, 1)

    def probabilities(self, seen: NDArray[np.float64]) -> Vector:
        """How probable it is that a tile lies at each place, shape (n,), from `features`, shape (n, len(FEATURES))."""
        if not len(seen):
            return np.zeros(0)
        (probabilities,) = self._model.run(seen.astype(np.float32))
        return probabilities[:, 0].astype(np.float64)


def _log_odds(probabilities: Vector) -> Vector:
    bounded = np.clip(probabilities, 1e-9, 1 - 1e-9)
    return np.asarray(np.clip(np.log(bounded / (1 - bounded)), -_MOST_LOG_ODDS, _MOST_LOG_ODDS))


def _departure(values: Vector, spread: float, centres: Vector, anchors: Vector) -> Vector:
    """How far values, shape (n,), are from a plane fitted to the anchors' values, among which outliers count less.

    An M-estimate with Cauchy's weights, by iteratively reweighted least squares (Holland and Welsch, 1977), begun at
    the median. `spread` is that of the anchors' values about the plane, and `anchors` say how much each place counts.
    """
    middle, extent = centres.mean(axis=0), max(float(np.ptp(centres, axis=0).max()), 1.0)
    design = np.column_stack([np.ones(len(centres)), (centres - middle) / extent])
    prior = np.diag([1e-6, _SLOPE_PRIOR, _SLOPE_PRIOR])
    usual = weighted_median(values, anchors)
    apart = values - usual
    for _ in range(_ROUNDS):
        weighted = design * (anchors / (1 + (apart / spread) ** 2))[:, None]
        plane = np.linalg.solve(design.T @ weighted + prior, weighted.T @ (values - usual))
        apart = values - usual - design @ plane
    return np.asarray(np.abs(apart))
