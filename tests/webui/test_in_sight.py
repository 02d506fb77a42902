"""What matters at the moment is in sight on the host's page, on every screen and wherever it was scrolled to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.webui.looking import SCREENS
from tests.webui.staged import THREE, staged
from tests.webui.visiting import PATIENCE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("screen", SCREENS)
def test_what_a_turn_costs_is_in_sight_however_many_reasons_it_has(
    browser: Browser, tmp_path: Path, screen: str
) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = browser.new_context(viewport=SCREENS[screen], locale="en-GB").new_page()  # type: ignore[arg-type] # two numbers, as it wants
        page.goto(address)
        cost = page.locator("#verdict .todo").get_by_text("penalty tiles")
        expect(cost).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_table_is_in_sight_beside_a_legal_verdict(browser: Browser, tmp_path: Path, screen: str) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        page = browser.new_context(viewport=SCREENS[screen], locale="en-GB").new_page()  # type: ignore[arg-type] # two numbers, as it wants
        page.goto(address)
        expect(page.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        expect(page.locator("#table .tile").first).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        page.context.close()
