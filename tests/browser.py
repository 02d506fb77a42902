"""Debian's Chromium and the screens it is tried on, for tests of everything that people open in a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from scripts.bootstrap import BROWSERS

_CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "chromium")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
]

DESK: ViewportSize = {"width": 1280, "height": 800}
"""A screen on a desk, in pixels."""
PHONE: ViewportSize = {"width": 390, "height": 844}
"""A phone that is held upright, in pixels."""


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """A browser that asks nothing of any network by itself, started with more options, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_CHROMIUM, args=[*_ARGUMENTS, *options])
        yield browser
        browser.close()
