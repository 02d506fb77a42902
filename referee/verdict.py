"""What the referee says about a turn: outcome, violations, notices, penalty, and their JSON and plain English.

A page that speaks another language writes its own text from `Violation.code`, `Violation.values` and `Violation.named`. The journal keeps
verdicts as JSON, too: what `to_json` once wrote, `from_json` must go on reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from referee.allowance import Counted
from referee.tiles import TileSet, format_tiles, parse_tiles


class Outcome(StrEnum):
    """How a turn is judged."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDECIDED = "undecided"
    """It hangs on tiles that could not be read for certain: a person must look."""


class Code(StrEnum):
    """What can be wrong with a turn, in the order in which it is listed.

    From `SET_OUT_OF_ORDER` on, they are notices, which make nothing illegal.
    """

    SET_INVALID = "set-invalid"
    TILE_MISSING = "tile-missing"
    TILE_IMPOSSIBLE = "tile-impossible"
    NOTHING_PLAYED = "nothing-played"
    LAID_AND_DREW = "laid-and-drew"
    DREW_TOO_FEW = "drew-too-few"
    DREW_TOO_MANY = "drew-too-many"
    NOTHING_TAKEN = "nothing-taken"
    NOTHING_DISCARDED = "nothing-discarded"
    NOT_FROM_RACK = "not-from-rack"
    OPENING_BELOW = "opening-below-30"
    """Named for the 30 of the booklets also where a house rule asks for another number."""
    OPENING_TOUCHES_TABLE = "opening-touches-table"
    JOKER_SET_SPLIT = "joker-set-split"
    JOKER_NOT_EXCHANGED = "joker-not-exchanged"
    JOKER_NOT_IN_NEW_SET = "joker-not-in-new-set"
    DRAWN_TILE_PLAYED = "drawn-tile-played"
    DISCARD_NOT_LAID = "discard-not-laid"
    OPEN_TILE_NOT_OUT = "open-tile-not-out"
    OVERTIME = "overtime"
    SET_OUT_OF_ORDER = "set-out-of-order"
    JOKER_OUT_OF_PLACE = "joker-out-of-place"
    JOKER_UNCLEAR = "joker-unclear"
    """A joker that can stand for two numbers, neither of which follows from its place: the turn is undecided."""
    JOKER_UNTRACED = "joker-untraced"
    """Where a rulebook binds the jokers, a turn of which it would take too long to find out whether it is legal: it is
    undecided."""
    OPENING_UNCLEAR = "opening-unclear"
    """A first lay-down that is worth enough only with such a joker, or one out of place: the turn is undecided."""
    REARRANGED_ONLY = "rearranged-only"
    """A notice, or a violation where a house rule wants order (`referee.clauses.Sets`)."""
    UNREAD_ASSUMED = "unread-assumed"


TEXTS: Mapping[str, str] = {
    "set-invalid/too-short": "{tiles} is too short for a set: it needs at least three tiles. Add to it or take it away.",
    "set-invalid/too-long": "{tiles} is too long: a group has at most four tiles, a run at most thirteen. Take tiles away, or split a run.",
    "set-invalid/colour-twice": "{tiles} is no group: a colour occurs twice. Take one of the two away.",
    "set-invalid/number-twice": "{tiles} is no run: a number occurs twice. Take one of the two away, or split the run there.",
    "set-invalid/one-after-thirteen": "{tiles} is no run: 1 is the lowest number and never follows 13. Split it there.",
    "set-invalid/gap": "{tiles} is no run: numbers are missing in between. Fill the gap or split the run there.",
    "set-invalid/mixed": "{tiles} is neither a group of one number nor a run of one colour. Sort it out or take it away.",
    "set-invalid/out-of-order": "{tiles} does not lie in ascending order: put it in order.",
    "tile-missing": "Gone from the table: {tiles}. Whatever lay there stays there: put it back.",
    "tile-impossible": "{tiles} lies on the table {count} times, but the box holds {most}: look at those tiles again.",
    "nothing-played": "No tile was laid and none drawn: lay at least one tile from the rack, or draw.",
    "nothing-played/could-lay": "No tile was laid, although one could be and the pool is empty: lay at least one.",
    "laid-and-drew": "{tiles} laid and a tile drawn besides: a turn is one or the other. Take back what was laid, and put what was drawn "
    "back into the pool.",
    "laid-and-drew/several": "{tiles} laid and {count} tiles drawn besides: a turn is one or the other. Take back what was laid, and put what was "
    "drawn back into the pool.",
    "drew-too-few": "Too few tiles drawn: {count} in place of {most}. Put them back into the pool.",
    "drew-too-many": "Too many tiles drawn: {count} in place of {most}. Put them all back into the pool.",
    "nothing-taken": "No tile was taken: every turn takes one, from the pool or the last one discarded.",
    "nothing-discarded": "No tile was discarded: every turn ends with one tile from the rack laid aside face up.",
    "not-from-rack": "Laid, but not on the rack before the turn: {tiles}. Take it off the table.",
    "opening-below-30": "The first lay-down is worth {points} points in sets of the player's own, and needs {needed}: "
    "lay more, or take everything back and draw.",
    "opening-touches-table": "The first lay-down changes {tiles}, which lay there before: put that set back as it was, and lay "
    "sets from the rack alone.",
    "opening-touches-table/before-it": "{tiles} gave up its joker before the player's first lay-down: put that set back as it was.",
    "joker-set-split": "{tiles} holds a joker and may not be split: put it together again, or lay {stands} from the rack in the "
    "joker's place first.",
    "joker-not-exchanged": "The joker left {tiles}, but no {stands} was laid from the rack in its place: lay that tile there, "
    "or put the joker back.",
    "joker-not-exchanged/both": "The joker leaves {tiles} only for both tiles that the group lacks, {stands}: lay them from the rack "
    "in that group, or put the joker back.",
    "joker-not-in-new-set": "The joker freed from {tiles} must be laid in a new set at once: build one with it, or put it back.",
    "drawn-tile-played": "{tiles} was drawn in this very turn and must wait for the player's next one: take it back.",
    "discard-not-laid": "{tiles} was taken from the discards and must be laid in a new set at once: lay one, or put it back.",
    "open-tile-not-out": "{tiles} lies open for a player who can go out with it, and tiles are left on the rack: put it back.",
    "overtime": "The turn took {seconds} seconds, and {limit} are allowed: the penalty is due.",
    "set-out-of-order": "{tiles} is a run that lies in another order: put it in ascending order.",
    "joker-out-of-place/after": "{tiles}: no number is left where the joker lies. It counts as {stands}: put it after {beside}.",
    "joker-out-of-place/before": "{tiles}: no number is left where the joker lies. It counts as {stands}: put it before {beside}.",
    "joker-unclear": "{tiles}: where the joker lies it may be {stands}. Which one? Put it where it belongs, and have the turn judged again.",
    "joker-untraced": "So much was moved that it is not known whether the joker of {tiles} was freed and laid as the rules want: say together "
    "which way it went.",
    "opening-unclear": "Whether the first lay-down is worth {needed} hangs on the joker of {tiles}: put it where it belongs, and have the turn "
    "judged again.",
    "rearranged-only": "The table was rearranged although no tile was laid: put it back as it was.",
    "unread-assumed": "Not readable, but whatever tile it is, it makes no difference: {where}. Taken as {tiles} here.",
}
"""The message for each code, or for each code and reason (`Violation.values`) where there are several."""


class Named(NamedTuple):
    """Tiles that a message names besides those that it is about."""

    tiles: TileSet
    every: bool = False
    """Whether all of them are meant; else any of them."""

    def __str__(self) -> str:
        return (" and " if self.every else " or ").join(format_tiles(self.tiles))

    def to_json(self) -> dict[str, Any]:
        """The tiles, and whether all are meant."""
        return {"tiles": format_tiles(self.tiles), "every": self.every}

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `str` wrote; in a journal without lists there is nothing else."""
        names = text.split()
        return cls(parse_tiles(names[::2]), every="and" in names)


_NAMED = ("stands", "beside")
"""What messages name tiles as."""


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong with a turn, or worth a notice."""

    code: Code
    clause: str
    """Booklet and section; empty for `Code.UNREAD_ASSUMED`, of which no booklet speaks."""
    set_index: int | None = None
    """Index of the set in the table after the turn; None where it concerns no set there."""
    tiles: TileSet = ()
    """The tiles it is about."""
    values: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """What the message speaks of besides the tiles, for a page that translates. A code with several texts has a
    ``reason`` (`TEXTS`), that of ``set-invalid`` one of `referee.sets.SetFault`."""
    named: Mapping[str, Named] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """The tiles that the message speaks of besides those it is about."""

    @property
    def message(self) -> str:
        """What is wrong and what would mend it, one line of plain English."""
        reason = self.values.get("reason")
        text = TEXTS[self.code.value if reason is None else f"{self.code.value}/{reason}"]
        return text.format(tiles=" ".join(format_tiles(self.tiles)), **self.values, **self.named)

    def to_json(self) -> dict[str, Any]:
        """The violation as ``tileref judge --json`` prints it."""
        named = {"named": {key: tiles.to_json() for key, tiles in self.named.items()}} if self.named else {}
        return {
            "code": self.code.value,
            "message": self.message,
            "clause": self.clause,
            "set": self.set_index,
            "tiles": format_tiles(self.tiles),
            "values": {**self.values, **{key: str(tiles) for key, tiles in self.named.items()}},
            **named,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The violation that `to_json` wrote."""
        values = dict(data["values"])
        named = {key: Named.parse(values.pop(key)) for key in _NAMED if key in values}
        return cls(Code(data["code"]), data["clause"], data["set"], parse_tiles(data["tiles"]), values, named)


def numbers(violations: Sequence[Violation]) -> list[int]:
    """The number under which each violation is told, from 1: what is said in the same words for the same clause has one."""
    told = [(one.code, one.clause, dict(one.values), dict(one.named)) for one in violations]
    first = [told.index(one) for one in told]
    return [1 + len({before for before in first if before < at}) for at in first]


def _numbered(violations: Sequence[Violation]) -> list[dict[str, Any]]:
    return [{**one.to_json(), "number": number} for one, number in zip(violations, numbers(violations), strict=True)]


@dataclass(frozen=True)
class Penalty:
    """What an illegal turn costs."""

    draw: int
    """Tiles to draw from the pool."""
    restore: bool
    """Whether the table goes back to how it lay before the turn, and the laid tiles onto the rack."""
    take: TileSet
    """Where the table is not restored: the tiles lying in no set, which go onto the player's rack, whoever laid
    them."""
    extra_per_lost: int
    """Tiles to draw besides for each tile that cannot be put back."""
    clause: str
    put_back: int = 0
    """Tiles that the turn drew and that go back to the pool: what is drawn as penalty comes in their place."""

    def to_json(self) -> dict[str, Any]:
        """The penalty as ``tileref judge --json`` prints it."""
        return {
            "draw": self.draw,
            "restore": self.restore,
            "take": format_tiles(self.take),
            "extra_per_lost": self.extra_per_lost,
            "put_back": self.put_back,
            "clause": self.clause,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The penalty that `to_json` wrote."""
        take, put_back = parse_tiles(data["take"]), data.get("put_back", 0)
        return cls(data["draw"], data["restore"], take, data["extra_per_lost"], data["clause"], put_back)


@dataclass(frozen=True)
class Verdict:
    """What the referee says about a turn."""

    outcome: Outcome
    played: TileSet
    """The tiles laid from the rack, in the fixed order of `referee.tiles.TILE_KINDS`."""
    points: int
    """What the tiles laid are worth, each joker at the value it stands for."""
    violations: tuple[Violation, ...] = ()
    notices: tuple[Violation, ...] = ()
    penalty: Penalty | None = None
    """The penalty; None unless the turn is illegal."""
    time: Counted | None = None
    """What was counted of its time, where more than the rulebook's seconds did; None as well where it is undecided."""

    @property
    def invalid_sets(self) -> list[int]:
        """Indices of the sets on the table after the turn that are invalid, in the order of the violations."""
        return [
            violation.set_index
            for violation in self.violations
            if violation.code is Code.SET_INVALID and violation.set_index is not None
        ]

    @property
    def missing_tiles(self) -> TileSet:
        """The tiles that lay on the table before the turn and are missing after it."""
        return tuple(
            tile for violation in self.violations if violation.code is Code.TILE_MISSING for tile in violation.tiles
        )

    @property
    def withheld(self) -> Verdict:
        """The turn as undecided: with what was laid, and nothing that is held against anybody."""
        return Verdict(Outcome.UNDECIDED, self.played, self.points)

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``tileref judge --json`` prints it; ``time`` only where it is known."""
        time = {} if self.time is None else {"time": self.time.to_json()}
        return {
            "verdict": self.outcome.value,
            "played": format_tiles(self.played),
            "points": self.points,
            "violations": _numbered(self.violations),
            "notices": _numbered(self.notices),
            "penalty": None if self.penalty is None else self.penalty.to_json(),
            **time,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The verdict that `to_json` wrote."""
        return cls(
            Outcome(data["verdict"]),
            parse_tiles(data["played"]),
            data["points"],
            tuple(map(Violation.from_json, data["violations"])),
            tuple(map(Violation.from_json, data["notices"])),
            None if data["penalty"] is None else Penalty.from_json(data["penalty"]),
            Counted(**data["time"]) if "time" in data else None,
        )
