"""Requests that break off, are slow or hold half a letter get one line, and hold up nobody else."""

from __future__ import annotations

import socket
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

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


def test_two_phones_whose_photos_come_slowly_hold_up_nobody_else_s(address: str) -> None:
    port = int(address.rpartition(":")[2])
    head = "POST /api/rack HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
    slow = [socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{n}", 0)) for n in (2, 3)]
    for line in slow:
        line.sendall(head.format(100_000).encode() + b"{")
    time.sleep(0.5)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=8) as line:
            line.sendall(head.format(2).encode() + b"{}")
            assert line.recv(100).startswith(b"HTTP/1.1 409")
    finally:
        for line in slow:
            line.close()
