"""The remote in a real browser: a phone joins, says who it is, and presses for that player alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webui.away import Party, party
from tests.webui.looking import (
    LOW_OLD_PHONE,
    LOW_PHONE,
    OLD_PHONE,
    SCREENS,
    SMALL_PHONE,
    barriers,
    complaints,
    complaints_on,
    place_of,
    show_on,
)
from tests.webui.network import Network
from tests.webui.staged import LYING, RUINED, SIX, STATES, THREE
from tests.webui.visiting import PATIENCE, read_in
from webui.languages import LANGUAGES, catalog
from webui.roles import Role

pytestmark = pytest.mark.slow

ANNA, _, CLEO = THREE
WATCHING = "I watch"
OTHERS = [language for language in LANGUAGES if language != "en"]
"""English is what every other test reads."""


def end(page: Page) -> Any:
    """The big button."""
    return expect(page.locator("#end"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Party]:
    """Three turns have been played, and Anna is on turn."""
    with party("turn", THREE, tmp_path) as table:
        yield table


def test_one_tap_says_who_i_am_and_the_big_button_ends_my_turn(browser: Browser, table: Party) -> None:
    phone = table.join(browser)
    expect(phone.get_by_role("heading", name="Who are you at this table?")).to_be_visible()
    assert phone.locator(".seat").all_inner_texts() == list(THREE)
    phone.get_by_role("button", name=ANNA).click()
    expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)
    phone.get_by_role("button", name="End turn").click()
    end(phone).to_have_text("Reading the table", timeout=PATIENCE)
    ended = [event for event in table.played.live.record.journal.events() if event.kind == "turn-ended"][-1]
    assert ended.data["by"].endswith(f", player {ANNA}")


def test_after_a_wrong_code_the_right_one_is_typed_over_it(browser: Browser, table: Party) -> None:
    phone = browser.new_context(viewport=SMALL_PHONE, locale="en-GB").new_page()
    phone.goto(table.away)
    code = phone.get_by_label("Code of this table")
    code.fill("".join("1" if digit == "0" else "0" for digit in table.access.code))
    phone.get_by_role("button", name="Take a seat").click()
    expect(phone.get_by_role("alert")).to_contain_text("That is not the code.", timeout=PATIENCE)
    expect(code).to_be_focused()
    phone.keyboard.type(table.access.code)
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Who are you at this table?")).to_be_visible(timeout=PATIENCE)


def test_a_drawn_tile_is_said_with_a_tap(browser: Browser, table: Party) -> None:
    phone = table.join(browser, ANNA)
    phone.get_by_role("button", name="Drew a tile").click()
    end(phone).to_be_disabled(timeout=PATIENCE)
    assert table.played.live.record.journal.events()[-1].data["drew"] == 1


def test_in_somebody_elses_turn_the_button_says_whose_it_is_and_does_nothing(browser: Browser, table: Party) -> None:
    phone = table.join(browser, CLEO)
    end(phone).to_have_text(f"{ANNA}'s turn")
    for button in ("#end", "#draw", "#call"):
        expect(phone.locator(button)).to_be_disabled()


PRESS = """
async (command) => Object.values(await import("/static/remote/main.js")).find(({ press }) => press).press(command)
"""
"""Sends a press for which the page may have no button."""


def test_a_press_that_is_another_s_is_refused_in_the_reader_s_words(
    browser: Browser, table: Party, subtests: pytest.Subtests
) -> None:
    phone = table.join(browser, CLEO)
    refused = {"end": "not-yours", "undo": "host-only"}
    for language in LANGUAGES:
        read_in(phone, language)
        for command, code in refused.items():
            with subtests.test(command, language=language):
                phone.evaluate(PRESS, command)
                said = catalog(language)[f"refused.{code}"].format(name=ANNA)
                expect(phone.locator("#notices")).to_have_text(said, timeout=PATIENCE)
    assert "undone" not in table.played.events()


def test_who_watches_sees_everything_and_has_nothing_to_press(browser: Browser, table: Party) -> None:
    phone = table.join(browser, WATCHING)
    expect(phone.locator("#turn-of")).to_have_text(ANNA)
    expect(phone.locator("#digits")).to_have_text("0:39")
    expect(phone.locator("#verdict")).to_contain_text("Legal")
    expect(phone.locator("#keys")).to_be_hidden()


def test_a_question_is_answered_by_whose_turn_it_is_about(browser: Browser, tmp_path: Path) -> None:
    with party("question", SIX, tmp_path) as table:
        name = asked_of(SIX)
        other, asked = table.join(browser, ANNA), table.join(browser, name)
        expect(other.locator("#verdict")).to_contain_text(f"{name} or the host answers.")
        expect(other.locator("#verdict .tile")).to_have_count(0)
        asked.locator("#verdict").get_by_label("blue 6").click()
        expect(asked.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        expect(other.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_tile_of_the_table_is_corrected_by_whose_turn_the_verdict_is_about(browser: Browser, table: Party) -> None:
    for name, taps in ((ANNA, 0), (CLEO, 31)):  # Cleo's turn was judged last
        phone = table.join(browser, name)
        phone.get_by_role("button", name="Table").click()
        expect(phone.locator("#table .tile")).to_have_count(31)
        expect(phone.locator("#table button.tile")).to_have_count(taps)


def test_a_table_that_was_put_back_is_said_by_whoever_took_the_turn(browser: Browser, tmp_path: Path) -> None:
    with party("illegal", THREE, tmp_path) as table:
        phone = table.join(browser, ANNA)
        expect(phone.locator("#verdict")).to_contain_text("Not legal")
        expect(phone.locator(".owed")).to_contain_text(f"{ANNA} draws 3 penalty tiles.")
        phone.get_by_role("button", name="Table is back").click()
        refusal = "The table is not as it was: put it back, or go on as it lies."
        expect(phone.locator("#notices")).to_have_text(refusal, timeout=PATIENCE)


def test_a_misread_tile_of_ones_own_turn_is_put_right_where_it_is_blamed(browser: Browser, tmp_path: Path) -> None:
    with party("turn", THREE, tmp_path) as table:
        table.played.turn(*LYING[:3], "O1 O2 O3 O4 B5", *LYING[4:])
        phone, other = table.join(browser, ANNA), table.join(browser, CLEO)
        expect(other.locator("#verdict .tile")).to_have_count(5)
        expect(other.locator("#verdict button.tile")).to_have_count(0)
        phone.locator("#verdict").get_by_role("button", name="blue 5").click()
        phone.locator("#picker-all").get_by_label("orange 5", exact=True).click()
        expect(phone.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        expect(other.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_tile_that_lies_there_too_often_is_named_only_where_it_can_be_tapped(
    browser: Browser, tmp_path: Path
) -> None:
    with party("deal", THREE, tmp_path) as table:
        table.played.buttons.first_turn()
        table.played.turn("R10 R11 R12", "R10 B10 O10", "R10 K10 O10")
        phone, other = table.join(browser, ANNA), table.join(browser, CLEO)
        stage, host = browser.new_page(locale="en-GB"), browser.new_page(locale="en-GB")
        stage.goto(f"{table.host}/stage")
        host.goto(table.host)
        for screen in (other, stage):
            expect(screen.locator("#verdict")).to_contain_text("the host or whoever took the turn says which")
            expect(screen.locator("#verdict button.tile")).to_have_count(0)
        for screen in (host, phone):
            expect(screen.locator("#verdict")).to_contain_text("tap the one that was misread")
            expect(screen.locator("#verdict, .mat").get_by_role("button", name="red 10").nth(2)).to_be_visible()
        phone.locator("#verdict").get_by_role("button", name="red 10").last.click()
        phone.locator("#picker-all").get_by_label("blue 10", exact=True).click()
        expect(stage.locator("#verdict")).to_contain_text("Legal")


def test_why_a_turn_is_not_legal_is_read_at_arms_length_with_the_button_in_sight(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with party("illegal", THREE, tmp_path) as table:
        phone = table.join(browser, ANNA, locale="de-DE")
        told = phone.locator("#verdict").locator(".reasons > li:visible, .owed > li")
        for screen in (SMALL_PHONE, SCREENS["phone"], SCREENS["phone on its side"]):
            with subtests.test(screen=screen):
                show_on(phone, screen)
                expect(told.last).to_be_in_viewport(ratio=1, timeout=PATIENCE)
                sizes = told.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
                assert min(sizes) >= 16
                expect(told.first).to_be_in_viewport(ratio=1)
                expect(phone.locator("#end")).to_be_in_viewport(ratio=1)


def test_a_low_phone_of_somebody_else_shows_what_a_ruined_turn_costs_and_why(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with party("turn", THREE, tmp_path) as table:
        table.played.stage.wait(60)
        table.played.turn(*RUINED)
        for who in (ANNA, CLEO):  # whose turn it was, and who only has to wait
            phone = table.join(browser, who, viewport=LOW_PHONE)
            for language in LANGUAGES:
                with subtests.test(who, language=language):
                    read_in(phone, language)
                    expect(phone.locator(".owed > li")).to_have_count(3)
                    card = place_of(phone.locator("#verdict"))
                    for part in phone.locator("#verdict .word, .owed > li, .reasons > li:visible").all():
                        expect(part).to_be_in_viewport(ratio=1)
                        place = place_of(part)
                        assert place["y"] + place["height"] <= card["y"] + card["height"]
                    assert complaints(phone) == []
                    phone.locator(".rest button").click()
                    reasons = phone.locator(".reasons > li:not(.rest)")
                    reasons.last.scroll_into_view_if_needed()
                    expect(reasons.last).to_be_in_viewport(ratio=1)


def test_a_claim_to_new_tiles_is_ones_own(browser: Browser, tmp_path: Path) -> None:
    with party("deal", THREE, tmp_path) as table:
        phone = table.join(browser, CLEO)
        phone.get_by_role("button", name="Ask for new tiles").click()
        phone.get_by_label("All tiles on that rack", exact=True).fill("B3 B3 R8 R8 O10 O10 K1 K2 K3 K4 K5 K6 K7 K8")
        phone.get_by_role("button", name="Check").click()
        expect(phone.locator("#verdict")).to_contain_text(f"{CLEO} has 3 pairs of equal tiles", timeout=PATIENCE)


def test_whoever_doubts_a_turn_that_no_camera_saw_has_it_judged_by_a_photo(browser: Browser, tmp_path: Path) -> None:
    with party("unwatched", THREE, tmp_path) as table:
        watching, phone = table.join(browser, WATCHING), table.join(browser, CLEO)
        expect(watching.locator("#verdict")).to_contain_text("The turn stands")
        expect(watching.locator("#verdict button")).to_have_count(0)
        photo = cv2.imencode(".jpg", table.played.stage.paint(["K7 B7 O7"]))[1].tobytes()
        with phone.expect_file_chooser() as chooser:
            phone.get_by_role("button", name="Judge it by a photo").click()
        chooser.value.set_files({"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photo})
        phone.get_by_role("button", name="Judge it", exact=True).click()
        expect(phone.locator("#verdict")).to_contain_text("Not legal", timeout=PATIENCE)
        expect(watching.locator("#verdict")).to_contain_text("Not legal", timeout=PATIENCE)
        written = table.played.live.record.journal.events()[-1]
        assert written.data["by"].endswith(f", player {CLEO}")


def test_a_restart_keeps_who_i_am(browser: Browser, tmp_path: Path) -> None:
    with party("turn", THREE, tmp_path) as table:
        phone = table.join(browser, ANNA)
        with table.open():
            phone.goto(table.away)
            expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)


def test_reasons_that_take_more_than_the_screen_are_shown_when_asked_for(browser: Browser, tmp_path: Path) -> None:
    with party("illegal", SIX, tmp_path) as table:
        phone = table.join(browser, ANNA, viewport=SCREENS["phone on its side"])
        reasons = phone.locator(".reasons > li:not(.rest)")
        expect(reasons.last).to_be_hidden()
        phone.get_by_role("button", name=re.compile(r"and \d more reasons?")).click()
        expect(reasons).to_have_count(6)
        reasons.last.scroll_into_view_if_needed()
        expect(reasons.last).to_be_in_viewport()
        expect(phone.locator(".rest")).to_be_hidden()
        assert barriers(phone) == []


def test_a_small_phone_says_that_a_turn_is_not_legal_and_what_it_costs(browser: Browser, tmp_path: Path) -> None:
    with party("illegal", THREE, tmp_path) as table:
        phone = table.join(browser, ANNA, viewport={"width": 360, "height": 640}, locale="fr-FR")
        expect(phone.locator(".verdict .word")).to_be_in_viewport(ratio=1)
        for line in phone.locator(".owed li").all():
            expect(line).to_be_in_viewport(ratio=1)


def test_a_seat_is_kept_while_the_host_sets_the_next_game(browser: Browser, table: Party) -> None:
    phone = table.join(browser, ANNA)
    table.played.buttons.close_game()
    end(phone).to_have_text("The host sets up the table", timeout=PATIENCE)
    end(phone).to_be_disabled()
    expect(phone.locator("#me")).to_have_text(ANNA)
    table.played.buttons.start_round(THREE, "jumbo-original-2016")
    expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)


def test_a_seat_that_is_taken_says_so_until_the_host_frees_it(browser: Browser, table: Party) -> None:
    first, second = table.join(browser, ANNA), table.join(browser)
    taken = second.get_by_role("button", name=ANNA)
    expect(taken).to_be_disabled()
    expect(taken).to_contain_text("another device")
    host = browser.new_page()
    host.goto(table.host)
    host.get_by_role("button", name="Invite").click()
    expect(host.locator("#devices li")).to_have_count(2)
    seat = host.locator("#devices select").first
    expect(seat).to_have_value(f"player {ANNA}")
    assert barriers(host) == []
    seat.select_option("undecided")
    expect(first.get_by_role("heading", name="Who are you at this table?")).to_be_visible(timeout=PATIENCE)
    taken.click()
    expect(second.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)
    expect(host.locator("#devices select").nth(1)).to_have_value(f"player {ANNA}", timeout=PATIENCE)


def test_whoever_finds_their_seat_taken_is_told_who_can_free_it(browser: Browser, table: Party) -> None:
    second = table.join(browser)
    advice = second.get_by_text("Another device has your seat? The host can free it under “Invite”.")
    expect(second.get_by_role("button", name=ANNA)).to_be_enabled()
    expect(advice).to_be_hidden()
    table.join(browser, ANNA)
    expect(advice).to_be_visible(timeout=PATIENCE)
    expect(second.get_by_role("button", name=ANNA)).to_be_disabled()


def test_a_phone_without_a_line_looks_so_and_says_that_a_press_did_not_arrive(browser: Browser, table: Party) -> None:
    network = Network(table.away)
    table.away = network.address
    phone = table.join(browser, ANNA)
    expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)
    phone.context.set_offline(True)
    network.cut()
    told = phone.locator("#notices")
    expect(told).to_contain_text("The connection to the table is lost.", timeout=PATIENCE)
    expect(phone.locator(".now")).to_have_css("opacity", "0.5")
    phone.get_by_role("button", name="End turn").click()
    expect(told).to_contain_text("The table did not answer.", timeout=PATIENCE)
    expect(phone.locator("#end")).to_be_in_viewport(ratio=1)
    phone.context.set_offline(False)
    expect(told).to_be_empty(timeout=PATIENCE)
    expect(phone.locator(".now")).to_have_css("opacity", "1")
    assert table.played.live.record.journal.events()[-1].kind != "turn-ended"
    phone.context.close()
    network.close()


def test_i_change_my_seat_behind_my_name(browser: Browser, table: Party) -> None:
    phone = table.join(browser, CLEO)
    phone.locator("#me").click()
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.locator("#me")).to_have_text(CLEO)
    phone.locator("#me").click()
    phone.get_by_role("button", name=ANNA).click()
    expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)


def test_what_somebody_else_has_answered_is_asked_no_more(browser: Browser, tmp_path: Path) -> None:
    with party("question", THREE, tmp_path) as table:
        host = browser.new_context(locale="en-GB").new_page()
        host.goto(table.host)
        host.get_by_role("button", name="another tile").click()
        picker = host.locator("#picker")
        expect(picker).to_be_visible()
        table.join(browser, ANNA).locator("#verdict").get_by_label("blue 6").click()
        expect(picker).to_be_hidden(timeout=PATIENCE)
        expect(host.locator("#notices")).to_be_empty()


def test_in_a_demo_round_that_presses_its_buttons_itself_nobody_presses(browser: Browser, table: Party) -> None:
    phone = table.join(browser, ANNA)
    end(phone).to_be_enabled(timeout=PATIENCE)
    state = phone.evaluate("fetch('/state').then((answer) => answer.json())")
    told = json.dumps({**state, "demo": {"byItself": True, "over": False}})
    phone.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=f"data: {told}\n\n"))
    phone.reload()
    end(phone).to_have_text("A film is running", timeout=PATIENCE)
    for button in ("#end", "#draw", "#call"):
        expect(phone.locator(button)).to_be_disabled()


def test_the_tables_button_ends_anybodys_turn(browser: Browser, table: Party) -> None:
    phone = table.join(browser)
    table.give(phone, Role.BUTTON)
    end(phone).to_have_text("End turn", timeout=PATIENCE)
    expect(phone.locator("#turn-of")).to_have_text(ANNA)
    table.played.buttons.pause()
    phone.get_by_role("button", name="Go on").click()
    phone.get_by_role("button", name="End turn").click()
    end(phone).to_have_text("Reading the table", timeout=PATIENCE)


def test_a_phone_that_is_made_host_gets_the_hosts_page_and_the_way_back(browser: Browser, table: Party) -> None:
    phone = table.join(browser, ANNA)
    phone.goto("about:blank")
    phone.goto(f"{table.away}/door/{table.access.appointment}")
    expect(phone.get_by_role("button", name="Undo")).to_be_enabled(timeout=PATIENCE)
    phone.get_by_role("button", name="Invite").click()
    expect(phone.locator("#invite-code")).to_have_text(table.access.code)
    phone.locator("#devices select").select_option(f"player {ANNA}")
    expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)


def test_the_invitation_closes_however_many_devices_there_are(
    browser: Browser, table: Party, subtests: pytest.Subtests
) -> None:
    for _ in range(6):
        table.access.guests.let_in(right=True)
    host = browser.new_context(locale="en-GB").new_page()
    host.goto(table.host)
    host.get_by_role("button", name="Invite").click()
    expect(host.locator("#devices li")).to_have_count(6, timeout=PATIENCE)
    for name, screen in SCREENS.items():
        with subtests.test(screen=name):
            show_on(host, screen)
            expect(host.locator("#invite-close")).to_be_in_viewport(ratio=1)


def test_what_a_phone_asks_is_seen_by_a_host_who_has_just_shown_the_invitation(browser: Browser, table: Party) -> None:
    host = browser.new_context(locale="en-GB").new_page()
    host.goto(table.host)
    host.get_by_role("button", name="Invite").click()
    table.played.live.wish.ask("Device 1234", anew=True)
    table.played.live.bulletin.change()
    expect(host.locator("#invite")).to_be_hidden(timeout=PATIENCE)
    expect(host.get_by_role("button", name="Use that phone")).to_be_visible(timeout=PATIENCE)


def test_the_desk_says_whose_phone_it_was(browser: Browser, table: Party) -> None:
    phone = table.join(browser, ANNA)
    phone.get_by_role("button", name="End turn").click()
    end(phone).to_have_text("Reading the table", timeout=PATIENCE)
    stage = table.played.stage
    stage.show("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12").wait(5)
    table.played.run()
    phone.goto(f"{table.away}/desk")
    expect(phone.locator("#turn")).to_contain_text(f"It was ended by {ANNA}'s phone.", timeout=PATIENCE)


def test_whoever_watches_is_offered_nothing_at_the_desk_that_only_the_host_may_do(
    browser: Browser, table: Party
) -> None:
    host = browser.new_context(locale="en-GB").new_page()
    host.goto(f"{table.host}/desk")
    expect(host.get_by_role("button", name="Undo")).to_be_visible(timeout=PATIENCE)
    phone = table.join(browser, WATCHING)
    phone.goto(f"{table.away}/desk")
    expect(phone.locator("#turn .tile").first).to_be_visible(timeout=PATIENCE)
    for name in ("Undo", "Stop the clock"):
        expect(phone.get_by_role("button", name=name)).to_have_count(0)


def test_the_desk_says_that_the_line_is_lost_until_it_is_back(browser: Browser, table: Party) -> None:
    network = Network(table.away)
    table.away = network.address
    phone = table.join(browser, WATCHING)
    phone.goto(f"{table.away}/desk")
    expect(phone.locator("#turn .tile").first).to_be_visible(timeout=PATIENCE)
    phone.context.set_offline(True)
    network.cut()
    lost = phone.get_by_text("The connection to the table is lost.")
    expect(lost).to_be_visible(timeout=PATIENCE)
    phone.context.set_offline(False)
    expect(lost).to_be_hidden(timeout=PATIENCE)
    phone.context.close()
    network.close()


NOTES_VIBRATION = """
navigator.vibrate = (pattern) => { document.documentElement.dataset.felt = (document.documentElement.dataset.felt ?? "") + pattern.length; };
"""
"""How many parts each vibration had, one after the other, in an attribute of the page."""


def test_a_phone_is_felt_when_its_player_is_to_act_and_before_the_end(browser: Browser, tmp_path: Path) -> None:
    with party("turn", THREE, tmp_path) as table:
        phone, other = table.join(browser, THREE[1]), table.join(browser, CLEO)
        for page in (phone, other):
            page.add_init_script(NOTES_VIBRATION)
            page.reload()
            expect(page.locator("#turn-of")).to_have_text(ANNA, timeout=PATIENCE)
        table.played.turn("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12", drew=True)
        table.played.buttons.resume(anyway=True)
        expect(phone.locator("#turn-of")).to_have_text("Your turn", timeout=PATIENCE)
        felt = expect(phone.locator("html"))
        felt.to_have_attribute("data-felt", "3")  # on, off, on
        table.played.stage.wait(50.5)
        table.played.run()
        felt.to_have_attribute("data-felt", "31", timeout=PATIENCE)  # and once for the last seconds
        expect(other.locator("html")).not_to_have_attribute("data-felt", re.compile("."))


def asked_of(names: Sequence[str]) -> str:
    """Who takes the fourth turn."""
    return names[3 % len(names)]


@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
@pytest.mark.parametrize("state", [state for state in STATES if state != "setup"])
def test_every_state_is_legible_on_every_screen(
    browser: Browser, tmp_path: Path, state: str, names: tuple[str, ...]
) -> None:
    with party(state, names, tmp_path) as table:
        phone = table.join(browser, WATCHING)
        for who in (WATCHING, asked_of(names)):
            take_seat(phone, who)
            expect(phone.locator("#turn-of")).not_to_be_empty(timeout=PATIENCE)
            found = complaints_on(phone, *SCREENS) + barriers(phone)
            assert (who, found) == (who, [])


def take_seat(phone: Page, who: str) -> None:
    """The phone is somebody else's from now on; whoever it is already, it asks again."""
    phone.locator("#me").click()
    phone.get_by_role("button", name=who).click()
    expect(phone.locator("#remote")).to_be_visible()


@pytest.mark.parametrize("state", ["illegal", "question", "reading"])
def test_every_language_fits(browser: Browser, tmp_path: Path, state: str, subtests: pytest.Subtests) -> None:
    with party(state, SIX, tmp_path) as table:
        phone = table.join(browser, asked_of(SIX))
        for language in OTHERS:
            with subtests.test(language=language):
                read_in(phone, language)
                assert complaints_on(phone, *SCREENS) == []


@pytest.mark.parametrize(("state", "names"), [("setup", THREE), ("turn", THREE), ("turn", SIX)])
def test_the_question_who_i_am_fits(browser: Browser, tmp_path: Path, state: str, names: tuple[str, ...]) -> None:
    with party(state, names, tmp_path) as table:
        phone = table.join(browser)
        expect(phone.get_by_role("button", name=WATCHING)).to_be_visible()
        assert complaints_on(phone, *SCREENS) + barriers(phone) == []


def test_six_names_and_all_that_is_said_of_them_fit_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with party("turn", SIX, tmp_path) as table:
        for name in (ANNA, SIX[4]):
            table.join(browser, name)
        phone = table.join(browser, SIX[5])
        phone.add_init_script("delete Navigator.prototype.wakeLock")  # as by http: the screen may go dark
        phone.reload()
        for language in LANGUAGES:
            read_in(phone, language)
            phone.locator("#me").click()
            expect(phone.locator(".seat:disabled")).to_have_count(2)
            for part in ("#who-taken", "#may-sleep", "#who-close"):
                expect(phone.locator(part)).to_be_visible()
            for screen in (SMALL_PHONE, LOW_PHONE, OLD_PHONE, LOW_OLD_PHONE):
                with subtests.test(language=language, screen=screen):
                    show_on(phone, screen)
                    assert complaints(phone) == []


def test_the_picker_fits_without_scrolling(browser: Browser, tmp_path: Path, subtests: pytest.Subtests) -> None:
    with party("question", THREE, tmp_path) as table:
        phone = table.join(browser, ANNA)
        phone.get_by_role("button", name="another tile").click()
        expect(phone.locator("#picker-all .tile")).to_have_count(53)
        for screen in ("phone", "phone on its side"):
            with subtests.test(screen=screen):
                show_on(phone, SCREENS[screen])
                for tile in phone.locator("#picker-all .tile").all():
                    expect(tile).to_be_in_viewport(ratio=1)
                expect(phone.locator("#picker-close")).to_be_in_viewport(ratio=1)
                picker = phone.locator("#picker")
                assert picker.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 0
                assert barriers(phone) == []


def test_a_phone_has_its_players_tiles_and_says_who_is_next_and_what_the_last_turn_came_to(
    browser: Browser, tmp_path: Path
) -> None:
    with party("illegal", THREE, tmp_path) as table:
        facts = table.join(browser, ANNA).locator("#facts")
        expect(facts).to_contain_text("5 tiles", timeout=PATIENCE)
        expect(facts).to_contain_text("last turn cost you 3 tiles")
        expect(facts).to_contain_text(f"then {CLEO}")
        expect(table.join(browser, CLEO).locator("#facts")).to_contain_text("last turn: 63 points", timeout=PATIENCE)


def test_back_at_the_table_a_phone_says_what_has_happened_meanwhile(browser: Browser, tmp_path: Path) -> None:
    with party("deal", THREE, tmp_path) as table:
        table.played.buttons.first_turn()
        network = Network(table.away)
        table.away = network.address
        phone = table.join(browser, CLEO)
        expect(phone.locator("#facts")).to_contain_text("14 tiles", timeout=PATIENCE)
        phone.context.set_offline(True)
        network.cut()
        expect(phone.locator("#notices")).to_contain_text("lost", timeout=PATIENCE)
        table.played.turn("R10 R11 R12")
        table.played.turn("R10 R11 R12", drew=True)
        phone.context.set_offline(False)
        said = f"Meanwhile: {ANNA} laid 3 and {THREE[1]} drew."
        expect(phone.get_by_text(said)).to_be_visible(timeout=PATIENCE)
        phone.context.close()
        network.close()


def test_once_counted_the_rack_says_so_and_can_be_changed(browser: Browser, tmp_path: Path) -> None:
    with party("over", THREE, tmp_path) as table:
        phone = table.join(browser, CLEO)
        phone.get_by_label(f"Left on {CLEO}'s rack", exact=True).fill("24")
        phone.get_by_role("button", name="Done").click()
        end(phone).to_contain_text("24 points counted ✓", timeout=PATIENCE)
        phone.get_by_role("button", name="Change").click()
        expect(phone.get_by_label(f"Left on {CLEO}'s rack", exact=True)).to_have_value("24")


def test_all_that_a_phones_camera_is_good_for_stands_in_one_place(browser: Browser, tmp_path: Path) -> None:
    with party("unwatched", THREE, tmp_path) as table:
        phone = table.join(browser, CLEO)
        phone.get_by_role("button", name="Photos and camera").click()
        ways = phone.locator("#lens")
        expect(ways.get_by_role("link", name="This phone is the camera")).to_be_visible()
        expect(ways).to_contain_text("Once the round is over, a photo counts it.")
        expect(ways.get_by_role("button", name="Judge it by a photo")).to_be_enabled()
        table.played.buttons.end_round(None)
        counting = phone.get_by_role("dialog", name="The round is over")
        counting.get_by_role("button", name="Close").click(timeout=PATIENCE)
        ways.get_by_role("button", name="Count my rack").click()
        expect(counting).to_be_visible()


def test_a_phone_keeps_the_codes_of_the_record_by_itself_and_shows_them_without_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    with party("turn", THREE, tmp_path) as table:
        phone = table.join(browser, CLEO)
        phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
        told = table.played.told()["code"]
        winner, *others = THREE
        table.played.buttons.score(dict.fromkeys(others, 9), winner)
        phone.get_by_role("button", name="Table").click()
        codes = phone.locator("#codes > .codes button")
        expect(codes).to_have_count(1, timeout=PATIENCE)
        kept = codes.inner_text()
        assert kept == phone.evaluate("fetch('codes').then((answer) => answer.json())")["codes"][0]["code"]
        phone.get_by_text("In mid-round: 1 code of the journal").click()
        expect(phone.locator("#codes details li")).to_contain_text(told)
        codes.click()
        expect(codes).to_have_text("Copied")
        expect(codes).to_have_text(kept)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("status")).to_contain_text("The table does not answer", timeout=PATIENCE)
    expect(codes).to_have_text(kept)
