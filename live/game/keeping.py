"""What becomes of a journal beside the game: a clip that was kept, and an evening that its owner removed."""

from __future__ import annotations

from dataclasses import dataclass

from journal.events import REMOVED, TOMBSTONE
from live.game.event import Aside, Step
from live.game.state import Game


@dataclass(frozen=True)
class ClipKept(Aside):
    """The clip of a turn is kept beside the journal."""

    kind = "clip-kept"
    press: int
    """The event that ended the turn."""
    clip: str
    """The name of its file, by which it is known again (`journal.photos.name_of`)."""


@dataclass(frozen=True)
class Removed(Aside):
    """An event of which nobody knows any more what it was: its owner removed the evening."""

    kind = REMOVED

    def apply(self, step: Step) -> Game:  # noqa: ARG002 - whatever came before it
        """No game: what follows begins one."""
        return Game()


@dataclass(frozen=True)
class EveningRemoved(Aside):
    """The owner removed an evening: this is its tombstone."""

    kind = TOMBSTONE
    first: int
    """The first of its events."""
    last: int

    def apply(self, step: Step) -> Game:
        """No game where it was the last evening; any other leaves the game as it is."""
        return Game() if self.last + 1 == step.number else step.game
