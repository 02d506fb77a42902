"""The racks at the end of a round, and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from live.game.events.event import Event
from referee.conservation import Contradiction
from referee.score import Column


@dataclass(frozen=True)
class RoundEnded(Event):
    """People said that the round is over, whatever was seen of it."""

    kind: ClassVar[str] = "round-ended"
    winner: str | None
    """Who went out; None where nobody could."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class StillHolds(Event):
    """The player who had gone out, as was counted or said, still holds tiles: the round goes on."""

    kind: ClassVar[str] = "still-holds"
    player: str


@dataclass(frozen=True)
class PoolHolds(Event):
    """The pool, which was counted as empty, holds this many tiles: the round goes on."""

    kind: ClassVar[str] = "pool-holds"
    tiles: int


@dataclass(frozen=True)
class RackCounted(Event):
    """A rack was counted after the round."""

    kind: ClassVar[str] = "rack-counted"
    player: str
    rack: int | list[str] | None
    """What the player has left: points, or tiles; None where an earlier count was taken back."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class RoundScored(Event):
    """The racks were counted and the round written down."""

    kind: ClassVar[str] = "round-scored"
    column: Column
    racks: Mapping[str, int | list[str]]
    """What each player had left: points, or tiles."""
    contradictions: tuple[Contradiction, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The event as the journal keeps it, with the fields of the column beside the others."""
        contradictions = [one.to_json() for one in self.contradictions]
        return {**self.column.to_json(), "racks": dict(self.racks), "contradictions": contradictions}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote."""
        contradictions = tuple(map(Contradiction.from_json, data.get("contradictions", ())))
        return cls(Column.from_json(data), data.get("racks", {}), contradictions)


@dataclass(frozen=True)
class ScoreAmended(Event):
    """A person wrote other points into a round of the score sheet."""

    kind: ClassVar[str] = "score-amended"
    round: int
    """Number of the round on the sheet, from 1."""
    player: str
    points: int
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""
