"""The page itself, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.access import Access
from webui.choices import offers
from webui.languages import LANGUAGES, catalog, choose


def blueprint(access: Access, address: str) -> Blueprint:
    """The page; `address` and the code are for the host's eyes only."""
    page = Blueprint("page", __name__)

    @page.get("/")
    def show() -> ResponseReturnValue:
        if not access.admits(request):
            return redirect(url_for("door.ask"))
        language = choose(request)
        start = {
            "language": language,
            "texts": dict(catalog(language)),
            "rulebooks": offers(),
            "invitation": {"address": address, "code": access.code}
            if access.open and access.is_host(request)
            else None,
        }
        return render_template("page.html", start=start, t=catalog(language), language=language, languages=LANGUAGES)

    return page
