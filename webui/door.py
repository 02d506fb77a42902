"""The door: where a guest's device gives the code."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.access import COOKIE, Access, TooManyTriesError
from webui.bodies import json_object
from webui.languages import LANGUAGES, catalog, choose


def blueprint(access: Access) -> Blueprint:
    """The door that `access` keeps."""
    door = Blueprint("door", __name__)

    @door.get("/door")
    def ask() -> ResponseReturnValue:
        if access.admits(request):
            return redirect(url_for("page.show"))
        language = choose(request)
        return render_template("door.html", t=catalog(language), language=language, languages=LANGUAGES)

    @door.post("/door")
    def enter() -> ResponseReturnValue:
        code = json_object().get("code")
        if not isinstance(code, str):
            abort(400, "send the code as text")
        try:
            token = access.enter(request.remote_addr or "", code.strip())
        except TooManyTriesError:
            abort(429, "too many wrong codes: wait ten minutes")
        if token is None:
            abort(403, "that is not the code")
        response = jsonify(ok=True)
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
        return response

    return door
