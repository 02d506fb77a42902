"""How far back guests look, and what they do not see of pictures while a round runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from live.game.events import DeviceLetIn
from live.game.state import State
from live.scene import Scene
from live.telling.evening import APART, this_evening
from live.telling.evenings import Memory
from tests.live.stage import HEIGHT, OPENING, WIDTH, Played
from vision.image import Photo
from webui import Access, create_app
from webui.app import READS
from webui.guests import Guests
from webui.pictures import GREY, Cover, over_turn
from webui.roles import Reach, Role

PLAYERS = ["Anna", "Ben", "Cleo"]
FAR = ((0.0, 0.8), (1.0, 0.8), (1.0, 1.0), (0.0, 1.0))
"""Where a rack stands in the picture."""


class Table(NamedTuple):
    """A table at which a turn was played, and its door."""

    played: Played
    access: Access
    app: Flask
    press: int
    photo: str

    def device(self, role: Role = Role.UNDECIDED) -> FlaskClient:
        """A guest's device with that role."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
        client.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
        entry = self.access.guests.let_in()
        self.access.guests.set_role(entry.guest.device, role, "Anna" if role is Role.PLAYER else "")
        client.set_cookie(self.access.cookie, entry.token)
        client.set_cookie(self.access.cookie, entry.token, domain="192.168.1.5")
        return client

    @property
    def host(self) -> FlaskClient:
        """This machine."""
        return self.app.test_client()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("webui.evenings.run_in_process", lambda task, *args, **_: task(*args))
    played = Played(tmp_path)
    played.buttons.start_round(PLAYERS, "jumbo-original-2016")
    played.turn("R10 R11 R12")
    access = Access("0.0.0.0")  # noqa: S104 - nothing listens here
    judged = played.live.game.judged
    assert judged is not None
    app = create_app(played.live, played.read, access)
    return Table(played, access, app, judged.case.press.event, judged.photos[-1])


def paths(table: Table) -> dict[str, str]:
    """A path of each endpoint that tells more than the state does."""
    return {
        "desk.show": "/desk",
        "desk.all_turns": "/evening",
        "desk.one_turn": f"/evening/{table.press}",
        "desk.report": f"/evening/{table.press}/report",
        "desk.could": f"/evening/{table.press}/could",
        "evenings.sheet": "/evenings/1/sheet.csv",
        "evenings.rounds": "/evenings/1/rounds.zip",
        "evenings.replay": "/evenings/1/replay.html",
        "evenings.imported_replay": "/evenings/imported/none/replay.html",
        "evenings.imported_sheet": "/evenings/imported/none/sheet.csv",
        "evenings.imported_rounds": "/evenings/imported/none/rounds.zip",
        "evenings.show": "/evenings",
        "evenings.everything": "/evenings/all",
        "evenings.plays_missed": "/evenings/1/missed",
        "api.names": "/api/names",
    }


def open_to(table: Table, device: FlaskClient) -> set[str]:
    """The endpoints that answer it; an evening whose sheet is empty answers that there is none."""
    return {name for name, path in paths(table).items() if device.get(path).status_code in {200, 404}}


EVENING = {name for name, reach in READS.items() if reach is Reach.EVENING}


@pytest.mark.parametrize(
    ("role", "reach", "seen"),
    [
        (Role.UNDECIDED, Reach.EVERYTHING, set()),
        (Role.UNDECIDED, Reach.EVENING, set()),
        (Role.PLAYER, Reach.TABLE, set()),
        (Role.PLAYER, Reach.EVENING, EVENING),
        (Role.WATCHING, Reach.EVENING, EVENING),
        (Role.BUTTON, Reach.EVENING, EVENING),
        (Role.WATCHING, Reach.EVERYTHING, set(READS)),
        (Role.HOST, Reach.TABLE, set(READS)),
    ],
)
def test_guests_look_back_as_far_as_the_host_says_once_they_have_said_who_they_are(
    table: Table, role: Role, reach: Reach, seen: set[str]
) -> None:
    table.host.post("/devices", json={"reach": reach.value})
    assert open_to(table, table.device(role)) == seen
    assert set(paths(table)) == set(READS)


def test_everybody_sees_the_table(table: Table) -> None:
    new = table.device()
    for path in ("/state", "/stage", "/role", f"/photos/{table.photo}"):
        with new.get(path) as answer:
            assert answer.status_code == 200


def test_who_asks_for_what_is_not_for_them_is_told_why_and_led_back_from_a_page(table: Table) -> None:
    new, player = table.device(), table.device(Role.PLAYER)
    assert new.get("/evening").get_json()["code"] == "no-role"
    assert player.get("/evenings/all").get_json()["code"] == "host-only"
    assert new.get("/desk").headers["Location"] == "/"


def test_a_device_is_told_how_far_it_looks_back(table: Table) -> None:
    told = [table.device(role).get("/role").get_json()["reach"] for role in (Role.UNDECIDED, Role.WATCHING, Role.HOST)]
    assert told == ["table", "evening", "everything"]
    assert "/evenings" not in table.device(Role.WATCHING).get("/desk").text
    assert "/evenings" in table.host.get("/desk").text


def test_while_a_round_runs_a_replay_has_photos_for_the_host_alone(table: Table) -> None:
    watching = table.device(Role.WATCHING)
    shown = [each.get("/evenings/1/replay.html").text for each in (table.host, watching)]
    assert ["data:image/jpeg" in text for text in shown] == [True, False]
    table.played.buttons.score({"Ben": 3, "Cleo": 4}, "Anna")
    assert "data:image/jpeg" in watching.get("/evenings/1/replay.html").text


def test_another_evening_is_not_this_one(table: Table) -> None:
    player = table.device(Role.PLAYER)
    assert player.get("/evening?evening=1").status_code == 200
    for path in ("/evening?evening=2", f"/evening/{table.press}?evening=7", "/evenings/7/sheet.csv"):
        assert player.get(path).get_json()["code"] == "host-only"


def test_an_evening_is_past_once_nobody_has_played_for_long(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = table.played.live.record.journal
    last = max(event.time for event in journal.events())
    assert this_evening(journal, last + APART - 60) is not None
    assert this_evening(journal, last + APART + 60) is None
    monkeypatch.setattr("webui.app.time.time", lambda: last + APART + 60)
    assert table.device(Role.WATCHING).get("/evening").get_json()["code"] == "host-only"


def test_devices_that_come_in_and_an_area_that_is_marked_join_no_evening_to_the_one_before(tmp_path: Path) -> None:
    now = [1.7e9]
    played = Played(tmp_path, wall_time=lambda: now[0])
    played.buttons.start_round(PLAYERS, "jumbo-original-2016")
    ended = now[0]
    now[0] += 24 * 3600
    played.live.mark_area(None)
    played.live.note(DeviceLetIn("3fa29c", "code", "192.168.1.77", ""))
    now[0] += 60
    played.buttons.start_round(PLAYERS, "jumbo-original-2016", new_game=True)
    first, second = Memory(played.live.record.journal).evenings()
    assert (first.ended, second.began) == (ended, now[0])


def test_what_happens_at_the_door_changes_no_game(table: Table) -> None:
    before, live = table.played.live.game, table.played.live
    told = table.played.told()
    live.note(DeviceLetIn("3fa29c", "code", "192.168.1.77", ""))
    of_the_record = {"version": 0, "code": ""}
    assert table.played.told() | of_the_record == told | of_the_record
    assert replace(live.game, last_event=before.last_event) == before


def test_a_device_that_comes_in_while_a_turn_is_read_changes_no_verdict(tmp_path: Path) -> None:
    told = []
    for visits in (False, True):
        played = Played(tmp_path / str(visits))
        played.begin()
        played.stage.hands().show(OPENING).do(played.buttons.end_turn)
        if visits:
            played.stage.do(partial(played.live.note, DeviceLetIn("3fa29c", "code", "192.168.1.77", "")))
        played.stage.show(OPENING, seconds=0.5)
        played.run()
        told.append((played.told()["verdict"]["outcome"], played.told()["players"], played.events()))
        played.again()
        assert played.told()["players"] == told[-1][1]
        played.live.close()
    assert told[0] == told[1]


def test_how_far_guests_look_back_outlives_a_restart(tmp_path: Path) -> None:
    Guests(tmp_path).open_up(Reach.TABLE)
    assert Guests(tmp_path).reach is Reach.TABLE


def shown(device: FlaskClient, path: str) -> Photo:
    """The picture that the device is given there."""
    with device.get(path) as answer:
        picture = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def is_grey(part: Photo) -> bool:
    return bool((np.abs(part.astype(int) - GREY) < 12).all())


@pytest.fixture
def racked(table: Table) -> Table:
    """The same table with a rack in its picture, as the camera was put up."""
    record = table.played.live.record
    record.game = replace(record.game, rack_areas=(FAR,))
    return table


Ask = Callable[[Table], str]


@pytest.mark.parametrize(
    "path", [lambda _: "/camera.jpg", lambda table: f"/photos/{table.photo}"], ids=["picture", "photo"]
)
def test_guests_see_no_rack_while_a_round_runs_and_the_host_does(racked: Table, path: Ask) -> None:
    for device, hidden in ((racked.device(Role.WATCHING), True), (racked.device(), True), (racked.host, False)):
        picture = shown(device, path(racked))
        height = picture.shape[0]
        assert is_grey(picture[int(height * 0.82) :]) is hidden
        assert not is_grey(picture[: int(height * 0.7)])


@pytest.mark.parametrize("size", ["?small", "?webp&large"])
def test_the_small_photo_and_the_report_hide_the_rack_too(racked: Table, size: str) -> None:
    watching = racked.device(Role.WATCHING)
    small = f"/photos/{racked.photo}{size}"
    assert is_grey(shown(watching, small)[-20:])
    assert watching.get(small).headers["Cache-Control"] == "no-store"
    path = f"/evening/{racked.press}/report"
    assert len(watching.get(path).data) != len(racked.host.get(path).data)


def test_after_the_round_everything_is_open(racked: Table) -> None:
    racked.played.buttons.end_round("Anna")
    assert racked.played.live.game.state is State.OVER
    watching = racked.device(Role.WATCHING)
    assert not is_grey(shown(watching, "/camera.jpg")[-20:])
    assert not is_grey(shown(watching, f"/photos/{racked.photo}")[-20:])


def test_what_lies_outside_the_play_area_is_hidden_from_guests(table: Table) -> None:
    table.played.live.mark_area([(0.0, 0.0), (1.0, 0.0), (1.0, 0.6), (0.0, 0.6)])
    picture = shown(table.device(), "/camera.jpg")
    assert is_grey(picture[int(picture.shape[0] * 0.62) :])
    assert not is_grey(picture[: int(picture.shape[0] * 0.58)])


def test_a_cover_leaves_nothing_of_what_was_there_and_does_not_change_the_photo() -> None:
    photo = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    covered = Cover((FAR,)).over(photo)
    assert (covered[-10:] == GREY).all()
    assert (covered[:10] == 255).all()
    assert (photo == 255).all()
    assert Cover().over(photo) is photo


def test_of_a_photo_that_somebody_took_guests_see_the_tiles_and_little_around_them(table: Table) -> None:
    judged = table.played.live.game.judged
    assert judged is not None
    photo = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    covered = over_turn(table.played.live, judged.case.seen, by_photo=True).over(photo)
    for x, y in (tile.middle for members in judged.case.seen.sets for tile in members):
        assert (covered[round(y), round(x)] == 255).all()
    assert (covered[-HEIGHT // 3 :] == GREY).all()


def test_guests_see_nothing_while_nobody_knows_where_the_camera_looks(
    racked: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Scene, "camera_is_lost", True)
    assert is_grey(shown(racked.device(), "/camera.jpg"))
