"""Colours judged for the table as a whole: every ink beside the other inks of the photo, each relative to its own tile's body.

A print that is nearly black may be the black or the blue of a box, but a box has only one black and one blue. `vision.prints` measures
each tile's ink against the bare face around it, which takes the colour of the light away; `judge` looks for the four inks of the
table among these tints and weighs the tile reader's word with how near a tile lies to each.

A photo may show little colour, or none: by night, in infrared, from a pale camera. Then a blue print looks black to the tile reader, and
to anybody; `judge` leaves such tiles in doubt where other tiles, or the photo around them, show how pale it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import Corners
from vision.reading import Photo

USUAL_TINTS = np.array([[0.0, 0.0], [0.57, 0.36], [-0.82, -0.17], [0.92, -0.16]])
"""Tints of black, red, blue and orange in most boxes, as `vision.prints` measures them."""
BETWEEN_BOXES = 0.25
"""Standard deviation of an ink's tint from box to box."""
BETWEEN_PHOTOS = 0.1
"""Standard deviation of an ink's tint from photo to photo of one box."""
WITHIN_A_PHOTO, LEAST_WITHIN = 0.08, 0.05
"""Standard deviation of a tile's tint from its ink's, as expected and at least."""
AS_IF_SEEN = 4.0
"""Number of tiles that the expectation `WITHIN_A_PHOTO` counts for."""
TAILS = 4.0
"""Degrees of freedom of Student's distribution: how far a tile that is partly in glare or shadow may lie off."""
STRAY = 0.003
"""Likelihood of any tint, relative to the best: what bounds the power of a tint against the tile reader's word."""
ROUNDS = 10
FULL, NONE = 0.6, 0.2
"""Strength of a photo's colours, relative to most photos', from which they are taken as they are, and up to which they tell nothing."""
AS_IF_SEEN_SO = 0.05
"""Number of tiles that the strength of the whole photo's colours counts for, beside that of the print: a photo may show black tiles alone."""
LEFT = 0.01
"""What the tile reader leaves to the other colours of a tile that is plainly black: many such tiles are no sign of pale colours."""
MUCH_CHROMA, MUCH_ASIDE = 4.5, 9.0
"""Chroma, in CIE Lab, that the most coloured twentieth of most photos reaches, and by which tiles and the table differ in most: few tiles on a
plain cloth leave all of a photo but them in one colour."""
SEEN_AT = 200
"""About how many pixels of the longer side are sampled for that."""
GREY_LEVELS, COLOURED_SHARE = 3, 0.01
"""Maximum difference of red, green and blue in a grey photo, and the share of a tile in which they differ by more where the photo is not grey."""


class Box(NamedTuple):
    """What is known of the inks before a photo is seen."""

    tints: NDArray[np.float64]
    """Tints of black, red, blue and orange, shape (4, 2)."""
    spread: float
    """Standard deviation of the tints that a photo shows from these."""


ANY_BOX = Box(USUAL_TINTS, BETWEEN_BOXES)


def colourful(photo: Photo, outlines: Sequence[Corners]) -> float:
    """How much colour a photo shows: 0 where its tiles are in black and white, 1 where it has as much as most.

    Args:
        photo: shape (height, width, 3).
        outlines: of the tiles, each of shape (4, 2), pixels.
    """
    if not any(_shows_colour(photo, outline) for outline in outlines):
        return 0.0
    step = max(1, max(photo.shape[:2]) // SEEN_AT)
    lab = cv2.cvtColor(photo[::step, ::step].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    chroma = np.asarray(lab[..., 1:], np.float32)
    away = np.linalg.norm(chroma - np.median(chroma, axis=(0, 1)), axis=2)
    share = max(float(np.percentile(away, 95)) / MUCH_CHROMA, _aside(chroma, outlines, step) / MUCH_ASIDE)
    return float(np.clip(share, 0.01, 1.0))  # the tiles do show some


def _aside(chroma: NDArray[np.float32], outlines: Sequence[Corners], step: int) -> float:
    """How far the colour of tiles is from that of what lies around them, in a photo of which every `step`th pixel is given; 0 where nothing does."""
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
    return bool((part.max(axis=2) - part.min(axis=2) > GREY_LEVELS).mean() > COLOURED_SHARE) if part.size else False


def judge(
    probabilities: NDArray[np.float32],
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    *,
    colourful: float = 1.0,
    box: Box = ANY_BOX,
) -> NDArray[np.float32]:
    """Colour probabilities in the light of all tiles of a photo.

    Args:
        probabilities: of black, red, blue and orange by the tile reader, shape (n, 4).
        seen: the tiles' tints, shape (n, 2).
        weights: how probable it is that a place shows coloured print at all, shape (n,), 0 to 1.
        colourful: how much colour the photo shows, as the function `colourful` tells it.
        box: what is known of the box's inks.

    Returns:
        Shape (n, 4). No tint outweighs odds of ``1 / STRAY``; where it contradicts a tile reader that is as sure, both stay
        possible and the tile is doubtful. In a photo of pale colours it is the mean of that and a result in which the reader's word counts the
        less, the paler they are.
    """
    judged, _ = _mixture(probabilities, seen, weights, box=box)
    strength = _strength(probabilities, seen, weights, colourful, box) if colourful else 0.0
    if strength < FULL:
        pale = min((FULL - strength) / (FULL - NONE), 1.0)
        unsure = (1 - pale) * probabilities + pale / probabilities.shape[1]
        judged = (judged + _mixture(unsure, seen, weights, max(strength, 0.0), box)[0]) / 2
    return judged.astype(np.float32)


def _strength(
    probabilities: NDArray[np.float32],
    seen: NDArray[np.float64],
    weights: NDArray[np.float64],
    expected: float,
    box: Box,
) -> float:
    """How strong the tints of all that is not plainly black are, relative to the box's; `expected` where everything is black."""
    usual = box.tints[1:]
    others = probabilities[:, 1:].sum(axis=1)
    beyond = np.maximum(others - LEFT, 0) / np.maximum(others, LEFT)
    coloured = (weights * beyond)[:, None] * probabilities[:, 1:]
    relative = seen @ usual.T / (usual**2).sum(axis=1)
    return float(((coloured * relative).sum() + AS_IF_SEEN_SO * expected) / (coloured.sum() + AS_IF_SEEN_SO))


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
    box: Box = ANY_BOX,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Which ink each tile has, and the inks: a mixture fitted to the tints, which are expected to be `strength` times as strong as the box's.

    By expectation and maximisation (Dempster, Laird and Rubin, 1977): the tile reader's probabilities take the place of the mixing
    weights, Student's distribution keeps strays from pulling (Peel and McLachlan, 2000), and an ink of which the photo shows little
    stays near the box's tints.
    """
    usual = box.tints * strength
    means, variance = usual.copy(), WITHIN_A_PHOTO**2
    judged = probabilities.astype(np.float64)
    for _ in range(ROUNDS):
        members = judged * weights[:, None]
        distances = squared_distances(seen, means)
        pull = members * (TAILS + 2) / (TAILS + distances / variance)
        means = (pull.T @ seen / variance + usual / box.spread**2) / (
            pull.sum(axis=0)[:, None] / variance + 1 / box.spread**2
        )
        distances = squared_distances(seen, means)
        spread = AS_IF_SEEN * WITHIN_A_PHOTO**2 + 0.5 * float((pull * distances).sum())
        variance = max(spread / (AS_IF_SEEN + float(members.sum())), LEAST_WITHIN**2)
        likelihood = (1 + distances / (TAILS * variance)) ** (-(TAILS + 2) / 2) + STRAY
        judged = probabilities * likelihood
        judged /= judged.sum(axis=1, keepdims=True)
    return judged, means


def squared_distances(seen: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared distances of tints, shape (n, 2), from inks, shape (4, 2); shape (n, 4)."""
    return np.asarray(((seen[:, None] - means[None]) ** 2).sum(axis=2))
