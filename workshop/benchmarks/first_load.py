"""How much a browser loads that opens a page for the first time, and how soon it shows the game.

usage: python -m workshop.benchmarks.first_load [--runs 5] [--delay 20]

Each run is a browser without anything kept, in a network in which an answer takes `--delay` milliseconds longer, as
over Wi-Fi. Without it the lines are those of one machine. The page counts as shown when the name of the player on turn,
or of the desk's turn, stands on it.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.browser import PHONE, chromium
from tests.webui.away import Party, party
from tests.webui.staged import THREE
from workshop.benchmarks import command_line

SHOWN = {"host": "#turn-of", "stage": "#turn-of", "desk": "#turn h2", "remote": "#who-choices"}
"""What stands on each page once the game is shown."""

SETTLED = 300
"""Milliseconds in which whatever is asked for after that has come."""

KILOBYTE = 1000


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
    milliseconds: float
    """Until the game was shown."""


def main() -> None:
    """Prints a line for each page."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each page is opened, by default 5")
    parser.add_argument(
        "--delay", type=float, default=20.0, help="milliseconds by which each answer is late, by default 20"
    )
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        party("turn", THREE, Path(data)) as table,
        chromium() as browser,
    ):
        print(f"{'page':8} {'kB':>7} {'requests':>9} {'median ms':>10} {'most ms':>8}")
        for page, address in addresses(table).items():
            loads = [load(browser, address, SHOWN[page], args.delay) for _ in range(args.runs)]
            times = [one.milliseconds for one in loads]
            most = max(loads, key=lambda one: one.kilobytes)
            line = (
                f"{page:8} {most.kilobytes:7.1f} {most.requests:9d} {statistics.median(times):10.0f} {max(times):8.0f}"
            )
            print(line)


def load(browser: Browser, address: str, shown: str, delay: float, screen: ViewportSize = PHONE) -> Load:
    """Opens a page in a browser that has kept nothing.

    Args:
        browser: any.
        address: of the page.
        shown: a selector of what stands there once the game is shown.
        delay: milliseconds by which each answer is late.
        screen: how large it is, in pixels.
    """
    context = browser.new_context(viewport=screen, locale="en-GB")
    try:
        page = context.new_page()
        heard = _listen(context.new_cdp_session(page), delay)
        page.goto(address, wait_until="commit")
        milliseconds = _until(page, shown)
        page.wait_for_timeout(SETTLED)
        return Load(sum(heard.values()) / KILOBYTE, len(heard), milliseconds)
    finally:
        context.close()


def _listen(session: CDPSession, delay: float) -> dict[str, float]:
    """The bytes of each answer by the request's number, filled as they come."""
    heard: dict[str, float] = {}
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1},
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
