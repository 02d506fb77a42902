"""Tiles that lie face up beside the table: the last discard, and the open tile of the last stack.

Two variants of the old original (section "Punktzählen") have them. Decided once, here:

- **discard**: every turn takes a tile, from the pool or the predecessor's last discard, and ends with a tile discarded,
  whether or not any was laid. Who has laid everything discards nothing and has won. With the pool empty a turn may take
  none.
- A discard is taken only to lay a **new set** with it at once: it is laid, and no set that lay there before lies whole
  in its set, an exchanged joker's tile counted in the joker's place; unless it makes three or more tiles of the set
  with tiles that do not belong to such a set, as ``K4 K5 K6`` laid and then joined to ``K1 K2 K3``.
- **open tile**: the last tile of the last stack lies face up; it is taken, besides whatever else a turn does, only by a
  player who goes out with it. As the last tile of the pool it is drawn like any other.
- What only the rack can tell is judged only where the rack is known: whether a player who discarded nothing had nothing
  left, and whether the open tile's taker went out. Where it is not known, tiles are left all the same to a player who
  laid none, and to one who did not lay a tile that was taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Self

from referee.rulebook import Rulebook
from referee.sets import SMALLEST_SET, SetKind, changes, read_set, readings, span
from referee.tiles import JOKER, Table, Tile, TileSet, count_tiles
from referee.verdict import Code, Violation


class FaceUp(NamedTuple):
    """What a turn did with tiles that lie face up."""

    discarded: Tile | None = None
    """The tile that the player discarded."""
    took_discard: Tile | None = None
    """The predecessor's discard, if the player took it."""
    took_open: Tile | None = None
    """The open tile of the last stack, if the player took it."""

    @property
    def taken(self) -> Counter[Tile]:
        """The tiles that came onto the rack from face up."""
        return Counter(tile for tile in (self.took_discard, self.took_open) if tile is not None)

    @property
    def put(self) -> Counter[Tile]:
        """The tile that left the rack face up: none or one."""
        return Counter() if self.discarded is None else Counter([self.discarded])

    def to_json(self) -> dict[str, str]:
        """The tiles that were touched, in notation."""
        return {key: str(tile) for key, tile in self._asdict().items() if tile is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, str]) -> Self:
        """The tiles that `to_json` wrote."""
        return cls(**{key: Tile.parse(name) for key, name in data.items()})


NOTHING = FaceUp()
"""No tile lay face up, or none was touched."""


def taking_violations(
    face_up: FaceUp | None, drew: int, left: int, pool: int | None, rulebook: Rulebook
) -> Iterator[Violation]:
    """What is wrong with the tiles taken and discarded, where the discard variant is played.

    Args:
        face_up: what the turn did; None where nobody knows, and nothing is said.
        drew: tiles drawn from the pool.
        left: tiles left on the rack before one is discarded; where nobody knows the rack, those that are left for
            certain.
        pool: tiles in the pool before the turn; None where nobody knows.
        rulebook: with the variant switched on.
    """
    if face_up is None:
        return
    citation = rulebook.discard.citation
    taken = drew + sum(face_up.taken.values())
    if not taken and pool != 0:
        yield Violation(Code.NOTHING_TAKEN, citation)
    if face_up.took_discard is not None and drew:
        yield Violation(Code.DREW_TOO_MANY, citation, values={"count": drew + 1, "most": rulebook.play.draw})
    if face_up.discarded is None and left:
        yield Violation(Code.NOTHING_DISCARDED, citation)


def laying_violations(
    face_up: FaceUp, before: Table, after: Table, left: int, rulebook: Rulebook
) -> Iterator[Violation]:
    """What is wrong with what became of the tiles taken from face up; arguments as in `taking_violations`."""
    tile = face_up.took_discard
    if tile is not None and not _in_new_set(tile, before, after):
        yield Violation(Code.DISCARD_NOT_LAID, rulebook.discard.citation, None, (tile,))
    if face_up.took_open is not None and left > len(face_up.put):
        yield Violation(Code.OPEN_TILE_NOT_OUT, rulebook.open_tile.citation, None, (face_up.took_open,))


def _in_new_set(tile: Tile, before: Table, after: Table) -> bool:
    laid = count_tiles(after) - count_tiles(before)
    gone, new = changes(before, after)
    return laid[tile] > 0 and any(tile in tiles and _is_new_about(tile, tiles, gone) for tiles in new)


def _is_new_about(tile: Tile, tiles: TileSet, gone: Sequence[TileSet]) -> bool:
    """Whether the set `tiles` is new, or the part of it about `tile` is."""
    loose = Counter(tiles)
    for old in gone:
        block = next((block for block in _blocks(old) if block <= loose), None)
        if block is not None:
            loose -= block
    reading = read_set(tiles)
    if loose.total() == len(tiles) or reading is None:
        return True
    if not loose[tile] or reading.kind is SetKind.GROUP:
        return loose[tile] > 0 and loose.total() >= SMALLEST_SET
    stands = {place: of[0].number for place, of in enumerate(reading.stands) if loose[tiles[place]]}
    return any(
        span(stands.values(), number) >= SMALLEST_SET for place, number in stands.items() if tiles[place] == tile
    )


def _blocks(old: TileSet) -> Iterator[Counter[Tile]]:
    """What a set that was only added to keeps: its tiles, or in its jokers' places others that they stand for."""
    for reading in readings(old):
        choices = (
            (tile, *stands) if tile == JOKER else (tile,) for tile, stands in zip(old, reading.stands, strict=True)
        )
        yield from map(Counter, product(*choices))
