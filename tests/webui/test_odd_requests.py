"""Requests that break off, are slow or hold half a letter get one line, and hold up nobody else."""

from __future__ import annotations

import socket
import time
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.live.stage import Played
from tests.webui.staged import served
from webui import Access, Site, create_app
from webui.proxy import Proxy

BEGIN = {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "camera": False}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    app.testing = False  # what fails is answered with 500, as in the program
    return app.test_client()


@pytest.mark.parametrize(
    ("command", "body"),
    [
        ("over", b'{"winner": "\\ud800"}'),
        ("first", b'{"player": "\\ud800"}'),
        ("count", b'{"player": "Anna", "rack": "\\ud800"}'),
        ("redeal", b'{"player": "Anna", "rack": "\\ud800"}'),
        ("lots", b'{"drawn": {"Anna": "\\ud800", "Ben": "R7"}}'),
        ("score", b'{"winner": "Anna", "racks": {"\\ud800": "3"}}'),
        ("rack", b'{"photo": "\\ud800"}'),
        ("rack", b'{"photo": "\\u00b2"}'),
        ("audit", b'{"after": "\\u00b2"}'),
        ("photo", b'{"photo": "\\u00b2", "event": 1}'),
        ("box", b'{"photo": "\\u00b2", "name": "x"}'),
    ],
)
def test_half_of_a_letter_is_refused_in_one_line(client: FlaskClient, command: str, body: bytes) -> None:
    assert client.post("/api/start", json=BEGIN).status_code == 200
    if command == "count":
        client.post("/api/over", json={"winner": "Ben"})
    answer = client.post(f"/api/{command}", data=body, content_type="application/json")
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    "route", ["/evening?evening={}", "/evening/{}", "/evenings/{}/missed", "/evenings/{}/sheet.csv"]
)
@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999999", "9" * 5000])
def test_an_evening_that_is_none_is_told_in_one_line(client: FlaskClient, route: str, number: str) -> None:
    client.post("/api/start", json=BEGIN)
    assert client.get(route.format(number)).status_code < 500


def test_two_phones_whose_photos_come_slowly_hold_up_nobody_else_s(played: Played) -> None:
    access = Access(proxy=Proxy())  # so that each phone has an address of its own here, too
    with served(Site(create_app(played.live, played.read, access), played.live, access)) as address:
        port = int(address.rpartition(":")[2])

        def send(phone: int, length: int, body: bytes) -> socket.socket:
            cookie = f"Cookie: {access.cookie}={access.guests.let_in('').token}"
            sender = f"Host: 127.0.0.1\r\nX-Forwarded-For: 192.168.1.{phone}\r\n{cookie}\r\n"
            head = (
                f"POST /api/rack HTTP/1.1\r\n{sender}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
            )
            line = socket.create_connection(("127.0.0.1", port), timeout=8)
            line.sendall(head.encode() + body)
            return line

        slow = [send(phone, 100_000, b"{") for phone in (2, 3)]
        time.sleep(0.5)
        with closing(send(4, 2, b"{}")) as line:
            assert line.recv(100).startswith(b"HTTP/1.1 409")
        for line in slow:
            line.close()
