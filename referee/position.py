"""A position described in JSON, as scripts write it: what a player faces.

The keys are ``table``, ``rack`` and ``opened``, which are needed, and ``rulebook``, the default one unless given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.description import DescriptionError, parse_head, parse_tile, require_in_box, require_sets, shown
from referee.rulebook import Rulebook
from referee.rulebook import load as bundled
from referee.tiles import UNREAD, Table, Tile, TileSet, count_tiles

KEYS = ("rulebook", "table", "rack", "opened")


class Position(NamedTuple):
    """What a player faces."""

    rulebook: Rulebook
    table: Table
    rack: TileSet
    opened: bool
    """Whether the player has made the first lay-down."""
    ignored: tuple[str, ...]
    """Keys that a position does not have."""

    @classmethod
    def parse(cls, data: Any, load: Callable[[str], Rulebook] = bundled) -> Position:
        """The position that a JSON value describes; the arguments are those of `referee.described.DescribedTurn.parse`.

        Raises:
            DescriptionError: it describes none, or one with more copies of a tile than the box holds.
            NotationError: it names a tile that there is not.
            RulebookError: it names a rulebook that there is not.
        """
        data, name, opened = parse_head(data, "position", ("table", "rack", "opened"))
        lists = require_sets(data["table"], "table")
        book = load(name)
        sets = tuple(_tiles(tiles, f'"table", set {index}') for index, tiles in enumerate(lists) if tiles)
        rack = _tiles(data["rack"], '"rack"')
        require_in_box(count_tiles((*sets, rack)), book)
        return cls(book, sets, rack, opened, tuple(key for key in data if key not in KEYS))


def _tiles(data: Any, where: str) -> TileSet:
    if not isinstance(data, list):
        raise DescriptionError(f'{where} must be a list of tiles such as ["R4", "K13", "J"], not {shown(data)}')
    return tuple(_tile(text, where) for text in data)


def _tile(text: Any, where: str) -> Tile:
    if text == UNREAD:
        raise DescriptionError(f"{where} holds a tile that was not read: name it")
    return parse_tile(text, where)
