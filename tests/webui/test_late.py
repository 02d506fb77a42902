"""A turn of which the camera showed a part too late for its verdict: whoever looks at a screen learns what it counts as."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.live.world import World, laid_late, left_late
from tests.webui.away import Away
from tests.webui.looking import SCREENS, complaints
from tests.webui.staged import served
from tests.webui.visiting import PATIENCE
from vision.reading import TableReading
from webui import Access, Site, create_app
from webui.languages import LANGUAGES, catalog
from webui.snapshot import snapshot

pytestmark = pytest.mark.slow


def no_photo(data: bytes, copies: int) -> TableReading:
    """Nobody sends one."""
    raise AssertionError(f"{len(data)} bytes, {copies} copies")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_says_what_the_turn_before_counts_as(browser: Browser, tmp_path: Path, language: str) -> None:
    texts = catalog(language)
    laid = ", ".join(texts[f"verdict.{key}.other"].format(n=n) for key, n in (("laid", 6), ("points", 39)))
    assert_every_screen_says(
        texts["verdict.late"].format(name="Anna", laid=laid), browser, laid_late(tmp_path), language
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_says_what_nobody_knows_who_laid_and_off_whose_rack_it_counts(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    world, texts = left_late(tmp_path), catalog(language)
    said = texts["verdict.left-unseen"].format(name="Anna", tiles="TILES")
    assert [player["tiles"] for player in snapshot(world.live)["players"]][:2] == [12, 15]
    assert_every_screen_says(said.rpartition("TILES")[2], browser, world, language)


def assert_every_screen_says(text: str, browser: Browser, world: World, language: str) -> None:
    """Page, stage and phones show this text in the verdict, wholly in sight, to readers of that language."""
    access = Access("0.0.0.0")  # noqa: S104 - it is served on the loopback alone
    app = create_app(world.live, no_photo, access, address="http://192.168.1.5:8000")
    with served(Site(app, world.live, access)) as host, served(Away(app, world.live, access)) as away:
        for address, screens in (
            (host, ("phone", "tablet", "television")),
            (f"{host}/stage", SCREENS),
            (f"{away}/door/{access.invitation}", ("phone", "phone on its side")),
        ):
            page = browser.new_context(locale=language, reduced_motion="reduce").new_page()
            page.goto(address)
            if address.startswith(away):
                page.get_by_role("button", name="Anna").click(timeout=PATIENCE)
            for screen in screens:
                page.set_viewport_size(SCREENS[screen])
                said = page.locator("#verdict").get_by_text(text)
                expect(said).to_be_in_viewport(ratio=1, timeout=PATIENCE)
                assert address == host or complaints(page) == []
            page.context.close()
    world.live.close()
