"""https by a certificate that follows this machine's addresses while the program runs: it may come into another network in the middle of an evening."""

from __future__ import annotations

import contextlib
import ssl
import time
from collections.abc import Callable

from referee.errors import UserError
from webui.identity import Identity

PACE = 5.0
"""Seconds after which whoever connects next has the addresses looked at again."""


class Certified:
    """Gives whoever connects the certificate that holds at that time."""

    def __init__(self, current: Callable[[], Identity]) -> None:
        """`current` tells that certificate, and makes it where there is none yet."""
        self._current = current
        self._identity, self._looked = current(), time.monotonic()
        self.context = self._newest = self._made()
        """By which connections are encrypted; each asks for the newest as it begins."""

    def _made(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._identity.certificate, self._identity.key)
        context.set_alpn_protocols(["http/1.1"])
        context.sni_callback = self._meet
        return context

    def _meet(self, line: ssl.SSLSocket | ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        if time.monotonic() - self._looked >= PACE:
            self._looked = time.monotonic()
            with contextlib.suppress(
                UserError, OSError
            ):  # a disk that takes nothing: the certificate that there is goes on
                identity = self._current()
                if identity != self._identity:
                    self._identity = identity
                    self._newest = self._made()
        line.context = self._newest
