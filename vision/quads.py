"""Quadrilaterals: the outlines of tiles in a photo, and what is measured of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float32]
"""Corners of a tile's face, shape (4, 2), x and y in pixels of the upright photo: top-left, top-right, bottom-right,
bottom-left of the face as read upright."""

Outlines = Sequence[Corners] | NDArray[np.float32]
"""Corners of several, shape (n, 4, 2)."""

Rectangle = tuple[float, float, float, float]
"""An upright rectangle: left, top, right, bottom."""

UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""The corners of a face measured in its own width and height, shape (4, 2)."""


def centre(corners: Corners) -> NDArray[np.float32]:
    """The middle of a face, shape (2,)."""
    return np.asarray(corners.sum(axis=0) / np.float32(len(corners)), np.float32)


def centres(outlines: Outlines) -> NDArray[np.float32]:
    """The middle of each of several faces, shape (n, 2)."""
    return np.asarray(np.asarray(outlines, np.float32).reshape(-1, 4, 2).sum(axis=1) / np.float32(4))


def height(corners: Corners) -> float:
    """The height of a face, pixels: the mean of its left and its right side."""
    top_left, top_right, bottom_right, bottom_left = corners.tolist()  # NumPy takes longer over so few numbers
    return (math.dist(top_left, bottom_left) + math.dist(top_right, bottom_right)) / 2


def width(corners: Corners) -> float:
    """The width of a face, pixels: the mean of its upper and its lower side."""
    top_left, top_right, bottom_right, bottom_left = corners.tolist()
    return (math.dist(top_left, top_right) + math.dist(bottom_left, bottom_right)) / 2


def area(corners: Corners) -> float:
    """Square pixels that a face takes in the photo."""
    return abs(float(cv2.contourArea(corners)))


def shortest_side(corners: Corners) -> float:
    """The length of a face's shortest side, pixels."""
    one, two, three, four = corners.tolist()
    return min(math.dist(one, two), math.dist(two, three), math.dist(three, four), math.dist(four, one))


def bounding_box(points: NDArray[np.floating[Any]]) -> Rectangle:
    """The upright rectangle about points (n, 2)."""
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, top, right, bottom


def to_json(corners: Corners) -> list[list[float]]:
    """Corners in JSON form: x and y of each, in tenths of a pixel."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def overlap(one: Rectangle, other: Rectangle) -> float:
    """The area that two boxes share."""
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(down, 0.0)


def iou(one: Rectangle, other: Rectangle) -> float:
    """Intersection over union of two boxes, 0 to 1."""
    shared = overlap(one, other)
    if not shared:
        return 0.0
    areas = sum((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other))
    return shared / (areas - shared)


def distances(ones: Outlines, others: Outlines) -> NDArray[np.float64]:
    """How far the middles of outlines lie apart, pixels, for each of `ones` (rows) and `others` (columns)."""
    middles, others_middles = (
        np.asarray(outlines, np.float64).reshape(-1, 4, 2).mean(axis=1) for outlines in (ones, others)
    )
    return np.asarray(np.linalg.norm(middles[:, None] - others_middles, axis=2))


def nearest_pairs(ones: Outlines, others: Outlines) -> list[tuple[int, int]]:
    """Indices of the outlines of two pictures that lie in one place, nearest first.

    Each outline is in one pair at most. Their middles are half a tile's width apart at most, of the larger of the two:
    closer, no second tile can lie.
    """
    if not len(ones) or not len(others):
        return []
    apart = distances(ones, others)
    widths, others_widths = ([shortest_side(outline) for outline in outlines] for outlines in (ones, others))
    near = apart <= np.maximum.outer(widths, others_widths) / 2
    pairs = sorted((apart[i, j], i, j) for i, j in np.argwhere(near).tolist())
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in pairs:
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return [*found.items()]
