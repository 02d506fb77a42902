"""Where frames come from."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from referee.errors import UserError
from vision.frame import Frame

SILENCE = 1.5
"""Seconds without a frame after which a live source is in trouble."""

TICK = 0.5
"""Seconds without a frame after which whoever takes the frames of a live source is told that there is none."""


class SourceError(UserError):
    """A source that gives no frames, or no more. The message is one line, fit for the user."""


class Source(ABC):
    """Where frames come from. Iterate it once; leaving the ``with`` block, or `close`, sets the device free.

    >>> with open_source("game.mp4") as source:  # doctest: +SKIP
    ...     for frame in source:
    ...         if frame is not None:
    ...             print(frame.seconds, frame.photo.shape)
    """

    is_live: bool = False
    """Whether this shows what happens now: then frames that nobody took in time are dropped."""
    lag: float | None = None
    """Maximum seconds by which a frame of a live source may show an older light than its time says, where its frames bear the time of their light; else None."""

    def __init__(self) -> None:
        self.connections = 0
        """How often a live source was lost and opened again: what was known of it may no longer hold."""
        self._closed = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def trouble(self) -> str | None:
        """Why a live source gives no frames at the moment, one line without its address; None while they come."""
        return None

    @abstractmethod
    def __iter__(self) -> Iterator[Frame | None]:
        """The frames in order, until the source ends or is closed.

        A live source gives None every now and then while no frame comes.

        Raises:
            SourceError: the source is lost for good.
        """

    def close(self) -> None:
        """Ends the iteration and frees the device; safe from any thread and more than once."""
        self._closed.set()


class Recording(Source):
    """A source that has its frames already: whoever takes them may wait."""

    @abstractmethod
    def __iter__(self) -> Iterator[Frame]:
        """The frames in order, until it is over or closed.

        Raises:
            SourceError: a frame cannot be read.
        """
