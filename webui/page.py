"""The page itself, the stage that everybody at the table looks at, and what guests are invited with."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from live.game.commands import RefusedError
from live.game.state import State
from live.table import LiveTable
from webui import languages
from webui.access import Access
from webui.addresses import Addresses
from webui.api import json_object
from webui.choices import offers
from webui.presses import ABOUT
from webui.seats import role_of

WORKER = "service-worker.js"

QUIET = 4
"""Modules around a QR code that stay bright (ISO/IEC 18004, 5.3.8)."""


def blueprint(live: LiveTable, access: Access, addresses: Addresses, *, enrols: bool, chooses: bool) -> Blueprint:
    """The pages of `live`, which guests open by one of `addresses`.

    The code is for the host's eyes only. `enrols` says whether boxes can be enrolled, `chooses` whether cameras can be chosen.
    """
    page = Blueprint("page", __name__)

    @page.get("/")
    def show() -> ResponseReturnValue:
        """The host's page, or everybody else's remote."""
        if not access.is_host(request):
            return languages.page("remote.html", {"about": ABOUT, "role": role_of(live, access, request)})
        code = {"code": access.code} if invites(access) else None
        books, address = offers(live.shelf.books()), shown(addresses)
        start = {"about": ABOUT, "rulebooks": books, "invitation": code, "address": address}
        sets_up = live.game.state is State.SETUP
        return languages.page("page.html", start, enrols=enrols, chooses=chooses, sets_up=sets_up)

    @page.get("/stage")
    def stage() -> ResponseReturnValue:
        return languages.page(
            "overlay.html" if "overlay" in request.args else "stage.html", {"address": shown(addresses)}
        )

    @page.get("/leaflet.pdf")
    def lies_on_table() -> Response:
        """What is printed for the table, in the reader's language."""
        from webui.leaflet import leaflet  # noqa: PLC0415 - what writes PDF takes half a second to load, and few ask for it

        return Response(leaflet(languages.choose(request)), mimetype="application/pdf")

    @page.get(f"/{WORKER}")
    def worker() -> Response:
        """The script that stands between the pages and the network; served from here, since it is for all pages below its own address."""
        return current_app.send_static_file(WORKER)

    @page.get("/offline")
    def offline() -> ResponseReturnValue:
        """What is shown in place of a page where the table does not answer; it says nothing of the game."""
        return languages.page("offline.html")

    return page


def invitation(access: Access, addresses: Addresses) -> Blueprint:
    """What the host shows to guests, whom `access` lets in, and who come by `addresses`."""
    inviting = Blueprint("inviting", __name__)

    @inviting.before_request
    def check() -> None:
        if not invites(access):
            abort(404, "only the host invites")

    @inviting.get("/addresses")
    def every() -> ResponseReturnValue:
        return {"addresses": [offer.to_json() for offer in addresses.offers()], "shown": shown(addresses)}

    @inviting.post("/addresses")
    def choose() -> ResponseReturnValue:
        if not addresses.choose(str(json_object().get("address"))):
            raise RefusedError("this machine has that address no longer", "stale")
        return every()

    @inviting.get("/invitation.svg")
    def code() -> ResponseReturnValue:
        drawn = io.BytesIO()
        made = segno.make(f"{shown(addresses)}/door/{access.invitation}", error="l", micro=False)
        made.save(drawn, kind="svg", border=QUIET, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return inviting


def invites(access: Access) -> bool:
    """Whether the request that is being answered comes from the host of a table that lets guests in."""
    return access.open and access.is_host(request)


def shown(addresses: Addresses) -> str:
    """The address to be shown; where none is known, the one by which the page is open."""
    return addresses.shown or request.url_root.rstrip("/")
