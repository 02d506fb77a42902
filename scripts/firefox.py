"""Plays a round in Firefox: `python -m scripts.firefox FOLDER` (`make firefox`).

Over WebDriver BiDi, the host begins a round, ends turns and answers a question, a player's phone ends one, the desk steps through them, the
racks are counted, and a replay opens from the disk. It writes a picture of each of these to FOLDER, and ends with 1 where something does not come, or a script fails.
Firefox comes from Debian: firefox-esr.
"""

from __future__ import annotations

import argparse
import base64
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver.common.bidi.browser import Browser
from selenium.webdriver.common.bidi.browsing_context import BrowsingContext
from selenium.webdriver.common.bidi.input import Input
from selenium.webdriver.common.bidi.script import Script
from selenium.webdriver.common.bidi.session import Session
from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from roundfile.document import parse
from scripts.bootstrap import FIREFOXES
from tests.live.stage import OPENING, Played
from tests.webui.away import Party
from webui.replay import page

FIREFOX = next(filter(None, map(shutil.which, FIREFOXES)), None)

ROUNDS = Path(__file__).parent.parent / "docs" / "rounds"

PATIENCE = 20.0
"""Seconds that something may take to appear."""

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

FAILURES = """() => {
  window.failures = [];
  addEventListener("error", ({ message }) => window.failures.push(message));
  addEventListener("unhandledrejection", ({ reason }) => window.failures.push(String(reason)));
}"""


class Tab:
    """A page in a browser of its own, with cookies of its own."""

    def __init__(self, connection: WebSocketConnection, address: str, viewport: dict[str, int]) -> None:
        self._contexts, self._script, self._input = BrowsingContext(connection), Script(connection), Input(connection)
        user = Browser(connection).create_user_context()
        self._id = self._contexts.create(type="tab", user_context=user)
        self._contexts.set_viewport(context=self._id, viewport=viewport)
        self._script.add_preload_script(function_declaration=FAILURES, user_contexts=[user])
        self.open(address)

    def open(self, address: str) -> None:
        """Goes there."""
        self._contexts.navigate(context=self._id, url=address, wait="complete")

    def find(self, role: str, name: str) -> str:
        """The reference of the element of that role and name, once it is there."""
        locator = {"type": "accessibility", "value": {"role": role, "name": name}}
        nodes = _until(
            lambda: self._contexts.locate_nodes(context=self._id, locator=locator), f"there is no {role} {name!r}"
        )
        return str(nodes[0]["sharedId"])

    def wait(self, text: str) -> None:
        """Waits until that is to be read."""
        _until(lambda: self.run(f"document.body.innerText.includes({text!r})"), f"{text!r} is not to be read")

    def click(self, role: str, name: str) -> None:
        """Clicks on the middle of it, as soon as it is there."""
        element = {"sharedId": self.find(role, name)}
        self._script.call_function(
            function_declaration="(part) => part.scrollIntoView({ block: 'nearest' })",
            await_promise=False,
            target={"context": self._id},
            arguments=[element],
        )
        origin = {"type": "element", "element": element}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._input.perform_actions(
            context=self._id, actions=[{"type": "pointer", "id": "mouse", "actions": [move, *press]}]
        )

    def keys(self, *keys: str) -> None:
        """Types keys, by their values of WebDriver."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._input.perform_actions(context=self._id, actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript."""
        answer = self._script.evaluate(expression=expression, target={"context": self._id}, await_promise=True)
        return answer["result"].get("value")

    def picture(self, path: Path) -> None:
        """Writes what it looks like to a file."""
        path.write_bytes(base64.b64decode(self._contexts.capture_screenshot(context=self._id)))


def main() -> int:
    """Plays the round; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    folder: Path = parser.parse_args().folder
    if FIREFOX is None:
        print("Firefox is missing: sudo apt-get install firefox-esr", file=sys.stderr)
        return 2
    found = amiss(FIREFOX, folder)
    print("\n".join(found) or "nothing amiss")
    return 1 if found else 0


def amiss(command: str, folder: Path) -> list[str]:
    """What is amiss in the Firefox of that command, a line each; pictures of it are in the folder then."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data, _firefox(command, Path(data)) as connection:
        played = Played(Path(data))
        table = Party(played, Path(data))
        try:
            with table.open():
                return _play(connection, table, folder)
        finally:
            played.live.close()


def _play(connection: WebSocketConnection, table: Party, folder: Path) -> list[str]:
    """What is amiss."""
    host = Tab(connection, table.host, DESK)
    tabs = {"host": host}
    try:
        host.click("button", "Start the round")
        host.click("button", "First turn starts Space")
        _lay(table.played, OPENING)
        host.click("button", "End turn Space")
        _lay(table.played, OPENING)
        host.wait("Legal")
        host.picture(folder / "verdict.png")
        doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
        _lay(table.played, OPENING, "K13 R13 B13", "O6 R6 B6", doubts=doubts)
        host.keys(" ")
        _lay(table.played, OPENING, "K13 R13 B13", "O6 R6 B6", doubts=doubts)
        host.wait("Please take a look")
        host.picture(folder / "question.png")
        host.click("button", "blue 6")
        host.wait("Legal")
        phone = tabs["phone"] = Tab(connection, f"{table.away}/door/{table.access.invitation}", PHONE)
        phone.click("button", "Player 1")
        phone.wait("Your turn")
        phone.picture(folder / "phone.png")
        phone.click("button", "Drew a tile")
        _lay(table.played, OPENING, "K13 R13 B13", "O6 R6 B6")
        phone.wait("drew")
        desk = tabs["desk"] = Tab(connection, f"{table.host}/desk", DESK)
        desk.wait("Round 1, turn 3: Player 1")
        for _ in ("both", "before", "turn 2"):
            desk.keys("\ue012")  # the left arrow
        desk.wait("Round 1, turn 2: Player 2")
        desk.picture(folder / "desk.png")
        desk.keys("?")
        desk.wait("opens this list")
        host.click("button", "Round over …")
        host.click("radio", "Player 1")
        host.click("button", "End the round")
        host.click("textbox", "Left on Player 2's rack")
        host.keys("2", "4")
        host.picture(folder / "count.png")
        host.click("button", "Write the score")
        host.find("button", "Next round Space")
        host.picture(folder / "score.png")
        replay = tabs["replay"] = Tab(connection, f"{_replay(folder).as_uri()}#turn=2", PHONE)
        replay.wait("Not legal")
        replay.keys("\ue012", "\ue012", "\ue012")
        replay.wait("Legal")
        replay.picture(folder / "replay.png")
    except LookupError as missing:
        for name, tab in tabs.items():
            tab.picture(folder / f"{name}-last.png")
        return [str(missing), *_failures(tabs)]
    return _failures(tabs)


def _replay(folder: Path) -> Path:
    """A page on the disk that shows two rounds."""
    path = folder / "replay.html"
    rounds = [parse((ROUNDS / name).read_bytes()) for name in ("55-won.rummi.toml", "20-tile-gone.rummi.toml")]
    path.write_text(page(rounds, lambda _: None, "en"), encoding="utf-8")
    return path.resolve()


def _failures(tabs: dict[str, Tab]) -> list[str]:
    """What scripts failed at, by the page."""
    return [f"{name}: {line}" for name, tab in tabs.items() for line in [tab.run("window.failures.join()")] if line]


def _lay(played: Played, *sets: str, doubts: dict[str, dict[str, float]] | None = None) -> None:
    """Hands lay these sets."""
    played.stage.hands().show(*sets, doubts=doubts)
    played.run()


@contextmanager
def _firefox(command: str, folder: Path) -> Iterator[WebSocketConnection]:
    """A connection to a Firefox without a window, that is closed at the end."""
    profile = folder / "profile"
    profile.mkdir()
    options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    log = folder / "firefox.log"
    with log.open("w") as said:
        browser = subprocess.Popen([command, *options], stdout=said, stderr=said)  # noqa: S603 - Debian's, whose place differs
    try:
        address = _until(lambda: re.search(r"ws://[\d.]+:\d+", log.read_text()), "Firefox cannot be driven")
        connection = WebSocketConnection(f"{address[0]}/session", PATIENCE, 0.1)
        Session(connection).new(capabilities={})
        yield connection
        connection.close()
    finally:
        browser.terminate()
        browser.wait()


def _until(holds: Callable[[], Any], amiss: str) -> Any:
    """What holds, once it does.

    Raises:
        LookupError: it does not come to that; the message is what is `amiss`.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := holds():
            return found
        time.sleep(0.1)
    raise LookupError(amiss)


if __name__ == "__main__":
    sys.exit(main())
