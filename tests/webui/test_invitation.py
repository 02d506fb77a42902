"""A phone reads the invitation off the host's screen."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from webui import Access


def test_only_the_host_is_shown_the_code(guest: FlaskClient, client: FlaskClient) -> None:
    assert guest.get("/invitation.svg").status_code == 401
    assert client.get("/invitation.svg").mimetype == "image/svg+xml"


@pytest.mark.slow
def test_it_leads_to_the_door_with_the_invitation(
    browser: Browser, client: FlaskClient, access: Access, tmp_path: Path
) -> None:
    page = browser.new_page()
    page.set_content(client.get("/invitation.svg").text.partition("?>")[2])
    picture = tmp_path / "code.png"
    page.locator("svg").evaluate("(code) => code.setAttribute('style', 'width: 400px; height: 400px')")
    page.locator("svg").screenshot(path=picture)
    page.close()
    shown = cv2.imread(str(picture))
    assert shown is not None
    assert cv2.QRCodeDetector().detectAndDecode(shown)[0] == f"http://192.168.1.5:8000/door/{access.invitation}"
