"""Outlines that share a part of the photo: how much, and which of them count."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners, Outlines

OVERLAP = 0.42
"""Share of the smaller tile's area that two tiles may share before the weaker is dropped: on a rack of tiers the front
one hides more than a third of the tiles behind it."""
ROUGH_OVERLAP = 0.5
"""`OVERLAP` while corners are only roughly known, so that neighbours in a row are not taken for one tile."""
_COVERING_RATIO = 1.5  # of an outline's area to that of another which it covers as one of several, at least
_LEAST_AREA = 80.0  # square pixels of a tile: of a face 11 pixels high nobody can tell the number
_MOST_COVERED = 0.6  # share of a tile in another tier that others cover: outlines go on behind what hides them
_LEAST_TIERS_APART = 0.4  # heights of such a tile between the middles; two outlines of one are half as far apart


def shared_area(one: Corners, other: Corners) -> float:
    """Square pixels that two convex outlines share."""
    if (one.min(axis=0) > other.max(axis=0)).any() or (other.min(axis=0) > one.max(axis=0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(one, other)[0])


def outline_iou(one: Corners, other: Corners) -> float:
    """Intersection over union of two convex outlines, 0 to 1."""
    shared = shared_area(one, other)
    return shared / max(quads.area(one) + quads.area(other) - shared, 1e-6)


def non_maximum_suppression(outlines: Outlines, most: float = OVERLAP, count: int | None = None) -> list[int]:
    """Indices of the outlines that count, chosen greedily.

    Each shares no more than `most` of the smaller area with any that counts already.

    Args:
        outlines: the surest first, each of shape (4, 2), pixels. Only convex ones of `_LEAST_AREA` or more count.
        most: maximum share of the smaller area, 0 to 1.
        count: maximum number of indices; None for all.
    """
    if not len(outlines):
        return []
    corners = np.asarray(outlines, np.float32)
    across, down = (np.roll(corners, -1, axis=1) - corners).transpose(2, 0, 1)
    turns = across * np.roll(down, -1, axis=1) - down * np.roll(across, -1, axis=1)
    areas = [quads.area(outline) for outline in corners]
    may_count = ((turns > 0).all(axis=1) | (turns < 0).all(axis=1)) & (np.array(areas) >= _LEAST_AREA)
    near = _touching(corners)
    surer: dict[int, list[int]] = {k: [] for k in np.flatnonzero(may_count).tolist()}
    for k, j in np.argwhere(np.tril(near & may_count & may_count[:, None], -1)).tolist():
        surer[k].append(j)
    kept: dict[int, None] = {}
    for k, others in surer.items():
        if len(kept) == count:
            break
        shared = ((j, cv2.intersectConvexConvex(corners[k], corners[j])[0]) for j in others if j in kept)
        if not any(area > most * min(areas[k], areas[j]) for j, area in shared):
            kept[k] = None
    return [*kept]


def _touching(corners: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which upright boxes about outlines, shape (n, 4, 2), share any area, shape (n, n)."""
    (left, top), (right, bottom) = corners.min(axis=1).T, corners.max(axis=1).T
    return np.asarray(
        (left[:, None] < right) & (left < right[:, None]) & (top[:, None] < bottom) & (top < bottom[:, None])
    )


def swallowing(outlines: Outlines) -> list[int]:
    """Indices, in their order, of the outlines that cover two or more others.

    Each of the others is covered by more than `ROUGH_OVERLAP`, and they do not cover each other. In such an outline
    several tiles in a row were taken for one, while some of them were also found by themselves.
    """
    if not len(outlines):
        return []
    covered: dict[int, list[int]] = {}
    areas = np.array([quads.area(outline) for outline in outlines])
    may_cover = _touching(np.asarray(outlines, np.float32)) & (areas[:, None] >= _COVERING_RATIO * areas)
    for k, j in np.argwhere(may_cover).tolist():
        if shared_area(outlines[k], outlines[j]) > ROUGH_OVERLAP * areas[j]:
            covered.setdefault(k, []).append(j)
    return [
        k
        for k, those in covered.items()
        if len(non_maximum_suppression([outlines[j] for j in those], ROUGH_OVERLAP)) > 1
    ]


def once_or_several(outlines: Outlines, count: int | None = None) -> list[int]:
    """Indices, in their order, of the outlines that count (`non_maximum_suppression`), and of those that may be several.

    The outlines are the surest first, each of shape (4, 2), pixels; there are `count` of either kind at most, None for all.
    """
    several = swallowing(outlines)
    others = [k for k in range(len(outlines)) if k not in several]
    kept = [
        some[k]
        for some in (others, several)
        for k in non_maximum_suppression([outlines[k] for k in some], ROUGH_OVERLAP, count)
    ]
    return sorted(kept)


def is_in_another_tier(outline: Corners, others: Outlines) -> bool:
    """Whether a tile lies in front of or behind those of `others` that it overlaps, one tier of a rack higher or lower.

    From a low camera the outlines of a rack's upper tiers go on behind the lower ones.
    """
    covered = 0.0
    for other in others:
        shared = shared_area(outline, other)
        covered += shared
        if shared > OVERLAP * min(quads.area(outline), quads.area(other)) and not is_above_or_below(outline, other):
            return False
    return covered <= _MOST_COVERED * quads.area(outline)


def is_above_or_below(outline: Corners, other: Corners) -> bool:
    """Whether a tile lies so far above or below another, as it stands itself, that they are no two outlines of one."""
    up = (outline[0] + outline[1] - outline[2] - outline[3]) / 2
    height = max(float(np.linalg.norm(up)), 1.0)
    return abs(float((quads.centre(other) - quads.centre(outline)) @ up)) / height**2 >= _LEAST_TIERS_APART
