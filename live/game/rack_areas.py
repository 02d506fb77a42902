"""Racks in the picture: tiles in rows at its edge before the first turn lie beside the table and are nobody's sets.

The table is empty until the first turn, so whatever shows its face by then is not a tile in play. Only rows at the edge
of the picture are left out automatically, and only those that form no set: a set was left lying from the last round.
What lies further in is either cleared away or in the way, and a person must see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Corner, Polygon
from referee.sets import fault
from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import TableReading
from vision.regions import is_within
from vision.scene.viewpoint import Point, Viewpoint

FEWEST = 3
"""Minimum number of tiles side by side that count as a row."""

_LEAST_BETWEEN = 0.3  # of the picture's width and of its height: less is no table
_EDGE = 5.0  # tile widths: a row whose middles lie nearer to an edge of the picture stands at it
_LONGER = 4.0  # tile widths by which a rack goes on at either end, drawn tiles included
_DEEPER = 1.5  # tile widths towards the table: another tier, half hidden by the first, and the rack's own feet


def find_racks(reading: TableReading, fewest: int = FEWEST) -> tuple[Polygon, ...]:
    """The parts of the picture in which racks stand, from a reading of all of it before the first turn.

    Rows have the `fewest` tiles side by side, or more.
    """
    found: list[Polygon] = []
    for members in reading.sets:
        tiles = [reading.tiles[i].corners for i in members]
        names = [reading.tiles[i].tile for i in members]
        is_set = None not in names and fault(tuple(name for name in names if name is not None)) is None
        if (
            len(tiles) >= fewest
            and not is_set
            and (distances_to_edges(tiles, reading.width, reading.height) <= _EDGE).all(axis=1).any()
        ):
            found.append(around(tiles, reading.width, reading.height))
    return tuple(found)


def between(parts: Sequence[Polygon]) -> Polygon | None:
    """The table between racks, from the parts of the picture in which they stand: a suggestion for the play area.

    Returns:
        A rectangle's corners, clockwise from the top left; None where there are no racks, or hardly anything is left
        between them.
    """
    borders = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}
    for part in parts:
        left, top, right, bottom = quads.bounding_box(np.array(part, np.float32))
        inner = {"left": right, "top": bottom, "right": left, "bottom": top}
        gaps = {"left": left, "top": top, "right": 1 - right, "bottom": 1 - bottom}
        side = min(gaps, key=lambda side: (gaps[side], abs(inner[side] - borders[side])))
        pick = max if side in {"left", "top"} else min
        borders[side] = pick(borders[side], inner[side])
    left, top, right, bottom = borders.values()
    if not parts or right - left < _LEAST_BETWEEN or bottom - top < _LEAST_BETWEEN:
        return None
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def have_changed(parts: Sequence[Polygon], reading: TableReading) -> bool:
    """Whether racks were moved, filled or cleared away since they were found in these parts of the picture."""
    if find_racks(without(reading, parts), fewest=1):
        return bool(find_racks(reading))
    return any(len(without(reading, [part]).tiles) == len(reading.tiles) for part in parts)


def seen_from(viewpoint: Viewpoint, parts: Sequence[Polygon], width: int, height: int) -> tuple[Polygon, ...]:
    """Parts of the picture of the camera as it was put up, as a picture of that size in pixels shows them from `viewpoint`."""
    return tuple(tuple(_there(viewpoint.see, corner, width, height) for corner in part) for part in parts)


def as_put_up(viewpoint: Viewpoint, parts: Sequence[Polygon], width: int, height: int) -> tuple[Polygon, ...]:
    """Parts of a picture of that size in pixels from `viewpoint`, as the camera showed them as it was put up."""
    return tuple(tuple(_there(viewpoint.back, corner, width, height) for corner in part) for part in parts)


def _there(way: Callable[[float, float], Point], corner: Corner, width: int, height: int) -> Corner:
    """Where a corner comes by a viewpoint's `way`, which takes points in fractions of the width alone."""
    x, y = way(corner[0], corner[1] * height / width)
    return (x, y * width / height)


def without(reading: TableReading, parts: Sequence[Polygon], area: Polygon | None = None) -> TableReading:
    """The reading without the tiles, and the tiles face down, whose middle lies in one of these parts of the picture, or outside the play area."""
    if not parts and area is None:
        return reading
    size = (reading.width, reading.height)
    outlines = [np.array(part, np.float32) * np.array(size, np.float32) for part in parts]

    play = None if area is None else np.array(area, np.float32) * np.array(size, np.float32)

    def is_beside(corners: Corners) -> bool:
        middle = quads.centre(corners)
        return not is_within(middle, play) or any(is_within(middle, outline) for outline in outlines)

    left = reading.without({i for i, tile in enumerate(reading.tiles) if is_beside(tile.corners)})
    return replace(left, face_down=tuple(back for back in reading.face_down if not is_beside(back)))


def distances_to_edges(tiles: Sequence[Corners], width: int, height: int) -> NDArray[np.float64]:
    """How far the middle of each tile of a row is from each edge of a picture of that size, in tile widths, shape (4, n)."""
    middles = np.array([quads.centre(corners) for corners in tiles], np.float64)
    return np.stack([middles[:, 0], middles[:, 1], width - middles[:, 0], height - middles[:, 1]]) / _wide(tiles)


def _wide(tiles: Sequence[Corners]) -> float:
    """Width of a tile of the row, pixels; unlike its height, it does not shrink where tiles lean back."""
    return float(np.median([np.linalg.norm(corners[1] - corners[0]) for corners in tiles]))


def around(tiles: Sequence[Corners], width: int, height: int) -> Polygon:
    """The rack around a row as fractions of the picture: longer at its ends, deeper towards the table, and out to the edge."""
    points = np.concatenate([np.asarray(corners, np.float32) for corners in tiles])
    along = np.ptp([quads.centre(corners) for corners in tiles], axis=0)
    wide, size = _wide(tiles), np.array([width, height], np.float32)
    grown = wide * (np.array([_LONGER, _DEEPER]) if along[0] >= along[1] else np.array([_DEEPER, _LONGER]))
    least, most = points.min(axis=0) - grown, points.max(axis=0) + grown
    across = int(along[0] >= along[1])
    if points[:, across].mean() < size[across] / 2:
        least[across] = 0
    else:
        most[across] = size[across]
    (left, top), (right, bottom) = (np.clip(corner, 0, size) / size for corner in (least, most))
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in corners)
