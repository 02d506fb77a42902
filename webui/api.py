"""The buttons: one POST each, JSON in, JSON out."""

from __future__ import annotations

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from journal import JournalError
from live.table import LiveTable
from referee.errors import UserError
from webui import roles
from webui.access import Access
from webui.bodies import json_object
from webui.choices import describe
from webui.commands import perform
from webui.racks import ReadPhoto, read_rack

LARGEST_PHOTO = 12 * 1024 * 1024
"""Bytes of a request that brings a photo; the page scales photos down before it sends them."""


RACK = "/api/rack"
"""Where a photo of a rack is sent."""


def blueprint(live: LiveTable, read: ReadPhoto, access: Access) -> Blueprint:
    """The buttons of `live`, pressed by those whom `access` admits; `read` reads photos of racks."""
    api = Blueprint("api", __name__, url_prefix="/api")

    @api.errorhandler(UserError)
    def refuse(refusal: UserError) -> ResponseReturnValue:
        return jsonify(error=str(refusal), code=refusal.code, values=refusal.values), 409

    @api.post("/<command>")
    def press(command: str) -> ResponseReturnValue:
        try:
            perform(live, command, json_object(), access.who(request))
        except JournalError as error:
            return jsonify(error=str(error), code=error.code, values=error.values), 507
        return jsonify(ok=True, version=live.version)

    @api.post("/rack")
    def rack() -> ResponseReturnValue:
        request.max_content_length = LARGEST_PHOTO
        roles.check(live.game, roles.RACK, {}, access.who(request))
        return jsonify(read_rack(read, json_object().get("photo"), live.game.copies))

    @api.get("/rulebook")
    def rulebook() -> ResponseReturnValue:
        return jsonify(describe(request.args.get("id", ""), request.args.get("players", 0, type=int)))

    return api
