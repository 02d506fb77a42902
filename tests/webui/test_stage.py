"""The stage as people at the table see and hear it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.live.stage import Played
from tests.webui.away import party
from tests.webui.looking import SCREENS, place_of
from tests.webui.staged import FAULTY, FIRST, LYING, OUT, SECOND, THREE, staged
from tests.webui.visiting import PATIENCE, read_in

pytestmark = pytest.mark.slow

LISTEN = """
window.heard = [];
OscillatorNode.prototype.start = new Proxy(OscillatorNode.prototype.start, {
  apply(start, tone, given) { window.heard.push(Math.round(tone.frequency.value)); return Reflect.apply(start, tone, given); },
});
window.voices = [{ lang: "en-US", localService: false }, { lang: "en-GB", localService: true }];
speechSynthesis.getVoices = () => window.voices;
Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { writable: true, value: null });
speechSynthesis.speak = (said) => window.heard.push(`${said.voice.localService ? said.lang : "sent away"}: ${said.text}`);
"""
"""Notes what the page lets be heard: tones by their hertz, words by language and text, on a device with a voice of its own and one elsewhere."""

LEGAL, ILLEGAL, QUESTION, TICK, TIME = [659, 988], [233, 175], [587, 587, 784], [1320], [392, 262]
TURN = 880
TELEVISION_MM = 708.0
"""How wide the picture of a 32-inch screen is."""

LEGIBLE_MM = 14.5
"""How high a capital letter is that is read at ease at five metres: ten minutes of arc, twice what the eye just
resolves."""


@pytest.fixture
def begun(browser: Browser, tmp_path: Path) -> Iterator[tuple[Played, Page]]:
    """A table of three at its first turn, its stage in a browser that notes what is heard, and nobody has tapped yet."""
    with staged("deal", THREE, tmp_path) as (played, address):
        played.buttons.first_turn()
        context = browser.new_context(viewport=SCREENS["television"], locale="en-GB")
        context.add_init_script(LISTEN)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.goto(f"{address}/stage")
        expect(page.locator("#turn-of")).to_have_text("Anna", timeout=PATIENCE)
        yield played, page
        context.close()
    assert faults == []


def heard(page: Page, until: str | int) -> list[Any]:
    """What is heard up to that tone or word; the list begins anew."""
    page.wait_for_function("(last) => window.heard.includes(last)", arg=until, timeout=PATIENCE)
    return list(page.evaluate("window.heard.splice(0)"))


def begin(page: Page) -> None:
    """Somebody taps the screen, and hears who is on turn."""
    page.mouse.click(900, 400)
    assert heard(page, "en: Anna, your turn.") == ["en: Anna, your turn."]


def test_a_verdict_is_a_word_a_colour_and_a_shape(begun: tuple[Played, Page]) -> None:
    played, page = begun
    verdict = page.locator("#verdict")
    shapes, colours = set(), set()
    for sets, word in ((("R10 R11 R12",), "Legal"), (("R10 R11 R12", "K1 B5"), "Not legal")):
        played.turn(*sets)
        expect(verdict.locator(".word")).to_have_text(word, timeout=PATIENCE)
        shapes.add(verdict.locator(".sign .shape").get_attribute("d"))
        colours.add(verdict.locator(".head").evaluate("(head) => getComputedStyle(head).backgroundColor"))
    assert (len(shapes), len(colours)) == (2, 2)


def test_what_is_wrong_is_marked_on_the_felt_and_in_the_photo_until_it_is_put_right(
    begun: tuple[Played, Page],
) -> None:
    played, page = begun
    for sets in (FIRST, SECOND, LYING):
        played.turn(*sets)
    played.turn(*FAULTY)
    felt, photo = page.locator("#table"), page.locator("#photo")
    expect(felt.locator(".set.fault")).to_have_count(2, timeout=PATIENCE)
    ghost = felt.locator(".tile.ghost")
    expect(ghost).to_have_attribute("aria-label", "gone: red 5")
    assert ghost.evaluate("(it) => [it.previousElementSibling.ariaLabel, it.nextElementSibling.ariaLabel]") == [
        "red 4",
        "red 6",
    ]
    expect(photo.locator("polygon.fault")).to_have_count(2)
    expect(photo.locator("circle.ghost")).to_have_count(1)
    expect(page.locator(".reasons .number")).to_have_text(["1", "2", "3"])
    expect(photo.locator(".badge text")).to_have_text(["1", "2", "3"])
    played.stage.hands().show(FAULTY[0], LYING[1], *FAULTY[2:])
    played.run()
    expect(ghost).to_have_count(0, timeout=PATIENCE)
    expect(felt.locator(".set.fault")).to_have_count(1)
    played.stage.hands().show(*LYING)
    played.run()
    expect(felt.locator(".set.fault")).to_have_count(0, timeout=PATIENCE)
    expect(photo).to_be_hidden()
    expect(page.locator(".penalty")).to_contain_text("Anna draws 3 penalty tiles.")


def test_the_numbers_in_the_photo_hide_no_tile(begun: tuple[Played, Page]) -> None:
    played, page = begun
    for sets in (FIRST, SECOND, LYING, FAULTY):
        played.turn(*sets)
    badges = page.locator("#photo .badge")
    expect(badges).to_have_count(3, timeout=PATIENCE)
    round_badges = badges.evaluate_all(
        "all => all.map((one) => [one.transform.baseVal[0].matrix.e, one.transform.baseVal[0].matrix.f, one.firstChild.r.baseVal.value])"
    )
    corners = [tile["corners"] for members in played.told()["verdict"]["table"]["sets"] for tile in members]
    faces = [np.array(four, np.float32) for four in corners]
    assert (
        max(
            cv2.pointPolygonTest(face, (x, y), measureDist=True) + radius
            for x, y, radius in round_badges
            for face in faces
        )
        < 0
    )


def test_a_set_that_is_gone_as_a_whole_lies_there_as_ghosts(begun: tuple[Played, Page]) -> None:
    played, page = begun
    played.turn("R10 R11 R12", "K1 K2 K3")
    played.turn("R10 R11 R12", "O10 K10 B10")
    expect(page.locator("#table .tile.ghost")).to_have_count(3, timeout=PATIENCE)
    names = page.locator(".set:has(.ghost) .tile").evaluate_all("(all) => all.map((tile) => tile.ariaLabel)")
    assert names == ["gone: black 1", "gone: black 2", "gone: black 3"]


def test_nothing_is_heard_before_somebody_taps_and_then_all_that_matters(begun: tuple[Played, Page]) -> None:
    played, page = begun
    expect(page.locator("#begin")).to_contain_text("Tap, or press any key: sound and full screen")
    begin(page)
    expect(page.locator("#begin")).to_be_hidden()
    played.turn("R10 R11 R12")
    assert heard(page, "en: Maximilian-Alexander, your turn.") == [*LEGAL, "en: Maximilian-Alexander, your turn."]
    played.turn("R10 R11 R12", "K10 B10 O10", "K6 R6 B6", doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    assert heard(page, QUESTION[-1]) == QUESTION
    played.buttons.undo()
    played.turn("R10 R11 R12", "K1 B5")
    assert heard(page, ILLEGAL[-1])[-2:] == ILLEGAL
    played.stage.hands().show("R10 R11 R12")
    played.run()
    assert heard(page, "en: Cleo, your turn.") == ["en: Cleo, your turn."]


def test_the_last_ten_seconds_and_the_end_of_the_time_are_heard(begun: tuple[Played, Page]) -> None:
    played, page = begun
    begin(page)
    played.stage.wait(58.5)
    played.run()
    played.live.bulletin.change()
    sounds = heard(page, TIME[-1])
    assert sounds[-len(TIME) :] == TIME
    assert TICK[0] in sounds


def test_muted_it_stays_silent_also_when_it_is_opened_again(begun: tuple[Played, Page]) -> None:
    played, page = begun
    begin(page)
    page.get_by_role("button", name="Sound", exact=True).click()
    expect(page.get_by_role("button", name="Sound", exact=True)).to_have_attribute("aria-pressed", "false")
    played.turn("R10 R11 R12")
    expect(page.locator("#turn-of")).to_have_text("Maximilian-Alexander", timeout=PATIENCE)
    assert page.evaluate("window.heard") == []
    page.reload()
    expect(page.get_by_role("button", name="Sound", exact=True)).to_have_attribute("aria-pressed", "false")
    page.mouse.click(900, 400)
    page.get_by_role("button", name="Sound", exact=True).click()
    played.turn("R10 R11 R12", "K10 B10 O10")
    assert heard(page, "en: Cleo, your turn.") == [*LEGAL, "en: Cleo, your turn."]


def test_a_name_is_sent_to_no_voice_that_is_elsewhere(begun: tuple[Played, Page]) -> None:
    played, page = begun
    begin(page)
    page.evaluate("window.voices = window.voices.filter(({ localService }) => !localService)")
    played.turn("R10 R11 R12")
    assert heard(page, TURN) == [*LEGAL, TURN]


def test_the_hosts_page_and_a_phone_are_heard_each_by_itself(browser: Browser, tmp_path: Path) -> None:
    with party("deal", THREE, tmp_path) as table:
        table.played.buttons.first_turn()
        host = browser.new_page()
        host.goto(table.host)
        phone = table.join(browser, "Maximilian-Alexander")
        for page in (host, phone):
            page.add_init_script(LISTEN)
            page.reload()
        host.get_by_role("button", name="Sound", exact=True).click()
        host.get_by_role("button", name="Sound", exact=True).click()
        phone.locator("#turn-label").click()
        table.played.turn("R10 R11 R12")
        name = "en: Maximilian-Alexander, your turn."
        assert heard(host, name) == [*LEGAL, name]
        assert heard(phone, name) == [name]  # the verdict was Anna's
        phone.get_by_role("button", name="Sound", exact=True).click()
        table.played.turn("R10 R11 R12", "K10 B10 O10")
        assert heard(host, "en: Cleo, your turn.")[: len(LEGAL)] == LEGAL
        expect(phone.locator("#turn-of")).to_have_text("Cleo")
        assert phone.evaluate("window.heard") == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_going_out_and_a_won_match_are_moments_on_every_screen(
    browser: Browser, tmp_path: Path, motion: Literal["no-preference", "reduce"]
) -> None:
    with party("deal", THREE, tmp_path) as table:
        table.played.buttons.undo()
        table.played.buttons.start_round(list(THREE), "jumbo-original-2016+goal=50")
        host, stage, phone = browser.new_page(), browser.new_page(), table.join(browser, "Anna")
        host.goto(table.host)
        stage.goto(f"{table.host}/stage")
        for page in (host, stage, phone):
            page.emulate_media(reduced_motion=motion)
            expect(page.locator("#turn-of")).to_have_text(re.compile("Anna|Your turn"), timeout=PATIENCE)
        table.played.turn(*OUT)
        expect(stage.locator(".winner")).to_have_text("Anna", timeout=PATIENCE)
        for page in (host, phone):
            expect(page.locator(".banner .winner")).to_have_text("Anna", timeout=PATIENCE)
        expect(phone.locator(".banner")).to_contain_text("You have laid every tile")
        assert [page.locator(".pieces i").count() > 0 for page in (host, stage, phone)] == [motion != "reduce"] * 3
        host.locator(".banner").click()
        expect(host.locator(".banner")).to_have_count(0)
        table.played.buttons.score({"Maximilian-Alexander": 30, "Cleo": 40}, "Anna")
        banner = phone.locator(".banner:has(.places)")
        expect(banner).to_contain_text("The match is won", timeout=PATIENCE)
        expect(host.locator("#match")).to_contain_text("Anna has won the match with 70 points.", timeout=PATIENCE)
        for told in (banner, host.locator("#match")):
            expect(told.locator(".places .name")).to_have_text(["Anna", "Maximilian-Alexander", "Cleo"])
        expect(host.locator(".banner")).to_have_count(0)  # it would lie over the sheet, which says it
        assert (host.locator(".pieces i").count() > 0) == (motion != "reduce")


DENIED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
LockManager.prototype.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
"""
"""A browser that lets no page keep anything."""


def test_where_the_browser_keeps_nothing_the_stage_is_shown_and_muted_all_the_same(begun: tuple[Played, Page]) -> None:
    page = begun[1]
    page.add_init_script(DENIED)
    page.reload()
    expect(page.locator("#turn-of")).to_have_text("Anna", timeout=PATIENCE)
    begin(page)
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("kept", ["off", '"off"'])
def test_what_a_browser_kept_of_the_sound_holds(begun: tuple[Played, Page], kept: str) -> None:
    page = begun[1]
    page.evaluate("(kept) => localStorage.setItem('tileref_stage_sound', kept)", kept)
    page.reload()
    expect(page.get_by_role("button", name="Sound", exact=True)).to_have_attribute("aria-pressed", "false")


def test_going_out_is_a_moment_and_nothing_jumps_over_it(begun: tuple[Played, Page]) -> None:
    played, page = begun
    page.clock.install()
    page.reload()
    scene = page.locator("#stage")
    expect(scene).to_have_attribute("data-scene", "play")
    expect(page.locator("#turn-of")).to_have_text("Anna", timeout=PATIENCE)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    played.turn(*OUT)
    expect(scene).to_have_attribute("data-scene", "won", timeout=PATIENCE)
    expect(page.locator(".winner")).to_have_text("Anna")
    played.buttons.score({"Maximilian-Alexander": 30, "Cleo": 12}, "Anna")
    played.buttons.start_round(list(THREE), "jumbo-original-2016", deal=True)
    expect(page.locator("#players .points").first).to_contain_text("42 points", timeout=PATIENCE)  # that has arrived
    for after, shown in (
        (4900, "won"),
        (200, "count"),
        (2800, "count"),
        (300, "sheet"),
        (4600, "sheet"),
        (500, "play"),
    ):
        page.clock.run_for(after)
        expect(scene).to_have_attribute("data-scene", shown)


ANSWERED = {
    "en": ("host's screen", "phone"),
    "de": ("Bildschirm des Gastgebers", "Telefon"),
    "fr": ("l'écran de l'hôte", "téléphone"),
    "it": ("schermo di chi ospita", "telefono"),
}
"""Where the stage is answered, in each language."""


@pytest.mark.parametrize(("state", "place"), [("question", ".asked .line"), ("over", "#moment .line")])
def test_the_stage_says_where_it_is_answered_since_nothing_on_it_can_be_tapped(
    browser: Browser, tmp_path: Path, state: str, place: str, subtests: pytest.Subtests
) -> None:
    with staged(state, THREE, tmp_path) as (_, address):
        page = browser.new_context(viewport=SCREENS["television"], locale="en-GB").new_page()
        page.goto(f"{address}/stage")
        for language, where in ANSWERED.items():
            with subtests.test(language=language):
                read_in(page, language)
                for one in where:
                    expect(page.locator(place)).to_contain_text(one)
                if state == "question":
                    expect(page.locator(place)).to_contain_text(page.locator("#turn-of").inner_text())
        page.context.close()


def test_an_undo_takes_the_moment_back(begun: tuple[Played, Page]) -> None:
    played, page = begun
    played.turn(*OUT)
    scene = page.locator("#stage")
    expect(scene).to_have_attribute("data-scene", "won", timeout=PATIENCE)
    played.buttons.undo()
    expect(scene).to_have_attribute("data-scene", "play", timeout=PATIENCE)


def test_name_and_digits_are_read_at_five_metres(begun: tuple[Played, Page]) -> None:
    played, page = begun
    begin(page)
    played.turn("R10 R11 R12")
    expect(page.locator("#turn-of")).to_have_text("Maximilian-Alexander", timeout=PATIENCE)
    measure = """(element) => {
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return context.measureText("0").actualBoundingBoxAscent;
    }"""
    for part in ("#turn-of", "#digits", "#verdict .word"):
        height = page.locator(part).evaluate(measure) * TELEVISION_MM / SCREENS["television"]["width"]
        assert height >= LEGIBLE_MM, part
    now = place_of(page.locator(".now"))
    assert now["width"] * now["height"] == pytest.approx(1920 * 1080 / 3, rel=0.02)


def test_tiles_take_the_space_that_there_is(begun: tuple[Played, Page]) -> None:
    played, page = begun
    width = "document.querySelector('#table .tile')?.getBoundingClientRect().width"
    played.turn("R10 R11 R12")
    page.wait_for_function(f"{width} > 140", timeout=PATIENCE)
    for sets in (FIRST, SECOND):
        played.turn("R10 R11 R12", *sets)
    expect(page.locator("#table .tile")).to_have_count(23, timeout=PATIENCE)
    page.wait_for_function(f"{width} > 70 && {width} < 140", timeout=PATIENCE)


def test_a_screen_that_may_go_dark_is_told_where_the_browser_cannot_keep_it_awake(
    browser: Browser, tmp_path: Path
) -> None:
    with staged("deal", THREE, tmp_path) as (_, address):
        for locks, hinted in (("true", False), ("false", True)):
            context = browser.new_context(locale="en-GB")
            context.add_init_script(
                f"const lock = new EventTarget(); const value = {locks} ? {{ request: async () => lock }} : undefined;"
                "Object.defineProperty(navigator, 'wakeLock', { value });"
            )
            page = context.new_page()
            page.goto(f"{address}/stage")
            expect(page.locator("#turn-of")).to_have_text("Anna", timeout=PATIENCE)
            expect(page.get_by_text("This screen may go dark by itself")).to_be_visible(visible=hinted)
            context.close()


def test_the_first_tap_fills_the_screen(begun: tuple[Played, Page]) -> None:
    _, page = begun
    page.evaluate("document.documentElement.requestFullscreen = async () => { window.full = true; }")
    page.keyboard.press("a")
    page.wait_for_function("window.full", timeout=PATIENCE)


def test_the_overlay_is_transparent_but_for_clock_names_and_the_last_verdict(browser: Browser, tmp_path: Path) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        page = browser.new_context(viewport=SCREENS["television"], locale="de-DE", color_scheme="dark").new_page()
        page.goto(f"{address}/stage?overlay")
        expect(page.locator("#verdict")).to_contain_text("Gültig", timeout=PATIENCE)
        expect(page.locator("#verdict")).to_contain_text("Cleo · 11 Steine, 63 Punkte")
        expect(page.locator("#players [aria-current]")).to_contain_text("Anna")
        expect(page.locator("#digits")).to_contain_text("0:3")
        assert page.locator("button").count() == 0
        shot = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
        page.context.close()
    assert shot is not None
    assert shot[:800, :, 3].max() == 0
    assert shot[950:1040, 100:1800, 3].mean() > 200
