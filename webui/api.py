"""The buttons: one POST each, JSON in, JSON out."""

from __future__ import annotations

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from live.telling.names import remembered
from webui import roles
from webui.access import Access
from webui.audits import audit_photos
from webui.bodies import json_object
from webui.choices import describe
from webui.commands import perform
from webui.languages import LANGUAGES, catalog
from webui.racks import read_rack
from webui.readings import LastReadings, ReadPhoto
from webui.turn_photos import judge_photo

LARGEST_PHOTO = 12 * 1024 * 1024
"""Maximum bytes of a request that brings a photo; the page scales photos down before it sends them."""

PREFIX = "/api"
"""Path below which presses and photos are sent, each under its command's name."""

PHOTO_PATHS = frozenset(f"{PREFIX}/{command}" for command in (roles.RACK, roles.PHOTO, roles.AUDIT, roles.BOX))
"""Paths to which photos are sent."""

MOST_SEATS = 6
"""Maximum number of players at a table."""


def unnamed() -> list[str]:
    """The placeholder of a seat to which nobody has given a name, in every language, with ``{number}`` for the seat."""
    return [catalog(language)["setup.player"] for language in LANGUAGES]


def blueprint(live: LiveTable, read: ReadPhoto, access: Access) -> Blueprint:
    """The buttons of `live`, pressed by those whom `access` admits; `read` reads photos that people send."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    readings = LastReadings(read)

    @api.post("/<command>")
    def press(command: str) -> ResponseReturnValue:
        perform(live, command, json_object(), access.who(request))
        return jsonify(ok=True, version=live.bulletin.version)

    @api.post(f"/{roles.RACK}")
    def rack() -> ResponseReturnValue:
        request.max_content_length = LARGEST_PHOTO
        roles.check(live.game, roles.RACK, {}, access.who(request))
        return jsonify(read_rack(read, json_object().get("photo"), live.game.copies))

    @api.post(f"/{roles.PHOTO}")
    def photo() -> ResponseReturnValue:
        request.max_content_length = LARGEST_PHOTO
        judge_photo(live, read, json_object(), access.who(request))
        return jsonify(ok=True, version=live.bulletin.version)

    @api.post(f"/{roles.AUDIT}")
    def audit() -> ResponseReturnValue:
        request.max_content_length = LARGEST_PHOTO
        roles.check(live.game, roles.AUDIT, {}, access.who(request))
        return jsonify(audit_photos(readings, json_object(), live.shelf, live.program))

    @api.get("/names")
    def names() -> ResponseReturnValue:
        placeholders = {text.format(number=n) for text in unnamed() for n in range(1, MOST_SEATS + 1)}
        return jsonify(names=[name for name in remembered(live.record.journal) if name not in placeholders])

    @api.get("/rulebook")
    def rulebook() -> ResponseReturnValue:
        return jsonify(describe(live.shelf.load(request.args.get("id", "")), request.args.get("players", 0, type=int)))

    return api
