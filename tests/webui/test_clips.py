"""A challenged turn's clip on every screen, and what guests see of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, ViewportSize, expect

from live.clips import Clips
from tests.live.stage import RULEBOOK, Played
from tests.webui.away import party
from tests.webui.visiting import PATIENCE, opened
from webui import Access, create_app
from webui.pictures import GREY
from webui.roles import Role

SCREEN = ViewportSize(width=1024, height=768)
FRAMES = "12"
"""All frames of the clip."""

MISREAD = {"K7": {"K1": 0.999}}
LAID = ("R10 R11 R12", "K7 B7 O7")


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """A table that holds frames, at which Anna's turn counts as illegal since a tile was misread."""
    made = Played(tmp_path)
    made.live.clips = Clips()
    made.buttons.start_round(["Anna", "Ben"], RULEBOOK)
    made.turn(*LAID, doubts=MISREAD)
    made.stage.paint(LAID)
    return made


def guest_of(app: Flask, access: Access, role: Role | None = None) -> FlaskClient:
    """A guest's device, let in, with that role if any."""
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    guest.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
    entry = access.guests.let_in()
    if role is not None:
        access.guests.set_role(entry.guest.device, role, "")
    for domain in ("localhost", "192.168.1.5"):
        guest.set_cookie(access.cookie, entry.token, domain=domain)
    return guest


@pytest.mark.slow
def test_everybody_sees_the_clip_of_a_challenge_and_then_what_became_of_it(browser: Browser, tmp_path: Path) -> None:
    with party("deal", ("Anna", "Ben"), tmp_path) as table:
        played = table.played
        played.live.clips = Clips()
        played.buttons.first_turn()
        played.turn(*LAID, doubts=MISREAD)
        played.stage.paint(LAID)
        remote = table.join(browser, "Anna")
        pages = [remote, opened(browser, table.host, SCREEN), opened(browser, f"{table.host}/stage", SCREEN)]
        expect(pages[2].locator("#turn-of")).not_to_be_empty()
        remote.get_by_role("button", name="Challenge (2 left)").click()
        for page in pages:
            expect(page.locator("dialog.clip h2")).to_have_text("Anna challenges the verdict", timeout=PATIENCE)
            expect(page.locator("dialog.clip canvas")).to_have_attribute("data-shown", FRAMES, timeout=PATIENCE)
        for page in pages:
            expect(page.locator("dialog.clip .outcome")).to_contain_text("the turn is legal", timeout=PATIENCE)
            page.context.close()
        assert played.events()[-2:] == ["turn-challenged", "verdict"]


def test_guests_see_no_rack_in_a_clip_while_the_round_runs(played: Played, tmp_path: Path) -> None:
    access = Access("0.0.0.0", folder=tmp_path)  # noqa: S104 - guests come in
    app = create_app(played.live, played.read, access)
    guest = guest_of(app, access, Role.WATCHING)
    played.live.scene.area.mark(((0.0, 0.0), (1.0, 0.0), (1.0, 0.8), (0.0, 0.8)), played.live.game.viewpoint)
    press = played.last_judged()
    times = guest.get(f"/clips/{press}").get_json()["times"]
    assert times
    path = f"/clips/{press}/{times[0]}.jpg"
    of_guest, of_host = (
        cv2.imdecode(np.frombuffer(client.get(path).data, np.uint8), cv2.IMREAD_COLOR)
        for client in (guest, app.test_client())
    )
    assert of_guest is not None
    assert of_host is not None
    below = slice(round(of_guest.shape[0] * 0.85), None)
    assert np.abs(of_guest[below].astype(int) - GREY).max() < 20
    assert np.abs(of_host[below].astype(int) - GREY).max() > 20


def test_guests_see_the_clip_of_an_earlier_turn_as_far_as_they_look_back(played: Played, tmp_path: Path) -> None:
    earlier = played.last_judged()
    played.buttons.resume(anyway=True)
    played.turn(*LAID, "O1 O2 O3")
    assert played.last_judged() != earlier
    access = Access("0.0.0.0", folder=tmp_path)  # noqa: S104 - guests come in
    app = create_app(played.live, played.read, access)
    guest = guest_of(app, access)
    assert guest.get(f"/clips/{earlier}").get_json()["code"] == "no-role"
    assert guest.get(f"/clips/{played.last_judged()}").status_code == 200
    assert app.test_client().get(f"/clips/{earlier}").status_code == 200


def test_a_turn_without_clip_has_none(played: Played) -> None:
    client = create_app(played.live, played.read).test_client()
    assert client.get("/clips/999").status_code == 404
    assert client.get(f"/clips/{played.last_judged()}/123456.jpg").status_code == 404
