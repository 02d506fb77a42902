"""The report of an audit: one HTML page that carries its photos, opens anywhere and asks nothing of any network."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime

import cv2
from jinja2 import Environment, PackageLoader, StrictUndefined

from audit.evidence import Exhibit
from audit.lying import Lying
from audit.marks import Mark
from audit.turn import Audit, Question
from live.telling.missing_tiles import Missing
from referee.doubt import Which
from referee.tiles import JOKER
from referee.verdict import Code, numbers
from vision.image import Photo
from vision.reading.overlay import Flag, draw
from vision.reading.rectify import rectify
from vision.reading.table_reading import TableReading

LONGEST_SIDE = 1600
"""Maximum width and height of the embedded photos, in pixels."""

TILE_PICTURE = (112, 160)
"""Width and height of the picture of a doubtful tile, in pixels."""

JPEG_QUALITY = 85


def render_report(
    audit: Audit, made: datetime, version: str, turn: Sequence[str] = (), said: Sequence[str] = ()
) -> str:
    """The report as HTML.

    Args:
        audit: what to report.
        made: when the report is made, shown as given.
        version: the program's version.
        turn: lines to be said about a turn that was judged in a game; empty where photos alone are judged.
        said: lines on what people say that tiles are.
    """
    environment = Environment(
        loader=PackageLoader("audit"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["ink"] = lambda notation: "J" if notation.startswith(str(JOKER)) else notation[0]
    photos: list[tuple[Which, Exhibit | None]] = [("before", audit.before), ("after", audit.after)]
    return environment.get_template("audit.html").render(
        audit=audit,
        verdict=audit.verdict,
        numbers=numbers(audit.verdict.violations),
        marked={mark.violation for mark in audit.marks},
        photos=[_photo(audit, photo, exhibit) for photo, exhibit in photos if exhibit is not None],
        questions=[_question(question) for question in audit.questions],
        turn=turn,
        said=said,
        made=made,
        version=version,
    )


def _photo(audit: Audit, photo: Which, exhibit: Exhibit) -> dict[str, object]:
    reading = exhibit.reading
    marks = [mark for mark in audit.marks if mark.photo == photo]
    number = numbers(audit.verdict.violations)
    gone = audit.gone if photo == "after" else ()
    of_gone = {number[at] for at, one in enumerate(audit.verdict.violations) if one.code is Code.TILE_MISSING}

    def told(lying: Lying) -> tuple[Lying, list[tuple[str, bool]], list[int]]:
        ghosts = [one for one, _ in gone if one.new_set == lying.set_index]
        own = {number[mark.violation] for mark in marks if mark.set_index == lying.set_index}
        return lying, _with_ghosts(lying.tiles, ghosts), sorted(own | of_gone if ghosts else own)

    flags = _flags(marks, number, photo, reading)
    flags += [Flag(" ".join(map(str, of_gone)), [lay], dashed=True) for _, lay in gone if lay is not None]
    return {
        "title": f"{photo.capitalize()} the turn",
        "name": exhibit.name,
        "plain": _embedded(exhibit.photo),
        "annotated": _embedded(draw(exhibit.photo, reading, flags)),
        "sets": [told(lying) for lying in audit.lying[photo]],
        "lost": [str(one.tile) for one, _ in gone if one.new_set is None],
        "of_gone": sorted(of_gone),
        "marked": bool(flags),
        "doubtful": len(reading.doubtful),
        "face_down": len(reading.face_down),
        "trouble": exhibit.trouble,
    }


def _with_ghosts(tiles: Sequence[str], lost: Sequence[Missing]) -> list[tuple[str, bool]]:
    """The tiles of a set, and whether each is gone: those that are stand where they lay."""
    laid = [(tile, False) for tile in tiles]
    for earlier, one in enumerate(sorted(lost, key=lambda one: one.index)):
        laid.insert(one.index + earlier, (str(one.tile), True))
    return laid


def _flags(marks: Sequence[Mark], number: Sequence[int], photo: Which, reading: TableReading) -> list[Flag]:
    """The marks of one photo as flags; marks of the same tiles share one flag with all their numbers."""
    told: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for mark in marks:
        told.setdefault((mark.set_index, mark.places), []).append(str(number[mark.violation]))
    return [
        Flag(
            " ".join(dict.fromkeys(names)),
            [reading.tiles[reading.sets[index][place]].corners for place in places],
            dashed=photo == "before",
        )
        for (index, places), names in told.items()
    ]


def _question(question: Question) -> dict[str, object]:
    return {
        "photo": question.exhibit.name,
        "set": question.spot.set_index + 1,
        "where": question.where,
        "place": question.spot.place + 1,
        "picture": _embedded(rectify(question.exhibit.photo, question.tile.corners, *TILE_PICTURE)),
        "candidates": [str(tile) for tile in question.likeliest],
        "more": len(question.candidates) > len(question.likeliest),
        "may_be_none": question.may_be_none,
        "second_opinion": question.second_opinion,
    }


def _embedded(picture: Photo) -> str:
    """A picture as a ``data:`` address, scaled down where it is large."""
    scale = LONGEST_SIDE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode('ascii')}"
