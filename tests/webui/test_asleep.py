"""A phone that slept, or lost the network, shows the game as it is, and no press on it speaks of what is past."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE
from tests.live.stage import EndlessStage, Played
from tests.webui.laying import take_turn
from tests.webui.network import Network
from tests.webui.visiting import PATIENCE, end_round, start

pytestmark = pytest.mark.slow

SETS = ("R10 R11 R12", "K10 K11 K12")
SILENCE = 10_000
"""Milliseconds without a word from the table after which a page takes its line for dead."""


@pytest.fixture
def network(address: str) -> Iterator[Network]:
    network = Network(address)
    yield network
    network.close()


@pytest.fixture
def phone(browser: Browser, network: Network) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.clock.install()
    page.goto(network.address)
    start(page)
    yield page
    context.close()


def test_a_phone_whose_line_was_cut_shows_the_game_as_it_is(
    phone: Page, network: Network, played: Played, stage: EndlessStage
) -> None:
    phone.context.set_offline(True)
    network.cut()
    expect(phone.locator("#notices")).to_contain_text("The connection to the table is lost.", timeout=PATIENCE)
    take_turn(played, stage, SETS[0])
    take_turn(played, stage, *SETS)
    phone.context.set_offline(False)
    expect(phone.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    expect(phone.locator("#table .tile")).to_have_count(6, timeout=PATIENCE)
    expect(phone.locator("#notices")).to_be_empty()


def test_a_press_that_does_not_arrive_says_so_wherever_the_page_is_scrolled_to(phone: Page, network: Network) -> None:
    phone.context.set_offline(True)
    network.cut()
    expect(phone.locator("#notices")).to_contain_text("The connection to the table is lost.", timeout=PATIENCE)
    phone.locator("#sheet").scroll_into_view_if_needed()
    phone.get_by_role("button", name="End turn").click()
    expect(phone.get_by_text("The table did not answer.")).to_be_in_viewport(ratio=1, timeout=PATIENCE)


def test_a_line_that_is_dead_without_a_word_is_noticed(
    phone: Page, network: Network, played: Played, stage: EndlessStage
) -> None:
    network.go_dead()
    take_turn(played, stage, SETS[0])
    phone.clock.fast_forward(SILENCE)
    expect(phone.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)


def test_the_first_press_of_a_phone_that_slept_ends_no_turn_that_it_does_not_show(
    phone: Page, network: Network, played: Played, stage: EndlessStage
) -> None:
    network.go_dead()
    take_turn(played, stage, SETS[0])
    take_turn(played, stage, *SETS)
    assert phone.locator("#verdict").inner_text().count("Legal") == 0  # it still shows the turn at which it fell asleep
    with phone.expect_response(lambda answer: answer.url.endswith("/api/end")) as answer:
        phone.get_by_role("button", name="End turn").click()
    assert (answer.value.status, answer.value.json()["code"]) == (409, "already")
    assert played.events().count("turn-ended") == 2
    phone.clock.fast_forward(SILENCE)
    expect(phone.locator("#table .tile")).to_have_count(6, timeout=PATIENCE)
    take_turn(played, stage, *SETS, "B10 B11 B12")
    expect(phone.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)


def test_a_phone_that_slept_through_an_end_counts_and_writes_nothing_for_another_round(
    phone: Page, network: Network, played: Played
) -> None:
    end_round(phone, "Player 1")
    phone.get_by_label("Left on Player 2's rack", exact=True).fill("24")
    network.go_dead()
    played.buttons.score({"Player 2": 24}, "Player 1")
    played.buttons.next_round()
    played.buttons.end_round("Player 2")
    with phone.expect_response(lambda answer: answer.url.endswith("/api/count")) as answer:
        phone.locator("#ending-write").click()
    assert (answer.value.status, answer.value.json()["code"]) == (409, "stale")
    phone.clock.fast_forward(SILENCE)
    expect(phone.locator("#where")).to_contain_text("Round 2", timeout=PATIENCE)
    assert played.events().count("round-scored") == 1
    assert "rack-counted" not in played.events()
