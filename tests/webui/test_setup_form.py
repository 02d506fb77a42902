"""The form that sets the table, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from live.game import commands
from tests.browser import DESK, PHONE
from tests.live.stage import EndlessStage, Played
from tests.webui.away import party
from tests.webui.looking import SCREENS, barriers, place_of, show_on
from tests.webui.visiting import PATIENCE, Visit, start

pytestmark = pytest.mark.slow


def test_house_rules_and_variants_are_chosen_with_plain_controls(visit: Visit, played: Played) -> None:
    page = visit.page
    page.locator("#rulebook [value='hertzano-original']").check()
    page.get_by_text("House rules and variants").click()
    expect(page.locator("#options")).to_contain_text("What a joker left over costs at the end.")
    page.get_by_role("checkbox", name="Going out by hand").check()
    page.get_by_role("combobox", name="First lay-down").select_option("50 points")
    page.get_by_role("combobox", name="Time for a turn").select_option("no limit")
    expect(page.locator("#rulebook-id")).to_have_text("hertzano-original+hand+opening=50+time=none")
    page.get_by_text("Before the first turn").click()
    expect(page.locator("#facts")).to_contain_text("The turn passes anticlockwise.", timeout=PATIENCE)
    start(page)
    expect(page.locator("#where")).to_contain_text("Going out by hand · first lay-down 50 · no time limit")
    expect(page.locator("#players")).to_contain_text("needs 50")
    assert played.book() == "hertzano-original+hand+opening=50+time=none"
    page.reload()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#end-text")).to_have_text("First turn starts")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#rulebook-id")).to_have_text("hertzano-original+hand+opening=50+time=none", timeout=PATIENCE)


def test_what_was_typed_is_kept_when_the_page_is_loaded_anew_or_changes_its_language(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Add a player").click()
    page.get_by_role("textbox", name="Player 1").fill("Grandma")
    page.locator("#rulebook [value='piatnik-xxl']").check()
    page.reload()
    names = page.locator("#names input")
    expect(names).to_have_count(3, timeout=PATIENCE)
    expect(names.nth(0)).to_have_value("Grandma")
    expect(page.locator("#rulebook [value='piatnik-xxl']")).to_be_checked()
    page.get_by_label("Language").select_option("de")
    expect(names.nth(0)).to_have_value("Grandma", timeout=PATIENCE)
    expect(names.nth(1)).to_have_value("Spieler 2", timeout=PATIENCE)


def test_the_title_of_a_booklet_is_in_the_language_of_the_page(visit: Visit) -> None:
    page = visit.page
    page.get_by_label("Language").select_option("de")
    title = "Piatnik, extragroße Zahlen"
    page.get_by_role("radio", name=title).check()
    page.get_by_role("button", name="Runde beginnen").click()
    expect(page.locator("#where")).to_contain_text(title)
    page.goto(page.url.rstrip("/") + "/desk#judge")
    page.get_by_label("Regelheft").select_option(title)


def test_a_fifth_player_brings_the_second_box(visit: Visit) -> None:
    page = visit.page
    page.get_by_text("House rules and variants").click()
    box = page.get_by_role("checkbox", name="Second box")
    for _ in range(4):
        page.get_by_role("button", name="Add a player").click()
    expect(box).to_be_checked()
    expect(page.locator("#names li")).to_have_count(6)
    expect(page.get_by_role("button", name="Add a player")).to_be_disabled()
    box.uncheck()
    expect(page.locator("#names li")).to_have_count(4)
    page.get_by_role("button", name="Add a player").click()
    start(page)
    expect(page.locator("#players .seat")).to_have_count(5)
    expect(page.locator("#where")).to_contain_text("second box")


def test_rarer_house_rules_are_folded_and_a_large_box_seats_six_as_well(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_text("House rules and variants").click()
    large = page.get_by_role("checkbox", name="160 tiles")
    expect(large).to_be_hidden()
    page.get_by_text("More house rules").click()
    expect(page.locator("#options")).to_contain_text("It leaves the group only when both missing tiles are laid.")
    large.check()
    expect(page.get_by_role("checkbox", name="Second box")).to_be_disabled()
    for _ in range(4):
        page.get_by_role("button", name="Add a player").click()
    expect(page.locator("#names li")).to_have_count(6)
    page.get_by_role("combobox", name="Freed joker").select_option("a new set")
    page.get_by_role("combobox", name="Joker on a rack").select_option("50 points")
    page.get_by_role("combobox", name="Time over").select_option("1 tile")
    page.get_by_role("checkbox", name="Strict order").check()
    chosen = "jumbo-original-2016+joker=50+freed=new-set+order=strict+overrun=1+tiles=160"
    expect(page.locator("#rulebook-id")).to_have_text(chosen)
    page.get_by_text("Before the first turn").click()
    expect(page.locator("#facts")).to_contain_text("Take all 160 tiles: 3 of each number", timeout=PATIENCE)
    start(page)
    expect(page.locator("#where")).to_contain_text("freed joker into a new set · strict order · time over: 1 tile")
    assert played.book() == chosen
    page.reload()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#end-text")).to_have_text("First turn starts", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("House rules and variants").click()
    expect(large).to_be_visible(timeout=PATIENCE)
    large.uncheck()
    expect(page.locator("#names li")).to_have_count(4)


def test_options_that_contradict_each_other_cannot_both_be_chosen(visit: Visit) -> None:
    page = visit.page
    page.locator("#rulebook [value='jumbo-compact-2007']").check()
    page.get_by_text("House rules and variants").click()
    page.get_by_role("checkbox", name="Time limit").check()
    expect(page.get_by_role("combobox", name="Time for a turn")).to_be_disabled()
    page.get_by_role("checkbox", name="Time limit").uncheck()
    page.get_by_role("combobox", name="Time for a turn").select_option("90 seconds")
    expect(page.get_by_role("checkbox", name="Time limit")).to_be_disabled()


def test_the_camera_s_picture_and_what_is_wrong_with_it_are_seen_before_the_game(
    visit: Visit, stage: EndlessStage, played: Played
) -> None:
    page = visit.page
    lights = page.locator("#lights")
    expect(lights).to_contain_text("Lay some sets on the table", timeout=PATIENCE)
    stage.now_show("K1 K2 K3", "R4 B4 O4")
    expect(lights.locator(".light")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator("#setup #photo")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Mark the play area").click()
    page.get_by_role("button", name="Corner 1").press("Shift+ArrowRight")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Use the whole picture")).to_be_visible(timeout=PATIENCE)
    assert played.live.scene.area.corners is not None
    start(page)
    expect(page.locator("#setup")).to_be_hidden()
    expect(page.locator("#game #photo")).to_be_visible(timeout=PATIENCE)
    assert played.told()["legibility"] is None


def names(page: Page) -> list[str]:
    return [str(name) for name in page.locator("#names input").evaluate_all("all => all.map((one) => one.value)")]


def test_enter_in_a_name_goes_to_the_next_one_and_only_the_button_starts(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("textbox", name="Player 1").focus()
    for name in ("Anna", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start the round")).to_be_focused()
    assert names(page) == ["Anna", "Ben"]
    page.get_by_role("radio", name="No camera").press("Enter")
    assert played.told()["phase"] == "setup"
    page.keyboard.press("Enter")
    expect(page.locator("#turn-of")).to_have_text("Anna")


def know(played: Played, *players: str) -> None:
    """These have played at this table, and it is set anew."""
    played.buttons.start_round(list(players), "jumbo-original-2016")
    played.buttons.close_game()


def test_who_played_before_is_seated_by_a_tap_and_forgotten_by_another(visit: Visit, played: Played) -> None:
    page = visit.page
    know(played, "Anna", "Ben", "Cleo")
    page.reload()
    for name in ("Cleo", "Anna", "Ben"):
        page.get_by_role("button", name=f"Seat {name}").click()
    assert names(page) == ["Cleo", "Anna", "Ben"]
    expect(page.get_by_text("Played here before")).to_be_hidden()
    page.get_by_role("button", name="Remove the last").click()
    page.get_by_role("button", name="Forget Ben").click()
    expect(page.get_by_text("Played here before")).to_be_hidden(timeout=PATIENCE)
    page.reload()
    expect(page.locator("#names input").first).to_have_value("Cleo", timeout=PATIENCE)
    page.get_by_role("textbox", name="Player 1").fill("Dora")
    expect(page.get_by_role("button", name="Seat Cleo")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Seat Ben")).to_have_count(0)


def test_nobody_is_offered_the_name_of_an_empty_seat(visit: Visit, played: Played) -> None:
    know(played, "Anna", "Joueur 2")
    visit.page.reload()
    expect(visit.page.locator(".known")).to_have_count(1, timeout=PATIENCE)


def test_seats_change_by_the_arrow_keys_and_it_is_said_where_a_player_sits(visit: Visit, played: Played) -> None:
    page = visit.page
    know(played, "Anna", "Ben", "Cleo")
    page.reload()
    for name in ("Anna", "Ben", "Cleo"):
        page.get_by_role("button", name=f"Seat {name}").click()
    handle = page.get_by_role("button", name="Move Cleo")
    handle.press("ArrowUp")
    assert names(page) == ["Anna", "Cleo", "Ben"]
    expect(page.locator("#seat-said")).to_have_text("Cleo: seat 2 of 3")
    expect(handle).to_be_focused()
    handle.press("ArrowUp")
    handle.press("ArrowUp")
    assert names(page) == ["Cleo", "Anna", "Ben"]
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#turn-of")).to_have_text("Cleo", timeout=PATIENCE)


def test_seats_change_by_dragging(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("textbox", name="Player 1").fill("Anna")
    page.get_by_role("textbox", name="Player 2").fill("Ben")
    first, second = (place_of(page.get_by_role("button", name=f"Move {name}")) for name in ("Anna", "Ben"))
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(second["x"] + 20, second["y"] + 45, steps=4)
    page.mouse.up()
    assert names(page) == ["Ben", "Anna"]


def test_two_equal_names_are_refused_beside_the_names(visit: Visit, subtests: pytest.Subtests) -> None:
    page = visit.page
    name = page.get_by_role("textbox", name="Player 2")
    for screen in (DESK, PHONE):
        with subtests.test(screen=screen):
            show_on(page, screen)
            name.fill("Player 1")
            page.get_by_role("button", name="Start the round").click()
            expect(name).to_have_accessible_description("Every player needs a name of their own.", timeout=PATIENCE)
            visit.faults.clear()  # the browser reports the refusal it was told to expect
            expect(name).to_be_focused()
            expect(page.locator("#names-error")).to_be_in_viewport(ratio=1)
            name.fill("Ben")
            expect(page.locator("#names-error")).to_have_count(0)
            expect(name).not_to_have_attribute("aria-invalid", "true")


def test_a_rulebook_s_card_says_what_differs_from_the_usual_one(visit: Visit) -> None:
    cards = visit.page.locator(".book", has=visit.page.locator("[name=rulebook]"))
    usual, old = cards.nth(0), cards.filter(has_text="Hertzano")
    expect(usual).to_contain_text("first lay-down 30")
    expect(usual).to_contain_text("penalty 3 tiles")
    expect(usual.locator(".differs")).to_have_count(0)
    expect(old.locator(".differs")).to_have_text(["120 seconds a turn", "freed joker into a new set"])


def test_the_form_fits_every_screen_and_bars_nobody(visit: Visit, played: Played, subtests: pytest.Subtests) -> None:
    page = visit.page
    know(played, "Anna", "Maximilian-Alexander", "Cleo")
    page.reload()
    expect(page.locator(".known")).to_have_count(3, timeout=PATIENCE)
    for has_camera in (True, False):
        if not has_camera:
            page.get_by_role("radio", name="No camera").check()
            expect(page.locator("#look")).to_be_hidden()
        for name, screen in SCREENS.items():
            with subtests.test(screen=name, has_camera=has_camera):
                show_on(page, screen)
                assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
                assert barriers(page) == []


def test_a_name_that_is_typed_on_a_phone_takes_the_first_free_seat_and_is_that_phones(
    browser: Browser, tmp_path: Path
) -> None:
    with party("setup", (), tmp_path) as table:
        host = browser.new_page(locale="en-GB")
        host.goto(table.host)
        expect(host.get_by_role("textbox", name="Player 1")).to_have_value("Player 1", timeout=PATIENCE)
        phone = table.join(browser)
        for name in ("Leo", "Lea"):  # the first one was a slip
            phone.get_by_label("Your name").fill(name)
            phone.get_by_role("button", name="Sit down").click()
            expect(host.get_by_role("textbox", name="Player 1")).to_have_value(name, timeout=PATIENCE)
            phone.locator("#me").click()
        expect(host.get_by_role("textbox", name="Player 2")).to_have_value("Player 2")
        phone.get_by_role("button", name="Cancel").click()
        host.get_by_role("button", name="Start the round").click()
        expect(phone.locator("#end")).to_have_text("First turn starts", timeout=PATIENCE)


def test_the_same_players_play_again_with_one_tap(visit: Visit, played: Played) -> None:
    page = visit.page
    expect(page.locator("#again")).to_be_hidden()
    played.buttons.start_round(["Anna", "Ben", "Cleo"], "piatnik-xxl+opening=40", deal=True)
    played.buttons.score({"Ben": 10, "Cleo": 12}, "Anna")
    page.get_by_role("button", name="Same players again").click(timeout=PATIENCE)
    expect(page.locator("#end")).to_contain_text("First turn starts", timeout=PATIENCE)
    played.live.do(commands.close_game)
    again = page.get_by_role("button", name="Same players again")
    expect(again).to_contain_text("Anna, Ben, and Cleo", timeout=PATIENCE)
    again.click()
    expect(page.locator("#players")).to_be_visible(timeout=PATIENCE)  # the last round's list is hidden till then
    expect(page.locator("#players .name")).to_have_text(["Anna", "Ben", "Cleo"], timeout=PATIENCE)
    assert played.book() == "piatnik-xxl+opening=40"


def test_who_begins_is_answered_where_it_is_asked(visit: Visit, played: Played) -> None:
    page = visit.page
    played.buttons.start_round(["Anna", "Ben"], "jumbo-original-2016", deal=True)
    begins = page.get_by_role("group", name="Who begins?")
    expect(begins).to_contain_text("Each player draws a tile; the highest number begins.", timeout=PATIENCE)
    begins.get_by_role("button", name="Ben").click()
    expect(page.locator("#turn-of")).to_have_text("Ben", timeout=PATIENCE)
    expect(begins.get_by_role("button", name="Ben")).to_have_attribute("aria-pressed", "true")


def test_one_rulebook_is_recommended_and_each_says_how_its_booklet_is_known(visit: Visit) -> None:
    books = visit.page.locator("#rulebook .book")
    recommended = books.filter(has_text="Recommended if you do not know")
    expect(recommended).to_have_count(1)
    expect(recommended.get_by_role("radio")).to_be_checked()
    fortuna = books.filter(has_text="Yours? It says “Fortuna” and the year 2005, and:")
    expect(fortuna.locator(".marks")).to_contain_text("joker 50 points60 seconds a turn")
    expect(books.filter(has_text="Yours?")).to_have_count(5)
