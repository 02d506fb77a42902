"""What a browser loads comes compressed where it takes that, and as it is where not."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

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
