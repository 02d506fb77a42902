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

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.clauses import DrawFrom, Freed
from referee.errors import UserError
from referee.text import shortened

_MOST_POINTS = 200
_MOST_PLAYERS = 6
_MOST_DIGITS = 9

Changes = Mapping[str, Mapping[str, Any]]
"""What a switch sets: the keys of each clause, by the clause's name, with their values."""


class SwitchError(UserError):
    """A switch that does not exist, or has a value that it cannot have. The message is one line, fit for the user."""


class _Number(NamedTuple):
    """A switch whose value is a whole number, to which one key is set."""

    clause: str
    key: str
    least: int
    most: int
    besides: Changes = MappingProxyType({})
    """What it sets besides."""
    none: bool = False
    """Whether it may be ``none`` in place of a number; a number is one of seconds then."""

    def changes(self, value: str, switch: str) -> Changes:
        """What it sets; raises the error of `house_rule`."""
        if self.none and value == "none":
            return {self.clause: {self.key: None}}
        is_number = value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS
        if not (is_number and self.least <= int(value) <= self.most):
            must = f"a whole number from {self.least} to {self.most}{', or none' if self.none else ''}"
            raise SwitchError(f"{shortened(switch)} must be {must}")
        return {self.clause: {self.key: float(value) if self.none else int(value)}, **self.besides}


_UNSTACKED: Changes = {
    "deal": {"stacks_each": 0, "passed_left": False},
    "pool": {"stack": 0, "last_stack": 0, "draw_from": DrawFrom.ANYWHERE},
}

_SWITCHES: Mapping[str, _Number | Mapping[str, Changes]] = {
    "opening": _Number("opening", "points", 1, _MOST_POINTS),
    "time": _Number("time", "seconds", 1, 3600, none=True),
    "joker": _Number("joker", "points", 0, _MOST_POINTS),
    "players": _Number("players", "most", 5, _MOST_PLAYERS, {"box": {"copies": 4, "jokers": 4}, **_UNSTACKED}),
    "tiles": {"160": {"players": {"most": _MOST_PLAYERS}, "box": {"copies": 3, "jokers": 4}, **_UNSTACKED}},
    "order": {"strict": {"sets": {"ordered": True}}},
    "idle": {"free": {"idle_penalty": {"asked": False}}},
    "overrun": _Number("overrun_penalty", "draw", 1, 20),
    "freed": {freed.value: {"joker": {"freed": freed}} for freed in Freed},
    "group-joker": {"both": {"joker": {"group_needs_both": True}}},
    "goal": _Number("match", "points", 1, 10_000),
}
"""Every switch by its key; one that is no number has what each of its values sets."""

SWITCHES = tuple(f"{key}={'N' if isinstance(kind, _Number) else '|'.join(kind)}" for key, kind in _SWITCHES.items())
"""The house rules, as they are written."""


def house_rule(switch: str) -> Changes:
    """What the switch ``key=value`` sets.

    Raises:
        SwitchError: there is no such switch, or its value is out of bounds.
    """
    key, equals, value = switch.partition("=")
    kind = _SWITCHES.get(key)
    if kind is None or not equals:
        raise SwitchError(f"there is no switch {shortened(switch)!r}: the house rules are {', '.join(SWITCHES)}")
    if isinstance(kind, _Number):
        return kind.changes(value, switch)
    if value not in kind:
        raise SwitchError(f"{shortened(switch)} must be one of {', '.join(kind)}")
    return kind[value]
