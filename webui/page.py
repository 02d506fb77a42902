"""The page itself, and the stage that everybody at the table looks at, in the reader's language."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui import languages
from webui.access import Access
from webui.choices import offers
from webui.seats import role_of

QUIET = 4
"""Modules around a QR code that stay bright (ISO/IEC 18004, 5.3.8)."""


def blueprint(live: LiveTable, access: Access, address: str, *, enrols: bool, chooses: bool) -> Blueprint:
    """The pages of `live`, which guests open by `address`.

    The code is for the host's eyes only. `enrols` says whether boxes can be enrolled, `chooses` whether cameras can be chosen.
    """
    page = Blueprint("page", __name__)

    def invites() -> bool:
        return access.open and access.is_host(request)

    @page.get("/")
    def show() -> ResponseReturnValue:
        """The host's page, or everybody else's remote."""
        if not access.is_host(request):
            return languages.page("remote.html", {"role": role_of(live, access, request)})
        invitation = {"address": address, "code": access.code} if invites() else None
        start = {"rulebooks": offers(), "invitation": invitation, "address": address}
        return languages.page("page.html", start, enrols=enrols, chooses=chooses)

    @page.get("/stage")
    def stage() -> ResponseReturnValue:
        return languages.page("overlay.html" if "overlay" in request.args else "stage.html", {"address": address})

    @page.get("/invitation.svg")
    def invitation() -> ResponseReturnValue:
        if not invites():
            abort(404, "only the host invites")
        drawn = io.BytesIO()
        code = segno.make(f"{address}/door/{access.invitation}", error="l", micro=False)
        code.save(drawn, kind="svg", border=QUIET, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return page
