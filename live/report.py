"""The report of an audit: one HTML page that carries its photos, opens anywhere and asks nothing of any network."""

from __future__ import annotations

import base64
from datetime import datetime

import cv2
from jinja2 import Environment, PackageLoader, StrictUndefined

from live.audit import Audit, Evidence, Question
from referee.tiles import JOKER
from vision.overlay import draw
from vision.reading import Photo
from vision.rectify import rectify

LONGEST_SIDE = 1600
"""Photos are embedded at most this wide and high, in pixels."""

TILE_PICTURE = (112, 160)
"""Width and height of the picture of a doubtful tile, in pixels."""

JPEG_QUALITY = 85


def render_report(audit: Audit, made: datetime, version: str) -> str:
    """The report as HTML.

    Args:
        audit: what to report.
        made: when, shown as given.
        version: of the program.
    """
    environment = Environment(
        loader=PackageLoader("live"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["ink"] = lambda notation: "J" if notation == str(JOKER) else notation[0]
    photos = [("Before the turn", audit.before), ("After the turn", audit.after)]
    return environment.get_template("audit.html").render(
        audit=audit,
        verdict=audit.verdict,
        photos=[_photo(title, evidence) for title, evidence in photos if evidence is not None],
        questions=[_question(question) for question in audit.questions],
        made=made,
        version=version,
    )


def _photo(title: str, evidence: Evidence) -> dict[str, object]:
    reading = evidence.reading
    return {
        "title": title,
        "name": evidence.name,
        "plain": _embedded(evidence.photo),
        "annotated": _embedded(draw(evidence.photo, reading)),
        "sets": reading.notation(),
        "doubtful": len(reading.doubtful),
        "face_down": len(reading.face_down),
        "trouble": evidence.trouble,
    }


def _question(question: Question) -> dict[str, object]:
    return {
        "photo": question.evidence.name,
        "set": question.position.set_index + 1,
        "place": question.position.place + 1,
        "picture": _embedded(rectify(question.evidence.photo, question.tile.corners, *TILE_PICTURE)),
        "candidates": [str(tile) for tile in question.likeliest],
        "more": len(question.candidates) > len(question.likeliest),
        "second_opinion": question.second_opinion,
    }


def _embedded(picture: Photo) -> str:
    """A picture as a ``data:`` address, scaled down where it is large."""
    scale = LONGEST_SIDE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode('ascii')}"
