"""How often something may be done at the door of late: by one address, and by all together.

Six digits are a million codes. A device has five wrong ones in ten minutes, so that guessing takes it four years. All devices together have
a hundred: from however many addresses somebody guesses, half of the codes take five weeks. Who is kept out by that comes in by
the host's invitation, which nobody guesses.
"""

from __future__ import annotations

import ipaddress
import threading
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

_NETWORK = 64  # bits of an IPv6 address that name the network; in it a device takes as many addresses as it likes


class Limit(NamedTuple):
    """How often something may be done."""

    each: int
    """From one address."""
    together: int
    """From all addresses."""
    seconds: float
    """The time in which that holds."""


WRONG = Limit(5, 100, 600.0)
"""Wrong codes."""

ENTRIES = Limit(40, 250, 24 * 3600.0)
"""Devices that come in: as many as a club has, and far fewer than are kept (`webui.guests.MOST`), so that nobody who comes in again and again
crowds out those inside. All phones behind a router, and in a network of IPv6, may have one address."""


class TooManyTriesError(Exception):
    """Nothing more is taken from there for a while."""

    def __init__(self, seconds: float) -> None:
        """`seconds` is the time until the next try."""
        super().__init__(f"wait {seconds:.0f} seconds")
        self.seconds = seconds


class Tries:
    """What was done of late. Thread-safe."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never run backwards."""
        self._limit = limit
        self._clock = clock
        self._last: deque[tuple[float, str]] = deque(maxlen=limit.together)  # when, and from where
        self._lock = threading.Lock()

    def check(self, address: str) -> None:
        """Checks whether it may be done from `address` once more.

        Raises:
            TooManyTriesError: not yet.
        """
        with self._lock:
            now, place = self._clock(), place_of(address)
            recent = [(at, where) for at, where in self._last if at > now - self._limit.seconds]
            own = [(at, where) for at, where in recent if where == place]
            for done, most in ((own, self._limit.each), (recent, self._limit.together)):
                if len(done) >= most:
                    raise TooManyTriesError(done[-most][0] + self._limit.seconds - now)

    def note(self, address: str) -> None:
        """Takes note that it was done from `address`."""
        with self._lock:
            self._last.append((self._clock(), place_of(address)))

    def forget(self) -> None:
        """Forgets what was done."""
        with self._lock:
            self._last.clear()


def place_of(address: str) -> str:
    """What counts as one device: an IPv4 address, or the network of an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), _NETWORK), strict=False))
