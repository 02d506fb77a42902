"""What people amended on the score sheet: what stood there is struck out and stays to be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Struck:
    """The column of a round as it stood before somebody amended it."""

    round: int
    """Of the sheet, from 1."""
    points: Mapping[str, int]
    """By player."""
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""
    by: str | None = None
    """Who amended it, as `live.events.Event.by` has it."""

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        return {"round": self.round, "points": dict(self.points), "at": self.at, "by": self.by}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` wrote.

        Raises:
            KeyError: it does not say what it should.
        """
        return cls(data["round"], data["points"], data["at"], data["by"])
