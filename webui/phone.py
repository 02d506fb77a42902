"""A phone as the table's camera: the page that it opens, and where its pictures come in."""

from __future__ import annotations

import math

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from vision.camera.frames import SourceError
from webui import languages
from webui.access import PICTURE, Access

LARGEST_PICTURE = 4 * 1024 * 1024
"""Maximum bytes of a picture: 1080p at the quality that the page sends has a tenth."""

PATH = "/camera/picture"
"""Path to which the pictures are sent."""

_LONGEST_NAME = 64  # characters by which a phone calls itself


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The phone that `live` looks through, if any; only a phone of the host's, as `access` says, takes another one's place."""
    phone = Blueprint("phone", __name__)

    @phone.get("/camera")
    def show() -> ResponseReturnValue:
        return languages.page("camera.html", {"host": access.is_host(request)})

    @phone.post(PATH, endpoint=PICTURE.partition(".")[2])
    def picture() -> ResponseReturnValue:
        request.max_content_length = LARGEST_PICTURE
        camera = live.feed.phone
        if camera is None:
            abort(409, "this table has another camera")
        sender = request.args.get("phone", "")[:_LONGEST_NAME]
        stamp = request.args.get("at", type=float)
        if stamp is not None and not math.isfinite(stamp):
            stamp = None
        take_over = request.args.get("over") == "1" and access.is_host(request)
        try:
            camera.take(sender, request.get_data(), stamp, take_over=take_over)
        except SourceError as error:
            return jsonify(error=str(error), code=error.code), 409 if error.code == "other-phone" else 400
        return jsonify(ok=True)

    return phone
