"""A club's own rulebook is offered and played by, and what was played by it stays as it was, whatever becomes of its file."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from files.rulebook_folder import FOLDER
from tests.live.stage import OPENING, Played
from tests.referee.books import JUMBO
from webui import Access, create_app
from webui.roles import Role

TEXT = f"""id = "ours"
title = "Our Sundays"
inherits = "{JUMBO}"

[opening]
source = "agreed"
points = 40

[penalty]
source = "agreed"
draw = 7

[variants.calm]
source = "agreed"
summary = "no clock"
[variants.calm.time]
seconds = "none"
"""
LOW, HIGH = OPENING, "K11 K12 K13"
"""Sets worth 33 and 36 points: under the booklet each is a first lay-down, here neither is."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The club's rulebook."""
    path = tmp_path / FOLDER / "sundays.toml"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def played(tmp_path: Path, file: Path) -> Played:
    assert file.exists()
    return Played(tmp_path)


@pytest.fixture
def access() -> Access:
    return Access("0.0.0.0")  # noqa: S104 - nothing listens here


@pytest.fixture
def app(played: Played, access: Access) -> Flask:
    return create_app(played.live, played.read, access)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def start_data(client: FlaskClient, path: str) -> dict[str, Any]:
    """What a page is given to begin with."""
    found = re.search(r'id="start">(.*?)</script>', client.get(path).get_data(as_text=True), re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("path", ["/", "/desk"])
def test_the_page_and_the_desk_offer_it_after_the_booklets(path: str, client: FlaskClient) -> None:
    *booklets, last = start_data(client, path)["rulebooks"]
    assert booklets[0]["id"] == JUMBO
    assert (last["id"], last["title"]) == ("sundays", "Our Sundays")
    assert not any(one.get("own") for one in booklets)


def test_a_guest_asks_for_it_by_its_name_and_for_no_other_file(
    app: Flask, access: Access, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    entry = access.guests.let_in()
    access.guests.set_role(entry.guest.device, Role.WATCHING, "")
    guest.set_cookie(access.cookie, entry.token)
    assert guest.get("/api/rulebook?id=sundays%2Bcalm&players=3").get_json()["id"] == "sundays+calm"
    file.rename(file.parents[1] / "x.toml")
    monkeypatch.chdir(file.parents[1])
    for name in ("../x", "x", "x.toml", str(file.parents[1] / "x.toml"), "sundays"):
        answer = guest.get("/api/rulebook", query_string={"id": name})
        assert answer.status_code == 409
        assert answer.get_json()["error"].startswith("there is no rulebook")


def test_a_start_by_a_name_that_is_none_is_refused(client: FlaskClient, played: Played) -> None:
    answer = client.post("/api/start", json={"players": ["Anna", "Ben"], "rulebook": "../rulebooks/sundays"})
    assert answer.status_code == 409
    assert played.live.game.round is None


def test_a_photo_is_judged_by_it_at_the_desk(client: FlaskClient, played: Played) -> None:
    before, after = (
        base64.b64encode(cv2.imencode(".jpg", played.stage.paint(sets))[1].tobytes()).decode() for sets in ((), (LOW,))
    )
    body = {"before": before, "after": after, "opening": True}
    words = [
        client.post("/api/audit", json={**body, "rulebook": name}).get_json()["verdict"]["verdict"]
        for name in (JUMBO, "sundays")
    ]
    assert words == ["legal", "illegal"]


def penalty(played: Played) -> tuple[str, int]:
    """The word on the last turn, and how many tiles it cost."""
    judged = played.live.game.judged
    assert judged is not None
    return judged.verdict.outcome.value, 0 if judged.verdict.penalty is None else judged.verdict.penalty.draw


def _gone(file: Path) -> None:
    file.unlink()


def _changed(file: Path) -> None:
    file.write_text(TEXT.replace("40", "30").replace("Our", "Their").replace("7", "1"), encoding="utf-8")


def _broken(file: Path) -> None:
    file.write_text("[castling]", encoding="utf-8")


@pytest.mark.parametrize("becomes", [_gone, _changed, _broken])
def test_what_was_played_by_it_stays_as_it_was(
    becomes: Callable[[Path], None], client: FlaskClient, played: Played, file: Path
) -> None:
    start = {"players": ["Anna", "Ben"], "rulebook": "sundays+calm", "deal": False}
    assert client.post("/api/start", json=start).status_code == 200
    heading = {"id": "sundays+calm", "title": "Our Sundays", "switches": ["calm"]}
    assert client.get("/state").get_json()["rulebook"] == heading
    played.turn(LOW)
    assert penalty(played) == ("illegal", 7)
    becomes(file)

    played.again()
    client = create_app(played.live, played.read).test_client()
    assert client.get("/state").get_json()["rulebook"] == heading
    assert penalty(played) == ("illegal", 7)
    played.buttons.undo()
    played.turn(LOW)
    assert penalty(played) == ("illegal", 7)
    turn = client.get("/evening").get_json()["turns"][-1]
    report = client.get(f"/evening/{turn['press']}/report").get_data(as_text=True)
    assert "Our Sundays with calm" in report
    assert "Their" not in report

    played.buttons.resume(anyway=True)
    played.turn(drew=True)
    played.buttons.score({"Ben": 20}, "Anna")
    assert client.get("/evenings/all").get_json()["evenings"][0]["sheets"][0]["rulebook"] == heading
    played.buttons.next_round()
    assert (played.book(), played.live.game.limit) == ("sundays+calm", None)
    played.turn(HIGH)
    assert penalty(played) == ("illegal", 7)
    played.again()
    assert played.book() == "sundays+calm"
    assert penalty(played) == ("illegal", 7)
