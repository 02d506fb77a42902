"""What matters at the moment is in sight on the host's page, on every screen and wherever it was scrolled to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.webui.looking import SCREENS
from tests.webui.staged import THREE, staged
from tests.webui.visiting import PATIENCE, Visit

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


def test_who_cannot_start_the_round_is_told_why_at_the_end_of_a_long_form(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size(SCREENS["phone"])  # type: ignore[arg-type] # two numbers, as it wants
    for seat in (1, 2):
        page.get_by_label(f"Player {seat}", exact=True).fill("Anna")
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#notices")).to_contain_text("a name of their own", timeout=PATIENCE)
    expect(page.locator("#notices p").last).to_be_in_viewport(timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
