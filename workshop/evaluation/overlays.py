"""Pictures of what was read beside what is labelled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.tiles import UNREAD, Tile
from vision.image import Photo
from vision.reading import arrange
from vision.reading.overlay import draw
from vision.reading.table_reading import TableReading, TileReading
from workshop.evaluation.matching import outlines


def beside(photo: Photo, truth: Mapping[str, Any], reading: TableReading) -> Photo:
    """The photo with its truth drawn in, and the photo with the reading, left and right; labels ``?`` are doubtful."""
    tiles = []
    for label, outline in zip(truth["tiles"], outlines(truth), strict=True):
        unknown = label["tile"] == UNREAD
        kinds = {} if unknown else {Tile.parse(label["tile"]): 1.0}
        tiles.append(TileReading.of(outline, kinds, doubt=unknown))
    sets = truth.get("sets") or arrange.into_sets([tile.corners for tile in tiles])
    told = TableReading(tuple(tiles), tuple(map(tuple, sets)), reading.width, reading.height)
    return np.hstack([draw(photo, told), draw(photo, reading)])


def write_picture(path: Path, picture: Photo) -> None:
    """Writes a picture; the folder is made where it is missing.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), picture):
        raise OSError(f"cannot write {path}")
