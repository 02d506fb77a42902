"""The page itself, and the stage that everybody at the table looks at, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui import languages
from webui.access import Access
from webui.addresses import Addresses
from webui.choices import offers
from webui.inviting import invites, shown
from webui.seats import role_of


def blueprint(live: LiveTable, access: Access, addresses: Addresses, *, enrols: bool, chooses: bool) -> Blueprint:
    """The pages of `live`, which guests open by one of `addresses`.

    The code is for the host's eyes only. `enrols` says whether boxes can be enrolled, `chooses` whether cameras can be chosen.
    """
    page = Blueprint("page", __name__)

    @page.get("/")
    def show() -> ResponseReturnValue:
        """The host's page, or everybody else's remote."""
        if not access.is_host(request):
            return languages.page("remote.html", {"role": role_of(live, access, request)})
        invitation = {"code": access.code} if invites(access) else None
        start = {"rulebooks": offers(live.shelf.books()), "invitation": invitation, "address": shown(addresses)}
        return languages.page("page.html", start, enrols=enrols, chooses=chooses)

    @page.get("/stage")
    def stage() -> ResponseReturnValue:
        return languages.page(
            "overlay.html" if "overlay" in request.args else "stage.html", {"address": shown(addresses)}
        )

    return page
