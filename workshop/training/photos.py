"""Labelled photos, ``{photo: {"size": [w, h], "tiles": [{"tile", "outline", ...}]}}``, as training samples."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from referee.tiles import KIND_INDEX, UNREAD, Tile
from workshop.training.dataset import UNREADABLE, Sample


def load(truth: Path) -> list[Sample]:
    """The photos that `truth` labels; they lie in the folder of the same name without its suffix."""
    samples = []
    for name, photo in sorted(json.loads(truth.read_text()).items()):
        jpeg = (truth.with_suffix("") / name).read_bytes()
        tiles = photo["tiles"]
        width, height = photo["size"]
        corners = np.array([tile["outline"] for tile in tiles], np.float32).reshape(-1, 4, 2)
        samples.append(
            Sample(
                jpeg,
                np.array(
                    [UNREADABLE if t["tile"] == UNREAD else KIND_INDEX[Tile.parse(t["tile"])] for t in tiles], np.int64
                ),
                corners,
                np.array([_inside(quad, width, height) for quad in corners], np.float32),
                np.array([tile["tile"] != UNREAD for tile in tiles], np.bool_),
            )
        )
    return samples


def _inside(quad: np.ndarray[tuple[int, ...], np.dtype[np.float32]], width: int, height: int) -> float:
    """Share of a quadrilateral that lies within the photo."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, _ = cv2.intersectConvexConvex(quad, frame)
    return float(area / max(cv2.contourArea(quad), 1.0))
