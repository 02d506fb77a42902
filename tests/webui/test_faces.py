"""The page and the stage, and who gets which."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from webui import Access


@pytest.mark.parametrize("path", ["/", "/stage", "/stage?overlay"])
def test_a_guest_gives_the_code_before_anything_is_seen(guest: FlaskClient, access: Access, path: str) -> None:
    answer = guest.get(path)
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/door")
    guest.post("/door", json={"code": access.code})
    assert guest.get(path).status_code == 200


def test_the_stage_speaks_the_reader_s_language_and_has_three_buttons_and_one_hint(client: FlaskClient) -> None:
    stage = client.get("/stage", headers={"Accept-Language": "it"}).text
    assert '<html lang="it">' in stage
    assert "Schermo intero" in stage
    assert stage.count("<button") == 4
    assert "<form" not in stage
    assert "<a " not in stage


def test_the_stage_tells_nobody_the_code(client: FlaskClient, access: Access) -> None:
    assert access.code in client.get("/").text
    assert access.code not in client.get("/stage").text
