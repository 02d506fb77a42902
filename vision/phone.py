"""A phone at the table as a camera: it sends picture after picture, and whoever hands them on calls `Phone.take`."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Iterator

from vision.capture import MOST_HIGH, MOST_WIDE, TOO_LARGE
from vision.frame import Frame, Jpeg
from vision.frames import SILENCE, TICK, Source, SourceError
from vision.jpegs import size_of
from vision.timestamps import ClockSync

SPEC = "phone"
"""The phone's name as a source (`vision.source.open_source`)."""

LEFT = 5.0
"""Seconds without a picture after which another phone may take its place, and what was known of its clock is
forgotten."""

NOBODY = "no phone shows the table: open the camera's page on one"
SILENT = "the phone sends no picture: wake it, and look after its network"


class Phone(Source):
    """The phone that sends pictures.

    Whoever takes its frames gets the newest; frames that nobody took in time are dropped.
    """

    is_live = True

    def __init__(self) -> None:
        super().__init__()
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

    def take(self, sender: str, jpeg: bytes, stamp: float | None = None, *, take_over: bool = False) -> None:
        """Takes a picture that has just come.

        Args:
            sender: the phone, by a name that it has given itself.
            jpeg: the picture.
            stamp: when its light was caught, in seconds of the phone's own clock; None where it does not say.
            take_over: whether the phone is to be the camera although another one is.

        Raises:
            SourceError: it is no picture, or another phone is the camera.
        """
        picture = picture_of(jpeg)
        arrived = time.monotonic()
        with self._came:
            is_gone = arrived - self._heard > LEFT
            if sender != self._sender and not (take_over or is_gone):
                raise SourceError("another phone is the camera", "other-phone")
            if sender != self._sender or is_gone:
                self._sync = ClockSync()
                self.connections += self._sender is not None
            self._sender, self._heard = sender, arrived
            self._seconds = max(self._seconds, self._sync.caught(stamp, arrived))
            self._newest = Frame(picture, self._seconds)
            self._came.notify_all()

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
        with self._came:
            self._came.notify_all()


def picture_of(jpeg: bytes) -> Jpeg:
    """The picture that a phone sent, after checking that it can be decoded.

    Raises:
        SourceError: it is no picture, or too large.
    """
    try:
        width, height = size_of(jpeg)
        picture = Jpeg(jpeg, width, height)
        fits = 0 < width <= MOST_WIDE and 0 < height <= MOST_HIGH
        if fits:
            picture.thumbnail  # noqa: B018 - decoded here, so that nobody else meets a broken one
    except (ValueError, IndexError, struct.error):
        raise SourceError("that is no JPEG picture", "no-picture") from None
    if not fits:
        raise SourceError(f"the phone: {TOO_LARGE}", "too-large")
    return picture
