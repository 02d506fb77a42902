"""The page itself, and the stage that everybody at the table looks at, in the reader's language."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from live.table import LiveTable
from webui.access import Access
from webui.choices import offers
from webui.languages import LANGUAGES, catalog, choose, for_scripts
from webui.seats import role_of

QUIET = 4
"""Modules around a QR code that stay bright (ISO/IEC 18004, 5.3.8)."""


def blueprint(live: LiveTable, access: Access, address: str, *, enrols: bool) -> Blueprint:
    """The pages of `live`; `address` and the code are for the host's eyes only, `enrols` says whether boxes can be enrolled."""
    page = Blueprint("page", __name__)

    def invites() -> bool:
        return access.open and access.is_host(request)

    @page.get("/")
    def show() -> ResponseReturnValue:
        """The host's page, or everybody else's remote."""
        language = choose(request)
        texts = {"t": catalog(language), "language": language, "languages": LANGUAGES}
        if not access.is_host(request):
            start = {**for_scripts(language), "role": role_of(live, access, request)}
            return render_template("remote.html", start=start, **texts)
        start = {
            **for_scripts(language),
            "rulebooks": offers(),
            "invitation": {"address": address, "code": access.code} if invites() else None,
        }
        return render_template("page.html", start=start, enrols=enrols, **texts)

    @page.get("/stage")
    def stage() -> ResponseReturnValue:
        language = choose(request)
        template = "overlay.html" if "overlay" in request.args else "stage.html"
        return render_template(template, start=for_scripts(language), t=catalog(language), language=language)

    @page.get("/invitation.svg")
    def invitation() -> ResponseReturnValue:
        if not invites():
            abort(404, "only the host invites")
        drawn = io.BytesIO()
        code = segno.make(f"{address}/door/{access.invitation}", error="l", micro=False)
        code.save(drawn, kind="svg", border=QUIET, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return page
