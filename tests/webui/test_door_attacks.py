"""Whatever strangers and guests do to the server's connections, everybody else is answered, and nothing of it is left."""

from __future__ import annotations

import errno
import http.client
import logging
import socket
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

import webui.lines
import webui.server
import webui.site
from tests.live.stage import Played
from webui import Access, Server, Site, create_app, tls
from webui.identity import Identity
from webui.site import LISTENERS_EACH, Message, Receive, Send

PATIENCE = 20.0
GUEST, STRANGER = "192.168.1.77", "192.168.1.99"
HALF = b"GET / HTTP/1.1\r\nX: "
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\6\4\0\0\0\0\0\0\4\0\0\0\0"

Address = tuple[str, int]


class Anywhere(Site):
    """The site as it is seen from the address that a request names."""

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers one request."""
        address = dict(scope["headers"]).get(b"x-from", b"127.0.0.1").decode()
        await super().__call__({**scope, "client": (address, 4321)}, receive, send)


@contextmanager
def serving(server: Server) -> Iterator[None]:
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.stop()
        thread.join()


@pytest.fixture
def access() -> Access:
    return Access("0.0.0.0")  # noqa: S104 - it is served on the loopback alone


@pytest.fixture
def site(played: Played, access: Access) -> Site:
    return Anywhere(create_app(played.live, played.read, access), played.live, access)


@pytest.fixture
def where(site: Site) -> Iterator[Address]:
    listener = socket.create_server(("127.0.0.1", 0))
    address: Address = listener.getsockname()
    with serving(Server(site, listener)):
        yield address


@pytest.fixture
def certified(tmp_path: Path) -> Identity:
    return tls.identity(tmp_path / "tls", ["127.0.0.1"])


@pytest.fixture
def safe(site: Site, certified: Identity) -> Iterator[Address]:
    """The same by https."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 16)  # the system takes little off the server's hands
    address: Address = listener.getsockname()
    with serving(Server(site, listener, lambda: certified)):
        yield address


def connected(where: Address, sent: bytes = b"") -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.connect(where)
    line.sendall(sent)
    return line


def trusting(certified: Identity, *protocols: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=certified.authority)
    context.set_alpn_protocols(protocols)
    return context


def everything(line: socket.socket) -> bytes:
    """What comes until the other side ends the connection."""
    came = bytearray()
    with suppress(ConnectionResetError):
        while more := line.recv(1 << 16):
            came += more
    return bytes(came)


def connected_with(ends: set[Address]) -> set[Address]:
    """Those of the other ends with which the server still holds a connection."""
    return ends & {held.raddr for held in psutil.Process().net_connections("tcp4")}


def asking(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]).encode()


def status(where: Address, path: str = "/state", *headers: str, method: str = "GET") -> int:
    with closing(connected(where, asking(path, *headers, method=method))) as line:
        return int(line.recv(1 << 16).split()[1])


def admitted(access: Access) -> str:
    """The cookie of a new guest."""
    entry = access.accept(GUEST, access.invitation)
    assert entry is not None
    return f"Cookie: {access.cookie}={entry.token}"


def test_http_2_is_refused_and_its_connection_closed(where: Address) -> None:
    with closing(connected(where, PREFACE)) as line:
        assert everything(line).startswith(b"HTTP/1.1 400 ")


def test_nobody_is_led_to_http_2(where: Address) -> None:
    asked = asking("/state", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__")
    with closing(connected(where, asked)) as line:
        assert everything(line).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("protocols", [("h2", "http/1.1"), ("http/1.1",), ("h2",)])
def test_https_is_http_1_1_alone(safe: Address, certified: Identity, protocols: tuple[str, ...]) -> None:
    with trusting(certified, *protocols).wrap_socket(connected(safe), server_hostname="127.0.0.1") as line:
        assert line.selected_alpn_protocol() == ("http/1.1" if "http/1.1" in protocols else None)
        line.sendall(asking("/state", "Connection: close"))
        assert everything(line).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "TRACE", "CONNECT"])
@pytest.mark.parametrize("upgrade", ["websocket", "h2c"])
def test_an_upgrade_by_a_stranger_is_refused(where: Address, method: str, upgrade: str) -> None:
    asked = [
        "Connection: Upgrade",
        f"Upgrade: {upgrade}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    assert 400 <= status(where, "/state", f"X-From: {STRANGER}", "Content-Length: 0", *asked, method=method) < 500


def test_who_reads_nothing_is_dropped_and_holds_up_nobody(
    safe: Address, certified: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.lines, "IDLE", 1.0)
    asked = asking("/static/game.css", f"X-From: {STRANGER}")
    with ExitStack() as stack:
        lines: list[ssl.SSLSocket] = []
        for _ in range(16):
            line = trusting(certified).wrap_socket(connected(safe), server_hostname="127.0.0.1")
            lines.append(stack.enter_context(closing(line)))
            assert connected_with({line.getsockname()})
            line.sendall(asked * 200)
        host = http.client.HTTPSConnection(*safe, timeout=PATIENCE, context=trusting(certified))
        host.request("GET", "/state")
        assert host.getresponse().status == 200
        host.close()
        deadline = time.monotonic() + PATIENCE
        while connected_with({line.getsockname() for line in lines}):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert everything(lines[0]).count(b"HTTP/1.1 200 OK") < 100


def test_a_guest_has_so_many_streams_and_the_host_has_them_all_the_same(where: Address, access: Access) -> None:
    cookie = admitted(access)
    other = admitted(access)
    with ExitStack() as stack:
        answers = []
        for _ in range(2 * LISTENERS_EACH):
            line = stack.enter_context(closing(connected(where, asking("/events", f"X-From: {GUEST}", cookie))))
            answers.append(int(line.recv(1 << 12).split()[1]))
        assert answers == [200] * LISTENERS_EACH + [429] * LISTENERS_EACH
        assert status(where, "/events", "X-From: 192.168.1.78", cookie) == 429  # the same device, from elsewhere
        assert status(where, "/events", "X-From: 192.168.1.78", other) == 200
        assert status(where, "/events") == 200


def test_the_places_of_streams_that_have_ended_are_free(where: Address, access: Access) -> None:
    cookie = admitted(access)
    for _ in range(3 * LISTENERS_EACH):
        until = time.monotonic() + PATIENCE
        while status(where, "/events", f"X-From: {GUEST}", cookie) != 200:
            assert time.monotonic() < until


def test_an_address_has_so_many_bytes_under_way_and_another_one_its_own(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(webui.site, "BYTES_EACH", 100 << 10)
    where = request.getfixturevalue("where")
    with closing(connected(where, asking("/door", f"X-From: {STRANGER}", "Content-Length: 60000", method="POST"))):
        until = time.monotonic() + PATIENCE
        while status(where, "/door", f"X-From: {STRANGER}") != 503:
            assert time.monotonic() < until
        assert [status(where, "/door", f"X-From: {address}") for address in (GUEST, "127.0.0.1")] == [200, 302]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Address:
    """A server that has four connections for each address."""
    monkeypatch.setattr(webui.lines, "OWN", 4)
    where: Address = request.getfixturevalue("where")
    return where


def test_of_too_many_connections_the_oldest_that_ask_for_nothing_are_closed(
    few: Address, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack, closing(connected(few, asking("/events"))) as listening:
        assert listening.recv(15) == b"HTTP/1.1 200 OK"
        lines = [stack.enter_context(closing(connected(few, HALF))) for _ in range(40)]
        assert [everything(line) for line in lines[:36]] == [b""] * 36
        assert status(few) == 200
        assert listening.recv(15)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "127.0.0.1 wants more connections" in caplog.text


def test_where_all_are_being_answered_one_more_is_turned_away(few: Address) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            line = stack.enter_context(closing(connected(few, asking("/events"))))
            assert line.recv(15) == b"HTTP/1.1 200 OK"
        assert everything(stack.enter_context(closing(connected(few)))) == b""


class Full(socket.socket):
    """A socket that listens, of a system that has no room for connections at first."""

    tries = 0

    def accept(self) -> tuple[socket.socket, Address]:
        self.tries += 1
        if self.tries <= 3:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_where_the_system_has_no_room_nobody_is_let_in_for_a_while(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webui.server, "PAUSE", 0.05)
    listener = Full(fileno=socket.create_server(("127.0.0.1", 0)).detach())
    address: Address = listener.getsockname()
    with serving(Server(site, listener)):
        assert status(address) == 200
    assert listener.tries > 3
    assert [record.getMessage() for record in caplog.records] == ["tileref: nobody can be let in: Too many open files"]


def test_https_that_never_begins_is_closed(site: Site, certified: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.server, "IDLE", 0.3)
    listener = socket.create_server(("127.0.0.1", 0))
    address: Address = listener.getsockname()
    with serving(Server(site, listener, lambda: certified)), closing(connected(address)) as silent:
        assert everything(silent) == b""


def connections(where: Address) -> int:
    """How many the site holds."""
    open_here = psutil.Process().net_connections("inet")
    return sum(one.laddr == where and one.status != psutil.CONN_LISTEN for one in open_here)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says which sockets are open")
@pytest.mark.parametrize("sent", [PREFACE, HALF, asking("/static/game.css") * 200, asking("/events"), b""])
def test_nothing_is_left_of_who_has_gone(where: Address, sent: bytes) -> None:
    assert status(where) == 200
    for _ in range(50):
        connected(where, sent).close()
    until = time.monotonic() + PATIENCE
    while connections(where) and time.monotonic() < until:
        time.sleep(0.05)
    assert connections(where) == 0
    assert status(where) == 200
