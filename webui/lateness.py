"""How late the camera is: pages compare their clocks with this computer's, and say when their screens blinked before the camera."""

from __future__ import annotations

import time

from flask import Blueprint
from flask.typing import ResponseReturnValue

from live.game.commands import RefusedError
from live.table import LiveTable
from webui.api import json_object

_LATEST = 1e12  # seconds: no clock has counted so far


def blueprint(live: LiveTable) -> Blueprint:
    """What measures how late the camera of `live` is."""
    found = Blueprint("lateness", __name__)

    @found.get("/camera/clock")
    def clock() -> ResponseReturnValue:
        return {"now": time.monotonic()}

    @found.post("/camera/blink")
    def blink() -> ResponseReturnValue:
        lateness = live.feed.lateness
        if lateness is None:
            raise RefusedError("nobody need measure how late this camera is", "no-lag")
        measured = lateness.measure(_moments(json_object().get("turns")))
        live.bulletin.change()
        return {"seconds": round(measured, 3)}

    return found


def _moments(said: object) -> list[float]:
    """The moments that a body names."""
    given = said if isinstance(said, list) else []
    return [float(one) for one in given if isinstance(one, int | float) and abs(one) < _LATEST]
