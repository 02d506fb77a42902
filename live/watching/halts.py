"""When a camera's stream stood still: what comes after a halt may be later than its pictures usually are."""

from __future__ import annotations

import math
from collections import deque

from vision.camera.camera import HUNG

STALL = 0.5
"""Seconds without a picture after which the stream has come to a halt."""

STALLS = 8
"""Number of halts that are remembered."""


class Halts:
    """The halts of a stream, in seconds of its frames."""

    def __init__(self) -> None:
        self._newest = -math.inf
        self._stalls: deque[tuple[float, float]] = deque(maxlen=STALLS)  # end and length of each halt

    def come(self, seconds: float) -> None:
        """Takes note of when a picture came, and of a halt of the stream before it."""
        if STALL <= (gap := seconds - self._newest) < HUNG:  # after a longer halt the stream is another one
            self._stalls.append((seconds, gap))
        self._newest = seconds

    def longest(self, since: float) -> float:
        """The longest time for which the stream stood still, of the halts that ended after `since`; 0 where there was none."""
        return max((length for over, length in self._stalls if over > since), default=0.0)
