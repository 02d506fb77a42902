"""Reads photos that people send, in a process of its own, so that its models take no memory between rounds."""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar, cast

from referee.errors import UserError
from vision.camera.photo import PhotoError, decode_photo
from vision.camera.worker import MEMORY, DiedError, LateError, Worker, confine
from vision.image import Photo
from vision.reading.table_reading import TableReading

LONGEST = 2400
"""Pixels of the longer side of a photo as it is read: the tiles of a whole table are large enough then."""

READING = 30.0
"""Seconds that it may take for one photo."""

TOO_LONG = "takes too long to read; take another one, nearer and with less around the tiles"
BROKEN = "cannot be read; take another one"

_NAME = "the photo"

_Answer = TypeVar("_Answer")


class PhotoReader(Protocol):
    """What the process reads with; `vision.reading.reader.Reader` is one."""

    def read(self, photo: Photo, *, copies: int) -> TableReading:
        """What `photo` shows, of a box with `copies` tiles of each kind."""


class PhotoProcess:
    """Reads photos one after the other. Thread-safe."""

    def __init__(self, make: Callable[[], PhotoReader]) -> None:
        """`make` makes the reader in the process, and so must be something that another process can import."""
        self._worker = Worker(functools.partial(_answering, make), "photos")

    def read(self, data: bytes, copies: int) -> TableReading:
        """What a photo shows, scaled down to `LONGEST`.

        Args:
            data: a JPEG, HEIC, PNG, WebP or BMP file.
            copies: how many tiles of each kind there are.

        Raises:
            PhotoError: it cannot be used, or not be read in time.
        """
        try:
            answer = self._worker.ask((data, copies), READING)
        except LateError:
            raise PhotoError(f"{_NAME} {TOO_LONG}") from None
        except DiedError:
            raise PhotoError(f"{_NAME} {BROKEN}") from None
        if isinstance(answer, TableReading):
            return answer
        raise PhotoError(str(answer))

    def forget(self) -> None:
        """Ends the process once it has read what it reads.

        The next photo is read by a new one, with a reader made anew.
        """
        self._worker.forget()

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self._worker.close()


def run_in_process(task: Callable[..., _Answer], *args: object, seconds: float) -> _Answer:
    """What `task` gives, done in a process of its own that may take `seconds`, and twice `MEMORY`.

    Args:
        task: something that another process can import; raises `UserError` where it cannot do what is asked.
        args: what it is given, as `pickle` can take it along.
        seconds: the most it may take, including the time that the process takes to come up.

    Raises:
        PhotoError: it took too long, or its process died.
        UserError: as the task says.
    """
    context = multiprocessing.get_context("spawn")
    line, theirs = context.Pipe()
    process = context.Process(target=_do, args=(task, args, theirs), name="photo", daemon=True)
    process.start()
    theirs.close()
    try:
        if not line.poll(seconds):
            raise PhotoError(f"{_NAME} {TOO_LONG}")
        answer = line.recv()
    except (EOFError, OSError):
        raise PhotoError(f"{_NAME} {BROKEN}") from None
    finally:
        process.kill()
        process.join()
        line.close()
    if isinstance(answer, UserError):
        raise answer
    return cast("_Answer", answer)


def _do(task: Callable[..., object], args: Sequence[object], line: Connection) -> None:
    confine(2 * MEMORY)
    try:
        answer = task(*args)
    except UserError as refusal:
        answer = refusal
    except MemoryError:
        answer = PhotoError(f"{_NAME} {BROKEN}")
    with contextlib.suppress(OSError):
        line.send(answer)


def _answering(make: Callable[[], PhotoReader]) -> Callable[[tuple[bytes, int]], TableReading | str]:
    """What answers with the reading of a photo, or the line that says why there is none."""
    return functools.partial(_read, make())


def _read(reader: PhotoReader, sent: tuple[bytes, int]) -> TableReading | str:
    data, copies = sent
    try:
        return reader.read(decode_photo(data, _NAME, LONGEST), copies=copies)
    except PhotoError as error:
        return str(error)
    except MemoryError:
        return f"{_NAME} {BROKEN}"
