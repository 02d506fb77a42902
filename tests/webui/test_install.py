"""The page as an app: it can be installed, and says so where the table cannot be reached, in place of a game that is past."""

from __future__ import annotations

import io
import json
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.live.stage import Played
from tests.webui.looking import barriers
from tests.webui.visiting import PATIENCE


def got(client: FlaskClient, path: str) -> bytes:
    """What a file's address gives."""
    with client.get(path) as answer:
        assert answer.status_code == 200
        return bytes(answer.data)


def test_the_manifest_names_pictures_of_the_sizes_that_it_says(guest: FlaskClient) -> None:
    manifest = json.loads(got(guest, "/static/app.webmanifest"))
    assert urljoin("/static/app.webmanifest", manifest["start_url"]) == "/"
    assert manifest["display"] == "standalone"
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose")) for icon in drawn} == {
        ("192x192", None),
        ("512x512", None),
        ("512x512", "maskable"),
    }
    for icon in drawn:
        picture = Image.open(io.BytesIO(got(guest, f"/static/{icon['src']}")))
        assert "{}x{}".format(*picture.size) == icon["sizes"]


def test_what_shows_that_nothing_comes_through_is_for_everybody_and_says_nothing_of_the_game(
    guest: FlaskClient, played: Played
) -> None:
    played.begin()
    page = guest.get("/offline", headers={"Accept-Language": "de"})
    assert (page.status_code, "Der Tisch antwortet nicht." in page.text, "Anna" in page.text) == (200, True, False)
    with guest.get("/service-worker.js") as worker:
        assert (worker.status_code, worker.mimetype) == (200, "text/javascript")


@pytest.mark.slow
def test_a_device_that_left_the_network_is_told_and_comes_back_by_itself(
    browser: Browser, address: str, played: Played
) -> None:
    context = browser.new_context(locale="en-GB", service_workers="allow")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    played.begin()
    expect(page.locator("#turn-of")).to_have_text("Anna")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("status")).to_have_text("The table does not answer.")
    assert "Anna" not in page.content()
    assert barriers(page) == []
    played.buttons.begin_with("Ben")
    context.set_offline(False)
    expect(page.locator("#turn-of")).to_have_text("Ben")
    context.close()
