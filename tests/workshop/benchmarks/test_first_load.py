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

HEAVIEST = {
    "question": (("host", "phone"), ("host", "tablet"), ("host", "large"), ("remote", "phone")),
    "illegal": (("host", "large"), ("stage", "large"), ("desk", "large")),
}
"""The pages, and the screens, that load most while somebody is asked, and after a turn that is not legal."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("state", HEAVIEST)
def test_every_page_and_its_pictures_come_in_few_kilobytes(tmp_path: Path, state: str) -> None:
    with chromium() as browser, party(state, THREE, tmp_path) as table:
        where = addresses(table)
        loads = {
            (page, size): load(browser, where[page], SHOWN[page], 0, 0, SCREENS[size]) for page, size in HEAVIEST[state]
        }
    assert all(20 < one.kilobytes < MOST for one in loads.values()), loads
