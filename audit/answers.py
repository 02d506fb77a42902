"""What a person says that tiles of a photo are, in place of what was read there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from referee.errors import UserError
from referee.tiles import Tile
from vision import quads
from vision.quads import Corners
from vision.reading import TableReading, TileReading


@dataclass(frozen=True, eq=False)
class Answer:
    """What a person says of one tile of a photo."""

    corners: Corners
    """Of the tile as it was read, in pixels of the upright photo."""
    tile: Tile | None
    """What it is; None for no tile at all."""


def answered(reading: TableReading, answers: Iterable[Answer]) -> TableReading:
    """The reading with the tiles as they were named; what is said to be no tile is left out.

    Args:
        reading: what was read from the photo.
        answers: what was said of its tiles, the last word on each of them last.

    Raises:
        UserError: no tile was read where one of the answers is about.
    """
    tiles: list[TileReading | None] = list(reading.tiles)
    for answer in answers:
        index = _nearest(reading, answer.corners)
        corners = reading.tiles[index].corners
        tiles[index] = None if answer.tile is None else TileReading.of(corners, {answer.tile: 1.0})
    kept = [i for i, tile in enumerate(tiles) if tile is not None]
    place = {i: at for at, i in enumerate(kept)}
    sets = [tuple(place[i] for i in members if i in place) for members in reading.sets]
    left = tuple(tile for tile in tiles if tile is not None)
    return replace(reading, tiles=left, sets=tuple(members for members in sets if members))


def _nearest(reading: TableReading, corners: Corners) -> int:
    """The index of the tile in the middle of which those corners have theirs."""
    middle = quads.centre(corners)
    apart = [float(np.linalg.norm(quads.centre(tile.corners) - middle)) for tile in reading.tiles]
    nearest = min(range(len(apart)), key=apart.__getitem__, default=None)
    if nearest is None or apart[nearest] > quads.shortest_side(reading.tiles[nearest].corners) / 2:
        raise UserError("no tile was read there")
    return nearest
