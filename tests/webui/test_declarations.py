"""The page's scripts are checked against what the server really says."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import cv2
from flask.testing import FlaskClient

from live.camera_choice import Cameras
from tests.live.stage import Played
from tests.webui.declared import complaints
from webui import Access, create_app
from webui.addresses import Addresses

START = re.compile(r'<script type="application/json" id="start">(.*?)</script>', re.DOTALL)


def started(client: FlaskClient) -> Any:
    """What a page knows from the start."""
    found = START.search(client.get("/").get_data(as_text=True))
    assert found is not None
    return json.loads(found[1])


def answers(client: FlaskClient, phone: FlaskClient, played: Played) -> list[tuple[str, object]]:
    """What the server says to whoever asks at a table that has played, each with its type."""
    photo = base64.b64encode(cv2.imencode(".png", played.stage.paint(("R10 R11 R12",)))[1].tobytes()).decode()
    turns = client.get("/evening").get_json()["turns"]
    evenings = client.get("/evenings/all").get_json()
    first = evenings["evenings"][0]["first"]
    return [
        ("Partial<Start>", started(client)),
        ("Partial<Start>", started(phone)),
        ("Role", client.get("/role").get_json()),
        ("Role", phone.get("/role").get_json()),
        ("Devices", client.get("/devices").get_json()),
        ("Addresses", client.get("/addresses").get_json()),
        ("CameraChoice", client.get("/cameras").get_json()),
        ("Turn[]", turns),
        *(("OpenedTurn", client.get(f"/evening/{turn['press']}").get_json()) for turn in turns),
        ("{ evenings: Evening[]; players: Tally[] }", evenings),
        ("{ missed: Missed[] }", client.get(f"/evenings/{first}/missed").get_json()),
        ("ReadRack", client.post("/api/rack", json={"photo": photo}).get_json()),
        ("Audit", client.post("/api/audit", json={"after": photo, "rulebook": "jumbo-original-2016"}).get_json()),
    ]


def test_every_answer_has_the_form_that_the_scripts_are_told(tmp_path: Path) -> None:
    played = Played(tmp_path / "data")
    played.begin()
    played.turn("R10 R11 R12")
    played.turn("R10 R11 R12", "B1 B2")
    played.buttons.undo()
    played.buttons.end_round("Anna")
    played.buttons.score({"Ben": 24}, "Anna")
    played.buttons.amend(1, "Ben", -30, 0.0)
    access, cameras = Access("0.0.0.0"), Cameras(played.live, tmp_path / "home", "0")  # noqa: S104 - nothing listens
    app = create_app(
        played.live, played.read, access, addresses=Addresses.only("http://192.168.1.5:8000"), cameras=cameras
    )
    phone = app.test_client()
    phone.environ_base.update(REMOTE_ADDR="192.168.1.77", HTTP_HOST="192.168.1.5:8000")
    phone.post("/door", json={"code": access.code})
    assert complaints(answers(app.test_client(), phone, played), tmp_path) == []
    cameras.close()


def test_a_state_of_another_form_is_noticed(tmp_path: Path) -> None:
    played = Played(tmp_path / "data")
    state = played.told()
    played.live.close()
    others: list[dict[str, Any]] = [
        {"round": "1"},
        {"phase": "over"},
        {"clock": {}},
        {"more": 1},
        {"area": [[0.1, None]]},
    ]
    found = complaints([("State", state), *(("State", state | other) for other in others)], tmp_path)
    lines = {int(number) for line in found for number in re.findall(r"answers\.ts\((\d+),", line)}
    assert lines == {2, 3, 4, 5, 6}
