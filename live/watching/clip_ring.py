"""The frames that were seen last, as JPEG in memory: of every turn lately ended, a clip."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

SECONDS = 90.0
"""For how long a frame stays."""

APART = 0.2
"""Minimum seconds between two frames."""

MOST_BYTES = 100_000_000
"""Maximum size of all frames together; beyond that, frames that lie close together in time give way."""

BEFORE = 8.0
"""Seconds before the press with which the clip of a turn begins."""


class Shot(NamedTuple):
    """One frame."""

    seconds: float
    """When its light was caught, in seconds of the frames."""
    jpeg: bytes


@dataclass
class _Span:
    """The frames of a turn."""

    press: int
    pressed: float
    until: float = float("inf")

    def holds(self, seconds: float) -> bool:
        return self.pressed - BEFORE <= seconds <= self.until


@dataclass
class ClipRing:
    """Holds frames, the oldest first. Thread-safe."""

    most_bytes: int = MOST_BYTES
    seconds: float = SECONDS
    _shots: list[Shot] = field(default_factory=list)
    _spans: list[_Span] = field(default_factory=list)
    _held: frozenset[int] = frozenset()
    _size: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, shot: Shot) -> None:
        """Takes the newest frame; what is too old or too much goes."""
        with self._lock:
            self._shots.append(shot)
            self._size += len(shot.jpeg)
            oldest = shot.seconds - self.seconds
            for k in reversed(
                [k for k, one in enumerate(self._shots) if one.seconds < oldest and not self._stays(one)]
            ):
                self._drop(k)
            while self._size > self.most_bytes and self._shots:
                self._drop(self._closest())
            self._spans = [span for span in self._spans if span.press in self._held or span.pressed >= oldest]

    def _stays(self, shot: Shot) -> bool:
        return any(span.press in self._held and span.holds(shot.seconds) for span in self._spans)

    def _closest(self) -> int:
        """The frame without which the longest gap is shortest; the oldest of several."""
        inner = range(1, len(self._shots) - 1)
        return min(inner, key=lambda k: round(self._shots[k + 1].seconds - self._shots[k - 1].seconds, 3), default=0)

    def _drop(self, k: int) -> None:
        self._size -= len(self._shots.pop(k).jpeg)

    def mark(self, press: int, pressed: float) -> None:
        """Begins the clip of a turn, which a press has ended."""
        with self._lock:
            self._spans = [*self._spans, _Span(press, pressed)]

    def hold(self, presses: Iterable[int]) -> None:
        """Has the frames of the turns that these presses ended stay, however old, and of no others."""
        with self._lock:
            self._held = frozenset(presses)

    def settle(self, press: int, until: float) -> None:
        """Ends the clip of a turn, whose first verdict was given then."""
        with self._lock:
            for span in self._spans:
                if span.press == press:
                    span.until = min(span.until, until)

    def clip(self, press: int) -> dict[int, bytes]:
        """The frames of that turn by milliseconds since its press; empty where none are held."""
        with self._lock:
            found = next((span for span in self._spans if span.press == press), None)
            if found is None:
                return {}
            shots = [shot for shot in self._shots if found.holds(shot.seconds)]
            return {round((shot.seconds - found.pressed) * 1000): shot.jpeg for shot in shots}

    def clear(self) -> None:
        """Forgets everything: another camera, or another game."""
        with self._lock:
            self._shots, self._spans, self._size = [], [], 0
