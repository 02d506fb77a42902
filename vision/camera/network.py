"""What all cameras in the network have in common."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from vision.camera.capture_process import LostError

PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""The kinds of address that a camera may have, and where it listens if the address does not say."""

_CONNECTING = 1.0  # seconds within which a camera takes up a connection, if it is there at all
STALLED = 4.0
"""Seconds without anything new after which a stream is opened again."""

UNREACHABLE = "gives no picture; check the address in a browser or player, and that both are in the same network"


def reach(address: str) -> None:
    """Checks whether anybody answers at an address, since decoders wait long for a camera that is switched off.

    Raises:
        LostError: nobody does.
    """
    parts = urlsplit(address)
    try:
        port = parts.port or PORTS[parts.scheme.lower()]
        socket.create_connection((parts.hostname or "", port), _CONNECTING).close()
    except (OSError, UnicodeError):
        raise LostError(UNREACHABLE) from None
