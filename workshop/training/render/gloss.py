"""A lamp that is mirrored in the faces of tiles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage


@dataclass(frozen=True)
class Gloss:
    """The mirror image of a lamp or a window on the faces of tiles that lie about one place."""

    place: NDArray[np.float64]
    """Its middle on the table, shape (2,), tile widths."""
    reach: float
    """How far about it faces mirror the lamp, tile widths."""
    peak: float
    """How much light the mirrored lamp adds to a face at most, 0 to 1."""
    width: float
    """Width of the bright band on a face, in heights of the face."""
    hardness: float
    """1 for a lamp that fades, more for one with an edge."""
    angle: float
    """Direction of the band on the face, radians."""

    @classmethod
    def random(cls, rng: np.random.Generator, half_size: float) -> Gloss:
        """Somewhere within `half_size` of the middle of the table, tile widths."""
        return cls(
            place=rng.uniform(-half_size, half_size, 2),
            reach=rng.uniform(1.5, 7.0),
            peak=rng.uniform(0.1, 0.6),
            width=rng.uniform(0.06, 0.3),
            hardness=rng.uniform(1.0, 3.0),
            angle=rng.uniform(0, np.pi),
        )

    def on(self, face: FloatImage, at: NDArray[np.float64], rng: np.random.Generator) -> FloatImage:
        """The face (h, w, 4) of a tile that lies at the point (2,); the same array where it mirrors nothing."""
        if np.hypot(*(at - self.place)) > self.reach * rng.uniform(0.7, 1.3):
            return face
        height, width = face.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(height)
        middle = rng.normal(0, 0.4)  # tiles lie a little askew, so that each mirrors another part
        away = (x - 0.5 * width / height) * np.float32(np.cos(self.angle)) + (y - 0.5) * np.float32(np.sin(self.angle))
        away = np.abs(away - np.float32(middle)) / np.float32(self.width)
        bright = face.copy()
        bright[..., :3] += (self.peak * rng.uniform(0.6, 1.2) * np.exp(-(away ** (2 * self.hardness))))[..., None]
        return bright
