"""Where the live table's frames and its time come from: a camera, or a recording."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Protocol

from vision.source import Frame, Source, SourceError, open_source

RETRY = 2.0
"""Seconds between attempts to reach a camera that is lost."""


class Feed(Protocol):
    """Frames for the live table, and the clock by which its turns are measured."""

    name: str
    """What it is, for the page."""
    trouble: str | None
    """Why there are no frames at the moment; one line."""

    @property
    def rate(self) -> float:
        """How many of its seconds pass in one real second."""

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
        self._closed = threading.Event()
        self._seconds = 0.0
        self.rate = 1.0
        self.name = spec if spec.isdecimal() or "://" not in spec else spec.partition("://")[0]
        self.trouble: str | None = None

    def frames(self) -> Iterator[Frame | None]:
        """The frames; while a camera is lost, None every now and then."""
        while not self._closed.is_set():
            try:
                for frame in self._source:
                    self.trouble = None
                    stamped = Frame(frame.photo, time.monotonic()) if self._source.live else frame
                    self._seconds = stamped.seconds
                    yield stamped
                if not self._source.live and not self._closed.is_set():
                    self.trouble = f"{self.name}: the recording is over"
                    self.rate = 0.0
            except SourceError as error:
                self.trouble = str(error)
            self._source.close()
            yield None
            while not self._closed.wait(RETRY) and not self._reopened():
                yield None

    def _reopened(self) -> bool:
        if not self._source.live:
            return False
        try:
            self._source = open_source(self._spec, paced=True)
        except SourceError as error:
            self.trouble = str(error)
            return False
        return True

    def now(self) -> float:
        """Monotonic seconds of a camera, the last frame's of a recording."""
        return time.monotonic() if self._source.live else self._seconds

    def close(self) -> None:
        """Ends the frames and frees the device."""
        self._closed.set()
        self._source.close()
