"""Reports on turns: on one of the evening, and on one that no camera saw, from two photos that somebody sends."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import cv2
import numpy as np

from audit.answers import Answer, answered
from audit.evidence import Exhibit, gather, within
from audit.recorded import Photos, recorded
from audit.report import render_report
from audit.turn import Audit, Question, audit
from calibration import TableProfile
from calibration.profile import parse_area
from files.rulebook import load
from files.shelf import Shelf
from live.game.commands import RefusedError
from live.telling.evening import Evening, EveningTurn
from referee.doubt import Which
from referee.tiles import UNREAD, format_tiles
from vision import quads
from vision.camera.heic import is_heic
from vision.camera.photo import PhotoError, decode_photo
from vision.image import Photo
from webui import fields
from webui.bodies import photo_file
from webui.photo_process import LONGEST
from webui.readings import LastReadings, ReadPhoto, read_sent

MOST_ANSWERS = 160
"""As many as the largest box has tiles."""


def audit_photos(readings: LastReadings, body: Mapping[str, Any], shelf: Shelf, version: str) -> dict[str, Any]:
    """The verdict on the photos in `body`, what they show, and a report; nothing of it is kept but the last readings.

    Args:
        readings: reads photos.
        body: ``after`` and perhaps ``before``, photos in base64; ``rulebook``, and ``opening`` where it was a first lay-down;
            perhaps ``answers``, what a person says that tiles are.
        shelf: the rulebooks that may be judged by.
        version: the program's version.

    Raises:
        RefusedError: there is no photo after the turn, or one cannot be used.
        UserError: there is no such rulebook, or nothing can be judged from the photos.
    """
    rules = shelf.load(str(body.get("rulebook", "")))
    said = _answers(body.get("answers"))
    read = readings.again if any(said.values()) else readings.anew

    def shown(which: Which) -> Exhibit:
        try:
            return evidence(which, read, body.get(which), rules.box.copies, said=said[which])[1]
        except RefusedError as error:
            raise RefusedError(str(error), error.code, photo=which) from error

    after, before = shown("after"), None if body.get("before") is None else shown("before")
    opens = body.get("opening") is True
    if not after.reading.tiles:
        raise RefusedError("no tiles found: photograph the whole table from above", "no-table", photo="after")
    finds_none = before is not None and not before.reading.tiles
    if finds_none and not opens:  # only who lays down for the first time may find the table empty
        raise RefusedError(
            "no tiles found: was the table still empty, it was a first lay-down", "empty-table", photo="before"
        )
    found = audit(after, before, rules, opened=not opens)
    return {
        "verdict": found.verdict.to_json(),
        "remarks": [{"code": remark.code.value, "photo": remark.photo} for remark in found.remarks],
        "questions": [_asked(one) for one in found.questions],
        "before": None if before is None else _shown(before, body.get("before")),
        "after": _shown(found.after, body.get("after")),
        "sets": {
            "before": [] if found.shown_before is None else [format_tiles(s) for s in found.shown_before.table],
            "after": [format_tiles(tiles) for tiles in found.shown_after.table],
        },
        "report": _report(found, version, said=_told(said)),
    }


def _answers(sent: object) -> Mapping[Which, list[Answer]]:
    """What was said of tiles, by the photo that they lie in."""
    said: dict[Which, list[Answer]] = {"before": [], "after": []}
    if sent is None:
        return said
    if not isinstance(sent, list) or len(sent) > MOST_ANSWERS:
        raise RefusedError(f"answers must be a list of {MOST_ANSWERS} at most")
    for one in sent:
        if not isinstance(one, dict) or one.get("photo") not in said:
            raise RefusedError("an answer must say which photo it is about, before or after")
        said[one["photo"]].append(Answer(np.array(fields.corners(one), np.float32), fields.tile(one)))
    return said


def _told(said: Mapping[Which, list[Answer]]) -> list[str]:
    """That a person, and not a photo, says what tiles are: a line for each."""
    return [
        f"In the photo {photo} the turn, a person says of a tile: {'no tile' if one.tile is None else one.tile}."
        for photo, answers in said.items()
        for one in answers
    ]


def _asked(question: Question) -> dict[str, Any]:
    """A question as the page shows it."""
    return {
        "photo": question.spot.table,
        "candidates": format_tiles(question.likeliest),
        "corners": quads.to_json(question.tile.corners),
    }


def report_of(photos: Photos, evening: Evening, turn: EveningTurn, version: str) -> str:
    """The report on a turn of the evening, as HTML: its verdict as it was given, and the `photos` it was given by.

    Raises:
        UserError: there is no verdict on it, its photo is gone, or its rulebook is.
    """
    given = turn.given
    if given is None:
        raise RefusedError("there is no verdict on that turn", "no-report")
    rules = load(given.rulebook, turn.rulebook_text)
    found = recorded(evening, turn, photos, rules)
    lines = [f"Round {turn.round}, turn {turn.number}: {turn.player}"]
    if given.host is not None:
        lines.append(f"The host decided: {given.host}")
    if turn.is_taken_back:
        lines.append("This turn was taken back: it does not count.")
    return _report(found, version, lines)


def _report(found: Audit, version: str, turn: Sequence[str] = (), said: Sequence[str] = ()) -> str:
    return render_report(found, datetime.now().astimezone(), version, turn, said)


def evidence(
    name: str, read: ReadPhoto, encoded: object, copies: int, *, area: object = None, said: Sequence[Answer] = ()
) -> tuple[bytes, Exhibit]:
    """A photo's file, and what it shows.

    Args:
        name: the photo's name.
        read: reads it.
        encoded: the bytes of its file in base64.
        copies: how many tiles of each kind are in play.
        area: the corners of the play area, as fractions of the photo; None for all of it.
        said: what a person says that its tiles are.

    Raises:
        RefusedError: it is no photo.
        ProfileError: that is no area.
    """
    profile = TableProfile(area=None if area is None else parse_area(area))
    data, reading = read_sent(read, encoded, copies)
    try:
        photo: Photo = decode_photo(data, name, LONGEST)  # the reader, in bounds of its own, has opened it before
    except PhotoError as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
    part = profile.area_in(reading.width, reading.height)
    return data, gather(name, photo, answered(within(reading, part), said), area=part)


def _shown(exhibit: Exhibit, encoded: object) -> dict[str, Any]:
    """Where the tiles that were read lie, in the form of a turn at the desk; with a picture of a photo that few browsers show."""
    reading = exhibit.reading
    tiles = [
        {
            "tile": str(reading.tiles[i].tile or UNREAD),
            "doubt": reading.tiles[i].doubt,
            "set": index,
            "corners": quads.to_json(reading.tiles[i].corners),
        }
        for index, members in enumerate(reading.sets)
        for i in members
    ]
    shown = {"width": reading.width, "height": reading.height, "tiles": tiles}
    if is_heic(photo_file(encoded)):
        shown["jpeg"] = base64.b64encode(cv2.imencode(".jpg", exhibit.photo)[1].tobytes()).decode()
    return shown
