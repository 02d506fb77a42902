"""How well a camera shows tiles: so large, so sharp and so free of glare that they can be read."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.reading.rectify import rectify
from vision.reading.table_reading import TableReading, TileReading

LOW = 30.0
"""Height of a tile in the picture, pixels, below which more tiles are misread or doubtful than a game can do with
(docs/failures.md)."""

SOFT = 0.22
"""Sharpness (`sharpness`), the steepest rise from ink to body as a share of their difference in a sixty-fourth of the
tile's height, below which print is soft: below it tiles are doubted in photos that are blurred step by step, above it
hardly any."""

_BURNT = 0.6  # share of a face that is burnt out from which a glare lies on it
_WHITE = 250  # level in every channel from which a pixel is burnt out
_RIM = (5, 4)  # rows and columns of a face at each edge that may show what lies beside it
_INK, _BODY = 2, 80  # percentiles of a face's brightness
_STEEPEST = 99  # percentile of the steps from pixel to pixel: the very steepest are noise
_LEAST_CONTRAST = 8.0  # grey levels


class Legibility(NamedTuple):
    """Numbers of tiles that something keeps from being read well."""

    tiles: int
    """How many there are."""
    low: int
    """How many are too small in the picture."""
    soft: int
    """How many are not sharp."""
    burnt: int
    """How many lie in a glare."""


def legibility(photo: Photo, reading: TableReading) -> Legibility:
    """How well the tiles of a photo can be read.

    Args:
        photo: shape (height, width, 3).
        reading: what was read from it.
    """
    faces = [_face(photo, tile) for tile in reading.tiles]
    return Legibility(
        tiles=len(faces),
        low=sum(is_low(tile.height) for tile in reading.tiles),
        soft=sum(sharpness(face) < SOFT for face in faces),
        burnt=sum(float((face.min(axis=2) >= _WHITE).mean()) > _BURNT for face in faces),
    )


def is_low(height: float) -> bool:
    """Whether a tile of that height in the picture, pixels, is too small to be read well."""
    return height < LOW


def sharpness(face: NDArray[np.uint8]) -> float:
    """How steeply a face's brightness changes, shape (rows, columns, 3).

    It is a share of the difference between ink and body, for each pixel.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    ink, body = np.percentile(grey, (_INK, _BODY))
    steps = [np.abs(np.diff(grey, axis=axis)).ravel() for axis in (0, 1)]
    return float(np.percentile(np.concatenate(steps), _STEEPEST) / max(body - ink, _LEAST_CONTRAST))


def _face(photo: Photo, tile: TileReading) -> NDArray[np.uint8]:
    rows, columns = _RIM
    return rectify(photo, tile.corners)[rows:-rows, columns:-columns]
