"""The devices that were let in, and the role of each at the table: kept over a restart, their cookies as hashes alone."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from files.private import make_file
from live.game.commands import RefusedError
from webui.roles import Reach, Role

FILE = "guests.json"
"""Name of the file, in the folder of the journal."""

NAME = 6
"""Number of hexadecimal digits of a device's name."""

MOST = 500
"""Maximum number of devices; beyond it one must give the code again, so that nothing that comes in fills the memory or the disk."""

KEPT = 30 * 24 * 3600
"""Seconds after which a device must give the code again."""

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
    browser: str = ""
    """What it says of itself (`webui.door`)."""
    seen: float = 0.0
    """Seconds since 1970-01-01 UTC at which it last asked for anything, as far as that was kept; `Guests.last_seen` knows it to the second."""

    @property
    def device(self) -> str:
        """Its name, which tells nothing of the cookie."""
        return self.digest[:NAME]


class Entry(NamedTuple):
    """A device that has just come in."""

    guest: Guest
    token: str
    """The value of its cookie."""


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
        self.reach = Reach.EVENING
        """How far guests look back."""
        self._guests = {guest.digest: guest for guest in self._read()}  # in the order in which they came
        self._until = {one.digest: counted() + one.since + KEPT - now() for one in self._guests.values()}
        self._seen: dict[str, float] = {}  # when each was last seen
        self.changes = 0
        """Counts the changes of guests and their roles, and of what lets them in."""

    def let_in(self, browser: str = "", *, right: bool = False) -> Entry:
        """Lets in a device that says to be that browser; with `right` it is a host's."""
        with self._lock:
            token = secrets.token_urlsafe(32)
            while any(guest.device == digest(token)[:NAME] for guest in self._guests.values()):
                token = secrets.token_urlsafe(32)
            role = Role.HOST if right else Role.UNDECIDED
            guest = Guest(digest(token), self._now(), role, right=right, browser=browser, seen=self._now())
            self._put(guest)
            self._until[guest.digest] = self._counted() + KEPT
            if len(self._guests) > MOST:
                self._forget(min(self._guests, key=lambda one: _stays(self._guests[one].role)))
            self._keep()
            return Entry(guest, token)

    def find(self, token: str) -> Guest | None:
        """The guest whose cookie this is; None where it is nobody's."""
        guest = self._guests.get(digest(token))
        if guest is None or not self._holds(guest):
            return None
        self._seen[guest.digest] = self._now()
        return guest

    def last_seen(self, guest: Guest) -> float:
        """Seconds since a guest last asked for anything."""
        return max(0.0, self._now() - self._seen.get(guest.digest, guest.seen or guest.since))

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

    def rename(self, player: str, name: str) -> None:
        """Whoever has the seat of `player` has it under another name."""
        with self._lock:
            if (guest := self.seat(player)) is not None:
                self._put(replace(guest, player=name))
                self._keep()

    def open_up(self, reach: Reach) -> None:
        """Lets guests look back so far."""
        with self._lock:
            self.reach = reach
            self._keep()

    def send_out(self, device: str) -> None:
        """Forgets a device: it must give the code again."""
        with self._lock:
            self._forget(self._named(device).digest)
            self._keep()

    def _forget(self, known: str) -> None:
        del self._guests[known], self._until[known]
        self._seen.pop(known, None)

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
            guests = [_kept(one) for one in kept["guests"][-MOST:]]
            self.reach = Reach(kept.get("reach", self.reach))
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return []
        return guests

    def _keep(self) -> None:
        """Writes the guests to the file. A disk that takes nothing stops nobody from playing: devices then give the code again after a restart."""
        self.changes += 1
        if self._path is None:
            return
        aside = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            make_file(aside)
            guests = [asdict(replace(one, seen=self._seen.get(one.digest, one.seen))) for one in self.every()]
            aside.write_text(json.dumps({"reach": self.reach, "guests": guests}), encoding="utf-8")
            aside.replace(self._path)


def _stays(role: Role) -> int:
    """How long a device of that role stays where too many came in: who has not said what it is goes first, who presses last."""
    return {Role.UNDECIDED: 0, Role.WATCHING: 1}.get(role, 2)


def _kept(one: Mapping[str, Any]) -> Guest:
    """A guest as the file has it; an earlier version noted no browser, and not when it was last seen.

    Raises:
        KeyError, TypeError, ValueError, OverflowError: a field is missing, or holds what it cannot.
    """
    since, seen = float(one["since"]), float(one.get("seen", 0.0))
    if not (math.isfinite(since) and math.isfinite(seen)):
        raise ValueError("no time")
    role, player, right = Role(one["role"]), str(one["player"]), one["right"] is True
    return Guest(str(one["digest"]), since, role, player, right, str(one.get("browser", "")), seen)


def digest(token: str) -> str:
    """The digest that is kept of a cookie, in hexadecimal; a cookie has 256 bits, so nobody finds it by trying."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
