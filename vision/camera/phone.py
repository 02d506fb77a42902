"""A phone at the table as a camera: it sends picture after picture, and whoever hands them on calls `Phone.take`."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from vision.camera.frames import SILENCE, TICK, Source, SourceError
from vision.camera.picture_limits import TOO_LARGE, has_too_many_scans, is_too_large, size_of
from vision.camera.processes import DiedError, LateError, Worker
from vision.camera.timestamps import ClockSync
from vision.frame import Frame, Jpeg
from vision.image import Photo

SPEC = "phone"
"""The phone's name as a source (`vision.camera.source.open_source`)."""

LEFT = 5.0
"""Seconds without a picture after which another phone may take its place, and what was known of its clock is
forgotten."""

_DECODING = 2.0  # seconds that a picture may take to decode; one of 1920 x 1080 takes fifteen milliseconds

LATE = 0.3
"""Seconds by which the light of a picture may be older than a phone says that compared clocks: browsers know more or less of its camera."""

UNSURE = 0.3
"""Maximum seconds by which a phone's comparison of the clocks may be wrong and yet be of use."""

OLDEST = 5.0
"""Maximum seconds from a picture's light to its arrival: a phone that says more has a clock that stood still, or has compared it with that of an earlier start."""

NOBODY = "no phone shows the table: open the camera's page on one"
SILENT = "the phone sends no picture: wake it, and look after its network"

_NO_PICTURE = "that is no JPEG picture", "no-picture"


class Light(NamedTuple):
    """When the light of a picture was caught, as a phone says that compared its clock with this computer's."""

    seconds: float
    """In seconds of `time.monotonic` here."""
    within: float
    """By how many seconds the comparison may be wrong."""

    def is_credible(self, arrived: float) -> bool:
        """Whether that may be so of a picture that `arrived` then."""
        return 0 <= self.within <= UNSURE and -self.within <= arrived - self.seconds <= OLDEST


class Phone(Source):
    """The phone that sends pictures. They are decoded in a process of its own: whatever comes, that alone may hang or die.

    Whoever takes its frames gets the newest; frames that nobody took in time are dropped.
    """

    is_live = True

    def __init__(self) -> None:
        super().__init__()
        self._decoder = Worker(_decoding, "phone")
        self._looking = threading.Lock()  # while a picture is decoded
        self._came = threading.Condition()
        self._newest: Frame | None = None
        self._sync, self._seconds = ClockSync(), 0.0
        self._sender: str | None = None
        self._heard = float("-inf")

    @property
    def trouble(self) -> str | None:
        """Why there are no frames at the moment; None while they come."""
        if self._sender is None:
            return NOBODY
        return SILENT if time.monotonic() - self._heard > SILENCE else None

    def take(
        self,
        sender: str,
        jpeg: bytes,
        stamp: float | None = None,
        light: Light | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        """Takes a picture that has just come.

        Args:
            sender: the phone, by a name that it has given itself.
            jpeg: the picture.
            stamp: when its light was caught, in seconds of the phone's own clock; None where it does not say.
            light: the same in seconds of this computer's clock, which counts where it can be believed; None where the phone has not compared the two.
            take_over: whether the phone is to be the camera although another one is.

        Raises:
            SourceError: it is no picture, or another phone is the camera.
        """
        arrived = time.monotonic()
        with self._came:
            self._admit(sender, arrived, take_over=take_over)
        picture = _header_of(jpeg)
        if not self._looking.acquire(blocking=False):
            return  # the one before is still being decoded: this one comes too soon, and is dropped
        try:
            picture.keep_thumbnail(self._decoded(picture))
        finally:
            self._looking.release()
        with self._came:
            is_new = self._admit(sender, arrived, take_over=take_over)
            if is_new:
                self._sync = ClockSync()
                self.connections += self._sender is not None
            self._sender, self._heard = sender, arrived
            self._seconds = max(self._seconds, self._caught(stamp, light, arrived))
            self._newest = Frame(picture, self._seconds)
            self._came.notify_all()

    def _caught(self, stamp: float | None, light: Light | None, arrived: float) -> float:
        """When the light of a picture was caught, never later than it `arrived`; how late it may be all the same is noted."""
        if light is not None and light.is_credible(arrived):
            self.lag = LATE + light.within
            return min(light.seconds, arrived)
        self.lag = None
        return self._sync.caught(stamp, arrived)

    def _admit(self, sender: str, arrived: float, *, take_over: bool) -> bool:
        """Whether the phone's clock is to be learned anew; raises SourceError where another phone is the camera."""
        is_gone = arrived - self._heard > LEFT
        if sender != self._sender and not (take_over or is_gone):
            raise SourceError("another phone is the camera", "other-phone")
        return sender != self._sender or is_gone

    def _decoded(self, picture: Jpeg) -> Photo:
        """The thumbnail of a picture; raises SourceError where it cannot be decoded, or not in time."""
        try:
            answer = self._decoder.ask(picture, _DECODING)
        except (LateError, DiedError):
            answer = None
        if not isinstance(answer, np.ndarray):
            raise SourceError(*_NO_PICTURE)
        return answer

    def __iter__(self) -> Iterator[Frame | None]:
        """The frames as they come; None every now and then while there are none."""
        while not self._closed.is_set():
            with self._came:
                self._came.wait_for(lambda: self._newest is not None or self._closed.is_set(), TICK)
                frame, self._newest = self._newest, None
            if not self._closed.is_set():
                yield frame

    def close(self) -> None:
        """Ends the iteration."""
        super().close()
        self._decoder.close()
        with self._came:
            self._came.notify_all()


def picture_of(jpeg: bytes) -> Jpeg:
    """The picture in a JPEG that was decoded before, after checking that it can be decoded at all.

    Raises:
        SourceError: it is no picture, or too large.
    """
    picture = _header_of(jpeg)
    if _thumbnail(picture) is None:
        raise SourceError(*_NO_PICTURE)
    return picture


def _header_of(jpeg: bytes) -> Jpeg:
    """The picture in a JPEG, not decoded yet; raises SourceError where it is none, or too large to decode."""
    try:
        width, height = size_of(jpeg)
    except (ValueError, IndexError, struct.error):
        raise SourceError(*_NO_PICTURE) from None
    if not (width and height) or is_too_large(width, height):
        raise SourceError(f"the phone: {TOO_LARGE}", "too-large")
    if has_too_many_scans(jpeg):
        raise SourceError(*_NO_PICTURE)
    return Jpeg(jpeg, width, height)


def _decoding() -> Callable[[Jpeg], Photo | None]:
    """What the process answers with that decodes pictures."""
    return _thumbnail


def _thumbnail(picture: Jpeg) -> Photo | None:
    try:
        return picture.thumbnail
    except ValueError:
        return None
