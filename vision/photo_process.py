"""Reads photos that people send, in a process of its own: low priority, limited memory and time, and it may die.

What is sent may be anything: a photo that decoders choke on, or one that takes them all there is. The process is ended
where it takes too long, may hold no more than `MEMORY`, lets the table's reader go first, and ends by itself when
nobody has sent anything for a while, so that its models take no memory between rounds.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol, TypeVar, cast

from referee.errors import UserError
from vision.capture import bound_memory, detach
from vision.photo import PhotoError, decode_photo
from vision.reading import Photo, TableReading

LONGEST = 2400
"""Pixels of the longer side of a photo as it is read: the tiles of a whole table are large enough then."""

STARTING = 60.0
"""Seconds that the process may take to load its models, on a slow computer that has other things to do."""

READING = 30.0
"""Seconds that it may take for one photo."""

IDLE = 60.0
"""Seconds without a photo after which it ends."""

MEMORY = 1_000_000_000
"""Bytes that it may hold, its models and whatever it loads included; only Linux heeds it."""

NICE = 10
"""How much its priority is below that of the table's reader: on Linux it then has a tenth of what both of them ask
for."""

TOO_LONG = "takes too long to read; take another one, nearer and with less around the tiles"
BROKEN = "cannot be read; take another one"

_NAME = "the photo"

_Answer = TypeVar("_Answer")


class PhotoReader(Protocol):
    """What the process reads with; `vision.read.Reader` is one."""

    def read(self, photo: Photo, *, copies: int) -> TableReading:
        """What `photo` shows, of a box with `copies` tiles of each kind."""


class _Worker:
    """The process, and the line to it."""

    def __init__(self, make: Callable[[], PhotoReader]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=serve_photos, args=(make, theirs), name="photos", daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether it takes photos, or will."""
        return self._process.is_alive()

    def end(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.join()
        self.line.close()


class PhotoProcess:
    """Reads photos one after the other. Thread-safe."""

    def __init__(self, make: Callable[[], PhotoReader]) -> None:
        """`make` makes the reader in the process, and so must be something that another process can import."""
        self._make = make
        self._worker: _Worker | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def read(self, data: bytes, copies: int) -> TableReading:
        """What a photo shows, scaled down to `LONGEST`.

        Args:
            data: a JPEG, HEIC, PNG, WebP or BMP file.
            copies: how many tiles of each kind there are.

        Raises:
            PhotoError: it cannot be used, or not be read in time.
        """
        with self._lock:
            try:
                return self._answer(self._ready(), data, copies)
            except (EOFError, OSError):
                self._end()
                raise PhotoError(f"{_NAME} {BROKEN}") from None

    def forget(self) -> None:
        """Ends the process once it has read what it reads.

        The next photo is read by a new one, with a reader made anew.
        """
        with self._lock:
            self._end()

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self._is_closed = True
        if (worker := self._worker) is not None:
            worker.end()

    def _ready(self) -> _Worker:
        """The process, once it has loaded its models; a new one where there is none.

        Raises:
            EOFError: it has died.
            PhotoError: it does not come up in time.
        """
        if self._worker is not None and (not self._worker.is_alive or self._worker.line.poll()):
            self._end()  # it has ended, as after `IDLE` seconds without a photo
        if self._worker is None:
            if self._is_closed:
                raise EOFError
            self._worker = _Worker(self._make)
            self._heard(self._worker, STARTING)
        return self._worker

    def _answer(self, worker: _Worker, data: bytes, copies: int) -> TableReading:
        worker.line.send((data, copies))
        answer = self._heard(worker, READING)
        if isinstance(answer, TableReading):
            return answer
        raise PhotoError(str(answer))

    def _heard(self, worker: _Worker, seconds: float) -> object:
        """What the process says; where it says nothing for `seconds`, it is ended."""
        if not worker.line.poll(seconds):
            self._end()
            raise PhotoError(f"{_NAME} {TOO_LONG}")
        return worker.line.recv()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


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


def _confine(memory: int) -> None:
    """Puts this process into the background.

    It is cut off from the terminal, and has a low priority and at most `memory` bytes of its own.
    """
    detach()
    if os.name == "posix":
        os.nice(NICE)
    bound_memory(memory)


def _do(task: Callable[..., object], args: Sequence[object], line: Connection) -> None:
    _confine(2 * MEMORY)
    try:
        answer = task(*args)
    except UserError as refusal:
        answer = refusal
    except MemoryError:
        answer = PhotoError(f"{_NAME} {BROKEN}")
    with contextlib.suppress(OSError):
        line.send(answer)


def serve_photos(make: Callable[[], PhotoReader], line: Connection) -> None:
    """Reads the photos that come, until none has come for `IDLE` seconds.

    Args:
        make: makes the reader.
        line: gives a photo's bytes and the copies of each tile; each is answered with a `TableReading`, or the line
            that says why not.
    """
    _confine(MEMORY)
    reader = make()
    with contextlib.suppress(EOFError, OSError):
        line.send("ready")
        while line.poll(IDLE):
            data, copies = line.recv()
            line.send(_read(reader, data, copies))


def _read(reader: PhotoReader, data: bytes, copies: int) -> TableReading | str:
    try:
        return reader.read(decode_photo(data, _NAME, LONGEST), copies=copies)
    except PhotoError as error:
        return str(error)
    except MemoryError:
        return f"{_NAME} {BROKEN}"
