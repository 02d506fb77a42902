"""The clips of turns for the page: frame by frame, and covered for guests while a round runs, as photos are."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from live.clips import Clip
from live.table import LiveTable
from webui.access import Access
from webui.pictures import Cover, encoded, is_hidden, over_turn
from webui.roles import Reach, check_sight

WIDTH = 960
"""Maximum width of a frame in pixels."""

DRAWN = 32
"""Number of frames that are remembered as they are shown."""


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The clips of `live`; guests, whom `access` knows, see that of the last turn, and others as far as they look back."""
    clips = Blueprint("clips", __name__)

    def asked(press: int) -> Clip:
        with live.lock:
            game, journal = live.game, live.record.journal
        is_last = game.judged is not None and game.judged.press.event == press
        if not is_last:
            is_tonight = live.sitting.chronicle.evening().ended_by(press) is not None
            reach = Reach.EVENING if is_tonight else Reach.EVERYTHING
            check_sight(game, reach, access.guests.reach, access.who(request))
        clip = {} if live.clips is None else live.clips.clip(journal, press)
        if not clip:
            abort(404, "no clip shows that turn")
        return clip

    @clips.get("/clips/<int:press>")
    def times(press: int) -> ResponseReturnValue:
        return {"times": sorted(asked(press))}

    @clips.get("/clips/<int:press>/<int(signed=True):at>.jpg")
    def frame(press: int, at: int) -> ResponseReturnValue:
        data = asked(press).get(at)
        if data is None:
            abort(404, "no such frame")
        is_covered = is_hidden(live.game) and not access.is_host(request)
        return Response(_drawn(data, _cover(live, press) if is_covered else Cover()), mimetype="image/jpeg")

    return clips


def _cover(live: LiveTable, press: int) -> Cover:
    """What guests do not see of that turn; all of it where nobody knows where the camera looked."""
    turn = live.sitting.chronicle.evening().ended_by(press)
    if turn is None or turn.given is None or turn.given.by_photo:  # a photo tells nothing of where the camera looked
        abort(404, "no clip shows that turn")
    with live.lock:
        return over_turn(live, turn.given.reading, by_photo=False)


@lru_cache(DRAWN)
def _drawn(data: bytes, cover: Cover) -> bytes:
    """A frame with the cover over it, as JPEG."""
    photo = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if photo is None:
        abort(404, "no such frame")
    return encoded(cover.over(photo.astype(np.uint8, copy=False)), WIDTH)
