"""The camera over the table; lengths are in units of a tile's width, the table is z = 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR = 0.8
"""Nothing nearer to the camera than this is drawn, in tile widths."""


@dataclass(frozen=True)
class Camera:
    """A pinhole camera over the table."""

    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    """World to camera, shape (3, 3); the camera looks along its z axis, y down."""
    focal: float
    """In pixels."""
    centre: tuple[float, float]
    """Principal point in pixels."""

    @classmethod
    def over_table(
        cls,
        size: tuple[int, int],
        pixels_per_unit: float,
        tilt: float,
        rng: np.random.Generator,
        distances: tuple[float, float] = (6.0, np.inf),
    ) -> Camera:
        """A camera that looks at the table's middle.

        Args:
            size: of the picture, width and height in pixels.
            pixels_per_unit: scale at the middle, in pixels to a tile's width.
            tilt: of its axis off the vertical, radians.
            rng: source of direction, focal length and the rest.
            distances: nearest and farthest from the middle, in tile widths; the nearest lengthens the focal length,
                the farthest enlarges the scale where they conflict.
        """
        focal = max(size) * (rng.uniform(0.8, 2.2) if rng.random() < 0.65 else rng.uniform(0.55, 0.9))
        focal = max(focal, distances[0] * pixels_per_unit)
        distance = min(focal / pixels_per_unit, distances[1])
        azimuth, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.06)
        position = distance * np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        forward = -position / distance
        sideways = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        down = np.cross(forward, sideways)
        base = np.stack([sideways, down, forward])
        cos, sin = np.cos(roll), np.sin(roll)
        rotation = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ base
        offset = rng.normal(0, 0.12, 2) * size
        return cls(position, rotation, focal, (size[0] / 2 + offset[0], size[1] / 2 + offset[1]))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of points in space, (..., 3) to (..., 2)."""
        seen = (points - self.position) @ self.rotation.T
        return self.focal * seen[..., :2] / np.maximum(seen[..., 2:], 1e-3) + self.centre

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far in front of the camera points are, (..., 3) to (...), in tile widths."""
        return np.asarray((points - self.position) @ self.rotation[2])

    def in_front(self, outline: NDArray[np.float64]) -> NDArray[np.float64]:
        """The part of a flat polygon (n, 3) at least `NEAR` in front of the camera, (m, 3); m may be 0."""
        depth = self.depth(outline) - NEAR
        if (depth >= 0).all():
            return outline
        kept = []
        for k in range(len(outline)):
            if depth[k - 1] * depth[k] < 0:
                share = depth[k - 1] / (depth[k - 1] - depth[k])
                kept.append(outline[k - 1] + share * (outline[k] - outline[k - 1]))
            if depth[k] >= 0:
                kept.append(outline[k])
        return np.array(kept).reshape(-1, 3)

    def table_plane(self) -> NDArray[np.float64]:
        """(a, b, c) with 1 / depth = a x + b y + c for the table seen at pixel (x, y); not above 0 past the horizon."""
        # a point is position + depth * ray, and it lies on the table where its z is 0
        down = -self.rotation[:, 2] / self.position[2]
        a, b = down[0] / self.focal, down[1] / self.focal
        return np.array([a, b, down[2] - a * self.centre[0] - b * self.centre[1]])

    def ground_homography(self) -> NDArray[np.float64]:
        """Maps table coordinates (x, y, 1) to pixels."""
        intrinsics = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        columns = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position])
        return np.asarray(intrinsics @ columns)
