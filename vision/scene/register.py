"""Two photos of one table laid over each other: which tile of the one lies where which tile of the other lies.

A camera held by hand sees the table from elsewhere the second time. Tiles lie in a plane, so what it does to them is a
homography (Hartley and Zisserman, Multiple View Geometry, 2nd edition, section 13.1), and it is found from the tiles
themselves: those read for certain in both photos vote for it with their corners, and what was moved, or has a twin
elsewhere, is outvoted (RANSAC, Fischler and Bolles 1981). Of few tiles the corners are too uncertain for eight
unknowns; then a similarity has to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.reading.table_reading import TableReading
from vision.scene.viewpoint import Homography, seen_through

FEWEST = 2
"""Minimum number of tiles that must lie as they lay: one alone could lie anywhere."""

_ENOUGH = 5  # tiles that a homography must agree with; their corners are twenty points for its eight unknowns
_REACH = 0.25  # of a tile's shortest side: a corner is that exact where the reading is sound
_TRIES = 5000  # of RANSAC
_CERTAINTY = 0.9999  # of RANSAC: of having once drawn only points that belong together


def find_homography(before: TableReading, after: TableReading, fewest: int = FEWEST) -> Homography | None:
    """The homography that takes points of the photo of `before` to the same points of the table in the photo of `after`.

    None where fewer than `fewest` tiles that are sure in both photos lie in the same constellation.
    """
    ones, others = before.sure, after.sure
    pairs = [(one.corners, other.corners) for one in ones for other in others if one.tile == other.tile]
    if len(pairs) < fewest:
        return None
    sources, targets = (np.array(corners, np.float32) for corners in zip(*pairs, strict=True))
    reach = _REACH * float(np.median([*map(quads.shortest_side, targets)]))
    best, most = None, fewest - 1
    for fit in fits(sources.reshape(-1, 2), targets.reshape(-1, 2), reach, _TRIES, _CERTAINTY):
        votes = _voting_for(fit.homography, sources, targets, reach)
        if votes > most and (votes >= _ENOUGH or not fit.is_projective):
            best, most = fit.homography, votes
    return best


class Fit(NamedTuple):
    """A homography that most points agree on."""

    homography: Homography
    is_projective: bool
    """Whether it is more than a similarity."""


def fits(
    points: NDArray[np.float32], targets: NDArray[np.float32], reach: float, tries: int, certainty: float
) -> Iterator[Fit]:
    """A similarity and a homography that take most of the points, shape (n, 2), to within `reach` of their targets (RANSAC)."""
    if len(points) < 4:  # noqa: PLR2004 - a homography takes four
        return
    similar = cv2.estimateAffinePartial2D(
        points, targets, method=cv2.RANSAC, ransacReprojThreshold=reach, maxIters=tries, confidence=certainty
    )[0]
    if similar is not None:
        yield Fit(np.vstack([similar, [0.0, 0.0, 1.0]]), is_projective=False)
    projective = cv2.findHomography(points, targets, cv2.RANSAC, reach, maxIters=tries, confidence=certainty)[0]
    if projective is not None:
        yield Fit(np.asarray(projective, np.float64), is_projective=True)


def agreeing(before: TableReading, after: TableReading, homography: Homography, reach: float) -> int:
    """How many tiles that are sure in both readings lie where a homography has them, `reach` pixels off at most.

    It leads from points of the photo of `before` to those of the photo of `after`.
    """
    ones, others = before.sure, after.sure
    moved = seen_through(homography, [tile.corners for tile in ones])
    pairs = quads.nearest_pairs(moved, [tile.corners for tile in others])
    return sum(
        ones[i].tile == others[j].tile
        and float(np.linalg.norm(quads.centre(moved[i]) - quads.centre(others[j].corners))) <= reach
        for i, j in pairs
    )


def same_places(before: TableReading, after: TableReading, homography: Homography) -> list[tuple[int, int]]:
    """Pairs of tiles, indices into the tiles of either reading, that lie in the same place of the table, whatever they are.

    `homography` is from points of the first photo to those of the second.
    """
    moved = seen_through(homography, [tile.corners for tile in before.tiles])
    return quads.nearest_pairs(moved, [tile.corners for tile in after.tiles])


def _voting_for(
    homography: Homography, sources: NDArray[np.float32], targets: NDArray[np.float32], reach: float
) -> int:
    """How many tiles, each counted once, lie where the homography says; outlines have the shape (tiles, 4, 2)."""
    errors = np.linalg.norm(seen_through(homography, sources) - targets, axis=2).max(axis=1)
    return len(np.unique(targets[errors <= reach], axis=0))
