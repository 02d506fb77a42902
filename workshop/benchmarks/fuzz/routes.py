"""Requests to the page of the real program, and what must hold of each.

Each is answered in time, and not with a fault of the server's, or its line is closed.
"""

from __future__ import annotations

import base64
import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, urlsplit

from hypothesis import strategies as st

from webui.site import LARGEST_REQUEST
from workshop.benchmarks.fuzz import material
from workshop.benchmarks.processes import megabytes_of_family

SECONDS = 10.0
"""Within which a request is answered, or its line closed."""
PATIENCE = 120.0
"""Seconds of real time after which a request counts as never answered: the machine may have other things to do."""
MEGABYTES = 1000.0
"""Memory that the program and its processes may hold together, 10^6 bytes."""
START = 120.0
LARGEST = 1 << 22  # bytes of an answer that are looked at
FAULTS = frozenset({b"500", b"501", b"502", b"504", b"505"})
"""Answers that speak of a fault of the server's; 503 and 507 say that there is no room, on purpose."""

PRESSES: Mapping[str, Any] = {
    "start": {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "newGame": True, "deal": True, "camera": True, "handicaps": {"Ben": 120, "Anna": None}},
    "forget": {"name": "Ben"}, "leave-camera": {}, "judge-again": {"press": 12}, "challenge": {"press": 12}, "photo": {"photo": "AAAA", "event": 12},
    "overrule": {"press": 12, "outcome": "legal", "reason": "we all saw it"},
    "audit": {"after": "AAAA", "before": "AAAA", "rulebook": "jumbo-original-2016", "opening": True},
    "first-turn": {}, "first": {"player": "Ben"}, "lots": {"drawn": {"Anna": "R7", "Ben": "12"}},
    "redeal": {"player": "Anna", "rack": "R4 R4 K7 K7 B9 B9 O1 O2 O3 K1 K2 R12 R13 J"},
    "end": {"turn": 0, "open": "R7", "called": True}, "draw": {"turn": 0}, "extend": {"turn": 0, "taken": 0}, "face-up": {"took": "pool", "discarded": "R7", "open": None},
    "answer": {"set": 0, "index": 2, "event": 12, "tile": "R6"},
    "correct": {"corners": [[10, 10], [50, 10], [50, 70], [10, 70]], "tile": "R6", "event": 12},
    "add": {"at": [640, 360], "tile": "R6"}, "undo": {"event": 12}, "redo": {}, "pause": {}, "resume": {"anyway": True}, "judge-anyway": {},
    "rule": {"outcome": "legal", "reason": "we all saw it"}, "over": {"winner": "Anna"}, "count": {"player": "Ben", "rack": "K3 J"},
    "amend": {"round": 1, "player": "Ben", "points": -30},
    "clock": {"by": -20, "to": None, "press": 12}, "rename": {"player": "Ben", "name": "Benno"}, "leave": {"player": "Ben"},
    "score": {"winner": None, "racks": {"Anna": "24", "Ben": "K3 J"}, "blocked": True},
    "next": {"players": ["Anna", "Ben", "Cleo"], "deal": True}, "new-game": {}, "area": {"area": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]}, "accept-camera": {},
    "demo": {"byItself": False, "again": True},
}  # fmt: skip
OTHERS = {
    "/door": {"code": "123456"}, "/role": {"device": "3fa29c", "role": "player", "player": "Anna"}, "/devices": {"renew": True, "reach": "evening"},
}  # fmt: skip
"""What else is posted."""

PATHS = (
    "/",
    "/door",
    "/role",
    "/devices",
    "/state",
    "/events",
    "/camera.jpg",
    "/invitation.svg",
    "/static/main.js",
    "/api/rulebook?id=jumbo-original-2016&players=3",
    "/api/names",
    "/desk",
    "/evening/2/report",
    "/offline",
    "/service-worker.js",
    "/photos/" + "0" * 64 + ".jpg",
)


@dataclass(frozen=True)
class Request:
    """Bytes on a line."""

    sent: bytes
    is_whole: bool
    """Whether it is a request that HTTP knows, so that an answer is due."""


_beginnings = st.sampled_from([
    b"", b"GET / HTTP/1.1\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01", b"GET /state HTTP/9.9\r\nHost: x\r\n\r\n",
])  # fmt: skip
_paths = st.one_of(
    st.sampled_from(PATHS),
    st.builds(
        lambda a, b: a + quote(b.encode("utf-8", "replace")),
        st.sampled_from([*PATHS, "/photos/", "/static/", "/door/", "/api/rulebook?id=", "/api/rulebook?players="]),
        st.one_of(material.texts, material.names),
    ),
)
_methods = st.sampled_from(["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH", "CONNECT", "POST"])
_headers = st.sampled_from([
    "Host", "Cookie", "Origin", "Content-Type", "Accept-Language", "If-None-Match", "If-Modified-Since", "Range", "Sec-Fetch-Site",
    "X-Forwarded-For", "Connection", "Upgrade",
])  # fmt: skip
_header_values = st.one_of(
    material.texts,
    st.sampled_from(["tileref_guest=x", "tileref_language=../../etc", "bytes=0-", "h2c", "websocket", "de;q=nan"]),
)


@st.composite
def requests(draw: st.DrawFn) -> Request:
    """A request, most of them a press."""
    kind = draw(st.sampled_from(["press", "press", "press", "press", "rack", "door", "get", "get", "other", "raw"]))
    if kind == "raw":
        return Request(draw(_beginnings) + draw(st.one_of(st.binary(max_size=200), material.repeated)), is_whole=False)
    if kind == "get":
        return Request(_head(draw, "GET", draw(_paths)), is_whole=True)
    if kind == "other":
        method = draw(_methods)
        return Request(_head(draw, method, draw(st.sampled_from([*PATHS, "/api/end", "*"]))), is_whole=False)
    path, body = {"press": _press, "rack": _rack_photo}.get(kind, _other_post)(draw)
    return Request(_head(draw, "POST", path, body), is_whole=True)


def _press(draw: st.DrawFn) -> tuple[str, bytes]:
    """A button, and what is sent with it; now and then a state that the page has long left."""
    name = draw(st.sampled_from(list(PRESSES)))
    old = {"seen": {"round": 1, "turn": 0, "state": "turn"}} if draw(st.integers(0, 9)) == 0 else {}
    return f"/api/{name}", draw(material.encoded(material.altered(PRESSES[name] | old)))


def _rack_photo(draw: st.DrawFn) -> tuple[str, bytes]:
    """A photo of a rack, seldom a small file that is a large photo."""
    large = st.sampled_from(material.bombs()) if draw(st.integers(0, 20)) == 0 else material.photos
    photo = base64.b64encode(draw(st.one_of(material.photos, material.photos, large)))
    return "/api/rack", draw(
        st.one_of(st.just(b'{"photo": "%s"}' % photo), material.encoded(material.altered({"photo": "AAAA"})))
    )


def _other_post(draw: st.DrawFn) -> tuple[str, bytes]:
    """What is posted to the door, or says who somebody is."""
    path, right = draw(st.sampled_from(list(OTHERS.items())))
    return path, draw(material.encoded(material.altered(right)))


def _head(draw: st.DrawFn, method: str, path: str, body: bytes | None = None) -> bytes:
    """A request with these; now and then with a header that makes no sense."""
    headers = {"Host": "127.0.0.1"}
    if body is not None:
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    if draw(st.integers(0, 5)) == 0:
        name = draw(_headers)
        headers[name] = "".join(c for c in draw(_header_values) if c not in "\r\n\0")[:8000]
    given = (f"{name}: {value}" for name, value in headers.items())
    lines = [f"{method} {path} HTTP/1.1", *given, "Connection: close", "", ""]
    return "\r\n".join(lines).encode("utf-8", "replace") + (body or b"")


def _asked(
    where: tuple[str, int], method: str, path: str, body: Mapping[str, Any] | None = None, cookie: str = ""
) -> HTTPResponse:
    """What the server answers somebody who means well."""
    with closing(HTTPConnection(*where, timeout=PATIENCE)) as line:
        line.request(method, path, json.dumps(body), {"Content-Type": "application/json", "Cookie": cookie})
        answer = line.getresponse()
        answer.read()
        return answer


class Server:
    """``tileref serve --demo``, for as long as the ``with`` block lasts; asked as the host, or as a guest who plays."""

    def __init__(self, *, as_guest: bool = False) -> None:
        """A guest needs this machine to have an address in a network; OSError is raised where it has none."""
        self._log = tempfile.NamedTemporaryFile("w+", prefix="fuzz-", suffix=".log")  # noqa: SIM115 - open as long as the server
        command = [sys.executable, "-m", "cli.main", "serve", "--demo", "--port", "0", "--json"]
        command += ["--host", "0.0.0.0"] if as_guest else []  # noqa: S104 - guests come from the network
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)  # noqa: S603 - our own program
        self._as_guest = as_guest
        self._where = ("127.0.0.1", 0)
        self._cookie = ""

    def __enter__(self) -> Self:
        told = json.loads(self._process.stdout.readline() if self._process.stdout is not None else "{}")
        address = urlsplit(told["address"])
        self._where = (str(address.hostname), int(address.port or 0))
        if self._as_guest:
            self._let_in(urlsplit(told["invitation"]).path)
        return self

    def _let_in(self, invitation: str) -> None:
        """The host begins a round, and a guest comes who is the first of its players."""
        host, port = self._where
        if ip_address(host).is_loopback:
            self.__exit__()
            raise OSError("this machine has no address in a network: nobody can be its guest")
        _asked(("127.0.0.1", port), "POST", "/api/start", PRESSES["start"])
        self._cookie = str(_asked(self._where, "GET", invitation).headers["Set-Cookie"]).partition(";")[0]
        answer = _asked(self._where, "POST", "/role", {"role": "player", "player": "Anna"}, self._cookie)
        if answer.status != HTTPStatus.OK:
            self.__exit__()
            raise OSError(f"the guest was not let in: {answer.status}")

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(START)
        finally:
            self._process.kill()
            self._log.close()
            if self._process.stdout is not None:
                self._process.stdout.close()

    def complaint(self, request: Request) -> str | None:
        """What is wrong with how a request is answered; None where nothing is."""
        sent, answer = self._from_here(request.sent), b""
        with suppress(OSError), closing(socket.create_connection(self._where, PATIENCE)) as line:
            try:
                line.sendall(sent)
                line.shutdown(socket.SHUT_WR)
                while len(answer) < LARGEST and b"text/event-stream" not in answer and (more := line.recv(1 << 16)):
                    answer += more
            except TimeoutError:
                return "was neither answered nor hung up on"
        status = answer[9:12]
        if status in FAULTS and request.is_whole:
            return f"answered {answer[:400]!r}"
        is_cut_short = (
            len(request.sent) > LARGEST_REQUEST and not answer
        )  # hung up on while it was sending: what was said is lost
        if request.is_whole and not is_cut_short and not answer.startswith(b"HTTP/1.1 "):
            return f"answered {answer[:100]!r}"
        return None

    def _from_here(self, sent: bytes) -> bytes:
        """A request as whoever asks sends it: to the address that they know, a guest with the cookie or another."""
        cookie = f"\r\nCookie: {self._cookie}" if self._cookie and b"\r\nCookie: " not in sent else ""
        return sent.replace(b"Host: 127.0.0.1\r\n", f"Host: {self._where[0]}{cookie}\r\n".encode(), 1)

    def complaint_of_all(self) -> str | None:
        """What is wrong with the program after all requests; None where nothing is."""
        if self._process.poll() is not None:
            return f"the server has ended with {self._process.returncode}"
        megabytes = megabytes_of_family(self._process.pid)
        if megabytes > MEGABYTES:
            return f"the server holds {megabytes:.0f} MB"
        log = Path(self._log.name).read_text(encoding="utf-8")
        if log.strip():
            return f"the server complains: {log[-1000:]}"
        began = time.monotonic()
        answer = self.complaint(
            Request(b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", is_whole=True)
        )
        return answer or (None if time.monotonic() - began < SECONDS else "the server has become slow")
