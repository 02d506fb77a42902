"""A live camera or stream: here, and nowhere else, it is opened, found silent and reconnected.

The looking is done by a process of its own (`vision.camera.capture_process`), which reconnects to a camera that was lost; where it gives no
picture for long, whatever hangs, the process is ended and another one started.
"""

from __future__ import annotations

import contextlib
import statistics
import threading
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing.shared_memory import SharedMemory
from typing import cast

import numpy as np

from vision.camera import capture_process
from vision.camera.capture_process import Lost, Opener, Shot, Wish
from vision.camera.frames import SILENCE, TICK, Source, SourceError
from vision.camera.processes import LateError, Process
from vision.camera.timestamps import ClockSync
from vision.frame import Frame, Jpeg
from vision.image import Photo

HUNG = 6.0
"""Seconds without a word from the process after which it is ended: every time-out of a camera that still answers is
over by then."""

_STARTING = 20.0  # seconds in place of `HUNG` while the process opens the camera: some take long
_PACE = 0.06  # seconds from one frame to the next that is asked for: a camera that sends twelve a second loses none
_PATIENCE = 1.0  # seconds that the process has to let the camera go
SILENT = "gives no picture; check its cable and its power"

_RARE = 3.0  # times the usual time between two frames: less is no silence, from a camera that sends few
_KNOWN = 15  # frames from which that time is taken
_FEWEST, _RAREST = 3, 5.0  # of them; and seconds that are no silence of a camera of which fewer have come
_AGAIN = 1.0  # seconds between the starts of processes that end by themselves


class _Looker:
    """A process that looks through a camera."""

    def __init__(self, opener: Opener) -> None:
        """Starts the process."""
        self._memory = SharedMemory(create=True, size=capture_process.ROOM)
        self._process = Process(capture_process.run, opener, self._memory.name, name="camera")
        self._lock, self._speaking = threading.Lock(), threading.Lock()
        self._is_asked = self._has_ended = False
        self._is_named = True
        self.began = time.monotonic()

    def ask(self) -> None:
        """Asks for a picture, unless one is still to come."""
        if not self._is_asked:
            self._is_asked = True
            self._say(Wish.PICTURE)

    def hear(self, seconds: float) -> Shot | Lost | None:
        """What the process says within `seconds`; None where it says nothing. Raises EOFError where it has ended."""
        try:
            told = self._process.heard(seconds)
        except LateError:
            return None
        except OSError:
            raise EOFError from None
        self._forget_name()
        if not isinstance(told, Shot):
            return cast("Lost", told)
        self._is_asked = False
        return told

    def picture(self, shot: Shot) -> Photo | Jpeg:
        """The picture in the shared memory, as a copy; raises EOFError where the process has been ended."""
        with self._lock:
            if self._has_ended:
                raise EOFError
            if shot.is_jpeg:
                return Jpeg(bytes(capture_process.room(self._memory)[: shot.size]), shot.width, shot.height)
            return np.ndarray((shot.height, shot.width, 3), np.uint8, buffer=capture_process.room(self._memory)).copy()

    def end(self, patience: float = 0.0) -> None:
        """Ends the process: politely within `patience` seconds, then at once; from any thread, and more than once."""
        with self._lock:
            if self._has_ended:
                return
            self._has_ended = True
        if patience:
            self._say(Wish.END)
        self._process.end(patience)
        self._forget_name()
        with self._lock:
            self._memory.close()

    def _forget_name(self) -> None:
        """Removes the name of the shared memory once both sides have it open: nothing of it stays, however this ends."""
        with self._lock:
            if self._is_named:
                self._is_named = False
                self._memory.unlink()

    def _say(self, wish: Wish) -> None:
        with self._speaking, contextlib.suppress(OSError):  # where the process has ended, `hear` tells
            self._process.line.send(wish)


class Camera(Source):
    """A camera or stream. Whoever takes its frames gets the newest; frames that nobody took in time are dropped.

    It is never lost for good: while it gives no picture, `trouble` says so.
    """

    is_live = True

    def __init__(self, opener: Opener, *, address: str, name: str) -> None:
        """Opens it.

        Args:
            opener: opens it, wherever it is.
            address: what it is called where its owner reads it, in the error below.
            name: what it is called where everybody reads it.

        Raises:
            SourceError: it gives no picture.
        """
        super().__init__()
        self._opener, self._name = opener, name
        self._why = SILENT
        self._sync, self._seconds = ClockSync(), 0.0
        self._gaps: deque[float] = deque(maxlen=_KNOWN)
        self._changing = threading.Lock()
        self._looker = _Looker(opener)
        self._heard: float | None = None
        self._told = self._looker.began
        self._is_open = False
        try:
            self._first: Frame | None = self._opened(address)
        except BaseException:
            self.close()
            raise

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment, one line without an address; None while they come."""
        return f"{self._name} {self._why}" if self._silence > max(SILENCE, self._rare) else None

    def __iter__(self) -> Iterator[Frame | None]:
        """The frames as they come; None every now and then while there are none."""
        frame, self._first = self._first, None
        while not self._closed.is_set():
            yield frame
            frame = self._next()

    def close(self) -> None:
        """Ends the process."""
        super().close()
        with self._changing:
            looker = self._looker
        looker.end(_PATIENCE)

    def _opened(self, address: str) -> Frame:
        """The first frame; raises SourceError where there is none."""
        began = time.monotonic()
        while (frame := self._next()) is None:
            if self._why != SILENT or time.monotonic() - began > _STARTING:
                raise SourceError(f"{address} {self._why}")
        return frame

    @property
    def _silence(self) -> float:
        """Seconds since the last frame, or since the beginning."""
        return time.monotonic() - (self._looker.began if self._heard is None else self._heard)

    @property
    def _rare(self) -> float:
        """Seconds without a frame that are not unusual for this camera."""
        return _RARE * statistics.median(self._gaps) if len(self._gaps) >= _FEWEST else _RAREST

    @property
    def _is_hung(self) -> bool:
        """Whether the process has said nothing for so long that another one may do better."""
        return time.monotonic() - self._told > (max(HUNG, self._rare) if self._is_open else _STARTING)

    def _next(self) -> Frame | None:
        """The next frame, or None where there is none for `TICK` seconds, or something is the matter."""
        if self._heard is not None:
            self._closed.wait(max(0.0, self._heard + _PACE - time.monotonic()))
        self._looker.ask()
        try:
            told = self._looker.hear(TICK)
            if told is not None:
                self._told, self._is_open = time.monotonic(), isinstance(told, Shot)
            if isinstance(told, Shot):
                return self._frame(told)
        except EOFError:
            self._closed.wait(max(0.0, self._looker.began + _AGAIN - time.monotonic()))
            self._look_anew()
            return None
        if told is not None:
            self._why = told.why
            self._begin_anew()
        elif self._is_hung:
            self._look_anew()
        return None

    def _frame(self, shot: Shot) -> Frame | None:
        """The frame that was announced; None where it is broken."""
        picture = self._looker.picture(shot)
        if isinstance(picture, Jpeg):
            try:
                picture.thumbnail  # noqa: B018 - decoded here, so that nobody else meets a broken one
            except ValueError:
                return None
        now = time.monotonic()
        if self._heard is not None:
            self._gaps.append(now - self._heard)
        self._heard, self._why = now, SILENT
        self._seconds = max(self._seconds, self._sync.caught(shot.stamp, shot.arrived))
        return Frame(picture, self._seconds)

    def _look_anew(self) -> None:
        """Ends the process and starts another."""
        self._looker.end()
        with self._changing:
            if not self._closed.is_set():
                self._looker = _Looker(self._opener)
                self._told, self._is_open = self._looker.began, False
                self._begin_anew()

    def _begin_anew(self) -> None:
        """Takes note that what comes next is from another connection."""
        self._sync = ClockSync()
        self.connections += 1
