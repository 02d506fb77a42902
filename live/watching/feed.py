"""Where the live table's frames and its time come from: a camera, or a recording."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from calibration import TableProfile
from live.watching import lag
from live.watching.lateness import Lateness
from live.watching.waking import WakingClock
from referee.text import printable
from vision.camera import source
from vision.camera.frames import Source, SourceError
from vision.camera.phone import Phone
from vision.camera.source import open_source
from vision.frame import Frame

NO_CAMERA = "none"
"""Name of the feed without a camera, in place of a camera's."""

PAUSE = 2.0
"""Seconds between the None values that a feed without frames yields, each a chance to see whether something else has
changed."""


def camera_of(profile: TableProfile) -> str | None:
    """The camera to use where none is asked for: the profile's own, else the first that answers; None without any."""
    if profile.camera is not None:
        return profile.camera
    number = source.first_camera()
    return None if number is None else str(number)


class Feed(Protocol):
    """Frames for the live table, and the clock by which its turns are measured."""

    name: str
    """Name of the source, for the page."""
    is_live: bool
    """Whether it shows what happens now and waits for nobody; a recording waits until each of its frames is read."""
    phone: Phone | None
    """The phone that serves as the camera; None for any other source."""

    @property
    def lag(self) -> float:
        """Maximum seconds by which a frame may arrive after the light that it shows, besides those by which its time is `ahead`."""

    @property
    def ahead(self) -> float:
        """Seconds by which the time of the frames is ahead of `now`.

        A recording that waits for somebody goes on showing frames while its time stands still, and a camera of which it was measured is late by as much.
        """

    @property
    def lateness(self) -> Lateness | None:
        """What measures how late the frames are; None where that is known, or there are none."""

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment, one line; None while they come."""

    @property
    def connections(self) -> int:
        """How often something else became known of how late the source is.

        It was lost and opened again, and may be as late as any of its kind, or it was measured.
        """

    @property
    def rate(self) -> float:
        """Seconds of the feed that pass in one real second.

        It is 0 while the feed's time stands still, as it does once a recording is over.
        """

    @property
    def slept(self) -> float:
        """Seconds for which the program stood still so far, as the computer slept; they are no part of its time."""

    def frames(self) -> Iterator[Frame | None]:
        """The frames in order; None where there is none but something else may have changed. Ends with `close`."""

    def now(self) -> float:
        """The present moment in seconds; never runs backwards."""

    def close(self) -> None:
        """Ends `frames`; safe from any thread."""


class NoCamera:
    """No camera: time passes, and no frame comes."""

    name = NO_CAMERA
    is_live = True
    lag = lag.NONE
    phone: Phone | None = None
    lateness: Lateness | None = None
    ahead = 0.0
    trouble = None
    connections = 0
    rate = 1.0

    def __init__(self) -> None:
        self._clock = WakingClock()
        self._closed = threading.Event()

    @property
    def slept(self) -> float:
        """Seconds for which the program stood still so far."""
        return self._clock.slept

    def frames(self) -> Iterator[Frame | None]:
        """Yields None every `PAUSE` seconds."""
        while not self._closed.wait(PAUSE):
            yield None

    def now(self) -> float:
        """Seconds in which the program ran."""
        return self._clock.now()

    def close(self) -> None:
        """Ends `frames`."""
        self._closed.set()


class CameraFeed:
    """A camera, stream or recording as `vision.camera.source.open_source` names it.

    A camera's time is real time. A recording's time is its own: a turn in it takes as long as it took.
    """

    def __init__(self, spec: str) -> None:
        """Opens the source.

        Raises:
            SourceError: there is no such source, or it gives no picture.
        """
        self._source: Source = open_source(spec, paced=True)
        self.is_live = self._source.is_live
        self.phone = self._source if isinstance(self._source, Phone) else None
        limit = lag.NONE if not self.is_live else lag.DEVICE if source.is_device(spec) else lag.NETWORK
        self._lateness = Lateness(limit)
        self._connections = self._source.connections  # as far as was noticed
        self._clock = WakingClock()
        self._closed = threading.Event()
        self._seconds = 0.0
        self.rate = 1.0
        self.name = spec.partition("://")[0] if "://" in spec else printable(Path(spec).name)
        """Name of the source without its address, so that every guest may know it."""
        self._end: str | None = None

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment; one line, without a camera's address."""
        return self._end or self._source.trouble

    @property
    def lag(self) -> float:
        """Maximum seconds by which a frame may be later than its time and `ahead` say."""
        return self._lateness.lag if self._source.lag is None else self._source.lag

    @property
    def ahead(self) -> float:
        """Seconds by which every frame is late, as was measured."""
        return self._lateness.ahead

    @property
    def lateness(self) -> Lateness | None:
        """What measures how late the frames are; None for a camera at the computer itself, one whose frames bear the time of their light, and a recording."""
        return self._lateness if self._source.lag is None and self._lateness.limit > lag.DEVICE else None

    @property
    def connections(self) -> int:
        """How often the camera was lost and opened again, or it was measured how late it is."""
        return self._lateness.known.times

    @property
    def slept(self) -> float:
        """Seconds for which the program stood still so far."""
        return self._clock.slept

    def frames(self) -> Iterator[Frame | None]:
        """The frames; None every now and then while a camera gives none, and once a recording is over."""
        try:
            for frame in self._source:
                if self._source.connections != self._connections:
                    self._connections = self._source.connections
                    self._lateness.forget()
                if frame is not None and self.lateness is not None:
                    self.lateness.see(frame)
                if frame is not None and self.is_live:
                    frame = replace(frame, seconds=self._clock.at(frame.seconds))  # noqa: PLW2901 - the same, in the table's time
                elif frame is not None:
                    self._seconds = frame.seconds
                yield frame
            if not self._closed.is_set():
                self._end, self.rate = f"{self.name}: the recording is over", 0.0
        except SourceError as error:
            self._end = str(error)
        while not self._closed.is_set():
            yield None
            self._closed.wait(PAUSE)

    def now(self) -> float:
        """Seconds in which the program ran for a camera, the time of the last frame for a recording."""
        return self._clock.now() if self.is_live else self._seconds

    def close(self) -> None:
        """Ends the frames and frees the device."""
        self._closed.set()
        self._source.close()
