"""A phone that would be the table's camera where there is another: the host agrees, or does not."""

from __future__ import annotations

import threading
import time
from enum import StrEnum

from vision.camera.phone import LEFT


class Answer(StrEnum):
    """What a phone is told that asks to be the camera."""

    YES = "yes"
    """It is to send its pictures."""
    WAIT = "wait"
    """The host is asked."""
    NO = "no"
    """The host has refused."""


class Wish:
    """The phone that asks, for as long as it goes on asking. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._who, self._heard = "", float("-inf")
        self._refused = ""

    @property
    def who(self) -> str | None:
        """The name of the phone's device; None where none asks."""
        with self._lock:
            return self._who if time.monotonic() - self._heard <= LEFT else None

    def ask(self, device: str, *, anew: bool) -> Answer:
        """Asks for a phone, again and again until there is an answer; `anew` the first time."""
        with self._lock:
            if anew and device == self._refused:
                self._refused = ""
            if device == self._refused:
                return Answer.NO
            self._who, self._heard = device, time.monotonic()
            return Answer.WAIT

    def refuse(self) -> None:
        """Refuses it to the phone that asks."""
        with self._lock:
            self._refused, self._heard = self._who, float("-inf")
