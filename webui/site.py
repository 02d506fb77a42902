"""The site as an ASGI application: Flask answers requests, and streams of events go on from here.

Whatever comes in is bounded before Flask sees it: in size, in time, in how many photos wait to be read, and in how much of all that somebody asks for
at a time. An answer is whole before the first byte of it is sent, so that no thread waits for whoever takes it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http import HTTPStatus
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.http import http_date
from werkzeug.sansio.request import Request

from live.table import LiveTable
from vision.camera.picture_limits import MOST_POSTED, MOST_POSTED_BY_PHONE
from webui.access import Access
from webui.api import PHOTO_PATHS
from webui.cameras import PATH as PICTURES
from webui.compress import takes_gzip
from webui.proxy import settled
from webui.stream import EVENTS, Teller
from webui.tries import place_of

_TOGETHER = ""  # under which everybody's but the host's is counted


class Refusal(Exception):  # noqa: N818 - not an error of this program's
    """A request that is refused before Flask sees it."""

    def __init__(self, status: HTTPStatus, line: str) -> None:
        super().__init__(line)
        self.status = status


class Shares:
    """How much everybody has. To be used from one thread, or from one event loop."""

    def __init__(self, each: int, together: int, host: int, status: HTTPStatus, line: str) -> None:
        """What somebody has at most, what all have together, what each of the host's has, that does not count among these; and how more is refused."""
        self._each, self._together, self._host = each, together, host
        self._status, self._line = status, line
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, names: Sequence[str], amount: int = 1, *, is_host: bool = False) -> Iterator[None]:
        """Takes `amount` for as long as the ``with`` block lasts, out of the share of each of the `names`.

        Raises:
            Refusal: there is not so much left.
        """
        limits = dict.fromkeys(names, self._host if is_host else self._each)
        if not is_host:
            limits[_TOGETHER] = self._together
        if any(self._taken[name] + amount > most for name, most in limits.items()):
            raise Refusal(self._status, self._line)
        wanted = Counter(dict.fromkeys(limits, amount))
        self._taken += wanted
        try:
            yield
        finally:
            self._taken -= wanted  # which forgets whoever has nothing left


LARGEST_REQUEST = 64 * 1024
"""Maximum bytes of a request; it says which button was pressed, not more."""

BODY_TIME = 60.0
"""Seconds in which the whole of a request must have come."""

THREADS, OWN_THREADS = 10, 6
"""Maximum number of requests of all others, and of the host, that are answered at a time; those that are told of changes take none."""

TURNS = 4
"""Maximum number of requests from one address that are answered at a time; others from there wait."""

PHOTOS_AT_ONCE = 2
"""How many photos are received and read at a time; the camera's pictures are read between them."""

PHOTOS_WAITING = 12
"""Maximum number of further photos that may wait, one from each address."""

LISTENERS, LISTENERS_EACH = 400, 16
"""Maximum number of pages of all who are not the host that are told of changes at a time, and of one device or address; a browser opens six."""

OWN_LISTENERS = 200
"""The same for one of the host's."""

BYTES, BYTES_EACH = 128 << 20, 32 << 20
"""Maximum bytes of requests and answers that are held for all who are not the host, and for one device or address."""

_LARGEST = {**dict.fromkeys(PHOTO_PATHS, MOST_POSTED), PICTURES: MOST_POSTED_BY_PHONE}  # bytes, of whom was let in

PIECE = 64 * 1024
"""Bytes of an answer that are sent at a time: each of them is to be taken before the next."""

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class _Caller(NamedTuple):
    """Who sends a request."""

    names: Sequence[str]
    """The address, and the device where that was let in."""
    is_host: bool
    is_inside: bool
    """Whether it was let in."""


class _Answer(NamedTuple):
    """What Flask has answered."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes


class Site:
    """An ASGI application (specification 3.0) around the page."""

    def __init__(self, app: Flask, live: LiveTable, access: Access) -> None:
        """`app` is the page of `live`, to which `access` admits."""
        threads = {False: THREADS, True: OWN_THREADS}
        wsgi: Any = app.wsgi_app  # a2wsgi's types know nothing of Flask's
        self._flask: dict[bool, Any] = {is_host: WSGIMiddleware(wsgi, most) for is_host, most in threads.items()}
        self._live = live
        self._access = access
        self._teller: Teller | None = None
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._reading = asyncio.Semaphore(PHOTOS_AT_ONCE)
        busy, many = HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS
        in_line, again = PHOTOS_AT_ONCE + PHOTOS_WAITING, "try again in a moment"
        self._photos = Shares(1, in_line, 1, busy, f"other photos are being read: {again}")
        pages = "too many pages are open: close one, then reload"
        self._listeners = Shares(LISTENERS_EACH, LISTENERS, OWN_LISTENERS, many, pages)
        self._bytes = Shares(BYTES_EACH, BYTES, BYTES, busy, f"too much is under way: {again}")

    def close(self) -> None:
        """Ends the streams, so that the server can end."""
        if self._teller is not None:
            self._teller.close()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers one request."""
        scope = settled(scope, self._access.proxy, is_sole=self._access.is_sole)
        try:
            await self._answer(scope, receive, send)
        except Refusal as refusal:
            await _give(_refused(refusal), send)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["http_version"] not in {"1.0", "1.1"}:
            raise Refusal(HTTPStatus.BAD_REQUEST, "HTTP/1.1 is spoken here, and no later version")
        if not scope["path"]:  # pages name all that they ask for from where they are, which is below a slash
            moved = [(b"location", f"{scope['root_path']}/".encode()), (b"content-length", b"0")]
            await _give(_Answer(HTTPStatus.PERMANENT_REDIRECT, moved, b""), send)
            return
        request = _request(scope)
        caller = self._caller(request)
        with self._placed(request.path, caller):
            most = _LARGEST.get(request.path, LARGEST_REQUEST) if caller.is_inside else LARGEST_REQUEST
            length = request.content_length
            with self._held(caller, most if length is None else min(length, most)):
                body = await _received(receive, most)
                answer = await self._asked(scope, body, caller)
            streams = request.path == EVENTS and request.method == "GET" and answer.status == HTTPStatus.OK
            with self._held(caller, len(answer.body)):
                await _give(answer, send, goes_on=streams)
            if streams:
                await self._go_on(request, receive, send)

    def _caller(self, request: Request) -> _Caller:
        guest, place = self._access.guest(request), place_of(request.remote_addr or "")
        names = (place,) if guest is None else (place, guest.device)
        return _Caller(names, self._access.is_host(request), self._access.admits(request))

    def _placed(self, path: str, caller: _Caller) -> AbstractContextManager[None]:
        """Has one of the places for photos, or for pages that are told of changes, where the request is for one."""
        if caller.is_inside and path == EVENTS:
            return self._listeners.take(caller.names, is_host=caller.is_host)
        if caller.is_inside and path in PHOTO_PATHS:
            return self._photos.take(caller.names, is_host=caller.is_host)
        return nullcontext()

    def _held(self, caller: _Caller, size: int) -> AbstractContextManager[None]:
        """Holds so many bytes."""
        return self._bytes.take(caller.names, size, is_host=caller.is_host)

    async def _asked(self, scope: Message, body: bytes, caller: _Caller) -> _Answer:
        """The whole of what Flask answers."""
        status, headers, chunks = 0, (), []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def note(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], message["headers"]
            else:
                chunks.append(message["body"])

        turn = self._turns.setdefault(caller.names[0], asyncio.Semaphore(TURNS))
        reading = self._reading if scope["path"] in PHOTO_PATHS and caller.is_inside else nullcontext()
        async with reading, turn:
            whole = {**scope, "path": scope["root_path"] + scope["path"]}  # as ASGI has it
            await self._flask[caller.is_host](whole, receive, note)
        return _Answer(status, headers, b"".join(chunks))

    async def _go_on(self, request: Request, receive: Receive, send: Send) -> None:
        """Sends events until one side leaves."""
        telling = asyncio.create_task(self._tell(request, send))
        leaving = asyncio.create_task(_left(receive))
        _, others = await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _tell(self, request: Request, send: Send) -> None:
        """Sends events as long as the listener is admitted: a device may be sent out."""
        self._teller = self._teller or Teller(self._live, self._access.guests)
        async for event in self._teller.events():
            if not self._access.admits(request):
                break
            body = event.packed if takes_gzip(request) else event.plain
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    """Returns when the other side has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _received(receive: Receive, most: int) -> bytes:
    """The whole body.

    Raises:
        Refusal: it is larger than `most` bytes, or takes longer than `BODY_TIME`.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIME):
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refusal(HTTPStatus.BAD_REQUEST, "the request broke off")
                body += message["body"]
                more = message["more_body"]
                if len(body) > most:
                    raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"send {most // 1024} KiB at most")
    except TimeoutError:
        raise Refusal(HTTPStatus.REQUEST_TIMEOUT, f"the request took longer than {BODY_TIME:g} seconds") from None
    return bytes(body)


async def _give(answer: _Answer, send: Send, *, goes_on: bool = False) -> None:
    """Sends an answer piece by piece; where it goes on, the rest is sent by others."""
    headers = [*answer.headers, (b"date", http_date().encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    for at in range(0, len(answer.body), PIECE):
        await send({"type": "http.response.body", "body": answer.body[at : at + PIECE], "more_body": True})
    if not goes_on:
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _refused(refusal: Refusal) -> _Answer:
    """One line that says why; what is left of the request is not waited for."""
    body = json.dumps({"error": str(refusal), "code": refusal.status.phrase}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    return _Answer(refusal.status, headers, body)


def _request(scope: Message) -> Request:
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
