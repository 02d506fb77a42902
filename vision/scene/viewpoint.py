"""Viewpoints: from where a picture shows the table, and so where in it lies what lay elsewhere when the camera was put up.

A camera that is pushed shows a plane through another homography (Hartley and Zisserman, Multiple View Geometry, 2nd
edition, section 13.1). Points are fractions of a picture's width in both directions, so that one viewpoint holds for
any resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Point = tuple[float, float]
"""x and y: as fractions of a picture's width, or in pixels where that is said."""

Rows = tuple[tuple[float, float, float], ...]

Homography = NDArray[np.floating[Any]]
"""Takes points of one picture to points of another, shape (3, 3)."""

_DIGITS = 9  # after the point, of a matrix: a billionth of the picture's width


@dataclass(frozen=True)
class Viewpoint:
    """One place and direction of the camera."""

    rows: Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    """The homography from the picture as the camera was put up, to the picture as it shows the table from here."""

    @classmethod
    def of(cls, homography: Homography) -> Self:
        """The viewpoint with that homography, of points in fractions of the width.

        Raises:
            ValueError: it takes a plane to less than a plane, or is none at all.
        """
        matrix = np.asarray(homography, np.float64)
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or not matrix[2, 2]:
            raise ValueError("a homography has nine numbers, the last of them not zero")
        matrix = matrix / matrix[2, 2]
        if abs(np.linalg.det(matrix)) < np.finfo(np.float32).eps:
            raise ValueError("the homography takes a plane to a line")
        return cls(tuple((float(a), float(b), float(c)) for a, b, c in matrix.round(_DIGITS)))

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The homography, shape (3, 3)."""
        return np.array(self.rows)

    @cached_property
    def _back(self) -> Rows:
        a, b, c = np.linalg.inv(self.matrix).tolist()
        return (tuple(a), tuple(b), tuple(c))

    def see(self, x: float, y: float) -> Point:
        """Where the picture shows what lay at that point when the camera was put up."""
        return (x, y) if self.is_home else _through(self.rows, x, y)

    def back(self, x: float, y: float) -> Point:
        """Where that point of the picture lay when the camera was put up."""
        return (x, y) if self.is_home else _through(self._back, x, y)

    @cached_property
    def is_home(self) -> bool:
        """Whether the camera stands where it was put up."""
        return self == HOME

    def moved(self, homography: Homography) -> Viewpoint:
        """The viewpoint from which a picture shows what this one's shows, seen through `homography`."""
        return Viewpoint.of(np.asarray(homography, np.float64) @ self.matrix)

    def to(self, other: Viewpoint) -> NDArray[np.float64]:
        """The homography from this viewpoint's picture to the other's, shape (3, 3), in fractions of the width."""
        matrix = other.matrix @ np.linalg.inv(self.matrix)
        return np.asarray(matrix / matrix[2, 2])

    def apart(self, other: Viewpoint, height: float) -> float:
        """The largest distance between where a picture shows a point and where the other viewpoint shows it.

        The picture is `height` widths high.
        """
        points = [(x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, height / 2, height)]
        way = self.to(other).tolist()
        return max(float(np.hypot(u - x, v - y)) for x, y in points for u, v in [_through(way, x, y)])

    def to_json(self) -> list[list[float]] | None:
        """The homography as the journal keeps it; None where the camera stands as it was put up."""
        return None if self.is_home else [list(row) for row in self.rows]

    @classmethod
    def from_json(cls, data: Sequence[Sequence[float]] | None) -> Viewpoint:
        """The viewpoint that `to_json` wrote.

        Raises:
            ValueError, TypeError: it is no homography.
        """
        return HOME if data is None else cls.of(np.array(data, np.float64))


HOME = Viewpoint()
"""The viewpoint of the camera as it was put up."""


def _through(rows: Sequence[Sequence[float]], x: float, y: float) -> Point:
    (a, b, c), (d, e, f), (g, h, i) = rows
    scale = g * x + h * y + i
    return ((a * x + b * y + c) / scale, (d * x + e * y + f) / scale)


def in_pixels(homography: Homography, width: int) -> NDArray[np.float64]:
    """A homography (3, 3) of points in fractions of the width, for points in pixels of pictures of that width."""
    grow = np.diag([width, width, 1.0])
    return np.asarray(grow @ homography @ np.linalg.inv(grow))


def in_widths(homography: Homography, width: int) -> NDArray[np.float64]:
    """A homography (3, 3) of points in pixels of pictures of that width, for points in fractions of the width."""
    return in_pixels(homography, 1 / width)  # type: ignore[arg-type] # a scale like any other


def seen_through(homography: Homography, points: ArrayLike) -> NDArray[np.float32]:
    """Points of one picture, such as outlines, shape (..., 2), pixels, where the other picture shows them."""
    given = np.asarray(points, np.float64)
    if not given.size:
        return given.astype(np.float32)
    found = cv2.perspectiveTransform(given.reshape(-1, 1, 2), np.asarray(homography, np.float64))
    return found.astype(np.float32).reshape(given.shape)
