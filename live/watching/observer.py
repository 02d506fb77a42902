"""What lies on the table, and since when: from frames to rests (`live.watching.rest`), each with its reading.

Looking and reading are separate, since reading a frame takes far longer than the next frame does to come:
`Observer.look` takes every frame and keeps the still ones, `Observer.task` names the frame to be read next,
`Observer.done` takes its reading. Nothing that was still is lost because somebody was slow: what the table looked like
between two hands can be read while the second is over it. Nor is time lost until the table is known to lie still: a
frame is read as soon as nothing moves, and counts if that stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from calibration.profile import Polygon
from live.game.seen import SeenTable
from live.watching.bearings import Bearings
from live.watching.lag import Halts
from live.watching.rest import FRAMES, Look, Rest
from live.watching.rests import Rests
from referee.tiles import COPIES
from vision.frame import Frame, mask_of
from vision.image import Photo
from vision.reading.table_reading import TableReading
from vision.regions import Area, same_area
from vision.scene.flicker import Flicker
from vision.scene.viewpoint import HOME, Viewpoint, in_pixels
from vision.scene.watch import Cover, Stillness, Watch

SOON = 1.0
"""Maximum seconds to read a frame with which one is read while the table settles; a slower computer would be busy with
it when it counts."""


STAYS = 1.0
"""Seconds without movement from which what covers the table is no hand that pauses, and is read: tiles may be what seems to."""


class Reader(Protocol):
    """Reads a photo; `vision.reading.reader.Reader` is one."""

    def read(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """What `photo` shows within `area`, of a box with `copies` tiles of each kind."""


class Task(NamedTuple):
    """A frame to be read."""

    rest: Rest
    frame: Frame
    area: Area | None
    copies: int


class Observer:
    """Follows the table from frame to frame. Not thread-safe; only reading is done outside."""

    def __init__(self, viewpoint: Viewpoint = HOME) -> None:
        """`viewpoint` is where the camera was last known to stand."""
        self.bearings = Bearings(viewpoint)
        """Where the camera stands."""
        self._viewpoint: Viewpoint | None = viewpoint  # from where the pictures since `_rested` are seen
        self._rested: float | None = None  # when the table last came to rest
        self._watch = Watch()
        self._remembered: Frame | None = None
        self._area: Area | None = None
        self._copies = COPIES
        self._rack_areas: tuple[Polygon, ...] = ()
        self.rests = Rests()
        """The rests that are remembered."""
        self._coming: Rest | None = None  # the rest that begins if nothing moves for a moment longer
        self._takes = 0.0  # seconds that reading a frame takes
        self.seconds = -np.inf
        """Time of the newest frame."""
        self._calm_at = -np.inf  # when the table last lay still, or when the first frame came
        self.last_table: SeenTable | None = None
        """The last table seen lying still; None before the first."""
        self.halts = Halts()
        """When the stream of pictures stood still."""

    def remember(self, photos: Sequence[Photo], viewpoint: Viewpoint) -> None:
        """Assumes that the table looks as in past photos, all of one rest, that were seen from `viewpoint`."""
        self.bearings.remember(photos, viewpoint)
        if viewpoint == self.bearings.viewpoint:
            self._remembered = Frame(photos[-1], -np.inf)
            self._watch.assume(self._remembered)

    @property
    def stillness(self) -> Stillness:
        """What the table does at the moment."""
        return self._watch.stillness

    @property
    def flicker(self) -> Flicker:
        """What flickers in the picture, and counts for nothing."""
        return self._watch.flicker

    @property
    def restless_for(self) -> float:
        """Seconds for which the table has not come to rest."""
        return float(self.seconds - self._calm_at)

    @property
    def now(self) -> Rest | None:
        """The rest that lasts.

        It is None while something moves, and while what lies there may be an arm and no landmark or tile tells
        (`_begin`).
        """
        lasting = self.rests.lasting
        return lasting if lasting is not None and lasting.is_begun else None

    @property
    def is_read(self) -> bool:
        """Whether the table as it lies has been read as often as a verdict takes."""
        return self.now is not None and self.now.is_read

    def look(self, frame: Frame, area: Area | None = None, copies: int = COPIES) -> None:
        """Takes the next frame.

        Args:
            frame: the newest of the camera.
            area: the play area in its pixels, as if the camera stood as it was put up.
            copies: how many tiles of each kind are in play.
        """
        if not same_area(area, self._area):
            self._area = area
            self._start_anew(frame.size[0])
        self._copies = copies
        self.seconds = frame.seconds
        self.halts.come(frame.seconds)
        if self.rests.lasting is not None and self.rests.lasting.first_frame.size != frame.size:
            self.rests.end()
        rest_before = self._watch.rest
        stillness = self._watch_for_movement(frame)
        is_still = stillness is Stillness.STILL
        may_be_still = stillness is Stillness.COVERED and self._viewpoint is None
        if is_still or may_be_still:
            self._rest_on(frame, is_begun=is_still, is_another=self._watch.rest != rest_before)
        else:
            self.rests.end()
            self._settle(frame)

    def _watch_for_movement(self, frame: Frame) -> Stillness:
        """What the table does in the frame, and from where it is seen if it does not move."""
        if self._watch.update(frame) is not Stillness.MOVING:
            self._take_bearings(frame)
        stillness = self._watch.stillness
        if stillness is Stillness.STILL or self._calm_at == -np.inf:
            self._calm_at = frame.seconds
        return stillness

    def _rest_on(self, frame: Frame, *, is_begun: bool, is_another: bool) -> None:
        """Takes a frame of a table that lies still, or of one that may do so beneath what seems an arm.

        Args:
            frame: the frame.
            is_begun: whether the table lies still for sure.
            is_another: whether something has moved since the frame before it.
        """
        lasting = self.rests.lasting
        if lasting is None or lasting.is_begun is not is_begun or is_another:
            lasting = self._begin(frame, is_begun=is_begun)
        lasting.take(frame, self._watch.cover)

    def _settle(self, frame: Frame) -> None:
        """Takes a frame of a table that does not lie still, or not yet; of one that is covered, reading tells whether tiles do that."""
        rested = self._watch.moved_at
        stays = self._watch.stillness is Stillness.COVERED and frame.seconds >= (rested or frame.seconds) + STAYS
        if self._viewpoint is None or not (self._watch.is_settling or stays) or rested is None or self._takes > SOON:
            self._coming = None
        elif self._coming is None or self._coming.still_since != rested:
            self._coming = Rest(
                self.rests.next_number(),
                frame,
                rested,
                frame.seconds,
                self._viewpoint,
                [frame],
                is_begun=False,
                cover=self._watch.cover,
            )

    def _begin(self, frame: Frame, *, is_begun: bool) -> Rest:
        """Begins a rest with the first frame of a table that lies still, or goes on with one read while it settled.

        A cloth that was pushed may look like an arm that rests. Where no landmark tells which of the two it is, the
        rest is kept but has not begun (`Rest.is_begun`): the tiles that are read in it will tell (`_find_by_tiles`), be
        that after the next hand has come.
        """
        rested = self._watch.moved_at or frame.seconds
        coming, self._coming = self._coming, None
        if not is_begun:
            return self.rests.add(Rest(self.rests.next_number(), frame, rested, frame.seconds, None, is_begun=False))
        self._remembered = None
        if coming is None or (coming.still_since, coming.viewpoint) != (rested, self._viewpoint):
            return self.rests.add(Rest(self.rests.next_number(), frame, rested, frame.seconds, self._viewpoint))
        coming.is_begun = True
        self.rests.add(coming)
        for look in coming.looks:
            self._take_reading(coming, look.reading, self._area_from(coming.viewpoint, look.reading.width))
        return coming

    def _take_bearings(self, frame: Frame) -> None:
        """Finds where the camera stands, each time the table comes to rest."""
        moved_at = self._watch.moved_at
        if moved_at != self._rested:
            self._rested = moved_at
            self._take_new_bearings(frame)
        elif self._viewpoint is None:
            self.bearings.wait(frame.seconds - (moved_at or frame.seconds))
        else:
            self.bearings.rest_on(frame)

    def _take_new_bearings(self, frame: Frame) -> None:
        """Finds where the camera stands in the first frame of a rest, of which `frame` is the newest."""
        watch, before = self._watch, self.bearings.viewpoint
        is_clear = watch.stillness is Stillness.STILL and not watch.cover.is_foreign
        rest = self._coming or self.rests.lasting
        first = frame if rest is None or rest.still_since != self._rested else rest.first_frame
        self._viewpoint = self.bearings.take(first, clear=is_clear)
        if self._viewpoint not in {None, before}:
            watch.turn(before.to(self.bearings.viewpoint), self._area_from(self._viewpoint, frame.size[0]))

    def area_of(self, rest: Rest) -> Area | None:
        """The play area in pixels of the photos of `rest`; None for the whole picture."""
        return self._area_from(rest.viewpoint, rest.first_frame.size[0])

    def accept_camera(self) -> None:
        """Accepts the picture as it is, of a camera that was moved too far to be followed."""
        self.bearings.accept()
        if self.now is not None and self.now.looks:
            newest = self.now.looks[-1].reading
            for rest in self.rests:
                is_unplaced = rest.viewpoint is None and rest.is_begun and bool(rest.looks)
                if is_unplaced and self.bearings.is_where(rest.looks[-1].reading, newest):
                    self._place(rest, self.bearings.viewpoint)
        self._remembered = None
        self._begin_again()

    def _place(self, rest: Rest, viewpoint: Viewpoint) -> None:
        """Notes from where a past rest was seen.

        Where the play area is not the whole picture, the rest is read again.
        """
        rest.viewpoint = viewpoint
        if self._area is not None:
            rest.frames, rest.looks = [look.frame for look in rest.looks] + rest.frames, ()

    def _begin_again(self) -> None:
        """Looks at the picture as if it were the first, from where the camera is known to stand."""
        if self.rests.newest is not None:
            self._start_anew(self.rests.newest.first_frame.size[0])

    def _start_anew(self, width: int) -> None:
        """Watches the table as if for the first time, in pictures of that width."""
        self._rested, self._viewpoint, self._coming = None, self.bearings.viewpoint, None
        self._watch = Watch(self._area_from(self._viewpoint, width), self.flicker)
        if self._remembered is not None:
            self._watch.assume(self._remembered)
        self.rests.end()

    def _area_from(self, viewpoint: Viewpoint | None, width: int) -> Area | None:
        """The play area in pixels of pictures of that width from `viewpoint`.

        It is None for the whole picture, and where the viewpoint is not known.
        """
        if self._area is None or viewpoint is None or viewpoint.is_home:
            return None if viewpoint is None else self._area
        matrix = in_pixels(viewpoint.matrix, width)
        return cv2.perspectiveTransform(self._area.reshape(-1, 1, 2), matrix).reshape(-1, 2).astype(np.float32)

    def uncover(self) -> None:
        """Assumes, on a person's word, that nothing lies over the table which would hide it."""
        if self.stillness is Stillness.COVERED:
            self._watch.uncover()

    def blind(self, seconds: float, well_until: float) -> None:
        """Takes note of a frame that shows no table.

        Every rest is over, and what came after `well_until` is dropped.
        """
        self.seconds = seconds
        self.halts.come(seconds)
        self._coming = None
        self._watch.start_anew()
        self.rests.cut_off(well_until)

    def recall(self, photos: Sequence[Photo]) -> Rest:
        """Adds a rest of the past, made of photos that were kept of it; it is to be read like any other."""
        past = float("-inf")
        frames = [Frame(photo, past) for photo in photos]
        viewpoint = self.bearings.find(frames[0])
        number = self.rests.next_number()
        return self.rests.add_past(Rest(number, frames[0], past, past, viewpoint, frames, is_over=True))

    def task(self) -> Task | None:
        """The frame to be read next, which is not given again; None where there is nothing to do."""
        for rest in [*self.rests.asked_for, self.rests.lasting, self._coming]:
            if rest is not None and rest.frames:
                frame = rest.frames.pop(0)
                rest.given_out += 1
                return Task(rest, frame, self._area_from(rest.viewpoint, frame.size[0]), self._copies)
        return None

    def expect(self, rack_areas: tuple[Polygon, ...], *, tiles_stay: bool) -> None:
        """Takes note of where racks stand, seen by the camera as it was put up, and of whether tiles stay on the table.

        No tile is taken from there; between two rounds the tiles are cleared away.
        """
        self.bearings.tiles_stay = tiles_stay
        if rack_areas == self._rack_areas:
            return
        self._rack_areas = rack_areas
        if self.now is not None and self.now.is_placed:
            self.last_table = self.now.seen(self._copies, rack_areas)

    def done(self, task: Task, reading: TableReading) -> None:
        """Takes the reading of a task's frame."""
        rest = task.rest
        rest.given_out -= 1
        self._takes = reading.elapsed_ms / 1000
        if task.frame.seconds > rest.valid_until:
            return
        rest.looks = (*rest.looks, Look(task.frame, reading))[-FRAMES:]
        rest.read_at = task.frame.seconds
        if len(rest.looks) >= FRAMES:
            rest.frames.clear()
        if rest.viewpoint is not None and rest in {self._coming, self.rests.lasting}:
            self._watch.explain(task.frame, [tile.corners for tile in reading.tiles if tile.tile is not None])
        if rest.is_begun or rest in self.rests:
            self._take_reading(rest, reading, task.area)

    def give_up(self, task: Task) -> None:
        """Takes note that a task's frame cannot be read."""
        task.rest.given_out -= 1

    def _find_by_tiles(self, rest: Rest, viewpoint: Viewpoint, reading: TableReading) -> None:
        """Places a rest whose viewpoint no landmark told, but its tiles do, as they were read.

        A rest over which an arm seemed to lie begins if that was only the cloth, seen from `viewpoint`; else it is
        given up.
        """
        is_lasting = rest is self.rests.lasting
        is_arm = not rest.is_begun and self._shows_arm(rest, viewpoint)
        if is_arm:
            self.rests.remove(rest)
        else:
            if not rest.is_begun:
                rest.is_begun, rest.cover = True, Cover()
            self._place(rest, viewpoint)
        if is_lasting:
            self._stand_at(viewpoint, rest, reading, is_arm=is_arm)

    def _shows_arm(self, rest: Rest, viewpoint: Viewpoint) -> bool:
        """Whether what seemed to lie over the table in `rest`, which is seen from `viewpoint`, did so."""
        before = self.bearings.viewpoint
        area = self._area_from(viewpoint, rest.first_frame.size[0])
        return viewpoint == before or self._watch.was_covered(rest.first_frame, before.to(viewpoint), area)

    def _stand_at(self, viewpoint: Viewpoint, rest: Rest, reading: TableReading, *, is_arm: bool) -> None:
        """Sees the table from `viewpoint` on, as the tiles tell that were read in the rest that lasts."""
        before = self.bearings.viewpoint
        has_moved = viewpoint != before
        self._viewpoint = viewpoint
        if has_moved or not is_arm:  # an arm over an unmoved table hides landmarks: none are given up for it
            self.bearings.accept(viewpoint)
            self.bearings.read(rest.first_frame, reading, viewpoint)
            self._rested = None
        if has_moved:
            self._watch.turn(before.to(viewpoint), self._area_from(viewpoint, reading.width))

    def _take_reading(self, rest: Rest, reading: TableReading, read_in: Area | None) -> None:
        """Takes what was read of a rest, in the area `read_in` of its picture."""
        if rest is self.now and (shape := self.flicker.shape):
            sure = [tile.corners for tile in reading.tiles if not tile.doubt]
            self.flicker.keep_to(mask_of(shape, sure, reading.width))
        viewpoint = self.bearings.read(rest.first_frame, reading, rest.viewpoint)
        if rest.viewpoint is None:
            if viewpoint is None:
                return
            self._find_by_tiles(rest, viewpoint, reading)
            if rest is not self.now:
                return
        area = self._area_from(rest.viewpoint, reading.width)
        if same_area(read_in, area) and rest is self.rests.newest:
            self.last_table = rest.seen(self._copies, self._rack_areas)
