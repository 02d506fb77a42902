"""The buttons over HTTP, and what the page is told."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

import cv2
import pytest
from flask.testing import FlaskClient

from journal import Journal, JournalError
from tests.live.stage import HEIGHT, WIDTH, EndlessStage, Played, place

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
        if shown == list(sets) and played.live.sitting.observer.is_read:
            return
        played.live.bulletin.wait(played.live.bulletin.version, 0.2)
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
    while played.live.scene.frame is None:
        played.live.bulletin.wait(played.live.bulletin.version, 1.0)
    assert client.get("/camera.jpg?at=1").data.startswith(b"\xff\xd8")


def test_a_page_that_connects_is_told_the_whole_state_at_once(client: FlaskClient) -> None:
    client.post("/api/start", json=START)
    answer = client.get("/events")
    assert answer.mimetype == "text/event-stream"
    data = next(line for line in answer.text.splitlines() if line.startswith("data: "))
    told = json.loads(data.removeprefix("data: "))
    assert [player["name"] for player in told["players"]] == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("command", "body", "complaint"),
    [
        ("start", {"players": "Anna", "rulebook": "jumbo-original-2016"}, "list of names"),
        ("start", {"players": ["Anna"], "rulebook": "jumbo-original-2016"}, "is for 2 to 4 players"),
        ("start", {"players": ["Anna", "Anna"], "rulebook": "jumbo-original-2016"}, "name of their own"),
        ("start", {"players": ["Anna", "B" * 25], "rulebook": "jumbo-original-2016"}, "24 letters"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "../../etc/passwd"}, "no rulebook"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "chess"}, "no rulebook 'chess'"),
        ("start", {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016+hand"}, "there is no switch 'hand'"),
        ("lots", {"drawn": ["R7"]}, "a tile for each player"),
        ("lots", {"drawn": {"Anna": "14"}}, "no tile"),
        ("lots", {"drawn": {"Anna": "12"}}, "has taken a turn"),
        ("redeal", {"player": "Anna", "rack": "R7 R77"}, "'R77' is no tile"),
        ("redeal", {"player": "Anna", "rack": "R7 ?"}, "could not be read"),
        ("redeal", {"player": "Anna", "rack": "R7"}, "before the first turn only"),
        ("redeal", {"rack": "R7"}, "player must be a text"),
        ("face-up", {"took": "everything"}, "took must be one of pool, discard, nothing"),
        ("face-up", {"took": "pool", "discarded": "R77"}, "no tile"),
        ("face-up", {"took": "pool", "discarded": None}, "nobody asks"),
        ("end", {"open": "X"}, "no tile"),
        ("rack", {}, "that photo cannot be used"),
        ("rack", {"photo": "R7"}, "that photo cannot be used"),
        ("rack", {"photo": "!"}, "that photo cannot be used"),
        ("end", {}, "no turn"),
        ("end", {"turn": "0"}, "must be a number"),
        ("undo", {}, "nothing to undo"),
        ("answer", {"set": 0}, "which tile"),
        ("correct", {"corners": [[0, 0]], "tile": "R7"}, "four corners"),
        ("correct", {"corners": [[0, 0]] * 4, "tile": "X7"}, "no tile"),
        ("add", {"at": [1], "tile": "R7"}, "middle of a tile"),
        ("add", {"at": [1, 1], "tile": None}, "name a tile"),
        ("add", {"at": [1, 1], "tile": "R7"}, "no tile is read"),
        ("score", {"winner": "Anna", "racks": {}}, "no round"),
        ("score", {"winner": "Anna", "racks": {"Ben": "R77"}}, "no tile"),
        ("area", {"area": [[0, 0], [2, 2], [1, 0]]}, "within the picture"),
        ("area", {"area": "all"}, "list of corners"),
        ("demo", {"again": True}, "no demo"),
        ("explode", {}, "no button 'explode'"),
        ("next", {}, "not over"),
        ("new-game", {}, "being set already"),
        ("correct", {"corners": [[0, 0]] * 4, "tile": "R7", "event": 7}, "has moved on"),
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


@pytest.mark.parametrize("seen", [{"round": 0}, {"round": 1, "turn": 3}, {"round": 1, "turn": 0, "state": "setup"}])
def test_a_press_on_what_is_past_is_refused_and_does_nothing(
    client: FlaskClient, played: Played, seen: dict[str, Any]
) -> None:
    client.post("/api/start", json={**START, "deal": False, "seen": {"state": "setup"}})
    answer = client.post("/api/pause", json={"seen": seen})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "stale")
    assert played.events() == ["round-started"]
    assert client.post("/api/pause", json={"seen": {"round": 1, "turn": 0, "state": "turn"}}).status_code == 200


def test_what_was_seen_says_which_turn_and_which_action_is_meant(client: FlaskClient, played: Played) -> None:
    client.post("/api/start", json={**START, "deal": False, "camera": False})
    assert client.post("/api/end", json={"seen": {"round": 1, "turn": 2}}).get_json()["code"] == "already"
    assert client.post("/api/end", json={"seen": {"round": 2, "turn": 0}}).get_json()["code"] == "stale"
    assert client.post("/api/end", json={"seen": {"round": 1, "turn": 0}}).status_code == 200
    undo = state(client)["undo"]
    assert client.post("/api/undo", json={"seen": {"undo": undo - 1}}).get_json()["code"] == "stale"
    assert client.post("/api/undo", json={"seen": {"undo": undo}}).status_code == 200
    assert client.post("/api/redo", json={"seen": {"redo": state(client)["redo"]}}).status_code == 200
    assert played.events() == ["round-started", "turn-ended", "undone", "redone"]


@pytest.mark.parametrize("body", ["", "[1]", '{"turn": 0', "null", '{"turn": 0}}'])
def test_a_body_that_is_no_object_ends_no_turn(client: FlaskClient, body: str) -> None:
    client.post("/api/start", json={"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "camera": False})
    client.post("/api/first-turn", json={})
    before = client.get("/state").get_json()["turn"]
    answer = client.post("/api/end", data=body, content_type="application/json")
    assert (answer.status_code, len(answer.get_json()["error"].splitlines())) == (400, 1)
    assert client.get("/state").get_json()["turn"] == before


@pytest.mark.parametrize("path", ["/door", "/role", "/api/rack", "/api/photo", "/api/audit", "/api/box", "/api/undo"])
def test_json_that_broke_off_is_refused_wherever_it_is_sent(client: FlaskClient, path: str) -> None:
    assert client.post(path, data='{"photo": "AAA', content_type="application/json").status_code == 400


def test_a_huge_body_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/start", data="x" * 100_000, content_type="application/json")
    assert answer.status_code == 413


def test_a_full_disk_is_told_to_who_pressed_and_to_everybody(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("the disk is full: free some space and press again", "disk-full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        answer = client.post("/api/start", json=START)
        assert (answer.status_code, answer.get_json()["code"]) == (507, "disk-full")
        told = state(client)
    assert (told["phase"], told["trouble"]["code"]) == ("setup", "disk-full")


def test_racks_are_entered_as_points_or_tiles(client: FlaskClient) -> None:
    client.post("/api/start", json={"players": ["Anna", "Ben", "Cleo"], "rulebook": "jumbo-original-2016"})
    answer = client.post("/api/score", json={"winner": "Anna", "racks": {"Ben": "24", "Cleo": "k3, y11  J"}})
    assert answer.status_code == 200
    assert state(client)["sheet"]["columns"][0]["points"] == {"Anna": 68, "Ben": -24, "Cleo": -44}


def photo_of(stage: EndlessStage, *sets: str) -> dict[str, str]:
    png = cv2.imencode(".png", stage.paint(sets))[1].tobytes()
    return {"photo": base64.b64encode(png).decode()}


def test_a_photo_of_a_rack_gives_its_tiles_and_which_are_uncertain(client: FlaskClient, stage: EndlessStage) -> None:
    answer = client.post("/api/rack", json=photo_of(stage, "R4 ? J", "K13 K13"))
    told = answer.get_json()
    assert (told["tiles"], told["doubtful"]) == (["R4", "?", "J", "K13", "K13"], ["?"])
    assert (told["width"], told["height"]) == (WIDTH, HEIGHT)
    assert [(one["tile"], one["doubt"]) for one in told["seen"]][:2] == [("R4", False), ("?", True)]
    assert told["seen"][0]["corners"] == place(0, 0).tolist()
    assert told["seen"][0]["likely"][0] == ["R4", 0.999]


def test_a_photo_without_a_rack_is_told_in_one_line(client: FlaskClient, stage: EndlessStage) -> None:
    answer = client.post("/api/rack", json=photo_of(stage))
    assert (answer.status_code, answer.get_json()["code"]) == (409, "no-tiles")


def test_a_photo_brings_more_than_a_press_may(client: FlaskClient) -> None:
    large = {"photo": "A" * 100_000}
    assert client.post("/api/rack", json=large).status_code == 409
    assert client.post("/api/start", json=large).status_code == 413


def test_the_form_is_told_what_to_do_before_the_first_turn_or_what_is_wrong(client: FlaskClient) -> None:
    told = client.get("/api/rulebook?id=hertzano-original%2Bhand%2Bopening%3D50&players=3").get_json()
    assert told["id"] == "hertzano-original+hand+opening=50"
    assert {"code": "anticlockwise", "values": {}} in told["facts"]
    wrong = client.get("/api/rulebook?id=chess&players=x")
    assert wrong.status_code == 409
    assert wrong.get_json()["error"].startswith("there is no rulebook 'chess'")


def test_a_refusal_brings_the_values_that_a_translation_needs(client: FlaskClient) -> None:
    client.post("/api/start", json=START)
    answer = client.post("/api/redeal", json={"player": "Anna", "rack": "R7 R8"}).get_json()
    assert (answer["code"], answer["values"]) == ("claim-count", {"count": 2, "must": 14})


def test_guests_without_the_code_read_no_photos(guest: FlaskClient, stage: EndlessStage) -> None:
    assert guest.post("/api/rack", json=photo_of(stage, "R4")).status_code == 401
    assert guest.get("/api/rulebook?id=jumbo-original-2016").status_code == 401


def test_marking_the_play_area_is_kept(client: FlaskClient, played: Played) -> None:
    area = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert client.post("/api/area", json={"area": area}).status_code == 200
    assert state(client)["area"] == area
    assert "area = " in (played.folder / "table.toml").read_text()
    assert client.post("/api/area", json={"area": None}).status_code == 200
    assert state(client)["area"] is None
