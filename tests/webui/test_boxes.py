"""A photo of all tiles, sent from the page on which the table is set, enrols people's own box."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from calibration import edition
from live.boxes import profiles
from tests.live.stage import Played
from tests.webui.looking import barriers
from tests.webui.visiting import Visit

ALL = Path(__file__).parents[1] / "vision" / "box" / "all.jpg"
"""Every tile of a box whose inks and numerals are out of the ordinary."""
NAME = "Großvaters Kasten"


def sent(data: bytes, name: object = NAME) -> dict[str, object]:
    return {"photo": base64.b64encode(data).decode(), "name": name}


@pytest.fixture
def nothing() -> bytes:
    return cv2.imencode(".jpg", np.full((480, 640, 3), 120, np.uint8))[1].tobytes()


@pytest.mark.parametrize("name", ["", "any", None, "a" * 61, "x\u200b\u202ey"])
def test_a_box_needs_a_name_of_its_own(client: FlaskClient, name: object, changes: list[str]) -> None:
    answer = client.post("/api/box", json=sent(ALL.read_bytes(), name))
    assert answer.status_code == 409
    assert answer.get_json()["code"] in {"box-name", "name-unseen"}
    assert client.get("/api/boxes").get_json() == {"boxes": []}
    assert changes == []


def test_a_name_that_cannot_be_had_is_said_before_the_photo_is_looked_at(client: FlaskClient) -> None:
    assert client.post("/api/box", json=sent(b"no photo at all", "any")).get_json()["code"] == "box-name"


def test_what_shows_no_box_is_refused_in_one_line(client: FlaskClient, nothing: bytes) -> None:
    for photo, code in ((nothing, "no-box"), (b"no photo at all", "photo"), (nothing[:300], "photo")):
        answer = client.post("/api/box", json=sent(photo))
        assert (answer.status_code, answer.get_json()["code"]) == (409, code)
        assert "\n" not in answer.get_json()["error"]
    for no_base64 in (7, "not base64", "ünbekannt"):
        answer = client.post("/api/box", json={"photo": no_base64, "name": NAME})
        assert (answer.status_code, answer.get_json()["code"]) == (409, "photo")


def test_only_the_host_enrols_and_only_before_a_game(
    client: FlaskClient, guest: FlaskClient, played: Played, nothing: bytes
) -> None:
    guest.get("/door")
    assert guest.post("/api/box", json=sent(nothing)).status_code in {401, 409}
    played.begin()
    assert client.post("/api/box", json=sent(nothing)).get_json()["code"] == "game-on"


@pytest.mark.slow
def test_a_box_is_enrolled_from_a_photo_and_the_page_says_what_that_lacked_and_what_each_tile_was_taken_for(
    visit: Visit, client: FlaskClient, tmp_path: Path, changes: list[str]
) -> None:
    page = visit.page
    assert client.get("/api/boxes").get_json() == {"boxes": []}
    photo = cv2.imread(str(ALL))
    assert photo is not None
    lacking = tmp_path / "lacking.jpg"
    cv2.imwrite(str(lacking), photo[: photo.shape[0] * 7 // 8])
    page.get_by_text("Your own box of tiles").click()
    page.get_by_label("What the box is called").fill(f"  {NAME} ")
    page.locator("#box-photo").set_input_files(lacking)
    expect(page.locator("#box-said")).to_contain_text("being read")
    expect(page.locator("#box-said")).to_contain_text(f"{NAME} is known from now on", timeout=180_000)
    expect(page.locator("#box-seen")).to_contain_text("Not in the photo")
    picture = page.get_by_alt_text("what each tile was read as")
    expect(picture).to_be_visible()
    page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())
    expect(page.locator("#box-known")).to_have_text(NAME)
    assert barriers(page) == []
    assert client.get("/api/boxes").get_json() == {"boxes": [NAME]}
    (box,) = profiles(tmp_path / edition.FOLDER)
    assert 80 < len(box.tiles) < 106
    assert changes == ["a box"]
