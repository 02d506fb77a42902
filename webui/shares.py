"""Shares of what there is only so much of, so that whoever takes more than theirs stands in nobody else's way.

A share belongs to whoever is named by it: a device, or the address that it comes from. All who are not the host have so much together, and what is
left is the host's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_TOGETHER = ""  # under which everybody's but the host's is counted


class TooMuchError(Exception):
    """More was asked for than there is a share of."""


class Shares:
    """How much everybody has. To be used from one thread, or from one event loop."""

    def __init__(self, each: int, together: int, host: int) -> None:
        """What somebody has at most, what all have together, and what each of the host's has, that does not count among these."""
        self._each, self._together, self._host = each, together, host
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, names: Sequence[str], amount: int = 1, *, is_host: bool = False) -> Iterator[None]:
        """Takes `amount` for as long as the ``with`` block lasts, out of the share of each of the `names`.

        Raises:
            TooMuchError: there is not so much left.
        """
        limits = dict.fromkeys(names, self._host if is_host else self._each)
        if not is_host:
            limits[_TOGETHER] = self._together
        if any(self._taken[name] + amount > most for name, most in limits.items()):
            raise TooMuchError
        wanted = Counter(dict.fromkeys(limits, amount))
        self._taken += wanted
        try:
            yield
        finally:
            self._taken -= wanted  # which forgets whoever has nothing left
