"""Where the tiles of a simulated evening lie: what nobody touches stays exactly where it was, from turn to turn.

Lengths are tile widths, the table's middle is (0, 0), x points right and y up in the picture; angles are radians
anticlockwise.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product

from referee.sets import SetKind, read_set, same_set
from referee.tiles import Table, Tile, TileSet

PITCH = 1.03
"""From one tile of a set to the next."""
HEIGHT = 1.43
"""Of a tile: its width over `workshop.benchmarks.evening.picture.ASPECT`."""
UNEVEN = (0.015, 0.04, 0.025)
"""How unevenly a hand lays tiles: spread along the set, across it, and of the angle."""
OVERLAP = 0.4
"""How much of a tile is hidden by another one that lies on it."""
ROOMS = ((1.3, 0.55), (0.7, 0.35), (0.45, 0.25))
"""Free table wanted at the ends and at the sides of a set, the first that can be had."""
TRIES = 300


class LayoutError(Exception):
    """The table is full."""


class Lies(Enum):
    """Where new sets are laid."""

    ANYWHERE = "anywhere"
    """Rather near to the player."""
    TO_THE_EDGE = "to the edge"
    """The same, as far out as the picture goes."""
    ALONG_THE_BORDERS = "along the borders"
    """Along the player's border of the picture, as near to it as there is room."""
    HALF_OUT = "half out"
    """With the last tile half outside of the picture."""


class Seat(Enum):
    """Where a player sits, and which way the player's tiles face: the angle of their reading direction."""

    BOTTOM = 0.0
    LEFT = -math.pi / 2
    TOP = math.pi
    RIGHT = math.pi / 2

    @property
    def towards(self) -> tuple[float, float]:
        """From the middle of the table towards the player, length 1."""
        return (math.sin(self.value), -math.cos(self.value))


SEATS: dict[int, tuple[Seat, ...]] = {
    2: (Seat.BOTTOM, Seat.TOP),
    3: (Seat.BOTTOM, Seat.LEFT, Seat.RIGHT),
    4: (Seat.BOTTOM, Seat.LEFT, Seat.TOP, Seat.RIGHT),
}
"""Clockwise, as many as play."""


@dataclass(frozen=True)
class Piece:
    """One tile of the box as it lies."""

    tile: Tile
    number: int
    """Which tile of the box it is: it looks the same wherever it lies."""
    x: float
    y: float
    angle: float
    lies_on: bool = False
    """Whether it lies on the edge of the tile before it in its set."""


@dataclass(frozen=True)
class Laid:
    """A set as it lies."""

    x: float
    """Middle of slot 0."""
    y: float
    angle: float
    start: int
    """Slot of the first tile: a tile added in front lies in slot -1, and those that were there stay."""
    pieces: tuple[Piece, ...]

    @property
    def tiles(self) -> TileSet:
        """In reading order."""
        return tuple(piece.tile for piece in self.pieces)

    def slot(self, index: int) -> tuple[float, float]:
        """The middle of a slot."""
        return (self.x + index * PITCH * math.cos(self.angle), self.y + index * PITCH * math.sin(self.angle))

    def bounds(self, ends: float = 0.0, sides: float = 0.0) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the set with so much room about it."""
        first, last = self.slot(self.start), self.slot(self.start + len(self.pieces) - 1)
        half_long, half_wide = PITCH / 2 + ends, HEIGHT / 2 + sides
        cos, sin = abs(math.cos(self.angle)), abs(math.sin(self.angle))
        dx, dy = half_long * cos + half_wide * sin, half_long * sin + half_wide * cos
        return (
            min(first[0], last[0]) - dx,
            min(first[1], last[1]) - dy,
            max(first[0], last[0]) + dx,
            max(first[1], last[1]) + dy,
        )


@dataclass(frozen=True)
class Layout:
    """The table at one moment; never changed."""

    half: tuple[float, float]
    """Half the width and height of where sets are laid."""
    sets: tuple[Laid, ...] = ()
    tiles_used: int = field(default=0)
    """How many tiles of the box have been numbered."""
    lies: Lies = Lies.ANYWHERE

    @property
    def table(self) -> Table:
        """The sets as the referee is to see them."""
        return tuple(laid.tiles for laid in self.sets)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every tile on the table."""
        return tuple(piece for laid in self.sets for piece in laid.pieces)

    def turned_into(self, table: Table, seat: Seat, rng: random.Random) -> Layout:
        """The layout after a player at `seat` has made `table` of it; tiles that need not move stay where they are.

        The tiles of a group may come to lie in another order than in `table`.

        Raises:
            LayoutError: a set finds no place.
        """
        old = list(self.sets)
        wanted = list(table)
        kept: list[Laid] = []
        for laid in self.sets:
            same = next((tiles for tiles in wanted if same_set(tiles, laid.tiles)), None)
            if same is not None:
                wanted.remove(same)
                old.remove(laid)
                kept.append(laid)
        hand = _Hand([piece for laid in old for piece in laid.pieces], self.tiles_used, rng)
        homes = _homes(wanted, old)
        placed: list[Laid] = [*kept]
        homeless: list[TileSet] = []
        for tiles, home in zip(wanted, homes, strict=True):
            grown = None if home is None else hand.grow(tiles, home)
            if grown is None or not self._is_free(grown, placed, 0.0, 0.0):
                homeless.append(tiles)
            else:
                hand.keep(grown)
                placed.append(grown)
        for tiles in homeless:
            spot = self._spot(len(tiles), placed, seat, rng)
            placed.append(replace(spot, pieces=tuple(Piece(tile, -1, 0, 0, 0) for tile in tiles)))
        return replace(self, sets=tuple(hand.lay(laid) for laid in placed), tiles_used=hand.used)

    def with_one_on_another(self, before: Layout, rng: random.Random) -> Layout:
        """The last tile of a set, laid since `before`, lies half on the one before it.

        The layout is the same where no such tile was laid.
        """
        there = set(before.pieces)
        new = [laid for laid in self.sets if len(laid.pieces) > 1 and laid.pieces[-1] not in there]
        if not new:
            return self
        laid = rng.choice(new)
        piece, back = laid.pieces[-1], OVERLAP * PITCH
        lying = replace(
            piece, x=piece.x - back * math.cos(laid.angle), y=piece.y - back * math.sin(laid.angle), lies_on=True
        )
        changed = replace(laid, pieces=(*laid.pieces[:-1], lying))
        return replace(self, sets=tuple(changed if each is laid else each for each in self.sets))

    def put_back(self, after: Layout, rng: random.Random) -> Layout:
        """This layout again after it had become `after`: what was moved comes to lie a little otherwise than it did."""
        stayed = set(after.pieces)
        sets = tuple(
            replace(
                laid,
                pieces=tuple(
                    piece if piece in stayed else _lay(laid, laid.start + i, piece.tile, piece.number, rng)
                    for i, piece in enumerate(laid.pieces)
                ),
            )
            for laid in self.sets
        )
        return replace(self, sets=sets, tiles_used=after.tiles_used)

    def _spot(self, length: int, placed: Sequence[Laid], seat: Seat, rng: random.Random) -> Laid:
        """A free place for a set of so many tiles, rather near to the player."""
        dummy = tuple(Piece(Tile(None, 0), -1, 0, 0, 0) for _ in range(length))
        along = (math.cos(seat.value), math.sin(seat.value)) if self.lies is Lies.HALF_OUT else seat.towards
        for ends, sides in [(0.0, 0.35)] if self.lies is Lies.HALF_OUT else ROOMS:
            found = []
            for _ in range(TRIES):
                angle = seat.value + rng.gauss(0, 0.04)
                x, y = rng.uniform(-self.half[0], self.half[0]), rng.uniform(-self.half[1], self.half[1])
                laid = Laid(x, y, angle, 0, dummy)
                if self._is_free(laid, placed, ends, sides):
                    found.append(laid)
            if found:
                is_near = self.lies in {Lies.ANYWHERE, Lies.TO_THE_EDGE}
                some = rng.sample(found, min(4, len(found))) if is_near else found
                return max(some, key=lambda laid: laid.x * along[0] + laid.y * along[1])
        raise LayoutError(f"no room for a set of {length} tiles")

    def _is_free(self, laid: Laid, others: Sequence[Laid], ends: float, sides: float) -> bool:
        low_x, low_y, high_x, high_y = laid.bounds(ends)  # room to grow there, too
        if min(low_x + self.half[0], self.half[0] - high_x, low_y + self.half[1], self.half[1] - high_y) < 0:
            return False
        left, bottom, right, top = laid.bounds(ends, sides)
        return not any(
            left < other[2] and other[0] < right and bottom < other[3] and other[1] < top
            for other in (each.bounds() for each in others)
        )


class _Hand:
    """Takes tiles up and lays them down."""

    def __init__(self, up: Sequence[Piece], used: int, rng: random.Random) -> None:
        """`up` are the pieces of the sets that change; `used` of the box's tiles are numbered."""
        self._up = list(up)
        self._rng = rng
        self.used = used

    def grow(self, tiles: TileSet, home: Laid) -> Laid | None:
        """`tiles` laid so that most pieces of `home` stay; pieces to be laid there have the number -1."""
        best: tuple[int, Laid] | None = None
        for order, shift in product(_orders(tiles, home.tiles), range(-len(tiles), len(home.pieces) + 1)):
            slots = [home.pieces[shift + i] if 0 <= shift + i < len(home.pieces) else None for i in range(len(order))]
            pieces = tuple(
                there if there is not None and there.tile == tile and there in self._up else Piece(tile, -1, 0, 0, 0)
                for there, tile in zip(slots, order, strict=True)
            )
            count = sum(piece.number >= 0 for piece in pieces)
            if count and (best is None or count > best[0]):
                best = (count, replace(home, start=home.start + shift, pieces=pieces))
        return None if best is None else best[1]

    def keep(self, laid: Laid) -> None:
        """Leaves the pieces of `laid` that lie there already where they are."""
        for piece in laid.pieces:
            if piece.number >= 0:
                self._up.remove(piece)

    def lay(self, laid: Laid) -> Laid:
        """`laid` with every piece in its place, taken from those that are up, else from a rack."""
        return replace(
            laid,
            pieces=tuple(
                piece if piece.number >= 0 else self._down(laid, laid.start + i, piece.tile)
                for i, piece in enumerate(laid.pieces)
            ),
        )

    def _down(self, laid: Laid, slot: int, tile: Tile) -> Piece:
        moved = next((piece for piece in self._up if piece.tile == tile), None)
        if moved is None:
            number, self.used = self.used, self.used + 1
        else:
            self._up.remove(moved)
            number = moved.number
        return _lay(laid, slot, tile, number, self._rng)


def _lay(laid: Laid, slot: int, tile: Tile, number: int, rng: random.Random) -> Piece:
    """A tile of the box laid into a slot as a hand does it."""
    along, across, twist = (rng.gauss(0, spread) for spread in UNEVEN)
    x, y = laid.slot(slot)
    cos, sin = math.cos(laid.angle), math.sin(laid.angle)
    return Piece(tile, number, x + along * cos - across * sin, y + along * sin + across * cos, laid.angle + twist)


def _homes(wanted: Sequence[TileSet], old: Sequence[Laid]) -> list[Laid | None]:
    """For each set the one that it grows out of: the one it has most tiles in common with, each only once."""
    common = {
        (i, k): (Counter(tiles) & Counter(laid.tiles)).total()
        for (i, tiles), (k, laid) in product(enumerate(wanted), enumerate(old))
    }
    homes: list[Laid | None] = [None] * len(wanted)
    taken: set[int] = set()
    for (i, k), count in sorted(common.items(), key=lambda item: -item[1]):
        if count and homes[i] is None and k not in taken:
            homes[i] = old[k]
            taken.add(k)
    return homes


def _orders(tiles: TileSet, there: TileSet) -> Iterator[TileSet]:
    """The orders in which a set may lie; a group grows at either end of what lies there."""
    reading = read_set(tiles)
    if reading is None or reading.kind is not SetKind.GROUP:
        yield tiles
        return
    left = Counter(tiles)
    stay = []
    for tile in there:
        if left[tile]:
            left[tile] -= 1
            stay.append(tile)
    new = list(left.elements())
    yield (*stay, *new)
    yield (*new, *stay)
