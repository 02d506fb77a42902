"""How late a camera shows the table: by how many seconds a picture's arrival may follow the light it was made of.

Network cameras and phones send no time that could be trusted, and show the table up to some seconds late. What can be observed is
when the movement of a turn ends in the picture, and when the button was pressed. Whoever presses has just taken the hand away, or
takes it away while pressing: the hand leaves `EARLY` seconds after the press at the latest. So the picture comes to rest at most
``lag + EARLY`` after the press, and such a delay bounds the lag from below, unless somebody straightened tiles after the press: the
delay that three quarters of the turns have at least is believed. People who press late hide the lag; a few turns show somebody who did
not, and then the longest delay bounds it from above.
"""

from __future__ import annotations

from collections import deque

EARLY = 1.0
"""Seconds: a hand that has pressed the button has left the table after so long."""

NETWORK = 2.5
"""Seconds: no stream that can be played with shows the table later."""

DEVICE = 0.6
"""Seconds: no camera at the computer itself shows the table later."""

NONE = 0.0
"""A recording, or a camera whose pictures bear the time of their light."""

_TURNS = 3
"""After so many turns the longest delay seen says how late the camera is."""

_SEVERAL = 6
"""Only after so many turns several long delays say that the camera is at least so late: people may have straightened tiles."""

_SHORTER = 4
"""One turn in so many may show a shorter delay than the camera's lag explains."""

_MEMORY = 12
"""So many turns are remembered: a network may become faster again."""

_MARGIN = 0.3
"""Seconds: delays vary by so much from turn to turn."""


class Lag:
    """What is known of a camera's lag, in seconds; learns from turn to turn."""

    def __init__(self, limit: float) -> None:
        """`limit` is the longest that a camera of its kind can have."""
        self.limit = limit
        self._delays: deque[float] = deque(maxlen=_MEMORY)

    @property
    def is_known(self) -> bool:
        """Whether so many turns were seen that somebody among them pressed at once."""
        return len(self._delays) >= _SEVERAL

    @property
    def least(self) -> float:
        """The camera is at least so late."""
        if not self.is_known:
            return 0.0
        return min(self.limit, max(0.0, sorted(self._delays)[len(self._delays) // _SHORTER] - EARLY))

    @property
    def most(self) -> float:
        """The camera is at most so late."""
        if len(self._delays) < _TURNS:
            return self.limit
        return min(self.limit, max(self._delays) + _MARGIN)

    @property
    def own_hand(self) -> float:
        """So many seconds after a press the picture may still show its own hand leave.

        Where no turn has shown a delay as long as the longest lag, what lasts longer is another hand that came at once.
        """
        is_late = len(self._delays) >= _TURNS and self.most >= self.limit
        return self.limit + EARLY if is_late else self.limit

    def forget(self) -> None:
        """Forgets what was learnt: the camera was connected anew, and may be another."""
        self._delays.clear()

    def learn(self, pressed: float, rested: float) -> None:
        """Takes a turn whose button was pressed at `pressed`, and whose last movement the picture showed until `rested`.

        A movement later than any lag explains is a hand that stayed, and tells nothing.
        """
        if rested - pressed <= self.limit + EARLY:
            self._delays.append(min(max(0.0, rested - pressed), self.limit))
