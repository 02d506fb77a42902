"""What lets a device in: the six digits, the invitation in the QR code, and the link that makes a device the host's."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

APPOINTED = 12 * 3600.0
"""Seconds within which the link that makes a device the host's must be opened: on the evening for which the program was started."""


class Keys:
    """The secrets of a door. Thread-safe."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that never run backwards."""
        self._clock = clock
        self._appointing = threading.Lock()
        self.appointment = secrets.token_urlsafe(16)
        """The secret in the link that makes one device the host's, once; whoever starts the program reads it."""
        self._appoints_until = clock() + APPOINTED
        Keys.renew(self)

    def renew(self) -> None:
        """Makes a new code and a new invitation: those that somebody has kept are good for nothing."""
        self.code = f"{secrets.randbelow(10**6):06d}"
        """The six digits that a guest's device must give once."""
        self.invitation = secrets.token_urlsafe(16)
        """The secret in the link of the host's QR code, in place of the six digits."""

    def is_code(self, said: str) -> bool:
        """Whether these are the six digits."""
        return _same(said, self.code)

    def is_invitation(self, said: str) -> bool:
        """Whether this is the invitation."""
        return _same(said, self.invitation)

    def use_appointment(self, said: str) -> bool:
        """Whether this is the appointment, of which nobody has made use in time; it appoints nobody else from then on."""
        with self._appointing:
            is_good = _same(said, self.appointment) and self._clock() < self._appoints_until
            if is_good:
                self._appoints_until = self._clock()
        return is_good


def _same(said: str, secret: str) -> bool:
    return secrets.compare_digest(said.encode(errors="replace"), secret.encode())
