"""How late a camera shows the table: how many seconds after the light that it was made of a picture may arrive.

Network cameras send no time that could be trusted, and show the table up to some seconds late. Where no screen that
blinks has measured that (`live.watching.lateness`), it is learned: what can be observed is when the movement of a turn
ends in the picture, and when the button was pressed. Whoever presses has just taken the hand away, or takes it away
while pressing: the hand leaves `EARLY` seconds after the press at the latest. So the picture comes to rest at most
``lag + EARLY`` after the press, and such a delay bounds the lag from below, unless somebody straightened tiles after
the press: the bound is the delay that at least three quarters of the turns reach. People who press late hide the lag; a
few turns show somebody who did not, and then the longest delay bounds it from above.

What comes after a halt of the stream may be later than that.
"""

from __future__ import annotations

import math
from collections import deque

from vision.camera.live_camera import HUNG

EARLY = 1.0
"""Seconds after a press by which the hand that pressed the button has left the table."""

NETWORK = 2.5
"""Maximum lag, in seconds, of a network camera or phone that can be played with."""

DEVICE = 0.6
"""Maximum lag, in seconds, of a camera at the computer itself."""

NONE = 0.0
"""Lag of a recording, or of a camera whose pictures bear the time of their light."""

STALL = 0.5
"""Seconds without a picture after which the stream has come to a halt."""

STALLS = 8
"""Number of halts that are remembered."""

_TURNS = 3
"""Number of turns after which the longest delay seen bounds the camera's lag from above."""

_SEVERAL = 6
"""Number of turns after which long delays bound the camera's lag from below: in fewer, people may have straightened
tiles."""

_SHORTER = 4
"""The delay that bounds the lag from below is one that all turns but one in this many reach."""

_MEMORY = 12
"""Number of turns that are remembered: a network may become faster again."""

_VARIES = 0.3
"""Seconds by which delays vary from turn to turn."""


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
        """The longest time for which the stream stood still, of halts that ended after `since`; 0 without any."""
        return max((length for over, length in self._stalls if over > since), default=0.0)


class Lag:
    """What is known of a camera's lag, in seconds; learns from turn to turn."""

    def __init__(self, limit: float, halts: Halts) -> None:
        """`limit` is the longest lag that a camera of its kind can have, `halts` are those of its stream."""
        self.limit = limit
        self._halts = halts
        self._delays: deque[float] = deque(maxlen=_MEMORY)

    @property
    def is_known(self) -> bool:
        """Whether enough turns were seen to assume that somebody among them pressed at once."""
        return len(self._delays) >= _SEVERAL

    @property
    def least(self) -> float:
        """Lower bound of the camera's lag."""
        if not self.is_known:
            return 0.0
        return min(self.limit, max(0.0, sorted(self._delays)[len(self._delays) // _SHORTER] - EARLY))

    @property
    def most(self) -> float:
        """Upper bound of the camera's lag."""
        if len(self._delays) < _TURNS:
            return self.limit
        return min(self.limit, max(self._delays) + _VARIES)

    @property
    def own_hand(self) -> float:
        """Seconds after a press during which the picture may still show the presser's own hand leave.

        Unless a turn has shown a delay about as long as the longest lag, whatever moves later than that is another hand
        that came at once.
        """
        is_late = len(self._delays) >= _TURNS and self.most >= self.limit
        return self.limit + EARLY if is_late else self.limit

    def latest(self, moment: float, *, sure: bool) -> float:
        """The time until which the picture may begin to show something that began by that `moment`.

        It is later by how late the camera can be, as turns have told or, to be `sure`, as any of its kind can, and by as
        long as the stream stood still since.
        """
        return moment + (self.limit if sure else self.most) + self._halts.longest(moment)

    def forget(self) -> None:
        """Forgets what was learnt: the camera was connected anew, and may be another."""
        self._delays.clear()

    def learn(self, pressed: float, rested: float) -> None:
        """Learns from a turn that was ended at `pressed`, and whose last movement the picture showed until `rested`.

        A movement later than any lag explains is a hand that stayed, and tells nothing.
        """
        if rested - pressed <= self.limit + EARLY:
            self._delays.append(min(max(0.0, rested - pressed), self.limit))
