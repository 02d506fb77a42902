"""People's own boxes of tiles: one photo of all tiles, sent from the page on which the table is set, enrols one."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from calibration import ProfileError, edition
from live.boxes import keep, known
from live.game.commands import RefusedError
from live.game.state import State
from live.table import LiveTable
from referee.names import plain_name
from referee.tiles import Tile
from vision.camera.photo import PhotoError, decode_photo
from vision.reading.enrol import EnrolError
from vision.reading.overlay import draw
from vision.reading.reader import Reader
from webui import roles
from webui.access import Access
from webui.bodies import json_object, photo_file
from webui.photo_process import LONGEST, run_in_process

ENROLLING = 180.0
"""Seconds that it may take to enrol a box, on a slow computer."""

SHOWN = 1600
"""Pixels of the longer side of the picture that shows what each tile was taken for."""


@dataclass(frozen=True)
class Enrolled:
    """A box that was enrolled."""

    name: str
    tiles: int
    dark: bool
    """Whether its tiles have dark bodies."""
    missing: tuple[str, ...]
    """Tiles that the photo does not show."""
    double: tuple[str, ...]
    """Tiles that it shows too often."""
    unsure: tuple[str, ...]
    """Tiles that may be others."""
    jpeg: bytes
    """The photo, with what each tile was taken for."""


class BoxFolder:
    """The boxes in a folder; it tells of each new one."""

    def __init__(self, folder: Path, changed: Callable[[], None]) -> None:
        """`changed` is called once a box was enrolled, from whichever thread."""
        self._folder = folder
        self._changed = changed

    def names(self) -> list[str]:
        """The names of the boxes.

        Raises:
            ProfileError: one of them cannot be read.
        """
        return [profile.name for profile in known(self._folder)]

    def enrol(self, data: bytes, name: str) -> Enrolled:
        """Enrols the box that a photo shows.

        Args:
            data: the photo's file.
            name: what the box is to be called.

        Raises:
            UserError: the photo cannot be used, does not show a box, or the name cannot be used.
        """
        edition.check_free(name, self._folder)
        enrolled = run_in_process(enrol_photo, data, name, self._folder, seconds=ENROLLING)
        self._changed()
        return enrolled


def enrol_photo(data: bytes, name: str, folder: Path) -> Enrolled:
    """Enrols the box that a photo shows, as `BoxFolder.enrol` does, in the current process."""
    photo = decode_photo(data, "the photo", LONGEST)
    anybody = Reader()
    kept = keep([photo], name, folder, anybody)
    shown = draw(photo, anybody.of_box(kept.enrolment.pictures).read(photo))
    scale = min(1.0, SHOWN / max(shown.shape[:2]))
    small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = kept.enrolment
    return Enrolled(
        name=kept.profile.name,
        tiles=len(kept.profile.tiles),
        dark=kept.profile.dark,
        missing=_named(found.missing),
        double=_named(found.double),
        unsure=_named(found.unsure),
        jpeg=cv2.imencode(".jpg", small)[1].tobytes(),
    )


def blueprint(live: LiveTable, access: Access, boxes: BoxFolder, largest: int) -> Blueprint:
    """The boxes for the page of `live`, enrolled by the host from photos of no more than `largest` bytes."""
    page = Blueprint("boxes", __name__, url_prefix="/api")

    @page.get("/boxes")
    def names() -> ResponseReturnValue:
        return jsonify(boxes=boxes.names())

    @page.post(f"/{roles.BOX}")
    def enrol() -> ResponseReturnValue:
        request.max_content_length = largest
        body = json_object()
        roles.check(live.game, roles.BOX, body, access.who(request))
        if live.game.state is not State.SETUP:
            raise RefusedError("a game is on: a box is enrolled before one begins", "game-on")
        photo, name = photo_file(body.get("photo")), _name(body.get("name"))
        try:
            return jsonify(_told(boxes.enrol(photo, name)))
        except PhotoError as error:
            raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
        except EnrolError as error:
            raise RefusedError(str(error), "no-box") from error
        except ProfileError as error:
            raise RefusedError(str(error), "box-name") from error

    return page


def _told(enrolled: Enrolled) -> dict[str, Any]:
    told = {**vars(enrolled)}
    return {**told, "jpeg": base64.b64encode(enrolled.jpeg).decode()}


def _name(name: object) -> str:
    plain = plain_name(name) if isinstance(name, str) else ""
    if not plain:
        raise RefusedError("give the box a name", "box-name")
    return plain


def _named(tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(map(str, tiles))
