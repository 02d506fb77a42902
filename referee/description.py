"""What the JSON descriptions of turns and positions share: heads, tiles, and how an error shows what was given.

What does not describe what it should is a `DescriptionError`, a tile that there is not a `referee.tiles.NotationError`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.errors import UserError
from referee.rulebook import DEFAULT, Rulebook
from referee.text import shortened
from referee.tiles import NotationError, Tile

_SHOWN = 40
"""Number of characters of a JSON value that an error shows."""


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
