"""The running table in played time, in which everything takes as long as on a computer with nothing else to do.

A picture comes every twelfth of a second, and what is computed takes the time that its processor took, on one core.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from journal import Journal
from live.table import LiveTable
from live.watching import lag
from live.watching.lateness import Lateness
from live.watching.observer import Task
from vision.camera.frames import SILENCE
from vision.camera.live_camera import SILENT
from vision.camera.phone import Phone
from vision.frame import Frame, Jpeg
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading
from vision.scene.follow import Follower
from webui.snapshot import snapshot
from workshop.benchmarks.evening.camera import FPS, Lens
from workshop.benchmarks.evening.waiting import PRESS

JUDGING, TELLING = "judging", "telling"
"""What the computer does, as `PlayedTable.waited` names it."""


class PlayedTable:
    """The running table under a simulated camera, in played time: also the feed of its pictures.

    Args:
        lens: what takes the pictures.
        folder: for the journal.
        reader: of the photos.
        fps: pictures a second.
        reading: seconds that each reading takes, and nothing else takes any; what the processor takes where none are given.
    """

    name, is_live, rate = "played", True, 1.0
    slept = 0.0
    phone: Phone | None = None

    def __init__(
        self, lens: Lens, folder: Path, reader: Reader, *, fps: float = FPS, reading: float | None = None
    ) -> None:
        self._lens, self._fps, self._reading = lens, fps, reading
        height, width = lens.world.last.pixels.shape[:2]
        self._size = width, height
        self._late = lens.lag
        self.lateness = Lateness(lag.NETWORK)
        """What a screen that blinks can measure."""
        self._seconds = self._due = self._heard = lens.world.told + lens.lag
        self._read: tuple[Task, TableReading, float] | None = None  # with when it is done
        self._follower = Follower(reader)
        self.live = LiveTable(Journal(folder / "data"), self, profile=folder / "table.toml")
        self.waited: defaultdict[str, float] = defaultdict(float)
        """Seconds by what was waited for."""

    @property
    def lag(self) -> float:
        """Maximum seconds by which a frame may be later than its time and `ahead` say."""
        return self.lateness.lag

    @property
    def ahead(self) -> float:
        """Seconds by which every frame is late, as was measured."""
        return self.lateness.ahead

    @property
    def connections(self) -> int:
        """How often another camera was put up, or it was measured how late one is."""
        return self.lateness.known.times

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment; None while they come."""
        return f"{self.name} {SILENT}" if self._seconds - self._heard > SILENCE else None

    def now(self) -> float:
        """The moment in played time."""
        return self._seconds

    def frames(self) -> Iterator[Frame | None]:
        """None by itself: `wait` shows them."""
        return iter(())

    def close(self) -> None:
        """Does nothing."""

    @property
    def verdict(self) -> int | None:
        """The event of the last verdict."""
        judged = self.live.game.judged
        return None if judged is None else judged.event

    def wait(self, until: float, found: Callable[[], bool] = lambda: False) -> bool:
        """Lets time pass until a moment, or until something is so; tells whether it is."""
        while not found():
            ready = self._read[2] if self._read is not None else float("inf")
            following = min(self._due, ready)
            if following > until:
                self._pass_to(until)
                return False
            self._pass_to(following)
            if self._read is not None and following == ready:
                task, reading, _ = self._read
                self._read = None
                with self.computing():
                    self.live.take_reading(task, reading)
            else:
                self._due += 1 / self._fps
                self._look()
            self._read_on()
        return True

    def _look(self) -> None:
        """Takes the next picture."""
        if self._lens.lag != self._late:  # another camera is put up
            self._late = self._lens.lag
            self.lateness.forget()
        jpeg, frame = self._lens.picture(self._seconds), None
        with self.computing():
            if jpeg and _can_be_decoded(picture := Jpeg(jpeg, *self._size)):
                self._heard, frame = self._seconds, Frame(picture, self._seconds)
                self.lateness.see(frame)
            self.live.take(frame)
        if frame is None:
            self.live.tell_silence()

    def tell(self) -> None:
        """Makes what the page is told."""
        with self.computing(TELLING):
            json.dumps(snapshot(self.live))

    def _read_on(self) -> None:
        if self._read is not None or (task := self.live.next_task()) is None:
            return
        began = time.process_time()
        reading = self._follower.read(task.frame.photo, task.area, task.copies)
        took = time.process_time() - began
        self._read = (task, reading, self._seconds + (took if self._reading is None else self._reading))

    def _pass_to(self, moment: float) -> None:
        if self.live.game.press is not None:
            self.waited[str(self.live.sitting.waits_for or PRESS)] += max(0.0, moment - self._seconds)
        self._seconds = max(self._seconds, moment)

    @contextmanager
    def computing(self, what: str = JUDGING) -> Iterator[None]:
        """Lets the time pass that is computed."""
        is_awaited, began = self.live.game.press is not None or what == TELLING, time.thread_time()
        yield
        took = time.thread_time() - began if self._reading is None else 0.0
        self._seconds += took
        if is_awaited:
            self.waited[what] += took


def _can_be_decoded(picture: Jpeg) -> bool:
    """Whether a picture can be decoded, as every one is that a camera hands over."""
    try:
        return bool(picture.thumbnail.size)
    except ValueError:
        return False
