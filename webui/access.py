"""Who may look and press: this machine always, other devices with the code, other web pages never."""

from __future__ import annotations

import hashlib
import ipaddress
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import flask
from flask import Flask, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from werkzeug.sansio.request import Request

from webui.guests import Entry, Guest, Guests
from webui.proxy import Proxy, is_loopback
from webui.roles import HERE, Person, Role
from webui.tries import ENTRIES, WRONG, Tries

APPOINTED = 12 * 3600.0
"""Seconds within which the link that makes a device the host's must be opened: on the evening for which the program was started."""

COOKIE = "tileref_guest"
"""How the name of the cookie begins that admits a guest's device."""

PICTURE = "cameras.picture"
"""The endpoint that takes a phone's pictures; all other requests with a body are JSON."""

OPEN = frozenset({"static", "door.ask", "door.enter", "door.follow", "tls.give", "page.worker", "page.offline"})
"""The endpoints that answer everybody."""

PAGES = frozenset({"page.show", "page.stage", "desk.show", "evenings.show", "cameras.show"})
"""The endpoints from which whoever is not admitted is sent to the door."""

BEHIND = frozenset({"/stage", "/stage?overlay", "/desk", "/evenings", "/camera"})
"""Those pages to which the door leads a device that asked for them; any other comes to the first page."""

POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "connect-src 'self'; img-src 'self' blob:; script-src 'self'; style-src 'self'"
)
"""Content security policy: everything from here, nothing inline, in nobody's frame."""


def behind(asked: str) -> str | None:
    """The page of `BEHIND` that is `asked` for, a path with its query; None where it is none of them."""
    return next((place for place in (asked.rstrip("?"), asked.partition("?")[0]) if place in BEHIND), None)


def is_astray(req: flask.Request) -> bool:
    """Whether a browser opens an address at which there is nothing, as people mistype one."""
    is_nowhere = req.method in {"GET", "HEAD"} and isinstance(req.routing_exception, NotFound)
    wanted = req.accept_mimetypes.best_match(["application/json", "text/html"])
    return is_nowhere and not req.path.startswith("/api/") and wanted == "text/html"


class Access:
    """The rules of the door: a code for guests, who they are, and which names this machine answers to."""

    def __init__(
        self,
        host: str = "127.0.0.1",
        *,
        folder: Path | None = None,
        proxy: Proxy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """The door of a server that listens on the address `host`; with a loopback address and no proxy there are no guests and no code.

        Args:
            host: the address that the server listens on.
            folder: where the guests are kept over a restart; None to keep them nowhere.
            proxy: the one that was declared to stand before it; then this machine is no host's, and only the appointment makes one.
            clock: gives seconds that never run backwards.
        """
        self.proxy = proxy
        self.is_sole = host not in {"0.0.0.0", "::"}  # noqa: S104 - compared, not listened on
        """Whether the page is served on one address alone."""
        self.open = proxy is not None or not (is_loopback(host) or host.lower() == "localhost")
        sign = "" if folder is None else "_" + hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:8]
        self.cookie = f"{COOKIE}{sign}"
        """The name of the cookie that admits a guest's device: browsers send a cookie to every port of a computer, so each table has its own."""
        self.guests = Guests(folder if self.open else None)
        """The devices that were let in."""
        self._wrong, self._entries = Tries(WRONG, clock), Tries(ENTRIES, clock)
        self._clock, self._lock = clock, threading.RLock()
        self.appointment = secrets.token_urlsafe(16)
        """The secret in the link that makes one device the host's, once; whoever starts the program reads it."""
        self._appoints_until = clock() + APPOINTED
        self._make_keys()
        name = socket.gethostname().lower()
        self._names = {"localhost", host.lower(), name, f"{name}.local", name.partition(".")[0] + ".local"}
        if proxy is not None and proxy.netloc:
            self._names.add(_name_of(proxy.netloc))

    def knows_host(self, host: str) -> bool:
        """Whether a request's Host header names this machine.

        An address in digits always does; a name only if it is ours. So a web page whose name was made to point here (DNS
        rebinding) gets nothing.
        """
        name = _name_of(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True

    def is_own(self, netloc: str, host: str) -> bool:
        """Whether a page from `netloc` is this server's, which was asked as `host`: a proxy may ask by another name than browsers do."""
        return netloc == host.lower() or bool(self.proxy and self.proxy.netloc and netloc == self.proxy.netloc)

    def is_host(self, req: Request) -> bool:
        """Whether the request comes from this machine itself, or a device that is the host's."""
        return self.who(req).role is Role.HOST

    def admits(self, req: Request) -> bool:
        """Whether the request comes from this machine or a device that has given the code."""
        return is_loopback(req.remote_addr) or self.guest(req) is not None

    def guest(self, req: Request) -> Guest | None:
        """The device that sends the request; None for this machine itself, and for one that was not let in."""
        if not self.open or is_loopback(req.remote_addr):
            return None
        return self.guests.find(req.cookies.get(self.cookie, ""))

    def enter(self, address: str, code: str, browser: str = "") -> Entry | None:
        """Lets a device in if `code` is right; else None, and the wrong one is counted against `address`.

        Raises:
            TooManyTriesError: the device at `address` gave too many wrong codes of late, or too many devices came in from there.
        """
        with self._lock:
            self._wrong.check(address)
            if self.open and _same(code, self.code):
                return self._let_in(address, browser)
            self._wrong.note(address)
        return None

    def accept(self, address: str, invitation: str, browser: str = "") -> Entry | None:
        """Lets a device in if `invitation` is the host's, as the host's own if it is the appointment, else None; nobody guesses them, so nobody waits.

        Raises:
            TooManyTriesError: too many devices came in from `address`.
        """
        with self._lock:
            if not self.open:
                return None
            if _same(invitation, self.invitation):
                return self._let_in(address, browser)
            return self.guests.let_in(browser, right=True) if self.use_appointment(invitation) else None

    def _let_in(self, address: str, browser: str) -> Entry:
        self._entries.check(address)
        self._entries.note(address)
        return self.guests.let_in(browser)

    def renew(self) -> None:
        """Makes a new code and a new invitation; who is inside stays."""
        with self._lock:
            self._make_keys()
            self._entries.forget()  # whoever came in so often knows them no more
        self.guests.changes += 1

    def _make_keys(self) -> None:
        self.code = f"{secrets.randbelow(10**6):06d}"
        """The six digits that a guest's device must give once."""
        self.invitation = secrets.token_urlsafe(16)
        """The secret in the link of the host's QR code, in place of the six digits."""

    def use_appointment(self, said: str) -> bool:
        """Whether this is the appointment, of which nobody has made use in time; it appoints nobody else from then on."""
        with self._lock:
            is_good = _same(said, self.appointment) and self._clock() < self._appoints_until
            if is_good:
                self._appoints_until = self._clock()
        return is_good

    def who(self, req: Request) -> Person:
        """The person who sends a request; one who was not let in presses nothing."""
        if is_loopback(req.remote_addr):
            return HERE
        guest = self.guest(req)
        return Person(Role.UNDECIDED) if guest is None else Person(guest.role, guest.player, guest.device)


def _same(said: str, secret: str) -> bool:
    return secrets.compare_digest(said.encode(errors="replace"), secret.encode())


def _name_of(netloc: str) -> str:
    """The name or address in a Host header or a URL; empty where there is none."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def guard(app: Flask, access: Access) -> None:
    """Applies the rules of the door before every request and after every response of `app`."""

    @app.before_request
    def check() -> ResponseReturnValue | None:
        if not access.knows_host(request.host):
            abort(
                421,
                "this server does not go by that name: open it by its address, or declare it with --behind-proxy NAME",
            )
        if request.method not in {"GET", "HEAD"}:
            _check_origin(request, access)
        if not access.open and not access.admits(request):
            abort(
                403,
                "this machine alone is let in: tileref serve --host 0.0.0.0 lets in its network, --behind-proxy a proxy's visitors",
            )
        if not access.admits(request) and request.endpoint not in OPEN:
            if request.endpoint in PAGES:
                return redirect(url_for("door.ask", to=behind(request.full_path)))
            if not is_astray(request):
                abort(401, "give the code shown on the host's page first")
        return None

    @app.after_request
    def seal(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _check_origin(req: Request, access: Access) -> None:
    """Refuses a request that another web page sent: only this server's own page presses buttons here."""
    origin = req.headers.get("Origin")
    if origin is not None and not access.is_own(urlsplit(origin).netloc.lower(), req.host):
        abort(403, "only this server's own page may press buttons")
    if req.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        abort(403, "only this server's own page may press buttons")
    if req.mimetype != ("image/jpeg" if request.endpoint == PICTURE else "application/json"):
        abort(415, "send JSON")
