"""How late the frames of a feed are: as late as any camera of its kind may be, or as a screen has shown that blinked before it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from live.watching.lag import DEVICE
from referee.errors import UserError
from vision.camera import blink
from vision.camera.blink import Glance
from vision.frame import Frame

MARGIN = 0.3
"""Seconds by which a lag that was measured may be another."""


class Known(NamedTuple):
    """What is known of how late the frames are."""

    times: int = 0
    """How often something else was known before."""
    measured: float | None = None
    """The lag in seconds as a screen has shown it; None where none has since the camera was connected."""


class Lateness:
    """How late the frames of one feed are. Thread-safe."""

    def __init__(self, limit: float) -> None:
        """`limit` is in seconds."""
        self.limit = limit
        """The longest lag that a camera of its kind can have."""
        self._lock = threading.Lock()
        self._glances: deque[Glance] = deque()
        self.known = Known()
        """What is known; replaced as a whole."""

    @property
    def lag(self) -> float:
        """Maximum seconds by which a frame may be later than it is known to be."""
        return self.limit if self.known.measured is None else min(self.limit, DEVICE)

    @property
    def ahead(self) -> float:
        """Seconds by which every frame is known to be late."""
        return 0.0 if self.known.measured is None else max(0.0, self.known.measured - MARGIN)

    def see(self, frame: Frame) -> None:
        """Keeps what a frame tells of a screen that may blink."""
        seen = blink.glance(frame)
        with self._lock:
            self._glances.append(seen)
            while self._glances[0].seconds < seen.seconds - blink.KEPT:
                self._glances.popleft()

    def forget(self) -> None:
        """Forgets what was measured: the camera was connected anew, and may be as late as any."""
        with self._lock:
            self._glances.clear()
            self.known = Known(self.known.times + 1)

    def measure(self, turns: Sequence[float]) -> float:
        """Finds out how late the frames are, in seconds, from a screen that has blinked before the camera.

        Args:
            turns: when it turned (`vision.camera.blink.are_turns`), in seconds of the frames as they were seen.

        Raises:
            UserError: no screen turns like that, or the pictures show none that did; then nothing has changed.
        """
        if not blink.are_turns(turns):
            raise UserError(f"send {blink.WHICH_TURNS}", "no-blink")
        with self._lock:
            before, glances = self.known, [*self._glances]
        measured = blink.find_lag(turns, glances)
        with self._lock:
            if measured is None or self.known is not before:  # connected anew meanwhile
                raise UserError("the camera did not see the screen blink: hold it nearer to the camera", "no-blink")
            self.known = Known(before.times + 1, measured)
        return measured
