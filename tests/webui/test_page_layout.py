"""The host's page on the screens that people have: no card stands half empty, what matters is in one look, totals stand at their names, and nothing jumps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.score import Rack
from referee.tiles import parse_tiles
from tests.live.stage import Played
from tests.webui.looking import SCREENS, complaints_on, eventually, show_on
from tests.webui.staged import FAULTY, LYING, SIX, STATES, THREE, open_table, scored, staged
from tests.webui.visiting import PATIENCE, STILL, opened, shifts

pytestmark = pytest.mark.slow

BARE = """
() => {
  const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true });
  const found = [];
  for (const card of document.querySelectorAll("#game :is(.mat, .card, .picture)")) {
    const frame = card.getBoundingClientRect();
    if (!seen(card) || !frame.height) continue;
    const boxes = [...card.querySelectorAll(".tile, button, img:not([hidden]), svg, input, table")].filter(seen).map((one) => one.getBoundingClientRect());
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      if (texts.currentNode.data.trim() && seen(texts.currentNode.parentElement)) boxes.push(...range.getClientRects());
    }
    if (!boxes.length) continue;
    const low = Math.min(frame.bottom, Math.max(...boxes.map((box) => box.bottom)));
    const far = Math.min(frame.right, Math.max(...boxes.map((box) => box.right)));
    const [below, beside] = [(frame.bottom - low) / frame.height, (frame.right - far) / frame.width];
    if (below > 1 / 3) found.push(`${card.className}: ${Math.round(100 * below)} % are bare below what it shows`);
    if (beside > 1 / 3) found.push(`${card.className}: ${Math.round(100 * beside)} % are bare beside what it shows`);
  }
  return found;
}
"""
"""Cards of which more than a third is bare below or beside what they show."""

ASTRAY = """
() => {
  const [names, totals] = [".name", ".points"].map((part) => [...document.querySelectorAll(`#players ${part}`)].map((one) => one.getBoundingClientRect()));
  const apart = (a, b) => Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
  return totals.flatMap((total, i) => (names.some((name, k) => k !== i && apart(name, total) <= apart(names[i], total)) ? [i] : []));
}
"""
"""The seats whose total stands nearer to the name of another."""


GAPS = """
() => {
  const found = [];
  const low = document.querySelector(".sheet").getBoundingClientRect().bottom;
  if (low < (2 / 3) * innerHeight) found.push(`the sheet ends at ${Math.round(low)} of ${innerHeight}`);
  const parts = [...document.querySelectorAll(".side :is(.turn, .gain, .press, .plain, .seat)")].map((part) => part.getBoundingClientRect()).sort((a, b) => a.top - b.top);
  parts.slice(1).forEach(({ top }, i) => {
    if (top - parts[i].bottom > innerHeight / 3) found.push(`${Math.round(top - parts[i].bottom)} px are bare beside the sheet`);
  });
  return found;
}
"""
"""Where a page with a scored round is bare below its sheet or in the column beside it."""

FILLED = """
(() => {
  const moment = document.getElementById("moment");
  const parts = [...moment.children].map((part) => part.getBoundingClientRect());
  return (Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top))) / moment.clientHeight;
})()
"""
"""Which share of the stage's height its sheet takes."""

TALL = """
() => [...document.querySelectorAll("#players .name, #sheet tbody th")].filter((one) => one.checkVisibility()).flatMap((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const lines = [...range.getClientRects()].filter(({ width }) => width).map(({ top, bottom }) => (top + bottom) / 2).sort((a, b) => a - b);
  const apart = parseFloat(getComputedStyle(one).fontSize) * 0.7;
  const count = lines.filter((middle, i) => !i || middle - lines[i - 1] > apart).length;
  return count > 2 ? [`${one.textContent}: ${count} lines`] : [];
})
"""
"""Names, with the letter beside them, that take more than two lines."""


def come(browser: Browser, address: str, screen: str) -> Page:
    """Somebody opens the host's page, and it has shown who plays."""
    page = opened(browser, address, SCREENS[screen])
    expect(page.locator("#turn-of")).not_to_be_empty()
    return page


def bare(page: Page) -> list[str]:
    """What `BARE` finds."""
    return cast("list[str]", page.evaluate(BARE))


CUT = """
[...document.querySelectorAll("#verdict > *")].filter((part) => part.getBoundingClientRect().bottom > document.getElementById("verdict").getBoundingClientRect().bottom + 1).length
+ (document.documentElement.scrollHeight > innerHeight)
"""
"""How many parts of a verdict are cut by the end of its card, and whether anything lies below the screen."""


def below_the_fold(page: Page) -> list[str]:
    """What matters at the moment and is not seen as a whole, or is hidden by the buttons of a phone."""
    parts = ("#turn-of", "#clock", "#end", "#verdict .reasons > li >> nth=0", "#verdict .question >> nth=0")
    found = []
    for part in parts:
        one = page.locator(part)
        if one.count() == 0 or not one.is_visible():
            continue
        box = one.bounding_box()
        assert box is not None
        bar = page.locator(".actions").evaluate(
            "(bar) => getComputedStyle(bar).position === 'fixed' && innerWidth < innerHeight ? bar.getBoundingClientRect().top : innerHeight"
        )
        lowest = page.evaluate("innerHeight") if part == "#end" else bar
        if box["y"] < -1 or box["y"] + box["height"] > lowest + 1:
            found.append(f"{part} ends at {box['y'] + box['height']:.0f} of {lowest:.0f}")
    return found


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ("turn", THREE),
        ("reading", THREE),
        ("question", THREE),
        ("illegal", THREE),
        ("illegal", SIX),
        ("unwatched", THREE),
        ("unwatched", SIX),
    ],
    ids=lambda one: one if isinstance(one, str) else str(len(one)),
)
def test_no_card_is_half_empty_and_what_matters_is_in_one_look(
    browser: Browser, tmp_path: Path, state: str, names: Sequence[str], subtests: pytest.Subtests
) -> None:
    with staged(state, names, tmp_path) as (_, address):
        page = come(browser, address, "tablet")
        for name, screen in SCREENS.items():
            with subtests.test(screen=name):
                show_on(page, screen)
                assert eventually(page, lambda: below_the_fold(page) == []), below_the_fold(page)
                if "phone" not in name:
                    assert eventually(page, lambda: bare(page) == []), bare(page)
        page.context.close()


def test_felt_picture_and_verdict_are_seen_in_one_look(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = come(browser, address, "tablet")
        for name in ("tablet", "television"):
            with subtests.test(screen=name):
                show_on(page, SCREENS[name])
                for part in (".mat", "#camera", "#verdict .word", "#verdict .todo li >> nth=0"):
                    expect(page.locator(part)).to_be_in_viewport(ratio=1)
                assert eventually(page, lambda: page.evaluate(CUT) == 0)
        page.context.close()


def test_a_total_stands_at_its_own_name_on_the_page_and_on_the_stage(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    played = Played(tmp_path)
    scored(played, SIX)
    played.buttons.next_round()
    played.stage.show(*LYING)
    played.run()
    with open_table(played) as address:
        page = come(browser, address, "tablet")
        for path in ("", "/stage"):
            page.goto(f"{address}{path}")
            expect(page.locator("#players .points")).to_have_count(len(SIX), timeout=PATIENCE)
            for name, screen in SCREENS.items():
                with subtests.test(path=path, screen=name):
                    show_on(page, screen)
                    assert page.evaluate(ASTRAY) == []
        page.context.close()


def test_digits_stay_in_their_ring_however_long_a_turn_takes(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("turn", THREE, tmp_path) as (played, address):
        played.stage.wait(13 * 60)
        played.run()
        page = come(browser, address, "tablet")
        for path in ("", "/stage"):
            page.goto(f"{address}{path}")
            expect(page.locator("#digits")).to_contain_text("+12:", timeout=PATIENCE)
            for name, screen in SCREENS.items():
                with subtests.test(path=path, screen=name):
                    show_on(page, screen)
                    ring, digits = page.locator("#ticks").bounding_box(), page.locator("#digits").bounding_box()
                    assert ring is not None
                    assert digits is not None
                    assert digits["width"] < 0.84 * ring["width"]
        page.context.close()


@pytest.mark.parametrize(("rack", "tiles"), [(37, 0), (parse_tiles(("R2", "O5", "B11", "B12", "K7")), 5)])
def test_a_scored_round_fills_the_screen(
    browser: Browser, tmp_path: Path, rack: Rack, tiles: int, subtests: pytest.Subtests
) -> None:
    played = Played(tmp_path)
    played.buttons.start_round(list(THREE), "jumbo-original-2016")
    played.buttons.score({THREE[1]: rack, THREE[2]: 17}, THREE[0])
    with open_table(played) as address:
        page = come(browser, address, "tablet")
        expect(page.locator("#gain")).to_have_text("+54", timeout=PATIENCE)
        expect(page.locator("#left .tile")).to_have_count(tiles)
        for name in ("tablet", "television"):
            with subtests.test(screen=name):
                show_on(page, SCREENS[name])
                assert eventually(page, lambda: bare(page) == []), bare(page)
                assert page.evaluate(GAPS) == []
        page.goto(f"{address}/stage")
        show_on(page, SCREENS["television"])
        expect(page.locator("#moment table")).to_be_visible(timeout=PATIENCE)
        assert eventually(page, lambda: page.evaluate(FILLED) > 2 / 3)
        page.locator("#begin").click()
        assert complaints_on(page, *SCREENS) == []
        page.context.close()


@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
def test_no_name_takes_more_than_two_lines_in_a_second_round(
    browser: Browser, tmp_path: Path, names: Sequence[str], subtests: pytest.Subtests
) -> None:
    played = Played(tmp_path)
    scored(played, names)
    with open_table(played) as address:
        page = come(browser, address, "tablet")
        expect(page.locator("#sheet tbody th")).to_have_count(len(names), timeout=PATIENCE)
        for begun in (False, True):
            if begun:
                played.buttons.next_round()
                expect(page.locator("#game.scored")).to_have_count(0)
            for name, screen in SCREENS.items():
                with subtests.test(screen=name, begun=begun):
                    show_on(page, screen)
                    assert eventually(page, lambda: page.evaluate(TALL) == []), page.evaluate(TALL)
        page.context.close()


@pytest.mark.parametrize("screen", ["tablet", "television"])
def test_a_verdict_moves_nothing_that_somebody_looks_at(browser: Browser, tmp_path: Path, screen: str) -> None:
    played = Played(tmp_path)
    STATES["turn"](played, THREE)
    with open_table(played) as address:
        page = come(browser, address, screen)
        expect(page.locator("#verdict")).to_contain_text("Legal", timeout=PATIENCE)
        played.turn(*FAULTY)
        expect(page.locator("#verdict")).to_contain_text("Not legal", timeout=PATIENCE)
        expect(page.locator("#turn-of")).to_have_text(f"{THREE[0]}: put it back, draw 3")
        assert shifts(page) < STILL
        page.context.close()


def test_a_clock_in_the_middle_of_the_table_is_ended_by_a_tap_anywhere(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with staged("unwatched", THREE, tmp_path) as (played, address):
        page = come(browser, address, "phone")
        page.get_by_role("button", name="Clock for the middle").click()
        for player, (name, screen) in enumerate(SCREENS.items(), 1):
            with subtests.test(screen=name):
                show_on(page, screen)
                expect(page.locator("#turn-of")).to_have_text(THREE[player % 3])
                played.stage.seconds += 5
                played.run()
                page.mouse.click(screen["width"] * 0.7, screen["height"] * 0.3)
                expect(page.locator("#turn-of")).to_have_text(THREE[(player + 1) % 3], timeout=PATIENCE)
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator("#verdict")).to_be_visible()
        page.context.close()
