"""The pictures of the table for the page: each encoded once, however many look, and covered for guests while a round runs."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from calibration.profile import Polygon
from live.game.rack_areas import seen_from
from live.game.seen import SeenTable
from live.game.state import Game, State
from live.table import LiveTable
from vision import quads
from vision.camera.photo import load_photo
from vision.image import Photo
from vision.scene.viewpoint import Viewpoint

GREY = 96
"""What is laid over it: one even grey, in which nothing is left of what was there."""

AROUND = 1.5
"""How much around each tile that was read in somebody's own photo stays to be seen, in tiles."""

_WHOLE: Polygon = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Cover(NamedTuple):
    """What is covered of a picture, in fractions of it."""

    parts: tuple[Polygon, ...] = ()
    table: Polygon | None = None
    """The part outside of which all is covered; None for no such part."""

    def over(self, photo: Photo) -> Photo:
        """The photo with the cover over it; the photo itself where nothing is covered."""
        if not self.parts and self.table is None:
            return photo
        height, width = photo.shape[:2]
        hidden = np.full((height, width), self.table is not None, np.uint8)
        for outline, value in (*[(self.table, 0)] * (self.table is not None), *((part, 1) for part in self.parts)):
            cv2.fillPoly(hidden, [np.rint(np.array(outline) * (width, height)).astype(np.int32)], value)
        covered = photo.copy()
        covered[hidden.astype(bool)] = GREY
        return covered


def is_hidden(game: Game) -> bool:
    """Whether a round runs, in which nobody shows their rack."""
    return game.state not in {State.SETUP, State.OVER, State.SCORED}


def over_picture(live: LiveTable) -> Cover:
    """What guests do not see of the camera's newest picture; nothing of it while nobody knows where the camera looks."""
    scene = live.scene
    if scene.frame is None:
        return Cover()
    cover = _seen_from(live, scene.viewpoint, *scene.frame.size)
    return Cover((_WHOLE,)) if scene.camera_is_lost and cover != Cover() else cover


def over_turn(live: LiveTable, seen: SeenTable, *, by_photo: bool) -> Cover:
    """What guests do not see of the photo in which that was read: the camera's, or with `by_photo` somebody's own."""
    if not by_photo:
        return _seen_from(live, seen.viewpoint, seen.width, seen.height)
    outlines = [np.array(tile.corners, np.float32) for members in seen.sets for tile in members]
    return Cover(table=_around(outlines, seen.width, seen.height)) if outlines else Cover((_WHOLE,))


def _seen_from(live: LiveTable, viewpoint: Viewpoint, width: int, height: int) -> Cover:
    """Racks, and what lies outside the play area, in the camera's pictures of that size from `viewpoint`."""
    parts = seen_from(viewpoint, live.game.rack_areas, width, height)
    return Cover(parts, live.scene.area.seen_from(viewpoint, width, height))


def _around(outlines: Sequence[quads.Corners], width: int, height: int) -> Polygon:
    """The part of a photo in which these tiles lie, in fractions of it."""
    grown = [(corners - quads.centre(corners)) * (1 + 2 * AROUND) + quads.centre(corners) for corners in outlines]
    hull = cv2.convexHull(np.concatenate(grown).astype(np.float32))[:, 0]
    return tuple((float(x) / width, float(y) / height) for x, y in hull)


WIDTH = 1280
"""Maximum width in pixels of the camera's picture."""

QUALITY = 75
"""Quality of the JPEG."""

WEBP_QUALITY = 60
"""Quality of the WebP: a third of the JPEG's bytes, ten times its work, so that it is for photos that are kept."""

NARROWED: Mapping[str, int] = {"small": 320, "medium": 640, "large": WIDTH}
"""Width in pixels of a photo that is shown among many others, on a phone and on a screen, by what the address says of it."""

COVERED = 12
"""Number of photos with a cover over them that are remembered."""


class CameraPictures:
    """The pictures of a table's camera, as the page shows them. Thread-safe."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._lock = threading.Lock()
        self._number: int | None = None
        self._encoded: dict[tuple[Cover, int], bytes] = {}

    def newest(self, width: int, *, covered: bool) -> bytes | None:
        """The newest picture that the page is told of, as JPEG, at most so wide; with `covered` as guests see it; None before the first."""
        with self._live.lock:
            scene = self._live.scene
            number, frame, cover = scene.frame_number, scene.frame, over_picture(self._live) if covered else Cover()
        if frame is None:
            return None
        with self._lock:
            if self._number != number:
                self._number, self._encoded = number, {}
            if (cover, width) not in self._encoded:
                self._encoded[cover, width] = encoded(cover.over(frame.photo), width)
            return self._encoded[cover, width]


def covered(live: LiveTable, name: str, photo: Photo) -> Photo:
    """The kept photo of that name as guests see it."""
    return _cover(live, name).over(photo)


def covered_file(live: LiveTable, name: str, path: Path, width: int | None, *, webp: bool) -> bytes:
    """The photo of that name, which lies at `path`, as guests see it, as JPEG or WebP, narrowed where a width is given.

    Raises:
        PhotoError: it cannot be opened.
    """
    cover = _cover(live, name)
    with _encoding:
        return _covered(path, cover, width, webp=webp)


_encoding = threading.Lock()  # so that one photo is encoded once, and no two at a time


@lru_cache(COVERED)
def _covered(path: Path, cover: Cover, width: int | None, *, webp: bool) -> bytes:
    return encoded(cover.over(load_photo(path)), width, webp=webp)


def _cover(live: LiveTable, name: str) -> Cover:
    """What is covered of the photo of that name; of one that no turn of the evening shows, what is covered of the newest picture."""
    turns = live.sitting.chronicle.evening().turns
    given = next((turn.given for turn in turns if turn.given is not None and name in turn.given.photos), None)
    with live.lock:
        return over_picture(live) if given is None else over_turn(live, given.reading, by_photo=given.by_photo)


def smaller(path: Path, width: int | None, *, webp: bool) -> bytes:
    """The photo in that JPEG file as JPEG or WebP, narrowed where a width is given; as it is where it cannot be decoded."""
    photo = cv2.imread(str(path))
    return path.read_bytes() if photo is None else encoded(photo.astype(np.uint8), width, webp=webp)


def encoded(photo: Photo, width: int | None, *, webp: bool = False) -> bytes:
    """The photo as JPEG or WebP, scaled down where it is wider than `width`."""
    height, wide = photo.shape[:2]
    if width is not None and width < wide:
        size = (width, max(1, round(height * width / wide)))
        photo = cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(photo.dtype)
    if webp:
        return cv2.imencode(".webp", photo, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes()
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
