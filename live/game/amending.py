"""Amendments to the score sheet: the figures that they replace are struck out but stay readable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Struck:
    """The column of a round as it stood before somebody amended it."""

    round: int
    """Number of the round on the sheet, from 1."""
    points: Mapping[str, int]
    """The points that the column showed, by player."""
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""
    by: str | None = None
    """Who amended it, as `live.game.events.Event.by` has it."""

    def to_json(self) -> dict[str, Any]:
        """The JSON form that `from_json` reads."""
        return {"round": self.round, "points": dict(self.points), "at": self.at, "by": self.by}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The struck column that `to_json` wrote.

        Raises:
            KeyError: a field is missing.
        """
        return cls(data["round"], data["points"], data["at"], data["by"])
