"""Takes the pictures of set-up, states, stage, desk and remote that the documents show.

`python -m scripts.screenshots [FOLDER]` writes them, by default to `docs`. The tables are those of the stage's tests
(`tests.webui.staged`), so that a picture shows what the tests hold.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.webui.away import party
from tests.webui.staged import LYING, OUT, THREE, deal, setup, staged, unwatched

FOLDER = Path(__file__).resolve().parent.parent / "docs"

SCREEN = {"width": 1280, "height": 720}
"""A television's shape, in pixels that documents have room for."""

PHONE = {"width": 390, "height": 844}
"""A phone held upright, in pixels."""

STATES = ("turn", "illegal", "question")

ON_A_PHONE = {"deal": "deal", "reading": "hidden", "question": "question", "illegal": "restore"}
"""States that are shown on a phone of the host's, and the names of their pictures."""

SETTLED = 1500
"""Milliseconds until the stage has heard of its table and drawn it."""

PHOTOS_SEEN = """
() => Promise.all([...document.querySelectorAll("svg image")].map((image) => new Promise((seen) => {
  const photo = new Image();
  photo.onload = seen;
  photo.src = image.href.baseVal;
})))
"""
"""Ends once every photo on the page has come."""


def main() -> None:
    """Takes every picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="default: %(default)s")
    folder: Path = parser.parse_args().folder
    with chromium() as browser:
        _take_states(browser, folder / "states")
        _take_stage(browser, folder / "stage")
        _take_remote(browser, folder / "remote")


def _take_states(browser: Browser, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for state, name in ON_A_PHONE.items():
        with tempfile.TemporaryDirectory() as data, staged(state, THREE, Path(data)) as (_, address):
            _take(browser, address, folder / f"{name}.png", PHONE)


def _take_stage(browser: Browser, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for state in STATES:
        with tempfile.TemporaryDirectory() as data, staged(state, THREE, Path(data)) as (_, address):
            _take(browser, f"{address}/stage", folder / f"{state}.png")
            if state == STATES[0]:
                _take(browser, f"{address}/stage?overlay", folder / "overlay.png")
            if state == STATES[1]:
                _take(browser, f"{address}/desk", folder / "desk.png")
    _take_winner(browser, folder / "won.png")
    _take_setup(browser, folder / "setup.png")
    with tempfile.TemporaryDirectory() as data, staged(unwatched.__name__, THREE, Path(data)) as (_, address):
        _take(browser, address, folder / "without-camera.png")


def _take_remote(browser: Browser, folder: Path) -> None:
    """What players hold: the question who one is, a turn of one's own in both formats, and a question to answer."""
    folder.mkdir(parents=True, exist_ok=True)
    for state in ("turn", "question"):
        with tempfile.TemporaryDirectory() as data, party(state, THREE, Path(data)) as table:
            phone = table.join(browser, viewport=PHONE)
            phone.wait_for_timeout(SETTLED)
            if state == "turn":
                phone.screenshot(path=folder / "who.png")
            phone.get_by_role("button", name=THREE[0]).click()
            phone.wait_for_timeout(SETTLED)
            phone.screenshot(path=folder / f"{state}.png")
            if state == "turn":
                phone.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
                phone.wait_for_timeout(SETTLED)
                phone.screenshot(path=folder / "side.png")
            phone.context.close()
    print(folder)


def _take(browser: Browser, address: str, picture: Path, screen: dict[str, int] = SCREEN) -> None:
    page = browser.new_context(viewport=screen, locale="en-GB", reduced_motion="reduce").new_page()  # type: ignore[arg-type] # two numbers, as it wants
    page.goto(address)
    if screen is SCREEN:
        page.mouse.click(SCREEN["width"] / 2, SCREEN["height"] / 2)
    page.wait_for_timeout(SETTLED)
    page.evaluate(PHOTOS_SEEN)
    page.screenshot(path=picture)
    page.context.close()
    print(picture)


def _take_setup(browser: Browser, picture: Path) -> None:
    """The table is set by people who have played there, with sets laid out before the camera."""
    with tempfile.TemporaryDirectory() as data, staged(setup.__name__, THREE, Path(data)) as (played, address):
        played.buttons.start_round(list(THREE), "jumbo-original-2016")
        played.buttons.close_game()
        played.stage.show(*LYING)
        played.run()
        _take(browser, address, picture)


def _take_winner(browser: Browser, picture: Path) -> None:
    """The moment in which somebody goes out: the stage must have been open before."""
    with tempfile.TemporaryDirectory() as data, staged(deal.__name__, THREE, Path(data)) as (played, address):
        page = browser.new_context(viewport=SCREEN, locale="en-GB", reduced_motion="reduce").new_page()  # type: ignore[arg-type] # two numbers, as it wants
        page.goto(f"{address}/stage")
        page.mouse.click(SCREEN["width"] / 2, SCREEN["height"] / 2)
        played.turn(*OUT)
        page.locator(".winner").wait_for()
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=picture)
        page.context.close()
    print(picture)


if __name__ == "__main__":
    main()
