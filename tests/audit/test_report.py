"""The report of an audit in a real browser: it fits a phone, asks no network for anything, and marks what is wrong."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from audit.evidence import gather
from audit.report import render_report
from audit.turn import Audit, audit
from referee.rulebook import DEFAULT, load
from tests.browser import DESK, PHONE, chromium
from vision.image import Photo
from vision.reading.table_reading import TableReading

pytestmark = pytest.mark.slow

LONG_NAME = "a-photo-whose-name-has-" + "no-end-" * 20 + ".jpg"
LONG_RUN = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11"

Judge = Callable[..., Audit]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def judged(make_reading: Callable[..., TableReading]) -> Judge:
    """The audit of a turn on a grey table."""

    def make(before: list[str], after: list[str]) -> Audit:
        photo = np.full((600, 800, 3), 120, np.uint8)
        doubts = {(len(after) - 1, 0): {"B12": 0.6, "B3": 0.2, "B5": 0.1}} if "B12" in after[-1] else None
        then = gather(LONG_NAME, photo, make_reading(before), lambda _: None)
        now = gather("after.jpg", photo, make_reading(after, doubts), lambda _: 12)
        return audit(now, then, load(DEFAULT))

    return make


def visit(browser: Browser, result: Audit, folder: Path, size: ViewportSize) -> tuple[Page, list[str]]:
    """The report in the browser, and what it asked for beside itself."""
    path = folder / "report.html"
    path.write_text(render_report(result, datetime.now(UTC), "test"), encoding="utf-8")
    page = browser.new_page(viewport=size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    return page, [url for url in asked if not url.startswith("data:") and url != path.as_uri()]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    ("after", "outcome"), [([LONG_RUN, "B12 B13"], "illegal"), ([LONG_RUN, "R4 R5 R6", "B12 B13 B11"], "undecided")]
)
def test_nothing_has_to_be_scrolled_sideways_and_no_network_is_asked(
    browser: Browser, judged: Judge, tmp_path: Path, size: ViewportSize, after: list[str], outcome: str
) -> None:
    page, asked = visit(browser, judged([LONG_RUN, "R4 R5 R6"], after), tmp_path, size)
    assert page.locator("h1").inner_text() == outcome
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert asked == []
    page.close()


def test_what_is_wrong_has_the_same_number_in_its_line_and_at_its_set_and_what_is_gone_is_a_ghost(
    browser: Browser, judged: Judge, tmp_path: Path
) -> None:
    page, _ = visit(browser, judged(["R4 R5 R6 R7", "O1 O2 O3"], ["R4 R5 R6", "O1 O2 O3", "K1 K2"]), tmp_path, DESK)
    lines = [line.split() for line in page.locator(".faults li").all_inner_texts()]
    assert [(line[0], "K2" in line, "R7." in line) for line in lines] == [("1", True, False), ("2", False, True)]
    faults = page.locator(".set.fault").all_inner_texts()
    ghostly, invalid = "1 R4 R5 R6 R7 2", "3 K1 K2 1"  # the first of them before the turn, too
    assert [
        " ".join(text.split()[:6]).startswith(set_)
        for text, set_ in zip(faults, (ghostly, ghostly, invalid), strict=True)
    ] == [True] * 3
    assert page.locator(".set .ghost").all_inner_texts() == ["R7"]
    page.close()


def test_the_photos_show_frames_about_what_is_wrong(judged: Judge) -> None:
    result = judged(["K4 K5 K6 K7", "B1 B2 B3"], ["K4 K5 K6", "B1 B2 B3"])
    page = render_report(result, datetime.now(UTC), "test")
    before, after = (red(picture) for picture in pictures(page)[0:4:2])
    assert before > 0.001
    assert after > 0.001  # a dashed frame where the tile lay


def pictures(page: str) -> list[Photo]:
    """The photos in a report, in order."""
    found = re.findall(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", page)
    decoded = (cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR) for data in found)
    return [picture.astype(np.uint8) for picture in decoded if picture is not None]


def red(picture: Photo) -> float:
    """The share of it that has the red of the frames."""
    return float(((picture[..., 2] > 170) & (picture[..., :2].max(axis=2) < 90)).mean())
