"""A rulebook: the clauses of one booklet as validated data, each with its citation.

A rulebook is a TOML file: ``id``, ``title``, ``survives`` (what is left of the booklet), ``inherits`` (another rulebook's id),
one table per clause of `referee.clauses`, and ``[variants.NAME]`` for the ways of playing that the booklet names. A clause says
its ``source`` (the booklet's section) and its keys, or ``inherited = "why"`` and nothing else. Where a file inherits, a clause
or a key left out is the other rulebook's, so a house rule is a file of a few lines::

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

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from referee import clauses
from referee.errors import UserError
from referee.switches import SwitchError, house_rule

DEFAULT = "jumbo-original-2016"
"""The rulebook where none is named."""

_FOLDER = Path(__file__).parent / "rulebooks"
_HEADER = ("id", "title", "survives", "inherits", "variants")
_NO_LIMIT = "none"
_MOST_SECONDS = 1_000_000
_C = TypeVar("_C", bound=clauses.Clause)


class RulebookError(UserError):
    """A rulebook that is not there or does not hold together. The message is one line, fit for the user."""


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules of one edition. Its fields are its clauses, in the order a person wants to read them."""

    id: str
    title: str
    survives: str
    """What is left of the booklet."""
    box: clauses.Box
    players: clauses.Players
    start: clauses.Start
    direction: clauses.Direction
    deal: clauses.Deal
    pool: clauses.Pool
    redeal: clauses.Redeal
    sets: clauses.Sets
    lowest_one: clauses.LowestOne
    opening: clauses.Opening
    first_lay_down: clauses.FirstLayDown
    play: clauses.Play
    drawn_tile: clauses.DrawnTile
    manipulation: clauses.Manipulation
    time: clauses.Time
    penalty: clauses.PenaltyClause
    idle_penalty: clauses.IdlePenalty
    overrun_penalty: clauses.OverrunPenalty
    joker: clauses.Joker
    going_out: clauses.GoingOut
    pool_empty: clauses.PoolEmpty
    blocked: clauses.Blocked
    tie: clauses.Tie
    scoring: clauses.Scoring
    discard: clauses.Discard
    open_tile: clauses.OpenTile
    hand: clauses.Hand
    variants: tuple[clauses.Variant, ...] = ()

    @property
    def turn_seconds(self) -> float | None:
        """Seconds a turn may take; None for no limit."""
        return self.time.seconds

    @property
    def joker_points(self) -> int:
        """What a joker left on a rack counts."""
        return self.joker.points

    @property
    def clockwise(self) -> bool:
        """Whether the turn passes clockwise."""
        return self.direction.clockwise

    @property
    def tiles(self) -> int:
        """How many tiles the box holds."""
        return self.box.size

    def clauses(self) -> dict[str, clauses.Clause]:
        """Every clause by its name, in reading order."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: clause for name, clause in found.items() if isinstance(clause, clauses.Clause)}


def available() -> tuple[str, ...]:
    """The ids of the rulebooks that come with the program, the default first."""
    ids = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return (DEFAULT, *(name for name in ids if name != DEFAULT))


def load(name_or_path: str) -> Rulebook:
    """The rulebook with this id, or from this TOML file, with the switches that follow it after ``+``.

    >>> load("hertzano-original+hand+time=90").turn_seconds
    90.0

    Raises:
        RulebookError: there is none, its file does not hold together, or a switch does not; the message names file, clause and key.
    """
    name, switches = _split(name_or_path)
    if name in available():
        book = _bundled(name)
    else:
        path = Path(name)
        if path.suffix != ".toml" and not _is_file(path):
            raise RulebookError(
                f"there is no rulebook {name!r}: take one of {', '.join(available())}, or the path of a TOML file"
            )
        book = _read(path)
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
    except OSError:  # no file has so long a name
        return False


def _switched(book: Rulebook, switches: list[str]) -> Rulebook:
    """`book` with its variants and the house rules that `switches` name."""
    changed: dict[str, clauses.Clause] = {}
    changed_by: dict[str, str] = {}
    variants = {variant.name: dict(variant.clauses) for variant in book.variants}
    for switch in switches:
        try:
            found = variants[switch] if switch in variants else house_rule(switch, book.clauses())
        except SwitchError as error:
            named = f"; {book.title} has the variants {', '.join(variants)}" if variants else ""
            raise RulebookError(f"{book.id}: {error}{named}") from error
        for name in found:
            if name in changed_by:
                raise RulebookError(
                    f"{book.id}: {changed_by[name]} and {switch} both change [{name}]: take one of the two"
                )
            changed_by[name] = switch
        changed |= found
    names: dict[str, Any] = {"id": "+".join([book.id, *switches]), "title": f"{book.title} with {', '.join(switches)}"}
    together = replace(book, **names, **dict[str, Any](changed))
    _check(together)
    return together


@cache
def _bundled(name: str) -> Rulebook:
    return _read(_FOLDER / f"{name}.toml")


def _read(path: Path) -> Rulebook:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulebookError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RulebookError(f"{path}: is not UTF-8 text") from error
    except ValueError as error:  # a path with a null byte
        raise RulebookError(f"{str(path)!r} is no path of a file") from error
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise RulebookError(f"{path}: is nested too deep for a rulebook") from error
    except ValueError as error:
        raise RulebookError(f"{path}: is not TOML: {error}") from error
    try:
        return _build(data)
    except RulebookError as error:
        raise RulebookError(f"{path.name}: {error}") from error


def _build(data: Mapping[str, Any]) -> Rulebook:
    kinds = _kinds()
    unknown = [key for key in data if key not in _HEADER and key not in kinds]
    if unknown:
        raise RulebookError(f"[{unknown[0]}] is no clause: take one of {', '.join(kinds)}")
    base = _base(data)
    title = _text(data, "title")
    values: dict[str, Any] = {name: _clause(kind, name, data.get(name), title, base) for name, kind in kinds.items()}
    book = Rulebook(
        id=_text(data, "id"),
        title=title,
        survives=_text(data, "survives") if "survives" in data else "house rules",
        variants=_variants(data.get("variants", {}), title, values),
        **values,
    )
    _check(book)
    for variant in book.variants:
        _check(replace(book, **dict[str, Any](variant.clauses)), f"[variants.{variant.name}] ")
    return book


def _base(data: Mapping[str, Any]) -> Rulebook | None:
    if "inherits" not in data:
        return None
    name = _text(data, "inherits")
    if name not in available() or name == data.get("id"):
        raise RulebookError(f"inherits = {name!r}: take one of {', '.join(available())}")
    return _bundled(name)


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
    """The values of a clause's fields: those of `data`, the others from the clause `ours`.

    Raises:
        RulebookError: a key is unknown, missing, or its value is none it can have.
    """
    keys = [field.name for field in fields(kind) if field.name != "citation"]
    unknown = [key for key in data if key not in keys]
    if unknown:
        takes = f"it takes {', '.join(keys)}" if keys else "it takes no keys"
        raise RulebookError(f"{where}{unknown[0]} is unknown: {takes}, besides source or inherited")
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for key in keys:
        if key in data:
            values[key] = _value(data[key], hints[key], where + key)
        elif ours is not None:
            values[key] = getattr(ours, key)
        else:
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
    return kind(**{**values, "citation": f"{ours.citation} (inherited: {reason})"})


def _value(value: Any, hint: Any, where: str) -> Any:
    """`value` as the type `hint` of a clause's field.

    Raises:
        RulebookError: it is of another type, negative, or none of the choices.
    """
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


def _check(book: Rulebook, where: str = "") -> None:
    """Raise for clauses that contradict each other."""
    for line in (*_contradictions_of_counts(book), *_contradictions_of_choices(book)):
        raise RulebookError(f"{where}contradiction: {line}")


def _contradictions_of_counts(book: Rulebook) -> Iterator[str]:
    deal, pool, most = book.deal, book.pool, book.players.most
    if book.players.least > most:
        yield "[players] least is above most"
    if deal.tiles == 0 or book.play.draw == 0:
        yield "[deal] tiles and [play] draw must be 1 or more"
    if most * deal.tiles > book.tiles:
        yield f"[deal] tiles for [players] most come to {most * deal.tiles}, but the [box] holds {book.tiles}"
    if deal.stacks_each and deal.stacks_each * pool.stack != deal.tiles:
        yield f"[deal] stacks_each of [pool] stack come to {deal.stacks_each * pool.stack}, but tiles says {deal.tiles}"
    stacked = book.tiles if deal.stacks_each else book.tiles - most * deal.tiles
    if pool.stack and (stacked < pool.last_stack or (stacked - pool.last_stack) % pool.stack):
        yield f"[pool] {stacked} tiles do not make stacks of {pool.stack} and one of {pool.last_stack}"
    if pool.last_stack and not pool.stack:
        yield "[pool] last_stack needs a stack"
    if 2 * book.redeal.pairs > deal.tiles:
        yield "[redeal] pairs need more tiles than [deal] tiles"


def _contradictions_of_choices(book: Rulebook) -> Iterator[str]:
    if book.pool.draw_from is clauses.DrawFrom.LAST_STACK and not book.pool.last_stack:
        yield '[pool] draw_from "last-stack" needs a last_stack'
    if book.redeal.allowed != (book.redeal.pairs > 0):
        yield "[redeal] pairs must be above 0 where it is allowed, and 0 where it is not"
    restored = book.penalty.table is clauses.PenaltyTable.RESTORED
    if restored == (book.penalty.lost is clauses.LostTiles.NONE):
        yield '[penalty] lost must be "none" exactly where table is "loose-to-rack"'
    if (book.blocked.points is clauses.BlockedPoints.DIFFERENCE) != book.blocked.adds_up_to_zero:
        yield '[blocked] adds_up_to_zero must be true exactly where points is "difference"'
    if book.hand.played != (book.hand.factor > 1):
        yield "[hand] factor must be 2 or more where it is played, and 1 where it is not"
