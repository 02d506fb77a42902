"""What the camera shows of the game: the newest picture, and the table as it lies there."""

from __future__ import annotations

import time
from pathlib import Path

from calibration.profile import Polygon
from live.game.phases import Dealing
from live.game.pins import apply_pins
from live.game.rack_areas import between, find_racks, seen_from
from live.game.seen import SeenTable
from live.game.state import Game
from live.record import Record
from live.telling.visibility import Visibility
from live.watching.feed import Feed
from live.watching.observer import Observer, Task
from live.watching.play_area import PlayArea
from live.watching.rest import Rest
from vision.camera.health import Ailment, Health
from vision.frame import Frame
from vision.reading.legible import Legibility
from vision.reading.table_reading import Oddity, TableReading
from vision.scene.viewpoint import Viewpoint
from vision.scene.watch import Stillness

SHOW = 0.4
"""Minimum seconds between two new pictures for the page."""


class Scene:
    """The table in the camera's pictures. Not thread-safe."""

    def __init__(self, record: Record, feed: Feed, observer: Observer, profile: Path, pictures: int = 0) -> None:
        """Begins before the first picture; the arguments are as for `live.sitting.Sitting`, of which these are parts.

        Raises:
            ProfileError: the profile cannot be used.
        """
        self._record, self._feed, self._observer = record, feed, observer
        self.area = PlayArea(profile, record.game.viewpoint)
        """The play area, as fractions of the newest picture."""
        self._health = Health()
        self.ailment: Ailment | None = None
        """Why the newest picture shows no table; None where it does."""
        self.frame: Frame | None = None
        """The newest frame."""
        self.frame_number = pictures
        """Counts the pictures for the page."""
        self._shown_at = 0.0
        self._before_game: Visibility | None = None
        self.oddity: Oddity | None = None
        """What is wrong with the picture as a whole, as it was last read; None where nothing is known to be."""

    @property
    def _game(self) -> Game:
        return self._record.game

    def take(self, frame: Frame) -> bool:
        """Takes the next frame; returns whether it was looked at for what lies on the table."""
        stands_still = not self._feed.rate  # a recording that waits for somebody shows the same picture again and again
        self.ailment = None if stands_still else self._health.update(frame)
        is_looked_at = self.ailment is None and (stands_still or not self._health.stale)
        if self.ailment is not None:
            self._observer.blind(frame.seconds, self._health.well_until)
        elif is_looked_at:
            self._observer.look(frame, self.area.as_put_up(*frame.size), self._game.copies)
        self.frame = frame
        now = time.monotonic()
        if now - self._shown_at >= SHOW:
            self._shown_at = now
            self.frame_number += 1
        return is_looked_at

    def take_reading(self, task: Task, reading: TableReading) -> None:
        """Takes what was read of a frame."""
        self._observer.done(task, reading)
        self.oddity = reading.oddity
        self._before_game = Visibility(task.frame.photo, reading) if self._game.round is None else None

    # The picture

    @property
    def shows_table(self) -> bool:
        """Whether the newest picture shows the table, be it at rest or not."""
        return self._game.watched and self.frame is not None and self.ailment is None and not self._health.stale

    @property
    def stillness(self) -> Stillness | None:
        """What the table does at the moment; None before the first frame, and where no camera looks at it."""
        return None if self.frame is None or not self._game.watched else self._observer.stillness

    @property
    def camera_is_lost(self) -> bool:
        """Whether the camera was moved too far to be followed, and a person must say whether its picture is right."""
        return self._observer.bearings.is_lost

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts of the picture in which something flickers, which count for nothing (`vision.regions.where`)."""
        return self._observer.flicker.parts

    @property
    def seconds(self) -> float:
        """Time of the newest frame that showed the table."""
        return self._observer.seconds

    @property
    def viewpoint(self) -> Viewpoint:
        """From where the newest picture shows the table, as far as is known."""
        return self._observer.bearings.viewpoint

    @property
    def rack_areas(self) -> tuple[Polygon, ...]:
        """The parts of the newest picture in which racks stand."""
        if self.frame is None:
            return self._game.rack_areas
        return seen_from(self.viewpoint, self._game.rack_areas, *self.frame.size)

    @property
    def area_suggested(self) -> Polygon | None:
        """A suggestion for the play area, as fractions of the newest picture.

        It is None once it is marked, or the first turn is over.
        """
        game = self._game
        if self.area.corners is not None or (game.fresh_round is None and game.round is not None):
            return None
        rest = self._observer.now
        is_early = isinstance(game.phase, Dealing) or game.round is None
        if is_early and rest is not None and rest.looks:  # the racks are being filled
            return between(find_racks(rest.reading(game.copies)))
        return between(self.rack_areas)

    @property
    def legibility(self) -> Legibility | None:
        """How well the camera shows tiles from where it stands.

        It is None once a game has begun, and before the first is read.
        """
        view = self._before_game
        return None if view is None or self._game.round is not None else view.legibility

    # The table

    def table(self) -> SeenTable | None:
        """The table as last seen lying still, with what is known of it."""
        if not self._game.watched:
            return None if self._game.judged is None else self._game.judged.case.known
        seen = self._observer.last_table
        return None if seen is None else apply_pins(seen, self._game.pins)

    @property
    def rest(self) -> Rest | None:
        """The rest that lasts, once it was read; None while something moves, and without a camera."""
        rest = self._observer.now
        return rest if self._game.watched and rest is not None and rest.is_placed else None
