"""The host chooses what the table looks through; a phone asks to be it, and nobody reads an address's password."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from live import camera_choice as live_cameras
from live.camera_choice import Cameras
from live.game.state import State
from live.watching.feed import NoCamera
from tests.browser import PHONE
from tests.live.stage import EndlessStage, Played
from tests.webui.looking import barriers
from tests.webui.visiting import PATIENCE, Visit
from webui import Access

ADDRESS = "http://anna:hunter2@192.168.1.20/video"


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cameras that were opened at an address: all show a stage."""
    asked: list[str] = []
    as_it_is = live_cameras.open_feed

    def open_camera(camera: str) -> Any:
        if "://" not in camera:
            return as_it_is(camera)
        asked.append(camera)
        stage = EndlessStage()
        stage.name = "http"
        return stage

    monkeypatch.setattr(live_cameras, "open_feed", open_camera)
    monkeypatch.setattr("vision.camera.source.first_camera", lambda: None)
    monkeypatch.setattr("vision.camera.devices.named", lambda: {0: "HD Webcam", 2: "Capture"})
    return asked


def choose(client: FlaskClient, camera: object) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/camera", json={"camera": camera})
    return answer.status_code, answer.get_json()


def wish(client: FlaskClient, *, anew: bool = True) -> str:
    answer = client.post("/camera/wish", json={"anew": anew})
    return str(answer.get_json()["answer"])


@pytest.fixture
def phone(guest: FlaskClient, access: Access) -> FlaskClient:
    """A phone that has scanned the host's code."""
    guest.get(f"/door/{access.invitation}")
    return guest


def test_the_host_sees_what_there_is_by_name(client: FlaskClient) -> None:
    told = client.get("/cameras").get_json()
    assert told["cameras"] == [{"camera": "0", "name": "HD Webcam"}, {"camera": "2", "name": "Capture"}]


def test_a_guest_neither_sees_nor_chooses(phone: FlaskClient, played: Played) -> None:
    feed = played.live.feed
    assert phone.get("/cameras").get_json()["code"] == "host-only"
    assert choose(phone, "none")[1]["code"] in {"host-only", "no-role"}
    assert phone.post("/api/refuse-phone", json={}).status_code == 409
    assert played.live.feed is feed


def test_an_address_is_looked_through_and_its_password_is_shown_to_nobody(
    client: FlaskClient, opened: list[str], phone: FlaskClient
) -> None:
    assert choose(client, ADDRESS)[0] == 200
    assert opened == [ADDRESS]
    told = client.get("/cameras")
    assert (told.get_json()["chosen"], told.get_json()["address"]) == ("address", "http://192.168.1.20/...")
    for answer in (told, client.get("/state"), phone.get("/state"), client.get("/"), client.get("/evening")):
        assert "hunter2" not in answer.text


@pytest.mark.parametrize(
    "camera", ["", "/etc/passwd", "film.mp4", "100", 0, ["0"], "http://x\n/y", "http://" + "x" * 500]
)
def test_what_names_no_camera_is_refused(client: FlaskClient, played: Played, camera: object) -> None:
    feed = played.live.feed
    status, told = choose(client, camera)
    assert (status, told["code"]) == (409, "camera-which")
    assert played.live.feed is feed


def test_a_phone_is_the_camera_at_once_where_there_is_none(
    client: FlaskClient, phone: FlaskClient, played: Played, cameras: Cameras
) -> None:
    choose(client, "none")
    assert wish(phone) == "yes"
    assert (played.told()["camera"]["name"], cameras.camera) == ("phone", "phone")
    assert wish(phone) == "yes"


def test_where_there_is_another_the_host_agrees_with_one_tap(
    client: FlaskClient, phone: FlaskClient, played: Played
) -> None:
    assert (wish(phone), wish(phone, anew=False)) == ("wait", "wait")
    assert played.told()["camera"]["asks"] == phone.get("/role").get_json()["device"]
    choose(client, "phone")
    assert (wish(phone, anew=False), played.told()["camera"]["asks"]) == ("yes", None)


def test_the_host_refuses_until_the_phone_asks_anew(client: FlaskClient, phone: FlaskClient, played: Played) -> None:
    wish(phone)
    assert client.post("/api/refuse-phone", json={}).status_code == 200
    assert played.told()["camera"]["asks"] is None
    assert wish(phone, anew=False) == "no"
    assert wish(phone) == "wait"


def test_a_phone_that_has_stopped_asking_is_not_offered(
    phone: FlaskClient, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.wish.LEFT", -1.0)
    wish(phone)
    assert played.told()["camera"]["asks"] is None


def test_the_host_s_own_phone_asks_nobody(phone: FlaskClient, access: Access, played: Played) -> None:
    phone.get(f"/door/{access.appointment}")
    assert wish(phone) == "yes"
    assert played.told()["camera"]["name"] == "phone"


def test_who_has_not_given_the_code_asks_for_nothing(guest: FlaskClient) -> None:
    assert guest.post("/camera/wish", json={}).status_code == 401


def test_past_evenings_are_those_of_the_game_that_is_shown(client: FlaskClient, played: Played) -> None:
    played.begin()
    played.buttons.end_turn(drew=True)
    played.live.look_through(NoCamera())
    assert len(client.get("/evening").get_json()["turns"]) == 1
    choose(client, "demo")
    assert client.get("/evening").get_json()["turns"] == []


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit.page


@pytest.mark.slow
def test_a_camera_is_taken_away_and_chosen_on_the_page(page: Page) -> None:
    page.get_by_role("button", name="Camera", exact=True).click()
    page.get_by_role("button", name="No camera").click()
    expect(page.locator("#cameras")).to_be_hidden()
    expect(page.locator("#with-camera")).to_be_disabled()
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("button", name="First turn starts").click()
    expect(page.locator("#end-text")).to_have_text("End turn")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#turn-of")).to_have_text("Player 2")
    page.get_by_role("button", name="Camera", exact=True).click()
    page.get_by_label("A camera with an address").fill(ADDRESS)
    page.get_by_role("button", name="Use this address").click()
    expect(page.get_by_text("the camera watches from the next round on")).to_be_visible()
    page.get_by_role("button", name="Camera", exact=True).click()
    expect(page.get_by_label("A camera with an address")).to_have_value("")
    assert barriers(page) == []
    assert "hunter2" not in page.content()


@pytest.mark.slow
def test_the_film_is_told_as_one_and_left_with_one_tap(visit: Visit, browser: Browser, address: str) -> None:
    page = visit.page
    page.get_by_role("button", name="Camera", exact=True).click()
    page.get_by_role("button", name="The film").click()
    expect(page.get_by_text("This is a film")).to_be_visible()
    assert barriers(page) == []
    stage = browser.new_context(locale="en-GB").new_page()
    stage.goto(f"{address}/stage")
    expect(stage.get_by_text("A film is running")).to_be_visible()
    page.get_by_role("button", name="Start our own game").click()
    expect(page.get_by_role("button", name="Start the round")).to_be_visible()
    expect(page.get_by_text("This is a film")).to_be_hidden()


@pytest.mark.slow
def test_in_each_state_after_the_film_something_leads_on(browser: Browser, address: str, played: Played) -> None:
    """The film is over, and its table may be in any state: whoever pressed there took it further."""
    played.begin()
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(address)
    told = page.evaluate("fetch('/state').then((answer) => answer.json())")
    sent: dict[str, Any] = {}
    headers = {"Content-Type": "text/event-stream"}
    page.route("**/events", lambda route: route.fulfill(headers=headers, body=f"data: {json.dumps(sent)}\n\n"))
    for state in State:
        phase = {State.SETUP: "setup", State.SCORED: "scored"}.get(state, "playing")
        over = state in {State.OVER, State.SCORED}
        film = {"byItself": True, "over": True}
        sent.update({**told, "state": state.value, "phase": phase, "over": over, "demo": film})
        page.reload()
        expect(page.get_by_role("button", name="Start our own game").first).to_be_enabled(timeout=PATIENCE)
        expect(page.locator("#film-again")).to_be_visible()
        if state not in {State.SETUP, State.READING, State.QUESTION}:
            expect(page.locator("#end")).to_be_enabled()


@pytest.mark.slow
def test_a_phone_that_will_not_be_the_camera_goes_back_to_the_table(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/camera")
    expect(page.get_by_role("button", name="This phone is the camera")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    expect(page.get_by_role("button", name="Start the round")).to_be_visible()
