"""How much a browser loads that opens a page for the first time, and how soon it shows the game.

usage: python -m workshop.benchmarks.first_load [--runs 5] [--delay 40] [--rate 10] [--state turn]

Each run is a browser without anything kept, in a network as over Wi-Fi: an answer takes `--delay` milliseconds longer,
and `--rate` megabits come in a second. The first text counts as painted by the browser's own word (first contentful
paint); the page counts as shown when the name of the player on turn, or of the desk's turn, stands on it.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.browser import PHONE, chromium
from tests.webui.away import Party, party
from tests.webui.staged import STATES, THREE
from workshop.benchmarks import command_line

SHOWN = {"host": "#turn-of", "stage": "#turn-of", "desk": "#turn h2", "remote": "#who-choices"}
"""What stands on each page once the game is shown."""

SETTLED = 300
"""Milliseconds in which whatever is asked for after that has come."""

KILOBYTE = 1000
MEGABIT = 1e6 / 8
"""Bytes."""

SCREENS: Mapping[str, ViewportSize] = {
    "phone": PHONE,
    "tablet": {"width": 1024, "height": 768},
    "large": {"width": 1920, "height": 1080},
}


def addresses(table: Party) -> dict[str, str]:
    """Where each page is opened: the host's at home, the remote by the invitation that a phone has scanned."""
    return {
        "host": f"{table.host}/",
        "stage": f"{table.host}/stage",
        "desk": f"{table.host}/desk",
        "remote": f"{table.away}/door/{table.access.invitation}",
    }


class Load(NamedTuple):
    """One page opened once."""

    kilobytes: float
    """What came over the line, heads included, in 1000 bytes."""
    requests: int
    painted: float
    """Milliseconds until the first text was drawn."""
    milliseconds: float
    """Until the game was shown."""


def main() -> None:
    """Prints a line for each page."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each page is opened, by default 5")
    parser.add_argument(
        "--delay", type=float, default=40.0, help="milliseconds by which each answer is late, by default 40"
    )
    parser.add_argument("--rate", type=float, default=10.0, help="megabits that come in a second, by default 10")
    parser.add_argument("--state", choices=STATES, default="turn", help="what goes on at the table, by default a turn")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        party(args.state, THREE, Path(data)) as table,
        chromium() as browser,
    ):
        print(f"{'page':8} {'screen':8} {'kB':>7} {'requests':>9} {'painted ms':>11} {'shown ms':>9} {'most ms':>8}")
        for (page, address), (size, screen) in product(addresses(table).items(), SCREENS.items()):
            loads = [load(browser, address, SHOWN[page], args.delay, args.rate, screen) for _ in range(args.runs)]
            painted = statistics.median(one.painted for one in loads)
            times = [one.milliseconds for one in loads]
            most = max(loads, key=lambda one: one.kilobytes)
            print(
                f"{page:8} {size:8} {most.kilobytes:7.1f} {most.requests:9d} {painted:11.0f} {statistics.median(times):9.0f} {max(times):8.0f}"
            )


def load(browser: Browser, address: str, shown: str, delay: float, rate: float, screen: ViewportSize) -> Load:
    """Opens a page in a browser that has kept nothing.

    Args:
        browser: any.
        address: of the page.
        shown: a selector of what stands there once the game is shown.
        delay: milliseconds by which each answer is late.
        rate: megabits that come in a second, 0 for as many as can.
        screen: how large it is, in pixels.
    """
    context = browser.new_context(viewport=screen, locale="en-GB")
    try:
        page = context.new_page()
        heard = _listen(context.new_cdp_session(page), delay, rate)
        page.goto(address, wait_until="commit")
        milliseconds = _until(page, shown)
        page.wait_for_timeout(SETTLED)
        painted = float(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        return Load(sum(heard.values()) / KILOBYTE, len(heard), painted, milliseconds)
    finally:
        context.close()


def _listen(session: CDPSession, delay: float, rate: float) -> dict[str, float]:
    """The bytes of each answer by the request's number, filled as they come."""
    heard: dict[str, float] = {}
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": rate * MEGABIT or -1, "uploadThroughput": -1},
    )

    def asked(event: dict[str, Any]) -> None:
        heard.setdefault(event["requestId"], 0.0)

    def came(event: dict[str, Any]) -> None:  # a stream never finishes
        heard[event["requestId"]] = heard.get(event["requestId"], 0.0) + event["encodedDataLength"]

    def finished(event: dict[str, Any]) -> None:
        heard[event["requestId"]] = event["encodedDataLength"]

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.dataReceived", came)
    session.on("Network.loadingFinished", finished)
    return heard


def _until(page: Page, shown: str) -> float:
    """Milliseconds from the request to the moment in which the text stands there."""
    return float(
        page.evaluate(
            """(shown) => new Promise((done) => {
              const look = () => document.querySelector(shown)?.textContent ? done(performance.now()) : requestAnimationFrame(look);
              look();
            })""",
            shown,
        )
    )


if __name__ == "__main__":
    main()
