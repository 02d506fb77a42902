"""Many tabs of one browser show the game, although a browser opens six lines to a server at most."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.live.stage import Played
from tests.webui.visiting import PATIENCE

pytestmark = pytest.mark.slow

MORE_THAN_LINES = 8


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def test_every_tab_follows_however_many_there_are(context: BrowserContext, address: str, played: Played) -> None:
    streams: list[str] = []
    context.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    tabs = [opened(context, f"{address}/stage" if number % 2 else address) for number in range(MORE_THAN_LINES)]
    played.begin()
    for tab in tabs:
        expect(tab.locator("#turn-of")).to_have_text("Anna")
    assert len(streams) == 1
    tabs[-2].get_by_role("button", name="Drew a tile").click()  # a press finds a line, too
    played.buttons.pause()
    for tab in tabs:
        expect(tab.locator("#clock-note")).not_to_have_text("left")


def test_when_the_tab_that_listens_is_closed_another_takes_its_place(
    context: BrowserContext, address: str, played: Played
) -> None:
    first, second, third = (opened(context, address) for _ in range(3))
    played.begin()
    expect(third.locator("#turn-of")).to_have_text("Anna")
    first.close()
    played.buttons.begin_with("Ben")
    for tab in (second, third):
        expect(tab.locator("#turn-of")).to_have_text("Ben")


def test_without_locks_every_tab_that_is_seen_listens_for_itself(
    context: BrowserContext, address: str, played: Played
) -> None:
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    tabs = [opened(context, address) for _ in range(2)]
    played.begin()
    for tab in tabs:
        expect(tab.locator("#turn-of")).to_have_text("Anna")
