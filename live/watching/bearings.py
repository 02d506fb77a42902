"""Where the camera stands: found anew each time that the table comes to rest, from the landmarks of the last time.

A camera that was pushed is followed: what is known of the table stays known (`vision.scene.viewpoint`). Where nothing
is left of the landmarks, nobody can say what the picture shows, and a person must: the camera is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.frame import THUMBNAIL_WIDTH, Frame
from vision.image import Photo
from vision.reading.table_reading import TableReading
from vision.scene.landmarks import Landmarks
from vision.scene.register import agreeing, find_homography
from vision.scene.viewpoint import HOME, Homography, Viewpoint, in_pixels, in_widths

STANDS = 0.0015
"""Fraction of the picture's width, 3 pixels at 1080p: a camera whose picture has shifted by no more than this has not
been moved."""

LOST = 2.0
"""Seconds that a picture at rest may show no landmark before the camera counts as lost; somebody who leans over the
table hides them for less."""

FEWEST = 6
"""Minimum number of tiles in the same constellation that locate a camera whose picture shows no landmark."""

STANDING = 3
"""Minimum number of tiles exactly where they lay that prove a camera to stand still whose picture shows no landmark."""

_RENEWED = 0.75  # share of the landmarks: where fewer are seen, new ones are taken
_BETWEEN = 0.25  # seconds between the pictures that landmarks are taken from: consecutive ones may share their noise


class Bearings:
    """Tracks where one camera stands. Not thread-safe."""

    def __init__(self, viewpoint: Viewpoint = HOME) -> None:
        """`viewpoint` is where the camera was last known to stand."""
        self.viewpoint = viewpoint
        """Where the camera stands, as far as is known."""
        self.is_lost = False
        """Whether the picture has shown no known landmark for so long that only a person can say where the camera
        stands."""
        self.tiles_stay = False
        """Whether the tiles on the table stay there; between two rounds they are cleared away."""
        self._known: _Known | None = None
        self._new: _Known | None = None
        self._last: tuple[TableReading, Viewpoint] | None = None

    def remember(self, photos: Sequence[Photo], viewpoint: Viewpoint) -> None:
        """Takes the landmarks from photos of one still table, seen from `viewpoint`.

        A single photo does not tell them from noise.
        """
        first, *others = [Frame(photo, 0.0) for photo in photos]
        known = _Known(first, viewpoint)
        others = [frame for frame in others if not np.array_equal(frame.photo, first.photo)]
        for frame in others:
            known.landmarks.confirm(frame)
        self._known = known if others else None

    def take(self, frame: Frame, *, clear: bool) -> Viewpoint | None:
        """The viewpoint from which a picture shows the table, which has just come to rest.

        It is None where that cannot be told.

        Args:
            frame: the picture.
            clear: whether nothing reaches into it, so that landmarks may be taken from it.
        """
        self._new = None
        if self._known is not None and self._known.landmarks.shape != frame.thumbnail.shape[:2]:
            self._known = None
        found = None if self._known is None else self._seen_from(frame, self._known)
        if self._known is not None and found is None:
            return None
        self.is_lost = False
        if found is not None and found[0].apart(self.viewpoint, _height(frame)) > STANDS:
            self.viewpoint = found[0]
        if clear and (found is None or found[1] < _RENEWED):
            exact = self.viewpoint if found is None else found[0]
            self._new = _Known(frame, exact)
        return self.viewpoint

    def find(self, frame: Frame) -> Viewpoint:
        """The viewpoint of a past picture; where that cannot be told, the one where the camera stands."""
        found = None if self._known is None else self._seen_from(frame, self._known)
        return self.viewpoint if found is None else found[0]

    def _seen_from(self, frame: Frame, known: _Known) -> tuple[Viewpoint, float] | None:
        """The viewpoint of a picture by known landmarks, and the share of them that it shows.

        It is None where they do not tell.
        """
        guess = in_pixels(known.viewpoint.to(self.viewpoint), THUMBNAIL_WIDTH)
        homography, share = known.landmarks.find(frame, guess, bare=not self.tiles_stay)
        return None if homography is None else (known.viewpoint.moved(homography), share)

    def rest_on(self, frame: Frame) -> None:
        """Confirms new landmarks in another picture of the table at rest, whose bearings were taken already."""
        new = self._new
        if new is not None and frame.seconds >= new.seen_at + _BETWEEN:
            new.seen_at = frame.seconds
            new.landmarks.confirm(frame)
            if new.landmarks.is_firm:
                self._known, self._new = new, None

    def wait(self, calm: float) -> None:
        """Takes note that a picture which has been at rest for `calm` seconds shows no landmark."""
        self.is_lost = self.is_lost or calm >= LOST

    def read(self, frame: Frame, reading: TableReading, viewpoint: Viewpoint | None) -> Viewpoint | None:
        """Uses what was read in a picture.

        Tiles are no landmarks, as they may be taken away, but may tell where the camera stands.

        Args:
            frame: the picture, the first of its rest.
            reading: what was read in it.
            viewpoint: from where it shows the table, where that is known.

        Returns:
            From where it shows the table; None where the tiles do not tell either.
        """
        for known in (self._known, self._new):
            if known is not None and known.frame is frame:
                known.landmarks.cover(reading.outlines, reading.width)
        if viewpoint is not None:
            self._last = (reading, viewpoint)
        elif self._last is not None and self._last[0].width == reading.width:
            return self._told_by_tiles(*self._last, reading)
        return viewpoint

    def _told_by_tiles(self, before: TableReading, seen_from: Viewpoint, reading: TableReading) -> Viewpoint | None:
        """The viewpoint of a picture by tiles that lie as in the reading `before`, which was `seen_from` there.

        It is None where they do not tell.
        """
        if self._stands(before, reading, seen_from.to(self.viewpoint)):
            self.is_lost = False
            return self.viewpoint
        homography = find_homography(before, reading, fewest=FEWEST)
        if homography is None:
            return None
        found = seen_from.moved(in_widths(homography, reading.width))
        stands_still = found.apart(self.viewpoint, reading.height / reading.width) <= STANDS
        return self.viewpoint if stands_still else found

    def is_where(self, before: TableReading, after: TableReading) -> bool:
        """Whether the camera stood still between two readings, judged by the tiles that both show in the same place."""
        return before.width == after.width and self._stands(before, after, np.eye(3))

    @staticmethod
    def _stands(before: TableReading, after: TableReading, moved: Homography) -> bool:
        """Whether enough tiles lie where those of the reading `before` would be seen after the camera `moved`."""
        return agreeing(before, after, in_pixels(moved, after.width), reach=STANDS * after.width) >= STANDING

    def accept(self, viewpoint: Viewpoint | None = None) -> None:
        """Accepts the picture as it is: the camera stands at `viewpoint`, or where it stood.

        All landmarks are forgotten.
        """
        self.viewpoint = viewpoint or self.viewpoint
        self.is_lost, self._known, self._new, self._last = False, None, None, None


class _Known:
    """Landmarks, and the viewpoint of the picture that they were taken from."""

    def __init__(self, frame: Frame, viewpoint: Viewpoint) -> None:
        self.landmarks = Landmarks(frame)
        self.frame = frame
        self.viewpoint = viewpoint
        self.seen_at = frame.seconds


def _height(frame: Frame) -> float:
    """Height of the frame's picture in units of its width."""
    width, height = frame.size
    return float(height / width)
