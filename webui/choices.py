"""What can be agreed on before a round, from the rulebooks themselves: for a form that offers it, and the set-up it leads to.

Nothing here knows a booklet: its variants are those that its file names, and for each house rule the usual values are offered that
say something else than the booklet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.clauses import DrawFrom
from referee.deal import stacks
from referee.rulebook import Rulebook, switch_values
from referee.tiles import COPIES
from webui import schema

_BOOKLET: Mapping[str, Callable[[Rulebook], float | str | None]] = {
    "opening": lambda book: book.opening.points,
    "time": lambda book: book.time.seconds,
    "joker": lambda book: book.joker.points,
    "goal": lambda book: book.match.points or None,
    "bank": lambda book: f"{book.time.bank // 60}m" if book.time.bank else None,
    "delay": lambda book: book.time.delay or None,
    "increment": lambda book: book.time.increment or None,
    "extensions": lambda book: book.time.extensions or None,
    "extension": lambda book: book.time.extension,
    "refill": lambda book: book.time.refill,
    "freed": lambda book: book.joker.freed.value,
    "overrun": lambda book: book.overrun_penalty.draw or book.penalty.draw,
}
"""What the booklet says in place of each house rule that takes several values; None where it says that there is no limit, or nothing."""

_COMMON: Mapping[str, tuple[str, ...]] = {
    "opening": ("30", "40", "50"),
    "time": ("none", "30", "60", "90", "120", "180"),
    "joker": ("25", "30", "50"),
    "goal": ("100", "200", "300", "500"),
    "extensions": ("1", "2", "3", "5"),
    "extension": ("15", "60"),
    "refill": ("2", "4", "0"),
    "bank": ("5m", "10m", "15m", "20m"),
    "delay": ("5", "10", "20"),
    "increment": ("5", "10", "20"),
    "players": ("6",),
}
"""The house rules that most tables speak of, with the values that people play; the command line takes any other, too."""

_NEEDS: Mapping[str, str] = {"extension": "extensions", "refill": "extensions", "delay": "bank", "increment": "bank"}
"""Of a house rule that means nothing by itself, the one that it goes with."""

_RARER: Mapping[str, tuple[str, ...]] = {
    "freed": ("any-set", "new-set", "with-rack"),
    "group-joker": ("both",),
    "order": ("strict",),
    "overrun": ("1", "2"),
    "idle": ("free",),
    "tiles": ("160",),
}
"""The other house rules."""


def offers(books: Iterable[Rulebook]) -> list[dict[str, Any]]:
    """The rulebooks to choose from, each with the variants and house rules that it allows."""
    return [_offer(book) for book in books]


def _offer(book: Rulebook) -> dict[str, Any]:
    common, rarer = ([_house_rule(book, *rule) for rule in rules.items()] for rules in (_COMMON, _RARER))
    return {
        "id": book.id,
        "title": book.title,
        "own": book.text is not None,
        "opening": book.opening.points,
        "time": book.time.seconds,
        "penalty": book.penalty.draw,
        "joker": book.joker.points,
        "freed": book.joker.freed.value,
        "least": book.players.least,
        "most": book.players.most,
        "variants": [
            {"name": variant.name, "summary": variant.summary, "changes": _keys(switch_values(book, variant.name))}
            for variant in book.variants
        ],
        "houseRules": [rule for rule in common if rule["values"]],
        "moreRules": [rule for rule in rarer if rule["values"]],
    }


def _house_rule(book: Rulebook, key: str, usual: tuple[str, ...]) -> dict[str, Any]:
    """The house rule `key`: what the booklet says, the values offered, what they change and need, and how many may play then."""
    plain, needs = book.clauses(), _NEEDS.get(key)
    values, changes = [], set[str]()
    for value in usual:
        changed = switch_values(book, f"{key}={value}")
        if any(getattr(plain[name], field) != new for name, fields in changed.items() for field, new in fields.items()):
            values.append(value)
            changes |= set(_keys(changed))
    return {
        "key": key,
        "booklet": _BOOKLET[key](book) if key in _BOOKLET else None,
        "needs": needs if needs and _BOOKLET[needs](book) is None else None,
        "tick": key not in _BOOKLET,
        "values": values,
        "changes": sorted(changes),
        "most": changed.get("players", {}).get("most"),
    }


def _keys(changed: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The fields that are changed, as ``clause.key``."""
    return [f"{name}.{key}" for name, values in changed.items() for key in values]


def describe(book: Rulebook, players: int) -> dict[str, Any]:
    """What to know before the round is started: how the tiles are dealt and who begins, as codes with their values."""
    return {"id": book.id, "facts": [{"code": code, "values": values} for code, values in _facts(book, players)]}


def _facts(book: Rulebook, players: int) -> list[tuple[str, dict[str, Any]]]:
    deal, pool = book.deal, book.pool
    facts: list[tuple[str, dict[str, Any]]] = []
    if book.box.copies > COPIES:
        code = "box" if book.box.copies == 2 * COPIES else "box-large"
        facts.append((code, {"tiles": book.box.size, "copies": book.box.copies, "jokers": book.box.jokers}))
    facts.append((f"start-{book.start.by.value}", {}))
    if deal.stacks_each:
        code = "deal-passed" if deal.passed_left else "deal-stacks"
        facts.append((code, {"stacks": deal.stacks_each, "tiles": pool.stack}))
    else:
        facts.append(("deal", {"tiles": deal.tiles}))
    if book.players.least <= players <= book.players.most:
        piles = stacks(book, players)
        left = book.box.size - players * deal.tiles
        if not piles:
            facts.append(("pool", {"tiles": left}))
        else:
            code = "pool-last-first" if pool.draw_from is DrawFrom.LAST_STACK else "pool-stacks"
            facts.append(
                (code, {"tiles": left, "stacks": len(piles) - 1, "stack": pool.stack, "last": pool.last_stack})
            )
    facts.append(("clockwise" if book.direction.clockwise else "anticlockwise", {}))
    if book.redeal.allowed:
        facts.append(("redeal", {"pairs": book.redeal.pairs}))
    return facts


def named(book: Rulebook) -> schema.Rulebook:
    """The rulebook of a round for a heading: its booklet's title, and separately what was switched on."""
    switches = book.id.split("+")[1:]
    return {"id": book.id, "title": book.title.removesuffix(f" with {', '.join(switches)}"), "switches": switches}
