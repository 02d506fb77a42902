"""Takes the README's loop: of the demo round a turn that is laid, the press, and the verdict, as the host sees them.

`python -m scripts.loop [FILE]` writes an animated WebP, by default `docs/loop.webp`.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page

from tests.browser import chromium

FILE = Path(__file__).resolve().parent.parent / "docs" / "loop.webp"

SCREEN = (1280, 720)
SHOWN = (800, 450)
"""Pixels of a frame: a television's shape, at the width that a page has for it."""

PORT = 8765
RATE = 5
"""Frames a second."""

BEFORE, AFTER = 6.0, 4.0
"""Seconds that are shown before the verdict and after it."""

TURN = 6
"""Which turn of the demo is shown: by then sets lie on the table, and it lays tiles."""

PATIENCE = 180.0
"""Seconds within which that turn must have been judged."""


class Shot(NamedTuple):
    """The page at a moment."""

    at: float
    picture: Image.Image
    turn: int


def main() -> None:
    """Takes the loop."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=FILE, help="default: %(default)s")
    file: Path = parser.parse_args().file
    with _demo() as address, chromium() as browser:
        page = browser.new_context(viewport={"width": SCREEN[0], "height": SCREEN[1]}, locale="en-GB").new_page()
        page.goto(address)
        shots = [*_watched(page)]
    first, *others = [shot.picture for shot in shots]
    first.save(file, save_all=True, append_images=others, duration=1000 // RATE, loop=0, quality=60, method=6)
    print(f"{file}: {len(shots)} frames, {file.stat().st_size // 1024} KB")


@contextmanager
def _demo() -> Iterator[str]:
    """The demo, served; gives its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "cli.main", "serve", "--demo", "--port", str(PORT), "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - this program itself
        try:
            for line in server.stdout or ():
                if "http://" in line:
                    break
            yield f"http://127.0.0.1:{PORT}"
        finally:
            server.terminate()
            server.wait()


def _watched(page: Page) -> list[Shot]:
    """The page from `BEFORE` seconds before the verdict on the turn to `AFTER` seconds after it."""
    shots, judged, begun = list[Shot](), 0.0, time.monotonic()
    while not judged or time.monotonic() < judged + AFTER:
        shot = _shot(page)
        if shot.at > begun + PATIENCE:
            raise SystemExit(f"turn {TURN} of the demo was not judged within {PATIENCE:g} seconds")
        shots.append(shot)
        judged = judged or (shot.at if shot.turn == TURN else 0.0)
        time.sleep(max(0.0, shot.at + 1 / RATE - time.monotonic()))
    return [shot for shot in shots if shot.at >= judged - BEFORE]


def _shot(page: Page) -> Shot:
    at = time.monotonic()
    state = page.evaluate("fetch('state').then((answer) => answer.json())")
    picture = Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=90))).resize(SHOWN, Image.Resampling.LANCZOS)
    return Shot(at, picture, state["turn"])


if __name__ == "__main__":
    main()
