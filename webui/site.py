"""The site as an ASGI application: Flask answers requests, and streams of events go on from here.

Whatever comes in is bounded before Flask sees it: in size, in time, and in how many photos wait to be read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from flask import Flask
from hypercorn.middleware import AsyncioWSGIMiddleware
from hypercorn.typing import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, ASGISendEvent, HTTPScope, Scope
from werkzeug.datastructures import Headers
from werkzeug.sansio.request import Request

from live.table import LiveTable
from webui.access import Access
from webui.api import LARGEST_PHOTO, PHOTO_PATHS
from webui.phone import LARGEST_PICTURE
from webui.phone import PATH as PICTURES
from webui.proxy import rooted, settled
from webui.teller import Teller

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LARGEST_REQUEST = 64 * 1024
"""Maximum bytes of a request; it says which button was pressed, not more."""

BODY_TIME = 60.0
"""Seconds in which the whole of a request must have come."""

PHOTOS_AT_ONCE = 2
"""How many photos are received and read at a time; the camera's pictures are read between them."""

PHOTOS_WAITING = 12
"""Maximum number of further photos that may wait, one from each address."""

LISTENERS = 400
"""Maximum number of pages that are told of changes at a time."""


class _Refusal(Exception):  # noqa: N818 - not an error of this program's
    """A request that is refused before Flask sees it."""

    def __init__(self, status: HTTPStatus, line: str) -> None:
        super().__init__(line)
        self.status = status


class Site:
    """An ASGI application (specification 3.0) around the page."""

    def __init__(self, app: Flask, live: LiveTable, access: Access) -> None:
        """`app` is the page of `live`, to which `access` admits."""
        self._flask = rooted(AsyncioWSGIMiddleware(_never_empty(app.wsgi_app), LARGEST_PHOTO))
        self._live = live
        self._access = access
        self._teller: Teller | None = None
        self._photos = asyncio.Semaphore(PHOTOS_AT_ONCE)
        self._senders: set[str] = set()  # the addresses whose photos wait or are read

    def close(self) -> None:
        """Ends the streams, so that the server can end."""
        if self._teller is not None:
            self._teller.close()

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Answers one request, or follows the server's start and end."""
        if scope["type"] == "lifespan":
            await self._live_on(receive, send)
        elif scope["type"] == "http":
            scope = settled(scope, self._access.proxy, is_sole=self._access.is_sole)
            try:
                await self._answer(scope, receive, send)
            except _Refusal as refusal:
                await _refuse(refusal, scope, send)

    async def _live_on(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Follows the server's start and end."""
        await receive()
        self._teller = Teller(self._live, self._access.guests)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        request = _request(scope)
        if scope["path"] in PHOTO_PATHS and self._access.admits(request):
            sender = request.remote_addr or ""
            if sender in self._senders or len(self._senders) >= PHOTOS_AT_ONCE + PHOTOS_WAITING:
                raise _Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "other photos are being read: try again in a moment")
            self._senders.add(sender)
            try:
                body = await _received(receive, LARGEST_PHOTO)  # a slow line holds up nobody else's photo
                async with self._photos:
                    await self._flask(scope, body, send)
            finally:
                self._senders.discard(sender)
            return
        most = LARGEST_PICTURE if scope["path"] == PICTURES and self._access.admits(request) else LARGEST_REQUEST
        await self._pass_on(scope, await _received(receive, most), receive, send)

    async def _pass_on(
        self, scope: HTTPScope, body: ASGIReceiveCallable, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Lets Flask answer; where the answer is a stream of events, more of them follow."""
        streams = False

        async def answered(message: ASGISendEvent) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                kind = dict(message["headers"]).get(b"content-type", b"")
                streams = message["status"] == HTTPStatus.OK and kind.startswith(b"text/event-stream")
            elif message["type"] == "http.response.body" and streams:
                message["more_body"] = True
            await send(message)

        if scope["path"] == "/events" and self._teller is not None and self._teller.listeners >= LISTENERS:
            raise _Refusal(HTTPStatus.SERVICE_UNAVAILABLE, f"{LISTENERS} pages are open: close one, then reload")
        await self._flask(scope, body, answered)
        if streams:
            telling = asyncio.create_task(self._tell(_request(scope), send))
            leaving = asyncio.create_task(_left(receive))
            _, others = await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    async def _tell(self, request: Request, send: ASGISendCallable) -> None:
        """Sends events as long as the listener is admitted: a device may be sent out."""
        if self._teller is not None:
            async for event in self._teller.events():
                if not self._access.admits(request):
                    break
                await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _never_empty(app: WSGIApplication) -> WSGIApplication:
    """The application with at least one chunk in each answer: hypercorn's bridge begins to answer only with the first."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        body = app(environ, start_response)
        try:
            yield b""
            yield from body
        finally:
            if hasattr(body, "close"):
                body.close()

    return answer


async def _left(receive: ASGIReceiveCallable) -> None:
    """Returns when the other side has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _received(receive: ASGIReceiveCallable, most: int) -> ASGIReceiveCallable:
    """Takes the whole body, and returns a callable that hands it on.

    Raises:
        _Refusal: it is larger than `most` bytes, or takes longer than `BODY_TIME`.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIME):
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise _Refusal(HTTPStatus.BAD_REQUEST, "the request broke off")
                body += message["body"]
                more = message["more_body"]
                if len(body) > most:
                    raise _Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"send {most // 1024} KiB at most")
    except TimeoutError:
        raise _Refusal(HTTPStatus.REQUEST_TIMEOUT, f"the request took longer than {BODY_TIME:g} seconds") from None
    whole: ASGIReceiveEvent = {"type": "http.request", "body": bytes(body), "more_body": False}

    async def again() -> ASGIReceiveEvent:
        return whole

    return again


async def _refuse(refusal: _Refusal, scope: HTTPScope, send: ASGISendCallable) -> None:
    body = json.dumps({"error": str(refusal), "code": refusal.status.phrase}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if scope["http_version"] < "2":
        # A connection that serves many requests at once must not be closed for one of them (RFC 9113, 8.2.2).
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _request(scope: HTTPScope) -> Request:
    """The request as far as the door asks about it: where it comes from, and its cookie."""
    pairs: Any = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    client = scope["client"]
    return Request(
        method=scope["method"],
        scheme=scope["scheme"],
        server=None,
        root_path="",
        path=scope["path"],
        query_string=scope["query_string"],
        headers=Headers(pairs),
        remote_addr=client[0] if client else None,
    )
