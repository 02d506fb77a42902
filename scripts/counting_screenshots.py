"""Takes the pictures of counting, sheet and evenings that the documents show.

`python -m scripts.counting_screenshots [FOLDER]` writes them, by default to `docs/count`. The tables are those of the
tests (`tests.webui.staged`); the photo of the rack is painted.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page

from referee.tiles import parse_tiles
from tests.browser import chromium
from tests.live.stage import Played
from tests.webui.staged import FIRST, LYING, SECOND, THREE, open_table, over, staged

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "count"

SCREEN = {"width": 1280, "height": 720}
"""Pixels."""
SETTLED = 1500
"""Milliseconds until a page is drawn."""

RACK, DOUBT = "R4 R5 B9 K13", {"B9": {"B9": 0.6, "B6": 0.39}}
WRONG = "K1 O13 R1 R1"
"""A rack with two of a tile of which one lies on the table."""

DAY, EVENINGS = 86400.0, 3


def main() -> None:
    """Takes every picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="default: %(default)s")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as data:
        with staged(over.__name__, THREE, Path(data) / "count") as (played, address):
            _take_count(browser, played, address, folder)
        _take_evenings(browser, Path(data) / "evenings", folder / "evenings.png")


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=SCREEN, locale="en-GB", reduced_motion="reduce").new_page()  # type: ignore[arg-type] # two numbers, as it wants
    page.goto(address)
    return page


def _shoot(page: Page, picture: Path) -> None:
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=picture)
    page.context.close()
    print(picture)


def _take_count(browser: Browser, played: Played, address: str, folder: Path) -> None:
    """A rack is counted from its photo, and another holds tiles that it cannot hold; the same on the stage."""
    shot = folder / "rack.png"
    shot.write_bytes(cv2.imencode(".png", played.stage.paint([RACK], DOUBT))[1].tobytes())
    page = _open(browser, address)
    page.get_by_label(f"Photo: Left on {THREE[1]}'s rack").set_input_files(shot)
    page.locator(".shot").wait_for()
    played.buttons.count_rack(THREE[2], parse_tiles(WRONG.split()))
    page.locator(".tile.blamed").first.wait_for()
    _shoot(page, folder / "page.png")
    shot.unlink()
    played.buttons.count_rack(THREE[1], parse_tiles(RACK.split()))
    stage = _open(browser, f"{address}/stage")
    stage.locator("#begin").click()
    _shoot(stage, folder / "stage.png")


def _take_evenings(browser: Browser, data: Path, picture: Path) -> None:
    """A few evenings, one point more or less for everybody each."""
    now = [1.79e9]
    played = Played(data, wall_time=lambda: now[0])
    for evening in range(EVENINGS):
        played.buttons.start_round(list(THREE), "jumbo-original-2016", new_game=True)
        for sets in (FIRST, SECOND, LYING):
            played.stage.wait(12 + 7 * evening)
            played.turn(*sets)
        for number in range(4):
            if number:
                played.buttons.next_round()
            winner = THREE[(number + evening) % len(THREE)]
            left = {name: 9 + 11 * place + 7 * number for place, name in enumerate(THREE) if name != winner}
            played.buttons.score(left, winner)
        now[0] += DAY
    with open_table(played) as address:
        page = _open(browser, f"{address}/evenings")
        page.locator(".drawing svg").wait_for()
        _shoot(page, picture)
    played.live.close()


if __name__ == "__main__":
    main()
