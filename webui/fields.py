"""What the fields of a request say: names, numbers, tiles and places, refused in one line where they say something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from live.game.commands import RefusedError
from referee.score import Rack
from referee.tiles import UNREAD, NotationError, Tile, TileSet
from referee.verdict import Outcome

LONGEST_NAME = 24
"""Maximum letters of a name."""

_FAR = 1e6
"""More pixels than any picture has in a row."""
_LONGEST_REASON = 200


def text(body: Mapping[str, Any], key: str) -> str:
    """The text under `key`.

    Raises:
        RefusedError: there is none.
    """
    value = body.get(key)
    if not isinstance(value, str):
        raise RefusedError(f"{key} must be a text")
    return value


def is_text(name: str) -> bool:
    """Whether a name can be kept as text; half of a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def number(body: Mapping[str, Any], key: str) -> int | None:
    """The whole number under `key`; None where there is nothing.

    Raises:
        RefusedError: something else is there.
    """
    value = body.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise RefusedError(f"{key} must be a number")
    return value


def turn(body: Mapping[str, Any]) -> int:
    """The event that ended the turn which is meant.

    Raises:
        RefusedError: none is named.
    """
    press = number(body, "press")
    if press is None:
        raise RefusedError("press must be the event that ended the turn")
    return press


def word(body: Mapping[str, Any]) -> tuple[Outcome, str]:
    """The host's decision on a turn, and the reason for it.

    Raises:
        RefusedError: it is no decision, or the reason is too long.
    """
    try:
        outcome = Outcome(text(body, "outcome"))
    except ValueError as error:
        raise RefusedError("outcome must be legal or illegal") from error
    reason = text(body, "reason")
    if not is_text(reason) or len(reason) > _LONGEST_REASON:
        raise RefusedError(f"a reason has {_LONGEST_REASON} letters at most")
    return outcome, reason


def point(value: object, complaint: str) -> tuple[float, float]:
    """A point in pixels.

    Raises:
        RefusedError: it is none, with `complaint`.
    """
    match value:
        case [int() | float() as x, int() | float() as y] if abs(x) < _FAR and abs(y) < _FAR:
            return (float(x), float(y))
        case _:
            raise RefusedError(complaint)


def corners(body: Mapping[str, Any]) -> list[tuple[float, float]]:
    """The ``corners`` of a tile, four points in pixels.

    Raises:
        RefusedError: they are none.
    """
    given = body.get("corners")
    if not isinstance(given, list) or len(given) != 4:  # noqa: PLR2004 - a tile has four
        raise RefusedError("corners must be the four corners of a tile")
    return [point(corner, "corners must be the four corners of a tile") for corner in given]


def tile(body: Mapping[str, Any], key: str = "tile") -> Tile | None:
    """The tile named, None for none at all.

    Raises:
        UserError: what is named is no tile.
    """
    name = body.get(key, "")
    if name is None:
        return None
    return Tile.parse(str(name))


def optional_tile(body: Mapping[str, Any], key: str) -> Tile | None:
    """The tile named, None where nothing is.

    Raises:
        UserError: what is named is no tile.
    """
    return None if body.get(key) is None else tile(body, key)


def lot(entry: str) -> Tile:
    """The tile drawn to see who begins; a number alone is enough.

    Raises:
        RefusedError: it is no tile.
    """
    name = entry.strip()
    return _parse(f"K{name}" if name.isdecimal() else name)


def rack(player: str, entry: object) -> Rack:
    """What the entry for a player's rack says: points, or tiles as `tiles` takes them.

    Raises:
        RefusedError: it is neither.
    """
    given = str(entry).strip()
    if re.fullmatch(r"[0-9]{1,4}", given):
        return int(given)
    try:
        return tiles(given)
    except RefusedError as refusal:
        raise RefusedError(f"{player}: {refusal}", refusal.code, **refusal.values) from refusal


def tiles(names: str) -> TileSet:
    """The tiles named, separated by blanks, commas or semicolons.

    Raises:
        RefusedError: something that is named is no tile.
    """
    return tuple(_parse(name) for name in re.findall(r"[^\s,;]+", names))


def _parse(name: str) -> Tile:
    if name == UNREAD:
        raise RefusedError("a tile could not be read: write what it is in place of the ?", "unread")
    try:
        return Tile.parse(name)
    except NotationError as error:
        raise RefusedError(str(error), "tile", text=name[:LONGEST_NAME]) from error
