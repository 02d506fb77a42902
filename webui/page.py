"""The page itself, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.access import Access
from webui.choices import offers
from webui.languages import LANGUAGES, catalog, choose
from webui.qr import TooLongError, svg


def blueprint(access: Access, address: str) -> Blueprint:
    """The page; `address` and the code are for the host's eyes only."""
    page = Blueprint("page", __name__)

    def invites() -> bool:
        return access.open and access.is_host(request)

    @page.get("/")
    def show() -> ResponseReturnValue:
        if not access.admits(request):
            return redirect(url_for("door.ask"))
        language = choose(request)
        start = {
            "language": language,
            "texts": dict(catalog(language)),
            "rulebooks": offers(),
            "invitation": {"address": address, "code": access.code} if invites() else None,
        }
        return render_template("page.html", start=start, t=catalog(language), language=language, languages=LANGUAGES)

    @page.get("/invitation.svg")
    def invitation() -> ResponseReturnValue:
        if not invites():
            abort(404, "only the host invites")
        try:
            code = svg(f"{address}/door/{access.invitation}")
        except (TooLongError, UnicodeEncodeError):
            abort(404, "this machine's name is too long for a QR code: give the digits")
        return Response(code, mimetype="image/svg+xml")

    return page
