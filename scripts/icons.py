"""Draws the icons of the installed page from `webui/static/icon.svg`: `python -m scripts.icons`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.browser import chromium

STATIC = Path(__file__).resolve().parent.parent / "webui" / "static"

PAPER = "#f2ebdd"


class Icon(NamedTuple):
    """One picture of the icon."""

    name: str
    side: int
    """Pixels."""
    share: float
    """Of its side that the drawing takes: a launcher may cut a maskable icon down to a circle of 0.8 (W3C, Web
    Application Manifest)."""
    ground: str
    """Behind the drawing, in CSS."""


ICONS = (
    Icon("192", 192, 1.0, "transparent"),
    Icon("512", 512, 1.0, "transparent"),
    Icon("maskable", 512, 0.62, PAPER),
    Icon("apple", 180, 0.8, PAPER),
)


def main() -> None:
    """Draws every icon."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with chromium() as browser:
        page = browser.new_page()
        for icon in ICONS:
            page.set_viewport_size({"width": icon.side, "height": icon.side})
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{icon.ground}"
            sized = drawing.replace(
                "<svg", f'<svg width="{icon.side * icon.share}" height="{icon.side * icon.share}"', 1
            )
            page.set_content(f'<body style="{style}">{sized}</body>')
            path = folder / f"{icon.name}.png"
            page.screenshot(path=path, omit_background=True)
            print(path)


if __name__ == "__main__":
    main()
