"""Wrong codes at the door, counted by the address from which they came: who guesses waits, and nobody else does.

Six digits are a million codes. A device has five tries in ten minutes, so that guessing takes it four years. Once so many codes have been
wrong from all addresses together (`SIEGE`) that somebody is guessing from many of them, each address has one try: from all 254 of a home's
network, half of the codes take two weeks. Whoever is kept out by that has mistyped, and comes in by the host's invitation.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import deque
from collections.abc import Callable

TRIES = 5
"""Wrong codes that one device may give within `WINDOW`."""

SIEGE = 40
"""Wrong codes of all devices together within `WINDOW` from which on each device has one try instead of `TRIES`."""

WINDOW = 600.0
"""Seconds after which a wrong code no longer counts."""

MOST_ADDRESSES = 4096
"""Maximum number of addresses that are remembered, the newest."""

_NETWORK = 64  # bits of an IPv6 address that name the network; in it a device takes as many addresses as it likes


class TooManyTriesError(Exception):
    """No more codes are listened to from there for a while."""

    def __init__(self, seconds: float) -> None:
        """`seconds` is the time until the next try."""
        super().__init__(f"wait {seconds:.0f} seconds")
        self.seconds = seconds


class Tries:
    """The wrong codes of late. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds that never run backwards."""
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}
        self._all: deque[float] = deque(maxlen=SIEGE)
        self._lock = threading.Lock()

    def check(self, address: str) -> None:
        """Checks whether a code from `address` may be tried.

        Raises:
            TooManyTriesError: not yet.
        """
        with self._lock:
            now, own = self._clock(), self._wrong.get(place_of(address), deque())
            recent = [at for at in own if at > now - WINDOW]
            is_siege = len(self._all) == SIEGE and self._all[0] > now - WINDOW
            allowed = 1 if is_siege else TRIES
            if len(recent) >= allowed:
                raise TooManyTriesError(recent[-allowed] + WINDOW - now)

    def note_wrong(self, address: str) -> None:
        """Takes note of a wrong code."""
        with self._lock:
            place, now = place_of(address), self._clock()
            own = self._wrong.pop(place, deque(maxlen=TRIES))  # put back as the newest
            own.append(now)
            self._wrong[place] = own
            self._all.append(now)
            if len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]


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
