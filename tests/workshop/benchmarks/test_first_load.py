"""What a browser loads at first stays small, on every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import chromium
from tests.webui.away import party
from tests.webui.staged import THREE
from workshop.benchmarks.first_load import SCREENS, SHOWN, addresses, load

MOST = 150.0
"""Kilobytes, heads, letters and pictures included."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("state", "size"), [("question", "phone"), ("question", "tablet"), ("question", "large"), ("illegal", "large")]
)
def test_every_page_and_its_pictures_come_in_few_kilobytes(tmp_path: Path, state: str, size: str) -> None:
    with chromium() as browser, party(state, THREE, tmp_path) as table:
        loads = {
            page: load(browser, address, SHOWN[page], 0, 0, SCREENS[size]) for page, address in addresses(table).items()
        }
    assert all(20 < one.kilobytes < MOST for one in loads.values()), loads
