"""A process that answers one question after the other: limited in memory and time, and it may die.

What it is asked about may be anything: a picture that decoders choke on, or one that takes them all the memory there is. The process is ended where it
takes too long, lets the table's reader go first, and ends by itself when nobody has asked anything for a while.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from vision.camera.capture import bound_memory, detach

STARTING = 60.0
"""Seconds that a process may take to begin, on a slow computer that has other things to do."""

IDLE = 60.0
"""Seconds without a question after which it ends."""

MEMORY = 1_000_000_000
"""Bytes that it may hold, whatever it loads included; only Linux heeds it."""

NICE = 10
"""How much its priority is below that of the table's reader: on Linux it then has a tenth of what both of them ask
for."""

Answering = Callable[[Any], object]
"""Answers a question."""


class LateError(Exception):
    """It took too long; the process has been ended."""


class DiedError(Exception):
    """The process has died."""


class _Process:
    """The process, and the line to it."""

    def __init__(self, make: Callable[[], Answering], name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(make, theirs), name=name, daemon=True)
        self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether it answers, or will."""
        return self._process.is_alive()

    def heard(self, seconds: float) -> object:
        """What it says within that time.

        Raises:
            LateError: nothing.
            EOFError, OSError: it has died.
        """
        if not self.line.poll(seconds):
            raise LateError
        return self.line.recv()

    def end(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.join()
        self.line.close()


class Worker:
    """Has questions answered, one after the other, by a process that is begun with the first and whenever there is none. Thread-safe."""

    def __init__(self, make: Callable[[], Answering], name: str) -> None:
        """`make` makes what answers, in the process, and so must be something that another process can import; `name` is the process's."""
        self._make, self._name = make, name
        self._process: _Process | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def ask(self, question: object, seconds: float) -> object:
        """The answer, which may take so long.

        Raises:
            LateError: there is none in time, or the process does not begin in time.
            DiedError: the process died of it, or of what it takes to begin.
        """
        with self._lock:
            try:
                process = self._ready()
                process.line.send(question)
                return process.heard(seconds)
            except (EOFError, OSError):
                self._end()
                raise DiedError from None
            except LateError:
                self._end()
                raise

    def forget(self) -> None:
        """Ends the process once it has answered what it is asked; the next question is answered by a new one."""
        with self._lock:
            self._end()

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.end()

    def _ready(self) -> _Process:
        """The process, once it has begun; a new one where there is none."""
        if self._process is not None and (not self._process.is_alive or self._process.line.poll()):
            self._end()  # it has ended, as after `IDLE` seconds without a question
        if self._process is None:
            if self._is_closed:
                raise EOFError
            self._process = _Process(self._make, self._name)
            self._process.heard(STARTING)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


def confine(memory: int) -> None:
    """Puts this process into the background.

    It is cut off from the terminal, and has a low priority and at most `memory` bytes of its own.
    """
    detach()
    if os.name == "posix":
        os.nice(NICE)
    bound_memory(memory)


def _serve(make: Callable[[], Answering], line: Connection) -> None:
    confine(MEMORY)
    answer = make()
    with contextlib.suppress(EOFError, OSError):
        line.send("ready")
        while line.poll(IDLE):
            line.send(answer(line.recv()))
