"""A visit to the page in a real browser, and what its tests do there again and again."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize, expect

from tests.live.stage import EndlessStage
from webui.languages import COOKIE

PATIENCE = 20_000
"""Milliseconds that something may take to appear on a busy machine."""

STILL = 0.05
"""Layout shift with which nobody sees anything jump; the least that is called good is 0.1 (CLS, web.dev/articles/cls)."""

_PREPARED = """
Element.prototype.requestFullscreen = async () => {}; // the tests say how large the screen is
let shifted = 0;
const observer = new PerformanceObserver((list) => count(list.getEntries()));
const count = (shifts) => { for (const { value, hadRecentInput } of shifts) shifted += hadRecentInput ? 0 : value; };
observer.observe({ type: "layout-shift", buffered: true });
window.shifted = () => { count(observer.takeRecords()); return shifted; };
"""

_SETTLED = """
async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await document.fonts.ready;
  do await frame(); while ([...document.images].some(({ complete, loading }) => !complete && loading !== "lazy"));
  for (let frames = 0; frames < 4; frames++) await frame();
}
"""


def opened(browser: Browser, address: str, screen: ViewportSize, locale: str = "en-GB", **options: Any) -> Page:
    """The page at that address on a screen of that width and height, for somebody of that language who wants little motion."""
    page = browser.new_context(viewport=screen, locale=locale, **{"reduced_motion": "reduce", **options}).new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(_PREPARED)
    page.goto(address)
    return page


def shifts(page: Page) -> float:
    """How much has jumped on an `opened` page since it was loaded, once its letters and pictures have come (CLS of all shifts)."""
    page.evaluate(_SETTLED)
    return float(page.evaluate("shifted()"))


class Visit:
    """A page, and everything that a careful eye would not want to see behind it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.goto(address)

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} ({message.location['url']})")


def read_in(page: Page, language: str) -> None:
    """The page is shown to a reader of that language, who has chosen it there."""
    if page.locator("html").get_attribute("lang") != language:
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": page.url}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    page.get_by_role("button", name="First turn starts").click()
    expect(page.locator("#end-text")).to_have_text("End turn", timeout=PATIENCE)


def end_round(page: Page, winner: str) -> None:
    """Says on the page that somebody has gone out."""
    page.get_by_role("button", name="Round over …").click()
    page.locator("#winners").get_by_text(winner, exact=True).click()
    page.locator("#ending-end").click()


def lay(page: Page, stage: EndlessStage, *sets: str, doubts: dict[str, dict[str, float]] | None = None) -> None:
    """The sets lie on the table, and the page shows them lying still."""
    stage.now_show(*sets, doubts=doubts)
    expect(page.locator("#table .tile")).to_have_count(sum(len(text.split()) for text in sets), timeout=PATIENCE)
    expect(page.locator("#stillness")).to_have_text("The table is still", timeout=PATIENCE)
