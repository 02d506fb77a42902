"""Two photos of one table laid over each other: which tile of the one lies where which tile of the other lies.

A camera held by hand sees the table from elsewhere the second time. Tiles lie in a plane, so what it does to them is a
homography (Hartley and Zisserman, Multiple View Geometry, 2nd edition, section 13.1), and it is found from the tiles
themselves: those read for certain in both photos vote for it with their corners, and what was moved, or has a twin
elsewhere, is outvoted (RANSAC, Fischler and Bolles 1981). Of few tiles the corners are too uncertain for eight
unknowns; then a similarity has to do.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import TableReading
from vision.scene.viewpoint import Homography

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
    pairs = [
        (one.corners, other.corners)
        for one in before.tiles
        for other in after.tiles
        if one.tile is not None and one.tile == other.tile and not (one.doubt or other.doubt)
    ]
    if len(pairs) < fewest:
        return None
    sources, targets = (np.array(corners, np.float32) for corners in zip(*pairs, strict=True))
    reach = _REACH * float(np.median([quads.shortest_side(corners) for corners in targets]))
    flat = (sources.reshape(-1, 2), targets.reshape(-1, 2))
    similar = cv2.estimateAffinePartial2D(
        *flat, method=cv2.RANSAC, ransacReprojThreshold=reach, maxIters=_TRIES, confidence=_CERTAINTY
    )[0]
    found: list[tuple[int, Homography]] = []
    if similar is not None:
        similarity = np.vstack([similar, [0.0, 0.0, 1.0]])
        found.append((_voting_for(similarity, sources, targets, reach), similarity))
    projective: Homography | None
    projective = cv2.findHomography(*flat, cv2.RANSAC, reach, maxIters=_TRIES, confidence=_CERTAINTY)[0]  # type: ignore[assignment] # of floats
    if projective is not None and (votes := _voting_for(projective, sources, targets, reach)) >= _ENOUGH:
        found.append((votes, projective))
    votes, best = max(found, key=lambda each: each[0], default=(0, None))
    return best if votes >= fewest else None


def agreeing(before: TableReading, after: TableReading, homography: Homography, reach: float) -> int:
    """How many tiles that are sure in both readings lie where a homography has them.

    Args:
        before: the reading of the first photo.
        after: the reading of the second photo.
        homography: from points of the first photo to those of the second.
        reach: pixels by which a tile's middle may lie elsewhere.
    """
    ones, others = ([tile for tile in reading.tiles if tile.tile and not tile.doubt] for reading in (before, after))
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
    errors = np.linalg.norm(np.array(seen_through(homography, sources)) - targets, axis=2).max(axis=1)
    return len(np.unique(targets[errors <= reach], axis=0))


def seen_through(homography: Homography, outlines: Sequence[Corners] | NDArray[np.float32]) -> list[Corners]:
    """The outlines, shape (n, 4, 2), pixels, as the other photo shows them, each of shape (4, 2)."""
    if not len(outlines):
        return []
    points = np.array(outlines, np.float64).reshape(-1, 1, 2)
    return list(cv2.perspectiveTransform(points, homography).astype(np.float32).reshape(-1, 4, 2))
