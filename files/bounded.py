"""Files that a user names, read within bounds of size and time: a pipe may never say a word, a device have no end.

What is wrong is an `OSError` whose ``strerror`` is fit for the user and whose ``filename`` is the path.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO

PATIENCE = 5.0
"""Seconds within which a pipe or a device must say something, or everything where it is read as a whole."""

_CHUNK = 1 << 16  # bytes that are read from a pipe at once


def read_regular(path: Path, most: int) -> bytes:
    """The content of the regular file `path`, at most `most` bytes.

    Raises:
        OSError: it cannot be read, is a pipe or a device, or has more bytes.
        ValueError: it is no path.
    """
    if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():  # a folder is refused below, by opening it
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large(path, most)
    return data


def open_within(path: Path | str) -> BinaryIO:
    """The file `path`, opened for reading; a pipe or device, once it has something to say.

    Raises:
        OSError: it cannot be opened, or has nothing to say for `PATIENCE` seconds.
    """
    try:
        if os.name != "posix":
            return Path(path).open("rb")
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError:
        raise OSError(errno.EINVAL, "is no path of a file", str(path)) from None
    try:
        if not _is_regular(handle):
            _await(handle, path, PATIENCE)
        os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")
    except OSError as error:
        os.close(handle)
        error.filename = str(path)
        raise


def read_within(path: Path | str, most: int) -> bytes:
    """The content of the file `path`, at most `most` bytes.

    Raises:
        OSError: it cannot be read, has more bytes, or is a pipe that has not said everything in `PATIENCE` seconds.
    """
    with open_within(path) as file:
        data = file.read(most + 1) if _is_regular(file.fileno()) else _drained(file, path, most)
    if len(data) > most:
        raise _too_large(path, most)
    return data


def _too_large(path: Path | str, most: int) -> OSError:
    return OSError(errno.EFBIG, f"has more than {most // 1024} KiB", str(path))


def _is_regular(handle: int) -> bool:
    """Whether it is a regular file, or a folder, which says so itself when it is read.

    It is always True where the system is not POSIX, and cannot tell.
    """
    mode = os.fstat(handle).st_mode
    return os.name != "posix" or stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _await(handle: int, path: Path | str, seconds: float) -> None:
    """Waits until there is something to read, or the end."""
    import select  # noqa: PLC0415 - only pipes and devices are waited for

    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    if not waiting.poll(max(0.0, seconds) * 1000):
        raise OSError(errno.ETIMEDOUT, f"has not said everything within {PATIENCE:g} seconds", str(path))


def _drained(file: BinaryIO, path: Path | str, most: int) -> bytes:
    """What a pipe or device says until its end, or until it has said more than `most` bytes."""
    data, until = io.BytesIO(), time.monotonic() + PATIENCE
    while data.tell() <= most:
        _await(file.fileno(), path, until - time.monotonic())
        chunk = os.read(file.fileno(), _CHUNK)
        if not chunk:
            break
        data.write(chunk)
    return data.getvalue()
