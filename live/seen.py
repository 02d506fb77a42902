"""The table as the referee is shown it: readings in a form that the journal keeps, with what people confirmed."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

import numpy as np

from referee.sets import SMALLEST_SET
from referee.tiles import TILE_KINDS, UNREAD, Table, Tile
from vision import quads
from vision.arrange import into_sets
from vision.reading import SURE, TableReading, TileReading
from vision.viewpoint import HOME, Viewpoint

Point = tuple[float, float]

Likely = tuple[tuple[Tile, float], ...]
"""Candidates with their probabilities, likeliest first; empty where nothing could be read."""

MOST_CANDIDATES = 6
"""How many candidates of a tile are kept."""

LEAST_LIKELY = 0.005
"""A candidate less probable than this is not kept, and no verdict hangs on it."""

A_TILE = 0.75
"""A doubtful tile whose candidates have less than this together may be no tile at all."""

_NEAR = 0.25  # of a tile's width: closer than this, and the tile lies where it lay
_ITS_PLACE = 0.5  # of a tile's width: closer than this, no second tile can lie
_FACELESS = 0.02  # shared by all faces: below this, it is no tile, or one that lies face down
_SAME_LOOK = 0.5  # shared probability: above this, the tile looks as it looked


def same_look(one: Likely, other: Likely) -> bool:
    """Whether two readings of what lies in one place may be of one tile that nobody touched."""
    if not one or not other:
        return not one and not other
    then = dict(one)
    shared = sum(min(p, then.get(tile, 0.0)) for tile, p in other)
    return one[0][0] == other[0][0] or shared >= _SAME_LOOK


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
        """What was read, before anything known is added."""
        corners = tuple((float(x), float(y)) for x, y in tile.corners)
        likely = tuple(
            pair for pair in tile.alternatives(most=MOST_CANDIDATES, least=LEAST_LIKELY) if pair[1] >= LEAST_LIKELY
        )
        return cls(corners, likely, tile.doubt or tile.tile is None, tile.tile)

    @cached_property
    def middle(self) -> Point:
        """The middle of its face in pixels."""
        return (sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4)

    @property
    def shortest_side(self) -> float:
        """In pixels."""
        return quads.shortest_side(np.array(self.corners, np.float32))

    @property
    def height(self) -> float:
        """How high the face stands in the photo, pixels."""
        return quads.height(np.array(self.corners, np.float32))

    @property
    def may_be_none(self) -> bool:
        """Whether it may be no tile at all, as what not every look shows may."""
        return self.doubt and not self.confirmed and sum(p for _, p in self.likely) < A_TILE

    def has(self, x: float, y: float) -> bool:
        """Whether no second tile can lie with its middle at that point."""
        return math.dist(self.middle, (x, y)) <= _ITS_PLACE * self.shortest_side

    def candidates(self) -> tuple[Tile, ...]:
        """What it may be, likeliest first: one tile where there is no doubt, all kinds where it could not be read."""
        if self.tile is not None and not self.doubt:
            return (self.tile,)
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
    """Every tile seen, set by set in reading order."""

    sets: tuple[tuple[SeenTile, ...], ...]
    width: int
    """Width of the photo in pixels."""
    height: int
    """Height of the photo in pixels."""
    viewpoint: Viewpoint = HOME
    """From where the photo shows the table."""

    @classmethod
    def from_reading(cls, reading: TableReading, viewpoint: Viewpoint = HOME) -> Self:
        """What `reading` of a photo from `viewpoint` says, before anything known is added; a tile that lies face down is none of it."""
        shows_face = [float(tile.probabilities.sum()) >= _FACELESS for tile in reading.tiles]
        sets = (
            tuple(SeenTile.from_reading(reading.tiles[i]) for i in members if shows_face[i]) for members in reading.sets
        )
        return cls(tuple(members for members in sets if members), reading.width, reading.height, viewpoint)

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Every tile, set after set."""
        return tuple(tile for members in self.sets for tile in members)

    def place(self, x: float, y: float) -> Point:
        """Where a point of the photo, in pixels, lies on the table: in fractions of the width of a picture of the camera as it was put up."""
        return self.viewpoint.back(x / self.width, y / self.width)

    def point(self, x: float, y: float) -> Point:
        """Where the photo shows a place of the table, in pixels."""
        across, down = self.viewpoint.see(x, y)
        return (across * self.width, down * self.width)

    def nearest(self, x: float, y: float) -> SeenTile | None:
        """The tile whose middle is nearest to the point, in pixels; None on an empty table."""
        return min(self.tiles, key=lambda tile: math.dist(tile.middle, (x, y)), default=None)

    def with_tiles(self, added: Sequence[SeenTile]) -> SeenTable:
        """The same table with more tiles on it, arranged anew."""
        tiles = [*self.tiles, *added]
        sets = into_sets([np.array(tile.corners, np.float32) for tile in tiles], [tile.tile for tile in tiles])
        return replace(self, sets=tuple(tuple(tiles[i] for i in members) for members in sets))

    def without(self, positions: Collection[tuple[int, int]]) -> Self:
        """The table without the tiles at these sets and places."""
        sets = (
            tuple(tile for place, tile in enumerate(members) if (index, place) not in positions)
            for index, members in enumerate(self.sets)
        )
        return replace(self, sets=tuple(members for members in sets if members))

    def candidates(self) -> tuple[tuple[tuple[Tile, ...], ...], ...]:
        """What every tile may be, in the form that `referee.doubt.settle` takes."""
        return tuple(tuple(tile.candidates() for tile in members) for members in self.sets)

    def table(self) -> Table:
        """The likeliest table."""
        return tuple(tuple(tile.candidates()[0] for tile in members) for members in self.sets)

    def to_json(self) -> dict[str, Any]:
        """The table as the journal keeps it."""
        return {
            "width": self.width,
            "height": self.height,
            "sets": [[tile.to_json() for tile in members] for members in self.sets],
            "viewpoint": self.viewpoint.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The table that `to_json` wrote."""
        sets = tuple(tuple(SeenTile.from_json(tile) for tile in members) for members in data["sets"])
        return cls(sets, data["width"], data["height"], Viewpoint.from_json(data.get("viewpoint")))


@dataclass(frozen=True)
class Pin:
    """What a tile at one place of the table is known to be, for as long as nobody touches it.

    Places are those of the picture of the camera as it was put up (`SeenTable.place`), whatever has become of the camera since.
    """

    x: float
    """Middle of the tile as a fraction of the picture's width."""
    y: float
    """Middle of the tile as a fraction of the picture's width, so that distances are the same in both directions."""
    size: float
    """Length of the tile's shorter side as a fraction of the picture's width."""
    tile: Tile | None
    """What it is; None for something that is no tile at all."""
    likely: Likely
    """What it looked like then."""
    outline: tuple[Point, ...] = ()
    """The corners, likewise fractions of the picture's width, of a tile that no reading shows; empty for one that was read."""
    beside: Point | None = None
    """Where the tile nearest to that one lay, likewise; None where it lay alone."""

    @classmethod
    def at(cls, seen: SeenTile, table: SeenTable, tile: Tile | None) -> Self:
        """Says that `seen`, in the photo of `table`, is `tile`."""
        x, y = table.place(*seen.middle)
        corners = [table.place(*corner) for corner in seen.corners]
        size = min(math.dist(one, other) for one, other in pairwise([*corners, corners[0]]))
        return cls(x, y, size, tile, seen.likely)

    @classmethod
    def by_hand(cls, placed: SeenTile, read: SeenTable, tile: Tile) -> Self:
        """Says that `tile` lies as `placed` does, where the reading `read` shows none."""
        pin = cls.at(placed, read, tile)
        outline = tuple(read.place(*corner) for corner in placed.corners)
        nearest = read.nearest(*placed.middle)
        beside = None if nearest is None else read.place(*nearest.middle)
        return replace(pin, likely=(), outline=outline, beside=beside)

    def to_json(self) -> dict[str, Any]:
        """The pin as the journal keeps it."""
        return {
            "x": round(self.x, 5),
            "y": round(self.y, 5),
            "size": round(self.size, 5),
            "tile": None if self.tile is None else str(self.tile),
            "likely": [[str(tile), round(p, 4)] for tile, p in self.likely],
            "outline": [[round(x, 5), round(y, 5)] for x, y in self.outline],
            "beside": None if self.beside is None else [round(part, 5) for part in self.beside],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` wrote."""
        likely = tuple((Tile.parse(name), p) for name, p in data["likely"])
        tile = None if data["tile"] is None else Tile.parse(data["tile"])
        outline = tuple((x, y) for x, y in data.get("outline", ()))
        beside = data.get("beside")
        return cls(data["x"], data["y"], data["size"], tile, likely, outline, None if beside is None else tuple(beside))

    def adds_to(self, read: SeenTable) -> SeenTile | None:
        """The tile that this puts onto the table as read; None where a tile was read there, or the one beside it was moved."""
        if not self.outline or self.tile is None:
            return None

        def is_near(tile: SeenTile, point: Point, reach: float) -> bool:
            return math.dist(read.place(*tile.middle), point) <= reach * self.size

        if any(is_near(tile, (self.x, self.y), _ITS_PLACE) for tile in read.tiles):
            return None
        if self.beside is not None and not any(is_near(tile, self.beside, _NEAR) for tile in read.tiles):
            return None
        corners = tuple(read.point(*corner) for corner in self.outline)
        return SeenTile(corners, (), doubt=False, tile=self.tile, confirmed=True, by_hand=True)

    def covers(self, seen: SeenTile, table: SeenTable) -> bool:
        """Whether `seen`, of `table`, lies where this tile lay and looks as it looked: then nobody touched it."""
        if self.outline or math.dist(table.place(*seen.middle), (self.x, self.y)) > _NEAR * self.size:
            return False
        return same_look(self.likely, seen.likely)

    def is_near(self, other: Pin) -> bool:
        """Whether `other` speaks of the same place."""
        return math.dist((self.x, self.y), (other.x, other.y)) <= _ITS_PLACE * self.size


Pins = tuple[Pin, ...]


def add_pin(pins: Pins, pin: Pin) -> Pins:
    """`pins` with `pin`, which takes the place of what was said of that place before."""
    return (*(other for other in pins if not pin.is_near(other)), pin)


def apply_pins(seen: SeenTable, pins: Sequence[Pin]) -> SeenTable:
    """The table with everything known put in: tiles that nobody touched are still what they were, also those that are not read."""
    lying = _lying(seen, pins)
    pinned = _laid_elsewhere(seen, lying)
    for pin, tiles in reversed(lying):  # of two that cover a tile, the first speaks
        pinned.update(dict.fromkeys(tiles, pin))

    def known(tile: SeenTile) -> SeenTile | None:
        pin = pinned.get(tile)
        if pin is None:
            return tile
        if pin.tile is None:
            return None
        return replace(tile, tile=pin.tile, doubt=False, confirmed=True)

    sets = [[(tile, found) for tile in members if (found := known(tile)) is not None] for members in seen.sets]
    read = replace(seen, sets=tuple(tuple(found for _, found in members) for members in sets if members))
    added = [tile for pin in pins if (tile := pin.adds_to(read)) is not None]
    is_news = any(found.tile != tile.tile for members in sets for tile, found in members)
    return read.with_tiles(added) if added or is_news else read


def laid_elsewhere(seen: SeenTable, pins: Sequence[Pin]) -> dict[SeenTile, Pin]:
    """Doubtful tiles that are known tiles laid elsewhere: no tile leaves the table, and they look as those looked.

    Where something hides the place of the known one, it may as well be another tile (`live.witness`). Only where there is no other way to tell which is which: one known tile is gone from its place and read nowhere for certain, and one
    doubtful tile looks like it.
    """
    return _laid_elsewhere(seen, _lying(seen, pins))


def _lying(seen: SeenTable, pins: Sequence[Pin]) -> list[tuple[Pin, list[SeenTile]]]:
    """Every pin with the tiles that it covers."""
    tiles = seen.tiles
    middles = np.array([seen.place(*tile.middle) for tile in tiles]).reshape(-1, 1, 2)
    places = np.array([(pin.x, pin.y) for pin in pins]).reshape(1, -1, 2)
    reach = np.array([_ITS_PLACE * pin.size for pin in pins])
    lying: list[tuple[Pin, list[SeenTile]]] = [(pin, []) for pin in pins]
    for i, j in np.argwhere((np.abs(middles - places) <= reach[:, None]).all(axis=2)):
        pin, covered = lying[j]
        if pin.covers(tiles[i], seen):
            covered.append(tiles[i])
    return lying


def _laid_elsewhere(seen: SeenTable, lying: Sequence[tuple[Pin, Sequence[SeenTile]]]) -> dict[SeenTile, Pin]:
    """`laid_elsewhere` of a table, with what each pin covers of it."""
    named = [(pin, tiles) for pin, tiles in lying if pin.tile is not None]
    touched = {tile for _, tiles in named for tile in tiles}
    sure = [tile.tile for tile in seen.tiles if tile not in touched and not tile.doubt]
    gone = [pin for pin, tiles in named if not tiles and not pin.outline and pin.tile not in sure]
    doubtful = [tile for tile in seen.tiles if tile.doubt and tile not in touched and tile.likely]
    alike = [(tile, pin) for tile in doubtful for pin in gone if _may_be(pin, tile)]
    return {
        tile: pin
        for tile, pin in alike
        if sum(other is tile for other, _ in alike) == 1 and sum(other is pin for _, other in alike) == 1
    }


def _may_be(pin: Pin, tile: SeenTile) -> bool:
    """Whether a doubtful tile looks like the one that a pin speaks of, and that one was doubtful, too."""
    then = dict(pin.likely)
    was_doubtful = bool(pin.likely) and max(then.values()) < SURE
    return was_doubtful and same_look(pin.likely, tile.likely) and any(kind == pin.tile for kind, _ in tile.likely)


def pins_of(seen: SeenTable, table: Table) -> Pins:
    """Pins for every tile of `seen`, which was found to be `table`."""
    pairs: Iterable[tuple[SeenTile, Tile]] = (
        pair for members, tiles in zip(seen.sets, table, strict=True) for pair in zip(members, tiles, strict=True)
    )
    return tuple(pin_of(seen, tile, kind) for tile, kind in pairs)


def strays_of(seen: SeenTable) -> Pins:
    """Pins that say of what lies about on an empty table that it is no tile; what is long enough for a set stays in sight."""
    strays = [tile for members in seen.sets if len(members) < SMALLEST_SET for tile in members]
    return tuple(Pin.at(tile, seen, None) for tile in strays)


def pin_of(seen: SeenTable, tile: SeenTile, kind: Tile | None) -> Pin:
    """Says that `tile` of `seen` is `kind`; None for no tile at all."""
    if kind is None or not tile.by_hand:
        return Pin.at(tile, seen, kind)
    read = replace(seen, sets=tuple(tuple(other for other in members if not other.by_hand) for members in seen.sets))
    return Pin.by_hand(tile, read, kind)
