"""A turn is ended, and the clock stops and runs on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from live.game.events.event import Event
from referee.faceup import NOTHING, FaceUp
from referee.tiles import Table


@dataclass(frozen=True)
class TurnEnded(Event):
    """Somebody pressed the button that ends a turn."""

    kind: ClassVar[str] = "turn-ended"
    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What the turn did with tiles that lie face up; None until somebody has said so."""
    called: bool = False
    """Whether the player called "Rummikub" when pressing."""
    ran: float | None = None
    """Seconds that the clock had run since it was last started; None where nobody noted it."""
    unseen: bool = False
    """Whether no camera saw the turn: then it stands without a verdict."""
    passed: bool = False
    """Whether the player was to draw, and the pool held nothing to draw."""


@dataclass(frozen=True)
class FaceUpSaid(Event):
    """A person said what the turn that was ended did with tiles that lie face up."""

    kind: ClassVar[str] = "face-up-said"
    drew: int
    face_up: FaceUp


@dataclass(frozen=True)
class TableKept(Event):
    """Photos of the table after the press are on the disk, before anybody has read them.

    A verdict can be drawn even after a power cut.
    """

    kind: ClassVar[str] = "table-kept"
    photos: tuple[str, ...]


@dataclass(frozen=True)
class JudgeAnyway(Event):
    """A person said that the table can be judged as it is seen now, whatever seems to hide it."""

    kind: ClassVar[str] = "judge-anyway"


@dataclass(frozen=True)
class PressDropped(Event):
    """A press ended no turn: it was a second one right after the last verdict, with the table untouched."""

    kind: ClassVar[str] = "press-dropped"


@dataclass(frozen=True)
class Paused(Event):
    """The turn clock was stopped."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True)
class Resumed(Event):
    """The turn clock runs on: after a pause, or once the table of an illegal turn is put back."""

    kind: ClassVar[str] = "resumed"
    restored: bool = False
    """Whether the table was seen to lie as it did before the illegal turn."""
    table: Table | None = None
    """The table with which the game goes on, where it does not lie as it did before the illegal turn."""


@dataclass(frozen=True)
class Slept(Event):
    """While a turn ran, the program stood still for so many seconds, as with a computer that sleeps: they count for nobody."""

    kind: ClassVar[str] = "slept"
    seconds: float


@dataclass(frozen=True)
class CameraLeft(Event):
    """The round goes on without a camera: a turn that waited for its verdict stands without one, and so do those that follow."""

    kind: ClassVar[str] = "camera-left"
