"""Racks in the picture: tiles that stand in rows at its edge before the first turn lie beside the table and are nobody's sets.

The table is empty until the first turn, so whatever shows its face by then is none of the game's tiles that lie on it. Only rows at the edge of
the picture are left out by themselves; what lies further in is either cleared away or in the way, and a person must see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision import quads
from vision.quads import Corners
from vision.reading import TableReading

Outline = tuple[tuple[float, float], ...]
"""Corners of a part of the picture, as fractions of its width and its height."""

FEWEST = 3
"""So many tiles side by side are a row."""

_EDGE = 1.6  # tile heights: a row whose middle lies nearer to the edge of the picture stands at it
_LONGER = 4.0  # tile widths by which a rack goes on at either end, drawn tiles included
_DEEPER = 0.75  # tile heights across the row: the second tier, the rack's own feet


def rows_beside(reading: TableReading, fewest: int = FEWEST) -> tuple[Outline, ...]:
    """The parts of the picture in which racks stand, from a reading of the table before the first turn.

    Args:
        reading: of the whole picture.
        fewest: so many tiles side by side are a row.
    """
    found: list[Outline] = []
    for members in reading.sets:
        tiles = [reading.tiles[i].corners for i in members]
        if len(tiles) >= fewest and _at_edge(tiles, reading.width, reading.height):
            found.append(_grown(tiles, reading.width, reading.height))
    return tuple(found)


def without(reading: TableReading, parts: Sequence[Outline]) -> TableReading:
    """The reading without the tiles, and the tiles face down, whose middle lies in one of these parts of the picture."""
    if not parts:
        return reading
    size = (reading.width, reading.height)
    outlines = [np.array(part, np.float32) * np.array(size, np.float32) for part in parts]

    def is_beside(corners: Corners) -> bool:
        x, y = map(float, quads.centre(corners))
        return any(cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0 for outline in outlines)

    kept = [i for i, tile in enumerate(reading.tiles) if not is_beside(tile.corners)]
    place = {i: at for at, i in enumerate(kept)}
    sets = (tuple(place[i] for i in members if i in place) for members in reading.sets)
    return replace(
        reading,
        tiles=tuple(reading.tiles[i] for i in kept),
        sets=tuple(members for members in sets if members),
        face_down=tuple(back for back in reading.face_down if not is_beside(back)),
    )


def _at_edge(tiles: Sequence[Corners], width: int, height: int) -> bool:
    """Whether a whole row stands along one edge of the picture."""
    reach = _EDGE * float(np.median([quads.height(corners) for corners in tiles]))
    middles = np.array([quads.centre(corners) for corners in tiles])
    distances = (middles[:, 0], middles[:, 1], width - middles[:, 0], height - middles[:, 1])
    return any(bool((distance <= reach).all()) for distance in distances)


def _grown(tiles: Sequence[Corners], width: int, height: int) -> Outline:
    """The rack around a row: longer at its ends, deeper across, as fractions of the picture."""
    points = np.concatenate([np.asarray(corners, np.float32) for corners in tiles])
    first, last = quads.centre(tiles[0]), quads.centre(tiles[-1])
    along = (last - first) / max(1.0, float(np.linalg.norm(last - first)))
    across = np.array([-along[1], along[0]], np.float32)
    tall = float(np.median([quads.height(corners) for corners in tiles]))
    wide = float(np.median([np.linalg.norm(corners[1] - corners[0]) for corners in tiles]))
    onto = points @ along, points @ across
    (left, right), (top, bottom) = ((float(part.min()), float(part.max())) for part in onto)
    left, right = left - _LONGER * wide, right + _LONGER * wide
    top, bottom = top - _DEEPER * tall, bottom + _DEEPER * tall
    corners = [along * x + across * y for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    return tuple((round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in corners)
