"""What a person says that tiles of a photo are, in place of what was read there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.errors import UserError
from referee.tiles import Tile
from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading


@dataclass(frozen=True, eq=False)
class Answer:
    """What a person says of one tile of a photo."""

    corners: Corners
    """Of the tile as it was read, in pixels of the upright photo."""
    tile: Tile | None
    """What it is; None for no tile at all."""


def answered(reading: TableReading, answers: Iterable[Answer]) -> TableReading:
    """The reading with the tiles as they were named, and its sets as they are then; what is said to be no tile is left out.

    Of several answers about one tile, the last one counts.

    Raises:
        UserError: no tile was read where one of the answers is about.
    """
    answers = [*answers]
    asked = quads.nearest_pairs([answer.corners for answer in answers], reading.perhaps)
    reading = reading.with_unread({k for _, k in asked})
    said = {_nearest(reading, answer.corners): answer.tile for answer in answers}
    tiles = list(reading.tiles)
    for i, tile in said.items():
        if tile is not None:
            tiles[i] = TileReading.of(tiles[i].corners, {tile: 1.0})
    return replace(reading, tiles=tuple(tiles)).without({i for i, tile in said.items() if tile is None}).arranged()


def _nearest(reading: TableReading, corners: Corners) -> int:
    """The index of the tile in the middle of which those corners have theirs."""
    outlines = [tile.corners for tile in reading.tiles]
    apart = quads.distances([corners], outlines)[0]
    nearest = int(apart.argmin()) if outlines else None
    if nearest is None or apart[nearest] > quads.shortest_side(outlines[nearest]) / 2:
        raise UserError("no tile was read there")
    return nearest
