"""What lies the same in the photos before and after a turn: one tile, seen twice.

Tiles that nobody touched are still what they were; that is physics and no rule. So a tile that lies after the turn
where one lay before it, and looks the same, is one tile, and what both photos show of it is put together:

- read for certain in one photo, it is that in the other, too, as in a game (`live.game.pins.Pin`), unless it is doubtful
  there although it was read with confidence: then more tiles of its kind were read than there are, and any of them may
  be misread, in both photos;
- doubtful in both, it may be what the average of both says (`vision.scene.fuse.merge`).

Two different tiles in one place, each read for certain, were exchanged, or one of the two is misread: where a reading
has the other photo's tile among its candidates, it is doubtful.

Where the photos cannot be laid over each other, a set is taken for untouched that has a single counterpart: as many
tiles, the same where both are sure, at least one of these, and looking alike where not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from live.game.seen import SeenTile, same_look
from referee.doubt import Which
from referee.tiles import Tile
from vision.reading.table_reading import SURE, TableReading, TileReading
from vision.scene.fuse import merge
from vision.scene.register import find_homography, same_places
from vision.scene.viewpoint import Homography


class Pair(NamedTuple):
    """One tile in two photos."""

    before: int
    """Index into the tiles of the reading before the turn."""
    after: int
    """Index into the tiles of the reading after the turn."""
    seen: SeenTile
    """What both readings together say of it."""


class Compared(NamedTuple):
    """What two photos say of each other's tiles."""

    pairs: tuple[Pair, ...]
    """The tiles that lie after the turn as they lay before it."""
    disputed: Mapping[Which, Mapping[int, SeenTile]]
    """Tiles whose reading the other photo puts in doubt, by index into the tiles of the reading."""
    homography: Homography | None
    """From points of the photo before the turn to those of the photo after it; None where they cannot be laid over each
    other."""


def compare(before: TableReading, after: TableReading) -> Compared:
    """Finds the tiles that nobody touched, and those about which the two photos disagree."""
    homography = find_homography(before, after)
    found = _same_sets(before, after) if homography is None else same_places(before, after, homography)
    pairs = []
    disputed: dict[Which, dict[int, SeenTile]] = {"before": {}, "after": {}}
    for i, j in sorted(found, key=lambda pair: pair[1]):
        then, now = SeenTile.from_reading(before.tiles[i]), SeenTile.from_reading(after.tiles[j])
        seen = _fused(before.tiles[i], after.tiles[j])
        if seen is not None:
            pairs.append(Pair(i, j, seen))
        elif not then.doubt and not now.doubt:
            if _may_be(then, now.tile):
                disputed["before"][i] = replace(then, doubt=True)
            if _may_be(now, then.tile):
                disputed["after"][j] = replace(now, doubt=True)
    return Compared(tuple(pairs), disputed, homography)


def _may_be(seen: SeenTile, tile: Tile | None) -> bool:
    return any(tile == candidate for candidate, _ in seen.likely)


def _fused(before: TileReading, after: TileReading) -> SeenTile | None:
    """What two readings of one place say together; None where they are not of one tile."""
    one, other = SeenTile.from_reading(before), SeenTile.from_reading(after)
    if not one.doubt and not other.doubt:
        return other if one.tile == other.tile else None
    if not same_look(one.likely, other.likely):
        return None
    confident = min(before.confidence, after.confidence) >= SURE
    if confident or (one.doubt and other.doubt):
        return replace(SeenTile.from_reading(merge([before, after], 2)), doubt=True)
    return one if other.doubt else other


def _same_sets(before: TableReading, after: TableReading) -> Iterator[tuple[int, int]]:
    """Yields the tiles of sets that, by what they hold, have a single counterpart."""

    def may_be(one: Sequence[int], other: Sequence[int]) -> bool:
        if len(one) != len(other):
            return False
        pairs = [(before.tiles[i], after.tiles[j]) for i, j in zip(one, other, strict=True)]
        is_known = any(not then.doubt and not now.doubt for then, now in pairs)
        return is_known and all(_fused(*pair) is not None for pair in pairs)

    likely = [(one, other) for one in before.sets for other in after.sets if may_be(one, other)]
    ones, others = ([*column] for column in zip(*likely, strict=True)) if likely else ([], [])
    for one, other in likely:
        if ones.count(one) == 1 == others.count(other):
            yield from zip(one, other, strict=True)
