"""What matters at the moment is in sight on the host's page, on every screen and wherever it was scrolled to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from journal import Journal, JournalError
from tests.browser import DESK
from tests.webui.away import party
from tests.webui.looking import LOW_PHONE, SCREENS, SMALL_PHONE, SMALLEST, place_of, show_on
from tests.webui.staged import LYING, RUINED, SIX, THREE, staged
from tests.webui.visiting import PATIENCE, opened, read_in
from webui.languages import LANGUAGES

pytestmark = pytest.mark.slow

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
"""A screen as most hosts have it, in pixels."""

SMALL_PHONES = {"upright": SMALL_PHONE, "on its side": LOW_PHONE}
SOME_SCREENS = {"laptop": LAPTOP, "small phone": SMALL_PHONE, "television": SCREENS["television"]}

LINES = """(element, text) => {
  const range = document.createRange();
  const node = element.firstChild;
  const from = node.data.replaceAll("\u00a0", " ").indexOf(text);
  range.setStart(node, from);
  range.setEnd(node, from + text.length);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""
"""On how many lines a part of an element's text stands."""


def test_what_a_turn_costs_is_in_sight_however_many_reasons_it_has(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "en-GB")
        for name, screen in SCREENS.items():
            with subtests.test(screen=name):
                show_on(page, screen)
                cost = page.locator("#verdict .todo").get_by_text("penalty tiles")
                expect(cost).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        page.context.close()


def test_the_table_is_in_sight_beside_a_legal_verdict(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "en-GB")
        expect(page.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        for name, screen in SCREENS.items():
            with subtests.test(screen=name):
                show_on(page, screen)
                expect(page.locator("#table .tile").first).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        page.context.close()


def stand_in_sight(parts: Locator) -> None:
    """Every one of these parts is in sight as a whole."""
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=1)


def stand_above_the_buttons(page: Page, parts: Locator) -> None:
    """Every one of these parts of a phone's page is in sight, and the buttons below hide none of it."""
    buttons = place_of(page.locator(".actions"))
    for part in parts.all():
        box = place_of(part)
        assert 0 <= box["y"] <= buttons["y"] - box["height"]


def stand_beside_the_buttons(page: Page, parts: Locator) -> None:
    """Every one of these parts is in sight of a phone on its side, and its buttons hide none of it."""
    buttons = place_of(page.locator(".actions"))
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        box = place_of(part)
        assert box["x"] + box["width"] <= buttons["x"]


def stand_free(page: Page, screen: ViewportSize, parts: Locator) -> None:
    """Every one of these parts is in sight of a small phone, however it is held, and the buttons hide none of it."""
    (stand_above_the_buttons if screen is SMALL_PHONE else stand_beside_the_buttons)(page, parts)


def test_a_question_and_its_answers_are_in_sight_on_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("question", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "de-DE")
        answers = page.locator("#verdict .likely .tile")
        expect(answers).to_have_count(2, timeout=PATIENCE)
        for held, screen in SMALL_PHONES.items():
            with subtests.test(held=held):
                show_on(page, screen)
                stand_free(page, screen, answers)
        page.context.close()


def test_another_answer_is_in_sight_on_a_small_phone_of_six_players(browser: Browser, tmp_path: Path) -> None:
    with staged("question", SIX, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "de-DE")
        other = page.get_by_role("button", name="ein anderer Stein")
        expect(other).to_be_visible(timeout=PATIENCE)
        stand_above_the_buttons(page, other)
        page.context.close()


def test_the_first_rack_to_be_counted_is_in_sight_on_a_small_phone_of_six_players(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("counted", SIX, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                dialog = page.get_by_role("dialog")
                rack = dialog.locator("#racks .entry").first
                expect(rack).to_be_visible(timeout=PATIENCE)
                box = place_of(rack)
                assert box["y"] + box["height"] <= place_of(dialog.locator("#ending-write"))["y"]
        page.context.close()


def test_a_rack_that_is_missing_is_in_sight_on_a_small_phone_when_the_score_is_to_be_written(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("over", SIX, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                racks = page.locator("#racks .entry")
                expect(racks).to_have_count(5, timeout=PATIENCE)
                for rack in racks.all()[:-1]:
                    rack.get_by_role("textbox").fill("24")
                    rack.get_by_role("textbox").press("Tab")
                expect(page.locator("#racks .done")).to_have_count(4)
                page.locator("#ending").evaluate("(dialog) => dialog.scrollTo(0, 0)")
                page.locator("#ending-write").click()
                told = page.locator("#ending-error")
                expect(told).to_contain_text(SIX[-1])
                expect(racks.last).to_be_in_viewport(ratio=1)
                box = place_of(racks.last)
                assert box["y"] + box["height"] <= place_of(told)["y"]
        page.context.close()


def test_the_tiles_that_show_how_a_rack_is_typed_stand_on_one_line(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("over", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                hint = page.locator("#ending-rest .hint")
                expect(hint.filter(visible=True)).to_contain_text("R11", timeout=PATIENCE)
                assert hint.evaluate(LINES, "K3 R11 J") == 1
        page.context.close()


def test_the_round_and_its_rulebook_are_named_in_full_on_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with party("turn", SIX, tmp_path) as table:
        page = opened(browser, table.host, SMALL_PHONE, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                expect(page.locator("#invite-open")).to_be_visible()  # it takes some of the room
                where = page.locator("#where")
                expect(where).to_contain_text("Jumbo, 2016", timeout=PATIENCE)
                assert where.evaluate(
                    "(line) => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight"
                )
        page.context.close()


def test_the_switch_of_the_demo_round_stays_under_the_finger_that_presses_it(browser: Browser, tmp_path: Path) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "de-DE")
        state = page.evaluate("fetch('/state').then((answer) => answer.json())")
        demo = {"byItself": True, "over": False}

        def tell(route: Route) -> None:
            told = json.dumps({**state, "demo": demo})
            route.fulfill(content_type="text/event-stream", body=f"data: {told}\n\n")

        page.route("**/events", tell)
        page.reload()
        switch, over = page.locator("#self"), page.get_by_role("button", name="Runde zu Ende …")
        expect(over).to_be_hidden()
        place = place_of(switch)
        demo["byItself"] = False
        expect(over).to_be_visible(timeout=PATIENCE)
        assert place_of(switch) == place
        page.context.close()


def test_the_ways_on_of_a_verdict_that_waits_are_in_sight_on_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("reading", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "de-DE")
        ways = page.locator("#verdict .plain:visible")
        expect(ways).to_have_text(["Beurteilen, wie der Tisch liegt", "Mit einem Foto beurteilen"], timeout=PATIENCE)
        means = page.locator("#verdict").get_by_text("Steine, die die Kamera nicht sieht, gelten als weggenommen")
        for held, screen in SMALL_PHONES.items():
            with subtests.test(held=held):
                show_on(page, screen)
                expect(means).to_be_visible()
                stand_free(page, screen, ways)
        page.context.close()


def test_what_is_to_be_put_back_is_in_sight_on_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "en-GB")
        for language in LANGUAGES:
            read_in(page, language)
            told = page.locator("#verdict .todo li")
            expect(told).to_have_count(3, timeout=PATIENCE)
            for held, screen in SMALL_PHONES.items():
                with subtests.test(language=language, held=held):
                    show_on(page, screen)
                    stand_free(page, screen, told)
        page.context.close()


def test_names_can_be_given_at_once_on_a_small_phone(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("setup", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                names = page.locator("#names input")
                expect(names).to_have_count(2, timeout=PATIENCE)
                button = place_of(page.locator("#setup-start"))
                for name in names.all():
                    box = place_of(name)
                    assert box["y"] + box["height"] <= button["y"]
        page.context.close()


def test_the_first_reason_is_in_sight_with_what_the_turn_costs_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SCREENS["phone"], "en-GB")
        reasons = page.locator("#verdict .reasons > li")
        expect(reasons).to_have_count(4, timeout=PATIENCE)
        stand_above_the_buttons(page, reasons.nth(0))
        page.context.close()


def continue_without(page: Page) -> Locator:
    """The way on that a French page offers while its camera fails."""
    return page.get_by_role("button", name="Continuer sans caméra")


def big_button(page: Page) -> float:
    """Where the big button begins, in pixels from the top."""
    return place_of(page.locator("#end"))["y"]


def test_the_big_button_keeps_its_place_from_turn_to_turn(browser: Browser, tmp_path: Path) -> None:
    with staged("setup", THREE, tmp_path) as (played, address):
        played.buttons.start_round(list(THREE), "jumbo-original-2016", watched=False)
        page = opened(browser, address, DESK, "de-DE")
        places: dict[str, set[int]] = {name: set() for name in SOME_SCREENS}
        for player in (*THREE, THREE[0]):
            expect(page.locator("#turn-of")).to_have_text(player, timeout=PATIENCE)
            for name, screen in SOME_SCREENS.items():
                show_on(page, screen)
                places[name].add(round(big_button(page)))
            played.stage.wait(21)
            played.run()
            played.buttons.end_turn()
        assert [name for name, found in places.items() if len(found) > 1] == []
        page.context.close()


def test_a_camera_that_fails_and_comes_back_moves_no_button(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("turn", THREE, tmp_path) as (played, address):
        pages = {name: opened(browser, address, screen, "fr-FR") for name, screen in SOME_SCREENS.items()}
        for page in pages.values():
            expect(page.locator("#turn-of")).to_have_text(THREE[0], timeout=PATIENCE)
        places = {name: big_button(page) for name, page in pages.items()}
        played.stage.name, played.stage.trouble = "0", "camera 0 gives no picture"
        for name, page in pages.items():
            with subtests.test("fails", screen=name):
                expect(continue_without(page)).to_be_in_viewport(ratio=1, timeout=PATIENCE)
                assert abs(big_button(page) - places[name]) < 1
                tiles, notice = place_of(page.locator("#table .tile").first), place_of(page.locator("#notices"))
                assert notice["y"] + notice["height"] <= tiles["y"]
        played.stage.trouble = None
        for name, page in pages.items():
            with subtests.test("comes back", screen=name):
                expect(continue_without(page)).to_have_count(0, timeout=PATIENCE)
                assert abs(big_button(page) - places[name]) < 1
            page.context.close()


def test_the_tiles_of_the_last_turn_are_whole_beside_a_word_on_a_press_that_counts_as_none(
    browser: Browser, tmp_path: Path
) -> None:
    with staged("echo", THREE, tmp_path) as (_, address):
        page = opened(browser, address, LAPTOP, "en-GB")
        expect(page.locator("#verdict")).to_contain_text("Pressed twice?", timeout=PATIENCE)
        expect(page.locator("#verdict .tile").last).to_be_in_viewport(ratio=1)
        page.context.close()


def test_six_names_stay_whole_on_a_laptop(browser: Browser, tmp_path: Path) -> None:
    with staged("turn", SIX, tmp_path) as (_, address):
        page = opened(browser, address, LAPTOP, "de-DE")
        expect(page.locator("#players .needs")).to_have_count(3, timeout=PATIENCE)
        names = page.locator("#players .name")
        assert names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
        expect(page.locator("#verdict .tile").last).to_be_in_viewport(ratio=1)
        page.context.close()


def test_six_reasons_are_in_sight_on_a_television(browser: Browser, tmp_path: Path) -> None:
    with staged("illegal", SIX, tmp_path) as (_, address):
        page = opened(browser, address, SCREENS["television"], "de-DE")
        told = page.locator("#verdict .reasons > li")
        expect(told).to_have_count(6, timeout=PATIENCE)
        stand_in_sight(told)
        page.context.close()


def test_four_reasons_are_in_sight_on_a_laptop(browser: Browser, tmp_path: Path, subtests: pytest.Subtests) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, address, LAPTOP, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                told = page.locator("#verdict .reasons > li")
                expect(told).to_have_count(4, timeout=PATIENCE)
                stand_in_sight(told)
        page.context.close()


def test_seven_reasons_are_in_sight_with_what_they_cost(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("turn", THREE, tmp_path) as (played, address):
        played.stage.wait(60)
        played.turn(*RUINED)
        page = opened(browser, address, LAPTOP, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                told = page.locator("#verdict .reasons > li")
                expect(told).to_have_count(7, timeout=PATIENCE)
                costs = page.locator("#verdict .todo > li")
                expect(costs).to_have_count(3)
                ways = page.locator("#verdict .quiet")
                expect(ways).to_have_count(2)
                for screen in (LAPTOP, DESK, SCREENS["television"]):
                    show_on(page, screen)
                    for parts in (told, costs, ways):
                        stand_in_sight(parts)
        page.context.close()


def test_nine_reasons_are_in_sight_with_the_table_that_they_are_about(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("turn", THREE, tmp_path) as (played, address):
        page = opened(browser, address, LAPTOP, "en-GB")
        tiles = page.locator("#table .tile:not(.ghost)")
        expect(tiles).to_have_count(31, timeout=PATIENCE)
        played.stage.wait(60)
        played.turn(*RUINED, "B10 B10 B11", drew=True)
        told, costs = page.locator("#verdict .reasons > li"), page.locator("#verdict .todo > li")
        for language in LANGUAGES:
            read_in(page, language)
            expect(told).to_have_count(9, timeout=PATIENCE)
            expect(costs).to_have_count(4)
            expect(tiles).to_have_count(43)
            with subtests.test("on a laptop", language=language):
                show_on(page, LAPTOP)
                for parts in (told, costs):
                    stand_in_sight(parts)
                felt, lowest = place_of(page.locator(".mat")), place_of(tiles.last)
                assert felt["y"] <= place_of(tiles.first)["y"]
                assert lowest["y"] + lowest["height"] <= felt["y"] + felt["height"]
                sizes = told.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
                assert min(sizes) >= SMALLEST
            with subtests.test("on a tablet", language=language):
                show_on(page, SCREENS["tablet"])
                for parts in (told, costs, tiles):
                    stand_in_sight(parts)
        page.context.close()


def test_eight_reasons_are_in_sight_on_a_tablet(browser: Browser, tmp_path: Path) -> None:
    with staged("turn", THREE, tmp_path) as (played, address):
        played.stage.wait(60)
        played.turn(*RUINED, "B10 B10 B11")
        page = opened(browser, address, SCREENS["tablet"], "fr-FR")
        told = page.locator("#verdict .reasons > li")
        expect(told).to_have_count(8, timeout=PATIENCE)
        stand_in_sight(told)
        page.context.close()


def test_what_a_turn_costs_is_whole_on_a_screen_of_eight_hundred_lines(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("below", THREE, tmp_path) as (_, address):
        page = opened(browser, address, DESK, "en-GB")
        for language in LANGUAGES:
            with subtests.test(language=language):
                read_in(page, language)
                parts = page.locator("#verdict .todo > li, #verdict .quiet")
                expect(parts).to_have_count(4, timeout=PATIENCE)
                stand_in_sight(parts)
        page.context.close()


def test_the_score_is_written_from_wherever_the_racks_are_scrolled_to(browser: Browser, tmp_path: Path) -> None:
    with staged("counted", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "de-DE")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text("45 Punkte")).to_be_attached(timeout=PATIENCE)
        assert dialog.evaluate("(one) => one.scrollHeight > one.clientHeight")
        for place in (0, 10_000):
            dialog.evaluate("(one, place) => one.scrollTo(0, place)", place)
            for name in ("Punkte aufschreiben", "Schließen"):
                expect(dialog.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        page.context.close()


def test_a_refusal_is_seen_where_a_phone_is_scrolled_to_and_moves_nothing(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("the disk is full", "disk-full")

    with staged("turn", THREE, tmp_path) as (_, address):
        page = opened(browser, address, SMALL_PHONE, "de-DE")
        expect(page.locator("#draw")).to_be_enabled(timeout=PATIENCE)
        page.locator("#sheet").scroll_into_view_if_needed()
        place = page.evaluate("document.getElementById('sheet').getBoundingClientRect().top")
        assert page.evaluate("scrollY") > 0
        monkeypatch.setattr(Journal, "append", full)
        page.locator("#draw").click()
        told = page.get_by_text("Der Datenträger ist voll: Platz schaffen und noch einmal drücken.").last
        expect(told).to_be_in_viewport(ratio=1, timeout=PATIENCE)
        page.wait_for_timeout(500)  # everybody is told, too
        expect(told).to_be_in_viewport(ratio=1)
        assert abs(page.evaluate("document.getElementById('sheet').getBoundingClientRect().top") - place) < 2
        monkeypatch.undo()
        page.context.close()


def test_a_turn_at_the_desk_has_its_reasons_beside_its_photo(browser: Browser, tmp_path: Path) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = opened(browser, f"{address}/desk", LAPTOP, "de-DE")
        told = page.locator("#turn .reasons li")
        expect(told).to_have_count(4, timeout=PATIENCE)
        expect(page.locator("#turn .pictures")).to_be_in_viewport(ratio=1)
        stand_in_sight(told)
        page.context.close()


def test_a_camera_that_fails_pushes_no_verdict_out_of_sight(browser: Browser, tmp_path: Path) -> None:
    with staged("trouble", THREE, tmp_path) as (_, address):
        page = opened(browser, address, LAPTOP, "fr-FR")
        expect(continue_without(page)).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#verdict .tile").last).to_be_in_viewport(ratio=1)
        expect(page.locator("#pause")).to_be_in_viewport(ratio=1)
        page.context.close()


def test_what_the_camera_sees_and_how_well_is_in_sight_before_a_game(browser: Browser, tmp_path: Path) -> None:
    with staged("setup", THREE, tmp_path) as (played, address):
        played.stage.show(*LYING)
        played.run()
        page = opened(browser, address, LAPTOP, "de-DE")
        lights = page.locator("#lights .light")
        expect(lights).to_have_count(3, timeout=PATIENCE)
        for part in (page.locator("#picture"), *lights.all()):
            expect(part).to_be_in_viewport(ratio=1)
        page.context.close()


def test_a_question_is_answered_by_keyboard_without_passing_every_tile_of_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    with staged("question", SIX, tmp_path) as (_, address):
        page = opened(browser, address, LAPTOP, "en-GB")
        answer = page.locator("#verdict .likely").get_by_label("blue 6")
        expect(answer).to_be_visible(timeout=PATIENCE)
        page.locator("#over").focus()
        for _ in range(2):  # the verdict, which may scroll, then its first answer
            page.keyboard.press("Tab")
        expect(answer).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        page.context.close()
