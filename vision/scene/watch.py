"""Watching the table: is something moving, does it lie still, are hands over it.

Frames are compared as `vision.scene.difference` does: changes of the light are no movement.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, mask_of
from vision.quads import Corners
from vision.scene.difference import COMPARED_WIDTH, Grey, differing, small_grey
from vision.scene.flicker import Flicker
from vision.scene.viewpoint import Homography, in_pixels

_LAG = 0.2  # seconds between frames that are compared, so that slow hands at thirty frames a second are seen
_SETTLE = 0.3  # seconds without movement after which the table lies still
_PATIENCE = 3.0  # seconds without the slightest movement after which a covered table is looked at
COVER_ABSORBED_AFTER = 60.0
"""Seconds after which what covers the table is hardly a hand: the camera was moved, or the light, or a bag lies
there."""

_MOVED = 12  # changed pixels that belong together: half a tile
_COVER = 0.02  # of the play area: a hand and wrist; five tiles are as large, but they do not reach in from outside
_REACH = 0.004  # of the play area: what is so large and reaches in may be a small hand, or tiles at the border
_FORGETS = 20.0  # seconds after which what reaches in is no hand that waits to be taken away
_ROUNDING = 1e-3  # of a weighted mean of ones
_TURNED = 1  # pixel, at which a picture that was turned is off at its edges
_AROUND = np.ones((3, 3), np.uint8)  # a pixel and those that touch it
_ABOUT_TILES = 2  # pixels about a tile that its side and its shadow take
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
    `COVER_ABSORBED_AFTER` seconds."""
    since: float | None = None
    """Since when something that reaches in has lain still, in seconds of the frames; None where nothing does."""
    reached_since: float | None = None
    """Since when something smaller that reaches in has lain still, in seconds of the frames: a small hand, or tiles at
    the picture's border."""

    @property
    def latest(self) -> float | None:
        """Since when the last of it has lain still; None where nothing reaches in."""
        return max((when for when in (self.since, self.reached_since) if when is not None), default=None)


class _Background(NamedTuple):
    """What the table looks like where nothing reaches in."""

    grey: Grey
    shown: NDArray[np.float32]
    """1 where `grey` tells, else 0."""
    slack: int = 0
    """Pixels by which edges may lie elsewhere."""

    @classmethod
    def of(cls, grey: Grey) -> Self:
        """A picture that shows all of the table."""
        return cls(grey, np.ones_like(grey))

    def with_part(self, grey: Grey, part: NDArray[np.uint8]) -> _Background:
        """The same with what another picture shows where `part` is 1."""
        return self._replace(grey=np.where(part > 0, grey, self.grey), shown=np.maximum(self.shown, part))

    def turned(self, homography: Homography) -> _Background:
        """The same as the camera shows it after a move; the homography leads there, in fractions of the width."""
        height, width = self.grey.shape
        matrix = in_pixels(homography, COMPARED_WIDTH)
        both = cv2.warpPerspective(np.dstack([self.grey, self.shown]), matrix, (width, height))
        shown = np.floor(both[..., 1] + _ROUNDING).astype(np.float32)
        return _Background(both[..., 0].astype(np.float32), shown, _TURNED)


@dataclass(frozen=True, eq=False)
class _PlayArea:
    """The play area in small frames."""

    whole: NDArray[np.uint8]
    """1 in the play area."""
    counted: NDArray[np.uint8]
    """1 in what counts of it: not what flickers."""
    outside: NDArray[np.bool_]
    """Where what reaches in comes from."""

    @classmethod
    def of(cls, shape: tuple[int, ...], area: NDArray[np.float32] | None, scale: float, flicker: Flicker) -> Self:
        """Marks the play area, in pixels of photos, in small frames of that shape, which are `scale` times as large."""
        whole = np.ones(shape, np.uint8)
        if area is not None:
            whole[:] = 0
            cv2.fillPoly(whole, [np.round(area * scale).astype(np.int32)], (1,))
        grown = cv2.dilate(whole, _AROUND, iterations=_OUTSIDE)
        grown[[0, -1]] = grown[:, [0, -1]] = 0  # the border of the frame is outside in any case
        counted = whole.copy()
        for box in flicker.boxes if flicker.shape == shape else ():
            box.of(counted)[:] = 0
        return cls(whole, counted, grown == 0)

    def has_moved(self, old: Grey, new: Grey) -> bool:
        """Whether something in the play area has moved."""
        changed = differing(old, new) & self.counted
        if not changed.any():
            return False
        _, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _MOVED)

    def is_covered(self, clear: _Background, grey: Grey, share: float = _COVER) -> bool:
        """Whether something large that was not there reaches in from outside the play area (`reaching`)."""
        return bool(self.reaching(clear, grey, share).any())

    def reaching(self, clear: _Background, grey: Grey, share: float) -> NDArray[np.uint8]:
        """Where something that takes that `share` of the area and was not there reaches in, or in from what flickers: 1."""
        shown = np.where(self.whole > self.counted, 0, clear.shown).astype(np.float32)
        changed = np.where(shown > 0, differing(clear.grey, grey, slack=clear.slack), 0).astype(np.uint8)
        if not changed.any():
            return changed
        closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _CLOSE_BY)
        _, labels = cv2.connectedComponents(closed, connectivity=8)
        inside = np.bincount(labels[self.counted > 0], minlength=labels.max() + 1)
        near = cv2.erode(shown, _AROUND, iterations=1 + clear.slack) == 0  # so near to what nobody saw nothing differs
        reaching = np.unique(labels[(self.outside | near) & (labels > 0)])
        large = reaching[inside[reaching] >= share * np.count_nonzero(self.counted)]
        return np.isin(labels, large).astype(np.uint8)


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
        self._assumed: Frame | None = None  # from before the first frame
        self._ground: _PlayArea | None = None
        self._background: _Background | None = None
        self._reset_cover()
        self.moved_at: float | None = None
        """Since when nothing has moved, in seconds of the frames; None before the first."""
        self.stillness = Stillness.MOVING
        """What the last frame showed."""
        self.is_settling = False
        """Whether nothing moves any more and nothing reaches in, but not for long enough to count as still."""
        self.rest = 0
        """Counts the rests: frames of one show the same table."""

    def _reset_cover(self) -> None:
        """Assumes that nothing covers the table."""
        self._accepted: _Background | None = None  # the last picture that counted as still although something covers it
        self._beneath: _Background | None = None  # what the table looked like beneath what counts as a part of it
        self._unreached: _Background | None = None  # what the table looked like when nothing at all reached in
        self.cover = Cover()
        """What the last frame showed over the table."""

    def assume(self, frame: Frame) -> None:
        """Assumes, until a frame shows the table, that it looks as in `frame`, which was taken before the first one."""
        self._assumed = frame

    def start_anew(self) -> None:
        """Forgets the last frames, but not what the table looked like: the picture was interrupted."""
        self._past.clear()
        self.moved_at = None
        self.stillness, self.is_settling = Stillness.MOVING, False

    def uncover(self) -> None:
        """Assumes, on a person's word, that nothing reaches into the last picture: what lies there is the table."""
        if self._past:
            self._reset_cover()
            self._background = _Background.of(self._past[-1][1])

    def explain(self, frame: Frame, tiles: Iterable[Corners]) -> None:
        """Takes note that these are tiles, outlined in the pixels of a picture since which nothing has moved: nothing of them reaches in."""
        grey = small_grey(frame.thumbnail, frame.size[::-1])
        if self._ground is None or self._ground.whole.shape != grey.shape or frame.seconds < (self.moved_at or 0.0):
            return
        part = mask_of(grey.shape, tiles, frame.size[0], grown=_ABOUT_TILES)
        self._background, self._unreached = (
            None if clear is None else clear.with_part(grey, part) for clear in (self._background, self._unreached)
        )

    def turn(self, homography: Homography, area: NDArray[np.float32] | None) -> Stillness:
        """Takes note that the camera was moved before the last frame, and returns what the table does if so.

        Args:
            homography: from the picture before the move to that after it, in fractions of the width.
            area: the play area in pixels of the frames after the move.
        """
        self._area = area
        if self._ground is None or not self._past:
            return self.stillness
        seconds, grey = self._past[-1]
        if self._background is not None and self._background.grey is not grey:
            self._background = self._background.turned(homography)
        self._reset_cover()
        ground = self._lay_out(grey.shape)
        self._enter(ground, grey, seconds, seconds - (self.moved_at or seconds))
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
        if self._background is None or self._background.grey.shape != grey.shape:
            return True
        ground = _PlayArea.of(grey.shape, area, self._scale, self.flicker)
        return ground.is_covered(self._background.turned(homography), grey)

    def update(self, frame: Frame) -> Stillness:
        """Takes the next frame and returns what the table does."""
        grey, seconds = small_grey(frame.thumbnail, frame.size[::-1]), frame.seconds
        ground = self._ground
        if ground is None or ground.whole.shape != grey.shape:
            ground = self._begin(grey.shape, frame.size[0], seconds)
        self._past.append((seconds, grey))
        while len(self._past) > 2 and self._past[1][0] <= seconds - _LAG:  # noqa: PLR2004 - the frame before stays
            self._past.popleft()
        if self._flickers_elsewhere(ground, grey, seconds):
            ground = self._lay_out(grey.shape)
        if self.moved_at is None or seconds < self.moved_at:
            self.moved_at = seconds
        elif ground.has_moved(self._past[0][1], grey):
            self.moved_at = max(self.moved_at, self._like_the_newest(ground))
        self._enter(ground, grey, seconds, seconds - self.moved_at)
        return self.stillness

    def _flickers_elsewhere(self, ground: _PlayArea, grey: Grey, seconds: float) -> bool:
        """Takes note of what flickers; returns whether it is something else than before."""
        changed = np.where(ground.whole > 0, differing(self._past[0][1], grey), 0).astype(np.uint8)
        clear = self._background
        return self.flicker.update(
            changed, seconds, lambda: None if clear is None else ground.reaching(clear, grey, _REACH)
        )

    def _enter(self, ground: _PlayArea, grey: Grey, seconds: float, calm: float) -> None:
        """Settles what the table does at `seconds`, `calm` seconds after the last movement."""
        clear = self._background
        self.is_settling = 0 < calm < _SETTLE and (
            clear is None or not ground.is_covered(clear._replace(slack=0), grey)  # strictly: edges may still move
        )
        if calm < _SETTLE:
            self.stillness = Stillness.MOVING
            return
        self._note_reach(ground, grey, seconds, calm)
        if self._beneath is not None and not ground.is_covered(self._beneath, grey):
            self._beneath = None  # what lay there has been taken away
            clear = self._background = _Background.of(grey)
        if clear is None or not ground.is_covered(clear, grey):
            self._take_for_uncovered(grey)
        elif not self._looks_past_cover(ground, clear, grey, seconds, calm):
            self.stillness = Stillness.COVERED
            return
        self.cover = self.cover._replace(is_overlaid=self._beneath is not None)
        if self.stillness is not Stillness.STILL:
            self.rest += 1
        self.stillness = Stillness.STILL

    def _looks_past_cover(self, ground: _PlayArea, clear: _Background, grey: Grey, seconds: float, calm: float) -> bool:
        """Whether the table counts as still although something covers it: for long, or as when it last did.

        What has lain there for `COVER_ABSORBED_AFTER` seconds counts as a part of the table.
        """
        since = seconds - calm if self.cover.since is None else self.cover.since
        is_foreign = seconds - since < COVER_ABSORBED_AFTER
        is_known = self._accepted is not None and not ground.is_covered(self._accepted, grey)
        if calm < _PATIENCE and not is_known:
            self.cover = self.cover._replace(since=since)
            return False
        self.cover = self.cover._replace(since=since, is_foreign=is_foreign)
        self._accepted = _Background.of(grey)
        if not is_foreign:
            self._beneath = self._beneath or _Background.of(clear.grey)
            self._take_for_uncovered(grey)
        return True

    def _note_reach(self, ground: _PlayArea, grey: Grey, seconds: float, calm: float) -> None:
        """Takes note of whether something reaches in, in a picture in which nothing has moved for `calm` seconds."""
        if self._unreached is not None and ground.is_covered(self._unreached, grey, _REACH):
            since = seconds - calm if self.cover.reached_since is None else self.cover.reached_since
            self.cover = self.cover._replace(reached_since=since)
            if seconds - since <= _FORGETS:
                return
        self._unreached, self.cover = _Background.of(grey), self.cover._replace(reached_since=None)

    def _take_for_uncovered(self, grey: Grey) -> None:
        """Takes a picture for one of the table over which nothing lies."""
        self._background = _Background.of(grey)
        self._accepted, self.cover = None, self.cover._replace(since=None, is_foreign=False)

    def _begin(self, shape: tuple[int, ...], width: int, seconds: float) -> _PlayArea:
        """Starts afresh with frames of another size."""
        self._scale = shape[1] / width
        self._past.clear()
        assumed, self._assumed, self._background = self._assumed, None, None
        if assumed is not None and (grey := small_grey(assumed.thumbnail, assumed.size[::-1])).shape == shape:
            self._background = _Background.of(grey)
        self._reset_cover()
        self._unreached = self._background
        self.moved_at = seconds
        return self._lay_out(shape)

    def _lay_out(self, shape: tuple[int, ...]) -> _PlayArea:
        """Marks the play area anew."""
        self._ground = _PlayArea.of(shape, self._area, self._scale, self.flicker)
        return self._ground

    def _like_the_newest(self, ground: _PlayArea) -> float:
        """Since when the frames show what the newest one shows."""
        *before, (since, newest) = self._past
        for seconds, grey in reversed(before):
            if ground.has_moved(grey, newest):
                break
            since = seconds
        return since
