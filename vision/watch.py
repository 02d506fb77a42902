"""Watching the table: is something moving, does it lie still, are hands over it; and several still frames fused into one.

Frames are compared small and grey. Before they are compared one is scaled to the other's brightness, so that a camera
adjusting its exposure, or a cloud before the sun, is no movement.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.frame import Frame
from vision.quads import Corners
from vision.reading import SURE, TableReading, TileReading, doubt_surplus

Grey = NDArray[np.float32]

Partition = tuple[tuple[int, ...], ...]
"""Sets, as numbers of places."""

WIDTH = 240
"""Frames are compared at this width in pixels: a tile is about ten pixels wide, the sensor's noise averages out."""

LAG = 0.2
"""A frame is compared with one at least this many seconds older, so that slow hands at thirty frames a second are seen."""

SETTLE = 0.3
"""The table lies still once nothing has moved for this many seconds."""

PATIENCE = 8.0
"""Under what covers the table without the slightest movement for this many seconds it is looked at all the same."""

BELONGS = 60.0
"""What has covered it for this many seconds is no hand at all: the camera was moved, or the light."""

_LEAST_CHANGE = 12.0  # grey levels; the compression of a video makes changes below
_WHITE = 250.0  # grey levels; brighter than this, a camera shows no difference
_MOVED = 12  # changed pixels that belong together: half a tile
_COVER = 0.02  # of the play area: a hand and wrist; five tiles are as large, but they do not reach in from outside
_OUTSIDE = 6  # pixels beyond the play area, more than half a tile: what reaches so far comes from outside


class Stillness(StrEnum):
    """What the table does at the moment."""

    MOVING = "moving"
    STILL = "still"
    COVERED = "covered"


class Watch:
    """Tells from frame to frame whether the play area can be read.

    A hand that rests over the table does not move, but it reaches in from outside the play area and was not there when the
    table was last clear: then the table is covered.
    """

    def __init__(self, area: NDArray[np.float32] | None = None) -> None:
        """`area` is the play area, shape (corners, 2), x and y in pixels of the frames; None for the whole frame."""
        self._area = area
        self._past: deque[tuple[float, Grey]] = deque()
        self._clear: Grey | None = None
        self._stays: Grey | None = None
        self._covered_at: float | None = None
        self.is_foreign = False
        """Whether the table lies still under something that reaches in from outside, and may be a hand that rests."""
        self.moved_at: float | None = None
        """When something moved last, in seconds of the frames; None before the first."""
        self._mask: NDArray[np.uint8] | None = None
        self._outside: NDArray[np.bool_] | None = None
        self.stillness = Stillness.MOVING
        """What the last frame showed."""
        self.period = 0
        """Counts the still periods: frames of one period show the same table."""

    def start_anew(self) -> None:
        """Forgets the last frames, but not what the table looked like: the picture was interrupted."""
        self._past.clear()
        self.moved_at = None
        self.stillness = Stillness.MOVING

    def look(self, frame: Frame) -> Stillness:
        """Takes the next frame and tells what the table does."""
        grey, seconds = self._small(frame), frame.seconds
        if self._mask is None or self._mask.shape != grey.shape:
            self._begin(grey.shape, frame.photo.shape[1], seconds)
        self._past.append((seconds, grey))
        while len(self._past) > 2 and self._past[1][0] <= seconds - LAG:  # noqa: PLR2004 - the frame before stays
            self._past.popleft()
        moved = len(self._past) > 1 and self._moved(self._past[0][1], grey)
        if moved or self.moved_at is None or seconds < self.moved_at:
            self.moved_at = seconds
        self._enter(grey, seconds, seconds - self.moved_at)
        return self.stillness

    def _enter(self, grey: Grey, seconds: float, calm: float) -> None:
        """Settles what the table does at `seconds`, `calm` seconds after the last movement."""
        if calm < SETTLE:
            self.stillness = Stillness.MOVING
            return
        covered = self._clear is not None and self._is_covered(self._clear, grey)
        if covered:
            self._covered_at = seconds - calm if self._covered_at is None else self._covered_at
            known = self._stays is not None and not self._is_covered(self._stays, grey)
            if calm < PATIENCE and not known:
                self.stillness = Stillness.COVERED
                return
            self.is_foreign = seconds - self._covered_at < BELONGS
            self._stays = grey
        if not covered or not self.is_foreign:
            self._clear, self._stays, self._covered_at, self.is_foreign = grey, None, None, False
        if self.stillness is not Stillness.STILL:
            self.period += 1
        self.stillness = Stillness.STILL

    def _begin(self, shape: tuple[int, ...], width: int, seconds: float) -> None:
        """Starts afresh with frames of another size."""
        self._mask = np.full(shape, 255, np.uint8)
        if self._area is not None:
            self._mask[:] = 0
            corners = np.round(self._area * (shape[1] / width)).astype(np.int32)
            cv2.fillPoly(self._mask, [corners], (255,))
        grown = cv2.dilate(self._mask, np.ones((3, 3), np.uint8), iterations=_OUTSIDE)
        grown[[0, -1]] = grown[:, [0, -1]] = 0  # the border of the frame is outside in any case
        self._outside = grown == 0
        self._past.clear()
        self._clear = self._stays = self._covered_at = None
        self.is_foreign = False
        self.moved_at = seconds

    @staticmethod
    def _small(frame: Frame) -> Grey:
        """The photo grey and small, float values from 0 to 255."""
        height = max(1, round(frame.photo.shape[0] * WIDTH / frame.photo.shape[1]))
        small = cv2.resize(frame.thumbnail, (WIDTH, height), interpolation=cv2.INTER_AREA)
        return cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)

    @staticmethod
    def _changed(old: Grey, new: Grey) -> NDArray[np.uint8]:
        """Where `new` differs from `old`, 0 or 1, brightness and noise allowed for."""
        gain = float(np.median((new + 1) / (old + 1)))
        difference = np.abs(new - old * gain)
        noise = float(np.median(difference)) / 0.6745  # the median of |x| of a normal distribution
        burnt_out = (new >= _WHITE) & (old >= _WHITE)
        return ((difference > max(_LEAST_CHANGE, 5 * noise)) & ~burnt_out).astype(np.uint8)

    def _moved(self, old: Grey, new: Grey) -> bool:
        """Whether something in the play area has moved."""
        changed = self._changed(old, new) & (self._mask if self._mask is not None else 0)
        _, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        return bool(stats[1:, cv2.CC_STAT_AREA].max(initial=0) >= _MOVED)

    def _is_covered(self, clear: Grey, grey: Grey) -> bool:
        """Whether something large that was not there reaches in from outside the play area."""
        if self._mask is None or self._outside is None:
            return False
        changed = cv2.morphologyEx(self._changed(clear, grey), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels = cv2.connectedComponents(changed, connectivity=8)
        inside = np.bincount(labels[self._mask > 0], minlength=labels.max() + 1)
        reaching = np.unique(labels[self._outside & (labels > 0)])
        return bool((inside[reaching] >= _COVER * np.count_nonzero(self._mask)).any())


def fuse(readings: Sequence[TableReading], copies: int = COPIES) -> TableReading:
    """One reading from several of the same still table.

    Tiles are matched by place, half a tile's width apart at most. Their probabilities are averaged, not multiplied: frames
    of a still table share their glare and their blur, so they are no independent witnesses. A frame that does not show a
    tile counts as its being no tile. A tile that fewer than half of the frames show is dropped; one that some do not show,
    that two frames name differently, or that is not `SURE` on average, is doubtful. Tiles are neighbours where most of the frames that
    show both have them so; the tiles face down are those of a frame that shows neither many nor few.

    Args:
        readings: in the order in which they were taken.
        copies: how many tiles of each kind there are; more of them are doubtful.

    Raises:
        ValueError: `readings` is empty.
    """
    if not readings:
        raise ValueError("no readings to fuse")
    if len(readings) == 1:
        return readings[0]
    last = readings[-1]
    places: list[TileReading] = []
    seen: list[list[TileReading]] = []
    numbered = [_number(reading, places, seen) for reading in readings]
    kept = [i for i, tiles in enumerate(seen) if 2 * len(tiles) >= len(readings)]
    partitions = [_partition(reading, numbers, kept) for reading, numbers in zip(readings, numbered, strict=True)]
    sets = _chained(kept, _links(partitions), partitions)
    order = [i for members in sets for i in members]
    position = {i: at for at, i in enumerate(order)}
    return TableReading(
        tiles=doubt_surplus((merge(seen[i], len(readings)) for i in order), copies),
        sets=tuple(tuple(position[i] for i in members) for members in sets),
        width=last.width,
        height=last.height,
        face_down=_face_down(readings, [seen[i][-1] for i in order]),
        elapsed_ms=sum(reading.elapsed_ms for reading in readings),
    )


def _number(reading: TableReading, places: list[TileReading], seen: list[list[TileReading]]) -> dict[int, int]:
    """Gives each tile of `reading` the number of its place, adding new places; nearest pairs first."""
    numbers = dict(quads.nearest_pairs([tile.corners for tile in reading.tiles], [tile.corners for tile in places]))
    for i, place in numbers.items():
        seen[place].append(reading.tiles[i])
    for i, tile in enumerate(reading.tiles):
        if i not in numbers:
            numbers[i] = len(places)
            places.append(tile)
            seen.append([tile])
    return numbers


def _partition(reading: TableReading, numbers: dict[int, int], kept: Sequence[int]) -> Partition:
    """The sets of `reading` in numbers of places, only those `kept`."""
    wanted = set(kept)
    sets = (tuple(numbers[i] for i in members if numbers[i] in wanted) for members in reading.sets)
    return tuple(members for members in sets if members)


def _links(partitions: Sequence[Partition]) -> list[tuple[int, int]]:
    """Neighbours in reading order that most of the frames that show both have side by side, those of most frames first."""
    shown = [{i for members in partition for i in members} for partition in partitions]
    pairs = [{pair for members in partition for pair in itertools.pairwise(members)} for partition in partitions]
    votes: dict[tuple[int, int], list[bool]] = {
        (a, b): [(a, b) in frame for frame, there in zip(pairs, shown, strict=True) if a in there and b in there]
        for a, b in sorted(set().union(*pairs))
    }
    kept = [pair for pair, said in votes.items() if 2 * sum(said) > len(said)]
    return sorted(kept, key=lambda pair: -sum(votes[pair]))


def _chained(
    kept: Sequence[int], links: Sequence[tuple[int, int]], partitions: Sequence[Partition]
) -> list[tuple[int, ...]]:
    """The sets that the links make of the places `kept`, in the order of the frame that shows most of them."""
    after: dict[int, int] = {}
    before: dict[int, int] = {}
    for a, b in links:
        end = b
        while end in after:
            end = after[end]
        if a not in after and b not in before and end != a:
            after[a], before[b] = b, a
    fullest = max(reversed(partitions), key=lambda partition: sum(map(len, partition)))
    order = {i: at for at, i in enumerate(i for members in fullest for i in members)}
    sets = []
    for start in sorted((i for i in kept if i not in before), key=lambda i: order.get(i, len(order) + i)):
        members = [start]
        while members[-1] in after:
            members.append(after[members[-1]])
        sets.append(tuple(members))
    return sets


def _face_down(readings: Sequence[TableReading], tiles: Sequence[TileReading]) -> tuple[Corners, ...]:
    """The tiles face down of the frame with the median number of them, without what is one of `tiles`."""
    backs = sorted((reading.face_down for reading in readings), key=len)[len(readings) // 2]
    return tuple(
        back
        for back in backs
        if not any(
            np.linalg.norm(quads.centre(back) - quads.centre(tile.corners)) <= quads.shortest_side(tile.corners) / 2
            for tile in tiles
        )
    )


def merge(tiles: Sequence[TileReading], frames: int) -> TileReading:
    """One tile from its readings in some of `frames` frames, as `fuse` says; its outline is that of the last."""
    probabilities = np.sum([tile.probabilities for tile in tiles], axis=0) / frames
    names = {tile.tile for tile in tiles}
    doubt = len(tiles) < frames or len(names) > 1 or 2 * sum(tile.doubt for tile in tiles) >= len(tiles)
    doubt |= float(probabilities.max()) < SURE
    return TileReading(tiles[-1].corners, probabilities.astype(np.float32), doubt)
