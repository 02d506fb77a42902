"""Whether a camera's picture can be believed: black, plain, blurred or frozen pictures show no table.

A frozen picture is told by its noise, or rather by its absence: no two pictures of a sensor are equal. Cameras and
streams that send equal pictures in the ordinary course of things, as encoders of video do while nothing moves, are
never called frozen.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum

import cv2
import numpy as np

from vision.camera.focus import Focus
from vision.frame import Frame

_FROZEN = 5.0  # seconds of equal pictures from a camera that never sent equal ones
_SIZE = (96, 54)  # pixels across and down at which a picture is judged
_DARK = 12.0  # grey levels; of a lens that is covered, or a lamp that is off: a black cloth in light has more
_BRIGHT = 247.0
_SPREAD = 10.0  # grey levels between the darkest and the brightest of a picture, tiles or none
_CONTRAST = 0.1  # of the brightest: in dim light all differences are small
_SHARE = (3, 97)  # percent: the darkest and brightest points say nothing
_STANDS_OUT = 25.0  # grey levels from the middle of the picture, of tiles on a plain or a black table
_FEWEST_OUT = 6  # points: those of two tiles; a lamp on some device has fewer
_RUNS = 100  # runs of equal pictures whose lengths are remembered
_FEWEST_RUNS = 20  # of them tell how long this camera may repeat a picture
_STALE = 0.4  # seconds: a picture that is repeated for longer may be an old one
_UNUSUAL = 4.0  # times the longest run that is remembered, from which a repeated one is old


class Ailment(StrEnum):
    """What is the matter with a camera's picture."""

    DARK = "dark"
    BRIGHT = "bright"
    PLAIN = "plain"
    """One colour all over: something is before the lens, or it is far out of focus."""
    BLURRED = "blurred"
    """Out of focus, beside what the camera showed of the same table before."""
    FROZEN = "frozen"


class Health:
    """Judges every picture of one camera."""

    def __init__(self) -> None:
        self._focus = Focus()
        self._last: np.ndarray | None = None
        self._changed_at: float | None = None
        self._runs: deque[float] = deque(maxlen=_RUNS)
        self._equal_until = 0.0
        self._was_stale = False
        self.well_until = -np.inf
        """Time of the last picture that is known to show a table, in seconds of the frames; a blur is noticed some
        pictures late."""
        self.stale = False
        """Whether the last picture is an old one, which says nothing of the moment at which it came."""

    def update(self, frame: Frame) -> Ailment | None:
        """What is the matter with this picture; None where it can be read."""
        ailment = self._ailment(frame)
        if ailment is None:
            self.well_until = frame.seconds
        elif ailment is Ailment.BLURRED:
            self.well_until = self._focus.sharp_until
        return ailment

    def _ailment(self, frame: Frame) -> Ailment | None:
        frozen = self._note_frozen(frame)
        grey = cv2.cvtColor(cv2.resize(frame.thumbnail, _SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        if not _shows_things(grey):
            darkest, brightest = np.percentile(grey, _SHARE)
            if brightest < _DARK and brightest - darkest < _SPREAD:
                return Ailment.DARK
            if brightest - darkest < min(_SPREAD, _CONTRAST * brightest):
                return Ailment.BRIGHT if darkest > _BRIGHT else Ailment.PLAIN
        if frozen:
            return Ailment.FROZEN
        return Ailment.BLURRED if self._focus.update(frame) else None

    def _note_frozen(self, frame: Frame) -> bool:
        """Takes note of a picture; returns whether one was repeated for `_FROZEN` seconds, which `stale` says sooner."""
        picture, seconds = frame.thumbnail, frame.seconds
        equal = self._last is not None and np.array_equal(self._last, picture)
        since = 0.0 if self._changed_at is None else seconds - self._changed_at
        longest = max(self._runs, default=0.0)
        self.stale = equal and len(self._runs) >= _FEWEST_RUNS and since >= max(_STALE, _UNUSUAL * longest)
        if not equal:
            if self._changed_at is not None and not self._was_stale:
                self._runs.append(self._equal_until - self._changed_at)
            self._last, self._changed_at = picture, seconds
        self._equal_until, self._was_stale = seconds, self.stale
        return self.stale and since >= _FROZEN


def _shows_things(grey: np.ndarray) -> bool:
    """Whether something lies on what is one colour, however little of it: the first tiles on a black cloth."""
    apart = np.abs(grey.astype(np.float32) - np.median(grey))
    return int(np.count_nonzero(apart > _STANDS_OUT)) >= _FEWEST_OUT
