"""Any turn of the evening can be looked at again, with the photos and the clauses by which it was judged."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.live.stage import EndlessStage, Played
from tests.webui.visiting import PATIENCE, Visit, lay, start
from webui.pictures import SMALL

OPENING = "R10 R11 R12"


def test_a_guest_without_the_code_sees_nothing_of_the_evening(guest: FlaskClient) -> None:
    assert guest.get("/desk").location == "/door"
    assert guest.get("/evening").status_code == guest.get("/evening/1").status_code == 401


def test_what_is_no_turn_is_not_found(client: FlaskClient) -> None:
    assert client.get("/evening").get_json() == {"turns": []}
    answer = client.get("/evening/7")
    assert (answer.status_code, len(answer.get_json()["error"].splitlines())) == (404, 1)


@pytest.mark.slow
def test_a_turn_opens_with_both_photos_and_the_clause(
    visit: Visit, stage: EndlessStage, played: Played, client: FlaskClient
) -> None:
    page = visit.page
    start(page)
    for sets, word in (((OPENING,), "Legal"), ((OPENING, "K1 K2 O3"), "Not legal")):
        lay(page, stage, *sets)
        page.get_by_role("button", name="End turn").click()
        expect(page.locator("#verdict .word")).to_contain_text(word, timeout=PATIENCE)
    page.get_by_role("link", name="The evening").click()
    strip = page.locator("#strip button")
    expect(strip).to_have_count(2, timeout=PATIENCE)
    turn = page.locator("#turn")
    expect(turn).to_contain_text("either a group of one number nor a run of one colour", timeout=PATIENCE)
    expect(turn).to_contain_text("ended by the host")
    expect(turn.locator("polygon.fault").first).to_be_attached()
    slider = page.get_by_role("slider")
    slider.fill("100")
    assert turn.locator(".over").evaluate("(layer) => layer.style.clipPath") == "inset(0px 0% 0px 0px)"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(turn).to_contain_text("turn 1: Player 1", timeout=PATIENCE)
    expect(page.get_by_role("slider")).to_have_count(0)
    photo = client.get(f"/photos/{client.get('/evening').get_json()['turns'][0]['photo']}?small").data
    shown = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape[1] == SMALL
    played.buttons.undo()
    page.goto(page.url.partition("/desk")[0] + "/desk")
    expect(page.locator("#strip")).to_contain_text("taken back", timeout=PATIENCE)
