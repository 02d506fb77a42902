"""The pictures of the table for the page: each encoded once, however many look, and covered for guests while a round runs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

import cv2
import numpy as np

from live.table import LiveTable
from vision.camera.photo import load_photo
from vision.image import Photo
from webui.covers import Cover, over_picture, over_turn

WIDTH = 1280
"""Maximum width in pixels of the camera's picture."""

QUALITY = 82
"""Quality of the JPEG."""

SMALL = 320
"""Width in pixels of a photo that is shown among many others."""

COVERED = 12
"""Number of photos with a cover over them that are remembered."""


class CameraPictures:
    """The pictures of a table's camera, as the page shows them. Thread-safe."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._lock = threading.Lock()
        self._number: int | None = None
        self._encoded: dict[Cover, bytes] = {}

    def newest(self, *, covered: bool) -> bytes | None:
        """The newest picture that the page is told of, as JPEG; with `covered` as guests see it; None before the first."""
        with self._live.lock:
            scene = self._live.scene
            number, frame, cover = scene.frame_number, scene.frame, over_picture(self._live) if covered else Cover()
        if frame is None:
            return None
        with self._lock:
            if self._number != number:
                self._number, self._encoded = number, {}
            if cover not in self._encoded:
                self._encoded[cover] = _jpeg(_narrowed(cover.over(frame.photo), WIDTH))
            return self._encoded[cover]


class TurnPhotos:
    """The photos of turns, as guests see them while a round runs. Thread-safe."""

    def __init__(self, live: LiveTable) -> None:
        """The photos of turns of `live`."""
        self._live = live
        self._lock = threading.Lock()
        self._encoded: OrderedDict[tuple[str, bool, Cover], bytes] = OrderedDict()

    def covered(self, name: str, photo: Photo) -> Photo:
        """The photo of that name with the cover over it."""
        return self._cover(name).over(photo)

    def jpeg(self, name: str, path: Path, *, is_small: bool) -> bytes:
        """The photo of that name, which lies at `path`, with the cover over it, as JPEG; `is_small` for one of `SMALL`.

        Raises:
            PhotoError: it cannot be opened.
        """
        known = name, is_small, self._cover(name)
        with self._lock:
            if known not in self._encoded:
                photo = known[2].over(load_photo(path))
                self._encoded[known] = _jpeg(_narrowed(photo, SMALL) if is_small else photo)
                while len(self._encoded) > COVERED:
                    self._encoded.popitem(last=False)
            return self._encoded[known]

    def _cover(self, name: str) -> Cover:
        """What is covered of the photo of that name; of one that no turn of the evening shows, what is covered of the newest picture."""
        turns = self._live.sitting.chronicle.evening().turns
        given = next((turn.given for turn in turns if turn.given is not None and name in turn.given.photos), None)
        with self._live.lock:
            if given is None:
                return over_picture(self._live)
            return over_turn(self._live, given.reading, by_photo=given.by_photo)


def small(path: Path) -> bytes:
    """The photo in that JPEG file at `SMALL` pixels across, as JPEG; as it is where it cannot be decoded."""
    photo = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_4)
    return path.read_bytes() if photo is None else _jpeg(_narrowed(photo.astype(np.uint8), SMALL))


def _narrowed(photo: Photo, width: int) -> Photo:
    """The photo at `width` pixels across, if it is wider."""
    height, wide = photo.shape[:2]
    if wide <= width:
        return photo
    size = (width, max(1, round(height * width / wide)))
    return cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(photo.dtype)


def _jpeg(photo: Photo) -> bytes:
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
