"""Devices of other people: a table that they reach from elsewhere in the network, while the host sits at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE
from tests.live.stage import Played
from tests.webui.staged import STATES, served
from tests.webui.visiting import opened
from webui import Access, Site, create_app
from webui.addresses import Addresses
from webui.roles import Role
from webui.site import Message, Receive, Send

FROM = "192.168.1.77"
"""From where the phones come."""


class Away(Site):
    """The site as it is seen from elsewhere: to it, nobody is this machine itself."""

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers one request."""
        await super().__call__({**scope, "client": (FROM, 4321)}, receive, send)


class Party:
    """A table with its host, and phones around it."""

    def __init__(self, played: Played, folder: Path) -> None:
        self.played = played
        self._folder = folder
        self.access = Access("0.0.0.0", folder=folder)  # noqa: S104 - it is served on the loopback alone
        self.host = self.away = ""

    @contextmanager
    def open(self) -> Iterator[None]:
        """The program runs; opened again it has been started anew."""
        self.access = Access("0.0.0.0", folder=self._folder)  # noqa: S104 - it is served on the loopback alone
        app = create_app(
            self.played.live, self.played.read, self.access, addresses=Addresses.only("http://192.168.1.5:8000")
        )
        with ExitStack() as stack:
            self.host = stack.enter_context(served(Site(app, self.played.live, self.access)))
            self.away = stack.enter_context(served(Away(app, self.played.live, self.access)))
            yield

    def join(self, browser: Browser, who: str | None = None, **options: Any) -> Page:
        """A phone that has scanned the invitation, and has touched what it is, if that is given."""
        page = opened(browser, f"{self.away}/door/{self.access.invitation}", options.pop("viewport", PHONE), **options)
        if who:
            page.get_by_role("button", name=who).click()
            expect(page.locator("#remote")).to_be_visible()
        return page

    def give(self, page: Page, role: Role) -> None:
        """The host gives that phone a role."""
        device = page.evaluate("fetch('/role').then((answer) => answer.json()).then(({ device }) => device)")
        self.access.guests.set_role(device, role)
        self.played.live.bulletin.change()


@contextmanager
def party(state: str, names: Sequence[str], folder: Path) -> Iterator[Party]:
    """A table in one of `STATES` with its host; phones may join."""
    played = Played(folder)
    STATES[state](played, names)
    guests = Party(played, folder)
    try:
        with guests.open():
            yield guests
    finally:
        played.live.close()
