"""From where the table is seen, and what the picture shows besides its tiles: the play area, racks, another camera or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.profile import Polygon
from live.game.event import Event, Move, RefusedError, Step
from live.game.pausing import clock_after
from live.game.pins import Pin
from live.game.seen import SeenTable
from live.game.state import Game, State
from live.game.turns import standing
from vision.regions import is_within
from vision.scene.viewpoint import HOME, Viewpoint


@dataclass(frozen=True)
class RacksSeen(Event):
    """Something was seen on the empty table before the first turn: racks, and what else looks like tiles."""

    kind = "racks-seen"
    parts: tuple[Polygon, ...]
    """The parts of the picture in which racks stand, as seen by the camera as it was put up."""
    strays: tuple[Pin, ...] = ()
    """Things that are no tiles, for as long as they lie there."""
    are_tiles: bool = False
    """Whether the strays seen before are tiles after all, laid by the first player before anybody began the turn."""

    def apply(self, step: Step) -> Game:
        """Where racks stand in the picture.

        What lay beside them before the first turn is pinned as no tile, unless people say that it is one.
        """
        game = step.game
        if self.are_tiles:
            pins = tuple(pin for pin in game.pins if pin not in game.strays)
            return replace(game, rack_areas=self.parts, pins=pins, strays=())
        return replace(
            game, rack_areas=self.parts, pins=(*game.pins, *self.strays), strays=(*game.strays, *self.strays)
        )


@dataclass(frozen=True)
class AreaMarked(Event):
    """The play area was marked."""

    kind = "area-marked"
    is_play = False
    lasts = True
    area: list[list[float]] | None
    """Corners as fractions of the picture; None for the whole picture."""


@dataclass(frozen=True)
class CameraMoved(Event):
    """The camera was found to stand elsewhere: what is known of the table is to be looked for from there."""

    kind = "camera-moved"
    is_play = False
    lasts = True
    viewpoint: Viewpoint

    def apply(self, step: Step) -> Game:
        """The camera stands elsewhere, and it is known where."""
        return replace(step.game, viewpoint=self.viewpoint)


@dataclass(frozen=True)
class CameraAccepted(Event):
    """A person accepted the picture as it is, of a camera that was moved too far to be followed."""

    kind = "camera-accepted"
    is_play = False
    lasts = True
    parts: tuple[Polygon, ...] = ()
    """The parts of the picture in which racks stand, as far as they were seen in it."""

    def apply(self, step: Step) -> Game:
        """Drops what was known of the table: nobody knows any more where it lies in the picture."""
        return replace(step.game, pins=(), rack_areas=self.parts, accepted=step.number)


@dataclass(frozen=True)
class CameraChosen(Event):
    """Another camera looks at the table from here on: what was known by its place in a picture is known no more."""

    kind = "camera-chosen"
    name: str
    """What it is called, without its address."""

    def apply(self, step: Step) -> Game:
        """Another camera looks at the table."""
        return seen_by(step.game, step.number)


@dataclass(frozen=True)
class CameraLeft(Event):
    """The round goes on without a camera: a turn that waited for its verdict stands without one, and so do those that follow."""

    kind = "camera-left"

    def apply(self, step: Step) -> Game:
        """Nobody looks through a camera any more: a turn that waits for its verdict stands without one."""
        game, press = step.game, step.game.press
        left = game if press is None else standing(game, press, out=press.called)
        return step.act(replace(left, watched=False, chosen=0, pins=(), rack_areas=()))


def seen_by(game: Game, chosen: int) -> Game:
    """The game as the camera sees it that was chosen by the event `chosen`.

    Nobody knows where in its picture anything lies. It watches at once where it is known what lies on the table, else from the next round on:
    what was laid unseen would be taken for the next player's.
    """
    is_known = game.round is None or game.state is State.SCORED or (game.round.table_known and not game.elsewhere)
    return replace(
        game,
        viewpoint=HOME,
        pins=(),
        strays=(),
        rack_areas=(),
        accepted=chosen,
        chosen=chosen,
        watched=game.watched or is_known,
    )


def mark_area(
    game: Game, _now: float, area: Sequence[tuple[float, float]] | None, seen: SeenTable | None = None
) -> Move:
    """Marks the play area, unless tiles of the game, as last `seen` in the picture, would lie outside.

    `area` gives its corners as fractions of the picture, in order around it; None for the whole picture.
    """
    if area is not None and seen is not None and game.tiles_stay:
        corners = np.array(area, np.float32) * np.array([seen.width, seen.height], np.float32)
        tiles = [tile for tile in seen.tiles if tile.tile is not None and not tile.doubt]
        if not all(is_within(tile.middle, corners) for tile in tiles):
            raise RefusedError("tiles of the game lie outside that area: draw it around all of them", "area-cuts")
    return Move(AreaMarked(None if area is None else [list(point) for point in area]), game.clock)


def accept_camera(game: Game, _now: float, parts: tuple[Polygon, ...]) -> Move:
    """Accepts the picture of a camera that was moved too far to be followed as it is.

    Racks stand in these `parts` of the picture.
    """
    return Move(CameraAccepted(parts), game.clock)


def choose_camera(game: Game, _now: float, name: str) -> Move:
    """Looks through another camera from here on; `name` is what everybody may know of it."""
    return Move(CameraChosen(name), game.clock)


def leave_camera(game: Game, now: float) -> Move:
    """Goes on without a camera: a turn that waits for its verdict stands without one, and so do those that follow."""
    current, press = game.round, game.press
    if not game.watched or current is None or game.state in {State.OVER, State.SCORED}:
        raise RefusedError("no camera is looked through", "stale")
    if press is None:
        return Move(CameraLeft(), game.clock)
    following = current.after_unseen(press.drew, press.face_up, laid=press.is_said_to_lay, out=press.called)
    return Move(CameraLeft(), clock_after(game.clock, now, stops=following.over))
