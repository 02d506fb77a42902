"""What the host puts right in mid-game, in a browser: the clock, names, seats, and keys that are buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE
from tests.live.stage import Played
from tests.webui.looking import barriers, eventually
from tests.webui.visiting import Visit

pytestmark = pytest.mark.slow


def names(played: Played) -> list[str]:
    return [player["name"] for player in played.told()["players"]]


@pytest.fixture
def page(visit: Visit, played: Played) -> Page:
    """Of a round of three that no camera sees, with the dialog open."""
    played.begin("Anna", "Ben", "Cleo", watched=False)
    visit.page.get_by_role("button", name="Clock and players").click()
    return visit.page


def test_time_is_taken_off_and_a_name_mended_for_good(page: Page, played: Played) -> None:
    played.buttons.set_clock(50)
    page.locator("#mend-runs button[value='-20']").click()
    assert eventually(page, lambda: 29 < played.told()["clock"]["elapsed"] < 45)
    page.get_by_label("Cleo", exact=True).fill("Chloé")
    page.get_by_role("button", name="Save the names").click()
    expect(page.locator("#mend")).to_be_hidden()
    assert names(played) == ["Anna", "Ben", "Chloé"]
    page.get_by_role("button", name="Clock and players").click()
    page.get_by_role("button", name="Chloé leaves").click()
    assert eventually(page, lambda: names(played) == ["Anna", "Ben"])


def test_a_key_that_was_learnt_ends_the_turn_of_its_player_alone(page: Page, played: Played, visit: Visit) -> None:
    page.get_by_text("Buttons of your own").click()
    page.get_by_role("button", name="Learn a key for: Anna").click()
    page.keyboard.press("PageDown")
    expect(page.locator("#mend-keys")).to_contain_text("PageDown")
    page.get_by_role("button", name="Close").locator("visible=true").click()
    page.keyboard.press("PageDown")
    assert eventually(page, lambda: played.on_turn() == "Ben")
    page.reload()
    expect(page.locator("#turn-of")).to_have_text("Ben")
    page.keyboard.press("PageDown")
    expect(page.locator("#notices")).to_contain_text("Ben")
    assert played.on_turn() == "Ben"
    assert eventually(page, lambda: visit.faults != [])  # the browser notes the refusal
    visit.faults.clear()


def test_who_leaves_and_who_joins_is_said_in_the_same_place(page: Page, played: Played) -> None:
    page.get_by_role("button", name="Ben leaves").click()
    assert eventually(page, lambda: names(played) == ["Anna", "Cleo"])
    page.get_by_role("button", name="Close").locator("visible=true").click()
    played.buttons.score({"Anna": 7}, "Cleo")
    page.get_by_role("button", name="Clock and players").click()
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Who sits down", exact=True).fill("Dan")
    page.get_by_role("button", name="Who sits down: one seat forward").click()
    page.locator("#mend-save").click()
    assert eventually(page, lambda: names(played) == ["Anna", "Dan", "Cleo"])
    expect(page.locator("#sheet")).to_contain_text("Dan–0")  # noqa: RUF001 - a dash for a round that he was not in


def test_the_dialog_is_for_everybody_and_for_phones(page: Page) -> None:
    page.get_by_text("Buttons of your own").click()
    page.set_viewport_size(PHONE)
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
