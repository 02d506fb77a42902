"""House rules that need no file: switches behind a rulebook's id, as in ``jumbo-original-2016+opening=50+time=90``.

- ``opening=N``: points that a first lay-down needs (the booklets have 30; many tables play 40 or 50)
- ``time=N``: seconds for a turn, or ``time=none``
- ``joker=N``: what a joker left on a rack counts
- ``players=N``: five or six players, with the tiles of a second box and the pool unstacked
- ``tiles=160``: up to six players with the 160 tiles that some editions hold for them, three of each and four jokers
- ``order=strict``: runs lie in ascending order, and a player who draws leaves the table as it is
- ``idle=free``: a turn that laid nothing and drew nothing, or drew too many, costs nothing
- ``overrun=N``: tiles drawn by who only took too long
- ``freed=S``: where a freed joker goes: ``any-set``, ``new-set``, or ``with-rack``, a new set with two tiles of the rack
- ``group-joker=both``: a joker leaves a group of three only for both tiles that it lacks
- ``goal=N``: the match is over after the round in which somebody's total comes to so many points

The variants that a booklet names are switched on in the same way, by their names: ``hertzano-original+hand``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.clauses import DrawFrom, Freed
from referee.errors import UserError
from referee.text import shortened

_MOST_POINTS = 200
_MOST_SECONDS = 3600
_FEWEST_PLAYERS, _MOST_PLAYERS = 5, 6
_BOXES = 2
_LARGE_BOX = {"160": {"copies": 3, "jokers": 4}}
"""Contents of the boxes for six players, by their number of tiles."""
_MOST_DRAWN = 20
_HIGHEST_GOAL = 10_000
_MOST_DIGITS = 9


class SwitchError(UserError):
    """A switch that does not exist, or has a value that it cannot have. The message is one line, fit for the user."""


def house_rule(switch: str) -> dict[str, dict[str, Any]]:
    """What the switch ``key=value`` sets: the keys of each clause, by the clause's name, with their values.

    Raises:
        SwitchError: there is no such switch, or its value is out of bounds.
    """
    key, equals, value = switch.partition("=")
    if key not in _SWITCHES or not equals:
        raise SwitchError(f"there is no switch {shortened(switch)!r}: the house rules are {', '.join(SWITCHES)}")
    return _SWITCHES[key](value, switch)


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


def _tiles(value: str, switch: str) -> dict[str, dict[str, Any]]:
    _choice(value, switch, _LARGE_BOX)
    return _players(str(_MOST_PLAYERS), switch) | {"box": _LARGE_BOX[value]}


def _order(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"sets": {"ordered": _choice(value, switch, ("strict",)) == "strict"}}


def _idle(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"idle_penalty": {"asked": _choice(value, switch, ("free",)) != "free"}}


def _overrun(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"overrun_penalty": {"draw": _number(value, switch, 1, _MOST_DRAWN)}}


def _freed(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"joker": {"freed": Freed(_choice(value, switch, list(Freed)))}}


def _group_joker(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"joker": {"group_needs_both": _choice(value, switch, ("both",)) == "both"}}


def _goal(value: str, switch: str) -> dict[str, dict[str, Any]]:
    return {"match": {"points": _number(value, switch, 1, _HIGHEST_GOAL)}}


def _choice(value: str, switch: str, choices: Iterable[str]) -> str:
    if value not in choices:
        raise SwitchError(f"{shortened(switch)} must be one of {', '.join(choices)}")
    return value


def _number(value: str, switch: str, least: int, most: int, besides: str = "") -> int:
    is_number = value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS
    if not (is_number and least <= int(value) <= most):
        raise SwitchError(f"{shortened(switch)} must be a whole number from {least} to {most}{besides}")
    return int(value)


_SWITCHES: Mapping[str, Callable[[str, str], dict[str, dict[str, Any]]]] = {
    "opening": _opening,
    "time": _time,
    "joker": _joker,
    "players": _players,
    "tiles": _tiles,
    "order": _order,
    "idle": _idle,
    "overrun": _overrun,
    "freed": _freed,
    "group-joker": _group_joker,
    "goal": _goal,
}

_WRITTEN = {"tiles": "160", "order": "strict", "idle": "free", "group-joker": "both", "freed": "|".join(Freed)}

SWITCHES = tuple(f"{key}={_WRITTEN.get(key, 'N')}" for key in _SWITCHES)
"""The house rules, as they are written."""
