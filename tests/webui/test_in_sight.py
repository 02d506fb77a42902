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


def test_a_question_and_its_answers_are_in_sight_on_a_small_phone(browser: Browser, tmp_path: Path) -> None:
    with staged("question", THREE, tmp_path) as (_, address):
        page = browser.new_context(viewport={"width": 360, "height": 640}, locale="de-DE").new_page()
        page.goto(address)
        answers = page.locator("#verdict .likely .tile")
        expect(answers).to_have_count(2, timeout=PATIENCE)
        buttons = page.locator(".actions").bounding_box()
        assert buttons
        for answer in answers.all():
            box = answer.bounding_box()
            assert box
            assert 0 <= box["y"] <= buttons["y"] - box["height"]
        page.context.close()
