"""The server stays open to everybody else, whatever some do to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from flask import Flask

import webui
import webui.lines
import webui.site
from tests.live.stage import Played

PATIENCE = 20.0
MANY = 300


@pytest.fixture
def host(address: str) -> str:
    return urlsplit(address).netloc


def asked(
    host: str, path: str = "/state", body: str | None = None
) -> tuple[int, dict[str, Any], http.client.HTTPMessage]:
    with closing(http.client.HTTPConnection(host, timeout=PATIENCE)) as line:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        line.request("GET" if body is None else "POST", path, body, headers)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read()), answer.headers


def connected(host: str, text: str = "") -> socket.socket:
    name, port = host.split(":")
    line = socket.create_connection((name, int(port)), timeout=PATIENCE)
    line.sendall(text.encode())
    return line


def events(line: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    for told in line:
        if told.startswith(b"data: "):
            yield json.loads(told.removeprefix(b"data: "))


def test_requests_that_are_never_finished_shut_nobody_out(host: str) -> None:
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(closing(connected(host, "GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")))
        assert asked(host)[0] == 200


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """A server that waits for no more than a moment."""
    monkeypatch.setattr(webui.lines, "IDLE", 0.3)
    monkeypatch.setattr(webui.site, "BODY_TIME", 0.3)
    address: str = request.getfixturevalue("address")
    return urlsplit(address).netloc


def test_a_line_that_asks_for_nothing_is_closed_and_one_that_listens_is_not(hasty: str) -> None:
    with (
        closing(http.client.HTTPConnection(hasty, timeout=PATIENCE)) as listening,
        closing(connected(hasty, "GET /")) as idle,
    ):
        listening.request("GET", "/events")
        told = events(listening.getresponse())
        assert next(told)["phase"] == "setup"
        assert idle.recv(1) == b""
        asked(hasty, "/api/start", json.dumps({"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016"}))
        assert next(state for state in told if state["phase"] == "playing")["players"][0]["name"] == "Anna"


def test_a_body_that_never_ends_is_given_up(hasty: str) -> None:
    head = "POST /api/end HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    with closing(connected(hasty, head)) as line:
        assert line.recv(100).startswith(b"HTTP/1.1 408")


def test_what_is_too_large_is_refused_in_one_line(host: str) -> None:
    status, said, _ = asked(host, "/api/end", json.dumps({"open": "R" * webui.site.LARGEST_REQUEST}))
    assert (status, said["error"]) == (413, "send 64 KiB at most")


@pytest.mark.parametrize("path", ["/api/end", "/door"])
def test_what_is_nested_beyond_reason_is_no_crash(host: str, path: str) -> None:
    status, said, _ = asked(host, path, "[" * 30_000)
    assert 400 <= status < 500
    assert "error" in said


def test_what_the_browser_has_already_is_not_sent_again(host: str) -> None:
    with closing(http.client.HTTPConnection(host, timeout=PATIENCE)) as line:
        line.request("GET", "/static/main.js")
        first = line.getresponse()
        assert (first.status, bool(first.read())) == (200, True)
        line.request("GET", "/static/main.js", headers={"If-None-Match": first.headers["ETag"]})
        second = line.getresponse()
        assert (second.status, second.read()) == (304, b"")
        line.request("HEAD", "/state")
        assert line.getresponse().status == 200


def test_who_says_no_more_is_answered_all_the_same(host: str) -> None:
    with closing(connected(host, "GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")) as line:
        line.shutdown(socket.SHUT_WR)
        assert line.recv(15) == b"HTTP/1.1 200 OK"


def test_nobody_is_told_what_the_server_is_made_of(host: str) -> None:
    assert "Server" not in asked(host)[2]


def test_a_device_sends_one_photo_at_a_time(host: str) -> None:
    head = (
        "POST /api/rack HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    with closing(connected(host, head)):
        deadline = time.monotonic() + PATIENCE
        while (answer := asked(host, "/api/rack", "{}"))[0] != 503 and time.monotonic() < deadline:
            pass  # the first has not begun yet
        assert (answer[0], answer[1]["error"]) == (503, "other photos are being read: try again in a moment")
        assert asked(host)[0] == 200


def test_a_server_that_is_stopped_before_it_has_begun_ends_all_the_same(app: Flask, played: Played) -> None:
    server = webui.Server(webui.Site(app, played.live, webui.Access()), socket.create_server(("127.0.0.1", 0)))
    server.stop()
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_server_is_stopped_twice_by_who_presses_ctrl_c_once_more(app: Flask, played: Played) -> None:
    server = webui.Server(webui.Site(app, played.live, webui.Access()), socket.create_server(("127.0.0.1", 0)))
    server.stop()
    server.run()
    server.stop()


class Latecomer:
    """A site; somebody comes to it a few rounds of the server's loop after it was told to close."""

    def __init__(self, port: int, rounds: int) -> None:
        self._port, self._rounds = port, rounds
        self.lines: list[socket.socket] = []

    def close(self) -> None:
        if self._rounds > 0:
            self._rounds -= 1
            asyncio.get_running_loop().call_soon(self.close)
            return
        with suppress(ConnectionRefusedError):
            self.lines.append(socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE))


@pytest.mark.parametrize("rounds", range(10))
def test_who_comes_while_the_server_ends_is_not_left_waiting(rounds: int) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    site = Latecomer(listener.getsockname()[1], rounds)
    server = webui.Server(cast("webui.Site", site), listener)
    server.stop()
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    serving.join(PATIENCE)
    assert not serving.is_alive()
    for line in site.lines:
        with closing(line), suppress(ConnectionResetError):
            assert line.recv(1) == b""
