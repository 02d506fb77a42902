"""The sheet as on paper: points are amended where they stand, what stood there is struck out, and the sums are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.live.stage import Played
from tests.webui.looking import DRAWN, SCREENS, barriers, eventually
from tests.webui.staged import SIX, THREE, staged
from tests.webui.visiting import PATIENCE, opened

pytestmark = pytest.mark.slow

MINUS = "\N{MINUS SIGN}"


def come(browser: Browser, address: str, screen: str = "tablet") -> Page:
    """Somebody opens the page."""
    page = opened(browser, address, SCREENS[screen])
    expect(page.locator("#sheet table")).to_be_visible()
    return page


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[tuple[Played, Page]]:
    """Four rounds are written down: Anna has won the first and the last of them."""
    with staged("scored", THREE, tmp_path) as (played, address):
        page = come(browser, address)
        yield played, page
        page.context.close()


def test_points_are_amended_where_they_stand_and_undone(table: tuple[Played, Page]) -> None:
    played, page = table
    sheet = page.locator("#sheet")
    total = sheet.get_by_role("row", name="Cleo").locator(".total")
    expect(total).to_have_text(f"{MINUS}32")
    cell = sheet.get_by_role("button", name=f"Cleo, round 1: {MINUS}17. Amend")
    cell.click()
    field = sheet.get_by_role("textbox")
    expect(field).to_have_value("-17")
    field.fill("-27")
    field.press("Enter")
    expect(total).to_have_text(f"{MINUS}42")
    expect(sheet.locator("del")).to_have_text(["+29", f"{MINUS}17"])
    expect(sheet.locator("tfoot td").first).to_have_text("0")
    expect(page.locator("#amended")).to_contain_text(f"Round 1: Anna +29 → +39, Cleo {MINUS}17 → {MINUS}27, amended at")
    expect(page.locator("#amended")).to_contain_text("by the host")
    assert played.events()[-1] == "score-amended"
    page.get_by_role("button", name="Undo").click()
    expect(total).to_have_text(f"{MINUS}32")
    expect(sheet.locator("del")).to_have_count(0)


def test_escape_and_what_is_no_number_leave_the_points_as_they_are(table: tuple[Played, Page]) -> None:
    played, page = table
    before = played.events()
    field = page.locator("#sheet").get_by_role("textbox")
    for entered, key in (("-99", "Escape"), ("many", "Enter"), ("", "Enter"), ("-17", "Enter")):
        page.get_by_role("button", name=f"Cleo, round 1: {MINUS}17. Amend").click()
        field.fill(entered)
        page.keyboard.press(key)
        if entered == "many":  # the field stays, and says that this is no number
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(page.get_by_role("alert").get_by_text("That is no number.")).to_be_visible()
            page.keyboard.press("Escape")
        expect(page.locator("#sheet input")).to_have_count(0)
    assert played.events() == before


def test_what_is_no_number_stays_in_its_field_when_it_is_left(table: tuple[Played, Page]) -> None:
    played, page = table
    before = played.events()
    field = page.locator("#sheet").get_by_role("textbox")
    told = page.get_by_role("alert").get_by_text("That is no number.")
    page.get_by_role("button", name=f"Cleo, round 1: {MINUS}17. Amend").click()
    assert field.evaluate("(field) => field.inputMode") == "text", "the keypad of digits has no minus on some phones"
    field.fill("2 7")
    page.get_by_role("heading", name="Score sheet").click()
    expect(field).not_to_be_focused()
    expect(field).to_have_value("2 7")
    expect(field).to_have_accessible_description(re.compile("That is no number"))
    expect(told).to_be_visible()
    played.buttons.next_round()
    expect(page.locator("#where")).to_contain_text("Round 5")
    expect(field).to_have_value("2 7")
    assert played.events() == [*before, "round-started"]
    field.fill("-27")
    expect(told).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator("#sheet").get_by_role("row", name="Cleo").locator(".total")).to_have_text(f"{MINUS}42")


def test_a_round_that_does_not_add_up_to_0_says_why(table: tuple[Played, Page]) -> None:
    played, page = table
    remarks = page.locator("#amended li")
    played.buttons.next_round()
    played.buttons.score(dict.fromkeys(THREE, 20), THREE[0], blocked=True)
    blocked = "Round 5 was blocked: under this rulebook it does not add up to 0, but to"
    expect(remarks).to_have_text([f"{blocked} {MINUS}60."], timeout=PATIENCE)
    played.buttons.amend(1, "Anna", 39, 1.7e9)
    amended = "Round 1 adds up to +10, not to 0, as its points were amended."
    expect(remarks.first).to_have_text(amended, timeout=PATIENCE)


def test_what_is_being_amended_stays_while_the_table_goes_on(table: tuple[Played, Page]) -> None:
    played, page = table
    page.get_by_role("button", name=f"Cleo, round 1: {MINUS}17. Amend").click()
    page.locator("#sheet").get_by_role("textbox").fill("-27")
    played.buttons.next_round()
    expect(page.locator("#where")).to_contain_text("Round 5")
    expect(page.locator("#sheet").get_by_role("textbox")).to_have_value("-27")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet .total").last).to_have_text(f"{MINUS}42")


def test_the_totals_are_drawn_and_stand_in_a_table_beside(table: tuple[Played, Page]) -> None:
    _, page = table
    chart = page.get_by_role("img", name="Totals over 4 rounds")
    expect(chart).to_have_accessible_name(
        f"Totals over 4 rounds: Anna +47, Maximilian-Alexander {MINUS}15, and Cleo {MINUS}32"
    )
    expect(chart.locator("polyline")).to_have_count(3)
    page.get_by_text("Totals as a table").click()
    told = page.locator(".chart").get_by_role("row", name="Anna").get_by_role("cell")
    expect(told.last).to_have_text("+47")


@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
def test_the_sheet_and_its_chart_fit_every_screen_for_every_eye(
    browser: Browser, tmp_path: Path, names: tuple[str, ...]
) -> None:
    found = []
    with staged("scored", names, tmp_path) as (played, address):
        played.buttons.amend(2, names[0], -99, 1.7e9)
        page = come(browser, address)
        for name, screen in SCREENS.items():
            page.set_viewport_size(screen)
            expect(page.locator(".chart polyline")).to_have_count(len(names))
            assert eventually(page, lambda: bool(page.evaluate(DRAWN)))
            found += [f"{name}: {line}" for line in off_the_chart(page)]
        found += barriers(page)
        page.context.close()
    assert found == []


def off_the_chart(page: Page) -> list[str]:
    """Texts of the chart that leave it or lie on each other, and whether the page is wider than the screen."""
    told: list[str] = page.evaluate(
        """() => {
        const chart = document.querySelector(".chart svg").getBoundingClientRect();
        const texts = [...document.querySelectorAll(".chart text")].map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
        const out = texts.filter(({ box }) => box.left < chart.left - 1 || box.right > chart.right + 1 || box.top < chart.top - 2 || box.bottom > chart.bottom + 2);
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3;
        const over = texts.filter((one, i) => texts.slice(i + 1).some((other) => meet(one.box, other.box)));
        const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
        return [...out.map(({ said }) => `${said} leaves the chart`), ...over.map(({ said }) => `${said} lies on another`), ...wide];
        }"""
    )
    return told
