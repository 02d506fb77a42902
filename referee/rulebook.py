"""The rulebooks: those that come with the program and those in files, with what is switched on.

A rulebook is data (`referee.rulebook_model`), read from a TOML file (`referee.rulebook_file`) and checked for
contradictions (`referee.consistency`). Variants and house rules (`referee.switches`) are switched on behind its id:
``hertzano-original+hand+opening=50``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from files.bounded import read_regular
from files.toml import MOST_TOML, parse_toml
from referee.consistency import check
from referee.rulebook_file import build
from referee.rulebook_model import Rulebook, RulebookError
from referee.switches import SwitchError, house_rule
from referee.text import shortened

__all__ = ["DEFAULT", "Rulebook", "RulebookError", "available", "load", "switch_values"]

DEFAULT = "jumbo-original-2016"
"""Id of the rulebook that is used where none is named."""

_LONGEST = 16_384
"""Maximum number of letters of a path with its switches."""

_FOLDER = Path(__file__).parent / "rulebooks"


def available() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program, the default first."""
    ids = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return (DEFAULT, *(name for name in ids if name != DEFAULT))


def load(name_or_path: str) -> Rulebook:
    """The rulebook with this id, or from this TOML file, with the switches that follow it after ``+``.

    >>> load("hertzano-original+hand+time=90").turn_seconds
    90.0

    Raises:
        RulebookError: there is none, its file does not hold together, or a switch does not; the message names file,
            clause and key.
    """
    name, switches = _split(name_or_path) if len(name_or_path) <= _LONGEST else (name_or_path, [])
    if name in available():
        book = _bundled(name)
    else:
        path = Path(name)
        if path.suffix != ".toml" and not _is_file(path):
            raise RulebookError(
                f"there is no rulebook {shortened(name)!r}: take one of {', '.join(available())}, or the path of a TOML file"
            )
        book = _read(path)
        if book.id in available():
            raise RulebookError(f"{path.name}: id = {book.id!r} is that of a booklet: give it an id of its own")
    return _switched(book, switches) if switches else book


def _split(text: str) -> tuple[str, list[str]]:
    """The id or path and the switches behind it; a path may hold ``+`` itself."""
    parts = text.split("+")
    for end in range(len(parts), 0, -1):
        name = "+".join(parts[:end])
        if name in available() or name.endswith(".toml") or _is_file(Path(name)):
            return name, parts[end:]
    return parts[0], parts[1:]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name is too long for any file
        return False


def _switched(book: Rulebook, switches: list[str]) -> Rulebook:
    """`book` with the variants and house rules that `switches` name."""
    changed = book.clauses()
    set_by: dict[tuple[str, str], str] = {}
    for switch in switches:
        for name, values in switch_values(book, switch).items():
            for key in values:
                if (rival := set_by.get((name, key))) is not None:
                    raise RulebookError(f"{book.id}: {rival} and {switch} both change [{name}]: take one of the two")
                set_by[name, key] = switch
            changed[name] = replace(changed[name], **values)
    for name, _ in set_by:
        by = dict.fromkeys(switch for (clause, _), switch in set_by.items() if clause == name)
        changed[name] = replace(changed[name], citation=_citation(book, name, by))
    names: dict[str, Any] = {"id": "+".join([book.id, *switches]), "title": f"{book.title} with {', '.join(switches)}"}
    together = replace(book, **names, **dict[str, Any](changed))
    check(together)
    return together


def switch_values(book: Rulebook, switch: str) -> dict[str, dict[str, Any]]:
    """What a variant of `book` or a house rule sets: the keys of each clause, by the clause's name, with their values.

    Two switches that set the same key exclude each other. A variant sets every key of its clauses.

    Raises:
        RulebookError: there is no such switch, or its value is out of bounds.
    """
    variants = {variant.name: variant.clauses for variant in book.variants}
    if switch in variants:
        return {
            name: {field.name: getattr(clause, field.name) for field in fields(clause) if field.name != "citation"}
            for name, clause in variants[switch]
        }
    try:
        return house_rule(switch)
    except SwitchError as error:
        named = f"; {book.title} has the variants {', '.join(variants)}" if variants else ""
        raise RulebookError(f"{book.id}: {error}{named}") from error


def _citation(book: Rulebook, name: str, switches: Collection[str]) -> str:
    """Where the clause `name` comes from, which `switches` have changed."""
    for variant in book.variants:
        if variant.name in switches:
            return dict(variant.clauses)[name].citation
    rules = "house rule" if len(switches) == 1 else "house rules"
    return f"{rules} {' and '.join(switches)}, in place of {book.clauses()[name].citation}"


@cache
def _bundled(name: str) -> Rulebook:
    return _read(_FOLDER / f"{name}.toml")


def _inherited(name: str) -> Rulebook:
    if name not in available():
        raise RulebookError(f"inherits = {shortened(name)!r}: take one of {', '.join(available())}")
    return _bundled(name)


def _read(path: Path) -> Rulebook:
    try:
        text = read_regular(path, MOST_TOML).decode("utf-8-sig")
    except OSError as error:
        raise RulebookError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RulebookError(f"{path}: is not UTF-8 text") from error
    except ValueError as error:  # a path with a null byte
        raise RulebookError(f"{str(path)!r} is no path of a file") from error
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise RulebookError(f"{path}: is not TOML that a rulebook could be: {error}") from error
    try:
        return build(data, _inherited)
    except RulebookError as error:
        raise RulebookError(f"{path.name}: {error}") from error
