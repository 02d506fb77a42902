"""What tileref is for is seen on its first screen: a game, a finished round, a disputed turn, each with a way of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESK
from tests.live.stage import Played, press
from tests.webui.away import party
from tests.webui.looking import SCREENS, barriers, complaints, show_on
from tests.webui.staged import THREE, staged
from tests.webui.visiting import PATIENCE, Visit, opened, read_in
from webui.languages import LANGUAGES, catalog

pytestmark = pytest.mark.slow

WAYS = ("ways.play", "ways.score", "ways.audit")


def test_the_three_ways_are_in_sight_on_every_screen(visit: Visit, subtests: pytest.Subtests) -> None:
    page = visit.page
    for language in LANGUAGES:
        read_in(page, language)
        for name, screen in SCREENS.items():
            with subtests.test(language=language, screen=name):
                show_on(page, screen)
                for key in WAYS:
                    way = page.locator(".way").get_by_text(catalog(language)[key], exact=True)
                    expect(way).to_be_in_viewport(ratio=1, timeout=PATIENCE)
                assert not [line for line in complaints(page) if "is cut off" in line]
                assert barriers(page) == []


def test_a_finished_round_is_scored_without_dealing_or_a_clock(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    expect(page.get_by_role("heading", name="Score a finished round")).to_be_visible()
    expect(page.locator("#look")).to_be_hidden()
    expect(page.get_by_role("radio", name="No camera")).to_be_hidden()
    page.get_by_role("button", name="Count the racks").click()
    dialog = page.get_by_role("dialog", name="The round is over")
    dialog.get_by_text("Player 1", exact=True).click()
    dialog.get_by_role("button", name="End the round").click()
    dialog.get_by_label("Left on Player 2's rack", exact=True).fill("K3 R11 J")
    dialog.get_by_role("button", name="Write the score").click()
    expect(page.locator("#sheet")).to_contain_text("+44", timeout=PATIENCE)
    assert "first-turn" not in played.events()


def test_a_round_that_is_not_counted_after_all_was_never_begun(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.locator("#names input").first.fill("Anna")
    for leave in (page.get_by_role("dialog").get_by_role("button", name="Cancel").click, escape(page)):
        page.get_by_role("button", name="Count the racks").click()
        expect(page.get_by_role("dialog", name="The round is over")).to_be_visible(timeout=PATIENCE)
        leave()
        expect(page.get_by_role("heading", name="Score a finished round")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#names input").first).to_have_value("Anna")


def test_a_finished_round_is_still_counted_after_the_page_is_loaded_anew(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.get_by_role("button", name="Count the racks").click()
    dialog = page.get_by_role("dialog", name="The round is over")
    dialog.get_by_text("Player 2", exact=True).click()
    page.reload()
    expect(dialog.get_by_role("radio", name="Player 2")).to_be_checked(timeout=PATIENCE)
    dialog.get_by_role("button", name="End the round").click()
    dialog.get_by_label("Left on Player 1's rack", exact=True).fill("K3 R11 J")
    dialog.get_by_role("button", name="Write the score").click()
    expect(page.locator("#sheet")).to_contain_text("+44", timeout=PATIENCE)
    assert "first-turn" not in played.events()


def test_a_round_that_is_not_counted_after_all_was_never_begun_after_a_reload_either(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.get_by_role("button", name="Count the racks").click()
    expect(page.get_by_role("dialog", name="The round is over")).to_be_visible(timeout=PATIENCE)
    page.reload()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Set up the table")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#end-text")).to_have_text("First turn starts", timeout=PATIENCE)
    page.reload()
    expect(page.locator("#end-text")).to_have_text("First turn starts", timeout=PATIENCE)
    expect(page.get_by_role("dialog")).to_have_count(0)


def escape(page: Page) -> Callable[[], None]:
    """Leaves a dialog by the keyboard."""
    return lambda: page.keyboard.press("Escape")


def count(page: Page, winner: str, loser: str, points: str) -> None:
    """Says in the dialog who has gone out and what the other has left, and writes it down."""
    dialog = page.get_by_role("dialog", name="The round is over")
    dialog.get_by_text(winner, exact=True).click()
    dialog.get_by_role("button", name="End the round").click()
    dialog.get_by_label(f"Left on {loser}'s rack", exact=True).fill(points)
    dialog.get_by_role("button", name="Write the score").click()
    expect(dialog).to_be_hidden(timeout=PATIENCE)


def test_who_is_to_begin_or_to_play_on_is_not_asked_of_a_finished_round(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    expect(page.get_by_role("group", name="Who played")).to_be_visible()
    expect(page.get_by_text("the first begins")).to_be_hidden()
    page.get_by_role("button", name="Count the racks").click()
    page.get_by_role("dialog").get_by_text("Player 1", exact=True).click()
    page.get_by_role("button", name="End the round").click()
    expect(page.get_by_role("region", name="Player 2")).to_be_visible()
    expect(page.get_by_role("button", name="Play on")).to_have_count(0)


@pytest.mark.parametrize("ways", ["first", "next"])
def test_other_devices_say_that_a_finished_round_is_counted(browser: Browser, tmp_path: Path, ways: str) -> None:
    with party("setup" if ways == "first" else "scored", ("Anna", "Ben"), tmp_path) as table:
        stage = opened(browser, f"{table.host}/stage", SCREENS["television"])
        host, phone = opened(browser, table.host, DESK), table.join(browser)
        if ways == "first":
            host.get_by_role("button", name="Score a finished round").click()
            for place, name in enumerate(("Anna", "Ben")):
                host.locator("#names input").nth(place).fill(name)
            host.get_by_role("button", name="Count the racks").click()
        else:
            press(table.played.live, "next", {"elsewhere": True})
        phone.get_by_role("button", name="Anna").click()
        expect(phone.locator("#verdict")).to_contain_text("The host says who has gone out")
        expect(phone.locator("#clock")).to_be_hidden()
        expect(stage.locator("#moment")).to_contain_text("The racks are being counted")
        for page in (host, phone, stage):
            expect(page.get_by_text("Shuffle and deal")).to_have_count(0)
        for page in (host, stage):
            expect(page.locator("#players")).to_contain_text("Ben")
            expect(page.locator("#players")).not_to_contain_text("14")  # nobody knows what the racks hold
        expect(phone.get_by_role("button", name="Drew a tile")).to_be_hidden()
        table.played.buttons.end_round(table.played.told()["players"][1]["name"])
        expect(phone.get_by_role("dialog")).to_contain_text("what is left on your rack?")


def test_one_finished_round_is_scored_after_the_other_on_one_sheet(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.get_by_role("button", name="Count the racks").click()
    count(page, "Player 1", "Player 2", "44")
    again = page.get_by_role("button", name="Score another finished round")
    again.click()
    count(page, "Player 2", "Player 1", "30")
    expect(page.locator("#sheet")).to_contain_text("+14", timeout=PATIENCE)
    assert "first-turn" not in played.events()
    again.click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(again).to_be_visible(timeout=PATIENCE)  # the sheet is as it was
    expect(page.locator("#sheet")).to_contain_text("+14")


def test_whoever_plays_with_a_camera_is_not_asked_to_score_another_round(browser: Browser, tmp_path: Path) -> None:
    with staged("scored", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SCREENS["tablet"])
        expect(page.get_by_role("button", name="New game")).to_be_visible()
        expect(page.get_by_role("button", name="Score another finished round")).to_have_count(0)
        page.context.close()


def test_how_many_tiles_a_rack_must_hold_is_not_said_of_a_round_that_nobody_saw(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.get_by_role("button", name="Count the racks").click()
    page.get_by_role("dialog").get_by_text("Player 1", exact=True).click()
    page.get_by_role("button", name="End the round").click()
    expect(page.locator("#racks .left")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("#racks")).not_to_contain_text("14 tiles")


def test_a_round_that_is_played_after_all_has_its_camera(visit: Visit, played: Played) -> None:
    page = visit.page
    page.get_by_role("button", name="Score a finished round").click()
    page.get_by_role("button", name="Play with the referee").click()
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#end-text")).to_have_text("First turn starts", timeout=PATIENCE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert played.told()["watched"]


def test_a_disputed_turn_leads_to_its_photos(visit: Visit) -> None:
    visit.page.get_by_role("link", name="Judge a disputed turn").click()
    expect(visit.page.get_by_role("dialog", name="Judge two photos")).to_be_visible(timeout=PATIENCE)
    expect(visit.page.get_by_label("Photo before the turn, if there is one")).to_be_focused()


def test_an_illegal_verdict_says_where_to_object(browser: Browser, tmp_path: Path) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SCREENS["phone"])
        page.get_by_role("link", name="Is the verdict wrong?").click()
        expect(page.get_by_role("button", name="The turn counts")).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        expect(page.locator("#turn h2")).to_contain_text(f"turn 4: {THREE[0]}")
        page.context.close()
