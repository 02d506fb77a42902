"""The page in a real browser: Debian's Chromium, as a person at the table uses it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.live.stage import EndlessStage, Played
from webui import create_app

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
]
PATIENCE = 20_000
"""Milliseconds that something may take to appear on a busy machine."""

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Quiet(WSGIRequestHandler):
    def log_request(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def address(played: Played) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, create_app(played.live), threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Visit:
    """A page, and everything that a careful eye would not want to see behind it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.goto(address)

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(viewport=DESK, locale="en-GB")  # type: ignore[arg-type] # two numbers, as it wants
    visit = Visit(context.new_page(), address)
    yield visit
    context.close()
    assert visit.faults == []
    assert [url for url in visit.requests if not url.startswith(address)] == []


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)


def lay(page: Page, stage: EndlessStage, *sets: str, doubts: dict[str, dict[str, float]] | None = None) -> None:
    """The sets lie on the table, and the page shows them lying still."""
    stage.now_show(*sets, doubts=doubts)
    expect(page.locator("#table .tile")).to_have_count(sum(len(text.split()) for text in sets), timeout=PATIENCE)
    expect(page.locator("#stillness")).to_have_text("The table lies still", timeout=PATIENCE)


def test_one_press_starts_the_round_and_the_space_bar_ends_the_turn(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)
    expect(page.locator("#verdict .word")).to_contain_text("3 tiles, 33 points")
    expect(page.locator("#turn-of")).to_have_text("Player 2")
    expect(page.locator("#verdict")).to_have_attribute("aria-live", "assertive")


def test_an_illegal_turn_says_why_and_what_to_do_and_undo_takes_it_back(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "K10 R11 B12")
    page.get_by_role("button", name="End turn").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Not legal", timeout=PATIENCE)
    expect(verdict).to_contain_text("Neither a group of one number nor a run of one colour.")
    expect(verdict).to_contain_text("Jumbo, 2016")
    expect(verdict).to_contain_text("Player 1 draws 3 penalty tiles.")
    expect(page.locator("#table").get_by_label("red 11")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    expect(verdict).not_to_contain_text("Not legal")


def test_the_space_bar_ends_the_turn_also_after_another_button_was_clicked(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_question_is_answered_with_one_tap(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "K10 R10 B10", "K6 R6 B6", doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    page.keyboard.press("Space")
    expect(page.locator("#verdict")).to_contain_text("One look, please", timeout=PATIENCE)
    expect(page.locator("#verdict .likely .tile")).to_have_count(2)
    page.locator("#verdict .likely").get_by_label("blue 6").click()
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_tile_on_the_table_is_corrected_with_two_taps(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 B12")
    page.locator("#table").get_by_label("blue 12").click()
    page.locator("#picker-all").get_by_label("red 12").click()
    expect(page.locator("#table").get_by_label("red 12")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_round_is_written_on_the_score_sheet(visit: Visit) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Round over …").click()
    page.get_by_label("Left on Player 2's rack").fill("K3 R11 X")
    page.get_by_role("button", name="Write the score").click()
    expect(page.locator("#ending-error")).to_contain_text("'X' is no tile", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    page.get_by_label("Left on Player 2's rack").fill("K3 R11 J")
    page.get_by_role("button", name="Write the score").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("\N{MINUS SIGN}44", timeout=PATIENCE)
    expect(sheet.locator("tfoot td").first).to_have_text("0")
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)


def test_the_play_area_is_dragged_on_the_camera_picture(visit: Visit, played: Played) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Mark the play area").click()
    handle = page.locator("#overlay .handle").first
    box = handle.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 50, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Use the whole picture")).to_be_visible(timeout=PATIENCE)
    area = played.live.profile.area
    assert area is not None
    assert area[0][0] > 0.2
    assert area[0][1] > 0.2
    assert area[2] == (0.88, 0.88)


def test_on_a_phone_nothing_scrolls_sideways_and_the_button_stays_in_reach(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.set_viewport_size(PHONE)  # type: ignore[arg-type] # two numbers, as it wants
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    start(page)
    lay(page, stage, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13", "R10 R11 R12", "B1 B2 B3", "O7 R7 K7 B7")
    expect(page.get_by_role("button", name="End turn")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (
        page.evaluate(
            "Math.max(...[...document.querySelectorAll('#table .tile')].map((t) => t.getBoundingClientRect().right))"
        )
        <= 390
    )


def test_a_page_opened_later_shows_the_same_table(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.reload()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    expect(page.locator("#table .tile")).to_have_count(3, timeout=PATIENCE)


def test_the_language_is_switched_on_the_page(visit: Visit) -> None:
    page = visit.page
    page.locator("#language").select_option("de")
    expect(page.get_by_role("button", name="Runde beginnen")).to_be_visible(timeout=PATIENCE)
    page.locator("#language").select_option("it")
    expect(page.get_by_role("button", name="Inizia la manche")).to_be_visible(timeout=PATIENCE)
