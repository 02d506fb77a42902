"""Reports on turns: on one of the evening, and on one that no camera saw, from two photos that somebody sends."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import cv2

from audit.answers import Answer, answered
from audit.evidence import Exhibit, gather, within
from audit.recorded import Photos, recorded
from audit.report import render_report
from audit.turn import Audit, audit
from calibration import TableProfile
from calibration.profile import Polygon
from files.rulebook import load
from live.game.commands import RefusedError
from live.telling.evening import Evening, EveningTurn
from referee.doubt import Which
from referee.rulebook import Rulebook
from referee.tiles import UNREAD, format_tiles
from vision import quads
from vision.camera.heic import is_heic
from vision.camera.photo import PhotoError, decode_photo
from vision.image import Photo
from webui.photo_process import LONGEST, ReadPhoto
from webui.snapshot import gone_to_json


def audit_photos(
    read: ReadPhoto,
    rules: Rulebook,
    said: Mapping[Which, list[Answer]],
    after: bytes,
    before: bytes | None,
    version: str,
    *,
    opens: bool,
) -> dict[str, Any]:
    """The verdict on a turn by the files of photos after it and perhaps before it, what they show, and a report.

    `said` is what a person says that tiles of the photos are, `version` the program's; with `opens` it was a first lay-down.

    Raises:
        RefusedError: one of the photos cannot be used.
        UserError: nothing can be judged from them.
    """
    shown = _exhibit("after", after, read, rules, said)
    earlier = None if before is None else _exhibit("before", before, read, rules, said)
    _check_tiles(shown, earlier, opens=opens)
    found = audit(shown, earlier, rules, opened=not opens)
    return {
        "verdict": found.verdict.to_json(),
        "remarks": [{"code": remark.code.value, "photo": remark.photo} for remark in found.remarks],
        "questions": [
            {
                "photo": one.spot.table,
                "candidates": format_tiles(one.likeliest),
                "corners": quads.to_json(one.tile.corners),
            }
            for one in found.questions
        ],
        "before": None if earlier is None or before is None else _shown(earlier, before),
        "after": _shown(found.after, after),
        "sets": {
            "before": [] if found.shown_before is None else [format_tiles(s) for s in found.shown_before.table],
            "after": [format_tiles(tiles) for tiles in found.shown_after.table],
        },
        "missing": [gone_to_json(one) for one, _ in found.gone],
        "report": _report(found, version, said=_told(said)),
    }


def _exhibit(
    which: Which, data: bytes, read: ReadPhoto, rules: Rulebook, said: Mapping[Which, list[Answer]]
) -> Exhibit:
    """What one of the photos shows; a refusal says which."""
    try:
        return evidence(which, read, data, rules.box.copies, said=said[which])
    except PhotoError as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo", photo=which) from error


def _check_tiles(after: Exhibit, before: Exhibit | None, *, opens: bool) -> None:
    """Refuses photos without tiles: only who lays down for the first time may find the table empty."""
    if not after.reading.tiles:
        raise RefusedError("no tiles found: photograph the whole table from above", "no-table", photo="after")
    if before is not None and not before.reading.tiles and not opens:
        raise RefusedError(
            "no tiles found: was the table still empty, it was a first lay-down", "empty-table", photo="before"
        )


def _told(said: Mapping[Which, list[Answer]]) -> list[str]:
    """That a person, and not a photo, says what tiles are: a line for each."""
    return [
        f"In the photo {photo} the turn, a person says of a tile: {'no tile' if one.tile is None else one.tile}."
        for photo, answers in said.items()
        for one in answers
    ]


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
    lines = [f"Round {turn.round_key.round}, turn {turn.number}: {turn.player}"]
    if given.host is not None:
        lines.append(f"The host decided: {given.host}")
    if turn.is_taken_back:
        lines.append("This turn was taken back: it does not count.")
    return _report(found, version, lines)


def _report(found: Audit, version: str, turn: Sequence[str] = (), said: Sequence[str] = ()) -> str:
    return render_report(found, datetime.now().astimezone(), version, turn, said)


def evidence(
    name: str, read: ReadPhoto, data: bytes, copies: int, *, area: Polygon | None = None, said: Sequence[Answer] = ()
) -> Exhibit:
    """What a photo shows, called `name`, of a box with so many `copies` of each kind.

    `area` has the corners of the play area, as fractions of the photo, None for all of it; `said` is what a person says that its tiles are.

    Raises:
        PhotoError: it is no photo.
    """
    reading = read(data, copies)
    photo: Photo = decode_photo(data, name, LONGEST)  # the reader, in bounds of its own, has opened it before
    part = TableProfile(area=area).area_in(reading.width, reading.height)
    return gather(name, photo, answered(within(reading, part), said), area=part)


def _shown(exhibit: Exhibit, data: bytes) -> dict[str, Any]:
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
    if is_heic(data):
        shown["jpeg"] = base64.b64encode(cv2.imencode(".jpg", exhibit.photo)[1].tobytes()).decode()
    return shown
