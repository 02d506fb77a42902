"""The turn clock. Pure: whoever uses it passes the time in, in seconds of any clock that keeps running.

A clock that was written down (`TurnClock.to_json`) and read back goes on where it was, the time in between included while
it was running: use a clock that survives a restart, such as `time.time`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class TurnClock:
    """How long the turn has taken. Times are seconds; a clock that was set back never makes a turn shorter.

    >>> clock = TurnClock(limit=60.0).start(100.0).pause(130.0)
    >>> clock.elapsed(200.0), clock.resume(200.0).remaining(210.0)
    (30.0, 20.0)
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

    def elapsed(self, now: float) -> float:
        """Seconds the turn has taken at `now`, pauses left out."""
        return self.spent if self.since is None else self.spent + max(0.0, now - self.since)

    def remaining(self, now: float) -> float | None:
        """Seconds left at `now`, 0 once time is over; None for no limit."""
        return None if self.limit is None else max(0.0, self.limit - self.elapsed(now))

    def over(self, now: float) -> bool:
        """Whether the turn has taken longer than it may."""
        return self.limit is not None and self.elapsed(now) > self.limit

    def to_json(self) -> dict[str, float | None]:
        """The clock as JSON; `from_json` is the inverse."""
        return {"limit": self.limit, "spent": self.spent, "since": self.since}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TurnClock:
        """The clock that `to_json` wrote.

        Raises:
            ValueError: a value is missing or no number.
        """
        try:
            limit, spent, since = data["limit"], data["spent"], data["since"]
            return cls(_number(limit), float(spent), _number(since))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a turn clock: {error}") from error


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
