"""What a verdict waited for, as the page was told it between the press and the verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PRESS = "press"
"""What is waited for until the page is told that the turn is ended."""


class Told(NamedTuple):
    """What the page was told at one moment."""

    at: float
    """On the monotonic clock, when it arrived."""
    waits_for: str | None
    """What the verdict waits for (`docs/http.md`); None where none is waited for."""

    @classmethod
    def of(cls, state: Mapping[str, Any], at: float) -> Told:
        """What `state` says, which arrived at `at`."""
        waits = state.get("waits") if state["ending"] else None
        return cls(at, None if waits is None else str(waits["for"]))


def split(told: Iterable[Told], since: float, until: float) -> Mapping[str, float]:
    """The seconds from `since` to `until` by what was waited for.

    Judging and telling count as reading where that comes last.

    Args:
        told: in the order in which it arrived.
        since: when the button was pressed, or the table could be seen.
        until: when the verdict arrived.

    >>> split([Told(1.0, None), Told(1.2, "hand"), Told(1.7, "reading"), Told(1.9, None)], 1.1, 1.9)
    {'press': 0.1, 'hand': 0.5, 'reading': 0.2}
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    last = Told(since, None)
    for each in (*told, Told(until, None)):
        if last.at < until and each.at > since:
            seconds[last.waits_for or PRESS] += min(each.at, until) - max(last.at, since)
        last = each
    return {what: round(spent, 2) for what, spent in seconds.items() if round(spent, 2)}
