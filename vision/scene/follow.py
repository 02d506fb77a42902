"""Reads one camera's photos one after the other, and looks for tiles only where something has changed or was in doubt.

Where nothing has changed, nothing was in doubt and each face looks as it did, the last reading holds. Otherwise all is judged together
anew, but the networks are asked only about what has changed, was in doubt, or looks otherwise; for the rest, what they said holds
(`vision.reading.inference.Memory`). Since a search of a part may miss what one of the whole finds, the whole photo is searched, and all of it read, once the
picture is at rest again, and every now and then. Where either misses a tile that was sure and lies untouched, its place is looked at all the
same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.camera.focus import fine_detail
from vision.frame import thumbnail
from vision.image import Photo
from vision.quads import Corners, Outlines
from vision.reading.boxes import ChoosingReader
from vision.reading.inference import Memories
from vision.reading.locate import Proposals, Window, longest_sides, surest
from vision.reading.reader import Reader, Search, is_poor, shows_few
from vision.reading.rectify import rectified
from vision.reading.row_proposals import UNFOUND_OBJECTNESS
from vision.reading.table_reading import TableReading
from vision.regions import Area, same_area
from vision.scene.difference import Coloured, differing, small_coloured

WHOLE_EVERY = 12
"""The whole photo is searched again this many photos after the last time."""
_MOST_CHANGED = 0.4  # share of a photo; where more has changed, the whole is searched
_USUAL_LENGTH = 0.06  # of a tile, as a share of the photo's width, while none has been read
_SHADOW_REACH = 0.5  # tile lengths by which changes reach farther: shadows, and a tile's side
_CONTEXT = 1.0  # tile lengths around what has changed that are searched with it
_FAINT = 6.0  # grey levels of small pictures in any channel: by less, no print has come, not even a pale one
_SHARPER = 2.0  # ratio of fine detail from which tiles may have been too blurred to be found before
Cells = NDArray[np.float32]
"""Faces averaged into few cells each, shape (n, `_DOWN`, `_ACROSS`, 3), grey levels."""

_ACROSS, _DOWN = 12, 16  # cells of a face: a stroke is one to two wide, and a camera's grain averages out in them
_MOST_OTHER = 0.2  # share of a face's contrast by which a cell may differ: two numbers differ by more
_FACE_GRAIN = 6.0  # grey levels by which it may in any case


class _Small(NamedTuple):
    """A photo made small, as photos are compared."""

    coloured: Coloured
    detail: NDArray[np.float32]
    """How much fine detail there is where, squared grey levels."""

    @classmethod
    def of(cls, photo: Photo) -> _Small:
        """A photo made small."""
        thumb = thumbnail(photo)
        coloured = small_coloured(thumb, photo.shape)
        return cls(coloured, fine_detail(thumb, (coloured.shape[1], coloured.shape[0])))

    def is_sharper_than(self, other: _Small, where: NDArray[np.bool_]) -> bool:
        """Whether it has much more detail than another of the same size, taken together where `where` says."""
        return bool(self.detail[where].sum() > _SHARPER * other.detail[where].sum())


class _Asked(NamedTuple):
    """A photo that is to be read, as `vision.reading.reader.Reader.read` is asked."""

    photo: Photo
    area: Area | None
    copies: int
    small: _Small


@dataclass(frozen=True, eq=False)
class _Previous:
    """What is known from the photos before."""

    shape: tuple[int, ...]
    area: Area | None
    small: _Small
    """The last photo that was read."""
    search: Search
    """What was found and read in it."""
    faces: Cells
    """All faces of that reading, as that photo shows them."""
    copies: int
    """How many tiles of each kind there were then."""
    bright: bool
    """Whether bright tiles have been read from the camera's photos, so that dark ones are looked for in whole photos only."""
    age: int
    """How many photos ago the whole photo was last searched."""
    moved: bool
    """Whether it differed from the photo before, so that only parts of it were searched."""

    @property
    def length(self) -> float:
        """Length of a tile in the last photo, in pixels."""
        lengths = longest_sides(self.search.reading.outlines)
        return float(np.median(lengths)) if len(lengths) else _USUAL_LENGTH * self.search.reading.width

    def unsettled(self, photo: Photo) -> list[Corners]:
        """The outlines of the tiles that were doubtful, and of the faces that look otherwise in the next photo."""
        outlines, doubtful = self.search.reading.outlines, self.search.reading.doubtful
        alike = look_alike(self.faces, cells_of(photo, outlines))
        return [outline for k, outline in enumerate(outlines) if k in doubtful or not alike[k]]

    def is_of(self, asked: _Asked) -> bool:
        """Whether it is known of photos of this one's size, within the same area."""
        return self.shape == asked.photo.shape and same_area(self.area, asked.area)


class _Changes(NamedTuple):
    """Where a photo differs from the one before, in pixels of the small picture, 1 where it does, else 0."""

    mask: NDArray[np.uint8]
    """What is searched: where it differs plainly, and what is to be seen anew there."""
    faint: NDArray[np.uint8]
    """What is read anew: also where it differs so little that no tile can have come."""
    scale: float
    """Pixels of the small picture to one of the photo."""
    moved: bool
    """Whether it differs plainly at all; if not, the mask holds only what was in doubt, or looks otherwise."""

    def have(self, outlines: Outlines) -> NDArray[np.bool_]:
        """Whether the middle of each outline has changed plainly, shape (n,)."""
        return np.array([self._is_in(self.mask, quads.centre(outline)) for outline in outlines], np.bool_)

    def spare(self, point: NDArray[np.float32]) -> bool:
        """Whether what was read at a point, shape (2,), pixels of the photo, still holds."""
        return not self._is_in(self.faint, point)

    def _is_in(self, mask: NDArray[np.uint8], point: NDArray[np.float32]) -> bool:
        """Whether a mask has a point of the photo."""
        x, y = (point * self.scale).astype(int).tolist()
        height, width = mask.shape
        return bool(mask[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])


class Follower:
    """Reads the photos of one camera. Not thread-safe."""

    def __init__(self, reader: Reader | ChoosingReader) -> None:
        """`reader` does the reading."""
        self._memories = Memories()
        self._reader: Reader | ChoosingReader = reader.remembering(self._memories)
        self._previous: _Previous | None = None

    def read(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """Everything that lies on the table, as `vision.reading.reader.Reader.read` gives it."""
        began = time.perf_counter()
        asked = _Asked(photo, area, copies, _Small.of(photo))
        reading = self._read_changes(asked) or self._read_whole(asked)
        return replace(reading, elapsed_ms=(time.perf_counter() - began) * 1000)

    def _read_changes(self, asked: _Asked) -> TableReading | None:
        """Everything that lies on the table, searched for only where the photo differs from the last one; None where it must be as a whole."""
        previous, changes = self._previous, self._changes(asked)
        if previous is None or changes is None:
            return None
        if previous.copies == asked.copies and not changes.faint.any():
            self._previous = replace(previous, age=previous.age + 1)
            return previous.search.reading
        self._memories.next_photo(changes.spare)
        before = previous.search.reading
        shown = previous.search.shown(asked.photo)
        found = self._found_again(previous, changes, shown)
        reading = self._reader.read_at(shown, found, asked.area, asked.copies)
        if shows_few(reading) and not previous.bright and changes.mask.any():  # tiles may have come
            return None
        oddity = before.oddity if is_poor(reading) else None
        search = Search(replace(reading, oddity=oddity), found, previous.search.is_dark)
        return self._know(asked, search, age=previous.age + 1, moved=changes.moved)

    def _changes(self, asked: _Asked) -> _Changes | None:
        """Where the photo differs from the last one; None where it is to be searched as a whole."""
        previous, small = self._previous, asked.small
        if previous is None or not previous.is_of(asked) or previous.age + 1 >= WHOLE_EVERY:
            return None
        scale = small.coloured.shape[1] / asked.photo.shape[1]
        plain = differing(previous.small.coloured, small.coloured)
        moved = bool(plain.any())
        if previous.moved and not moved:
            return None
        faint = differing(previous.small.coloured, small.coloured, least=_FAINT)
        for corners in previous.unsettled(asked.photo):
            for different in (plain, faint):
                cv2.fillConvexPoly(different, np.round(corners * scale).astype(np.int32), (1,))
        reach = max(1, round(_SHADOW_REACH * previous.length * scale))
        around = np.ones((2 * reach + 1,) * 2, np.uint8)
        mask = cv2.dilate(plain, around).astype(np.uint8)
        if float(mask.mean()) > _MOST_CHANGED or small.is_sharper_than(previous.small, mask == 0):
            return None
        return _Changes(mask, cv2.dilate(faint, around).astype(np.uint8), scale, moved)

    def _found_again(self, previous: _Previous, changes: _Changes, photo: Photo) -> Proposals:
        """Where tiles may lie: the known places that have not changed, and what is found where something has."""
        before = previous.search.found
        found = [before[~changes.have(before.outlines)]]
        for part in _parts(changes, previous.length * _CONTEXT, photo.shape):
            places = self._reader.locator.find(photo, part)
            found.append(places[changes.have(places.outlines)])
        return surest(Proposals.together(found))

    def _read_whole(self, asked: _Asked) -> TableReading:
        """Everything that lies on the table, searched for in the whole photo."""
        self._memories.forget()
        return self._know(asked, self._reader.search(*asked[:3]), age=0, moved=False)

    def _with_vanished(self, asked: _Asked, search: Search) -> Search:
        """The search, read again with the places of tiles that were sure before, lie there untouched, and were not found.

        Over a cloth that looks the same elsewhere they may look untouched and yet have moved with it: a reading without more sure tiles is dropped.
        """
        previous, small = self._previous, asked.small.coloured
        if previous is None or not previous.is_of(asked) or previous.search.is_dark != search.is_dark:
            return search
        sure = [tile.corners for tile in previous.search.reading.sure]
        seen = {k for k, _ in quads.nearest_pairs(sure, search.reading.outlines)}
        unseen = Proposals.at([corners for k, corners in enumerate(sure) if k not in seen])
        if not len(unseen):
            return search
        different = differing(previous.small.coloured, small)
        changes = _Changes(different, different, small.shape[1] / asked.photo.shape[1], moved=False)
        vanished = unseen[~changes.have(unseen.outlines)]
        if not len(vanished):
            return search
        found = vanished + search.found
        reading = self._reader.read_at(search.shown(asked.photo), found, asked.area, asked.copies)
        if len(reading.sure) <= len(search.reading.sure):
            return search
        return search._replace(reading=replace(reading, oddity=search.reading.oddity), found=found)

    def _know(self, asked: _Asked, search: Search, *, age: int, moved: bool) -> TableReading:
        """The reading, with what has vanished, which is kept with all else that is known of the newest photo."""
        search = self._with_vanished(asked, search)
        reading, outlines = search.reading, search.reading.outlines
        bright = (self._previous is not None and self._previous.bright) or not (search.is_dark or shows_few(reading))
        kept = search._replace(found=_with_all(search.found, outlines))
        photo, area, copies, small = asked
        faces = cells_of(photo, outlines)
        self._previous = _Previous(photo.shape, area, small, kept, faces, copies, bright, age, moved)
        return reading


def cells_of(photo: Photo, outlines: Sequence[Corners]) -> Cells:
    """The faces within these outlines, in pixels of the photo."""
    return rectified(photo, outlines, _ACROSS, _DOWN).astype(np.float32)


def look_alike(before: Cells, now: Cells) -> NDArray[np.bool_]:
    """Whether each of the faces looks as it did in another photo, in whatever light, shape (n,)."""
    if not len(before):
        return np.zeros(0, np.bool_)
    difference = now - before
    difference -= np.median(difference, axis=(1, 2), keepdims=True)
    contrast = np.ptp(before, axis=(1, 2)).max(axis=1)
    bound = np.maximum(_MOST_OTHER * contrast, _FACE_GRAIN)
    return np.asarray(np.abs(difference).max(axis=(1, 2, 3)) <= bound)


def _with_all(found: Proposals, lying: Sequence[Corners]) -> Proposals:
    """The places, and those of tiles that were read elsewhere: what was no tile in one photo may be one in the next."""
    known = {tile for _, tile in quads.nearest_pairs(found.outlines, lying)}
    others = [corners for i, corners in enumerate(lying) if i not in known]
    return found + Proposals.at(others, UNFOUND_OBJECTNESS)


def _parts(changes: _Changes, context: float, shape: tuple[int, ...]) -> Iterator[Window]:
    """The windows around what has changed, each with `context` pixels of the photo around it; `shape` is the photo's."""
    joined = max(1, round(context * changes.scale))
    near = cv2.dilate(changes.mask, np.ones((2 * joined + 1,) * 2, np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    for left, top, width, height in (stats[1:, : cv2.CC_STAT_AREA] / changes.scale).tolist():
        yield (
            max(0, round(left)),
            max(0, round(top)),
            min(shape[1], round(left + width) + 1),
            min(shape[0], round(top + height) + 1),
        )
