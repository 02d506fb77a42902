"""Outlines that share a part of the photo: how much, and which of them count."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision import quads
from vision.quads import Corners

OVERLAP = 0.42
"""Share of the smaller tile's area that two tiles may share before the weaker is dropped: on a rack of tiers the front one hides more
than a third of the tiles behind it."""
ROUGH_OVERLAP = 0.5
"""The same while corners are only roughly known, so that neighbours in a row are not taken for one tile."""
LEAST_AREA = 80.0
"""Square pixels of the photo below which nothing counts as a tile: of a face 11 pixels high nobody can tell the number."""
MOST_BEHIND = 0.6
"""Share of a tile's area that others may cover as well where it lies in a tier above or below them: outlines go on behind what hides them."""
LEAST_ABOVE = 0.4
"""How far the middle of such a tile is from theirs, along its own height; two outlines of one tile are at most half as far apart."""


def shared_area(one: Corners, other: Corners) -> float:
    """Square pixels that two convex outlines share."""
    if (one.min(axis=0) > other.max(axis=0)).any() or (other.min(axis=0) > one.max(axis=0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(one, other)[0])


def non_maximum_suppression(outlines: Sequence[Corners], most: float = OVERLAP, count: int | None = None) -> list[int]:
    """Indices of the outlines that count: greedily, each that shares no more than `most` of the smaller area with any that counts already.

    Args:
        outlines: the surest first, each of shape (4, 2), pixels. Only convex ones of `LEAST_AREA` or more count.
        most: 0 to 1.
        count: so many at most; None for all.
    """
    kept: list[int] = []
    areas = [quads.area(outline) for outline in outlines]
    lows, highs = np.empty((len(outlines), 2), np.float32), np.empty((len(outlines), 2), np.float32)
    for k, (outline, area) in enumerate(zip(outlines, areas, strict=True)):
        if len(kept) == count:
            break
        if area < LEAST_AREA or not cv2.isContourConvex(outline):
            continue
        low, high = outline.min(axis=0), outline.max(axis=0)
        number = len(kept)
        near = np.flatnonzero(((low < highs[:number]) & (lows[:number] < high)).all(axis=1)).tolist()
        others = ((outlines[kept[n]], areas[kept[n]]) for n in near)
        if any(cv2.intersectConvexConvex(outline, one)[0] > most * min(area, size) for one, size in others):
            continue
        lows[number], highs[number] = low, high
        kept.append(k)
    return kept


def is_in_another_tier(outline: Corners, others: Sequence[Corners]) -> bool:
    """Whether a tile lies in front of or behind those of `others` that it overlaps, one tier of a rack higher or lower.

    From a low camera the outlines of a rack's upper tiers go on behind the lower ones.
    """
    up = (outline[0] + outline[1] - outline[2] - outline[3]) / 2
    height = max(float(np.linalg.norm(up)), 1.0)
    covered = 0.0
    for other in others:
        shared = shared_area(outline, other)
        covered += shared
        above = abs(float((quads.centre(other) - quads.centre(outline)) @ up)) / height**2
        if shared > OVERLAP * min(quads.area(outline), quads.area(other)) and above < LEAST_ABOVE:
            return False
    return covered <= MOST_BEHIND * quads.area(outline)
