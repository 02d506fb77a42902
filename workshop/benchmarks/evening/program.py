"""What the players of a simulated evening see and press: the program, whichever way its time passes."""

from __future__ import annotations

import http
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from workshop.benchmarks.evening.waiting import Told, split

State = Mapping[str, Any]

REMEMBERED = 1000
"""Of so many states that were told it is known when: those of half a minute, and more."""


class ServerError(RuntimeError):
    """The program does not run, or no longer."""


class Answer(NamedTuple):
    """What a press was answered with."""

    status: int
    body: Mapping[str, Any]

    @property
    def done(self) -> bool:
        """Whether the program did it."""
        return self.status == http.HTTPStatus.OK


class Program(Protocol):
    """The program, and the time in which it is used."""

    @property
    def state(self) -> State:
        """The newest state that it has told.

        Raises:
            ServerError: it has ended.
        """

    def now(self) -> float:
        """The present moment, seconds."""

    def sleep_until(self, moment: float) -> None:
        """Lets time pass until that moment; none where it is past."""

    def wait(self, fits: Callable[[State], bool], timeout: float) -> State | None:
        """The first state for which `fits` is true, None where none came in time."""

    def waited(self, since: float, until: float) -> Mapping[str, float]:
        """The seconds between two moments by what the verdict waited for."""

    def press(self, command: str, **body: object) -> Answer:
        """Presses a button."""

    def blink(self, turns: Sequence[float]) -> Answer:
        """Says when a screen has turned that was held before the camera."""


class Listener:
    """Keeps what the page was told, and when."""

    def __init__(self) -> None:
        self.newest: State | None = None
        self._told: deque[Told] = deque(maxlen=REMEMBERED)

    def hear(self, state: State, at: float) -> None:
        """Takes a state that was told at that moment."""
        self.newest = state
        self._told.append(Told.of(state, at))

    def waited(self, since: float, until: float) -> Mapping[str, float]:
        """As `Program.waited` has it."""
        return split(self._told, since, until)
