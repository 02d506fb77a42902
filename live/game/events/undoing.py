"""What was done is taken back, and holds again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from live.game.events.event import Event


@dataclass(frozen=True)
class Undone(Event):
    """An action was taken back."""

    kind: ClassVar[str] = "undone"
    event: int
    """The event of the action."""


@dataclass(frozen=True)
class Redone(Event):
    """An action that was taken back holds again."""

    kind: ClassVar[str] = "redone"
    event: int
    """The event of the action."""
