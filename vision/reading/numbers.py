"""Numbers judged for the table as a whole: the sure tiles of a photo show what the numbers of its box look like.

A typeface that the tile reader hardly knows leaves it in doubt about one 7 of a photo and sure of the next. `judge`
lays the print of each doubtful tile over those of the sure ones and weighs the tile reader's word with how alike they
are, much as a prototypical network (Snell, Swersky and Zemel, 2017) tells classes of which it has a few examples. What
is unlike all of them, such as the numbers of a calendar, may be no tile of the box.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_LEAST_EXAMPLES = 3  # sure tiles from which a photo tells what its numbers look like
_SHIFT = 1  # cells by which prints are shifted over each other, each way: so far off are two outlines
_MOST_CORRELATION = 0.995  # of two prints: grain alone makes this difference
# How alike two prints of a number are by Fisher's transformation, and the number of tiles that this counts for.
_USUALLY_ALIKE, _PRIOR_TILES = 1.8, 2.0
# These three are fitted to rendered photos in typefaces that the tile reader does not know.
_AGAINST = 3.0  # log odds against a number for each unit by which a tile is less like its examples than another's
_LESS_THAN_USUAL = 0.6  # by which a tile may be less alike than usual to the example nearest to it
_AGAINST_ALL = 6.0  # log odds against all numbers with examples for each unit beyond: it may be of another
_LEAST_PROBABILITY = 1e-6  # of the tile reader


class Judged(NamedTuple):
    """What the photo's own tiles say of n places."""

    probabilities: NDArray[np.float32]
    """Of 1 to 13 and joker, shape (n, 14)."""
    strangeness: NDArray[np.float32]
    """How much less than usual each is like the tile that it is likest to, shape (n,); 0 where no other is of its number."""


def judge(probabilities: NDArray[np.float32], shapes: NDArray[np.float32], known: NDArray[np.bool_]) -> Judged:
    """The numbers of places that are not known, in the light of those that are, and how strange each is among them.

    Where a tile may stand upside down, it is compared both ways: what looks like the nines of the photo one way and
    like its sixes the other stays in doubt.

    Args:
        probabilities: of 1 to 13 and joker by the tile reader, shape (n, 14), rows that sum to 1.
        shapes: the prints, as `vision.reading.ink` measures them, shape (n, rows, columns).
        known: which of the tiles are sure, shape (n,). Their probabilities stay as they are.
    """
    if known.sum() < _LEAST_EXAMPLES:
        return Judged(probabilities, np.zeros(len(probabilities), np.float32))
    numbers = probabilities[known].argmax(axis=1)
    alike = _alike(shapes, shapes[known])
    alike[np.flatnonzero(known), np.arange(len(numbers))] = -np.inf  # no tile is its own example
    by_number = _by_number(alike, numbers, probabilities.shape[1])
    own = by_number[np.flatnonzero(known), numbers]
    usual = (np.nansum(own) + _PRIOR_TILES * _USUALLY_ALIKE) / (np.isfinite(own).sum() + _PRIOR_TILES)
    judged = probabilities.copy()
    judged[~known] = _weighed(probabilities[~known], by_number[~known], usual)
    has_examples = ~np.isnan(np.take_along_axis(by_number, judged.argmax(axis=1)[:, None], axis=1)[:, 0])
    return Judged(judged, np.where(has_examples, usual - np.nanmax(by_number, axis=1), 0).astype(np.float32))


def _weighed(probabilities: NDArray[np.float32], alike: NDArray[np.float32], usual: float) -> NDArray[np.float64]:
    """Number probabilities, weighed with how alike each tile is to the likest example of each number, both (n, 14)."""
    best = np.nanmax(alike, axis=1, keepdims=True)
    beyond = np.maximum(usual - _LESS_THAN_USUAL - best, 0)
    evidence = -np.nan_to_num(_AGAINST * (best - alike) + _AGAINST_ALL * beyond)
    scores = np.log(np.maximum(probabilities, _LEAST_PROBABILITY)) + evidence
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


def _by_number(alike: NDArray[np.float32], numbers: NDArray[np.intp], count: int) -> NDArray[np.float32]:
    """How alike each tile is to the likest example of each number, shape (n, count); nan for numbers without example.

    `alike` says how alike it is to each example, shape (n, m), and `numbers` of which number these are, shape (m,).
    """
    found = np.full((len(alike), count), np.nan, np.float32)
    for number in np.unique(numbers):
        found[:, number] = alike[:, numbers == number].max(axis=1)
    return np.where(np.isfinite(found), found, np.float32(np.nan))


def _alike(some: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """How alike n prints are to m others, shape (n, m): how they correlate, by Fisher's transformation.

    Each is shifted to where it fits best, and turned upside down where it fits better so.
    """
    rows, columns = (size - 2 * _SHIFT for size in others.shape[1:])
    fixed = _standardized(others[:, _SHIFT : _SHIFT + rows, _SHIFT : _SHIFT + columns])
    either_way = np.concatenate([fixed, fixed[:, ::-1]])
    best = np.full((len(some), len(either_way)), -1, np.float32)
    for down in range(2 * _SHIFT + 1):
        for right in range(2 * _SHIFT + 1):
            shifted = _standardized(some[:, down : down + rows, right : right + columns])
            np.maximum(best, shifted @ either_way.T, out=best)
    upright, turned = np.split(np.clip(best, -_MOST_CORRELATION, _MOST_CORRELATION), 2, axis=1)
    return np.asarray(np.arctanh(np.maximum(upright, turned)), np.float32)


def _standardized(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Prints as vectors of mean 0 and length 1."""
    flat = shapes.reshape(len(shapes), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), _LEAST_PROBABILITY), np.float32)
