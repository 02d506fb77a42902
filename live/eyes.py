"""Looking at the table: frames in, the fused reading of the present still table out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from live.seen import SeenTable
from referee.tiles import COPIES
from vision.reading import Photo, TableReading
from vision.source import Frame
from vision.watch import Stillness, Watch, fuse

FRAMES = 3
"""How many still frames one reading is fused from."""

REFRESH = 5.0
"""A table that stays still is read again after this many seconds: the light may have become better."""


class Reader(Protocol):
    """Reads a photo; `vision.read.Reader` is one."""

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None, copies: int = COPIES) -> TableReading:
        """What `photo` shows within `area`, a polygon of shape (corners, 2) in pixels, of a box with so many tiles of each kind."""


class Look(NamedTuple):
    """One still frame and its reading."""

    photo: Photo
    reading: TableReading


class Eyes:
    """Watches and reads. Frames come from one thread; what it found, and `read`, may be used by others."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._reading = threading.Lock()
        self._watch = Watch()
        self._area: NDArray[np.float32] | None = None
        self._read_at = 0.0
        self.looks: tuple[Look, ...] = ()
        """The frames read in the last still period."""
        self.period = 0
        """Which still period they are from."""
        self.seen: SeenTable | None = None
        """The last table seen lying still; None before the first."""

    @property
    def stillness(self) -> Stillness:
        """What the table does at the moment."""
        return self._watch.stillness

    @property
    def fresh(self) -> bool:
        """Whether `looks` show the table as it lies now."""
        return self.stillness is Stillness.STILL and bool(self.looks) and self.period == self._watch.period

    @property
    def certain(self) -> bool:
        """Whether it was looked at often enough for a verdict."""
        return self.fresh and len(self.looks) >= FRAMES

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None, copies: int = COPIES) -> TableReading:
        """What any photo shows; one at a time, since reading takes every core."""
        with self._reading:
            return self._reader.read(photo, area, copies)

    def look(self, frame: Frame, area: NDArray[np.float32] | None, copies: int = COPIES) -> bool:
        """Takes the next frame; tells whether the table was read anew.

        Args:
            frame: the newest of the camera.
            area: the play area in its pixels.
            copies: how many tiles of each kind are in play.
        """
        if not _same(area, self._area):
            self._area = area
            self._watch = Watch(area)
            self.looks = ()
        if self._watch.look(frame.photo, frame.seconds) is not Stillness.STILL:
            return False
        if self._watch.period != self.period:
            self.period = self._watch.period
            self.looks = ()
        waited = frame.seconds - self._read_at
        if len(self.looks) >= FRAMES and 0 <= waited < REFRESH:
            return False
        reading = self.read(frame.photo, area, copies)
        self._read_at = frame.seconds
        self.looks = (*self.looks, Look(frame.photo, reading))[-FRAMES:]
        self.seen = seen_in(self.looks, copies)
        return True


def seen_in(looks: Sequence[Look], copies: int) -> SeenTable:
    """The table that these looks show together; there are so many tiles of each kind."""
    return SeenTable.from_reading(fuse([look.reading for look in looks], copies))


def _same(one: NDArray[np.float32] | None, other: NDArray[np.float32] | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.shape == other.shape and bool(np.all(one == other))
