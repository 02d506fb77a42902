"""Where the live table's frames and its time come from: a camera, or a recording."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Protocol

from calibration import TableProfile
from live import lag
from vision import source
from vision.frame import Frame
from vision.source import Source, SourceError, open_source

RETRY = 2.0
"""Seconds between attempts to reach a camera that is lost."""

SILENCE = 1.5
"""A camera that has given no frame for this many seconds is in trouble."""


def camera_of(profile: TableProfile) -> str | None:
    """The camera that is looked through where none is asked for: the table's own, else the first that answers, if any."""
    if profile.camera is not None:
        return profile.camera
    number = source.first_camera()
    return None if number is None else str(number)


class Feed(Protocol):
    """Frames for the live table, and the clock by which its turns are measured."""

    name: str
    """What it is, for the page."""
    live: bool
    """Whether it shows what happens now and waits for nobody; a recording waits until each of its frames is read."""
    lag: float
    """How many seconds at most a frame may come after the light that it shows."""

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment, one line; None while they come."""

    @property
    def rate(self) -> float:
        """How many of its seconds pass in one real second; 0 while its time stands still, as it does once a recording is over."""

    def frames(self) -> Iterator[Frame | None]:
        """The frames in order; None where there is none but something else may have changed. Ends with `close`."""

    def now(self) -> float:
        """The present moment in seconds; never runs backwards."""

    def close(self) -> None:
        """Ends `frames`; safe from any thread."""


class CameraFeed:
    """A camera, stream or recording as `vision.source.open_source` names it. A camera that is lost is opened again.

    A camera's time is real time. A recording's time is its own: a turn in it takes as long as it took.
    """

    def __init__(self, spec: str) -> None:
        """Opens the source.

        Raises:
            SourceError: there is no such source, or it gives no picture.
        """
        self._spec = spec
        self._source: Source = open_source(spec, paced=True)
        self.live = self._source.live
        self.lag = lag.NONE if not self.live else lag.DEVICE if spec.isdecimal() else lag.NETWORK
        self._closed = threading.Event()
        self._seconds = 0.0
        self.rate = 1.0
        self.name = spec if spec.isdecimal() or "://" not in spec else spec.partition("://")[0]
        self._trouble: str | None = None
        self._heard = time.monotonic()

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment; one line."""
        if self._trouble is None and self._source.live and time.monotonic() - self._heard > SILENCE:
            return f"camera {self.name} gives no picture; check its cable and its power"
        return self._trouble

    def frames(self) -> Iterator[Frame | None]:
        """The frames; while a camera is lost, None every now and then."""
        while not self._closed.is_set():
            try:
                for frame in self._source:
                    self._trouble, self._heard = None, time.monotonic()
                    stamped = Frame(frame.photo, time.monotonic()) if self._source.live else frame
                    self._seconds = stamped.seconds
                    yield stamped
                if not self._source.live and not self._closed.is_set():
                    self._trouble = f"{self.name}: the recording is over"
                    self.rate = 0.0
            except SourceError as error:
                self._trouble = str(error)
            self._source.close()
            if self._closed.is_set():
                return
            yield None
            while not self._closed.wait(RETRY) and not self._reopened():
                yield None

    def _reopened(self) -> bool:
        if not self._source.live:
            return False
        try:
            self._source = open_source(self._spec, paced=True)
        except SourceError as error:
            self._trouble = str(error)
            return False
        return True

    def now(self) -> float:
        """Monotonic seconds of a camera, the last frame's of a recording."""
        return time.monotonic() if self._source.live else self._seconds

    def close(self) -> None:
        """Ends the frames and frees the device."""
        self._closed.set()
        self._source.close()
