"""The buttons over HTTP, and what the page is told."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from journal import Journal, JournalError
from tests.live.stage import EndlessStage, Played

START = {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016"}


def state(client: FlaskClient) -> dict[str, Any]:
    told: dict[str, Any] = client.get("/state").get_json()
    return told


def wait_for_table(played: Played, client: FlaskClient, *sets: list[str]) -> None:
    """Until the page shows these sets, all frames of the verdict included."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        table = state(client)["table"]
        shown = [[tile["tile"] for tile in members] for members in table["sets"]] if table else None
        if shown == list(sets) and played.live.eyes.certain:
            return
        played.live.wait(played.live.version, 0.2)
    raise AssertionError(f"the page never showed {sets}")


def test_a_turn_from_start_to_verdict_and_back(client: FlaskClient, played: Played, stage: EndlessStage) -> None:
    assert client.post("/api/start", json=START).status_code == 200
    assert state(client)["phase"] == "playing"
    stage.now_show("R10 R11 R12")
    wait_for_table(played, client, ["R10", "R11", "R12"])
    assert client.post("/api/end", json={"turn": 0}).status_code == 200
    told = state(client)
    assert (told["verdict"]["outcome"], told["turn"], told["players"][0]["tiles"]) == ("legal", 1, 11)
    assert client.post("/api/end", json={"turn": 0}).get_json()["code"] == "already"
    assert client.post("/api/undo", json={"event": told["undo"]}).status_code == 200
    assert state(client)["verdict"] is None


def test_the_photo_of_a_verdict_can_be_looked_at(client: FlaskClient, played: Played, stage: EndlessStage) -> None:
    client.post("/api/start", json=START)
    stage.now_show("R10 R11 R12")
    wait_for_table(played, client, ["R10", "R11", "R12"])
    client.post("/api/end", json={})
    with client.get(f"/photos/{state(client)['verdict']['photo']}") as photo:
        assert photo.mimetype == "image/jpeg"
        assert photo.data.startswith(b"\xff\xd8")
    assert client.get("/photos/..%2Fjournal.sqlite3").status_code == 404


def test_the_camera_picture_is_a_jpeg(client: FlaskClient, played: Played) -> None:
    while played.live.frame() is None:
        played.live.wait(played.live.version, 1.0)
    assert client.get("/camera.jpg?at=1").data.startswith(b"\xff\xd8")


def test_a_page_that_connects_is_told_the_whole_state_at_once(client: FlaskClient) -> None:
    client.post("/api/start", json=START)
    answer = client.get("/events")
    assert answer.mimetype == "text/event-stream"
    chunks = answer.iter_encoded()
    text = "".join(next(chunks).decode() for _ in range(2))
    answer.close()
    data = next(line for line in text.splitlines() if line.startswith("data: "))
    told = json.loads(data.removeprefix("data: "))
    assert [player["name"] for player in told["players"]] == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("command", "body", "complaint"),
    [
        ("start", {"players": "Anna", "rulebook": "jumbo-original-2016"}, "list of names"),
        ("start", {"players": ["Anna"], "rulebook": "jumbo-original-2016"}, "is for 2 to 4 players"),
        ("start", {"players": ["Anna", "Anna"], "rulebook": "jumbo-original-2016"}, "name of their own"),
        ("start", {"players": ["Anna", "B" * 25], "rulebook": "jumbo-original-2016"}, "24 letters"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "../../etc/passwd"}, "id of a rulebook"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "chess"}, "no rulebook 'chess'"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016+hand"}, "there is no switch 'hand'"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "hertzano-original+discard"}, "lie face up"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "hertzano-original+open-last-stack"}, "lie face up"),
        ("end", {}, "no turn"),
        ("end", {"turn": "0"}, "must be a number"),
        ("undo", {}, "nothing to undo"),
        ("answer", {"set": 0}, "which tile"),
        ("correct", {"corners": [[0, 0]], "tile": "R7"}, "four corners"),
        ("correct", {"corners": [[0, 0]] * 4, "tile": "X7"}, "no tile"),
        ("score", {"winner": "Anna", "racks": {}}, "no round"),
        ("score", {"winner": "Anna", "racks": {"Ben": "R77"}}, "no tile"),
        ("area", {"area": [[0, 0], [2, 2], [1, 0]]}, "within the picture"),
        ("area", {"area": "all"}, "list of corners"),
        ("demo", {"again": True}, "no demo"),
        ("explode", {}, "no button 'explode'"),
        ("next", {}, "not over"),
    ],
)
def test_a_press_that_makes_no_sense_is_refused_in_one_line(
    client: FlaskClient, played: Played, command: str, body: dict[str, Any], complaint: str
) -> None:
    answer = client.post(f"/api/{command}", json=body)
    assert answer.status_code == 409
    assert complaint in answer.get_json()["error"]
    assert "\n" not in answer.get_json()["error"]
    assert played.events() == []


@pytest.mark.parametrize("body", ["", "[1]", "{", "null"])
def test_a_body_that_is_no_object_is_taken_for_an_empty_one(client: FlaskClient, body: str) -> None:
    answer = client.post("/api/end", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "no-turn")


def test_a_huge_body_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/start", data="x" * 100_000, content_type="application/json")
    assert answer.status_code in {409, 413}


def test_a_full_disk_is_told_to_who_pressed_and_to_everybody(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("the disk is full: free some space and press again")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        answer = client.post("/api/start", json=START)
        assert (answer.status_code, answer.get_json()["code"]) == (507, "journal")
        told = state(client)
    assert (told["phase"], told["trouble"]) == ("setup", "the disk is full: free some space and press again")


def test_racks_are_entered_as_points_or_tiles(client: FlaskClient) -> None:
    client.post("/api/start", json={"players": ["Anna", "Ben", "Cleo"], "rulebook": "jumbo-original-2016"})
    answer = client.post("/api/score", json={"winner": "Anna", "racks": {"Ben": "24", "Cleo": "k3, y11  J"}})
    assert answer.status_code == 200
    assert state(client)["sheet"]["columns"][0]["points"] == {"Anna": 68, "Ben": -24, "Cleo": -44}


def test_marking_the_play_area_is_kept(client: FlaskClient, played: Played) -> None:
    area = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert client.post("/api/area", json={"area": area}).status_code == 200
    assert state(client)["area"] == area
    assert "area = " in (played.folder / "table.toml").read_text()
    assert client.post("/api/area", json={"area": None}).status_code == 200
    assert state(client)["area"] is None
