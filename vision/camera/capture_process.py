"""The process that looks through a camera.

A camera's driver may hang for ever, and only a process can be ended all the same. It waits for the camera's next
picture again and again, and hands one over when it is asked: so nothing queues up, what is handed over is new, and what
nobody asked for is not even decoded. It reconnects to a camera that is lost. The process says nothing on standard error,
where decoders would print addresses with their passwords, and it ends with the process that started it.
"""

from __future__ import annotations

import contextlib
import time
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import NamedTuple, Protocol

from vision.camera.picture_limits import MOST_HIGH, MOST_WIDE, TOO_MANY_SCANS, has_too_many_scans
from vision.camera.processes import bound_memory, detach

_RECONNECT_EVERY = 0.5  # seconds between two attempts to open a camera
ROOM = MOST_WIDE * MOST_HIGH * 3
"""Bytes for one picture. Only what a picture takes of them is ever used."""


class LostError(Exception):
    """A camera that gives no picture. The message says why, without the camera's name and address."""


class Wish(Enum):
    """What the process is asked for."""

    PICTURE = "picture"
    END = "end"


class Shot(NamedTuple):
    """A picture in the shared memory."""

    size: int
    """Bytes that it takes there."""
    width: int
    height: int
    is_jpeg: bool
    """Whether it is compressed; else three bytes a pixel, blue, green and red."""
    arrived: float
    """When it came, in seconds of `time.monotonic`, which is one for all processes."""
    stamp: float | None
    """What the camera or its driver says about when its light was caught, in seconds of a clock of its own."""


class Lost(NamedTuple):
    """There are no pictures at the moment."""

    why: str


class Capture(Protocol):
    """An open camera."""

    def grab(self) -> None:
        """Waits for the next picture.

        Raises:
            LostError: there is none any more.
        """

    def put(self, memory: memoryview) -> Shot:
        """Writes the picture that was grabbed last into `memory`.

        Raises:
            LostError: it cannot be had.
        """

    def release(self) -> None:
        """Lets the camera go."""


class Opener(Protocol):
    """Opens one camera, wherever that is found; goes from process to process."""

    def open(self) -> Capture:
        """Opens the camera.

        Raises:
            LostError: it does not answer, or gives no picture.
        """


class _Asker:
    """The process that takes the pictures, at the other end of the line."""

    def __init__(self, line: Connection) -> None:
        self.line = line
        self.is_asked = False
        """Whether a picture was asked for and not given yet."""
        self.is_done = False
        """Whether no more pictures are wanted."""

    def listen(self, seconds: float = 0.0) -> None:
        """Takes the wishes that come within `seconds`, or until no more pictures are wanted."""
        until = time.monotonic() + seconds
        while not self.is_done and self.line.poll(max(0.0, until - time.monotonic())):
            if self.line.recv() is Wish.PICTURE:
                self.is_asked = True
            else:
                self.is_done = True


def run(opener: Opener, memory: str, line: Connection) -> None:
    """Looks through a camera until it is told to end, or nobody is left to tell.

    Args:
        opener: opens the camera, as often as it is lost.
        memory: the name of the shared memory, `ROOM` bytes.
        line: gives wishes; each for a picture is answered with a `Shot`, and a `Lost` comes unasked.
    """
    detach()
    bound_memory()
    shared = SharedMemory(memory)
    asker = _Asker(line)
    # Nobody listens any more (EOFError, OSError), or a decoder still holds the memory (BufferError): there is nothing left to do.
    with contextlib.suppress(EOFError, OSError, BufferError):
        while not asker.is_done:
            try:
                _follow(opener.open(), asker, room(shared))
            except LostError as lost:
                line.send(Lost(str(lost)))
                asker.listen(_RECONNECT_EVERY)
        shared.close()


def room(memory: SharedMemory) -> memoryview:
    """The bytes of the shared memory.

    Raises:
        ValueError: it is closed.
    """
    if memory.buf is None:
        raise ValueError("the shared memory is closed")
    return memory.buf


def _follow(capture: Capture, asker: _Asker, memory: memoryview) -> None:
    """Hands over pictures until it is told to end; raises LostError where there are none any more."""
    try:
        while not asker.is_done:
            capture.grab()
            asker.listen()
            if asker.is_asked and not asker.is_done:
                shot = capture.put(memory)
                if shot.is_jpeg and has_too_many_scans(memory[: shot.size]):
                    raise LostError(TOO_MANY_SCANS)
                asker.line.send(shot)
                asker.is_asked = False
    finally:
        capture.release()
