"""What can be agreed on before a round, from the rulebooks themselves: for a form that offers it, and the set-up it leads to.

Nothing here knows a booklet: its variants are those that its file names, and of each house rule the usual values are offered that
say something else than the booklet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from live.commands import RefusedError
from referee import rulebook
from referee.clauses import DrawFrom
from referee.deal import stacks
from referee.rulebook import Rulebook
from referee.switches import house_rule
from referee.tiles import COPIES

_ID = re.compile(r"[a-z0-9-]{1,60}([+][a-z0-9=-]{1,30}){0,8}")

_BOOKLET: Mapping[str, Callable[[Rulebook], float | None]] = {
    "opening": lambda book: book.opening.points,
    "time": lambda book: book.turn_seconds,
    "joker": lambda book: book.joker_points,
    "players": lambda book: book.players.most,
}
"""What the booklet says in place of each house rule."""

_USUAL: Mapping[str, tuple[str, ...]] = {
    "opening": ("30", "40", "50"),
    "time": ("none", "30", "60", "90", "120", "180"),
    "joker": ("25", "30", "50"),
    "players": ("6",),
}
"""Values of the house rules that people play; the command line takes any other, too, and some house rules more."""


def load(name: str) -> Rulebook:
    """The rulebook with this id and switches, as a page may name it.

    Raises:
        RefusedError: it is no id.
        RulebookError: there is none, or the switches do not go together.
    """
    if not _ID.fullmatch(name):
        raise RefusedError("rulebook must be the id of a rulebook")
    return rulebook.load(name)


def offers() -> list[dict[str, Any]]:
    """The rulebooks to choose from, the default first, each with the variants and house rules that it allows."""
    return [_offer(rulebook.load(name)) for name in rulebook.available()]


def _offer(book: Rulebook) -> dict[str, Any]:
    rules = [_house_rule(book, key) for key in _USUAL]
    return {
        "id": book.id,
        "title": book.title,
        "least": book.players.least,
        "most": book.players.most,
        "variants": [
            {"name": variant.name, "summary": variant.summary, "changes": [name for name, _ in variant.clauses]}
            for variant in book.variants
        ],
        "houseRules": [rule for rule in rules if rule["values"]],
    }


def _house_rule(book: Rulebook, key: str) -> dict[str, Any]:
    """The house rule `key`: what the booklet says in its place, the values offered, and the clauses that it changes."""
    clauses = book.clauses()
    values, changes = [], set[str]()
    for value in _USUAL[key]:
        changed = house_rule(f"{key}={value}", clauses)
        if any(
            {**asdict(clause), "citation": clauses[name].citation} != asdict(clauses[name])
            for name, clause in changed.items()
        ):
            values.append(value)
            changes |= set(changed)
    return {"key": key, "booklet": _BOOKLET[key](book), "values": values, "changes": sorted(changes)}


def describe(name: str, players: int) -> dict[str, Any]:
    """What to know before the round is started: how the tiles are dealt and who begins, as codes with their values.

    Raises:
        RefusedError: the name is no id.
        RulebookError: there is no such rulebook, or its switches do not go together.
    """
    book = load(name)
    return {"id": book.id, "facts": [{"code": code, "values": values} for code, values in _facts(book, players)]}


def _facts(book: Rulebook, players: int) -> list[tuple[str, dict[str, Any]]]:
    deal, pool = book.deal, book.pool
    facts: list[tuple[str, dict[str, Any]]] = []
    if book.box.copies > COPIES:
        facts.append(("box", {"tiles": book.tiles}))
    facts.append((f"start-{book.start.by.value}", {}))
    if deal.stacks_each:
        code = "deal-passed" if deal.passed_left else "deal-stacks"
        facts.append((code, {"stacks": deal.stacks_each, "tiles": pool.stack}))
    else:
        facts.append(("deal", {"tiles": deal.tiles}))
    if book.players.least <= players <= book.players.most:
        piles = stacks(book, players)
        left = book.tiles - players * deal.tiles
        if not piles:
            facts.append(("pool", {"tiles": left}))
        else:
            code = "pool-last-first" if pool.draw_from is DrawFrom.LAST_STACK else "pool-stacks"
            facts.append(
                (code, {"tiles": left, "stacks": len(piles) - 1, "stack": pool.stack, "last": pool.last_stack})
            )
    facts.append(("clockwise" if book.clockwise else "anticlockwise", {}))
    if book.redeal.allowed:
        facts.append(("redeal", {"pairs": book.redeal.pairs}))
    return facts


def named(name: str, book: Rulebook) -> dict[str, Any]:
    """The rulebook of a round for a heading: its booklet's title, and apart from it what was switched on."""
    base, *switches = name.split("+")
    if base not in rulebook.available():
        return {"id": name, "title": book.title, "switches": []}
    return {"id": name, "title": rulebook.load(base).title, "switches": switches}
