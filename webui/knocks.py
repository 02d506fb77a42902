"""Wrong codes at the door, for the journal: of any number one line a minute at most."""

from __future__ import annotations

import threading
from collections.abc import Callable

from live.game.events import CodesWrong
from webui.tries import place_of

APART = 60.0
"""Minimum seconds between two lines."""

MOST_PLACES = 1000
"""Maximum number of addresses that are told apart in a line."""


class Knocks:
    """Wrong codes that are still to be written down. Thread-safe."""

    def __init__(self, write: Callable[[CodesWrong], None]) -> None:
        """`write` writes a line of the journal."""
        self._write = write
        self._lock = threading.Lock()
        self._number = 0
        self._places: set[str] = set()
        self._resting = False  # whether a line was written within `APART`

    def note(self, address: str) -> None:
        """Takes note of a wrong code, or one that came too soon, from `address`."""
        with self._lock:
            self._number += 1
            if len(self._places) < MOST_PLACES:
                self._places.add(place_of(address))
            is_first, self._resting = not self._resting, True
        if is_first:
            self.tell()

    def tell(self) -> None:
        """Writes down what there is; what comes next is written together, `APART` seconds later."""
        with self._lock:
            line = CodesWrong(self._number, len(self._places))
            self._number, self._places, self._resting = 0, set(), line.number > 0
        if line.number:
            self._write(line)
            later = threading.Timer(APART, self.tell)
            later.daemon = True
            later.start()
