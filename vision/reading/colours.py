"""Colours judged for the table as a whole: every ink beside the photo's other inks, each relative to its own tile's body.

A print that is nearly black may be the black or the blue of a box, but a box has only one black and one blue.
`vision.reading.ink` measures each tile's ink against the bare face around it, which takes the colour of the light away;
`judge` looks for the four inks of the table among these tints and weighs the tile reader's word with how near a tile
lies to each.

A photo may show little colour, or none: by night, in infrared, from a pale camera. Then a blue print looks black to the
tile reader, and to anybody; `judge` leaves such tiles in doubt where other tiles, or the photo around them, show how
pale it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners, Outlines

USUAL_TINTS = np.array([[0.0, 0.0], [0.57, 0.36], [-0.82, -0.17], [0.92, -0.16]])
"""Tints of black, red, blue and orange in most boxes, as `vision.reading.ink` measures them."""
_TINT_SPREAD_OF_BOXES = 0.25  # standard deviation of an ink's tint from box to box
BETWEEN_PHOTOS = 0.1
"""Standard deviation of an ink's tint from photo to photo of one box."""
_TINT_SPREAD, _LEAST_TINT_SPREAD = 0.08, 0.05  # standard deviation of a tile's tint from its ink's
_PRIOR_TILES = 4.0  # number of tiles that the expectation `_TINT_SPREAD` counts for
_FREEDOM = 4.0  # degrees, of Student's distribution: tiles partly in glare or shadow lie far off
_STRAY_LIKELIHOOD = 0.003  # of any tint, relative to the best: what a tint may say against the tile reader
_ROUNDS = 10  # in which the mixture of inks is fitted
_FULL, _NONE = 0.6, 0.2  # strength of colours, relative to most photos', that is taken as it is; that tells nothing
# Number of tiles that the colours of the whole photo count for, where it shows as much as most; with more, by the
# square of how much more. It decides only where all tiles that the photo shows are black.
_PRIOR_COLOUR = 0.05
_MOST_COLOUR = 4.0  # times as much as most photos show that count: a pale photo of a gaudy table shows less
_LEFT = 0.01  # what the tile reader leaves to other colours where a tile is plainly black; with twice as much it is not
_MUCH_CHROMA = 4.5  # CIE Lab, of the most coloured twentieth of most photos
_MUCH_CONTRAST = 9.0  # by which tiles and table differ in most: few tiles on a plain cloth leave a photo in one colour
_CHROMA_SAMPLES = 200  # about how many pixels of the longer side are sampled for chroma
_GREY_LEVELS = 3  # by which red, green and blue differ in a grey photo
_COLOURED_SHARE = 0.01  # of a tile in which they differ by more where the photo is not grey


class ExpectedInks(NamedTuple):
    """The inks that a photo is expected to show, before it is seen."""

    tints: NDArray[np.float64]
    """Tints of black, red, blue and orange, shape (4, 2), as `vision.reading.ink` measures them."""
    spread: float
    """Standard deviation, from these tints, of the tints that a photo shows."""


INKS_OF_MOST_BOXES = ExpectedInks(USUAL_TINTS, _TINT_SPREAD_OF_BOXES)
"""What is expected where the box is not known."""


def colourful(photo: Photo, outlines: Outlines) -> float:
    """How much colour a photo shows: 0 where its tiles are in black and white, 1 where it has as much as most.

    It is `_MOST_COLOUR` at most; the tiles' outlines are of shape (4, 2), pixels.
    """
    if not any(_shows_colour(photo, outline) for outline in outlines):
        return 0.0
    step = max(1, max(photo.shape[:2]) // _CHROMA_SAMPLES)
    lab = cv2.cvtColor(photo[::step, ::step].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    chroma = np.asarray(lab[..., 1:], np.float32)
    away = np.linalg.norm(chroma - np.median(chroma, axis=(0, 1)), axis=2)
    share = max(float(np.percentile(away, 95)) / _MUCH_CHROMA, _aside(chroma, outlines, step) / _MUCH_CONTRAST)
    return float(np.clip(share, 0.01, _MOST_COLOUR))  # the tiles do show some colour


def _aside(chroma: NDArray[np.float32], outlines: Outlines, step: int) -> float:
    """How far tiles' colour is from what lies around; `chroma` are a and b in CIE Lab of every `step`th pixel."""
    tiles = np.zeros(chroma.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(tiles, np.round(outline / step).astype(np.int32), (1,))
    if tiles.all() or not tiles.any():
        return 0.0
    return float(np.linalg.norm(np.median(chroma[tiles > 0], axis=0) - np.median(chroma[tiles == 0], axis=0)))


def _shows_colour(photo: Photo, outline: Corners) -> bool:
    """Whether red, green and blue differ anywhere about a tile by more than rounding does."""
    (left, top), (right, bottom) = np.maximum(outline.min(axis=0), 0).astype(int), outline.max(axis=0).astype(int) + 1
    part = photo[top:bottom, left:right].astype(np.int16)
    return bool((part.max(axis=2) - part.min(axis=2) > _GREY_LEVELS).mean() > _COLOURED_SHARE) if part.size else False


def judge(
    probabilities: NDArray[np.float32],
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    *,
    colourful: Callable[[], float] = lambda: 1.0,
    expected: ExpectedInks = INKS_OF_MOST_BOXES,
) -> NDArray[np.float32]:
    """Colour probabilities in the light of all tiles of a photo.

    Args:
        probabilities: of black, red, blue and orange by the tile reader, shape (n, 4).
        seen: the tiles' tints, shape (n, 2).
        weights: how probable it is that a place shows coloured print at all, shape (n,), 0 to 1.
        colourful: tells how much colour the photo shows, as the function `colourful` does; asked only where the tiles
            do not show that.
        expected: the inks to expect, of this box or of most.

    Returns:
        Shape (n, 4), rows that sum to 1. A tint counts for odds of ``1 / _STRAY_LIKELIHOOD`` at most. Where it contradicts a tile
        reader that is as sure, both colours stay possible and the tile is doubtful. In a photo of pale colours the
        result is the mean of this and of a second one, in which the tile reader's word counts for less the paler the
        colours are.
    """
    judged, _ = _mixture(probabilities, seen, weights, expected=expected)
    strength = _strength(probabilities, seen, weights, colourful, expected)
    if strength < _FULL:
        pale = min((_FULL - strength) / (_FULL - _NONE), 1.0)
        unsure = (1 - pale) * probabilities + pale / probabilities.shape[1]
        judged = (judged + _mixture(unsure, seen, weights, max(strength, 0.0), expected)[0]) / 2
    return judged.astype(np.float32)


def _strength(
    probabilities: NDArray[np.float32],
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    colourful: Callable[[], float],
    expected: ExpectedInks,
) -> float:
    """How strong the tints of all that is not plainly black are, relative to those expected.

    It is `colourful`, 1 at most, where everything is black, and 0 where that is. Where the tints alone make it `_FULL`,
    however pale the photo, nobody asks.
    """
    usual = expected.tints[1:]
    others = probabilities[:, 1:].sum(axis=1)
    told = np.clip((others - _LEFT) / _LEFT, 0, 1)
    coloured = (weights * told)[:, None] * probabilities[:, 1:]
    relative = seen @ usual.T / (usual**2).sum(axis=1)
    strong, seen_so = float((coloured * relative).sum()), float(coloured.sum())
    if strong >= _FULL * (seen_so + _PRIOR_COLOUR):
        return strong / (seen_so + _PRIOR_COLOUR)
    colour = colourful()
    around, weight = min(colour, 1.0), _PRIOR_COLOUR * max(colour, 1.0) ** 2
    return (strong + around * weight) / (seen_so + weight) if colour else 0.0


def inks(
    probabilities: NDArray[np.float32], seen: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The tints of the photo's black, red, blue and orange ink, shape (4, 2); the arguments are as for `judge`."""
    return _mixture(probabilities, seen, weights)[1]


def _mixture(
    probabilities: NDArray[np.float32],
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    strength: float = 1.0,
    expected: ExpectedInks = INKS_OF_MOST_BOXES,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fits a mixture of four inks to the tints of the tiles.

    It is fitted by expectation and maximisation (Dempster, Laird and Rubin, 1977). The tile reader's probabilities take
    the place of the mixing weights, Student's distribution keeps strays from pulling (Peel and McLachlan, 2000), and an
    ink of which the photo shows little stays near its expected tint.

    The tints are expected as `expected` has them, `strength` times as strong; the other arguments are as for `judge`.

    Returns:
        The probability of each ink for each tile, shape (n, 4), and the tints of the inks, shape (4, 2).
    """
    usual = expected.tints * strength
    means, variance = usual.copy(), _TINT_SPREAD**2
    judged = probabilities.astype(np.float64)
    for _ in range(_ROUNDS):
        members = judged * weights[:, None]
        distances = squared_distances(seen, means)
        pull = members * (_FREEDOM + 2) / (_FREEDOM + distances / variance)
        means = (pull.T @ seen / variance + usual / expected.spread**2) / (
            pull.sum(axis=0)[:, None] / variance + 1 / expected.spread**2
        )
        distances = squared_distances(seen, means)
        spread = _PRIOR_TILES * _TINT_SPREAD**2 + 0.5 * float((pull * distances).sum())
        variance = max(spread / (_PRIOR_TILES + float(members.sum())), _LEAST_TINT_SPREAD**2)
        likelihood = (1 + distances / (_FREEDOM * variance)) ** (-(_FREEDOM + 2) / 2) + _STRAY_LIKELIHOOD
        judged = probabilities * likelihood
        judged /= judged.sum(axis=1, keepdims=True)
    return judged, means


def squared_distances(seen: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared distances of tints, shape (n, 2), from inks, shape (4, 2); shape (n, 4)."""
    return np.asarray(((seen[:, None] - means[None]) ** 2).sum(axis=2))
