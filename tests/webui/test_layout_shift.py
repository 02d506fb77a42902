"""Nothing jumps while a page comes, on whichever screen: what is seen once stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.webui.away import Party, party
from tests.webui.looking import SCREENS
from tests.webui.staged import THREE
from tests.webui.visiting import STILL, opened, shifts

pytestmark = pytest.mark.slow

PLAYED = {"host": "#turn-of", "stage": "#turn-of", "remote": "#turn-of", "desk": "#strip button"}
BEGUN = {
    "setup": {"host": "#setup-title", "stage": "#turn-of", "remote": "#who-title", "desk": "#strip .hint"},
    "scored": {**PLAYED, "desk": "#strip .hint"},
}
"""What stands on a page once it has begun."""


def address(table: Party, face: str) -> str:
    """Of a page of the table."""
    return f"{table.away}/" if face == "remote" else f"{table.host}/{face.removeprefix('host')}"


@pytest.mark.parametrize("state", ["setup", "question", "trouble", "unwatched", "scored"])
def test_nothing_jumps_while_a_page_comes(
    browser: Browser, tmp_path: Path, state: str, subtests: pytest.Subtests
) -> None:
    with party(state, THREE, tmp_path) as table:
        remote = table.join(browser, None if state == "setup" else THREE[0])
        for face, begun in BEGUN.get(state, PLAYED).items():
            page = remote if face == "remote" else opened(browser, address(table, face), SCREENS["phone"])
            for name, screen in SCREENS.items():
                with subtests.test(face=face, screen=name):
                    page.set_viewport_size(screen)
                    page.goto(address(table, face))
                    expect(page.locator(begun).first).not_to_be_empty()
                    assert shifts(page) < STILL
            page.context.close()
