"""Watching the table: is something moving, does it lie still, are hands over it.

Frames are compared as `vision.scene.difference` does: changes of the light are no movement.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.scene.difference import WIDTH, Grey, differing, small_grey
from vision.scene.flicker import Flicker
from vision.scene.viewpoint import Homography, in_pixels

LAG = 0.2
"""A frame is compared with one at least this many seconds older, so that slow hands at thirty frames a second are
seen."""

SETTLE = 0.3
"""The table lies still once nothing has moved for this many seconds."""

PATIENCE = 8.0
"""Seconds without the slightest movement after which a covered table is looked at all the same."""

BELONGS = 60.0
"""Seconds after which what covers the table is hardly a hand: the camera was moved, or the light, or a bag lies
there."""

_MOVED = 12  # changed pixels that belong together: half a tile
_COVER = 0.02  # of the play area: a hand and wrist; five tiles are as large, but they do not reach in from outside
_REACH = 0.004  # of the play area: what is so large and reaches in may be a small hand, or tiles at the border
_FORGETS = 20.0  # seconds after which what reaches in is no hand that waits to be taken away
_ROUNDING = 1e-3  # of a weighted mean of ones
_TURNED = 1  # pixel, at which a picture that was turned is off at its edges
_AROUND = np.ones((3, 3), np.uint8)  # a pixel and those that touch it
_CLOSE_BY = np.ones((5, 5), np.uint8)  # pixels: changes no further apart are of one thing
_OUTSIDE = 6  # pixels beyond the play area, more than half a tile: what reaches so far comes from outside


class Stillness(StrEnum):
    """What the table does at the moment."""

    MOVING = "moving"
    STILL = "still"
    COVERED = "covered"


class Cover(NamedTuple):
    """What lies over the table at rest, and may be no part of it."""

    is_foreign: bool = False
    """Whether something reaches in from outside, and may be a hand that rests."""
    is_overlaid: bool = False
    """Whether something that reached in from outside lies there still, and was taken for a part of the table after
    `BELONGS` seconds."""
    since: float | None = None
    """Since when something that reaches in has lain still, in seconds of the frames; None where nothing does."""
    reached_since: float | None = None
    """Since when something smaller that reaches in has lain still, in seconds of the frames: a small hand, or tiles at
    the picture's border."""

    @property
    def latest(self) -> float | None:
        """Since when the last of it has lain still; None where nothing reaches in."""
        return max((when for when in (self.since, self.reached_since) if when is not None), default=None)


class Watch:
    """Tells from frame to frame whether the play area can be read.

    A hand that rests over the table does not move, but it reaches in from outside the play area and was not there when
    the table was last clear: then the table is covered.
    """

    def __init__(self, area: NDArray[np.float32] | None = None, flicker: Flicker | None = None) -> None:
        """Begins before the first frame.

        Args:
            area: the play area, shape (corners, 2), x and y in pixels of the frames; None for the whole frame.
            flicker: what is known of places that flicker, which count for nothing.
        """
        self._area = area
        self.flicker = flicker or Flicker()
        """What flickers."""
        self._scale = 1.0  # pixels of small frames to one of the photos
        self._past: deque[tuple[float, Grey]] = deque()
        self._known: Frame | None = None  # from before the first frame
        self._clear: Grey | None = None  # what the table looks like where nothing reaches in
        self._shown = np.zeros((0, 0), np.float32)  # 1 where `_clear` says what the table looks like
        self._slack = 0  # pixels by which edges may lie elsewhere in `_clear`
        self._reset_cover()
        self._open: Grey | None = None  # what the table looked like when nothing at all reached in
        self._reached_since: float | None = None
        self.moved_at: float | None = None
        """Since when nothing has moved, in seconds of the frames; None before the first."""
        self._whole: NDArray[np.uint8] | None = None  # the play area
        self._mask: NDArray[np.uint8] | None = None  # what counts of it
        self._outside: NDArray[np.bool_] | None = None
        self.stillness = Stillness.MOVING
        """What the last frame showed."""
        self.is_settling = False
        """Whether nothing moves any more and nothing reaches in, but not for long enough to count as still."""
        self.rest = 0
        """Counts the rests: frames of one show the same table."""

    def _reset_cover(self) -> None:
        """Assumes that nothing covers the table."""
        self._stays: Grey | None = None  # the last picture that was looked at although something covers the table
        self._under: Grey | None = None  # what the table looked like beneath what counts as a part of it
        self._covered_since: float | None = None
        self._is_foreign, self._is_overlaid = False, False

    @property
    def cover(self) -> Cover:
        """What the last frame showed over the table."""
        return Cover(self._is_foreign, self._is_overlaid, self._covered_since, self._reached_since)

    def know(self, frame: Frame) -> None:
        """Assumes, until a frame shows the table, that it looks as in `frame`, which was taken before the first one."""
        self._known = frame

    def start_anew(self) -> None:
        """Forgets the last frames, but not what the table looked like: the picture was interrupted."""
        self._past.clear()
        self.moved_at = None
        self.stillness, self.is_settling = Stillness.MOVING, False

    def uncover(self) -> None:
        """Assumes, on a person's word, that nothing reaches into the last picture: what lies there is the table."""
        if self._past:
            self._reset_cover()
            self._take_for_clear(self._past[-1][1])
            self._open, self._reached_since = None, None

    def turn(self, homography: Homography, area: NDArray[np.float32] | None) -> Stillness:
        """Takes note that the camera was moved before the last frame, and returns what the table does if so.

        Args:
            homography: from the picture before the move to that after it, in fractions of the width.
            area: the play area in pixels of the frames after the move.
        """
        self._area = area
        if self._mask is None or not self._past:
            return self.stillness
        seconds, grey = self._past[-1]
        if self._clear is not None and self._clear is not grey:
            self._clear, self._shown = _turned(self._clear, self._shown, homography)
            self._slack = _TURNED
        self._reset_cover()
        self._open, self._reached_since = None, None
        self._lay_out(grey.shape)
        self._enter(grey, seconds, seconds - (self.moved_at or seconds))
        return self.stillness

    def was_covered(self, frame: Frame, homography: Homography, area: NDArray[np.float32] | None) -> bool:
        """Whether something lay over the table in a still picture of the past, before which the camera was moved.

        It is True also where that is unknown.

        Args:
            frame: the picture.
            homography: to that picture from the one in which the table was last clear, in fractions of the width.
            area: the play area in pixels of the picture.
        """
        grey = small_grey(frame.thumbnail, frame.size[::-1])
        if self._clear is None or self._clear.shape != grey.shape:
            return True
        past = Watch(area, self.flicker)
        past._scale = self._scale
        past._lay_out(grey.shape)
        clear, shown = _turned(self._clear, self._shown, homography)
        return past._is_covered(clear, grey, shown, _TURNED)

    def look(self, frame: Frame) -> Stillness:
        """Takes the next frame and returns what the table does."""
        grey, seconds = small_grey(frame.thumbnail, frame.size[::-1]), frame.seconds
        if self._mask is None or self._mask.shape != grey.shape:
            self._begin(grey.shape, frame.size[0], seconds)
        self._past.append((seconds, grey))
        while len(self._past) > 2 and self._past[1][0] <= seconds - LAG:  # noqa: PLR2004 - the frame before stays
            self._past.popleft()
        self._leave_out_flicker(grey, seconds)
        if self.moved_at is None or seconds < self.moved_at:
            self.moved_at = seconds
        elif self._moved(self._past[0][1], grey):
            self.moved_at = max(self.moved_at, self._like_the_newest())
        self._enter(grey, seconds, seconds - self.moved_at)
        return self.stillness

    def _leave_out_flicker(self, grey: Grey, seconds: float) -> None:
        """Takes note of what flickers."""
        whole = np.ones(grey.shape, np.uint8) if self._whole is None else self._whole
        changed = np.where(whole > 0, differing(self._past[0][1], grey), 0).astype(np.uint8)

        def reaching() -> NDArray[np.uint8] | None:
            return None if self._clear is None else self._reaching(self._clear, grey, self._shown, self._slack, _REACH)

        if self.flicker.look(changed, seconds, reaching):
            self._lay_out(grey.shape)

    def _enter(self, grey: Grey, seconds: float, calm: float) -> None:
        """Settles what the table does at `seconds`, `calm` seconds after the last movement."""
        self.is_settling = 0 < calm < SETTLE and not (
            self._clear is not None and self._is_covered(self._clear, grey, self._shown)
        )
        if calm < SETTLE:
            self.stillness = Stillness.MOVING
            return
        self._note_reach(grey, seconds, calm)
        if self._under is not None and not self._is_covered(self._under, grey):
            self._under = None  # what lay there has been taken away
            self._take_for_clear(grey)
        if self._clear is None or not self._is_covered(self._clear, grey, self._shown, self._slack):
            self._take_for_uncovered(grey)
        elif not self._looks_past_cover(grey, seconds, calm):
            self.stillness = Stillness.COVERED
            return
        self._is_overlaid = self._under is not None
        if self.stillness is not Stillness.STILL:
            self.rest += 1
        self.stillness = Stillness.STILL

    def _looks_past_cover(self, grey: Grey, seconds: float, calm: float) -> bool:
        """Whether the table counts as still although something covers it: for long, or as when it last did.

        What has lain there for `BELONGS` seconds counts as a part of the table.
        """
        self._covered_since = seconds - calm if self._covered_since is None else self._covered_since
        is_known = self._stays is not None and not self._is_covered(self._stays, grey)
        if calm < PATIENCE and not is_known:
            return False
        self._stays = grey
        self._is_foreign = seconds - self._covered_since < BELONGS
        if not self._is_foreign:
            self._under = self._clear if self._under is None else self._under
            self._take_for_uncovered(grey)
        return True

    def _note_reach(self, grey: Grey, seconds: float, calm: float) -> None:
        """Takes note of whether something reaches in, in a picture in which nothing has moved for `calm` seconds."""
        if self._open is not None and self._is_covered(self._open, grey, share=_REACH):
            self._reached_since = seconds - calm if self._reached_since is None else self._reached_since
            if seconds - self._reached_since <= _FORGETS:
                return
        self._open, self._reached_since = grey, None

    def _take_for_uncovered(self, grey: Grey) -> None:
        """Takes a picture for one of the table over which nothing lies."""
        self._take_for_clear(grey)
        self._stays, self._covered_since, self._is_foreign = None, None, False

    def _take_for_clear(self, grey: Grey) -> None:
        """Takes a picture for what the table looks like where nothing reaches in."""
        self._clear, self._shown, self._slack = grey, np.ones_like(grey), 0

    def _begin(self, shape: tuple[int, ...], width: int, seconds: float) -> None:
        """Starts afresh with frames of another size."""
        self._scale = shape[1] / width
        self._lay_out(shape)
        self._past.clear()
        self._clear, known = None, self._known
        if known is not None and (grey := small_grey(known.thumbnail, known.size[::-1])).shape == shape:
            self._take_for_clear(grey)
        self._known, self._open, self._reached_since = None, self._clear, None
        self._reset_cover()
        self.moved_at = seconds

    def _lay_out(self, shape: tuple[int, ...]) -> None:
        """Marks the play area in small frames of that shape, and what lies outside."""
        self._whole = np.ones(shape, np.uint8)
        if self._area is not None:
            self._whole[:] = 0
            cv2.fillPoly(self._whole, [np.round(self._area * self._scale).astype(np.int32)], (1,))
        grown = cv2.dilate(self._whole, _AROUND, iterations=_OUTSIDE)
        grown[[0, -1]] = grown[:, [0, -1]] = 0  # the border of the frame is outside in any case
        self._outside = grown == 0
        self._mask = self._whole.copy()
        if self.flicker.shape == shape:
            for box in self.flicker.boxes:
                self._mask[max(box.top, 0) : box.bottom, max(box.left, 0) : box.right] = 0

    def _like_the_newest(self) -> float:
        """Since when the frames show what the newest one shows."""
        *before, (since, newest) = self._past
        for seconds, grey in reversed(before):
            if self._moved(grey, newest):
                break
            since = seconds
        return since

    def _moved(self, old: Grey, new: Grey) -> bool:
        """Whether something in the play area has moved."""
        changed = differing(old, new) & (self._mask if self._mask is not None else 0)
        if not changed.any():
            return False
        _, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _MOVED)

    def _is_covered(
        self, clear: Grey, grey: Grey, shown: Grey | None = None, slack: int = 0, share: float = _COVER
    ) -> bool:
        """Whether something large that was not there reaches in from outside the play area (`_reaching`)."""
        return bool(self._reaching(clear, grey, np.ones_like(grey) if shown is None else shown, slack, share).any())

    def _reaching(self, clear: Grey, grey: Grey, shown: Grey, slack: int, share: float) -> NDArray[np.uint8]:
        """Where something large that was not there reaches in from outside the play area: 1 there.

        It may reach in from what flickers as well, of which nothing is known.

        Args:
            clear: what the table looked like.
            grey: the picture.
            shown: 1 where `clear` tells.
            slack: as `differing` takes it.
            share: minimum share of the play area that it takes.
        """
        if self._mask is None or self._outside is None or self._whole is None:
            return np.zeros(grey.shape, np.uint8)
        shown = np.where(self._whole > self._mask, 0, shown).astype(np.float32)
        changed = np.where(shown > 0, differing(clear, grey, slack=slack), 0).astype(np.uint8)
        if not changed.any():
            return changed
        closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _CLOSE_BY)
        _, labels = cv2.connectedComponents(closed, connectivity=8)
        inside = np.bincount(labels[self._mask > 0], minlength=labels.max() + 1)
        near = cv2.erode(shown, _AROUND, iterations=1 + slack) == 0  # so near to what nobody saw nothing differs
        outside = self._outside | near
        reaching = np.unique(labels[outside & (labels > 0)])
        large = reaching[inside[reaching] >= share * np.count_nonzero(self._mask)]
        return np.isin(labels, large).astype(np.uint8)


def _turned(clear: Grey, shown: NDArray[np.float32], homography: Homography) -> tuple[Grey, NDArray[np.float32]]:
    """A clear table, and 1 where it is known, as the camera shows both after a move.

    The homography leads there, in fractions of the width.
    """
    height, width = clear.shape
    both = cv2.warpPerspective(np.dstack([clear, shown]), in_pixels(homography, WIDTH), (width, height))
    return both[..., 0].astype(np.float32), np.floor(both[..., 1] + _ROUNDING).astype(np.float32)
