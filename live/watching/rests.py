"""Which of the table's rests are remembered: those that a verdict may still be drawn from, and the newest few."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from live.watching.rest import Rest

_KEPT = 4  # rests that are kept while no turn waits for its verdict
_LATE = 3  # rests after a press that was judged that are kept until the next one
_MOST_KEPT = 12  # rests at most, whatever waits: a table that never comes to rest fills no memory


class Rests:
    """The rests that are remembered, in the order of time. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: list[Rest] = []
        self._numbers = itertools.count(1)
        self.wanted: float | None = None
        """Time from which on rests are kept and read before all others, for the press that waits for its verdict; None
        where none waits."""
        self.judged_at: float | None = None
        """Time from which on rests are kept too: that of the press judged last, of whose turn the picture may have
        shown more since."""

    def __iter__(self) -> Iterator[Rest]:
        return iter(self._kept)

    @property
    def newest(self) -> Rest | None:
        """The newest rest, be it over or not; None before the first."""
        return self._kept[-1] if self._kept else None

    @property
    def lasting(self) -> Rest | None:
        """The newest rest, begun or not; None where something has moved since."""
        return self.newest if self.newest is not None and not self.newest.is_over else None

    @property
    def asked_for(self) -> list[Rest]:
        """The rests that the press which waits for its verdict is about, in the order of time."""
        return [] if self.wanted is None else self.since(self.wanted)

    def since(self, seconds: float) -> list[Rest]:
        """The rests that lasted until `seconds` or later, in the order of time."""
        return [rest for rest in self._kept if rest.last_seen >= seconds]

    def newest_before(self, rest: Rest) -> Rest | None:
        """The newest rest that was read and ended before that one; None without any."""
        return next((one for one in reversed(self._kept) if one.last_seen < rest.still_since and one.is_placed), None)

    def next_number(self) -> int:
        """The number of another rest."""
        return next(self._numbers)

    def add(self, rest: Rest) -> Rest:
        """Adds the newest rest: the one before it is over. Drops those that nobody asks for any more."""
        self.end()
        self._kept.append(rest)
        late = [] if self.judged_at is None else self.since(self.judged_at)[:_LATE]
        keep = [*self.asked_for[: _MOST_KEPT - 1], *late, *self._kept[-_KEPT:]]
        self._kept = [rest for rest in self._kept if rest in keep]
        return rest

    def add_past(self, rest: Rest) -> Rest:
        """Adds a rest that lies before all others."""
        self._kept.insert(0, rest)
        return rest

    def end(self) -> None:
        """Takes note that something moves: the newest rest is over."""
        if self._kept:
            self._kept[-1].is_over = True

    def cut_off(self, until: float) -> None:
        """Drops what came after `until`, which shows no table; the newest rest is over."""
        self.end()
        self._kept = [rest for rest in self._kept if rest.first_frame.seconds <= until]
        if self._kept:
            self._kept[-1].cut_off(until)

    def remove(self, rest: Rest) -> None:
        """Drops one of the rests, which was none."""
        self._kept.remove(rest)
