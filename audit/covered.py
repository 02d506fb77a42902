"""What lies over tiles in the photo after a turn: they are hidden, not gone.

Where a tile is missing, its place shows the table. What the table looks like there, the photo before the turn tells:
around its tiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from audit.beyond import lying_in_both
from audit.evidence import Exhibit
from audit.tables import Tables
from referee.tiles import Place
from vision import quads
from vision.frame import Frame, mask_of
from vision.quads import Corners
from vision.register import seen_through
from vision.surface import BARE, Surface
from vision.viewpoint import Homography

AROUND = 0.5
"""How far around a place the table is looked at, in heights of a tile."""
LEAST_AROUND = 0.15
"""Minimum area of table that is seen around a place, relative to the place: with less, something lies there."""
QUANTILES = (0.02, 0.98)
"""The shares of that table's pixels that are darker than what counts as its darkest and its brightest."""
ALIKE = 14.0
"""Grey levels beyond these, in any channel, up to which a pixel may be the table's."""


class Covered(NamedTuple):
    """The tables as they may lie where something lies over tiles in the photo after the turn."""

    tables: Tables
    tiles: Mapping[int, Corners]
    """Where each tile under something lies in the photo after the turn, by its index into the tiles of the reading
    before it."""


def with_covered(before: Exhibit, after: Exhibit, tables: Tables, missing: Sequence[Place]) -> Covered | None:
    """The tables with those of the `missing` tiles over which something may lie; they are taken to lie where they lay.

    None where the photo after the turn shows the table in the place of each, and where the photos cannot be laid over
    each other.
    """
    if tables.homography is None:
        return None
    lay = before.places()
    tiles = covered(before, after, tables.homography, [index for index, place in lay.items() if place in missing])
    if not tiles:
        return None
    return Covered(lying_in_both(tables, [lay[index] for index in tiles]), tiles)


def covered(before: Exhibit, after: Exhibit, homography: Homography, tiles: Sequence[int]) -> dict[int, Corners]:
    """Those of the `tiles` at whose place the photo after the turn shows neither the table nor another tile, with that place.

    Args:
        before: the photo in which they lie.
        after: the photo in which they are missing.
        homography: from points of the first photo to those of the second.
        tiles: indices into the tiles of the first reading.
    """
    lay = seen_through(homography, [tile.corners for tile in before.reading.tiles])
    shown = [index for index in tiles if after.shows(lay[index])]
    if not shown:
        return {}
    turned = after.photo.copy()  # beyond the border of the first photo nothing differs
    size = (turned.shape[1], turned.shape[0])
    cv2.warpPerspective(before.photo, homography, size, turned, borderMode=cv2.BORDER_TRANSPARENT)
    table, frame = Surface(), Frame(after.photo, 0.0)
    table.learn(Frame(turned, 0.0), lay)
    compared = table.compare(frame, [tile.corners for tile in after.reading.tiles])
    if compared is None or not compared.is_lit:
        return {}
    bare = compared.alike & compared.known & ~compared.others
    free = ~compared.others
    return {index: lay[index] for index in shown if not _shows_table(frame, lay[index], bare, free)}


def _shows_table(frame: Frame, place: Corners, bare: NDArray[np.bool_], free: NDArray[np.bool_]) -> bool:
    """Whether a place looks like the table close by, as far as no other tile lies there.

    Args:
        frame: the photo.
        place: where a tile lay.
        bare: where the frame's thumbnail shows the table as the other photo does.
        free: where no tile lies in it.
    """
    width = frame.size[0]
    there = (mask_of(free.shape, [place], width) > 0) & free
    if not there.any():
        return True  # another tile lies there
    reach = max(2, round(AROUND * quads.height(place) * free.shape[1] / width))
    around = (mask_of(free.shape, [place], width, grown=reach) > 0) & bare & ~there
    if around.sum() < LEAST_AROUND * there.sum():
        return False
    darkest, brightest = np.quantile(frame.thumbnail[around].astype(np.float32), QUANTILES, axis=0)
    pixels = frame.thumbnail[there]
    alike = ((pixels >= darkest - ALIKE) & (pixels <= brightest + ALIKE)).all(axis=1)
    return bool(alike.mean() >= BARE)
