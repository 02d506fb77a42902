"""Where a phone that is to be the camera goes, as the page and the stage say it as long as none shows the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.live.stage import EndlessStage
from tests.webui.away import party
from tests.webui.staged import THREE
from tests.webui.visiting import Visit
from vision.camera.phone import NOBODY

SECONDS = 1000
"""Milliseconds for Playwright."""


@pytest.mark.slow
def test_a_page_that_no_phone_can_reach_says_how_to_start_it_so_that_one_can(visit: Visit, stage: EndlessStage) -> None:
    stage.name, stage.trouble = "phone", NOBODY
    for path in ("", "/stage"):
        visit.page.goto(visit.page.url.rstrip("/") + path)
        told = visit.page.locator("#notices")
        expect(told).to_contain_text("start tileref with --tls --host 0.0.0.0", timeout=20 * SECONDS)
        expect(told).not_to_contain_text("127.0.0.1")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "/stage"])
def test_the_page_and_the_stage_say_where_a_phone_goes(browser: Browser, tmp_path: Path, path: str) -> None:
    with party("trouble", THREE, tmp_path) as table:
        table.played.stage.name = "phone"
        page = browser.new_page()
        page.goto(table.host + path)
        expect(page.locator("#notices")).to_contain_text("http://192.168.1.5:8000/camera", timeout=20 * SECONDS)
