"""No tile is made and none is lost: everything seen at one moment against the round and the box, each contradiction named.

All booklets: the box holds two of each tile and two jokers (a rulebook may say otherwise); a turn moves tiles between racks, pool,
table and discards, and nowhere else. What is not known is not judged: give what was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from referee.round import Round
from referee.tiles import Table, Tile, TileSet, format_tiles


class Kind(StrEnum):
    """What contradicts what."""

    TOO_MANY = "too-many"
    """A tile was seen more often than the box holds it."""
    RACK_COUNT = "rack-count"
    """A rack holds another number of tiles than the round gives it."""
    POOL_COUNT = "pool-count"
    """The pool holds another number of tiles than the round leaves it."""
    TABLE = "table"
    """The table is not what the last turn left."""
    DRAWN_GONE = "drawn-gone"
    """A tile that a player drew and has not laid is not on the rack."""
    TOTAL = "total"
    """Racks, pool, table and discards do not add up to the box."""


@dataclass(frozen=True)
class Seen:
    """What was seen at one moment; None and what is missing was not."""

    table: Table | None = None
    racks: Mapping[str, TileSet] = field(default_factory=lambda: MappingProxyType({}))
    """Tiles of players whose racks were seen."""
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many tiles other racks hold, where only that was seen."""
    pool: int | None = None
    """Tiles left in the pool."""
    drawn: Mapping[str, TileSet] = field(default_factory=lambda: MappingProxyType({}))
    """Tiles that players were seen to draw and have not laid since."""


@dataclass(frozen=True)
class Contradiction:
    """Two things that cannot both be."""

    kind: Kind
    message: str
    """One line of plain English."""
    tiles: TileSet = ()
    """The tiles it is about."""


def contradictions(state: Round, seen: Seen) -> tuple[Contradiction, ...]:
    """Everything in which `seen` contradicts `state`, the box, or itself; none where all of it fits together.

    Raises:
        KeyError: a player of `seen` does not play.
    """
    return (*_too_many(state, seen), *_counts(state, seen), *_draws(seen), *_table(state, seen), *_total(state))


def _too_many(state: Round, seen: Seen) -> Iterator[Contradiction]:
    box = state.rulebook.box
    places: dict[str, Counter[Tile]] = {
        "the table": _count(state.table if seen.table is None else seen.table),
        **{f"{player}'s rack": Counter(rack) for player, rack in seen.racks.items()},
        **{f"{player}'s draws": Counter(drawn) for player, drawn in seen.drawn.items() if player not in seen.racks},
        **{f"{player}'s discards": Counter(pile) for player, pile in state.discards.items()},
    }
    everywhere = sum(places.values(), Counter[Tile]())
    for tile, number in everywhere.items():
        held = box.jokers if tile.is_joker else box.copies
        if number > held:
            where = ", ".join(f"{place} {tiles[tile]}" for place, tiles in places.items() if tiles[tile])
            yield Contradiction(
                Kind.TOO_MANY, f"{tile} was seen {number} times ({where}), but the box holds {held}", (tile,)
            )


def _counts(state: Round, seen: Seen) -> Iterator[Contradiction]:
    held = {**seen.counts, **{player: len(rack) for player, rack in seen.racks.items()}}
    for player, number in held.items():
        must = state.counts[player]
        if number != must:
            yield Contradiction(Kind.RACK_COUNT, f"{player}'s rack holds {number} tiles, but must hold {must}")
    if seen.pool is not None and seen.pool != state.pool:
        yield Contradiction(Kind.POOL_COUNT, f"the pool holds {seen.pool} tiles, but must hold {state.pool}")


def _draws(seen: Seen) -> Iterator[Contradiction]:
    for player, drawn in seen.drawn.items():
        if player in seen.racks:
            gone = tuple((Counter(drawn) - Counter(seen.racks[player])).elements())
            if gone:
                names = " ".join(format_tiles(gone))
                line = f"{player} drew {names} and has not laid it, but it is not on the rack"
                yield Contradiction(Kind.DRAWN_GONE, line, gone)


def _table(state: Round, seen: Seen) -> Iterator[Contradiction]:
    if seen.table is None:
        return
    before, now = _count(state.table), _count(seen.table)
    for tiles, line in ((before - now, "gone from the table"), (now - before, "on the table without a turn")):
        if tiles:
            found = tuple(tiles.elements())
            yield Contradiction(Kind.TABLE, f"{line}: {' '.join(format_tiles(found))}", found)


def _total(state: Round) -> Iterator[Contradiction]:
    racks, table = sum(state.counts.values()), sum(map(len, state.table))
    discards = sum(map(len, state.discards.values()))
    total = racks + state.pool + table + discards
    if total != state.rulebook.tiles:
        parts = f"{racks} on racks, {state.pool} in the pool, {table} on the table, {discards} discarded"
        yield Contradiction(Kind.TOTAL, f"{parts} make {total} tiles, but the box holds {state.rulebook.tiles}")


def _count(table: Table) -> Counter[Tile]:
    return Counter(tile for tiles in table for tile in tiles)
