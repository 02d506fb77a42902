"""Processes of their own: for what may hang, die, or take all the memory there is.

A `Worker` answers one question after the other, limited in memory and time. What it is asked about may be anything: a picture that decoders choke on, or one that takes them all the memory there is. The process is ended where it
takes too long, lets the table's reader go first, and ends by itself when nobody has asked anything for a while.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from vision.camera.picture_limits import DECODER_MEMORY

_STARTING = 60.0  # seconds that a process may take to begin, on a slow computer that has other things to do
_IDLE = 60.0  # seconds without a question after which it ends
_NICE = 10  # below the priority of the table's reader: on Linux it has a tenth of what both ask for

Answering = Callable[[Any], object]
"""Answers a question."""


class LateError(Exception):
    """It took too long; the process has been ended."""


class DiedError(Exception):
    """The process has died."""


class Process:
    """Another process, and the line to it."""

    def __init__(self, target: Callable[..., None], *args: object, name: str) -> None:
        """Starts it: `target`, which another process can import, is called with the arguments and its end of the line."""
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=target, args=(*args, theirs), name=name, daemon=True)
        self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
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

    def end(self, patience: float = 0.0) -> None:
        """Ends it: at once, unless it ends by itself within `patience` seconds."""
        if patience:
            self._process.join(patience)
        self._process.kill()
        self._process.join()


class Worker:
    """Has questions answered, one after the other, by a process that is begun with the first and whenever there is none. Thread-safe."""

    def __init__(self, make: Callable[[], Answering], name: str, memory: int = DECODER_MEMORY) -> None:
        """Nothing is begun yet: `make`, which another process can import, makes what answers there, in so many bytes of memory."""
        self._make, self._name, self._memory = make, name, memory
        self._process: Process | None = None
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

    def _ready(self) -> Process:
        """The process, once it has begun; a new one where there is none."""
        if self._process is not None and (not self._process.is_alive or self._process.line.poll()):
            self._end()  # it has ended, as after `_IDLE` seconds without a question
        if self._process is None:
            if self._is_closed:
                raise EOFError
            self._process = Process(_serve, self._make, self._memory, name=self._name)
            self._process.heard(_STARTING)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


def bound_memory(size: int = DECODER_MEMORY) -> None:
    """Limits this process to `size` bytes of memory of its own; only Linux heeds it."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def detach() -> None:
    """Makes this process end with its parent, ignore Ctrl-C, which the parent handles, and print nothing."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return  # this is the main process

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, name="parent", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _serve(make: Callable[[], Answering], memory: int, line: Connection) -> None:
    """Answers, cut off from the terminal, with a low priority and so many bytes of memory."""
    detach()
    if os.name == "posix":
        os.nice(_NICE)
    bound_memory(memory)
    answer = make()
    with contextlib.suppress(EOFError, OSError):
        line.send("ready")
        while line.poll(_IDLE):
            line.send(answer(line.recv()))
