"""The tables of the demo round as a camera of 1920 x 1080 pixels shows them, one for each turn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.camera.photo import load_photo
from vision.image import Photo

DEMO_TURNS = 16
SIZE = (1920, 1080)
"""Pixels of the pictures."""

_FOLDER = Path(__file__).parents[2] / "sample_images" / "demo"


def demo_turn(number: int, size: tuple[int, int] = SIZE) -> Photo:
    """The table at the end of that turn, from 1 to `DEMO_TURNS`: BGR, shape (height, width, 3)."""
    photo = load_photo(_FOLDER / f"turn-{number:02}.jpg")
    return np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_LINEAR), np.uint8)
