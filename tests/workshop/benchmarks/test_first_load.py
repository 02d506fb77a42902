"""What a browser loads at first stays small, on every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import chromium
from tests.webui.staged import THREE, staged
from workshop.benchmarks.first_load import PAGES, load

MOST = 320.0
"""Kilobytes."""

pytestmark = pytest.mark.slow


def test_every_page_and_its_pictures_come_in_few_kilobytes(tmp_path: Path) -> None:
    with staged("turn", THREE, tmp_path) as (_, address), chromium() as browser:
        loads = {path: load(browser, address + path, shown, 0.0) for path, shown in PAGES.items()}
    assert all(20 < one.kilobytes < MOST for one in loads.values()), loads
