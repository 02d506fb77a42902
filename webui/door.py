"""The door: where a guest's device gives the code."""

from __future__ import annotations

import math
from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, abort, jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from webui import languages
from webui.access import Access, behind
from webui.bodies import json_object
from webui.guests import KEPT
from webui.roles import Role
from webui.tries import TooManyTriesError


def blueprint(access: Access, changed: Callable[[], None]) -> Blueprint:
    """The door that `access` keeps; `changed` is called when the role of a device has changed."""
    door = Blueprint("door", __name__)

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
            token = access.enter(request.remote_addr or "", code.strip())
        except TooManyTriesError as error:
            seconds = math.ceil(error.seconds)
            line = f"too many wrong codes: wait {seconds} seconds, or scan the code on the host's page"
            response = jsonify(error=line, code="Too Many Requests", seconds=seconds)
            response.headers["Retry-After"] = str(seconds)
            return response, HTTPStatus.TOO_MANY_REQUESTS
        if token is None:
            abort(403, "that is not the code")
        guest = access.guests.find(token)
        return _with_cookie(jsonify(ok=True, device=guest and guest.device), access.cookie, token)

    @door.get("/door/<invitation>")
    def follow(invitation: str) -> ResponseReturnValue:
        guest = access.guest(request)
        if guest is not None and access.appoints(invitation):
            access.guests.set_role(guest.device, Role.HOST, right=True)
            changed()
        token = None if access.admits(request) else access.accept(invitation)
        inside = redirect(url_for("page.show"))
        return inside if token is None else _with_cookie(inside, access.cookie, token)

    return door


def _with_cookie(response: Response, name: str, token: str) -> Response:
    """The answer to a device that is let in: the cookie of that name admits it from then on."""
    path = request.script_root or "/"
    response.set_cookie(
        name, token, max_age=KEPT, httponly=True, samesite="Strict", secure=request.is_secure, path=path
    )
    return response
