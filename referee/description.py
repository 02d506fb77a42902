"""Positions described in JSON, and what descriptions of turns share with them: heads, tiles, and how an error shows what was given.

What does not describe what it should is a `DescriptionError`, a tile that there is not a `referee.tiles.NotationError`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.errors import UserError
from referee.rulebook import DEFAULT, Rulebook
from referee.rulebook import load as bundled
from referee.text import shortened
from referee.tiles import UNREAD, NotationError, Table, Tile, TileSet, count_tiles

_SHOWN = 40
"""Number of characters of a JSON value that an error shows."""


POSITION_KEYS = ("rulebook", "table", "rack", "opened")
"""The keys of a position, the first of which may be left out."""


class DescriptionError(UserError):
    """JSON that does not describe what it is meant to. The message is one line, fit for the user."""


def parse_head(data: Any, what: str, needed: Sequence[str]) -> tuple[Mapping[str, Any], str, bool]:
    """The JSON object that describes `what`, the id of its rulebook, and whether the player has opened.

    Args:
        data: the JSON value.
        what: what it describes, for the message.
        needed: the keys that it must have, ``opened`` among them.
    """
    listed = f"{', '.join(needed[:-1])} and {needed[-1]}"
    if not isinstance(data, dict):
        raise DescriptionError(f"a {what} is a JSON object with {listed}, not {shown(data)}")
    for key in needed:
        if key not in data:
            raise DescriptionError(f'"{key}" is missing: a {what} needs {listed}')
    name, opened = data.get("rulebook", DEFAULT), data["opened"]
    if not isinstance(name, str):
        raise DescriptionError(f'"rulebook" must be the id of a rulebook in quotes, not {shown(name)}')
    if not isinstance(opened, bool):
        raise DescriptionError(f'"opened" must be true or false, not {shown(opened)}')
    return data, name, opened


def parse_tile(text: Any, where: str) -> Tile:
    """The tile that a JSON value names."""
    if not isinstance(text, str):
        raise DescriptionError(f'{where}: a tile is written in quotes, such as "R4", not {shown(text)}')
    try:
        return Tile.parse(text)
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from error


def require_sets(data: Any, key: str) -> Sequence[list[Any]]:
    """`data` itself, if it is a list of lists."""
    if not isinstance(data, list) or not all(isinstance(tiles, list) for tiles in data):
        raise DescriptionError(f'"{key}" must be a list of sets, each a list of tiles such as ["R4", "R5", "R6"]')
    return data


def require_in_box(tiles: Counter[Tile], book: Rulebook) -> None:
    """Sees to it that the rulebook's box holds so many `tiles`."""
    for tile, number, held in book.box.surplus(tiles):
        raise DescriptionError(
            f"{tile} is there {number} times, but the box holds {held}: look at table and rack again"
        )


def shown(value: Any) -> str:
    """A JSON value as an error shows it."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested too deep"
    return shortened(text, _SHOWN)


class Position(NamedTuple):
    """What a player faces, as scripts describe it in JSON."""

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
        return cls(book, sets, rack, opened, tuple(key for key in data if key not in POSITION_KEYS))


def _tiles(data: Any, where: str) -> TileSet:
    if not isinstance(data, list):
        raise DescriptionError(f'{where} must be a list of tiles such as ["R4", "K13", "J"], not {shown(data)}')
    return tuple(_tile(text, where) for text in data)


def _tile(text: Any, where: str) -> Tile:
    if text == UNREAD:
        raise DescriptionError(f"{where} holds a tile that was not read: name it")
    return parse_tile(text, where)
