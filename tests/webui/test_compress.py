"""What a browser loads comes compressed where it takes that, and as it is where not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import webui
from webui.compress import bare

SCRIPTS = sorted((Path(webui.__file__).parent / "static").rglob("*.js"))

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


def test_scripts_come_without_the_comments_that_have_lines_of_their_own(client: FlaskClient) -> None:
    with client.get("/static/state.js") as script, client.head("/static/state.js") as head:
        lines = [line.strip() for line in script.get_data(as_text=True).splitlines()]
        assert [line for line in lines if line.startswith(("//", "/*", "*"))] == []
        assert "export const shown = {" in lines
        assert int(head.headers["Content-Length"]) == len(script.data)


def test_code_beside_a_comment_stays() -> None:
    text = b'/** One. */\na(); // b\n/** @type {C} */ (c).d = 1;\n  /*\n   * **Two** */\ne("//f");\n'
    assert bare(text) == b'a(); // b\n/** @type {C} */ (c).d = 1;\ne("//f");\n'


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_text_of_a_script_goes_over_several_lines_so_that_none_of_it_is_taken_for_a_comment(script: Path) -> None:
    assert [line for line in script.read_text(encoding="utf-8").splitlines() if line.count("`") % 2] == []
