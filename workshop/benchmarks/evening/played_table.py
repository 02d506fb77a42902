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
from live.watching.observer import Task
from vision.camera.phone import Phone
from vision.frame import Frame, Jpeg
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading
from vision.scene.follow import Follower
from webui.snapshot import snapshot
from workshop.benchmarks.evening.camera import FPS, SIZES
from workshop.benchmarks.evening.stage import Stage
from workshop.benchmarks.evening.waiting import PRESS

SIZE = SIZES["1080p"]
JUDGING, TELLING = "judging", "telling"
"""What the computer does, as `PlayedTable.waited` names it."""


class PlayedTable:
    """The running table under a simulated camera, in played time: also the feed of its pictures.

    Args:
        stage: what the camera sees.
        folder: for the journal.
        reader: of the photos.
        late: by how many seconds the camera is.
    """

    name, is_live, lag, trouble, rate, connections = "played", True, lag.NETWORK, None, 1.0, 0
    ahead = slept = 0.0
    phone: Phone | None = None

    def __init__(self, stage: Stage, folder: Path, reader: Reader, late: float) -> None:
        self._stage, self._late = stage, late
        self._seconds = self._due = stage.world.told + late
        self._read: tuple[Task, TableReading, float] | None = None  # with when it is done
        self._follower = Follower(reader)
        self.live = LiveTable(Journal(folder / "data"), self, profile=folder / "table.toml")
        self.waited: defaultdict[str, float] = defaultdict(float)
        """Seconds by what was waited for."""

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
                self._due += 1 / FPS
                jpeg = self._stage.world.frame(self._seconds - self._late)
                with self.computing():
                    self.live.take(Frame(Jpeg(jpeg, *SIZE), self._seconds))
            self._read_on()
        return True

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
        self._read = (task, reading, self._seconds + took)

    def _pass_to(self, moment: float) -> None:
        if self.live.game.press is not None:
            self.waited[str(self.live.sitting.waits_for or PRESS)] += max(0.0, moment - self._seconds)
        self._seconds = max(self._seconds, moment)

    @contextmanager
    def computing(self, what: str = JUDGING) -> Iterator[None]:
        """Lets the time pass that is computed."""
        is_awaited, began = self.live.game.press is not None or what == TELLING, time.thread_time()
        yield
        took = time.thread_time() - began
        self._seconds += took
        if is_awaited:
            self.waited[what] += took
