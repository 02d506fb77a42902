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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, Self, TypeVar, get_args, get_origin, get_type_hints

from referee import clauses
from referee.rulebook_model import Rulebook, RulebookError, contradictions
from referee.text import meaning, nearest, shortened

_HEADER = ("id", "title", "survives", "inherits", "variants")
_NO_LIMIT = "none"
_MOST_SECONDS = 1_000_000
_MOST_UNKNOWN = 20
"""Maximum number of unknown keys of a table that are complained about."""

_C = TypeVar("_C", bound=clauses.Clause)


class Faults(list[RulebookError]):
    """What is wrong with a file; what is raised in its context is one more."""

    def __enter__(self) -> Self:
        """Goes on behind the context where a fault is raised within."""
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Takes up a fault; any other error goes on."""
        if isinstance(error, RulebookError):
            self.append(error)
            return True
        return False


def build(data: Mapping[str, Any], inherited: Callable[[str], Rulebook], names: Sequence[str]) -> Rulebook:
    """The rulebook that a TOML file describes.

    Args:
        data: the file's content.
        inherited: gives the rulebook with an id that the file inherits from.
        names: the ids that it may inherit from.

    Raises:
        RulebookError: it describes none; the message names clause and key.
    """
    book, faults = examine(data, inherited, names)
    if faults:
        raise faults[0]
    return book


def examine(
    data: Mapping[str, Any], inherited: Callable[[str], Rulebook], names: Sequence[str]
) -> tuple[Rulebook, Faults]:
    """The rulebook that a TOML file describes, and all that is wrong with it; the arguments are as for `build`.

    What is misspelt counts as what it is nearest to, and what makes no sense as what the file inherits, so that one mistake is one
    fault. Where there are faults, the rulebook is not to be played by.
    """
    faults, kinds = Faults(), _kinds()
    data = _spelt(data, "[{}] is no clause", [*_HEADER, *kinds], f"take one of {', '.join(kinds)}", faults)
    texts = {"title": "", "id": "", "survives": ""}
    values, base = dict[str, Any](), None
    if "inherits" in data:
        with faults:
            _check_base(data, names)
        base = inherited(nearest(data["inherits"], names) or names[0])
    for key in texts:
        with faults:
            texts[key] = _text({"survives": "house rules", **data}, key)
    for name, kind in kinds.items():
        values[name] = None if base is None else getattr(base, name)
        with faults:
            values[name] = _clause(kind, name, data.get(name), texts["title"], values[name], faults)
    missing = next((name for name in kinds if name not in data), None)
    if missing and "inherits" not in data:
        line = f'[{missing}] is missing: state it, or say at the top which rulebook the file "inherits"'
        faults.append(RulebookError(line))
    book = Rulebook(id=texts["id"], title=texts["title"], survives=texts["survives"], **values)
    if None in values.values():
        return book, faults
    with faults:
        book = replace(book, variants=_variants(data.get("variants", {}), book.title, values, faults))
    known = [*contradictions(book)]
    faults += map(RulebookError, known)
    for variant in book.variants:
        changed = replace(book, **dict[str, Any](variant.clauses))
        lines = (line for line in contradictions(changed) if line not in known)
        faults += (RulebookError(f"[variants.{variant.name}] {line}") for line in lines)
    return book, faults


def _spelt(
    data: Mapping[str, Any], complaint: str, names: Sequence[str], takes: str, faults: Faults
) -> Mapping[str, Any]:
    """`data` with each key that is none of `names`, of which there is a `complaint`, under the one that may be meant."""
    unknown = [key for key in data if key not in names][:_MOST_UNKNOWN]
    for key in unknown:
        line = f"{complaint.replace('{}', shortened(key))}: {meaning(key, names, takes)}"
        faults.append(RulebookError(line))
    meant = {near: data[key] for key in unknown if (near := nearest(key, names))}
    return {**meant, **{key: value for key, value in data.items() if key in names}}


def _check_base(data: Mapping[str, Any], names: Sequence[str]) -> None:
    name = _text(data, "inherits")
    if name == data.get("id"):
        raise RulebookError(f"inherits = {name!r}: a rulebook cannot inherit from itself, give it an id of its own")
    if name not in names:
        takes = f"take one of {', '.join(names)}"
        raise RulebookError(f"inherits = {shortened(name)!r}: {meaning(name, names, takes)}")


@cache
def _kinds() -> dict[str, type[clauses.Clause]]:
    hints = get_type_hints(Rulebook)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, clauses.Clause)}


def _text(data: Mapping[str, Any], key: str, where: str = "") -> str:
    text = data.get(key)
    if not isinstance(text, str) or not text.strip() or "\n" in text:
        raise RulebookError(f"{where}{key} must be a line of text" + ("" if key in data else ": it is missing"))
    return text


def _clause(kind: type[_C], name: str, data: Any, title: str, ours: _C | None, faults: Faults) -> _C | None:
    """The clause as the file has it; what it leaves out is that of `ours`, None where nothing is inherited."""
    if data is None:
        return ours
    where = f"[{name}] "
    if not isinstance(data, dict):
        raise RulebookError(f"{where}must be a table")
    said = _spelt_keys(kind, where, data, faults, ("source", "inherited"))
    if "inherited" in said:
        return _inherited(kind, where, said, ours)
    source = ""
    with faults:
        source = _text(said, "source", where)
    return _made(kind, where, said, ours, f"{title}, {source}", faults)


def _names(kind: type[clauses.Clause]) -> list[str]:
    """The keys that a clause takes."""
    return [field.name for field in fields(kind) if field not in fields(clauses.Clause)]


def _spelt_keys(
    kind: type[clauses.Clause], where: str, data: Mapping[str, Any], faults: Faults, besides: Sequence[str] = ()
) -> Mapping[str, Any]:
    keys = _names(kind)
    takes = f"it takes {', '.join(keys)}" if keys else "it takes no keys"
    return _spelt(data, f"{where}{{}} is unknown", [*keys, *besides], f"{takes}, besides source or inherited", faults)


def _made(
    kind: type[_C], where: str, data: Mapping[str, Any], ours: _C | None, citation: str, faults: Faults
) -> _C | None:
    """The clause with the values of `data`, the others from the clause `ours`; None where there is a value from neither."""
    hints, keys, known = get_type_hints(kind), _names(kind), len(faults)
    optional = [field.name for field in fields(kind) if field.default is not MISSING]
    values: dict[str, Any] = {} if ours is None else {key: getattr(ours, key) for key in keys}
    for key in keys:
        with faults:
            if key in data:
                values[key] = _value(data[key], hints[key], where + key)
            elif ours is None and key not in optional:
                raise RulebookError(f"{where}{key} is missing")
    return None if ours is None and len(faults) > known else kind(citation=citation, **values)


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
            line = f"{where} must be one of {_choices(hint)}, not {value!r}"
            raise RulebookError(": ".join([line, *filter(None, [meaning(value, hint, "")])]))
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


def _variants(data: Any, title: str, base: Mapping[str, clauses.Clause], faults: Faults) -> tuple[clauses.Variant, ...]:
    if not isinstance(data, dict) or not all(isinstance(entry, dict) for entry in data.values()):
        raise RulebookError("[variants] must hold one table for each variant, [variants.NAME]")
    return tuple(_variant(name, entry, title, base, faults) for name, entry in data.items())


def _variant(
    name: str, entry: Mapping[str, Any], title: str, base: Mapping[str, clauses.Clause], faults: Faults
) -> clauses.Variant:
    where = f"[variants.{name}] "
    takes = "it takes source, summary and tables of clauses"
    said = _spelt(entry, f"{where}{{}} is unknown", ["source", "summary", *base], takes, faults)
    texts = {"source": "", "summary": ""}
    for key in texts:
        with faults:
            texts[key] = _text(said, key, where)
    citation = f"{title}, {texts['source']}"
    changed = {clause: base[clause] for clause in said if clause in base}
    for clause, ours in changed.items():
        table, keys = f"[variants.{name}.{clause}] ", said[clause]
        with faults:
            if not isinstance(keys, dict):
                raise RulebookError(f"{table}must be a table")
            spelt = _spelt_keys(type(ours), table, keys, faults)
            changed[clause] = _made(type(ours), table, spelt, ours, citation, faults) or ours
    return clauses.Variant(name, texts["summary"], citation, tuple(changed.items()))
