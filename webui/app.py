"""The application factory, and what holds of every request: who may look at what, and how refusals are told."""

from __future__ import annotations

import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, redirect, request, url_for
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from journal import JournalError
from live.camera_choice import Cameras
from live.game.commands import RefusedError
from live.table import LiveTable
from live.telling.evening import this_evening
from referee.errors import UserError
from webui import api, clips, desk, door, evenings, languages, lateness, page, seats, stream
from webui import cameras as looking
from webui.access import BEHIND, PAGES, Access, guard, is_astray
from webui.addresses import Addresses
from webui.boxes import BoxFolder
from webui.bundles import bundle, texts
from webui.compress import compress
from webui.identity import Identity
from webui.identity import blueprint as authority_of
from webui.photo_process import ReadPhoto
from webui.presses import Means
from webui.roles import Reach, check_sight
from webui.site import LARGEST_REQUEST

READS: Mapping[str, Reach] = {
    "desk.show": Reach.EVENING,
    "desk.all_turns": Reach.EVENING,
    "desk.one_turn": Reach.EVENING,
    "desk.report": Reach.EVENING,
    "desk.could": Reach.EVENING,
    "evenings.sheet": Reach.EVENING,
    "evenings.rounds": Reach.EVENING,
    "evenings.replay": Reach.EVENING,
    "evenings.imported_sheet": Reach.EVERYTHING,
    "evenings.imported_rounds": Reach.EVERYTHING,
    "evenings.imported_replay": Reach.EVERYTHING,
    "evenings.show": Reach.EVERYTHING,
    "evenings.everything": Reach.EVERYTHING,
    "evenings.plays_missed": Reach.EVERYTHING,
    "api.names": Reach.EVERYTHING,
}
"""The endpoints that tell more than the state does. Of the evening, they do so of another one, too, where they are asked for that.
A photo is told by its name alone, which is the digest of its picture, by the turns that it shows."""


def guard_reads(app: Flask, live: LiveTable, access: Access) -> None:
    """Checks before every request to `app` that whoever asks, as `access` knows, may look at that much of `live`."""

    @app.before_request
    def check() -> ResponseReturnValue | None:
        endpoint = request.endpoint or ""
        wanted = READS.get(endpoint)
        if wanted is None:
            return None
        try:
            if wanted is Reach.EVENING and endpoint not in PAGES and not access.is_host(request) and _is_past(live):
                wanted = Reach.EVERYTHING
            check_sight(live.game, wanted, access.guests.reach, access.who(request))
        except RefusedError:
            if endpoint not in PAGES:
                raise
            return redirect(url_for("page.show"))
        return None


def _is_past(live: LiveTable) -> bool:
    """Whether the request asks for another evening than this one."""
    evening = this_evening(live.record.journal, time.time())
    asked = (request.view_args or {}).get("first", request.args.get("evening", type=int))
    return evening is None or asked not in {None, evening.first}


WEEK = 7 * 24 * 3600
"""Seconds."""


class _Json(DefaultJSONProvider):
    """JSON in UTF-8; half of a letter, which a request may bring and a refusal repeat, is told as a question mark."""

    ensure_ascii = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """`obj` as JSON."""
        return super().dumps(obj, **kwargs).encode(errors="replace").decode()


class _Page(Flask):
    """An application whose scripts and styles come in bundles, and whose typeface is asked for once a week.

    A page that asked for that anew each time would be drawn in another one first.
    """

    def send_static_file(self, filename: str) -> Response:
        """The file below the static folder, or the bundle of that name."""
        text = bundle(filename)
        if text is None:
            return super().send_static_file(filename)
        response = Response(text, mimetype="text/javascript" if filename.endswith(".js") else "text/css")
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
        return response

    def get_send_file_max_age(self, filename: str | None) -> int | None:
        """Seconds for which a browser keeps a file; None where it asks each time whether there is a newer one."""
        return WEEK if filename and filename.endswith(".woff2") else super().get_send_file_max_age(filename)


def create_app(
    live: LiveTable,
    read: ReadPhoto,
    access: Access | None = None,
    *,
    addresses: Addresses | None = None,
    identity: Identity | None = None,
    boxes: BoxFolder | None = None,
    cameras: Cameras | None = None,
) -> Flask:
    """The page of `live`.

    Args:
        live: the table.
        read: reads photos that people send.
        access: who may use it; this machine alone where none is given.
        addresses: what guests type to open the page, shown with the code on the host's page; where there is none, the one by which the host opened it.
        identity: the certificate by which the server identifies itself; None without https.
        boxes: people's own boxes of tiles; None where none can be enrolled.
        cameras: changes what the table looks through; None where that stays.
    """
    app = _Page("webui", static_folder="static", template_folder="templates")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.json = _Json(app)
    access, addresses = access or Access(), addresses or Addresses.only("")
    if identity is not None:  # whom it leads to https is asked for the code there
        app.register_blueprint(authority_of(identity.authority, addresses))
    guard(app, access)
    guard_reads(app, live, access)
    app.register_blueprint(
        page.blueprint(live, access, addresses, enrols=boxes is not None, chooses=cameras is not None)
    )
    app.register_blueprint(page.invitation(access, addresses))
    app.register_blueprint(door.blueprint(live, access))
    compress(app)
    app.register_blueprint(api.blueprint(Means(live, read, boxes, cameras, access.guests.rename), access))
    app.register_blueprint(stream.blueprint(live, access))
    app.register_blueprint(seats.blueprint(live, access))
    app.register_blueprint(desk.blueprint(live, access))
    app.register_blueprint(evenings.blueprint(live, access))
    app.register_blueprint(looking.blueprint(live, access, cameras))
    app.register_blueprint(clips.blueprint(live, access))
    app.register_blueprint(lateness.blueprint(live))
    app.jinja_env.globals["said_by"] = texts

    @app.errorhandler(HTTPException)
    def refuse(error: HTTPException) -> ResponseReturnValue:
        if error.code == HTTPStatus.NOT_FOUND and is_astray(request):
            return _lead_on()
        return jsonify(error=(error.description or error.name), code=error.name), error.code or 500

    @app.errorhandler(UserError)
    def object_to(error: UserError) -> ResponseReturnValue:
        status = 507 if isinstance(error, JournalError) else 409
        return jsonify(error=str(error), code=error.code, values=error.values), status

    return app


def _lead_on() -> ResponseReturnValue:
    """What a browser is answered at an address with nothing: the page that was meant, if only its letters or its end are amiss, or the ways on."""
    place, query = request.path.rstrip("/").lower(), request.query_string.decode(errors="replace")
    if place in BEHIND:
        place = request.script_root + place
        return redirect(f"{place}?{query}" if query else place)
    return languages.page("astray.html"), HTTPStatus.NOT_FOUND
