"""The page itself, and the stage that everybody at the table looks at, in the reader's language."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webui.access import Access
from webui.choices import offers
from webui.languages import LANGUAGES, catalog, choose


def blueprint(access: Access, address: str) -> Blueprint:
    """The page and the stage; `address` and the code are for the host's eyes only."""
    page = Blueprint("page", __name__)

    @page.get("/", defaults={"face": "page"})
    @page.get("/stage", defaults={"face": "stage"})
    def show(face: str) -> ResponseReturnValue:
        if not access.admits(request):
            return redirect(url_for("door.ask"))
        language = choose(request)
        start: dict[str, Any] = {"language": language, "texts": dict(catalog(language))}
        if face == "stage":
            template = "overlay.html" if "overlay" in request.args else "stage.html"
            return render_template(template, start=start, t=catalog(language), language=language)
        start["rulebooks"] = offers()
        start["invitation"] = (
            {"address": address, "code": access.code} if access.open and access.is_host(request) else None
        )
        return render_template("page.html", start=start, t=catalog(language), language=language, languages=LANGUAGES)

    return page
