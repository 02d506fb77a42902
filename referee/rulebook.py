"""The rulebooks: those that come with the program and those of one's own, with what is switched on.

A rulebook is data (`referee.rulebook_model`), built from the content of a TOML file (`referee.rulebook_file`) and
checked for contradictions. Variants and house rules (`referee.switches`) are switched on behind
its id: ``hertzano-original+hand+opening=50``. Files that users name, `files.rulebook` reads. A rulebook that is not there or does
not hold together, and so a switch, is a `RulebookError`, whose message names clause and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from referee import rulebook_file
from referee.clauses import Clause
from referee.rulebook_model import Rulebook, RulebookError, check
from referee.switches import Changes, SwitchError, house_rule
from referee.text import shortened

__all__ = ["DEFAULT", "Rulebook", "RulebookError", "available", "examine", "load", "parse", "switch_values", "switched"]

DEFAULT = "jumbo-original-2016"
"""Id of the rulebook that is used where none is named."""

_FOLDER = files("referee") / "rulebooks"
_SUFFIX = ".toml"


def available() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program, the default first."""
    ids = sorted(file.name.removesuffix(_SUFFIX) for file in _FOLDER.iterdir() if file.name.endswith(_SUFFIX))
    return (DEFAULT, *(name for name in ids if name != DEFAULT))


def load(name: str) -> Rulebook:
    """The rulebook of the program with this id, with the switches that follow it after ``+``.

    >>> load("hertzano-original+hand+time=90").time.seconds
    90.0
    """
    plain, *switches = name.split("+")
    if plain not in available():
        raise RulebookError(
            f"there is no rulebook {shortened(plain)!r}: take one of {', '.join(available())}, or the path of a TOML file"
        )
    return switched(_bundled(plain), switches)


def parse(data: Mapping[str, Any]) -> Rulebook:
    """The rulebook of one's own that the content of a TOML file describes, as `tomllib` reads it."""
    book, faults = examine(data)
    if faults:
        raise faults[0]
    return book


def examine(data: Mapping[str, Any]) -> tuple[Rulebook, list[RulebookError]]:
    """The same with all that is wrong with it (`referee.rulebook_file.examine`)."""
    book, faults = rulebook_file.examine(data, _bundled, available())
    if book.id in available():
        faults.append(RulebookError(f"id = {book.id!r} is that of a booklet: give it an id of its own"))
    return book, faults


def switched(book: Rulebook, switches: Sequence[str]) -> Rulebook:
    """`book` with the variants and house rules that `switches` name."""
    if not switches:
        return book
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


def switch_values(book: Rulebook, switch: str) -> Changes:
    """What a variant of `book` or a house rule sets: the keys of each clause, by the clause's name, with their values.

    Two switches that set the same key exclude each other. A variant sets every key of its clauses.
    """
    variants = {variant.name: variant.clauses for variant in book.variants}
    if switch in variants:
        return {
            name: {field.name: getattr(clause, field.name) for field in fields(clause) if field not in fields(Clause)}
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
    text = (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
    return rulebook_file.build(tomllib.loads(text), _bundled, available())
