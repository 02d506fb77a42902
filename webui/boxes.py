"""People's own boxes of tiles: one photo of all tiles, sent from the page on which the table is set, enrols one."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from calibration import edition
from live.boxes import keep, profiles
from vision.camera.photo import decode_photo
from vision.reading.overlay import draw
from vision.reading.reader import Reader
from webui.photo_process import LONGEST, run_in_process

ENROLLING = 180.0
"""Seconds that it may take to enrol a box, on a slow computer."""

SHOWN = 1600
"""Pixels of the longer side of the picture that shows what each tile was taken for."""


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
        return [profile.name for profile in profiles(self._folder)]

    def enrol(self, data: bytes, name: str) -> dict[str, Any]:
        """Enrols the box that the photo in that file shows, and tells what was found (`webui.presses.looking.box`).

        Raises:
            UserError: the photo cannot be used, does not show a box, or the name cannot be used.
        """
        edition.check_free(name, self._folder)
        enrolled = run_in_process(enrol_photo, data, name, self._folder, seconds=ENROLLING)
        self._changed()
        return enrolled


def enrol_photo(data: bytes, name: str, folder: Path) -> dict[str, Any]:
    """Enrols the box that a photo shows, as `BoxFolder.enrol` does, in the current process."""
    photo = decode_photo(data, "the photo", LONGEST)
    anybody = Reader()
    kept = keep([photo], name, folder, anybody)
    shown = draw(photo, anybody.of_box(kept.enrolment.pictures).read(photo))
    scale = min(1.0, SHOWN / max(shown.shape[:2]))
    small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return {
        "name": kept.profile.name,
        "tiles": len(kept.profile.tiles),
        "dark": kept.profile.dark,
        **{part: [str(tile) for tile in getattr(kept.enrolment, part)] for part in ("missing", "double", "unsure")},
        "jpeg": base64.b64encode(cv2.imencode(".jpg", small)[1].tobytes()).decode(),
    }
