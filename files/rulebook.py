"""Rulebooks by their name: one of the program's, or the path of a TOML file, with switches (`referee.rulebook`)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from files.bounded import read_regular
from files.toml import MOST_TOML, parse_toml
from referee import rulebook
from referee.rulebook import Rulebook, RulebookError

_LONGEST = 16_384
"""Maximum number of letters of a path with its switches."""

_REMEMBERED = 64
"""Maximum number of texts whose rulebooks are remembered: one is asked for with every page and every round."""


def load(name_or_path: str, text: str | None = None) -> Rulebook:
    """The rulebook with this id, or from this TOML file, with the switches that follow it after ``+``.

    A journal keeps the `text` of one that does not come with the program (`referee.rulebook.Rulebook.text`): then that is what it says, and no
    file is opened.

    Raises:
        RulebookError: there is none, its file does not hold together, or a switch does not; the message names file,
            clause and key.
    """
    if text is not None:
        plain, *switched_on = name_or_path.split("+")
        return rulebook.switched(replace(_told(text), id=plain), switched_on)
    name, switches = _split(name_or_path) if len(name_or_path) <= _LONGEST else (name_or_path, [])
    path = Path(name)
    if name in rulebook.available() or (path.suffix != ".toml" and not _is_file(path)):
        return rulebook.load(name_or_path)
    return rulebook.switched(read(path), switches)


def _split(text: str) -> tuple[str, list[str]]:
    """The id or path and the switches behind it; a path may hold ``+`` itself."""
    parts = text.split("+")
    for end in range(len(parts), 0, -1):
        name = "+".join(parts[:end])
        if name in rulebook.available() or name.endswith(".toml") or _is_file(Path(name)):
            return name, parts[end:]
    return parts[0], parts[1:]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name is too long for any file
        return False


def read(path: Path) -> Rulebook:
    """The rulebook that this TOML file tells, with its text.

    Raises:
        RulebookError: it cannot be read, or does not hold together; the message names file, clause and key.
    """
    try:
        return _told(_decoded(read_regular(path, MOST_TOML)))
    except OSError as error:
        raise RulebookError(f"{path}: cannot be read: {error.strerror}") from error
    except RulebookError as error:
        raise RulebookError(f"{path.name}: {error}") from error
    except ValueError as error:  # a path with a null byte
        raise RulebookError(f"{str(path)!r} is no path of a file") from error


def examine(content: bytes) -> tuple[Rulebook | None, list[RulebookError]]:
    """The rulebook that the content of a TOML file tells, None where it is no TOML at all, and all that is wrong with it."""
    try:
        return rulebook.examine(_data(_decoded(content)))
    except RulebookError as error:
        return None, [error]


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulebookError("is not UTF-8 text") from error


@lru_cache(_REMEMBERED)
def _told(text: str) -> Rulebook:
    return replace(rulebook.parse(_data(text)), text=text)


def _data(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise RulebookError(f"is not TOML that a rulebook could be: {error}") from error
