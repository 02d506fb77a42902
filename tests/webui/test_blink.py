"""A screen that is held before the camera blinks, and says when by the table's clock."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from live.watching.lag import NETWORK
from live.watching.lateness import Known, Lateness
from referee.errors import UserError
from tests.live.stage import EndlessStage, Played
from tests.webui.away import party
from tests.webui.looking import barriers, complaints
from tests.webui.staged import THREE
from tests.webui.visiting import PATIENCE, Visit, start
from vision.camera.blink import BEFORE, WHICH_TURNS, are_turns
from webui import Access

LATE = 1.43


class Watched(Lateness):
    """What knows how late a camera is that is `LATE`, once it has seen the screen that it is told of."""

    def __init__(self) -> None:
        super().__init__(NETWORK)
        self.told: list[Sequence[float]] = []
        self.sees = True

    def measure(self, turns: Sequence[float]) -> float:
        self.told.append(turns)
        if not self.sees:
            raise UserError("it did not see it", "no-blink")
        self.known = Known(self.known.times + 1, LATE)
        return LATE


@pytest.fixture
def lateness(stage: EndlessStage) -> Watched:
    """Of a network camera."""
    stage.lateness = watched = Watched()
    return watched


def test_the_table_tells_its_clock(client: FlaskClient) -> None:
    before = time.monotonic()
    told = client.get("/camera/clock").get_json()["now"]
    assert before <= told <= time.monotonic()


def test_where_there_is_nothing_to_measure_that_is_said(client: FlaskClient, played: Played) -> None:
    assert played.told()["camera"]["lag"] is None
    assert client.post("/camera/blink", json={"turns": []}).get_json()["code"] == "no-lag"


@pytest.mark.parametrize("turns", [None, "now", [], [1, 2], ["a"] * 12, [10**400] * 12, [5.0] * 12, [*range(99)]])
def test_a_screen_that_cannot_have_turned_like_that_measures_nothing(
    client: FlaskClient, stage: EndlessStage, played: Played, turns: object
) -> None:
    stage.lateness = Lateness(NETWORK)
    answer = client.post("/camera/blink", json={"turns": turns})
    assert (answer.status_code, answer.get_json()["error"]) == (409, f"send {WHICH_TURNS}")
    assert played.told()["camera"]["lag"] == {"seconds": None, "times": 0}


def test_everybody_at_the_table_may_hold_a_screen_before_the_camera_and_nobody_else(
    guest: FlaskClient, access: Access, lateness: Watched
) -> None:
    assert guest.post("/camera/blink", json={"turns": []}).status_code == 401
    guest.get(f"/door/{access.invitation}")
    assert guest.post("/camera/blink", json={"turns": [1.0]}).get_json() == {"seconds": LATE}
    assert len(lateness.told) == 1


@pytest.mark.slow
def test_the_screen_blinks_once_somebody_agrees_and_says_when_by_the_table_s_clock(
    lateness: Watched, visit: Visit
) -> None:
    page = visit.page
    page.get_by_role("button", name="Measure how late the camera is").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("look away if flashing light troubles you")
    cut_off = [line for line in complaints(page) if not line.startswith("the page is")]  # which scrolls
    assert (cut_off, barriers(page)) == ([], [])
    began = time.monotonic()
    dialog.get_by_role("button", name="Flash now").click()
    for colour in ("rgb(0, 0, 0)", "rgb(255, 255, 255)"):
        expect(dialog).to_have_css("background-color", colour)
        box = dialog.bounding_box()
        assert box is not None
        assert (box["width"], box["height"]) == (1280, 800)
    expect(dialog).to_contain_text("The camera shows the table 1.4 s late", timeout=PATIENCE)
    (turns,) = lateness.told
    assert are_turns(turns)
    assert began + BEFORE <= turns[0] <= turns[-1] <= time.monotonic()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#measure")).to_have_text("The camera is 1.4 s late. Measure again")


@pytest.mark.slow
def test_a_player_s_phone_that_the_camera_did_not_see_is_held_nearer(browser: Browser, tmp_path: Path) -> None:
    with party("turn", THREE, tmp_path) as table:
        table.played.stage.lateness = watched = Watched()
        watched.sees = False
        phone = table.join(browser, THREE[0])
        phone.get_by_role("button", name="Table", exact=True).click()
        phone.get_by_role("button", name="Measure how late the camera is").click()
        assert barriers(phone) == []
        phone.get_by_role("button", name="Flash now").click()
        told = phone.get_by_role("alert").filter(has_text="hold it nearer to the camera")
        expect(told).to_be_visible(timeout=2 * PATIENCE)  # it asks for less motion, and blinks more slowly
        expect(phone.get_by_role("button", name="Flash again")).to_be_visible()
        assert min(after - before for before, after in pairwise(watched.told[0])) >= 0.6


@pytest.mark.slow
def test_after_a_new_connection_the_host_is_told_and_may_leave_it(
    lateness: Watched, visit: Visit, played: Played
) -> None:
    page, hint = visit.page, visit.page.get_by_text("has not been measured yet")
    lateness.measure([])
    start(page)
    expect(page.locator("#measure")).to_have_text("The camera is 1.4 s late. Measure again")
    expect(hint).to_be_hidden()
    lateness.forget()
    played.live.bulletin.change()
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    expect(hint).to_be_hidden()
    lateness.forget()
    played.live.bulletin.change()
    expect(hint).to_be_visible()
