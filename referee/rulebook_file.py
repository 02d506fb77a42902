"""The file of a rulebook: from TOML to validated clauses, each with its citation.

A rulebook is a TOML file: ``id``, ``title``, ``survives`` (what is left of the booklet), ``inherits`` (another
rulebook's id), one table per clause of `referee.clauses`, and ``[variants.NAME]`` for the ways of playing that the
booklet names. A clause says its ``source`` (the booklet's section) and its keys but for those that have a default, or
``inherited = "why"`` and nothing else. Where a file inherits, a clause or a key left out is the other rulebook's, so a house rule is a file of a few
lines::

    id = "sundays"
    title = "Our Sundays"
    inherits = "jumbo-original-2016"

    [opening]
    source = "agreed at the table"
    points = 40

A variant is a table with a ``source``, a ``summary`` and one table for each clause that it changes,
``[variants.hand.hand]``. It is switched on behind the id, as are house rules (`referee.switches`):
``hertzano-original+hand+opening=50``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from referee import clauses
from referee.rulebook_model import Rulebook, RulebookError, check

_HEADER = ("id", "title", "survives", "inherits", "variants")
_NO_LIMIT = "none"
_MOST_SECONDS = 1_000_000
_C = TypeVar("_C", bound=clauses.Clause)


def build(data: Mapping[str, Any], inherited: Callable[[str], Rulebook]) -> Rulebook:
    """The rulebook that a TOML file describes.

    Args:
        data: the file's content.
        inherited: the rulebook with an id that the file inherits from; raises `RulebookError` where there is none.

    Raises:
        RulebookError: it describes none; the message names clause and key.
    """
    kinds = _kinds()
    unknown = [key for key in data if key not in _HEADER and key not in kinds]
    if unknown:
        raise RulebookError(f"[{unknown[0]}] is no clause: take one of {', '.join(kinds)}")
    base = _base(data, inherited)
    title = _text(data, "title")
    values: dict[str, Any] = {name: _clause(kind, name, data.get(name), title, base) for name, kind in kinds.items()}
    book = Rulebook(
        id=_text(data, "id"),
        title=title,
        survives=_text(data, "survives") if "survives" in data else "house rules",
        variants=_variants(data.get("variants", {}), title, values),
        **values,
    )
    check(book)
    for variant in book.variants:
        check(replace(book, **dict[str, Any](variant.clauses)), f"[variants.{variant.name}] ")
    return book


def _base(data: Mapping[str, Any], inherited: Callable[[str], Rulebook]) -> Rulebook | None:
    if "inherits" not in data:
        return None
    name = _text(data, "inherits")
    if name == data.get("id"):
        raise RulebookError(f"inherits = {name!r}: a rulebook cannot inherit from itself, give it an id of its own")
    return inherited(name)


@cache
def _kinds() -> dict[str, type[clauses.Clause]]:
    hints = get_type_hints(Rulebook)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, clauses.Clause)}


def _text(data: Mapping[str, Any], key: str, where: str = "") -> str:
    text = data.get(key)
    if not isinstance(text, str) or not text.strip() or "\n" in text:
        raise RulebookError(f"{where}{key} must be a line of text" + ("" if key in data else ": it is missing"))
    return text


def _clause(kind: type[_C], name: str, data: Any, title: str, base: Rulebook | None) -> _C:
    ours = None if base is None else getattr(base, name)
    if data is None:
        if ours is None:
            raise RulebookError(f'[{name}] is missing: state it, or say at the top which rulebook the file "inherits"')
        theirs: _C = ours
        return theirs
    where = f"[{name}] "
    if not isinstance(data, dict):
        raise RulebookError(f"{where}must be a table")
    if "inherited" in data:
        return _inherited(kind, where, data, ours)
    values = _keys(kind, where, {key: value for key, value in data.items() if key != "source"}, ours)
    return kind(citation=f"{title}, {_text(data, 'source', where)}", **values)


def _keys(kind: type[clauses.Clause], where: str, data: Mapping[str, Any], ours: Any) -> dict[str, Any]:
    """The values of a clause's fields: those of `data`, the others from the clause `ours`."""
    keys = [field.name for field in fields(kind) if field not in fields(clauses.Clause)]
    unknown = [key for key in data if key not in keys]
    if unknown:
        takes = f"it takes {', '.join(keys)}" if keys else "it takes no keys"
        raise RulebookError(f"{where}{unknown[0]} is unknown: {takes}, besides source or inherited")
    hints = get_type_hints(kind)
    optional = [field.name for field in fields(kind) if field.default is not MISSING]
    values: dict[str, Any] = {}
    for key in keys:
        if key in data:
            values[key] = _value(data[key], hints[key], where + key)
        elif ours is not None:
            values[key] = getattr(ours, key)
        elif key not in optional:
            raise RulebookError(f"{where}{key} is missing")
    return values


def _inherited(kind: type[_C], where: str, data: Mapping[str, Any], ours: Any) -> _C:
    reason = _text(data, "inherited", where)
    if len(data) > 1:
        raise RulebookError(f"{where}says inherited and states keys of its own: take one of the two")
    if ours is None:
        raise RulebookError(
            f'{where}is inherited, but the file does not say at its top from where: add inherits = "..."'
        )
    values = {field.name: getattr(ours, field.name) for field in fields(kind)}
    return kind(**{**values, "citation": f"{ours.citation} (inherited: {reason})", "is_inherited": True})


def _value(value: Any, hint: Any, where: str) -> Any:
    """`value` as the type `hint` of a clause's field."""
    if get_origin(hint) is tuple:
        choice = get_args(hint)[0]
        if not isinstance(value, list) or not value:
            raise RulebookError(f"{where} must be a list of {_choices(choice)}")
        return tuple(_value(item, choice, where) for item in value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value not in list(hint):
            raise RulebookError(f"{where} must be one of {_choices(hint)}, not {value!r}")
        return hint(value)
    if hint is bool:
        if not isinstance(value, bool):
            raise RulebookError(f"{where} must be true or false, not {value!r}")
        return value
    if NoneType in get_args(hint):
        return _seconds(value, where)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RulebookError(f"{where} must be a whole number, 0 or more, not {value!r}")
    return value


def _choices(kind: type[StrEnum]) -> str:
    return ", ".join(f'"{choice.value}"' for choice in kind)


def _seconds(value: Any, where: str) -> float | None:
    if value == _NO_LIMIT:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= _MOST_SECONDS:
        raise RulebookError(f'{where} must be a number of seconds above 0, or "{_NO_LIMIT}", not {value!r}')
    return float(value)


def _variants(data: Any, title: str, base: Mapping[str, clauses.Clause]) -> tuple[clauses.Variant, ...]:
    if not isinstance(data, dict) or not all(isinstance(entry, dict) for entry in data.values()):
        raise RulebookError("[variants] must hold one table for each variant, [variants.NAME]")
    return tuple(_variant(name, entry, title, base) for name, entry in data.items())


def _variant(name: str, entry: Mapping[str, Any], title: str, base: Mapping[str, clauses.Clause]) -> clauses.Variant:
    where = f"[variants.{name}] "
    unknown = [key for key in entry if key not in ("source", "summary", *base)]
    if unknown:
        raise RulebookError(f"{where}{unknown[0]} is unknown: it takes source, summary and tables of clauses")
    source, summary = _text(entry, "source", where), _text(entry, "summary", where)
    changed = []
    for clause, keys in entry.items():
        if clause in base:
            if not isinstance(keys, dict):
                raise RulebookError(f"[variants.{name}.{clause}] must be a table")
            values = _keys(type(base[clause]), f"[variants.{name}.{clause}] ", keys, base[clause])
            changed.append((clause, type(base[clause])(citation=f"{title}, {source}", **values)))
    return clauses.Variant(name, summary, f"{title}, {source}", tuple(changed))
