"""The page itself, and the stage that everybody at the table looks at, in the reader's language."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.access import Access
from webui.choices import offers
from webui.languages import LANGUAGES, catalog, choose

QUIET = 4
"""Modules around a QR code that stay bright (ISO/IEC 18004, 5.3.8)."""


def blueprint(access: Access, address: str) -> Blueprint:
    """The page and the stage; `address` and the code are for the host's eyes only."""
    page = Blueprint("page", __name__)

    def invites() -> bool:
        return access.open and access.is_host(request)

    @page.get("/")
    def show() -> ResponseReturnValue:
        if not access.admits(request):
            return redirect(url_for("door.ask"))
        language = choose(request)
        start = {
            **_said_in(language),
            "rulebooks": offers(),
            "invitation": {"address": address, "code": access.code} if invites() else None,
        }
        return render_template("page.html", start=start, t=catalog(language), language=language, languages=LANGUAGES)

    @page.get("/stage")
    def stage() -> ResponseReturnValue:
        if not access.admits(request):
            return redirect(url_for("door.ask"))
        language = choose(request)
        template = "overlay.html" if "overlay" in request.args else "stage.html"
        return render_template(template, start=_said_in(language), t=catalog(language), language=language)

    @page.get("/invitation.svg")
    def invitation() -> ResponseReturnValue:
        if not invites():
            abort(404, "only the host invites")
        drawn = io.BytesIO()
        code = segno.make(f"{address}/door/{access.invitation}", error="l", micro=False)
        code.save(drawn, kind="svg", border=QUIET, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return page


def _said_in(language: str) -> dict[str, Any]:
    """What the scripts of every page need: its texts."""
    return {"language": language, "texts": dict(catalog(language))}
