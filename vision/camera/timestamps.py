"""When the light of a camera's picture was caught: its own time on our clock, as well as that can be known.

Drivers of Video4Linux stamp a picture with this computer's own clock. Streams have a clock of their own, whose
beginning nobody tells (RFC 3550, section 5.1): the picture that came with the least delay gives the difference of the
clocks, and the others are as much older as they came later. What all of them are late by stays unknown.
"""

from __future__ import annotations

from collections import deque

_SAME_CLOCK = 1.0  # seconds from a time to a picture's arrival, if it is of our own clock
_WINDOW = 30.0  # seconds of pictures that give the difference of two clocks: they do not drift apart so soon
_UNEVEN = 2.0  # seconds by which delays vary against a clock that says nothing, as one counted from a nominal rate


class ClockSync:
    """Converts the times of one camera's pictures to our clock."""

    def __init__(self) -> None:
        self._delays: deque[tuple[float, float]] = deque()

    def caught(self, stamp: float | None, arrived: float) -> float:
        """When the light was caught, in seconds of our clock; never later than `arrived`.

        Args:
            stamp: what the camera or its driver says, in seconds of whatever clock; None where it says nothing.
            arrived: when the picture came, in seconds of our clock.
        """
        if stamp is None or stamp <= 0:
            return arrived
        delay = arrived - stamp
        if 0 <= delay <= _SAME_CLOCK:
            return stamp
        self._delays.append((arrived, delay))
        while self._delays[0][0] < arrived - _WINDOW:
            self._delays.popleft()
        least = min(delay for _, delay in self._delays)
        most = max(delay for _, delay in self._delays)
        return arrived - (delay - least) if most - least <= _UNEVEN else arrived
