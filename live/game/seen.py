"""The table as the referee is shown it: readings in a form that the journal keeps, with what people confirmed."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from referee.doubt import CandidateTable, Spot
from referee.tiles import TILE_KINDS, UNREAD, Table, Tile
from vision import quads
from vision.quads import Corners
from vision.reading.arrange import into_sets
from vision.reading.table_reading import TableReading, TileReading
from vision.regions import Area
from vision.scene.viewpoint import HOME, Point, Viewpoint

Likely = tuple[tuple[Tile, float], ...]
"""Candidates with their probabilities, likeliest first; empty where nothing could be read."""

LEAST_LIKELY = 0.005
"""A candidate less probable than this is not kept, and no verdict hangs on it."""

A_TILE = 0.75
"""Minimum total probability of the candidates of a tile; a doubtful tile with less may be no tile at all."""

SURELY_A_TILE = 0.95
"""Minimum total probability of the candidates of a doubtful tile for which a turn may be called illegal: of one with less
a person says first whether it is a tile."""

ITS_PLACE = 0.5
"""Fraction of a tile's width: no second tile can lie closer than this."""

SAME_LOOK = 0.5
"""Minimum probability that two readings must share to be possibly of one tile."""

_RATHER_NONE = 0.5  # total probability of a place's candidates below which there is no tile rather than one
_FACELESS = 0.02  # shared by all faces: below this, it is no tile, or one that lies face down


def same_look(one: Likely, other: Likely, shared: float = SAME_LOOK) -> bool:
    """Whether two readings of what lies in one place may be of one tile that nobody touched.

    A reading that shows a tile is never the same as one that hardly shows any, and two that show none rather than one
    are the same, whatever tile each makes of it. `shared` is the minimum probability that they must share.
    """
    if not one or not other:
        return not one and not other
    total, other_total = sum(p for _, p in one), sum(p for _, p in other)
    if abs(total - other_total) >= A_TILE:
        return False
    if one[0][0] == other[0][0] or max(total, other_total) < _RATHER_NONE:
        return True
    then = dict(one)
    return sum(min(p, then.get(tile, 0.0)) for tile, p in other) >= shared


def _points(outline: Corners) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in outline)


@dataclass(frozen=True)
class SeenTile:
    """One tile on the table, as read and as known."""

    corners: tuple[Point, ...]
    """Top-left, top-right, bottom-right, bottom-left of the face as read upright, in pixels of the photo."""
    likely: Likely
    """The candidates with their probabilities, likeliest first; empty where nothing could be read."""
    doubt: bool
    """Whether a person should confirm it."""
    tile: Tile | None
    """What it is taken for; None for a tile that could not be read."""
    confirmed: bool = False
    """Whether that is known from before, or a person said so."""
    by_hand: bool = False
    """Whether no reading shows it, and a person said that it lies there."""

    @classmethod
    def from_reading(cls, tile: TileReading) -> Self:
        """The tile as read, before anything known is added."""
        likely = tuple(
            pair for pair in tile.alternatives(most=len(TILE_KINDS), least=LEAST_LIKELY) if pair[1] >= LEAST_LIKELY
        )
        return cls(_points(tile.corners), likely, tile.doubt or tile.tile is None, tile.tile)

    @classmethod
    def unread(cls, outline: Corners) -> Self:
        """A tile that could not be read, with that outline in pixels."""
        return cls(_points(outline), (), doubt=True, tile=None)

    @cached_property
    def middle(self) -> Point:
        """The middle of its face in pixels."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)

    @property
    def outline(self) -> Corners:
        """Its corners as an array, shape (4, 2), pixels of the photo."""
        return np.array(self.corners, np.float32)

    @property
    def shortest_side(self) -> float:
        """Length of the shortest side of its face, in pixels."""
        return quads.shortest_side(self.outline)

    @property
    def height(self) -> float:
        """How high the face stands in the photo, pixels."""
        return quads.height(self.outline)

    @property
    def may_be_none(self) -> bool:
        """Whether it may be no tile at all, as what not every look shows may."""
        return self.doubt and not self.confirmed and sum(p for _, p in self.likely) < A_TILE

    @property
    def is_surely_a_tile(self) -> bool:
        """Whether a turn may be called illegal for its lying there."""
        return not self.doubt or self.confirmed or sum(p for _, p in self.likely) >= SURELY_A_TILE

    @property
    def is_unclear(self) -> bool:
        """Whether it could not be read, or may be no tile; it may also be two tiles that were taken for one."""
        return self.tile is None or self.may_be_none

    @property
    def certain(self) -> Tile | None:
        """What it is; None where that is in doubt."""
        return None if self.doubt else self.tile

    @property
    def second_guesses(self) -> Likely:
        """What a tile in no doubt may be besides, likeliest first.

        Nothing is given for a doubtful tile, one known from before, and one that a person named.
        """
        if self.doubt or self.confirmed:
            return ()
        return tuple((tile, p) for tile, p in self.likely if tile != self.tile)

    def has(self, x: float, y: float) -> bool:
        """Whether the point lies so near to its middle that no second tile can lie there."""
        return math.dist(self.middle, (x, y)) <= ITS_PLACE * self.shortest_side

    def candidates(self) -> tuple[Tile, ...]:
        """What it may be, likeliest first: one tile where there is no doubt, all kinds where it could not be read."""
        if self.certain is not None:
            return (self.certain,)
        likely = tuple(tile for tile, _ in self.likely)
        if self.tile is None:
            return (*likely, *(tile for tile in TILE_KINDS if tile not in likely))
        return likely

    def to_json(self) -> dict[str, Any]:
        """The tile as the journal keeps it."""
        return {
            "tile": str(self.tile or UNREAD),
            "doubt": self.doubt,
            "confirmed": self.confirmed,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "likely": [[str(tile), round(p, 4)] for tile, p in self.likely],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The tile that `to_json` wrote."""
        return cls(
            corners=tuple((x, y) for x, y in data["corners"]),
            likely=tuple((Tile.parse(name), p) for name, p in data["likely"]),
            doubt=data["doubt"],
            tile=None if data["tile"] == UNREAD else Tile.parse(data["tile"]),
            confirmed=data["confirmed"],
        )


@dataclass(frozen=True)
class SeenTable:
    """Every tile that is seen on the table, set by set in reading order."""

    sets: tuple[tuple[SeenTile, ...], ...]
    width: int
    """Width of the photo in pixels."""
    height: int
    """Height of the photo in pixels."""
    viewpoint: Viewpoint = HOME
    """The viewpoint from which the photo shows the table."""
    perhaps: tuple[SeenTile, ...] = ()
    """What may lie there besides, as `vision.reading.table_reading.TableReading` has it, or under something, each as a tile that could not
    be read; of a tile that was seen there before, `likely` says which."""
    within: tuple[Point, ...] | None = None
    """The corners of the part of a photo that somebody had judged, in pixels; None for all of it."""

    @classmethod
    def from_reading(
        cls, reading: TableReading, viewpoint: Viewpoint = HOME, known: Mapping[int, SeenTile] = MappingProxyType({})
    ) -> Self:
        """The table in the `reading` of a photo from `viewpoint`.

        Tiles that lie face down are left out. `known` gives those of which more than the reading tells, by their index in it.
        """
        shows_face = [float(tile.probabilities.sum()) >= _FACELESS for tile in reading.tiles]
        sets = (
            tuple(known.get(i) or SeenTile.from_reading(reading.tiles[i]) for i in members if shows_face[i])
            for members in reading.sets
        )
        lying = tuple(members for members in sets if members)
        return cls(lying, reading.width, reading.height, viewpoint, tuple(map(SeenTile.unread, reading.perhaps)))

    @cached_property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Every tile, set after set."""
        return tuple(tile for members in self.sets for tile in members)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in pixels."""
        return self.width, self.height

    @property
    def area(self) -> Area | None:
        """The part `within` as an array."""
        return None if self.within is None else np.array(self.within, np.float32)

    def row(self, index: int) -> list[Corners]:
        """The outlines of the tiles of that set, in reading order."""
        return [tile.outline for tile in self.sets[index]]

    @property
    def outlines(self) -> list[Corners]:
        """The outline of every tile, set after set, in pixels of the photo."""
        return [tile.outline for tile in self.tiles]

    @cached_property
    def middles(self) -> NDArray[np.float64]:
        """Where the middles of `tiles` lie, shape (tiles, 2), as `on_table` gives points."""
        return np.array([self.on_table(*tile.middle) for tile in self.tiles]).reshape(-1, 2)

    def on_table(self, x: float, y: float) -> Point:
        """Where a point of the photo, in pixels, lies on the table, wherever the camera stands by now.

        That is the same point in a picture of the camera as it was put up, in fractions of that picture's width.
        """
        return self.viewpoint.back(x / self.width, y / self.width)

    def in_photo(self, x: float, y: float) -> Point:
        """Where the photo shows a point of the table, in pixels: the inverse of `on_table`."""
        across, down = self.viewpoint.see(x, y)
        return (across * self.width, down * self.width)

    def nearest(self, x: float, y: float) -> SeenTile | None:
        """The tile whose middle is nearest to the point, in pixels; None on an empty table."""
        return min(self.tiles, key=lambda tile: math.dist(tile.middle, (x, y)), default=None)

    def with_tiles(self, added: Sequence[SeenTile]) -> SeenTable:
        """The table with more tiles on it, arranged anew."""
        tiles = [*self.tiles, *added]
        return self._arranged(tiles, [tile.certain for tile in tiles])

    @cached_property
    def as_meant(self) -> SeenTable:
        """The table arranged as it is where every tile is what it is taken for."""
        return self._arranged(self.tiles, [tile.tile for tile in self.tiles])

    def _arranged(self, tiles: Sequence[SeenTile], known: Sequence[Tile | None]) -> SeenTable:
        """A table of `tiles`, of which so much is `known`, in sets."""
        sets = into_sets([tile.outline for tile in tiles], known)
        perhaps = tuple(tile for tile in self.perhaps if tile not in tiles)
        return replace(self, sets=tuple(tuple(tiles[i] for i in members) for members in sets), perhaps=perhaps)

    @cached_property
    def spots(self) -> Mapping[Spot, SeenTile]:
        """Every tile by where it lies, on a table after a turn."""
        return {
            Spot("after", index, place): tile
            for index, members in enumerate(self.sets)
            for place, tile in enumerate(members)
        }

    def without(self, spots: Collection[Spot]) -> Self:
        """The table without the tiles at these spots; a set that lay on both sides of one is arranged anew."""
        sets: list[tuple[SeenTile, ...]] = []
        for index, members in enumerate(self.sets):
            left = tuple(tile for place, tile in enumerate(members) if Spot("after", index, place) not in spots)
            sets += [left] if left == members else replace(self, sets=(left,)).with_tiles(()).sets
        return replace(self, sets=tuple(members for members in sets if members))

    def candidates(self) -> CandidateTable:
        """What every tile may be."""
        return tuple(tuple(tile.candidates() for tile in members) for members in self.sets)

    def table(self) -> Table:
        """The likeliest table."""
        return tuple(tuple(tile.candidates()[0] for tile in members) for members in self.sets)

    def to_json(self) -> dict[str, Any]:
        """The table as the journal keeps it."""
        data: dict[str, Any] = {
            "width": self.width,
            "height": self.height,
            "sets": [[tile.to_json() for tile in members] for members in self.sets],
            "viewpoint": self.viewpoint.to_json(),
            "perhaps": [tile.to_json() for tile in self.perhaps],
        }
        return data if self.area is None else {**data, "within": quads.to_json(self.area)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The table that `to_json` wrote."""
        sets = tuple(tuple(SeenTile.from_json(tile) for tile in members) for members in data["sets"])
        perhaps = tuple(map(SeenTile.from_json, data.get("perhaps", ())))
        within = tuple((x, y) for x, y in data["within"]) if "within" in data else None
        viewpoint = Viewpoint.from_json(data.get("viewpoint"))
        return cls(sets, data["width"], data["height"], viewpoint, perhaps, within)


@dataclass(frozen=True)
class VerdictPhoto:
    """A photo that a verdict was drawn from."""

    photo: str
    """Name of the photo."""
    reading: str | None = None
    """What was read in it, as JSON text that a replay need not parse: nothing that follows depends on it."""

    @classmethod
    def of(cls, photo: str, reading: TableReading) -> Self:
        """The photo of that name with what was read from it."""
        return cls(photo, json.dumps(reading.to_json(), separators=(",", ":")))
