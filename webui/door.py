"""The door: where a guest's device comes in, with the code, the invitation, or as the host's."""

from __future__ import annotations

import math
from http import HTTPStatus

from flask import Blueprint, abort, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from live.game.events import DeviceLetIn, RoleGiven
from live.table import LiveTable
from webui import languages
from webui.access import Access, behind
from webui.agents import browser_of
from webui.bodies import json_object
from webui.guests import KEPT, Entry
from webui.knocks import Knocks
from webui.roles import HERE, Role
from webui.tries import TooManyTriesError


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
