"""What the page is told without asking: the state as server-sent events, and the pictures it shows."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, send_file
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui.guests import Guests
from webui.pictures import CameraPictures, small
from webui.snapshot import snapshot
from webui.teller import as_event

EVENTS = "/events"
"""Path of the stream."""

RETRY = b"retry: 1000\n\n"
"""Milliseconds after which a browser whose line broke connects again."""


def blueprint(live: LiveTable, guests: Guests) -> Blueprint:
    """The streams of `live` with its `guests`."""
    stream = Blueprint("stream", __name__)

    pictures = CameraPictures(live)

    @stream.get(EVENTS)
    def events() -> ResponseReturnValue:
        """The whole state on connecting, so that a page that reconnects has missed nothing. `webui.site` goes on with every change."""
        _, state = as_event(live, guests)
        return Response(iter((RETRY, state)), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @stream.get("/state")
    def state() -> ResponseReturnValue:
        return snapshot(live, guests.changes)

    @stream.get("/camera.jpg")
    def camera() -> ResponseReturnValue:
        jpeg = pictures.newest()
        if jpeg is None:
            abort(404, "no picture yet")
        return Response(jpeg, mimetype="image/jpeg")

    @stream.get("/photos/<name>")
    def photo(name: str) -> ResponseReturnValue:
        path = live.record.photo(name)
        if path is None:
            abort(404, "no such photo")
        if "small" in request.args:
            response = Response(small(path), mimetype="image/jpeg")
        else:
            response = send_file(path.absolute(), mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return stream
