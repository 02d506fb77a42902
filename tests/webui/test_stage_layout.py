"""The stage in every state, from a phone to a large television, with three players and with six: nothing is cut off, nothing lies on anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.looking import LARGE_TELEVISION, SCREENS, barriers, complaints, complaints_on, eventually, show_on
from tests.webui.staged import SIX, STATES, THREE, staged
from tests.webui.visiting import PATIENCE, opened, read_in
from webui.languages import LANGUAGES

pytestmark = pytest.mark.slow

SCENES = {"setup": "setup", "over": "count", "counted": "count", "scored": "sheet"}
"""What the stage shows of a state; "play" of any other."""


def come(browser: Browser, address: str, screen: str = "television", **options: Any) -> Page:
    """Somebody opens the stage."""
    page = opened(browser, f"{address}/stage", SCREENS[screen], **options)
    expect(page.locator("#turn-of")).not_to_be_empty()
    return page


@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_legible_on_every_screen(
    browser: Browser, tmp_path: Path, state: str, names: tuple[str, ...]
) -> None:
    with staged(state, names, tmp_path) as (_, address):
        page = come(browser, address)
        expect(page.locator("#stage")).to_have_attribute("data-scene", SCENES.get(state, "play"), timeout=PATIENCE)
        page.locator("#begin").click()
        expect(page.locator("#begin")).to_be_hidden()
        show_on(page, LARGE_TELEVISION)
        found = [f"large television: {line}" for line in complaints(page)]
        found += complaints_on(page, *SCREENS)
        found += barriers(page)
        page.context.close()
    assert found == []


SIZE = "(part) => part.matches('.tile') ? part.clientWidth : parseFloat(getComputedStyle(part).fontSize)"
"""Of a tile its width, else of the text, in pixels."""


@pytest.mark.parametrize(
    ("state", "part"),
    [
        ("below", "#turn-of"),
        ("below", "#table .tile"),
        ("below", ".verdict .word"),
        ("counted", ".racks .name"),
        ("scored", ".moment table"),
    ],
)
def test_a_screen_with_twice_the_pixels_shows_everything_twice_as_large(
    browser: Browser, tmp_path: Path, state: str, part: str
) -> None:
    with staged(state, ("Anna", "Ben"), tmp_path) as (_, address):
        page = come(browser, address)
        page.locator("#begin").click()
        sizes = []
        for screen in (SCREENS["television"], LARGE_TELEVISION):
            show_on(page, screen)
            sizes.append(page.locator(part).first.evaluate(SIZE))
        page.context.close()
    assert sizes[1] > 1.85 * sizes[0]


@pytest.mark.parametrize("state", ["illegal", "setup"])
def test_everything_fits_in_every_language_with_the_hint_that_begins_it(
    browser: Browser, tmp_path: Path, state: str, subtests: pytest.Subtests
) -> None:
    with staged(state, THREE, tmp_path) as (_, address):
        page = come(browser, address)
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                expect(page.locator("#turn-of")).not_to_be_empty()
                expect(page.locator("#begin")).to_be_visible()
                assert complaints_on(page, *SCREENS) + barriers(page) == []
        page.context.close()


def test_three_reasons_and_more_never_hide_the_penalty(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("illegal", SIX, tmp_path) as (_, address):
        page = come(browser, address)
        page.locator("#begin").click()
        expect(page.locator(".penalty")).to_be_visible()
        for name, screen in SCREENS.items():
            with subtests.test(screen=name):
                show_on(page, screen)
                told = page.locator(".reasons > li:visible")
                assert told.count() >= 4
                for line in (*page.locator(".penalty li").all(), *told.all()):
                    expect(line).to_be_in_viewport(ratio=1)
        page.context.close()


AMISS = (
    ("#turn-of { width: 1ch; overflow: hidden; white-space: nowrap }", "is cut off"),
    (".seat { position: absolute; top: 300px }", "lies on"),
    ("#mat-foot { font-size: 8px }", "is 8 px"),
    (".table { gap: 0 !important } .tile { margin: -4px }", "lies on"),
    (".verdict { transform: translateY(90%) }", "leaves the screen"),
)
"""Styles that spoil the stage, and what is said of it then."""


def test_what_is_amiss_is_seen(browser: Browser, tmp_path: Path, subtests: pytest.Subtests) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        page = come(browser, address, bypass_csp=True)
        expect(page.locator("#table .tile")).to_have_count(31)
        for style, complaint in AMISS:
            with subtests.test(style):
                assert eventually(page, lambda: complaints(page) == [])
                spoilt = page.add_style_tag(content=style)
                assert eventually(page, lambda: any(complaint in line for line in complaints(page)))  # noqa: B023 - called at once
                spoilt.evaluate("(style) => style.remove()")
        page.context.close()
