"""Tiles that lie face up beside the table: the last discard, and the open tile of the last stack.

Two variants of the old original (section "Punktzählen") have them. Decided once, here:

- **discard**: every turn takes a tile, from the pool or the predecessor's last discard, and ends with a tile discarded, whether or
  not any was laid. Who has laid everything discards nothing and has won. With the pool empty a turn may take none.
- A discard is taken only to lay a **new set** with it at once: one that holds it and no whole set that lay there before.
- **open tile**: the last tile of the last stack lies face up; it is taken, besides whatever else a turn does, only by a player who
  goes out with it. As the last tile of the pool it is drawn like any other.
- What the rack would have to tell is judged only where it is known: whether a player who discarded nothing had nothing left, and
  whether the open tile's taker went out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from referee.rulebook import Rulebook
from referee.sets import changes
from referee.tiles import Table, Tile
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
        """The tile that left the rack face up, none or one."""
        return Counter() if self.discarded is None else Counter([self.discarded])


NOTHING = FaceUp()
"""No tile lay face up, or none was touched."""


def taking_violations(
    face_up: FaceUp, drew: int, left: int | None, pool: int | None, rulebook: Rulebook
) -> Iterator[Violation]:
    """What is wrong with the tiles taken and discarded, where the discard variant is played.

    Args:
        face_up: what the turn did.
        drew: tiles drawn from the pool.
        left: tiles left on the rack before one is discarded; None where nobody knows.
        pool: tiles in the pool before the turn; None where nobody knows.
        rulebook: with the variant switched on.
    """
    citation = rulebook.discard.citation
    taken = drew + sum(face_up.taken.values())
    if not taken and pool != 0:
        yield Violation(Code.NOTHING_TAKEN, citation)
    if face_up.took_discard is not None and drew:
        yield Violation(Code.DREW_TOO_MANY, citation, values={"count": drew + 1, "most": rulebook.play.draw})
    if face_up.discarded is None and left:
        yield Violation(Code.NOTHING_DISCARDED, citation)


def laying_violations(
    face_up: FaceUp, before: Table, after: Table, left: int | None, rulebook: Rulebook
) -> Iterator[Violation]:
    """What is wrong with what became of the tiles taken from face up; arguments as in `taking_violations`."""
    tile = face_up.took_discard
    if tile is not None and not _in_new_set(tile, before, after):
        yield Violation(Code.DISCARD_NOT_LAID, rulebook.discard.citation, None, (tile,))
    if face_up.took_open is not None and left is not None and left > len(face_up.put):
        yield Violation(Code.OPEN_TILE_NOT_OUT, rulebook.open_tile.citation, None, (face_up.took_open,))


def _in_new_set(tile: Tile, before: Table, after: Table) -> bool:
    gone, new = changes(before, after)
    return any(tile in tiles and not any(Counter(old) <= Counter(tiles) for old in gone) for tiles in new)
