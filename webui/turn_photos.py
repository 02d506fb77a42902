"""A photo of the table that somebody took of a turn: read, and judged with all that an audit makes of photos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2

from audit.evidence import Exhibit
from audit.in_play import photo_before, seen_in
from live import appeals
from live.game.commands import RefusedError
from live.game.seen import SeenTable
from live.table import LiveTable
from vision.camera.frames import SourceError
from vision.camera.phone import picture_of
from vision.frame import Jpeg
from webui.audits import evidence
from webui.readings import ReadPhoto
from webui.roles import PHOTO, Person, check


def judge_photo(live: LiveTable, read: ReadPhoto, body: Mapping[str, Any], who: Person) -> None:
    """Judges a turn by the photo in `body`.

    Args:
        live: the table.
        read: reads the photo.
        body: the photo in base64, and the event by which the turn was ended; perhaps the corners of the play
            area, as fractions of the photo.
        who: who sends it.

    Raises:
        RefusedError: the photo cannot be used or shows no tile, the turn cannot be judged by a photo, or `who` may not send one.
        ProfileError: that is no area.
        JournalError: it could not be recorded.
    """
    check(live.game, PHOTO, body, who)  # before anything is read for somebody who only watches
    press = body.get("event")
    if not isinstance(press, int):
        raise RefusedError("event must be that of the turn")
    data, shown = evidence("photo", read, body.get("photo"), live.game.copies, area=body.get("area"))
    if not shown.reading.tiles:
        raise RefusedError("no tiles found: photograph the whole table from above", "no-table")
    picture = _as_read(data, shown)
    case = live.game.case_of_photo(SeenTable.from_reading(shown.reading))
    seen = seen_in(shown, None if case is None else photo_before(live.record, case))
    with live.pressed_by(who.by):
        appeals.judge_photo(live, press, picture, shown.reading, seen)


def _as_read(data: bytes, shown: Exhibit) -> Jpeg:
    """The picture in which the reading's places lie: the photo itself where it is an upright JPEG of that size, else one made of it."""
    try:
        picture = picture_of(data)
        if (picture.width, picture.height) == shown.size and not picture.may_be_turned:
            return picture
    except SourceError:  # a photo, but no JPEG
        pass
    height, width = shown.photo.shape[:2]
    return Jpeg(cv2.imencode(".jpg", shown.photo)[1].tobytes(), width, height)
