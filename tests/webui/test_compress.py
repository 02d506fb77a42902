"""What a browser loads comes compressed where it takes that, and as it is where not."""

from __future__ import annotations

import gzip
import re
import zlib

import pytest
from flask.testing import FlaskClient

from webui.compress import STREAM, part

GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/static/game.css"])
def test_texts_come_compressed_to_a_browser_that_takes_it(client: FlaskClient, path: str) -> None:
    with client.get(path) as plain, client.get(path, headers=GZIP) as small:
        assert (plain.headers.get("Content-Encoding"), small.headers["Content-Encoding"]) == (None, "gzip")
        assert gzip.decompress(small.data) == plain.data
        assert len(small.data) < len(plain.data) / 2
        assert int(small.headers["Content-Length"]) == len(small.data)
        assert "Accept-Encoding" in plain.headers["Vary"]


def test_what_a_browser_has_already_is_not_sent_again(client: FlaskClient) -> None:
    with client.get("/static/main.js", headers=GZIP) as first:
        known = first.headers["ETag"]
    with client.get("/static/main.js", headers={**GZIP, "If-None-Match": known}) as second:
        assert (second.status_code, second.data) == (304, b"")


@pytest.mark.parametrize("path", ["/state", "/static/icons/192.png"])
def test_the_state_and_pictures_come_as_they_are(client: FlaskClient, path: str) -> None:
    with client.get(path, headers=GZIP) as answer:
        assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)


def test_the_stream_of_events_is_compressed_to_a_browser_that_takes_it(client: FlaskClient) -> None:
    with client.get("/events") as plain, client.get("/events", headers=GZIP) as small:
        assert (plain.headers.get("Content-Encoding"), small.headers["Content-Encoding"]) == (None, "gzip")
        told = zlib.decompressobj(wbits=31).decompress(small.data)
        assert re.sub(rb"\d", b"", told) == re.sub(rb"\d", b"", plain.data)  # but for the moment that each was told
        assert len(small.data) < len(plain.data) / 2


def test_each_part_of_a_stream_is_read_at_once_whoever_has_missed_those_before() -> None:
    late = zlib.decompressobj(wbits=31)
    assert [late.decompress(piece) for piece in (STREAM, part(b"second"), part(b"third"))] == [b"", b"second", b"third"]
