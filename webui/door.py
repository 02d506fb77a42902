"""The door: where a guest's device comes in, with the code, the invitation, or as the host's."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, abort, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from live.game.events import CodesWrong, DeviceLetIn, RoleGiven
from live.table import LiveTable
from webui import languages
from webui.access import Access, behind
from webui.api import json_object
from webui.guests import KEPT, Entry
from webui.roles import HERE, Role
from webui.tries import TooManyTriesError, place_of

_SYSTEMS = "iPhone, iPad, Android, CrOS=Chromebook, SMART-TV=TV, SmartTV=TV, Web0S=TV, Windows, Macintosh=Mac, Linux"
_BROWSERS = (
    "Edg=Edge, OPR/=Opera, SamsungBrowser=Samsung Internet, Firefox, FxiOS=Firefox, CriOS=Chrome, Chrome, Safari"
)
"""Each by the word that gives it away; most browsers name others, too, so the first that is found counts."""


def browser_of(user_agent: str) -> str:
    """Browser and kind of device, such as ``Safari, iPhone``; empty where neither is known. Nothing of the text itself is in it (RFC 9110, 10.1.5)."""
    known = [[word.partition("=") for word in words.split(", ")] for words in (_BROWSERS, _SYSTEMS)]
    found = (next((name or word for word, _, name in pairs if word in user_agent), "") for pairs in known)
    return ", ".join(filter(None, found))


APART = 60.0
"""Minimum seconds between two lines."""

MOST_PLACES = 1000
"""Maximum number of addresses that are told apart in a line."""


class Knocks:
    """Wrong codes that are still to be written down. Thread-safe."""

    def __init__(self, write: Callable[[CodesWrong], None]) -> None:
        """`write` writes a line of the journal."""
        self._write = write
        self._lock = threading.Lock()
        self._number = 0
        self._places: set[str] = set()
        self._resting = False  # whether a line was written within `APART`

    def note(self, address: str) -> None:
        """Takes note of a wrong code, or one that came too soon, from `address`."""
        with self._lock:
            self._number += 1
            if len(self._places) < MOST_PLACES:
                self._places.add(place_of(address))
            is_first, self._resting = not self._resting, True
        if is_first:
            self.tell()

    def tell(self) -> None:
        """Writes down what there is; what comes next is written together, `APART` seconds later."""
        with self._lock:
            line = CodesWrong(self._number, len(self._places))
            self._number, self._places, self._resting = 0, set(), line.number > 0
        if line.number:
            self._write(line)
            later = threading.Timer(APART, self.tell)
            later.daemon = True
            later.start()


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The door of `live` that `access` keeps."""
    door = Blueprint("door", __name__)
    knocks = Knocks(live.note)
    live.closing.append(knocks.tell)

    @door.get("/door")
    def ask() -> ResponseReturnValue:
        beyond = request.script_root + (behind(request.args.get("to", "")) or "/")
        return redirect(beyond) if access.admits(request) else languages.page("door.html", beyond=beyond)

    @door.post("/door")
    def enter() -> ResponseReturnValue:
        code = json_object().get("code")
        if not isinstance(code, str):
            abort(400, "send the code as text")
        try:
            entry = access.enter(_address(), code.strip(), _browser())
        except TooManyTriesError:
            knocks.note(_address())
            raise
        if entry is None:
            knocks.note(_address())
            abort(403, "that is not the code")
        return _come_in(live, access, entry, "code", jsonify(ok=True, device=entry.guest.device))

    @door.get("/door/<invitation>")
    def follow(invitation: str) -> ResponseReturnValue:
        is_looked_at = request.method == "HEAD"  # by what tells where a link leads: nobody has opened it
        if not is_looked_at and access.who(request) != HERE:  # this machine needs none
            return _follow(live, access, invitation)
        return redirect(url_for("page.show"))

    door.register_error_handler(TooManyTriesError, _have_wait)
    return door


def _follow(live: LiveTable, access: Access, invitation: str) -> Response:
    """Lets in a device that opened a link with an invitation or an appointment, or makes one that is inside the host's."""
    inside, guest = redirect(url_for("page.show")), access.guest(request)
    if guest is not None:
        by = access.who(request).by
        if access.use_appointment(invitation):
            access.guests.set_role(guest.device, Role.HOST, right=True)
            live.note(RoleGiven(guest.device, Role.HOST, by=by))
        return inside
    entry = access.accept(_address(), invitation, _browser())
    if entry is None:
        return inside
    return _come_in(live, access, entry, "appointment" if entry.guest.right else "invitation", inside)


def _come_in(live: LiveTable, access: Access, entry: Entry, way: str, response: Response) -> Response:
    """The answer to a device that is let in: its cookie admits it from then on."""
    live.note(DeviceLetIn(entry.guest.device, way, _address(), entry.guest.browser))
    path = request.script_root or "/"
    response.set_cookie(
        access.cookie, entry.token, max_age=KEPT, httponly=True, samesite="Strict", secure=request.is_secure, path=path
    )
    return response


def _have_wait(error: TooManyTriesError) -> ResponseReturnValue:
    seconds = math.ceil(error.seconds)
    line = f"too many tries: wait {seconds} seconds, or scan the code on the host's page"
    response = jsonify(error=line, code="Too Many Requests", seconds=seconds)
    response.headers["Retry-After"] = str(seconds)
    return response, HTTPStatus.TOO_MANY_REQUESTS


def _address() -> str:
    return request.remote_addr or ""


def _browser() -> str:
    return browser_of(request.user_agent.string)
