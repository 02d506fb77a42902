"""What a form still lacks is said in the language of the page, not in that of the browser."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import DESK, PHONE
from tests.webui.away import party
from tests.webui.staged import THREE, staged
from tests.webui.visiting import PATIENCE, read_in
from webui.languages import LANGUAGES, catalog

pytestmark = pytest.mark.slow

RACK = "R4 R4 K7 K7 B9 B9 O1 O2 O3 K1 K2 R12 R13 J"


def page_in(browser: Browser, address: str, language: str) -> Page:
    """The host's page in that language; the browser's own language is English."""
    context = browser.new_context(viewport=DESK, locale="en-GB")
    context.add_cookies([{"name": "tileref_language", "value": language, "url": address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def said_of(field: Locator) -> str:
    """What the browser says of that field beside it."""
    expect(field).to_be_focused()
    return str(field.evaluate("(field) => field.validationMessage"))


def test_a_name_that_is_missing_is_asked_for_in_the_language_of_the_page(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("setup", THREE, tmp_path) as (played, address):
        page = page_in(browser, address, "en")
        for language in LANGUAGES:
            with subtests.test(language=language):
                texts = catalog(language)
                read_in(page, language)
                name = page.locator("#names input").nth(1)
                name.fill("")
                page.get_by_role("button", name=texts["setup.start"]).click()
                assert said_of(name) == texts["form.missing"]
                name.fill("Ben")
                page.get_by_role("button", name=texts["setup.start"]).click()
                expect(page.locator("#end-text")).to_have_text(texts["button.first"])
                played.buttons.close_game()
                expect(name).to_be_visible()


def test_what_a_photo_has_filled_is_missing_no_more(browser: Browser, tmp_path: Path) -> None:
    texts = catalog("de")
    with staged("deal", THREE, tmp_path) as (played, address):
        page = page_in(browser, address, "de")
        page.get_by_role("button", name=texts["claim.open"]).click()
        rack, check = page.get_by_label(texts["claim.rack"], exact=True), page.get_by_role("button", name="Prüfen")
        check.click()
        assert said_of(rack) == texts["form.missing"]
        shot = tmp_path / "rack.png"
        shot.write_bytes(cv2.imencode(".png", played.stage.paint([RACK]))[1].tobytes())
        page.get_by_label(f"{texts['rack.photo']}: {texts['claim.rack']}").set_input_files(shot)
        expect(rack).to_have_value(RACK)
        check.click()
        expect(page.locator("#claim")).to_be_hidden()


def test_the_door_asks_for_six_digits_in_the_language_of_the_page(browser: Browser, tmp_path: Path) -> None:
    with party("setup", THREE, tmp_path) as table:
        phone = browser.new_context(viewport=PHONE, locale="it").new_page()
        phone.goto(table.away)
        code = phone.get_by_label(catalog("it")["door.ask"])
        code.fill("12")
        phone.keyboard.press("Enter")
        assert said_of(code) == catalog("it")["door.digits"]
        code.fill(table.access.code)
        phone.keyboard.press("Enter")
        expect(phone.locator("#who")).to_be_visible()
