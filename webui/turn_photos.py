"""A photo of the table that somebody took of a turn: read, and judged like a table that lies still."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2

from live import appeals
from live.commands import RefusedError
from live.table import LiveTable
from vision.frame import Jpeg
from vision.frames import SourceError
from vision.phone import picture_of
from vision.photo import PhotoError, decode_photo
from vision.photo_process import LONGEST
from vision.reading import TableReading
from webui.readings import ReadPhoto, read_sent
from webui.roles import PHOTO, Person, check


def judge_photo(live: LiveTable, read: ReadPhoto, body: Mapping[str, Any], who: Person) -> None:
    """Judges a turn by the photo in `body`.

    Args:
        live: the table.
        read: reads the photo.
        body: the photo in base64, and the event by which the turn was ended.
        who: who sends it.

    Raises:
        RefusedError: the photo cannot be used or shows no tile, the turn cannot be judged by a photo, or `who` may not send one.
        JournalError: it could not be recorded.
    """
    check(live.game, PHOTO, body, who)  # before anything is read for somebody who only watches
    press = body.get("event")
    if not isinstance(press, int):
        raise RefusedError("event must be that of the turn")
    data, reading = read_sent(read, body.get("photo"), live.game.copies)
    if not reading.tiles:
        raise RefusedError("no tiles found: photograph the whole table from above", "no-table")
    picture = _as_read(data, reading)
    with live.pressed_by(who.by):
        appeals.judge_photo(live, press, picture, reading)


def _as_read(data: bytes, reading: TableReading) -> Jpeg:
    """The picture in which the reading's places lie: the photo itself where it is an upright JPEG of that size, else one made of it.

    Raises:
        RefusedError: it cannot be decoded.
    """
    try:
        picture = picture_of(data)
        if (picture.width, picture.height) == (reading.width, reading.height) and not picture.may_be_turned:
            return picture
    except SourceError:  # a photo, but no JPEG
        pass
    try:
        photo = decode_photo(data, "the photo", LONGEST)
    except PhotoError as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
    height, width = photo.shape[:2]
    return Jpeg(cv2.imencode(".jpg", photo)[1].tobytes(), width, height)
