"""What is known of single tiles by where they lie.

Tiles that nobody touched are still what they were, and lie in the sets they lay in.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from live.game.seen import ITS_PLACE, SAME_LOOK, Likely, SeenTable, SeenTile, same_look
from referee.tiles import Table, Tile
from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import SURE
from vision.scene.viewpoint import Point

_NEAR = 0.25  # of a tile's width: closer than this, and the tile lies where it lay
_UNMOVED = 0.06  # of a tile's width: nobody lays another tile so exactly where one lay
_UNMOVED_LOOK = 0.25  # shared probability from which it looks as it did there; a tile that is surely another has less
_AS_WRITTEN = 2e-5  # of the picture's width: a place in the journal, which is rounded there, differs by no more
_READ = 0.75  # probability of the likeliest tile from which a doubtful one is more than hardly seen, or of all that something is read as a tile


@dataclass(frozen=True)
class Pin:
    """What a tile at one place of the table is known to be, for as long as nobody touches it.

    Places are those of the picture of the camera as it was put up (`SeenTable.on_table`), whatever has become of the
    camera since.
    """

    x: float
    """Middle of the tile as a fraction of the picture's width."""
    y: float
    """Middle of the tile as a fraction of the picture's width, so that distances are the same in both directions."""
    size: float
    """Length of the tile's shorter side as a fraction of the picture's width."""
    tile: Tile | None
    """The tile that lies there; None for something that is no tile at all."""
    likely: Likely
    """The candidates with their probabilities when it was pinned."""
    outline: tuple[Point, ...] = ()
    """The corners, as fractions of the picture's width, of a tile that no reading shows; empty for one that was
    read."""
    beside: Point | None = None
    """Where the tile nearest to a tile that no reading shows lay, as fractions of the picture's width; None where it
    lay alone, or was read."""
    set: int | None = None
    """Number of the set it lay in, the same for all pins of that set; None where that is not known. The journal does
    not keep it, since it follows from the verdict that these pins come from."""

    @classmethod
    def at(cls, seen: SeenTile, table: SeenTable, tile: Tile | None, number: int | None = None) -> Self:
        """The pin that says that `seen`, in the photo of `table`, is `tile`, in the set with that number."""
        x, y = table.on_table(*seen.middle)
        a, b, c, d = (table.on_table(*corner) for corner in seen.corners)
        size = min(math.dist(a, b), math.dist(b, c), math.dist(c, d), math.dist(d, a))
        return cls(x, y, size, tile, seen.likely, set=number)

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
        """The pin that `to_json` wrote."""
        likely = tuple((Tile.parse(name), p) for name, p in data["likely"])
        tile = None if data["tile"] is None else Tile.parse(data["tile"])
        outline = tuple((x, y) for x, y in data.get("outline", ()))
        beside = data.get("beside")
        return cls(data["x"], data["y"], data["size"], tile, likely, outline, None if beside is None else tuple(beside))

    def adds_to(self, read: SeenTable) -> SeenTile | None:
        """The tile that this pin adds to the table as read, or None.

        It adds none where a tile was read in its place, where the tile beside it was moved, and for a tile that a
        reading has shown.
        """
        if not self.outline or self.tile is None:
            return None

        def is_near(tile: SeenTile, point: Point, reach: float) -> bool:
            return math.dist(read.on_table(*tile.middle), point) <= reach * self.size

        if any(is_near(tile, (self.x, self.y), ITS_PLACE) for tile in read.tiles):
            return None
        if self.beside is not None and not any(is_near(tile, self.beside, _NEAR) for tile in read.tiles):
            return None
        corners = tuple(read.in_photo(*corner) for corner in self.outline)
        return SeenTile(corners, (), doubt=False, tile=self.tile, confirmed=True, by_hand=True)

    @property
    def is_picture(self) -> bool:
        """Whether something lies there that is read as a tile and is none, such as a picture on a box."""
        return self.tile is None and sum(p for _, p in self.likely) >= _READ

    def covers(self, seen: SeenTile, table: SeenTable) -> bool:
        """Whether `seen`, of `table`, lies where this tile lay and looks as it looked: then nobody touched it."""
        return self.is_still(seen, self._away(seen, table))

    def _away(self, seen: SeenTile, table: SeenTable) -> float:
        """How far the middle of `seen`, of `table`, is from this pin's place, as a fraction of the picture's width."""
        return math.dist(table.on_table(*seen.middle), (self.x, self.y))

    def is_still(self, seen: SeenTile, apart: float) -> bool:
        """Whether `seen` is this tile, untouched; the picture of a tile is none, whatever is read exactly where it lies.

        `apart` is how far its middle is from this pin's place, as a fraction of the picture's width.
        """
        if self.outline or apart > _NEAR * self.size:
            return False
        if self.is_picture and apart <= _UNMOVED * self.size:
            return True
        return same_look(self.likely, seen.likely, _UNMOVED_LOOK if apart <= _UNMOVED * self.size else SAME_LOOK)

    def is_taken_by(self, seen: SeenTile, table: SeenTable) -> bool:
        """Whether `seen`, of `table`, lies so near to its place that no second tile can lie there, whatever its own outline takes in."""
        return self._away(seen, table) <= ITS_PLACE * self.size

    def names(self, seen: SeenTile, table: SeenTable) -> bool:
        """Whether `seen`, of `table`, was named in this very reading, and not in that of an earlier turn."""
        return self.likely == seen.likely and self._away(seen, table) <= _AS_WRITTEN

    def may_still_be(self, seen: SeenTile, table: SeenTable) -> bool:
        """Whether `seen`, of `table`, may be this tile by its look, and lies exactly where this one lay."""
        return self._away(seen, table) <= _UNMOVED * self.size and self.tile in seen.candidates()

    def seen_in(self, table: SeenTable) -> Corners:
        """Approximately where the photo of `table` shows the tile, shape (4, 2), in its pixels."""
        half = self.size / 2
        around = [(self.x + half * x, self.y + half * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return np.array([table.in_photo(*corner) for corner in self.outline or around], np.float32)

    def is_near(self, other: Pin) -> bool:
        """Whether `other` speaks of the same place."""
        return math.dist((self.x, self.y), (other.x, other.y)) <= ITS_PLACE * self.size


Pins = tuple[Pin, ...]


def add_pin(pins: Pins, pin: Pin) -> Pins:
    """`pins` with `pin`, which replaces what was said of its place before."""
    near = [k for k, other in enumerate(pins) if pin.is_near(other)]
    if not near:
        return (*pins, pin)
    named = replace(pin, set=None if pin.tile is None else pins[near[0]].set)
    return tuple(named if k == near[0] else other for k, other in enumerate(pins) if k == near[0] or k not in near)


def apply_pins(seen: SeenTable, pins: Sequence[Pin]) -> SeenTable:
    """The table with everything known put in.

    Tiles that nobody touched are still what they were, including those that no reading shows. What is in doubt where one of them lies is a part
    of it. Tiles that lay in one set still do, whatever the outlines say of the gaps between them.
    """
    lying = _lying(seen, pins)
    pinned = _laid_elsewhere(seen, lying) | _hardly_seen(seen, lying)
    for pin, tiles in reversed(lying):  # where two pins cover a tile, the first decides, so it comes last
        pinned.update(dict.fromkeys(tiles, pin))

    parts = _parts_of_known(seen, pinned)

    def known(tile: SeenTile) -> SeenTile | None:
        pin = pinned.get(tile)
        if pin is None:
            return None if tile in parts else tile
        if pin.tile is None:
            return None
        return SeenTile(tile.corners, tile.likely, doubt=False, tile=pin.tile, confirmed=True, by_hand=tile.by_hand)

    sets = (tuple(found for tile in members if (found := known(tile)) is not None) for members in seen.sets)
    read = replace(seen, sets=tuple(filter(None, sets)))
    added = [tile for pin in pins if (tile := pin.adds_to(read)) is not None]
    tells_more = [tile.certain for tile in read.tiles] != [tile.certain for tile in seen.tiles]
    return _as_they_lay(read.with_tiles(added) if added or tells_more else read, pins)


def _parts_of_known(seen: SeenTable, pinned: Mapping[SeenTile, Pin]) -> set[SeenTile]:
    """What is in doubt where a known tile lies, beside what is that tile already: a glare leaves two parts of one."""
    found = [pin for pin in pinned.values() if pin.tile is not None]
    others = (tile for tile in seen.tiles if tile.doubt and tile not in pinned)
    return {tile for tile in others if any(pin.is_taken_by(tile, seen) for pin in found)}


def _as_they_lay(table: SeenTable, pins: Sequence[Pin]) -> SeenTable:
    """The table with every set that nobody touched as it was: neither in parts nor joined with another such set."""
    tiles, numbers = table.tiles, itertools.count()
    sets = [tuple(itertools.islice(numbers, len(members))) for members in table.sets]
    lying = _untouched(table, pins)
    for lay in lying:
        sets = _joined(lay, sets)
    of = {tile: number for number, lay in enumerate(lying) for tile in lay}
    parts = (part for members in sets for part in _between(members, of))
    return replace(table, sets=tuple(tuple(tiles[k] for k in part) for part in parts))


def _untouched(table: SeenTable, pins: Sequence[Pin]) -> list[tuple[int, ...]]:
    """The sets of which every tile lies and looks as it did, as indices into the tiles of `table`, each as it was read then.

    A tile counts as lying there if no other can lie in its place: its outline may end short of its edge.
    """
    known = [pin for pin in pins if pin.set is not None]
    if not known or not table.sets:
        return []
    apart = _apart(table, known)
    there: dict[int | None, list[int]] = {}
    for pin, nearest, distance in zip(known, apart.argmin(axis=0).tolist(), apart.min(axis=0).tolist(), strict=True):
        tile = table.tiles[nearest]
        is_alike = tile.tile == pin.tile or same_look(pin.likely, tile.likely)
        if is_alike and distance <= ITS_PLACE * pin.size:
            there.setdefault(pin.set, []).append(nearest)
    sizes = Counter(pin.set for pin in known)
    return [tuple(lay) for number, lay in there.items() if len({*lay}) == sizes[number]]


def _joined(lay: tuple[int, ...], sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sets with the parts in which an untouched one is seen joined into it, with new tiles at its ends.

    They are as they were where a new tile lies in between.
    """
    place = {tile: k for k, tile in enumerate(lay)}

    def first(part: Sequence[int]) -> int:
        return next(place[tile] for tile in part if tile in place)

    parts = [members for members in sets if not place.keys().isdisjoint(members)]
    ahead = [part if first(part) <= first(part[::-1]) else part[::-1] for part in parts]
    joined = tuple(tile for part in sorted(ahead, key=first) for tile in part)
    begins = joined.index(lay[0])
    if joined[begins : begins + len(lay)] != lay:
        return sets
    return [joined if members == parts[0] else members for members in sets if members not in parts[1:]]


def _between(members: tuple[int, ...], of: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """Yields a set as seen, cut where two untouched sets meet that were separate.

    `of` maps each tile of an untouched set to that set.
    """
    begins = 0
    for k, (one, other) in enumerate(itertools.pairwise(members), start=1):
        if one in of and other in of and of[one] != of[other]:
            yield members[begins:k]
            begins = k
    yield members[begins:]


def laid_elsewhere(seen: SeenTable, pins: Sequence[Pin]) -> dict[SeenTile, Pin]:
    """Doubtful tiles that are known tiles laid elsewhere: no tile leaves the table, and they look as those looked.

    A pair counts only where it is unambiguous: one known tile is gone from its place and read nowhere for certain, and
    one doubtful tile looks like it. Where something hides the place of the known tile, the doubtful one may as well be
    another (`live.deciding.witness`).
    """
    return _laid_elsewhere(seen, _lying(seen, pins))


def _lying(seen: SeenTable, pins: Sequence[Pin]) -> list[tuple[Pin, list[SeenTile]]]:
    """Every pin with the tiles that it covers.

    Two tiles that cannot be read look the same, and a joker may look like the tile that it stood for. So one of which another is newly seen
    elsewhere may have moved there, and what cannot be read in its place, or looks little like it, may be another, unless it was named in this
    very reading.
    """
    tiles = seen.tiles
    reach = np.array([_NEAR * pin.size for pin in pins])
    lying: list[tuple[Pin, list[SeenTile]]] = [(pin, []) for pin in pins]
    apart = _apart(seen, pins)
    for i, j in np.argwhere(apart <= reach).tolist():
        pin, covered = lying[j]
        if pin.is_still(tiles[i], float(apart[i, j])):
            covered.append(tiles[i])
    moved = {tile.certain for tile in _not_known(seen, lying)} - {None}

    def stayed(pin: Pin, tile: SeenTile) -> bool:
        looks_so = tile.tile is not None and same_look(pin.likely, tile.likely)
        return looks_so or pin.tile not in moved or pin.names(tile, seen)

    return [(pin, [tile for tile in covered if stayed(pin, tile)]) for pin, covered in lying]


def in_place(seen: SeenTable, pins: Sequence[Pin]) -> list[tuple[SeenTile, Pin]]:
    """The tiles that lie exactly where one is known to have lain, each with the pin of that one, whatever they look like."""
    reach = np.array([_UNMOVED * pin.size for pin in pins])
    return [(seen.tiles[i], pins[j]) for i, j in np.argwhere(_apart(seen, pins) <= reach).tolist()]


def _apart(seen: SeenTable, pins: Sequence[Pin]) -> NDArray[np.float64]:
    """Distance of each tile from the place of each pin, shape (tiles, pins), fractions of the picture's width."""
    across, down = seen.middles.T
    at = np.array([(pin.x, pin.y) for pin in pins]).reshape(-1, 2)
    return np.asarray(np.hypot(across[:, None] - at[:, 0], down[:, None] - at[:, 1]))


def _laid_elsewhere(seen: SeenTable, lying: Sequence[tuple[Pin, Sequence[SeenTile]]]) -> dict[SeenTile, Pin]:
    """`laid_elsewhere`, given the tiles that each pin covers."""
    new = _not_known(seen, lying)
    gone = _gone(lying, [tile for tile in new if not tile.doubt])
    alike = [(tile, pin) for tile in new if tile.doubt for pin in gone if _may_be(pin, tile)]
    times = Counter(map(id, itertools.chain(*alike)))
    return {tile: pin for tile, pin in alike if times[id(tile)] == times[id(pin)] == 1}


def _not_known(seen: SeenTable, lying: Sequence[tuple[Pin, Sequence[SeenTile]]]) -> list[SeenTile]:
    """The tiles that no pin of a tile covers."""
    known = {tile for pin, tiles in lying if pin.tile is not None for tile in tiles}
    return [tile for tile in seen.tiles if tile not in known]


def _gone(lying: Sequence[tuple[Pin, Sequence[SeenTile]]], elsewhere: Iterable[SeenTile]) -> list[Pin]:
    """The pins of tiles that were read once, that cover none now, and of which none is taken for a tile `elsewhere`."""
    there = {tile.tile for tile in elsewhere}
    gone = (pin for pin, tiles in lying if not tiles and not pin.outline)
    return [pin for pin in gone if pin.tile is not None and pin.tile not in there]


def _hardly_seen(seen: SeenTable, lying: Sequence[tuple[Pin, Sequence[SeenTile]]]) -> dict[SeenTile, Pin]:
    """Tiles that are hardly seen, in the places of known ones of which nothing is seen elsewhere: no tile leaves the table.

    What lies half under another tile, or under something else, is still what it was, if it may be that.
    """
    new = _not_known(seen, lying)
    gone = _gone(lying, new)
    hardly = [tile for tile in new if tile.tile is None or (tile.doubt and tile.likely[0][1] < _READ)]
    pairs = quads.nearest_pairs([tile.outline for tile in hardly], [pin.seen_in(seen) for pin in gone])
    return {hardly[k]: gone[j] for k, j in pairs if hardly[k].tile is None or gone[j].may_still_be(hardly[k], seen)}


def _may_be(pin: Pin, tile: SeenTile) -> bool:
    """Whether a doubtful tile looks like the pinned tile, which was doubtful too."""
    then = dict(pin.likely)
    was_doubtful = bool(pin.likely) and max(then.values()) < SURE
    return was_doubtful and same_look(pin.likely, tile.likely) and any(kind == pin.tile for kind, _ in tile.likely)


def pins_of(seen: SeenTable, table: Table) -> Pins:
    """Pins for every tile of `seen`, which was found to be `table`."""
    return tuple(
        pin_of(seen, tile, kind, number)
        for number, (members, tiles) in enumerate(zip(seen.sets, table, strict=True))
        for tile, kind in zip(members, tiles, strict=True)
    )


def strays_of(seen: SeenTable) -> Pins:
    """Pins that mark everything seen on an empty table as no tile: a picture on a box, or what is left of the last round."""
    return tuple(Pin.at(tile, seen, None) for tile in seen.tiles)


def pin_of(seen: SeenTable, tile: SeenTile, kind: Tile | None, number: int | None = None) -> Pin:
    """The pin that says that `tile` of `seen` is `kind`, None for no tile at all, in the set with that number."""
    if kind is None or not tile.by_hand:
        return Pin.at(tile, seen, kind, number)
    read = replace(seen, sets=tuple(tuple(other for other in members if not other.by_hand) for members in seen.sets))
    nearest = read.nearest(*tile.middle)
    outline = tuple(read.on_table(*corner) for corner in tile.corners)
    beside = None if nearest is None else read.on_table(*nearest.middle)
    return replace(Pin.at(tile, read, kind, number), likely=(), outline=outline, beside=beside)
