"""Readings and labels that are made up: tiles in a row, 20 by 30 pixels each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee.tiles import UNREAD, Tile
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading


def outline(x: float) -> Corners:
    """A tile of 20 by 30 pixels whose left side is at `x`."""
    return np.array([[x, 0], [x + 20, 0], [x + 20, 30], [x, 30]], np.float32)


def tile(text: str, x: float, *, confidence: float = 0.99, doubt: bool = False) -> TileReading:
    return TileReading.of(outline(x), {} if text == UNREAD else {Tile.parse(text): confidence}, doubt=doubt)


def reading(*tiles: TileReading, sets: Sequence[tuple[int, ...]] | None = None) -> TableReading:
    return TableReading(tiles, tuple(sets or [(i,) for i in range(len(tiles))]), 640, 480)


def labelled(*texts: str, sets: list[list[int]] | None = None) -> dict[str, Any]:
    """Tiles at x = 0, 100, 200 and so on."""
    return {"tiles": [{"tile": t, "outline": outline(100 * k).tolist()} for k, t in enumerate(texts)], "sets": sets}
