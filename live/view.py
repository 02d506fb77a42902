"""How well a camera sees the table from where it stands, and what to change about it before the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration import TableProfile
from live.eyes import Eyes, Reader
from live.seen import SeenTable
from vision.reading import Corners, Photo, TableReading
from vision.source import Source, SourceError
from vision.watch import fuse

LEGIBLE_HEIGHT = 30.0
"""Pixels; of tiles that stand lower in the picture more are misread or doubtful than a game can do with."""

PATIENCE = 10.0
"""Seconds of a source after which the picture is taken as it is, whether the table lies still or not."""


@dataclass(frozen=True, eq=False)
class View:
    """One look at the table."""

    photo: Photo
    reading: TableReading
    """Of the play area."""

    @cached_property
    def tile_heights(self) -> tuple[float, ...]:
        """Height of every tile in pixels, lowest first."""
        return tuple(sorted(height(tile.corners) for tile in self.reading.tiles))

    def advice(self) -> Iterator[str]:
        """What to change, one line each; nothing where the table is seen well."""
        if not self.reading.tiles:
            yield "no tiles are seen: lay some sets onto the table, and turn the camera towards them"
            return
        low = sum(value < LEGIBLE_HEIGHT for value in self.tile_heights)
        if low:
            yield (
                f"{low} of {len(self.tile_heights)} tiles are lower than {LEGIBLE_HEIGHT:.0f} pixels: move the camera nearer, "
                "raise it, or let it give larger pictures"
            )
        doubtful = len(self.reading.doubtful)
        if doubtful:
            yield (
                f"{doubtful} of {len(self.tile_heights)} tiles are doubtful: look for glare, shadow and blur on them "
                "(--overlay shows which)"
            )


def look_through(source: Source, reader: Reader, profile: TableProfile) -> View:
    """The play area as `source` shows it once it lies still: several frames, fused as in a game.

    A picture that does not come to rest within `PATIENCE` seconds is read as it is.

    Args:
        source: gives the frames; it is closed afterwards.
        reader: reads them.
        profile: says where the play area is.

    Raises:
        SourceError: the source gives no picture.
    """
    eyes = Eyes(reader)
    first = last = None
    with source:
        for last in source:
            first = first or last
            eyes.look(last, profile.area_in(*_size(last.photo)))
            if eyes.certain or last.seconds - first.seconds > PATIENCE:
                break
    if last is None:
        raise SourceError("the camera gives no picture; check its cable and its power")
    if not eyes.looks:
        return view_of(last.photo, reader, profile)
    return View(eyes.looks[-1].photo, fuse([look.reading for look in eyes.looks]))


def view_of(photo: Photo, reader: Reader, profile: TableProfile) -> View:
    """The play area of one photo, taken from where the camera is to stand."""
    return View(photo, reader.read(photo, profile.area_in(*_size(photo))))


def _size(photo: Photo) -> tuple[int, int]:
    """Width and height in pixels."""
    height, width = photo.shape[:2]
    return width, height


def height(corners: Corners) -> float:
    """The mean length of a face's left and right side in pixels."""
    return float(np.linalg.norm(corners[[3, 2]] - corners[[0, 1]], axis=1).mean())


def low_tiles(table: SeenTable) -> int:
    """How many tiles of the table are lower than `LEGIBLE_HEIGHT`."""
    return sum(height(np.array(tile.corners)) < LEGIBLE_HEIGHT for tile in table.tiles)
