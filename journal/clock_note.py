"""The note of how far the turn clock has come: one small record in a file of its own, written over and over.

It is no event, and comes many times a second: far too often for a database that waits for the disk each time. A program
that is killed loses nothing of it, since the system has the record; a power cut takes `SYNC` seconds at most.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from pathlib import Path

from journal.events import Beat

SYNC = 2.0
"""Seconds after which the record is sent to the disk."""

_RECORD = struct.Struct("<qd")
_CHECK = struct.Struct("<I")


class ClockNote:
    """The record in one file, which is made where it is missing; what the system refuses is an `OSError`."""

    def __init__(self, path: Path) -> None:
        """Opens the file."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._file = os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Closes the file; more than once does no harm."""
        self._file.close()

    def write(self, beat: Beat) -> None:
        """Notes `beat` in place of the last one."""
        record = _RECORD.pack(beat.event, beat.elapsed)
        self._file.seek(0)
        self._file.write(record + _CHECK.pack(zlib.crc32(record)))
        if time.monotonic() - self._synced >= SYNC:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def read(self) -> Beat | None:
        """The last note; None where there is none, or its writing was cut off."""
        self._file.seek(0)
        data = self._file.read(_RECORD.size + _CHECK.size) or b""
        record, check = data[: _RECORD.size], data[_RECORD.size :]
        if len(check) < _CHECK.size or _CHECK.unpack(check)[0] != zlib.crc32(record):
            return None
        return Beat(*_RECORD.unpack(record))
