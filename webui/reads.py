"""What those who are not the host may look at besides the table: checked before every request of `READS`."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue

from live.game.commands import RefusedError
from live.table import LiveTable
from live.telling.evening import this_evening
from webui.access import PAGES, Access
from webui.roles import Reach, check_sight

READS: Mapping[str, Reach] = {
    "desk.show": Reach.EVENING,
    "desk.all_turns": Reach.EVENING,
    "desk.one_turn": Reach.EVENING,
    "desk.report": Reach.EVENING,
    "evenings.sheet": Reach.EVENING,
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
