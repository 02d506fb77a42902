"""Keys do what "?" says of them, and who sees nothing is told what changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESK
from tests.webui.away import Party, party
from tests.webui.looking import barriers
from tests.webui.staged import LYING, THREE
from tests.webui.visiting import PATIENCE, read_in
from webui.languages import LANGUAGES

pytestmark = pytest.mark.slow


LISTEN = """
() => {
  window.said = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]"))
    new MutationObserver(() => window.said.push(`${region.getAttribute("aria-live") ?? region.role}: ${region.innerText.replace(/\\s+/g, " ")}`)).observe(region, { childList: true, subtree: true, characterData: true });
}
"""
"""What a screen reader is given to say, from here on: how urgent it is, and the whole of a region once it has changed."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Party]:
    """Three turns have been played, and Anna is asked for the fourth."""
    with party("turn", THREE, tmp_path) as table:
        yield table


def come(browser: Browser, address: str) -> Page:
    """Somebody at the table's computer opens a page, and it has shown who plays."""
    page = browser.new_context(viewport=DESK, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    expect(page.locator("#turn-of, #strip a, #strip button").first).not_to_be_empty()
    return page


def told(page: Page) -> dict[str, str]:
    """What the list says of each key, or keys, after somebody has asked for it."""
    page.keyboard.press("?")
    keys = page.get_by_role("dialog").locator(".key-list")
    expect(keys).to_be_visible()
    names = [" ".join(term.locator("kbd").all_text_contents()) for term in keys.locator("dt").all()]
    return dict(zip(names, keys.locator("dd").all_text_contents(), strict=True))


OF_BROWSER = {"?", "Tab ⇧ Tab", "Enter", "Esc"}
PICKER = {"K R B O J", "← → ↑ ↓"}


def test_every_page_lists_the_keys_that_it_has(browser: Browser, table: Party) -> None:
    host, stage, desk = (come(browser, f"{table.host}/{place}") for place in ("", "stage", "desk"))
    phone = table.join(browser, "Anna")
    found = {
        name: set(told(page)) for name, page in {"host": host, "stage": stage, "desk": desk, "phone": phone}.items()
    }
    assert found["host"] >= {"Space", *PICKER, *OF_BROWSER}
    assert found["phone"] >= {"Space", *PICKER, *OF_BROWSER}
    assert found["desk"] >= {"← →", *PICKER, *OF_BROWSER}
    assert found["stage"] == OF_BROWSER
    expect(stage.locator("#begin")).to_be_visible()  # who asks for the list has not begun anything
    assert [barriers(page) for page in (host, stage, desk, phone)] == [[]] * 4


def test_the_list_closes_with_escape_and_opens_in_no_field(browser: Browser, table: Party) -> None:
    host = come(browser, table.host)
    host.get_by_role("button", name="Drew a tile").focus()
    told(host)
    host.keyboard.press("Escape")
    expect(host.get_by_role("dialog")).to_have_count(0)
    expect(host.get_by_role("button", name="Drew a tile")).to_be_focused()
    host.get_by_role("button", name="Clock and players").click()
    gone = host.get_by_label("Seconds gone")
    expect(gone).to_be_visible()
    gone.press("?")
    expect(host.get_by_role("dialog")).to_have_count(1)
    host.keyboard.press("Escape")
    expect(host.get_by_role("dialog")).to_have_count(0)
    host.reload()  # a key right after an Escape can come too soon for the browser
    for language in LANGUAGES:
        read_in(host, language)
        expect(host.locator("#turn-of")).not_to_be_empty()
        assert [text for text in told(host).values() if not text or text.startswith("keys.")] == []


def test_keys_of_one_character_can_be_switched_off_and_stay_so_on_the_device(browser: Browser, table: Party) -> None:
    host = come(browser, table.host)
    told(host)
    host.get_by_label("Keys of one character").uncheck()
    host.keyboard.press("Escape")
    for _ in range(2):
        host.locator("body").press("?")
        host.locator("body").press(" ")
        host.reload()
        expect(host.locator("#turn-of")).not_to_be_empty()
    assert table.played.events()[-1] != "turn-ended"
    host.get_by_role("button", name="Keys", exact=True).click()
    host.get_by_label("Keys of one character").check()
    host.reload()
    expect(host.locator("#turn-of")).not_to_be_empty()
    assert "Space" in told(host)


def test_a_key_that_was_learnt_is_listed(browser: Browser, table: Party) -> None:
    host = come(browser, table.host)
    host.get_by_role("button", name="Clock and players").click()
    host.get_by_text("Buttons of your own").click()
    host.get_by_role("button", name="Learn a key for: Cleo").click()
    host.keyboard.press("F9")
    host.keyboard.press("Escape")
    assert told(host)["F9"] == "Buttons of your own"


def test_the_space_bar_is_the_big_button_of_a_players_phone(browser: Browser, table: Party) -> None:
    cleo, anna = table.join(browser, "Cleo"), table.join(browser, "Anna")
    for phone in (cleo, anna):  # Cleo's is no turn to end
        phone.keyboard.press("Space")
    expect(anna.locator("#verdict")).to_contain_text("Reading the table")
    assert [event for event in table.played.events() if event == "turn-ended"] == ["turn-ended"] * 4


def test_a_tile_is_named_by_typing_it(browser: Browser, table: Party) -> None:
    host = come(browser, table.host)
    host.locator("#table .tile").first.click()
    picker = host.get_by_role("dialog", name="Which tile is this?")
    for keys, name in {
        "r": "red 1",
        "1": "red 1",
        "2": "red 12",
        "ArrowDown": "blue 12",
        "ArrowRight": "blue 13",
        "j": "joker",
        "o": "orange 1",
        "7": "orange 7",
    }.items():
        host.keyboard.press(keys)
        expect(picker.locator("#picker-all").get_by_role("button", name=name, exact=True)).to_be_focused()
    host.keyboard.press("Enter")
    expect(picker).to_be_hidden()
    expect(host.locator("#table").get_by_role("button", name="orange 7")).to_be_visible()


def test_whose_turn_it_is_and_what_was_judged_is_read_out(browser: Browser, table: Party) -> None:
    pages = {"host": come(browser, table.host), "phone": table.join(browser, "Maximilian-Alexander")}
    for page in pages.values():
        page.evaluate(LISTEN)
    table.played.turn(*LYING, drew=True)
    table.played.stage.wait(3)
    table.played.run()
    for name, page in pages.items():
        expect(page.locator("#turn-of")).to_have_text("Maximilian-Alexander" if name == "host" else "Your turn")
    verdict = "assertive: Legal Anna · drew"
    assert pages["host"].evaluate("window.said") == ["polite: To play Maximilian-Alexander", verdict]
    assert pages["phone"].evaluate("window.said") == ["polite: Maximilian-Alexander Your turn", verdict]


def test_what_is_wrong_is_told_by_names(browser: Browser, tmp_path: Path) -> None:
    with party("illegal", THREE, tmp_path) as table:
        for page in (come(browser, table.host), come(browser, f"{table.host}/stage")):
            expect(page.get_by_role("region", name="Verdict")).to_contain_text("Not legal")
            felt = page.get_by_role("region", name="The table as read")
            blamed = felt.get_by_role("group", name="Set, reason 1 and 3")
            expect(blamed.get_by_role("img", name="gone: red 5")).to_be_visible()
            expect(page.get_by_role("heading", level=1)).to_have_text("Anna: put it back, draw 3")
