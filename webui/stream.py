"""What the page is told without asking: the state as server-sent events, and the pictures it shows."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, send_file
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui.access import Access
from webui.covers import is_hidden
from webui.pictures import CameraPictures, TurnPhotos, small
from webui.snapshot import snapshot
from webui.teller import as_event

EVENTS = "/events"
"""Path of the stream."""

RETRY = b"retry: 1000\n\n"
"""Milliseconds after which a browser whose line broke connects again."""


def blueprint(live: LiveTable, access: Access, photos: TurnPhotos) -> Blueprint:
    """The streams of `live` for those whom `access` admits; `photos` are those of its turns."""
    stream = Blueprint("stream", __name__)
    guests, pictures = access.guests, CameraPictures(live)

    def is_covered() -> bool:
        return is_hidden(live.game) and not access.is_host(request)

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
        """The newest picture; no content before a camera's first one, which a page that asked as the camera was changed may meet."""
        jpeg = pictures.newest(covered=is_covered())
        return Response(status=204) if jpeg is None else Response(jpeg, mimetype="image/jpeg")

    @stream.get("/photos/<name>")
    def photo(name: str) -> ResponseReturnValue:
        path = live.record.photo(name)
        if path is None:
            abort(404, "no such photo")
        if is_covered():
            return Response(photos.jpeg(name, path, is_small="small" in request.args), mimetype="image/jpeg")
        if "small" in request.args:
            response = Response(small(path), mimetype="image/jpeg")
        else:
            response = send_file(path.absolute(), mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return stream
