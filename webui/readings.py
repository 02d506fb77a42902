"""Photos that people send, and what is read in them."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable

from live.game.commands import RefusedError
from vision.camera.photo import PhotoError
from vision.reading.table_reading import TableReading
from webui.bodies import photo_file

ReadPhoto = Callable[[bytes, int], TableReading]
"""Reads a photo's file, given how many tiles of each kind the box has; raises `vision.camera.photo.PhotoError` where it cannot."""


LAST_READINGS = 8
"""Readings that `LastReadings` holds: of two photos for each of a few people who look into a turn at the same time."""


class LastReadings:
    """What was read of the last photos, without the photos: an answer about one of their tiles needs no second reading.

    It is for answers alone. A photo that is sent anew is read anew, since a box may have been enrolled meanwhile.
    """

    def __init__(self, read: ReadPhoto) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._last: OrderedDict[bytes, TableReading] = OrderedDict()

    def anew(self, data: bytes, copies: int) -> TableReading:
        """Reads the photo in that file; the arguments and errors are those of `ReadPhoto`."""
        return self._keep(self._name(data, copies), self._read(data, copies))

    def again(self, data: bytes, copies: int) -> TableReading:
        """What was read of the photo in that file last; it is read where that is no longer known."""
        name = self._name(data, copies)
        with self._lock:
            known = self._last.get(name)
        return self._keep(name, self._read(data, copies) if known is None else known)

    def _keep(self, name: bytes, reading: TableReading) -> TableReading:
        with self._lock:
            self._last[name] = reading
            self._last.move_to_end(name)
            while len(self._last) > LAST_READINGS:
                self._last.popitem(last=False)
        return reading

    @staticmethod
    def _name(data: bytes, copies: int) -> bytes:
        """The name under which the reading of a file is held: another photo has another one."""
        return hashlib.sha256(b"%d " % copies + data).digest()


def read_sent(read: ReadPhoto, encoded: object, copies: int) -> tuple[bytes, TableReading]:
    """A photo's file and what it shows.

    Args:
        read: reads the photo.
        encoded: the bytes of a JPEG, HEIC or PNG file in base64.
        copies: how many tiles of each kind are in play.

    Raises:
        RefusedError: it is no photo.
    """
    data = photo_file(encoded)
    try:
        return data, read(data, copies)
    except PhotoError as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
