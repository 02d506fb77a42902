"""No page bars anybody: what axe finds in every state and dialog, in light, dark and forced colours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import DESK
from tests.live.stage import Played
from tests.webui.away import Party
from tests.webui.looking import barriers
from tests.webui.staged import OUT, STATES, THREE
from tests.webui.visiting import PATIENCE

pytestmark = pytest.mark.slow

ANNA = THREE[0]

OF_HOST = {
    "setup": {"Invite": "More screens at this table"},
    "deal": {"Who begins …": "Who begins?", "Ask for new tiles …": "New tiles for everybody?"},
    "turn": {"Clock and players": "Clock and players", "Round over …": "The round is over"},
    "question": {"another tile": "Which tile is this?"},
    "scored": {"New game": "Begin a new game?"},
}
"""The dialogs of the host's page and the buttons that open them, by the state in which these are there."""

OF_PLAYER = {
    "deal": {"Ask for new tiles …": "New tiles for everybody?"},
    "turn": {"Photos and camera": "Photos and camera", "Table": "The table as read"},
    "question": {"another tile": "Which tile is this?"},
}
"""The same of a player's phone."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Party]:
    """A table with its host, where nothing is played yet."""
    played = Played(tmp_path)
    party = Party(played, tmp_path)
    with party.open():
        yield party
    played.live.close()


def come(browser: Browser, address: str) -> Page:
    """Somebody at the table's computer opens a page."""
    page = browser.new_context(viewport=DESK, locale="en-GB", reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def play(table: Party, state: str, page: Page) -> None:
    """The table comes into one of `STATES`, whichever it was in before, and somebody's page shows it."""
    played = table.played
    played.stage.name, played.stage.trouble = "stage", None
    if played.told()["phase"] != "setup":
        played.buttons.close_game()
    STATES[state](played, THREE)
    page.reload()
    expect(page.locator("#setup" if state == "setup" else "#turn-of")).to_be_visible()


def unfold(page: Page) -> None:
    """Everything that folds is open."""
    page.locator("details").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")


def in_dialogs(page: Page, dialogs: dict[str, str]) -> list[str]:
    """What bars somebody in each of these dialogs, with its title."""
    found = []
    for button, title in dialogs.items():
        page.get_by_role("button", name=button, exact=True).first.click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        unfold(page)
        found += [f"{title}: {line}" for line in barriers(page)]
        page.keyboard.press("Escape")
    return found


def test_the_host_is_barred_in_no_state_and_no_dialog(
    browser: Browser, table: Party, subtests: pytest.Subtests
) -> None:
    page = come(browser, table.host)
    for state in STATES:
        play(table, state, page)
        unfold(page)
        with subtests.test(state):
            assert barriers(page) + in_dialogs(page, OF_HOST.get(state, {})) == []


def test_the_overlay_of_a_stream_bars_nobody(browser: Browser, table: Party) -> None:
    STATES["illegal"](table.played, THREE)
    overlay = come(browser, f"{table.host}/stage?overlay")
    expect(overlay.locator("#verdict")).to_be_visible()
    assert barriers(overlay) == []


def test_a_player_is_barred_in_no_dialog(browser: Browser, table: Party, subtests: pytest.Subtests) -> None:
    phone = table.join(browser)
    assert barriers(phone) == []
    STATES["turn"](table.played, THREE)
    phone.get_by_role("button", name=ANNA).click()
    for state, dialogs in OF_PLAYER.items():
        play(table, state, phone)
        with subtests.test(state):
            assert in_dialogs(phone, dialogs) == []


def test_nobody_is_barred_when_the_match_is_won_nor_at_the_door(
    browser: Browser, table: Party, subtests: pytest.Subtests
) -> None:
    buttons = table.played.buttons
    buttons.start_round(list(THREE), "jumbo-original-2016+goal=50")
    phone = table.join(browser, ANNA)
    pages = {
        "phone": phone,
        **{
            place: come(browser, f"{table.host}/{place}")
            for place in ("", "stage", "desk", "evenings", "camera", "nowhere")
        },
    }
    pages["stage"].get_by_text("press any key").click()
    table.played.turn(*OUT)
    buttons.score({"Maximilian-Alexander": 30, "Cleo": 40}, ANNA)
    expect(pages["phone"].locator(".banner .places")).to_be_visible()
    expect(pages[""].locator("#match .places")).to_be_visible()
    expect(pages["stage"].locator("#stage")).to_have_attribute("data-scene", "match")
    expect(pages["desk"].locator("#turn .word")).to_be_visible()
    pages["evenings"].reload()
    pages["door"] = come(browser, f"{table.away}/desk")
    expect(pages["door"].get_by_label("Code of this table")).to_be_visible()
    for place, page in pages.items():
        with subtests.test(place):
            assert barriers(page) == []
