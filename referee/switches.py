"""House rules that need no file: switches behind a rulebook's id, as in ``jumbo-original-2016+opening=50+time=90``.

==============  =====================================================================================================
``opening=N``   points that a first lay-down needs (the booklets have 30; many tables play 40 or 50)
``time=N``      seconds for a turn, or ``time=none``
``joker=N``     what a joker left on a rack counts
``players=N``   five or six players, with the tiles of a second box and the pool unstacked
==============  =====================================================================================================

The variants that a booklet names are switched on in the same way, by their names: ``hertzano-original+hand``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.clauses import Clause, DrawFrom
from referee.errors import UserError

_MOST_POINTS = 200
_MOST_SECONDS = 3600
_FEWEST_PLAYERS, _MOST_PLAYERS = 5, 6
_BOXES = 2


class SwitchError(UserError):
    """A switch that there is not, or with a value that it cannot have. The message is one line, fit for the user."""


def house_rule(switch: str, clauses: Mapping[str, Clause]) -> dict[str, Clause]:
    """The clauses that the switch ``key=value`` changes, by name; `clauses` are those of the rulebook.

    Each cites the house rule and what it stands in place of.

    Raises:
        SwitchError: there is no such switch, or its value is out of bounds.
    """
    key, equals, value = switch.partition("=")
    if key not in _SWITCHES or not equals:
        raise SwitchError(f"there is no switch {switch!r}: the house rules are {', '.join(SWITCHES)}")
    changed = _SWITCHES[key](value, switch)
    return {
        name: replace(clauses[name], **values, citation=f"house rule {switch}, in place of {clauses[name].citation}")
        for name, values in changed.items()
    }


def _opening(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"opening": {"points": _number(value, switch, 1, _MOST_POINTS)}}


def _time(value: str, switch: str) -> dict[str, dict[str, Any]]:
    seconds = None if value == "none" else float(_number(value, switch, 1, _MOST_SECONDS, ", or none"))
    return {"time": {"seconds": seconds}}


def _joker(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"joker": {"points": _number(value, switch, 0, _MOST_POINTS)}}


def _players(value: str, switch: str) -> dict[str, dict[str, Any]]:
    copies = {"copies": 2 * _BOXES, "jokers": 2 * _BOXES}
    return {
        "players": {"most": _number(value, switch, _FEWEST_PLAYERS, _MOST_PLAYERS)},
        "box": copies,
        "deal": {"stacks_each": 0, "passed_left": False},
        "pool": {"stack": 0, "last_stack": 0, "draw_from": DrawFrom.ANYWHERE},
    }


def _number(value: str, switch: str, least: int, most: int, besides: str = "") -> int:
    if not (value.isascii() and value.isdecimal() and least <= int(value) <= most):
        raise SwitchError(f"{switch} must be a whole number from {least} to {most}{besides}")
    return int(value)


_SWITCHES: Mapping[str, Callable[[str, str], dict[str, dict[str, Any]]]] = {
    "opening": _opening,
    "time": _time,
    "joker": _joker,
    "players": _players,
}

SWITCHES = tuple(f"{key}=N" for key in _SWITCHES)
"""The house rules, as they are written."""
