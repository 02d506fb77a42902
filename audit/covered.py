"""What lies over tiles in the photo after a turn: they are hidden, not gone.

Where a tile is missing, its place shows the table, and so does the place where a set ends. What the table looks like
there, the photo before the turn tells: around its tiles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from audit.beyond import lying_in_both
from audit.evidence import Exhibit
from audit.tables import Tables
from live.game.edges import gone_on, shows
from live.game.seen import SeenTile
from referee.tiles import Place
from vision import quads
from vision.frame import Frame, mask_of
from vision.quads import Corners, Outlines
from vision.reading.arrange import ends
from vision.scene.surface import BARE, Surface
from vision.scene.viewpoint import Homography, seen_through

AROUND = 0.5
"""How far around a place the table is looked at, in heights of a tile."""
LEAST_AROUND = 0.15
"""Minimum area of table that is seen around a place, relative to the place: with less, something lies there."""
QUANTILES = (0.02, 0.98)
"""The shares of that table's pixels that are darker than what counts as its darkest and its brightest."""
LEAST_FREE = 0.5
"""Minimum share of the place where a set may go on on which no other tile lies: with less, none lies there."""
ALIKE = 14.0
"""Grey levels beyond these, in any channel, up to which a pixel may be the table's."""


class Covered(NamedTuple):
    """The tables as they may lie where something lies over tiles in the photo after the turn."""

    tables: Tables
    tiles: Mapping[int, Corners]
    """Where each tile under something lies in the photo after the turn, by its index into the tiles of the reading
    before it."""
    ends: Mapping[int, Corners]
    """Where sets at fault may go on under something there, by their index in that photo."""


def with_covered(
    before: Exhibit, after: Exhibit, tables: Tables, missing: Collection[Place], at_fault: Collection[int]
) -> Covered | None:
    """The tables with what something may lie over in the photo after the turn.

    These are those of the `missing` tiles, which are taken to lie where they lay, and one or more unread ones in those of the sets
    `at_fault` that may go on there. None where the photo shows the table in the place of each and at all ends of these, and where
    the photos cannot be laid over each other.
    """
    if (seen := _Seen.of(before, after, tables.homography)) is None:
        return None
    lay = before.places()
    tiles = {index: place for index, place in seen.tiles_under_something() if lay[index] in missing}
    go_on = {i: end for i, end in seen.ends_under_something() if i in at_fault}
    if not tiles and not go_on:
        return None
    now = list(tables.after)
    for index in go_on:
        now[index] = gone_on(now[index])
    return Covered(lying_in_both(tables._replace(after=tuple(now)), [lay[index] for index in tiles]), tiles, go_on)


def hidden(before: Exhibit, after: Exhibit, tables: Tables) -> tuple[SeenTile, ...]:
    """What may lie under something in the photo after the turn, whatever the verdict, each as a tile that could not be read.

    These are the tiles before the turn that lie nowhere any more, and one where a set may go on.
    """
    if (seen := _Seen.of(before, after, tables.homography)) is None:
        return ()
    lay, untouched = before.places(), set(tables.same.values())
    gone = (
        replace(SeenTile.unread(place), likely=((tile, 1.0),))
        for index, place in seen.tiles_under_something()
        if lay[index] not in untouched and (tile := before.reading.tiles[index].tile) is not None
    )
    return (*gone, *(SeenTile.unread(end) for _, end in seen.ends_under_something()))


class _Seen(NamedTuple):
    """The photo after the turn, compared with the table in the one before it."""

    after: Exhibit
    places: Outlines
    """Where it shows the tiles of that reading, or would."""
    frame: Frame
    bare: NDArray[np.bool_]
    """Where its thumbnail shows the table as the other photo does."""
    free: NDArray[np.bool_]
    """Where no tile lies in it."""

    @classmethod
    def of(cls, before: Exhibit, after: Exhibit, homography: Homography | None) -> Self | None:
        """Compares the photos, of which the `homography` takes points of the first to those of the second.

        None where they cannot be compared.
        """
        if homography is None:
            return None
        turned = after.photo.copy()  # beyond the border of the first photo nothing differs
        size = (turned.shape[1], turned.shape[0])
        cv2.warpPerspective(before.photo, homography, size, turned, borderMode=cv2.BORDER_TRANSPARENT)
        table, frame = Surface(), Frame(after.photo, 0.0)
        places = seen_through(homography, [tile.corners for tile in before.reading.tiles])
        table.learn(Frame(turned, 0.0), places)
        compared = table.compare(frame, [tile.corners for tile in after.reading.tiles])
        if compared is None or not compared.is_lit:
            return None
        return cls(after, places, frame, compared.alike & compared.known & ~compared.others, ~compared.others)

    def tiles_under_something(self) -> Iterator[tuple[int, Corners]]:
        """Yields where the photo shows tiles of the one before the turn under something, each with its index in that reading."""
        for index, place in enumerate(self.places):
            if shows(self.after, place) and not self.shows_table(place):
                yield index, place

    def ends_under_something(self) -> Iterator[tuple[int, Corners]]:
        """Yields the sets of the photo that may go on under something, by their index, each with where the next tile would lie."""
        for index in range(len(self.after.reading.sets)):
            for end in ends(self.after.row(index)):
                if shows(self.after, end) and self.hides(end):
                    yield index, end

    def shows_table(self, place: Corners) -> bool:
        """Whether a place looks like the table close by, as far as no other tile lies there."""
        width = self.frame.size[0]
        there = (mask_of(self.free.shape, [place], width) > 0) & self.free
        if not there.any():
            return True  # another tile lies there
        reach = max(2, round(AROUND * quads.height(place) * self.free.shape[1] / width))
        around = (mask_of(self.free.shape, [place], width, grown=reach) > 0) & self.bare & ~there
        if around.sum() < LEAST_AROUND * there.sum():
            return False
        darkest, brightest = np.quantile(self.frame.thumbnail[around].astype(np.float32), QUANTILES, axis=0)
        pixels = self.frame.thumbnail[there]
        alike = ((pixels >= darkest - ALIKE) & (pixels <= brightest + ALIKE)).all(axis=1)
        return bool(alike.mean() >= BARE)

    def hides(self, place: Corners) -> bool:
        """Whether something that is neither the table nor a tile lies at a place where a set may go on."""
        there = mask_of(self.free.shape, [place], self.frame.size[0]) > 0
        return bool((there & self.free).sum() >= LEAST_FREE * there.sum()) and not self.shows_table(place)
