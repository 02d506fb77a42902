"""What the page is told without asking: the state as server-sent events, and the pictures it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Blueprint, Response, abort, send_file
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui.snapshot import picture, snapshot

KEEP_ALIVE = 3.0
"""Seconds after which the state is sent again, changed or not: so both sides learn that the line is dead."""


def blueprint(live: LiveTable) -> Blueprint:
    """The streams of `live`."""
    stream = Blueprint("stream", __name__)

    @stream.get("/events")
    def events() -> ResponseReturnValue:
        """The whole state on connecting and after every change: one that reconnects has missed nothing."""

        def states() -> Iterator[str]:
            yield "retry: 1000\n\n"
            version = -1
            while not live.closed:
                state = snapshot(live)
                version = state["version"]
                yield f"id: {version}\ndata: {json.dumps(state, ensure_ascii=False)}\n\n"
                live.wait(version, KEEP_ALIVE)

        return Response(states(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @stream.get("/state")
    def state() -> ResponseReturnValue:
        return snapshot(live)

    @stream.get("/camera.jpg")
    def camera() -> ResponseReturnValue:
        jpeg = picture(live)
        if jpeg is None:
            abort(404, "no picture yet")
        return Response(jpeg, mimetype="image/jpeg")

    @stream.get("/photos/<name>")
    def photo(name: str) -> ResponseReturnValue:
        path = live.record.photo(name)
        if path is None:
            abort(404, "no such photo")
        response = send_file(path.absolute(), mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return stream
