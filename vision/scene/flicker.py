"""What flickers in a camera's picture: a clock that is written into it, a screen in its corner, a lamp that blinks.

It changes all the time in one small place, and while it does nothing would ever lie still. So it is left out, but only once nothing else
explains it: hands come and go, rest, and reach in from outside; what they hold lies among tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.regions import where

Mask = NDArray[np.uint8]

_PAUSE = 2.5  # seconds without a change after which a place does not change all the time
ALWAYS = 25.0
"""Seconds after which what has changed since the first pictures flickers; hands that rest fidget for less."""

LONG = 120.0
"""Seconds in place of `ALWAYS` for what came to where the table had been seen without it, from outside: it may be a hand all the same."""

_GONE = 60.0  # seconds without a change after which a place flickers no more
_LARGEST = 0.15  # share of the picture; what is larger moves
_FIRST = 1.5  # seconds of pictures after which what begins to change has not always done so
_FEWEST = 12  # changed pixels that belong together, as in `vision.scene.watch`
_NEARBY = 8  # pixels beyond a place, and its own size, in which what changes belongs to it: another digit
_BLUR = 3  # pixels about what changes that are left out with it, for the blur of small pictures
_TOGETHER = np.ones((5, 5), np.uint8)  # pixels: changes no further apart are of one thing


class Box(NamedTuple):
    """An upright box in a small picture, the right and lower edges excluded."""

    left: int
    top: int
    right: int
    bottom: int

    def grown(self, across: int, down: int) -> Box:
        """The box with so much more on each side."""
        return Box(self.left - across, self.top - down, self.right + across, self.bottom + down)

    def around(self, other: Box) -> Box:
        """The least box around this one and another."""
        return Box(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))

    def holds(self, other: Box) -> bool:
        """Whether another box lies within this one."""
        return self.around(other) == self

    def meets(self, other: Box) -> bool:
        """Whether the boxes share any pixel."""
        return quads.overlap(self, other) > 0

    def of(self, mask: Mask) -> Mask:
        """The part of a mask within the box."""
        return mask[max(self.top, 0) : self.bottom, max(self.left, 0) : self.right]

    @property
    def area(self) -> int:
        """Its pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


@dataclass
class _Region:
    """A place in which something changes again and again."""

    box: Box
    since: float
    last: float
    is_new: bool
    """Whether it began after the first pictures."""
    reached_in: bool = False
    """Whether what changes there was once seen to reach in from outside."""
    flickers: bool = False

    @property
    def reach(self) -> Box:
        """Within what a change belongs to this place."""
        if self.flickers:
            return self.box.grown(_BLUR, _BLUR)
        size = max(self.box.right - self.box.left, self.box.bottom - self.box.top)
        return self.box.grown(_NEARBY + size, _NEARBY + size)


class Flicker:
    """Finds what flickers, from the changes between small pictures of one camera."""

    def __init__(self) -> None:
        self._regions: list[_Region] = []
        self._began = self._seconds = 0.0  # times of the first and the newest picture
        self._tiles: Mask | None = None
        self.shape: tuple[int, ...] = ()
        """The height and width of the small pictures; empty before the first."""

    @property
    def boxes(self) -> list[Box]:
        """What flickers, with what lies close about it."""
        return [place.box.grown(_BLUR, _BLUR) for place in self._regions if place.flickers]

    def outlines(self, width: int) -> list[Corners]:
        """The outlines of what flickers, in a picture `width` pixels wide."""
        corners = [
            [(left, top), (right, top), (right, bottom), (left, bottom)] for left, top, right, bottom in self.boxes
        ]
        return [np.array(each, np.float32) * (width / self.shape[1]) for each in corners]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts of the picture in which something flickers, as `vision.regions.where` has them."""
        height, width = self.shape or (1, 1)
        middles = [((one.left + one.right) / 2 / width, (one.top + one.bottom) / 2 / height) for one in self.boxes]
        return tuple(sorted({where(*middle) for middle in middles}))

    @property
    def may_begin(self) -> bool:
        """Whether something that has changed since the first pictures may turn out to flicker."""
        return any(not (place.flickers or place.is_new) for place in self._regions)

    def keep_to(self, tiles: Mask) -> None:
        """Takes note of where tiles lie, 1 there, in the shape of small pictures: nothing that comes among them flickers."""
        self._tiles = tiles

    def update(self, changed: Mask, seconds: float, reaching: Callable[[], Mask | None]) -> bool:
        """Takes the changes that came with a picture; returns whether other places than before flicker.

        Args:
            changed: 1 where it differs from the one before.
            seconds: its time.
            reaching: gives 1 where something reaches in that was not there when the table was last clear; None where that
                is not known.
        """
        if changed.shape != self.shape:
            self._regions, self.shape, self._tiles = [], changed.shape, None
            self._began = self._seconds = seconds
        before = self.boxes
        self._regions = [one for one in self._regions if seconds - one.last <= (_GONE if one.flickers else _PAUSE)]
        took, self._seconds = min(max(0.0, seconds - self._seconds), _PAUSE), seconds
        known = [self._is_of_region(box) for box in _boxes(changed)]
        if not all(known):  # something else moves: nothing is learned from this picture
            for place in self._regions:
                place.since, place.last = place.since + took, seconds
        for place in self._regions:
            self._judge(place, reaching)
        return self.boxes != before

    def _is_of_region(self, box: Box) -> bool:
        """Whether a change belongs to a place that has changed before; where none is near, it may be the first of one."""
        most = _LARGEST * self.shape[0] * self.shape[1]
        holding = [one for one in self._regions if one.reach.holds(box) and one.box.around(box).area <= most]
        for place in holding[:1]:
            place.last = self._seconds
            place.box = place.box if place.flickers else place.box.around(box)
        if holding:
            return True
        if box.area <= most and not any(one.reach.meets(box) for one in self._regions):
            is_new = self._seconds - self._began > _FIRST
            self._regions.append(_Region(box, self._seconds, self._seconds, is_new))
        return False

    def _judge(self, place: _Region, reaching: Callable[[], Mask | None]) -> None:
        """Finds out whether a place flickers."""
        if place.flickers:
            return
        if place.is_new and not place.reached_in and (reach := reaching()) is not None:
            place.reached_in = bool(place.box.of(reach).any())
        is_long = self._seconds - place.since >= (LONG if place.reached_in else ALWAYS)
        among_tiles = self._tiles is not None and bool(place.box.of(self._tiles).any())
        place.flickers = is_long and not among_tiles


def _boxes(changed: Mask) -> list[Box]:
    """The boxes about the things that have changed."""
    if not changed.any():
        return []
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _TOGETHER)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    sizes = np.bincount(labels[changed > 0], minlength=count)
    return [
        Box(left, top, left + width, top + height)
        for (left, top, width, height, _), size in zip(stats.tolist(), sizes.tolist(), strict=True)
        if size >= _FEWEST
    ]
