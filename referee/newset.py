"""Whether the set in which a freed joker lies is a new one, for the rulebooks that ask for that (`referee.joker`).

Nobody sees in which order a turn moved its tiles, so a set counts as new if it **can** have been built anew: if three
neighbours in it, the joker among them, can have been laid by themselves, and the others been joined to these. What
speaks against that is only a set from before the turn that lies whole with the joker, since to that the joker may just
have been added; one of which tiles lie elsewhere was rebuilt, and its tiles serve as well as any.

So the question is whether each set that lies whole there still **lives on** without the three. It does if at least one
of its tiles lies in a set of three or more of its kind, to which it can have grown before it gave tiles away; or if its
tiles went to sets of the other kind, as three runs become groups.

``J`` laid at ``K1 K2 K3`` was added to it: without ``K2 K3 J`` no set is left of it. ``J K5 K6`` joined to ``K1 K2 K3``
is new, and so is ``K4 K5 J`` built of two tiles that ``K1 K2 K3 K4 K5`` can spare.

Which of two equal tiles belongs to which set nobody sees: any explanation counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar

from referee.sets import SMALLEST_SET, SetKind, SetReading, read_set
from referee.tiles import JOKER, NUMBERS, Place, Table, Tile

Piece = Tile | Place
"""What is known of a tile after the turn: its kind, wherever it lies; for a joker, the place where it lies."""


class Remains(NamedTuple):
    """A set of the table before the turn."""

    kind: SetKind
    pieces: tuple[Piece | None, ...]
    """Its tiles, those of a run in the order of their numbers, including those that took its jokers' places; None for a
    joker that is gone."""
    staying: tuple[Place, ...] = ()
    """The places of its jokers that were never freed."""

    @property
    def known(self) -> frozenset[Piece]:
        """The pieces that are left."""
        return frozenset(piece for piece in self.pieces if piece is not None)

    @property
    def cores(self) -> list[frozenset[Piece]]:
        """Every three of its pieces that are a set by themselves."""
        threes = combinations(self.pieces, SMALLEST_SET) if self.kind is SetKind.GROUP else _windows(self.pieces)
        return [frozenset(piece for piece in three if piece is not None) for three in threes if None not in three]


class _Home(NamedTuple):
    """Tiles that lie together after the turn, where a set may live on."""

    kind: SetKind | None
    """None for tiles that are no set."""
    row: tuple[Piece, ...]
    """The tiles, those of a run in ascending order."""

    def takes_in(self, guest: Remains, others: Sequence[Remains], *, divisible: bool) -> bool:
        """Whether the set `guest` may have become this one although `others` live here.

        It may also have been joined to this set and taken off again.
        """
        if self.kind not in (None, guest.kind):
            return False
        stays = frozenset(guest.staying) or guest.known
        if stays.isdisjoint(self.row) and not (self._is_beside(guest) and (divisible or not self._has_joker)):
            return False
        return all(self._holds_both(guest, other) for other in others)

    def taken_in(self, tenants: Sequence[Remains]) -> frozenset[Piece]:
        """The tiles that may have come from elsewhere.

        A set of three has nothing to spare, and holds no others than its own.
        """
        own = frozenset[Piece]().union(*(remains.known for remains in tenants))
        return frozenset(self.row) - own if len(self.row) <= SMALLEST_SET else frozenset(self.row)

    @property
    def _has_joker(self) -> bool:
        return any(isinstance(piece, Place) for piece in self.row)

    def _is_beside(self, guest: Remains) -> bool:
        """Whether the guest and this set are runs that make one run together."""
        first, last, low, high = (pieces[end] for pieces in (guest.pieces, self.row) for end in (0, -1))
        if guest.kind is SetKind.GROUP or not (isinstance(first, Tile) and isinstance(last, Tile)):
            return False
        after, before = Tile(last.colour, last.number + 1), Tile(first.colour, first.number - 1)
        return after == low or before == high

    def _holds_both(self, one: Remains, other: Remains) -> bool:
        """Whether both sets lie here: joined, without tiles that they can spare, or beside each other."""
        windows = [frozenset(three) for three in _windows(self.row)]
        beside = any(a & one.known and b & other.known and not a & b for a in windows for b in windows)
        return beside or any(not a & b for a in one.cores for b in other.cores)


@dataclass(frozen=True)
class NewSet:
    """The set about a joker, and what it may have been built with."""

    joker: Place
    """The place of the joker; its set is an index into `after`."""
    reading: SetReading
    """How the set in which the joker lies is read."""
    after: Table
    """The sets after the turn that do not lie there as they lay."""
    untouched: Table
    """The sets after the turn that lie there as they lay."""
    divisible: bool
    """Whether a set with a joker may be divided and taken from."""

    def could_be_built_beside(self, before: Sequence[Remains]) -> bool:
        """Whether the turn can have built it while each of the sets `before`, those that were touched, was rebuilt or lived on."""
        here = frozenset(self._pieces(self.joker.set_index))
        near = [remains for remains in before if remains.known <= here and remains.cores]
        bound = [remains for remains in near if remains.staying and not self.divisible]
        undivided = frozenset[Piece]().union(*(remains.known for remains in bound))
        guests = [remains for remains in near if remains not in bound]
        others = [self._home(i) for i in range(len(self.after)) if i != self.joker.set_index]
        elsewhere = [
            (home, tuple(remains for remains in before if remains not in near and remains.known.issubset(home.row)))
            for home in others
        ]
        hosts = [self._home(len(self.after) + i) for i in range(len(self.untouched))]
        tenancies = [*elsewhere, *((home, (Remains(home.kind or SetKind.GROUP, home.row),)) for home in hosts)]
        for built, rest in self._ways():
            if undivided.isdisjoint(built):
                parts = [_Home(self.reading.kind, part) for row in rest for part in _parts(row, undivided)]
                if _all_live_on(guests, [*((part, ()) for part in parts), *tenancies], divisible=self.divisible):
                    return True
        return False

    def _pieces(self, index: int) -> tuple[Piece, ...]:
        """The pieces of the set `index` of `after` or, beyond its end, of `untouched`."""
        tiles = (*self.after, *self.untouched)[index]
        return tuple(Place(index, i) if tile.is_joker else tile for i, tile in enumerate(tiles))

    def _home(self, index: int) -> _Home:
        pieces, reading = self._pieces(index), read_set((*self.after, *self.untouched)[index])
        if reading is None or reading.kind is SetKind.GROUP:
            return _Home(None if reading is None else reading.kind, pieces)
        numbers = [of[0].number for of in reading.stands]
        return _Home(
            reading.kind, tuple(piece for _, piece in sorted(zip(numbers, pieces, strict=True), key=itemgetter(0)))
        )

    def _ways(self) -> Iterator[tuple[tuple[Piece, ...], tuple[tuple[Piece, ...], ...]]]:
        """Yields every three neighbours of the set with the joker among them, and the rows that are left of the set without them."""
        if self.reading.kind is SetKind.GROUP:
            pieces = self._pieces(self.joker.set_index)
            for built in combinations(pieces, SMALLEST_SET):
                if self.joker in built:
                    yield built, (tuple(piece for piece in pieces if piece not in built),)
            return
        row = self._row()
        for first, built in enumerate(_windows(row)):
            if self.joker in built:
                yield built, (row[:first], row[first + SMALLEST_SET :])

    def _row(self) -> tuple[Piece, ...]:
        """The run about the joker in ascending order, with tiles beyond its ends that other sets may have lent it in between."""
        pieces = self._pieces(self.joker.set_index)
        stands = [of[0] for of in self.reading.stands]
        row = [piece for _, piece in sorted(zip(stands, pieces, strict=True), key=lambda pair: pair[0].number)]
        lenders = [tiles for tiles in self.untouched if len(tiles) > SMALLEST_SET]
        lenders += [tiles for i, tiles in enumerate(self.after) if i != self.joker.set_index]
        others = {tile for tiles in lenders if self.divisible or JOKER not in tiles for tile in tiles}
        colour, low, high = stands[0].colour, min(stands).number, max(stands).number
        while low - 1 in NUMBERS and (tile := Tile(colour, low - 1)) in others:
            row, low = [tile, *row], low - 1
        while high + 1 in NUMBERS and (tile := Tile(colour, high + 1)) in others:
            row, high = [*row, tile], high + 1
        return tuple(row)


_P = TypeVar("_P", Piece, Piece | None)


def _windows(row: Sequence[_P]) -> list[tuple[_P, ...]]:
    """Every three neighbours of a row."""
    return [tuple(row[i : i + SMALLEST_SET]) for i in range(len(row) - SMALLEST_SET + 1)]


def _parts(row: Sequence[Piece], undivided: frozenset[Piece]) -> Iterator[tuple[Piece, ...]]:
    """The parts of a row that are long enough for a set, without the pieces of sets that may not be divided."""
    for out, part in groupby(row, undivided.__contains__):
        pieces = tuple(part)
        if not out and len(pieces) >= SMALLEST_SET:
            yield pieces


_Tenancy = tuple[_Home, tuple[Remains, ...]]
"""A home, and the sets that live there already."""


def _all_live_on(guests: Sequence[Remains], homes: Sequence[_Tenancy], *, divisible: bool) -> bool:
    """Whether each of the sets `guests` lives on in one of the homes, or went elsewhere."""
    if not guests:
        return True
    first, *others = guests
    if _went_elsewhere(first, homes) and _all_live_on(others, homes, divisible=divisible):
        return True
    for i, (home, tenants) in enumerate(homes):
        let = [*homes[:i], (home, (*tenants, first)), *homes[i + 1 :]]
        if home.takes_in(first, tenants, divisible=divisible) and _all_live_on(others, let, divisible=divisible):
            return True
    return False


def _went_elsewhere(remains: Remains, homes: Sequence[_Tenancy]) -> bool:
    """Whether its tiles, all but one at the most, or three that are a set by themselves, lie in sets of the other kind."""
    others = [home.taken_in(tenants) for home, tenants in homes if home.kind not in (None, remains.kind)]
    gone = {
        piece for piece in remains.known if isinstance(piece, Tile) and any(piece in taken_in for taken_in in others)
    }
    tiles = [piece for piece in remains.known if isinstance(piece, Tile)]
    return len(gone) >= len(tiles) - 1 or any(core <= gone for core in remains.cores)
