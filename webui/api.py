"""The buttons: one POST each, JSON in, JSON out."""

from __future__ import annotations

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from journal import JournalError
from live.commands import RefusedError, perform
from live.table import LiveTable


def blueprint(live: LiveTable) -> Blueprint:
    """The buttons of `live`."""
    api = Blueprint("api", __name__, url_prefix="/api")

    @api.post("/<command>")
    def press(command: str) -> ResponseReturnValue:
        body = request.get_json(silent=True)
        try:
            perform(live, command, body if isinstance(body, dict) else {})
        except RefusedError as refusal:
            return jsonify(error=str(refusal), code=refusal.code), 409
        except JournalError as error:
            return jsonify(error=str(error), code="journal"), 507
        return jsonify(ok=True, version=live.version)

    return api
