"""The turn clock. Pure: whoever uses it passes the time in, in seconds of any clock that keeps running."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class TurnClock:
    """How long the turn has taken. Times are seconds; a clock that was set back never makes a turn shorter.

    >>> clock = TurnClock(limit=60.0).start(100.0).pause(130.0)
    >>> clock.elapsed(200.0), clock.resume(200.0).elapsed(210.0)
    (30.0, 40.0)
    """

    limit: float | None = None
    """Seconds a turn may take; None for no limit."""
    spent: float = 0.0
    """Seconds that ran before the last pause."""
    since: float | None = None
    """When it began to run; None while it stands still."""

    @property
    def running(self) -> bool:
        """Whether time is passing."""
        return self.since is not None

    def start(self, now: float) -> TurnClock:
        """The clock of a new turn that begins at `now`."""
        return replace(self, spent=0.0, since=now)

    def pause(self, now: float) -> TurnClock:
        """The clock standing still from `now`; the same clock if it stood still already."""
        return self if self.since is None else replace(self, spent=self.elapsed(now), since=None)

    def resume(self, now: float) -> TurnClock:
        """The clock running again from `now`; the same clock if it was running already."""
        return replace(self, since=now) if self.since is None else self

    def showing(self, seconds: float, now: float) -> TurnClock:
        """The clock that shows `seconds` at `now`; it runs on where it ran."""
        return replace(self, spent=seconds, since=None if self.since is None else now)

    def elapsed(self, now: float) -> float:
        """Seconds the turn has taken at `now`, pauses left out."""
        return self.spent if self.since is None else self.spent + max(0.0, now - self.since)
