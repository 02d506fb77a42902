"""The buttons: one POST each, JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from live.telling.names import last_round, remembered
from vision.camera.picture_limits import MOST_POSTED
from webui.access import Access
from webui.choices import describe
from webui.languages import LANGUAGES, catalog
from webui.presses import PRESSES, Means, perform


def json_object() -> Mapping[str, Any]:
    """The JSON object in the body of the current request. One that broke off on its way is refused, with 400: what it was to say is not known."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        abort(400, "send a JSON object, {} where there is nothing to say")
    return body


PREFIX = "/api"
"""Path below which presses are sent, each under its name."""

PHOTO_PATHS = frozenset(f"{PREFIX}/{name}" for name, press in PRESSES.items() if press.brings_photo)
"""Paths to which photos are sent."""

MOST_SEATS = 6
"""Maximum number of players at a table."""


def blueprint(means: Means, access: Access) -> Blueprint:
    """The buttons of a table, pressed by those whom `access` admits, and done with `means`."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    live = means.live

    @api.post("/<command>")
    def press(command: str) -> ResponseReturnValue:
        if request.path in PHOTO_PATHS:
            request.max_content_length = MOST_POSTED
        answer = perform(means, command, json_object(), access.who(request))
        return jsonify(answer or {"ok": True, "version": live.bulletin.version})

    @api.get("/names")
    def names() -> ResponseReturnValue:
        texts = [
            catalog(language)["setup.player"] for language in LANGUAGES
        ]  # of a seat to which nobody has given a name
        placeholders = {text.format(number=n) for text in texts for n in range(1, MOST_SEATS + 1)}
        last = last_round(live.record.journal)
        again = None if last is None else {"players": last.players, "rulebook": last.rulebook}
        return jsonify(names=[name for name in remembered(live.record.journal) if name not in placeholders], last=again)

    @api.get("/rulebook")
    def rulebook() -> ResponseReturnValue:
        return jsonify(describe(live.shelf.load(request.args.get("id", "")), request.args.get("players", 0, type=int)))

    if (boxes := means.boxes) is not None:

        @api.get("/boxes")
        def enrolled() -> ResponseReturnValue:
            return jsonify(boxes=boxes.names())

    return api
