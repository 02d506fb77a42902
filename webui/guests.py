"""The devices that were let in, and the role of each at the table: kept over a restart, their cookies as hashes alone."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from files.private import make_file
from live.commands import RefusedError
from webui.roles import Role

FILE = "guests.json"
"""Name of the file, in the folder of the journal."""

NAME = 6
"""Number of hexadecimal digits of a device's name."""

MOST = 500
"""Maximum number of devices; beyond it one must give the code again, so that nothing that comes in fills the memory or the disk."""

KEPT = 30 * 24 * 3600
"""Seconds after which a device must give the code again."""

SEATED = frozenset({Role.HOST, Role.PLAYER, Role.BUTTON})
"""Roles whose devices must give the code again only after all others."""

_LARGEST = 512 * 1024  # bytes of the file


@dataclass(frozen=True)
class Guest:
    """A device that was let in."""

    digest: str
    """SHA-256 of its cookie, in hexadecimal."""
    since: float
    """Seconds since 1970-01-01 UTC at which it was let in."""
    role: Role = Role.UNDECIDED
    player: str = ""
    """Whose seat it has; empty for all but players."""
    right: bool = False
    """Whether it has the right to be the host."""

    @property
    def device(self) -> str:
        """Its name, which tells nothing of the cookie."""
        return self.digest[:NAME]


class Guests:
    """All devices that were let in. Thread-safe."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        now: Callable[[], float] = time.time,
        counted: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes up the guests kept in `folder`.

        Args:
            folder: that of the journal; None to keep nothing.
            now: gives seconds since 1970-01-01 UTC, from which only the age of those kept is told: that clock may be set at any time.
            counted: gives seconds that only count on.
        """
        self._path = None if folder is None else folder / FILE
        self._now, self._counted = now, counted
        self._lock = threading.RLock()
        self._guests = {guest.digest: guest for guest in self._read()}  # in the order in which they came
        self._until = {one.digest: counted() + one.since + KEPT - now() for one in self._guests.values()}
        self.changes = 0
        """Counts the changes of guests and their roles."""

    def let_in(self, *, right: bool = False) -> str:
        """A new guest's cookie value; with `right` the guest is a host."""
        with self._lock:
            token = secrets.token_urlsafe(32)
            while any(guest.device == digest(token)[:NAME] for guest in self._guests.values()):
                token = secrets.token_urlsafe(32)
            self._put(Guest(digest(token), self._now(), Role.HOST if right else Role.UNDECIDED, right=right))
            self._until[digest(token)] = self._counted() + KEPT
            if len(self._guests) > MOST:
                self._forget(min(self._guests, key=lambda one: self._guests[one].role in SEATED))
            self._keep()
            return token

    def find(self, token: str) -> Guest | None:
        """The guest whose cookie this is; None where it is nobody's."""
        guest = self._guests.get(digest(token))
        return guest if guest and self._holds(guest) else None

    def every(self) -> list[Guest]:
        """All guests, in the order in which they came."""
        with self._lock:
            return [guest for guest in self._guests.values() if self._holds(guest)]

    def _holds(self, guest: Guest) -> bool:
        """Whether the guest need not give the code again."""
        return self._until.get(guest.digest, -math.inf) > self._counted()  # it may just have been sent out

    def seat(self, player: str) -> Guest | None:
        """The guest who has the seat of `player`; None where nobody has."""
        return next((guest for guest in self.every() if guest.role is Role.PLAYER and guest.player == player), None)

    def set_role(self, device: str, role: Role, player: str = "", *, right: bool | None = None) -> None:
        """Gives a device its role, and with `right` given takes or grants the right to be the host.

        Raises:
            RefusedError: there is no such device, or another one has that player's seat.
        """
        with self._lock:
            guest = self._named(device)
            there = self.seat(player) if role is Role.PLAYER else None
            if there is not None and there.device != device:
                raise RefusedError(
                    f"another device is {player}: the host can free that seat", "seat-taken", name=player
                )
            seat = player if role is Role.PLAYER else ""
            self._put(replace(guest, role=role, player=seat, right=guest.right if right is None else right))
            self._keep()

    def send_out(self, device: str) -> None:
        """Forgets a device: it must give the code again."""
        with self._lock:
            self._forget(self._named(device).digest)
            self._keep()

    def _forget(self, known: str) -> None:
        del self._guests[known], self._until[known]

    def _named(self, device: str) -> Guest:
        for guest in self._guests.values():
            if guest.device == device:
                return guest
        raise RefusedError("that device is here no longer", "stale")

    def _put(self, guest: Guest) -> None:
        self._guests[guest.digest] = guest

    def _read(self) -> list[Guest]:
        """The guests that were kept; none where the file cannot be read: then they give the code again."""
        try:
            if self._path is None or self._path.stat().st_size > _LARGEST:
                return []
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return [
                Guest(
                    str(one["digest"]), float(one["since"]), Role(one["role"]), str(one["player"]), one["right"] is True
                )
                for one in kept["guests"][-MOST:]
            ]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return []

    def _keep(self) -> None:
        """Writes the guests to the file. A disk that takes nothing stops nobody from playing: devices then give the code again after a restart."""
        self.changes += 1
        if self._path is None:
            return
        aside = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            make_file(aside)
            aside.write_text(json.dumps({"guests": [asdict(guest) for guest in self.every()]}), encoding="utf-8")
            aside.replace(self._path)


def digest(token: str) -> str:
    """The digest that is kept of a cookie, in hexadecimal; a cookie has 256 bits, so nobody finds it by trying."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
