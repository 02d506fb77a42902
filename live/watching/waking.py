"""The time of a table: the seconds in which the program ran. While its computer sleeps, nobody's time runs.

The monotonic clock of Windows counts on while the computer sleeps, that of Linux stands still. A stopped process is
like a computer of the first kind. Here all of them come out the same.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Callable

ASLEEP = 5.0
"""Seconds without anybody asking for the time after which the program did not run. It is asked for twenty times a
second, and by more than one thread: on a busy machine, too, some of them come round by then."""


def through_sleep() -> float:
    """Seconds of a clock that counts on while the computer sleeps, where the system has one."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class WakingClock:
    """Seconds in which the program ran. Thread-safe."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, through_sleep: Callable[[], float] = through_sleep
    ) -> None:
        """Begins to count where `monotonic` stands; `through_sleep` tells how long the program stood still."""
        self._monotonic, self._through_sleep = monotonic, through_sleep
        self._lock = threading.Lock()
        self._asked = monotonic(), through_sleep()  # when it was asked last
        self._left_out = self._left_out_before = 0.0  # monotonic seconds by now, and before the last sleep
        self._woke = -math.inf  # monotonic seconds
        self.slept = 0.0
        """Seconds for which the program has stood still so far."""

    def now(self) -> float:
        """The present moment; never runs backwards."""
        with self._lock:
            now, elapsed = self._monotonic(), self._through_sleep()
            before, elapsed_before = self._asked
            self._asked = now, elapsed
            if elapsed - elapsed_before >= ASLEEP:
                self.slept += elapsed - elapsed_before
                self._woke, self._left_out_before = now, self._left_out
                self._left_out += now - before
            return now - self._left_out

    def at(self, seconds: float) -> float:
        """The moment at which the monotonic clock showed `seconds`, since the sleep before the last at the earliest.

        While the program stood still, it is that at which it fell asleep.
        """
        self.now()
        with self._lock:
            if seconds >= self._woke:
                return seconds - self._left_out
            return min(seconds - self._left_out_before, self._woke - self._left_out)
