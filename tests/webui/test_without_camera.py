"""A round without a camera, in a real browser: turns stand, and a photo judges one where somebody asks."""

from __future__ import annotations

import re

import cv2
import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from tests.live.stage import EndlessStage, Played
from tests.webui.looking import SCREENS, barriers, show_on
from tests.webui.visiting import PATIENCE, Visit

pytestmark = pytest.mark.slow

FIRST = "R10 R11 R12"
JPEG = b"\xff\xd8"


@pytest.fixture
def page(visit: Visit) -> Page:
    """A round is set up without a camera, and its first turn begun."""
    visit.page.get_by_role("radio", name="No camera").check()
    visit.page.get_by_role("button", name="Start the round").click()
    visit.page.get_by_role("button", name="First turn starts").click()
    expect(visit.page.locator("#end-text")).to_have_text("End turn", timeout=PATIENCE)
    return visit.page


def photo(stage: EndlessStage, *sets: str) -> FilePayload:
    """What the camera of somebody's phone gives."""
    data = cv2.imencode(".jpg", stage.paint(sets))[1].tobytes()
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": data}


def take(page: Page, file: FilePayload) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Judge it by a photo").click()
    chooser.value.set_files(file)
    if file["buffer"].startswith(JPEG):
        page.get_by_role("button", name="Judge it", exact=True).click()


def end(page: Page, following: str) -> None:
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#turn-of")).to_have_text(following, timeout=PATIENCE)


def test_a_round_is_played_to_the_sheet_without_a_picture(page: Page) -> None:
    expect(page.locator("#verdict")).to_contain_text("No camera")
    expect(page.locator("#camera")).to_be_hidden()
    end(page, "Player 2")
    expect(page.locator("#verdict")).to_contain_text("The turn stands")
    page.get_by_role("button", name="Drew a tile").click()
    expect(page.locator("#mat-foot")).to_have_text("77 in the pool", timeout=PATIENCE)
    page.get_by_role("button", name="Rummikub!").click()
    page.get_by_label("Left on Player 2's rack", exact=True).fill("24")
    page.get_by_role("button", name="Write the score").last.click()
    expect(page.locator("#sheet")).to_contain_text("+24", timeout=PATIENCE)
    expect(page.locator("#players .needs:visible")).to_have_count(0)  # a first lay-down is past, too


def test_time_that_is_agreed_on_is_shown_and_a_turn_extended(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("button", name="Other time for a player").click()
    page.get_by_label("Time of a turn of Player 2").select_option("no limit")
    page.get_by_text("House rules and variants").click()
    expect(page.get_by_label("Delay (Bronstein)")).to_be_hidden()
    page.get_by_label("Bank of time", exact=True).select_option("10 min")
    page.get_by_label("Delay (Bronstein)", exact=True).select_option("10 s")
    page.get_by_label("Extensions", exact=True).select_option("2")
    page.get_by_role("radio", name="No camera").check()
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("button", name="First turn starts").click()
    expect(page.locator("#players li").first).to_contain_text(re.compile(r"bank 10:00 · 2 . \+30 s"), timeout=PATIENCE)
    expect(page.locator("#clock-note")).to_have_text("then bank 10:00")
    page.get_by_role("button", name="+30 s (2 left)").click()
    expect(page.locator("#players li").first).to_contain_text(re.compile(r"1 . \+30 s"), timeout=PATIENCE)
    assert played.told()["clock"]["limit"] == 640.0
    end(page, "Player 2")
    expect(page.locator("#clock-note")).to_have_text("no limit")
    expect(page.locator("#extend")).to_be_disabled()


def test_a_double_click_ends_one_turn(page: Page, played: Played) -> None:
    page.get_by_role("button", name="End turn").dblclick()
    expect(page.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)
    page.get_by_role("button", name="Drew a tile").dblclick()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    assert played.told()["turn"] == 2


def test_a_key_that_is_held_ends_one_turn(page: Page, stage: EndlessStage, played: Played) -> None:
    for number, (key, on) in enumerate([("Enter", "#end"), ("Space", "body"), ("Enter", "#draw")], 1):
        page.locator(on).focus()
        page.keyboard.down(key)
        expect(page.locator("#turn-of")).to_have_text(f"Player {number % 2 + 1}")
        stage.seconds += 5  # the table takes what comes within a second for an echo
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.up(key)
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Go on").first.click()
        expect(page.locator("#pause")).to_be_visible()
        assert played.told()["turn"] == number


def test_a_key_that_is_held_is_one_press_of_any_button_on_any_page(visit: Visit) -> None:
    page, table = visit.page, visit.page.url
    for path in ("", "stage", "stage?overlay", "desk", "evenings", "offline"):
        page.goto(table + path)
        page.evaluate(
            """() => {
              const button = document.createElement("button");
              button.id = "held";
              button.addEventListener("click", () => { button.textContent += "x"; });
              document.body.append(button);
            }"""
        )
        for key in ("Enter", "Space"):
            page.locator("#held").focus()
            for _ in range(4):
                page.keyboard.down(key)
            page.keyboard.up(key)
        expect(page.locator("#held")).to_have_text("xx")


def test_a_turn_that_took_too_long_is_told_without_a_photo(page: Page, stage: EndlessStage) -> None:
    screen = page.context.new_page()
    screen.goto(page.url + "stage")
    stage.seconds += 70
    end(page, "Player 2")
    for shown in (page, screen):
        expect(shown.locator("#verdict")).to_contain_text("seconds; 60 are allowed", timeout=PATIENCE)
    stage.seconds += 5
    end(page, "Player 1")
    for shown in (page, screen):
        expect(shown.locator("#verdict")).to_contain_text("The turn stands", timeout=PATIENCE)
        expect(shown.locator("#verdict")).not_to_contain_text("are allowed", timeout=PATIENCE)


def test_a_press_on_a_slow_or_lost_line_is_told_at_once(page: Page, visit: Visit) -> None:
    held: list[Route] = []
    page.route("**/api/end", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#notices")).to_contain_text("Sending", timeout=PATIENCE)
    held[0].continue_()
    expect(page.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)
    expect(page.locator("#notices")).to_be_empty()
    page.unroute("**/api/end")
    page.route("**/api/end", lambda route: route.abort())
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#notices")).to_contain_text("The connection to the table is lost", timeout=PATIENCE)
    visit.faults.clear()  # the browser's own line about the request that came to nothing


def test_where_no_camera_looks_what_everybody_has_and_who_leads_has_the_felt_s_room(page: Page) -> None:
    page.get_by_role("button", name="Rummikub!").click()
    page.get_by_label("Left on Player 2's rack", exact=True).fill("24")
    page.get_by_role("button", name="Write the score").last.click()
    page.get_by_role("button", name="Next round").click()
    screen = page.context.new_page()
    screen.goto(page.url + "stage")
    for shown in (screen, page):
        expect(shown.locator("#players .leader")).to_have_text(re.compile("24 points.*leads"), timeout=PATIENCE)
        expect(shown.locator("#table")).to_be_hidden()
    expect(page.locator("#sheet")).to_be_in_viewport(ratio=1)


def test_a_photo_judges_the_turn_and_shows_the_table(page: Page, stage: EndlessStage) -> None:
    end(page, "Player 2")
    take(page, photo(stage, FIRST))
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)
    expect(page.locator("#table .tile")).to_have_count(3)
    expect(page.locator("#turn-of")).to_have_text("Player 2")
    stage.seconds += 5
    end(page, "Player 1")
    take(page, photo(stage, FIRST, "K1 K2 K4"))
    expect(page.locator("#verdict .word")).to_contain_text("Not legal", timeout=PATIENCE)
    page.get_by_role("button", name="Table is back").click()
    expect(page.locator("#end-text")).to_have_text("End turn", timeout=PATIENCE)


def test_of_a_photo_with_a_rack_only_the_table_is_judged(page: Page, stage: EndlessStage, played: Played) -> None:
    end(page, "Player 2")
    expect(page.locator("#verdict")).to_contain_text("The table alone, no racks.")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Judge it by a photo").click()
    chooser.value.set_files(photo(stage, FIRST, "K1 R5 B9 O2 K7"))
    expect(page.get_by_role("button", name="Corner 2")).to_be_visible()
    assert barriers(page) == []
    for corner in (2, 3):  # to the left of the rack
        for _ in range(10):
            page.get_by_role("button", name=f"Corner {corner}").press("Shift+ArrowLeft")
    page.get_by_role("button", name="Judge it", exact=True).click()
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)
    assert played.told()["verdict"]["played"] == FIRST.split()


def test_a_photo_of_a_part_of_the_table_is_followed_by_one_of_all_of_it(page: Page, stage: EndlessStage) -> None:
    end(page, "Player 2")
    take(page, photo(stage, FIRST))
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)
    stage.seconds += 5
    end(page, "Player 1")
    take(page, photo(stage, "B10 B11 B12"))
    expect(page.locator("#verdict")).to_contain_text("The photo does not show these tiles", timeout=PATIENCE)
    expect(page.locator("#verdict")).not_to_contain_text("misread")
    take(page, photo(stage, FIRST, "B10 B11 B12"))
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_of_a_table_that_nobody_knew_before_only_what_a_photo_shows_is_judged(page: Page, stage: EndlessStage) -> None:
    end(page, "Player 2")
    stage.seconds += 5
    end(page, "Player 1")
    take(page, photo(stage, FIRST))
    expect(page.locator("#verdict")).to_contain_text("Nobody knows the table before this turn", timeout=PATIENCE)


def test_a_photo_of_something_else_is_told_and_the_turn_stands(visit: Visit, page: Page) -> None:
    end(page, "Player 2")
    for data in (b"no picture", bytes(13 * 1024 * 1024)):  # too large to be sent as it is
        take(page, {"name": "cat.jpg", "mimeType": "image/jpeg", "buffer": data})
        told = page.locator("#notices").get_by_text("This file cannot be read as a photo")
        expect(told).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#verdict")).to_contain_text("The turn stands")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Go on").first.click()
        expect(told).to_have_count(0, timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect


def test_every_state_without_a_camera_fits_and_bars_nobody(
    page: Page, stage: EndlessStage, subtests: pytest.Subtests
) -> None:
    def look(state: str) -> None:
        for name, screen in SCREENS.items():
            with subtests.test(state, screen=name):
                show_on(page, screen)
                assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
                assert barriers(page) == []

    look("before the first turn has ended")
    end(page, "Player 2")
    look("after a turn that stands")
    take(page, photo(stage, "K7 B7 O7"))
    expect(page.locator("#verdict .word")).to_contain_text("Not legal", timeout=PATIENCE)
    look("after a verdict on a photo")


def test_a_camera_that_fails_in_a_game_is_left_by_a_press(visit: Visit, stage: EndlessStage, played: Played) -> None:
    page = visit.page
    played.begin()
    stage.name, stage.trouble = "0", "camera 0 gives no picture"
    page.get_by_role("button", name="Go on without a camera").click()
    expect(page.locator("#notices")).to_be_empty(timeout=PATIENCE)
    expect(page.locator("#camera")).to_be_hidden()
    end(page, "Ben")
