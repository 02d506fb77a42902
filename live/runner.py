"""What drives a live table: the threads that look, read and note the time.

For a recording it is one loop, which reads each frame before the next.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import cv2

from live.table import LiveTable
from live.watching.feed import Feed
from live.watching.observer import Reader, Task
from referee.errors import UserError
from vision.frame import Frame
from vision.reading.table_reading import TableReading

BEAT = 0.05
"""Seconds between notes of the turn clock: about as much of a turn's time is given back after a crash."""

TICK = 0.5
"""Seconds between two looks at what may have changed although no frame came."""

_PATIENCE = 10.0  # seconds that a thread is given to end


class Runner:
    """Feeds a table the frames of its feed, and reads those that it wants read."""

    def __init__(self, table: LiveTable, reader: Reader) -> None:
        """Takes charge of a table, which is closed together with the runner; `reader` reads the frames of its feed one by one."""
        self.table = table
        self._reader = reader
        self._reading = (
            threading.Lock()
        )  # a recording is read in another thread than a camera, and either may follow the other
        self._threads: list[threading.Thread] = []
        self._frame_came = threading.Event()
        self._over = threading.Event()

    def read_with(self, reader: Reader) -> None:
        """Uses another reader for the frames that are read from here on."""
        self._reader = reader

    def start(self) -> None:
        """Begins to look at the table, in threads of its own."""
        work: list[Callable[[], None]] = [self.run, self._read_on, self._note_on]
        self._threads = [threading.Thread(target=each, name=f"live-{each.__name__}", daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def run(self) -> None:
        """Looks at the table until its feed ends or the runner is closed.

        A recording waits until each of its frames is read; a camera does not, and `start` has a second thread read. A
        recording's time goes on with its frames; a camera's goes on without them, and `start` has a third thread note
        it.
        """
        with self._told("watched"):
            feed = None
            while feed is not self.table.feed:  # else the feed has ended, or was closed with the runner
                feed = self.table.feed
                for frame in feed.frames():
                    if not self._take(feed, frame):
                        break

    def _take(self, feed: Feed, frame: Frame | None) -> bool:
        """Hands over a frame of `feed`; returns whether the table looks through that, and so wants more."""
        with self.table.lock:
            if self._over.is_set() or self.table.feed is not feed:
                return False
            self.table.take(frame)
        self._frame_came.set()
        if not feed.is_live:
            self.table.note_beat()
            while self._read_one():
                pass
        return True

    def _read_on(self) -> None:
        """Reads what there is to read until the runner is closed."""
        with self._told("read"):
            while not self._over.is_set():
                self._frame_came.clear()
                if not self.table.feed.is_live or not self._read_one():
                    self._frame_came.wait(TICK)
                    self.table.tell_silence()

    def _note_on(self) -> None:
        """Notes the turn clock every `BEAT` seconds until the runner is closed."""
        with self._told("timed"):
            while not self._over.wait(BEAT):
                if self.table.feed.is_live:
                    self.table.note_beat()

    @contextlib.contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Tells everybody at the table if a thread ends that should not."""
        try:
            yield
        except BaseException:
            line = f"the table is no longer {what}: start tileref again, the game goes on where it was"
            self.table.bulletin.tell(ended=UserError(line, "blind"))
            raise

    def _read_one(self) -> bool:
        """Reads the frame that is to be read next; returns whether there was one."""
        with self._reading:
            with self.table.lock:
                feed, task = self.table.feed, self.table.next_task()
            if task is None:
                return False
            reading, trouble = self._read(task)
            with self.table.lock:
                if self.table.feed is not feed:
                    pass  # it is of a picture that counts no more
                elif reading is None:
                    self.table.give_up(task, UserError(trouble, "unreadable"))
                else:
                    self.table.take_reading(task, reading)
        return True

    def _read(self, task: Task) -> tuple[TableReading | None, str]:
        """What the frame of `task` shows; where it cannot be read, None and why."""
        try:
            return self._reader.read(task.frame.photo, task.area, task.copies), ""
        except (cv2.error, RuntimeError, ValueError) as error:  # one frame that cannot be read is no reason to stop
            return None, f"a picture could not be read: {error}".splitlines()[0]

    def close(self) -> None:
        """Stops looking, notes the clock and closes the table."""
        self.table.note_beat()
        self._over.set()
        self._frame_came.set()
        self.table.feed.close()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_PATIENCE)
        self.table.close()
