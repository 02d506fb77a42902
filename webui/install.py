"""The page as an app on a phone's home screen: its service worker, and what is shown where the table does not answer."""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from flask.typing import ResponseReturnValue

from webui import languages

WORKER = "service-worker.js"


def blueprint() -> Blueprint:
    """What an installed page needs besides its files."""
    install = Blueprint("install", __name__)

    @install.get(f"/{WORKER}")
    def worker() -> Response:
        """The script that stands between the pages and the network; served from here, since it is for all pages below its own address."""
        return current_app.send_static_file(WORKER)

    @install.get("/offline")
    def offline() -> ResponseReturnValue:
        """What is shown in place of a page where the table does not answer; it says nothing of the game."""
        return languages.page("offline.html")

    return install
