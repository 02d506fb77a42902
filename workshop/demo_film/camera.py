"""A pinhole camera, so that the truth of a rendered picture can be had without Blender."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A camera without lens distortion.

    World axes: x right, y away from the camera's side of the table, z up, in mm.
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    focal: float
    """Focal length in pixels."""
    width: int
    height: int
    roll: float = 0.0
    """Turn about the viewing direction in degrees."""

    @cached_property
    def axes(self) -> Points:
        """Right, down and forward as rows of a (3, 3) rotation."""
        forward = np.subtract(self.target, self.eye)
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 1.0, 0.0) if abs(forward[2]) > 0.5 else (0.0, 0.0, 1.0))
        right = right / np.linalg.norm(right)
        down = np.cross(forward, right)
        c, s = np.cos(np.radians(self.roll)), np.sin(np.radians(self.roll))
        return np.stack([c * right + s * down, c * down - s * right, forward])

    def project(self, points: ArrayLike) -> Points:
        """Pixels, shape (..., 2), of world points in mm, shape (..., 3)."""
        seen = (np.asarray(points, np.float64) - self.eye) @ self.axes.T
        return seen[..., :2] / seen[..., 2:] * self.focal + (self.width / 2, self.height / 2)

    def scaled(self, factor: float) -> Camera:
        """The same view with `factor` times as many pixels along each side."""
        return Camera(
            self.eye,
            self.target,
            self.focal * factor,
            round(self.width * factor),
            round(self.height * factor),
            self.roll,
        )

    def widened(self, factor: float) -> Camera:
        """A view `factor` times as wide and high about the same centre, at the same pixels per degree."""
        return Camera(
            self.eye, self.target, self.focal, round(self.width * factor), round(self.height * factor), self.roll
        )
