"""How hypercorn serves https: by a certificate that follows this machine's addresses while it runs."""

from __future__ import annotations

import contextlib
import ssl
import time
from collections.abc import Callable

from hypercorn.config import Config

from referee.errors import UserError
from webui.identity import Identity

PACE = 5.0
"""Seconds after which who comes next has the addresses looked at again."""


class Certified(Config):
    """Gives whoever connects the certificate that holds at that time: a computer may come into another network in the middle of an evening."""

    def __init__(self, current: Callable[[], Identity]) -> None:
        """`current` tells that certificate, and makes it where there is none yet."""
        super().__init__()
        self._current = current
        self._identity, self._looked = current(), time.monotonic()
        self.certfile, self.keyfile = str(self._identity.certificate), str(self._identity.key)

    def create_ssl_context(self) -> ssl.SSLContext | None:
        """What lines are encrypted by; each line that begins asks for the newest."""
        self._newest = super().create_ssl_context()
        if self._newest is not None:
            self._newest.sni_callback = self._meet
        return self._newest

    def _meet(self, line: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        if time.monotonic() - self._looked >= PACE:
            self._looked = time.monotonic()
            with contextlib.suppress(
                UserError, OSError
            ):  # a disk that takes nothing: the certificate that there is goes on
                identity = self._current()
                if identity != self._identity:
                    self._identity = identity
                    self.create_ssl_context()
        if self._newest is not None:
            line.context = self._newest
