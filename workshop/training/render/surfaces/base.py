"""What all tables have in common."""

from __future__ import annotations

import cv2
import numpy as np

from workshop.training.render.arrays import FloatImage

TABLE_SIZE = 512
"""Side of a table's texture in pixels."""
SIZE = (TABLE_SIZE, TABLE_SIZE)


def fuzz(rng: np.random.Generator, strength: float, sigma: float = 0.7) -> FloatImage:
    """Fine grain about 1, shape SIZE."""
    grain = rng.standard_normal(SIZE, np.float32)
    return 1 + np.float32(strength) * cv2.GaussianBlur(grain, (0, 0), sigma)


def square_wave(position: FloatImage, period: float, duty: float) -> FloatImage:
    """1 in the given share of each period, 0 elsewhere, with edges about a pixel wide."""
    phase = position / np.float32(period)
    phase = np.abs(phase - np.floor(phase) - 0.5) * 2
    return np.clip((np.float32(duty) - phase) * np.float32(period) / 2 + 0.5, 0, 1)
