"""What is not every browser's: old ones, sound that a call took away, strong colours of one's own, and paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.live.stage import Played
from tests.webui.staged import SIX, THREE, staged
from tests.webui.visiting import PATIENCE, read_in

pytestmark = pytest.mark.slow

A4: ViewportSize = {"width": 794, "height": 1123}
"""A sheet of paper in CSS pixels, without margins."""

ROUNDS = 24

KEEP_SOUND = """
window.made = [];
window.AudioContext = class extends AudioContext { constructor() { super(); window.made.push(this); } };
"""

FROM_BEFORE_2023 = 'CSS.supports = (what) => !what.includes("color-mix");'


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[tuple[str, Page]]:
    """A table of three, and a browser that has not come to it yet."""
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = browser.new_context(locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE)
        yield address, page
        page.context.close()


def unreadable(route: Route) -> None:
    """A script in which there is something younger than the browser."""
    route.fulfill(content_type="text/javascript", body="let a = @@;")


@pytest.mark.parametrize(("place", "script"), [("", "main.js"), ("/stage", "stage/main.js"), ("/desk", "desk/main.js")])
def test_a_browser_that_cannot_read_the_scripts_is_told_which_ones_serve(
    table: tuple[str, Page], place: str, script: str
) -> None:
    address, page = table
    page.route(f"**/static/{script}*", unreadable)
    page.goto(address + place)
    expect(page.get_by_role("alert").filter(has_text="Firefox")).to_have_text(
        "This browser is too old for this page. Chrome, Edge or Samsung Internet from 2023 on serve (Chromium 111), "
        "Firefox from 121 and Safari from 16.2 (iPhone and iPad: update the system)."
    )


def test_a_browser_that_would_show_half_of_the_page_is_told_in_its_own_language(table: tuple[str, Page]) -> None:
    address, page = table
    page.goto(address)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#too-old")).to_be_hidden()
    page.add_init_script(FROM_BEFORE_2023)
    read_in(page, "de")
    expect(page.locator("#too-old")).to_contain_text("Dieser Browser ist zu alt")


@pytest.mark.parametrize(
    "again", ["document.dispatchEvent(new Event('visibilitychange'))", "dispatchEvent(new Event('pointerup'))"]
)
def test_sound_that_a_call_or_a_locked_screen_took_away_comes_back(table: tuple[str, Page], again: str) -> None:
    address, page = table
    page.add_init_script(KEEP_SOUND)
    page.goto(f"{address}/stage")
    page.locator("#begin").click()
    is_heard = "() => window.made[0]?.state === 'running'"
    page.wait_for_function(is_heard)
    page.evaluate("window.made[0].suspend()")
    assert not page.evaluate(is_heard)
    page.evaluate(again)
    page.wait_for_function(is_heard)


def test_with_strong_colours_tiles_keep_theirs_and_what_is_pressed_has_an_edge(
    browser: Browser, tmp_path: Path
) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = browser.new_context(forced_colors="active", color_scheme="dark", locale="en-GB").new_page()
        page.goto(address)
        for place, button in (("", "#end"), ("/stage", None)):
            page.goto(address + place)
            number = page.locator(".tile.B").first
            expect(number).to_have_css("color", "rgb(20, 72, 156)")
            if button:
                expect(page.locator(button)).to_have_css("border-top-style", "solid")
                assert page.locator(button).evaluate("(element) => getComputedStyle(element).borderTopWidth") != "0px"


def many_rounds(played: Played) -> None:
    """As many rounds as a long evening has, scored without a camera."""
    played.buttons.start_round(list(SIX), "jumbo-original-2016+players=6", watched=False)
    for number in range(ROUNDS):
        if number:
            played.buttons.next_round()
        winner, *others = SIX[number % 6 :] + SIX[: number % 6]
        played.buttons.end_round(winner)
        played.buttons.score(dict.fromkeys(others, 10 + number), winner)


def test_all_rounds_of_a_long_evening_are_on_the_paper_and_no_button(browser: Browser, tmp_path: Path) -> None:
    with staged("setup", SIX, tmp_path) as (played, address):
        many_rounds(played)
        page = browser.new_context(viewport=A4, locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE)
        for place in ("", "/evenings"):
            page.emulate_media(media="screen")
            page.goto(address + place)
            expect(page.get_by_role("columnheader", name=f"Round {ROUNDS}", exact=True).first).to_be_attached()
            page.emulate_media(media="print")
            beyond = page.locator(".sheet :is(th, td)").evaluate_all(
                "(cells) => cells.map((cell) => cell.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length"
            )
            assert beyond == 0
            assert page.locator("button:not(.cell), a.plain, select").filter(visible=True).count() == 0
