"""A turn of which the camera showed a part too late for its verdict: whoever looks at a screen learns what it counts as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.live.world import World, laid_late, left_late
from tests.webui.away import Away
from tests.webui.looking import SCREENS, complaints, show_on
from tests.webui.staged import served
from tests.webui.visiting import PATIENCE, read_in
from vision.reading.table_reading import TableReading
from webui import Access, Site, create_app
from webui.addresses import Addresses
from webui.languages import LANGUAGES, catalog
from webui.snapshot import snapshot

pytestmark = pytest.mark.slow


def no_photo(data: bytes, copies: int) -> TableReading:
    """Nobody sends one."""
    raise AssertionError(f"{len(data)} bytes, {copies} copies")


def test_every_screen_says_what_the_turn_before_counts_as(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    def said(texts: Mapping[str, str]) -> str:
        laid = ", ".join(texts[f"verdict.{key}.other"].format(n=n) for key, n in (("laid", 6), ("points", 39)))
        return texts["verdict.late"].format(name="Anna", laid=laid)

    assert_every_screen_says(said, browser, laid_late(tmp_path), subtests)


def test_every_screen_says_what_nobody_knows_who_laid_and_off_whose_rack_it_counts(
    browser: Browser, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    def said(texts: Mapping[str, str]) -> str:
        return texts["verdict.left-unseen"].format(name="Anna", tiles="TILES").rpartition("TILES")[2]

    world = left_late(tmp_path)
    assert [player["tiles"] for player in snapshot(world.live)["players"]][:2] == [12, 15]
    assert_every_screen_says(said, browser, world, subtests)


def assert_every_screen_says(
    text: Callable[[Mapping[str, str]], str], browser: Browser, world: World, subtests: pytest.Subtests
) -> None:
    """Page, stage and phones show a text in the verdict, wholly in sight, to readers of every language.

    `text` makes it of the texts of a language.
    """
    access = Access("0.0.0.0")  # noqa: S104 - it is served on the loopback alone
    app = create_app(world.live, no_photo, access, addresses=Addresses.only("http://192.168.1.5:8000"))
    with served(Site(app, world.live, access)) as host, served(Away(app, world.live, access)) as away:
        for address, screens in (
            (host, ("phone", "tablet", "television")),
            (f"{host}/stage", SCREENS),
            (f"{away}/door/{access.invitation}", ("phone", "phone on its side")),
        ):
            page = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
            page.goto(address)
            if address.startswith(away):
                page.get_by_role("button", name="Anna").click(timeout=PATIENCE)
            for language in LANGUAGES:
                read_in(page, language)
                for screen in screens:
                    with subtests.test(urlsplit(page.url).path, language=language, screen=screen):
                        show_on(page, SCREENS[screen])
                        said = page.locator("#verdict").get_by_text(text(catalog(language)))
                        expect(said).to_be_in_viewport(ratio=1, timeout=PATIENCE)
                        assert address == host or complaints(page) == []
            page.context.close()
