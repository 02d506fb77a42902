"""A round file as its parsed form: read from TOML or JSON within bounds, checked by its schema, and written as TOML.

The parsed form is a JSON value; what it says is specified in docs/round-format.md. Fields that nobody here knows are kept.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import fastjsonschema
import tomli_w

from files.json_text import parse_json
from files.toml import parse_toml
from referee.description import DescriptionError
from referee.errors import UserError
from referee.text import printable, shortened
from referee.tiles import Table, Tile, format_tiles

FORMAT = "rummi-round/1"
"""The value of ``format``, with the version of the specification."""

SUFFIX = ".rummi.toml"
"""How the names of round files end."""

MOST_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a round file; a round of forty turns has some 30,000, and with what was seen in photos three times as many."""

_DEEPEST = 16
_LARGEST = 2**53  # up to here, every integer is the same in every language that reads JSON

Document = Mapping[str, Any]
"""The parsed form of a round file."""


class RoundFileError(UserError):
    """A text that is no round file. The message is one line, fit for the user."""


def parse(text: bytes) -> Document:
    """The round that a text describes, TOML or JSON in UTF-8.

    Raises:
        RoundFileError: it describes none; the message says where.
    """
    try:
        is_json = text.lstrip()[:1] == b"{"
        document: Document = _plain(
            parse_json(text, "round", MOST_BYTES) if is_json else _parse_toml(text), "", _DEEPEST
        )
    except DescriptionError as error:
        raise RoundFileError(str(error)) from error
    check(document)
    return document


def _parse_toml(text: bytes) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise RoundFileError(f"has more than {MOST_BYTES // 1024} KiB: no round has")
    try:
        return parse_toml(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RoundFileError("is no UTF-8 text, and no round file") from None
    except ValueError as error:
        raise RoundFileError(f"is neither TOML nor JSON: {printable(shortened(str(error), 200))}") from None


def check(document: Any) -> None:
    """Checks that a JSON value is the parsed form of a round.

    Raises:
        RoundFileError: it is not; the message names the first field that is wrong.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RoundFileError(f'is no round file: it has no format = "{FORMAT}"')
    try:
        _validator()(document)
    except fastjsonschema.JsonSchemaValueException as error:
        place = ".".join(map(str, error.path[1:])) or "the round"
        said = str(error).removeprefix(str(error.name)).strip()
        if error.rule == "pattern":
            said = f"{json.dumps(error.value, ensure_ascii=False)} is not written as it should be: {error.definition['description']}"
        raise RoundFileError(f"{printable(place)}: {printable(shortened(said, 200))}") from None
    for turn in (*document.get("turns", ()), *document.get("taken_back", ())):
        if turn["player"] not in document["players"]:
            raise RoundFileError(f"{printable(turn['player'])} takes a turn, and is none of the players")


def write(document: Document) -> str:
    """The round as TOML: what `parse` reads again is equal to it."""
    return tomli_w.dumps(document)


def in_order(document: Document) -> list[tuple[Mapping[str, Any], bool]]:
    """The turns of a round in the order in which they were taken, each with whether it holds: those that were taken back stand by their numbers."""
    turns = [(turn, True) for turn in document.get("turns", ())]
    for turn in document.get("taken_back", ()):
        turns.insert(turn["number"] - 1, (turn, False))
    return turns


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as a round file has them: one text."""
    return " ".join(format_tiles(tiles))


def write_table(table: Table) -> str:
    """A table as a round file has it: its sets in one text, with a bar between them."""
    return write_names(map(format_tiles, table))


def write_names(sets: Iterable[Iterable[str]]) -> str:
    """A table as a round file has it, of the notations of its tiles, with `?` for one that was not read; what `read_table` reads."""
    return " | ".join(map(" ".join, sets))


def read_table(text: str) -> list[list[str]]:
    """The sets of a table, as lists of the notations of their tiles."""
    return [tiles.split() for tiles in text.split("|")] if text else []


@cache
def _validator() -> Callable[[Any], Any]:
    schema = json.loads(resources.files("roundfile").joinpath("schema.json").read_text("utf-8"))
    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema, use_default=False)
    return compiled


def _plain(value: Any, where: str, deepest: int) -> Any:
    """A value as JSON has it; what TOML has besides, and what not every reader understands alike, is refused."""
    if not deepest:
        raise RoundFileError("is nested too deep for a round")
    match value:
        case dict():
            return {
                _plain(key, where, deepest): _plain(one, f"{where}.{key}".lstrip("."), deepest - 1)
                for key, one in value.items()
            }
        case list():
            return [_plain(one, where, deepest - 1) for one in value]
        case dt.date() | dt.time():
            raise RoundFileError(f"{printable(where)} is a date of TOML: write it in quotes")
        case None:
            raise RoundFileError(f"{printable(where)} is null: leave out what is not known")
        case str() if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise RoundFileError(f"{printable(where)} is text that no file can hold: it has half a letter")
        case int() | float() if abs(value) > _LARGEST or not math.isfinite(value):
            raise RoundFileError(f"{printable(where)} is no number that every reader understands")
    return value
