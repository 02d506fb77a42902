"""What the page is told without asking: the state as server-sent events, and the pictures it shows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import NamedTuple

from flask import Blueprint, Response, abort, request, send_file
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui.access import Access
from webui.compress import STREAM, part, takes_gzip
from webui.guests import Guests
from webui.pictures import NARROWED, WIDTH, CameraPictures, covered_file, is_hidden, smaller
from webui.snapshot import snapshot

KEEP_ALIVE = 3.0
"""Seconds after which the state is sent again, changed or not, so that both sides learn of a dead connection."""

PACE = 0.04
"""Minimum seconds between two events: what changes faster is sent together."""


class Event(NamedTuple):
    """A server-sent event, as it is and compressed."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, text: str) -> Event:
        """That text."""
        return cls(text.encode(), part(text.encode()))


def as_event(live: LiveTable, guests: Guests) -> tuple[int, Event]:
    """The version of the state of `live` with its `guests`, and the whole of it as an event."""
    state = snapshot(live, guests.changes)
    version: int = state["version"]
    return version, Event.of(f"id: {version}\ndata: {json.dumps(state, ensure_ascii=False)}\n\n")


class Teller:
    """Follows a table while anybody listens. To be used in one event loop."""

    def __init__(self, live: LiveTable, guests: Guests) -> None:
        self._live, self._guests = live, guests
        self._closed = False
        self._listeners = 0
        self._following: asyncio.Task[None] | None = None
        self._told = 0  # counts the tellings
        self._newest = Event(b"", b"")
        self._fresh = asyncio.Event()

    async def events(self) -> AsyncIterator[Event]:
        """Every change from here on, as server-sent events; a slow connection gets the newest one and misses those before."""
        told = self._told
        self._listeners += 1
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())
        try:
            while True:
                if told == self._told:
                    await self._fresh.wait()
                if self._closed:
                    return
                told = self._told
                yield self._newest
        finally:
            self._listeners -= 1

    def close(self) -> None:
        """Ends all streams of events."""
        self._closed = True
        self._fresh.set()
        self._live.bulletin.change()  # so that nobody waits for one

    async def _follow(self) -> None:
        while self._listeners and not self._live.closed:
            version, event = await asyncio.to_thread(as_event, self._live, self._guests)
            if self._closed:
                return
            self._told += 1
            self._newest = event
            self._fresh.set()
            self._fresh = asyncio.Event()
            await asyncio.sleep(PACE)
            await asyncio.to_thread(self._live.bulletin.wait, version, KEEP_ALIVE)


EVENTS = "/events"
"""Path of the stream."""

RETRY = Event.of("retry: 1000\n\n")
"""Milliseconds after which a browser whose line broke connects again."""


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The streams of `live` for those whom `access` admits."""
    stream = Blueprint("stream", __name__)
    guests, pictures = access.guests, CameraPictures(live)

    def is_covered() -> bool:
        return is_hidden(live.game) and not access.is_host(request)

    def width_asked() -> int | None:
        return next((width for size, width in NARROWED.items() if size in request.args), None)

    @stream.get(EVENTS)
    def events() -> ResponseReturnValue:
        """The whole state on connecting, so that a page that reconnects has missed nothing. `webui.site` goes on with every change."""
        _, state = as_event(live, guests)
        headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
        parts = (RETRY.plain, state.plain)
        if takes_gzip(request):
            headers["Content-Encoding"] = "gzip"
            parts = (STREAM + RETRY.packed, state.packed)
        return Response(iter(parts), mimetype="text/event-stream", headers=headers)

    @stream.get("/state")
    def state() -> ResponseReturnValue:
        return snapshot(live, guests.changes)

    @stream.get("/camera.jpg")
    def camera() -> ResponseReturnValue:
        """The newest picture; no content before a camera's first one, which a page that asked as the camera was changed may meet."""
        jpeg = pictures.newest(width_asked() or WIDTH, covered=is_covered())
        return Response(status=204) if jpeg is None else Response(jpeg, mimetype="image/jpeg")

    @stream.get("/photos/<name>")
    def photo(name: str) -> ResponseReturnValue:
        path = live.record.photo(name)
        if path is None:
            abort(404, "no such photo")
        width, webp = width_asked(), "webp" in request.args
        form = "image/webp" if webp else "image/jpeg"
        if is_covered():
            return Response(covered_file(live, name, path, width, webp=webp), mimetype=form)
        is_whole = width is None and not webp
        response = send_file(path.absolute()) if is_whole else Response(smaller(path, width, webp=webp))
        response.mimetype = form
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return stream
