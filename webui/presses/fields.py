"""The fields of a body: names, numbers, tiles and places, refused in one line where they say something else.

Each takes the body and the key under which the field stands there.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np

from audit.answers import Answer
from calibration.profile import Polygon, parse_area
from live.camera_choice import DEMO
from live.game.commands import RefusedError, Taken
from live.watching.feed import NO_CAMERA
from referee.doubt import Which
from referee.names import plain_name
from referee.score import Rack
from referee.tiles import UNREAD, NotationError, Tile, TileSet
from referee.verdict import Outcome
from vision.camera.phone import SPEC

Body = Mapping[str, Any]
"""A body as it was sent."""

WITHOUT_ADDRESS = frozenset({NO_CAMERA, SPEC, DEMO})
"""What a table can look through besides cameras that have a number or an address."""

_Value = TypeVar("_Value")

LONGEST_NAME = 24
"""Letters of a player's name, at most."""
_LONGEST_ADDRESS = 500
_MOST_ANSWERS = 160  # as many as the largest box has tiles
_MOST_POINTS = 9999
_DAY = 86_400
_MOST_SECONDS = 3600
_FAR = 1e6
"""More pixels than any picture has in a row."""
_CORNERS = "corners must be the four corners of a tile"


class Field(NamedTuple):
    """How a field of a body is read."""

    read: Callable[[Body, str], Any]
    """Gives what the body says under a key.

    Raises:
        UserError: it makes no sense.
    """
    script: str
    """Its type in TypeScript; with a ``?`` behind it, it may be left out or null."""
    shown: str = ""
    """The field of `seen` that says the same."""


def worded(what: str) -> Callable[[Body, str], str]:
    """A text, refused as not being `what` it must be where it is none."""

    def read(body: Body, key: str) -> str:
        value = body.get(key)
        if not isinstance(value, str):
            raise RefusedError(f"{key} must be {what}")
        return value

    return read


text = worded("a text")


def number(body: Body, key: str) -> int | None:
    """The whole number under `key`; None where there is nothing."""
    value = body.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise RefusedError(f"{key} must be a number")
    return value


def seconds(body: Body, key: str) -> float | None:
    """Seconds, of a day at most, with their sign; None where there is nothing."""
    value = body.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _DAY:
        raise RefusedError(f"{key} must be seconds, of a day at most")
    return float(value)


def needed(read: Callable[[Body, str], _Value | None], complaint: str) -> Callable[[Body, str], _Value]:
    """What `read` gives, refused with `complaint` where that is nothing."""

    def found(body: Body, key: str) -> _Value:
        value = read(body, key)
        if value is None:
            raise RefusedError(complaint)
        return value

    return found


def maybe(read: Callable[[Body, str], _Value]) -> Callable[[Body, str], _Value | None]:
    """What `read` gives; None where the body says nothing under the key."""
    return lambda body, key: None if body.get(key) is None else read(body, key)


def as_shown(body: Body) -> Body:
    """The fields of the state as they were shown to who pressed, which is what `seen` says."""
    said = body.get("seen")
    return said if isinstance(said, dict) else {}


def seen(name: str, complaint: str = "") -> Field:
    """The number under `name` in what was `seen`, or the one under the field's own key; with a `complaint` there must be one."""

    def read(body: Body, key: str) -> int | None:
        said = number(body, key)
        return number(as_shown(body), name) if said is None else said

    return Field(needed(read, complaint), "number", name) if complaint else Field(read, "number?", name)


def one_of(kind: Callable[[str], _Value], complaint: str) -> Callable[[Body, str], _Value]:
    """The member of an enumeration, refused with `complaint` where it is none."""

    def read(body: Body, key: str) -> _Value:
        try:
            return kind(text(body, key))
        except ValueError as error:
            raise RefusedError(complaint) from error

    return read


def kept(most: int, what: str) -> Callable[[Body, str], str]:
    """A text that can be kept, of so many letters at most; half of a surrogate pair cannot."""

    def read(body: Body, key: str) -> str:
        said = text(body, key)
        if len(said) > most or any("\ud800" <= letter <= "\udfff" for letter in said):
            raise RefusedError(f"{what} has {most} letters at most")
        return said

    return read


def names(body: Body, key: str) -> list[str]:
    """Names of players."""
    found = body.get(key)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise RefusedError(f"{key} must be a list of names")
    if any(len(plain_name(one)) > LONGEST_NAME for one in found):
        raise RefusedError(f"a name has {LONGEST_NAME} letters at most")
    return found


def flag(body: Body, key: str) -> bool | None:
    """Yes or no; None where neither is said."""
    said = body.get(key)
    return said if isinstance(said, bool) else None


def points(body: Body, key: str) -> int | None:
    """Points, of four digits at most."""
    found = number(body, key)
    if found is not None and abs(found) > _MOST_POINTS:
        raise RefusedError(f"points have four digits at most: {found}", "points-many")
    return found


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


def middle(body: Body, key: str) -> tuple[float, float]:
    """The middle of a tile, in pixels."""
    return point(body.get(key), f"{key} must be the middle of a tile")


def corners(body: Body, key: str) -> list[tuple[float, float]]:
    """The corners of a tile, four points in pixels."""
    given = body.get(key)
    if not isinstance(given, list) or len(given) != 4:  # noqa: PLR2004 - a tile has four
        raise RefusedError(_CORNERS)
    return [point(corner, _CORNERS) for corner in given]


def tile(body: Body, key: str) -> Tile | None:
    """The tile named, None for none at all."""
    found = body.get(key, "")
    return None if found is None else Tile.parse(str(found))


def photo(body: Body, key: str) -> bytes:
    """The file of a photo, which a request brings in base64, empty where it brings no text; a refusal says which of several."""
    encoded = body.get(key)
    text = encoded if isinstance(encoded, str) else ""
    try:
        return base64.b64decode(text.encode("ascii", errors="replace"), validate=True)
    except binascii.Error as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo", photo=key) from error


def tiles(body: Body, key: str) -> TileSet:
    """Tiles, separated by blanks, commas or semicolons."""
    return _tiles(text(body, key))


def answers(body: Body, key: str) -> Mapping[Which, list[Answer]]:
    """What a person says that tiles of photos are, by the photo."""
    said: dict[Which, list[Answer]] = {"before": [], "after": []}
    sent = body.get(key)
    if sent is None:
        return said
    if not isinstance(sent, list) or len(sent) > _MOST_ANSWERS:
        raise RefusedError(f"answers must be a list of {_MOST_ANSWERS} at most")
    for one in sent:
        if not isinstance(one, dict) or one.get("photo") not in said:
            raise RefusedError("an answer must say which photo it is about, before or after")
        said[one["photo"]].append(Answer(np.array(corners(one, "corners"), np.float32), tile(one, "tile")))
    return said


def camera(body: Body, key: str) -> str | None:
    """A camera, None for the one that a start takes; a recording is for whoever starts the program to name."""
    given = body.get(key)
    if given is None:
        return None
    said = given.strip() if isinstance(given, str) else ""
    is_number = said.isdecimal() and len(said) <= 2  # noqa: PLR2004 - no computer has more cameras
    is_address = "://" in said and said.isprintable() and len(said) <= _LONGEST_ADDRESS
    if not is_number and said not in WITHOUT_ADDRESS and not is_address:
        line = "give a camera's number, phone, none, demo, or an address like rtsp://192.168.1.20:554/stream"
        raise RefusedError(line, "camera-which")
    return said


def box_name(body: Body, key: str) -> str:
    """What a box is to be called."""
    given = body.get(key)
    plain = plain_name(given) if isinstance(given, str) else ""
    if not plain:
        raise RefusedError("give the box a name", "box-name")
    return plain


def lots(body: Body, key: str) -> Mapping[str, Tile]:
    """The tiles drawn to see who begins, by player; a number alone is enough."""
    drawn = body.get(key)
    if not isinstance(drawn, dict):
        raise RefusedError(f"{key} must give a tile for each player")
    plain = {player: str(entry).strip() for player, entry in drawn.items()}
    return {player: _parse(f"K{entry}" if entry.isdecimal() else entry) for player, entry in plain.items()}


def handicaps(body: Body, key: str) -> Mapping[str, float | None]:
    """Seconds of each turn by player, None for no limit."""
    given = {} if body.get(key) is None else body[key]
    if not isinstance(given, dict):
        raise RefusedError(f"{key} must give seconds, or null, for each player that has a time of its own")
    return {player: None if seconds is None else _handicap(seconds) for player, seconds in given.items()}


def _handicap(said: object) -> float:
    if not isinstance(said, int | float) or isinstance(said, bool) or not 0 < said <= _MOST_SECONDS:
        raise RefusedError(f"a handicap must be a number of seconds, {_MOST_SECONDS} at most, or null for no limit")
    return float(said)


def racks(body: Body, key: str) -> Mapping[str, Rack]:
    """What players have left, by player."""
    entries = body.get(key)
    if not isinstance(entries, dict):
        raise RefusedError(f"{key} must give points or tiles for each player")
    return {player: _rack(player, entry) for player, entry in entries.items()}


def rack(body: Body, key: str) -> Rack | None:
    """What the ``player`` of the body has left; None where nothing is entered."""
    entry = body.get(key)
    return None if entry is None or not str(entry).strip() else _rack(text(body, "player"), entry)


def _rack(player: str, entry: object) -> Rack:
    """What the entry for a player's rack says: points, or tiles as `tiles` takes them."""
    given = str(entry).strip()
    if re.fullmatch(r"[0-9]{1,4}", given):
        return int(given)
    try:
        return _tiles(given)
    except RefusedError as refusal:
        raise RefusedError(f"{player}: {refusal}", refusal.code, **refusal.values) from refusal


def _tiles(listed: str) -> TileSet:
    return tuple(_parse(one) for one in re.findall(r"[^\s,;]+", listed))


def _parse(said: str) -> Tile:
    if said == UNREAD:
        raise RefusedError("a tile could not be read: write what it is in place of the ?", "unread")
    try:
        return Tile.parse(said)
    except NotationError as error:
        raise RefusedError(str(error), "tile", text=said[:LONGEST_NAME]) from error


Text = Annotated[str, Field(text, "string")]
MaybeText = Annotated[str | None, Field(maybe(text), "string?")]
Name = Annotated[str, Field(kept(LONGEST_NAME, "a name"), "string")]
Names = Annotated[list[str], Field(names, "string[]")]
MaybeNames = Annotated[list[str] | None, Field(maybe(names), "string[]?")]
NewName = Annotated[str, Field(lambda body, key: names({key: [body.get(key)]}, key)[0], "string")]
Seconds = Annotated[float | None, Field(seconds, "number?")]
MaybeEvent = Annotated[int | None, Field(number, "number?")]
Winner = Annotated[str | None, Field(maybe(worded("a player's name")), "string?")]
RulebookId = Annotated[str, Field(worded("the id of a rulebook"), "string")]
Yes = Annotated[bool, Field(lambda body, key: body.get(key) is True, "boolean?")]
"""False where nothing is said."""
Unless = Annotated[bool, Field(lambda body, key: body.get(key) is not False, "boolean?")]
"""True where nothing is said."""
Whether = Annotated[bool | None, Field(flag, "boolean?")]
Count = Annotated[int, Field(needed(number, "tiles must be a number"), "number")]
RoundNumber = Annotated[int, Field(needed(number, "round and points must be numbers"), "number")]
Points = Annotated[int, Field(needed(points, "round and points must be numbers"), "number")]
Index = Annotated[int, Field(needed(number, "set and index must say which tile is meant"), "number")]
Reason = Annotated[str, Field(kept(200, "a reason"), "string")]
Decision = Annotated[Outcome, Field(one_of(Outcome, "outcome must be legal or illegal"), "string")]
Took = Annotated[Taken, Field(one_of(Taken, f"took must be one of {', '.join(Taken)}"), "string")]
Corners = Annotated[list[tuple[float, float]], Field(corners, "number[][]")]
Middle = Annotated[tuple[float, float], Field(middle, "number[]")]
TileOrNone = Annotated[Tile | None, Field(tile, "string | null")]
OneTile = Annotated[Tile, Field(needed(tile, "tile must name a tile"), "string")]
MaybeTile = Annotated[Tile | None, Field(maybe(tile), "string?")]
Tiles = Annotated[TileSet, Field(tiles, "string")]
Lots = Annotated[Mapping[str, Tile], Field(lots, "Record<string, string>")]
Handicaps = Annotated[Mapping[str, float | None], Field(handicaps, "Record<string, number | null>?")]
Extensions = Annotated[int | None, Field(number, "number?")]
Racks = Annotated[Mapping[str, Rack], Field(racks, "Record<string, string>")]
MaybeRack = Annotated[Rack | None, Field(rack, "string?")]
Area = Annotated[Polygon | None, Field(maybe(lambda body, key: parse_area(body[key])), "number[][]?")]
Photo = Annotated[bytes, Field(photo, "Base64")]
MaybePhoto = Annotated[bytes | None, Field(maybe(photo), "Base64?")]
SaidRulebook = Annotated[str, Field(lambda body, key: str(body.get(key, "")), "string")]
Answers = Annotated[Mapping[Which, list[Answer]], Field(answers, "Answer[]?")]
Camera = Annotated[str | None, Field(camera, "string | null")]
BoxName = Annotated[str, Field(box_name, "string")]
Turn = Annotated[int | None, seen("turn")]
Undone = Annotated[int | None, seen("undo")]
Redone = Annotated[int | None, seen("redo")]
Verdict = Annotated[int | None, seen("verdict")]
Pressed = Annotated[int, seen("press", "press must be the event that ended the turn")]
Unjudged = Annotated[int, seen("unjudged", "event must be that of the turn")]
