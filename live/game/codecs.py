"""How the values that events hold are written as JSON, by the types that their fields are declared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from live.game.carried import Carried
from live.game.pins import Pin
from live.game.seen import SeenTable
from live.game.verdict_photo import VerdictPhoto
from referee.conservation import Contradiction
from referee.faceup import FaceUp
from referee.tiles import Place, Table, format_tiles, parse_tiles
from referee.verdict import Verdict
from vision.scene.viewpoint import Viewpoint


def table_to_json(table: Table) -> list[list[str]]:
    """The notation of every set."""
    return [format_tiles(tiles) for tiles in table]


def table_from_json(data: list[list[str]]) -> Table:
    """The table that `table_to_json` wrote."""
    return tuple(parse_tiles(names) for names in data)


class Codec(NamedTuple):
    """How values of a type are written as JSON, and read again."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _each(codec: Codec) -> Codec:
    """For a tuple of what `codec` is for."""
    return Codec(lambda values: [*map(codec.write, values)], lambda data: tuple(map(codec.read, data)))


_PIN = Codec(Pin.to_json, Pin.from_json)
_PAIR = Codec(list, tuple)

CODECS: Mapping[str, Codec] = {
    "Carried": Codec(Carried.to_json, Carried.from_json),
    "TileSet": Codec(format_tiles, parse_tiles),
    "Table": Codec(table_to_json, table_from_json),
    "FaceUp": Codec(FaceUp.to_json, FaceUp.from_json),
    "Verdict": Codec(Verdict.to_json, Verdict.from_json),
    "SeenTable": Codec(SeenTable.to_json, SeenTable.from_json),
    "Pin": _PIN,
    "Viewpoint": Codec(Viewpoint.to_json, Viewpoint.from_json),
    "tuple[str, ...]": Codec(list, tuple),
    "tuple[VerdictPhoto, ...]": _each(Codec(VerdictPhoto.to_json, VerdictPhoto.from_json)),
    "tuple[Contradiction, ...]": _each(Codec(Contradiction.to_json, Contradiction.from_json)),
    "tuple[Place, ...]": _each(Codec(list, lambda data: Place(*data))),
    "tuple[Pin, ...]": _each(_PIN),
    "tuple[Polygon, ...]": _each(_each(_PAIR)),
}
"""Codecs by the type that a field is declared with."""

PLAIN = frozenset(
    (
        "bool", "int", "float", "str", "int | list[str]", "list[list[float]]", "Mapping[str, int | list[str]]", "Column", "Note"
    )
)  # fmt: skip
"""Types of fields that are JSON already, or that their event writes itself."""
