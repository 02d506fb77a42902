"""What lies on the table, as people say or the camera shows, and from where it is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from calibration.profile import Polygon
from live.game.events.event import Event
from live.game.pins import Pin
from referee.tiles import TileSet
from vision.scene.viewpoint import Viewpoint


@dataclass(frozen=True)
class RacksSeen(Event):
    """Something was seen on the empty table before the first turn: racks, and what else looks like tiles."""

    kind: ClassVar[str] = "racks-seen"
    parts: tuple[Polygon, ...]
    """The parts of the picture in which racks stand, as seen by the camera as it was put up."""
    strays: tuple[Pin, ...] = ()
    """Things that are no tiles, for as long as they lie there."""
    are_tiles: bool = False
    """Whether the strays seen before are tiles after all, laid by the first player before anybody began the turn."""


@dataclass(frozen=True)
class TileSaid(Event):
    """A person said what lies somewhere on the table.

    Its kinds differ in what the person was asked, not in what follows.
    """

    pin: Pin
    verdict: int | None
    """The event of the verdict on the last turn, where the tile was part of that; None where it was not."""
    was: TileSet = ()
    """What the tile was taken for before; empty where it was not read."""
    among: TileSet = ()
    """The other tiles of the set in which it lies, as they were known."""


@dataclass(frozen=True)
class QuestionAnswered(TileSaid):
    """A question that a verdict hung on was answered."""

    kind: ClassVar[str] = "question-answered"


@dataclass(frozen=True)
class TileCorrected(TileSaid):
    """A tile that was misread was named."""

    kind: ClassVar[str] = "tile-corrected"


@dataclass(frozen=True)
class TileAdded(TileSaid):
    """A tile that was not read was named."""

    kind: ClassVar[str] = "tile-added"
    earlier: bool = False
    """Whether the tile has lain there since before the turn, the last one or the one that waits for its verdict, so
    that this turn did not lay it."""


@dataclass(frozen=True)
class AreaMarked(Event):
    """The play area was marked."""

    kind: ClassVar[str] = "area-marked"
    area: list[list[float]] | None
    """Corners as fractions of the picture; None for the whole picture."""


@dataclass(frozen=True)
class CameraMoved(Event):
    """The camera was found to stand elsewhere: what is known of the table is to be looked for from there."""

    kind: ClassVar[str] = "camera-moved"
    viewpoint: Viewpoint


@dataclass(frozen=True)
class CameraAccepted(Event):
    """A person accepted the picture as it is, of a camera that was moved too far to be followed."""

    kind: ClassVar[str] = "camera-accepted"
    parts: tuple[Polygon, ...] = ()
    """The parts of the picture in which racks stand, as far as they were seen in it."""


@dataclass(frozen=True)
class CameraChosen(Event):
    """Another camera looks at the table from here on: what was known by its place in a picture is known no more."""

    kind: ClassVar[str] = "camera-chosen"
    name: str
    """What it is called, without its address."""
