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
- ``bank=Nm``: minutes that each player has for a round, for what turns take beyond their own time; or seconds, ``bank=N``
- ``delay=N``: with a bank, which pays for all but the first N seconds of each turn, in place of a turn's own time
- ``increment=N``: with a bank, to which each turn adds N seconds, in place of a turn's own time
- ``extensions=N``: how many times a player may extend a turn by 30 seconds
- ``extension=N``: by how many seconds
- ``refill=N``: for how many rounds the extensions are, 0 for all of the game

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
_MOST_SECONDS = 3600

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
    minutes: bool = False
    """Whether it is a number of seconds that may be given in minutes, as in ``10m``."""

    def changes(self, value: str, switch: str) -> Changes:
        """What it sets; raises the error of `house_rule`."""
        if self.none and value == "none":
            return {self.clause: {self.key: None}}
        digits, unit = (value[:-1], 60) if self.minutes and value.endswith("m") else (value, 1)
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
        number = int(digits) * unit if is_number else -1
        if not self.least <= number <= self.most:
            besides = ", or none" if self.none else " (seconds), or of minutes, such as 10m" if self.minutes else ""
            must = f"a whole number from {self.least} to {self.most}{besides}"
            raise SwitchError(f"{shortened(switch)} must be {must}")
        together = {**self.besides.get(self.clause, {}), self.key: float(number) if self.none else number}
        return {**self.besides, self.clause: together}


_UNSTACKED: Changes = {
    "deal": {"stacks_each": 0, "passed_left": False},
    "pool": {"stack": 0, "last_stack": 0, "draw_from": DrawFrom.ANYWHERE},
}

_BANK_ALONE: Changes = {"time": {"seconds": None}}

_SWITCHES: Mapping[str, _Number | Mapping[str, Changes]] = {
    "opening": _Number("opening", "points", 1, _MOST_POINTS),
    "time": _Number("time", "seconds", 1, _MOST_SECONDS, none=True),
    "joker": _Number("joker", "points", 0, _MOST_POINTS),
    "players": _Number("players", "most", 5, _MOST_PLAYERS, {"box": {"copies": 4, "jokers": 4}, **_UNSTACKED}),
    "tiles": {"160": {"players": {"most": _MOST_PLAYERS}, "box": {"copies": 3, "jokers": 4}, **_UNSTACKED}},
    "order": {"strict": {"sets": {"ordered": True}}},
    "idle": {"free": {"idle_penalty": {"asked": False}}},
    "overrun": _Number("overrun_penalty", "draw", 1, 20),
    "freed": {freed.value: {"joker": {"freed": freed}} for freed in Freed},
    "group-joker": {"both": {"joker": {"group_needs_both": True}}},
    "goal": _Number("match", "points", 1, 10_000),
    "bank": _Number("time", "bank", 1, _MOST_SECONDS, minutes=True),
    "delay": _Number("time", "delay", 0, _MOST_SECONDS, _BANK_ALONE),
    "increment": _Number("time", "increment", 0, _MOST_SECONDS, _BANK_ALONE),
    "extensions": _Number("time", "extensions", 1, 100),
    "extension": _Number("time", "extension", 1, _MOST_SECONDS),
    "refill": _Number("time", "refill", 0, 100),
}
"""Every switch by its key; one that is no number has what each of its values sets."""

SWITCHES = tuple(
    f"{key}={'|'.join(kind) if not isinstance(kind, _Number) else 'Nm' if kind.minutes else 'N'}"
    for key, kind in _SWITCHES.items()
)
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
