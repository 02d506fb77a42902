"""No tile is made and none is lost: everything seen at one moment against the round and the box, each contradiction named.

All booklets: the box holds two of each tile and two jokers (a rulebook may say otherwise); a turn moves tiles between
racks, pool, table and discards, and nowhere else. What is not known is not judged: give what was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from referee.round import Round
from referee.tiles import Tile, TileSet, count_tiles, format_tiles, parse_tiles

NOTHING: Mapping[str, TileSet] = MappingProxyType({})
"""No tiles of anybody's."""


class ContradictionKind(StrEnum):
    """What contradicts what; `POOL_COUNT`, `TABLE_LACKS` and `TABLE_GAINED` in journals of earlier versions only."""

    TOO_MANY = "too-many"
    """A tile was seen more often than the box holds it."""
    RACK_COUNT = "rack-count"
    """A rack holds another number of tiles than the round gives it."""
    POOL_COUNT = "pool-count"
    """The pool holds another number of tiles than the round leaves it."""
    TABLE_LACKS = "table-lacks"
    """A tile that the last turn left on the table is gone."""
    TABLE_GAINED = "table-gained"
    """A tile lies on the table that no turn laid there."""
    DRAWN_GONE = "drawn-gone"
    """A tile that a player held earlier and has not laid is not on the rack."""
    TOTAL = "total"
    """Racks, pool, table and discards do not add up to the box."""


class Whereabouts(StrEnum):
    """Where tiles are seen."""

    TABLE = "table"
    RACK = "rack"
    HELD = "draws"
    """Tiles that a player was seen to hold earlier, and whose rack is not seen now."""
    DISCARDS = "discards"


class Occurrence(NamedTuple):
    """How often a tile was seen at one place."""

    place: Whereabouts
    player: str | None
    """Whose place it is; None for the table."""
    number: int

    def __str__(self) -> str:
        where = "the table" if self.player is None else f"{self.player}'s {self.place.value}"
        return f"{where} {self.number}"


@dataclass(frozen=True)
class Contradiction:
    """Two things that cannot both be."""

    kind: ContradictionKind
    message: str
    """One line of plain English."""
    tiles: TileSet = ()
    """The tiles it is about."""
    player: str | None = None
    """The player it is about; None where it is about nobody."""
    values: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """The numbers that the message speaks of."""
    found: tuple[Occurrence, ...] = ()
    """Where a tile that was seen too often was seen."""

    def to_json(self) -> dict[str, Any]:
        """The whole contradiction as JSON."""
        return {
            "kind": self.kind.value,
            "message": self.message,
            "tiles": format_tiles(self.tiles),
            "player": self.player,
            "values": dict(self.values),
            "found": [{"place": one.place.value, "player": one.player, "count": one.number} for one in self.found],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` wrote."""
        return cls(
            ContradictionKind(data["kind"]),
            data["message"],
            parse_tiles(data["tiles"]),
            data.get("player"),
            data.get("values", {}),
            tuple(Occurrence(Whereabouts(one["place"]), one["player"], one["count"]) for one in data.get("found", ())),
        )


def contradictions(
    current: Round, *, racks: Mapping[str, TileSet] = NOTHING, held: Mapping[str, TileSet] = NOTHING
) -> tuple[Contradiction, ...]:
    """Everything in which what was seen contradicts the round, the box, or itself; empty where all of it fits together.

    The `racks` of some players were seen, and tiles that players `held` earlier and have not laid since.

    Raises:
        KeyError: a player named in `racks` does not play.
    """
    return (*_too_many(current, racks, held), *_counts(current, racks), *_gone(racks, held), *_total(current))


def _too_many(current: Round, racks: Mapping[str, TileSet], held: Mapping[str, TileSet]) -> Iterator[Contradiction]:
    places: dict[tuple[Whereabouts, str | None], Counter[Tile]] = {
        (Whereabouts.TABLE, None): count_tiles(current.table),
        **{(Whereabouts.RACK, player): Counter(rack) for player, rack in racks.items()},
        **{(Whereabouts.HELD, player): Counter(tiles) for player, tiles in held.items() if player not in racks},
        **{(Whereabouts.DISCARDS, player): Counter(pile) for player, pile in current.discards.items()},
    }
    everywhere = sum(places.values(), Counter[Tile]())
    for tile, number, most in current.rulebook.box.surplus(everywhere):
        found = tuple(Occurrence(*place, tiles[tile]) for place, tiles in places.items() if tiles[tile])
        where = ", ".join(map(str, found))
        line = f"{tile} was seen {number} times ({where}), but the box holds {most}"
        yield Contradiction(ContradictionKind.TOO_MANY, line, (tile,), None, {"count": number, "most": most}, found)


def _counts(current: Round, racks: Mapping[str, TileSet]) -> Iterator[Contradiction]:
    for player, rack in racks.items():
        number, must = len(rack), current.counts[player]
        if number != must:
            line = f"{player}'s rack holds {number} tiles, but must hold {must}"
            yield Contradiction(ContradictionKind.RACK_COUNT, line, (), player, {"count": number, "must": must})


def _gone(racks: Mapping[str, TileSet], held: Mapping[str, TileSet]) -> Iterator[Contradiction]:
    for player, tiles in held.items():
        if player in racks and (gone := tuple((Counter(tiles) - Counter(racks[player])).elements())):
            names = " ".join(format_tiles(gone))
            line = f"{player} held {names} earlier and has not laid it, but it is not on the rack"
            yield Contradiction(ContradictionKind.DRAWN_GONE, line, gone, player)


def _total(current: Round) -> Iterator[Contradiction]:
    racks, table = sum(current.counts.values()), sum(map(len, current.table))
    discards = sum(map(len, current.discards.values()))
    total = racks + current.pool + table + discards
    if total != current.rulebook.box.size:
        parts = f"{racks} on racks, {current.pool} in the pool, {table} on the table, {discards} discarded"
        line = f"{parts} make {total} tiles, but the box holds {current.rulebook.box.size}"
        yield Contradiction(ContradictionKind.TOTAL, line, values={"count": total, "most": current.rulebook.box.size})
