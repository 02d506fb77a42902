"""A position described in JSON, as scripts write it: what a player faces.

The keys are ``table``, ``rack`` and ``opened``, which are needed, and ``rulebook``, the default one unless given.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from referee import rulebook
from referee.rulebook import Rulebook
from referee.tiles import JOKER, UNREAD, NotationError, Table, Tile, TileSet

KEYS = ("rulebook", "table", "rack", "opened")

_SHOWN = 40
"""How many characters of what was given an error shows."""


class PositionError(ValueError):
    """JSON that describes no position. The message is one line, fit for the user."""


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
    def parse(cls, data: Any) -> Position:
        """The position that a JSON value describes.

        Raises:
            PositionError: it describes none, or one with more copies of a tile than the box holds.
            NotationError: it names a tile that there is not.
            RulebookError: it names a rulebook that there is not.
        """
        if not isinstance(data, dict):
            raise PositionError(f"a position is a JSON object with table, rack and opened, not {_shown(data)}")
        for key in ("table", "rack", "opened"):
            if key not in data:
                raise PositionError(f'"{key}" is missing: a position needs table, rack and opened')
        name, table, opened = data.get("rulebook", rulebook.DEFAULT), data["table"], data["opened"]
        if not isinstance(name, str):
            raise PositionError(f'"rulebook" must be the id of a rulebook in quotes, not {_shown(name)}')
        if not isinstance(opened, bool):
            raise PositionError(f'"opened" must be true or false, not {_shown(opened)}')
        if not isinstance(table, list) or not all(isinstance(tiles, list) for tiles in table):
            raise PositionError('"table" must be a list of sets, each a list of tiles such as ["R4", "R5", "R6"]')
        book = rulebook.load(name)
        sets = tuple(_tiles(tiles, f'"table", set {index}') for index, tiles in enumerate(table) if tiles)
        rack = _tiles(data["rack"], '"rack"')
        _check(sets, rack, book)
        return cls(book, sets, rack, opened, tuple(key for key in data if key not in KEYS))


def _tiles(data: Any, where: str) -> TileSet:
    if not isinstance(data, list):
        raise PositionError(f'{where} must be a list of tiles such as ["R4", "K13", "J"], not {_shown(data)}')
    return tuple(_tile(text, where) for text in data)


def _tile(text: Any, where: str) -> Tile:
    if not isinstance(text, str):
        raise PositionError(f'{where}: a tile is written in quotes, such as "R4", not {_shown(text)}')
    if text == UNREAD:
        raise PositionError(f"{where} holds a tile that was not read: name it")
    try:
        return Tile.parse(text)
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from error


def _check(table: Table, rack: TileSet, book: Rulebook) -> None:
    for tile, number in Counter(tile for tiles in (*table, rack) for tile in tiles).items():
        held = book.box.jokers if tile == JOKER else book.box.copies
        if number > held:
            raise PositionError(
                f"{tile} is there {number} times, but the box holds {held}: look at table and rack again"
            )


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
