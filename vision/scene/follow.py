"""Reads one camera's photos one after the other, and looks for tiles only where something has changed or was in doubt.

Where nothing has changed, nothing was in doubt and each face looks as it did, the last reading holds. Otherwise all is judged together
anew, but the networks are asked only about what has changed, was in doubt, or looks otherwise; for the rest, what they said holds
(`vision.reading.memory`). Since a search of a part may miss what one of the whole finds, the whole photo is searched, and all of it read, once the
picture is at rest again, and every now and then. Where either misses a tile that was sure and lies untouched, its place is looked at all the
same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.camera.focus import fine_detail
from vision.frame import thumbnail
from vision.image import Photo
from vision.quads import Corners
from vision.reading import beside
from vision.reading.locate import Detection, Locator, Window, longest_sides, surest
from vision.reading.memory import Memories
from vision.reading.oddity import is_poor
from vision.reading.reader import Search, shows_few
from vision.reading.rectify import negative
from vision.reading.table_reading import TableReading
from vision.regions import Area, same_area
from vision.scene.difference import Coloured, differing, small_coloured
from vision.scene.unchanged import Cells, cells_of, look_alike

WHOLE_EVERY = 12
"""The whole photo is searched again this many photos after the last time."""
MOST_CHANGED = 0.4
"""Share of a photo; where more than this has changed, the whole is searched."""
USUAL_LENGTH = 0.06
"""Length of a tile, as a share of the photo's width, that is assumed while none has been read."""
GROWN = 0.5
"""Tile lengths by which what has changed is taken to reach farther: shadows, and what is seen of a tile's side."""
CONTEXT = 1.0
"""Tile lengths around what has changed that are searched together with it."""
FAINT = 6.0
"""Grey levels of small pictures in any channel: where they differ by less, no print has come, not even a pale one."""
SHARPER = 2.0
"""Ratio of fine detail, where nothing else has changed, from which tiles may have been too blurred to be found before."""


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
        return bool(self.detail[where].sum() > SHARPER * other.detail[where].sum())


@dataclass(frozen=True, eq=False)
class _Known:
    """What is known from the photos before."""

    shape: tuple[int, ...]
    area: Area | None
    small: _Small
    """The last photo that was read."""
    reading: TableReading
    """What was read in it."""
    faces: Cells
    """All faces of that reading, as that photo shows them."""
    copies: int
    """How many tiles of each kind there were then."""
    found: Sequence[Detection]
    """Where tiles may lie in it, roughly."""
    length: float
    """Length of a tile in it, in pixels."""
    dark: bool
    """Whether the tiles are dark, so that the negative is read."""
    bright: bool
    """Whether bright tiles have been read from the camera's photos, so that dark ones are looked for in whole photos only."""
    age: int
    """How many photos ago the whole photo was last searched."""
    moved: bool
    """Whether it differed from the photo before, so that only parts of it were searched."""

    @property
    def sure(self) -> list[Corners]:
        """The outlines of the tiles that were in no doubt."""
        return _sure(self.reading)

    def unsettled(self, photo: Photo) -> list[Corners]:
        """The outlines of the tiles that were doubtful, and of the faces that look otherwise in the next photo."""
        outlines = self.reading.outlines
        alike = look_alike(self.faces, cells_of(photo, outlines))
        return [outline for k, outline in enumerate(outlines) if k in self.reading.doubtful or not alike[k]]

    def is_of(self, photo: Photo, area: Area | None) -> bool:
        """Whether it is known of photos of this one's size, within the same area."""
        return self.shape == photo.shape and same_area(self.area, area)


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

    def has(self, place: Detection) -> bool:
        """Whether the middle of a place has changed plainly."""
        return self._is_in(self.mask, quads.centre(place.corners))

    def spare(self, point: NDArray[np.float32]) -> bool:
        """Whether what was read at a point, shape (2,), pixels of the photo, still holds."""
        return not self._is_in(self.faint, point)

    def _is_in(self, mask: NDArray[np.uint8], point: NDArray[np.float32]) -> bool:
        """Whether a mask has a point of the photo."""
        x, y = (point * self.scale).astype(int).tolist()
        height, width = mask.shape
        return bool(mask[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])


class Searching(Protocol):
    """What searches photos, and reads places that are known: `vision.reading.reader.Reader`, or what stands for it."""

    @property
    def locator(self) -> Locator:
        """Finds the places that `read_at` looks at."""

    def remembering(self, memories: Memories) -> Searching:
        """The same for the photos of one camera, one after the other, that keeps what it finds in `memories`."""

    def search(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> Search:
        """Everything that lies on the table, with where it was found."""

    def read_at(
        self, photo: Photo, found: Sequence[Detection], area: Area | None = None, copies: int = COPIES
    ) -> TableReading:
        """What lies at the places `found`."""


class Follower:
    """Reads the photos of one camera. Not thread-safe."""

    def __init__(self, reader: Searching) -> None:
        """`reader` does the reading."""
        self._memories = Memories()
        self._reader = reader.remembering(self._memories)
        self._known: _Known | None = None

    def read(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """Everything that lies on the table, as `vision.reading.reader.Reader.read` gives it."""
        began = time.perf_counter()
        small = _Small.of(photo)
        reading = self._read_changes(photo, area, copies, small)
        if reading is None:
            reading = self._read_whole(photo, area, copies, small)
        return replace(reading, elapsed_ms=(time.perf_counter() - began) * 1000)

    def _read_changes(self, photo: Photo, area: Area | None, copies: int, small: _Small) -> TableReading | None:
        """Everything that lies on the table, searched for only where the photo differs from the last one; None where it must be as a whole."""
        known, changes = self._known, self._changes(small, photo, area)
        if known is None or changes is None:
            return None
        if known.copies == copies and not changes.faint.any():
            self._known = replace(known, age=known.age + 1)
            return known.reading
        self._memories.next_photo(changes.spare)
        shown = negative(photo) if known.dark else photo
        found: Sequence[Detection] = self._found_again(known, changes, shown)
        reading = self._reader.read_at(shown, found, area, copies)
        if shows_few(reading) and not known.bright and changes.mask.any():  # tiles may have come
            return None
        search = Search(replace(reading, oddity=known.reading.oddity if is_poor(reading) else None), found, known.dark)
        reading, found, _ = self._with_vanished(photo, search, area, copies, small)
        known = replace(known, area=area, copies=copies, age=known.age + 1, moved=changes.moved)
        self._know(photo, found, reading, small, known)
        return reading

    def _changes(self, small: _Small, photo: Photo, area: Area | None) -> _Changes | None:
        """Where the photo differs from the last one; None where it is to be searched as a whole."""
        known = self._known
        if known is None or not known.is_of(photo, area) or known.age + 1 >= WHOLE_EVERY:
            return None
        scale = small.coloured.shape[1] / photo.shape[1]
        plain = differing(known.small.coloured, small.coloured)
        moved = bool(plain.any())
        if known.moved and not moved:
            return None
        faint = differing(known.small.coloured, small.coloured, least=FAINT)
        for corners in known.unsettled(photo):
            for different in (plain, faint):
                cv2.fillConvexPoly(different, np.round(corners * scale).astype(np.int32), (1,))
        reach = max(1, round(GROWN * known.length * scale))
        around = np.ones((2 * reach + 1,) * 2, np.uint8)
        mask = cv2.dilate(plain, around).astype(np.uint8)
        if float(mask.mean()) > MOST_CHANGED or small.is_sharper_than(known.small, mask == 0):
            return None
        return _Changes(mask, cv2.dilate(faint, around).astype(np.uint8), scale, moved)

    def _found_again(self, known: _Known, changes: _Changes, photo: Photo) -> list[Detection]:
        """Where tiles may lie: the known places that have not changed, and what is found where something has."""
        found = [place for place in known.found if not changes.has(place)]
        for part in _parts(changes, known.length * CONTEXT, photo.shape):
            found += [place for place in self._reader.locator.find(photo, part) if changes.has(place)]
        return surest(found)

    def _read_whole(self, photo: Photo, area: Area | None, copies: int, small: _Small) -> TableReading:
        """Everything that lies on the table, searched for in the whole photo."""
        self._memories.forget()
        search = self._reader.search(photo, area, copies)
        reading, found, dark = self._with_vanished(photo, search, area, copies, small)
        bright = self._known is not None and self._known.bright
        none = cells_of(photo, ())
        known = _Known(photo.shape, area, small, reading, none, copies, found, 0.0, dark, bright, 0, moved=False)
        self._know(photo, found, reading, small, known)
        return reading

    def _with_vanished(self, photo: Photo, search: Search, area: Area | None, copies: int, small: _Small) -> Search:
        """The search, read again with the places of tiles that were sure before, lie there untouched, and were not found.

        Over a cloth that looks the same elsewhere they may look untouched and yet have moved with it: a reading without more sure tiles is dropped.
        """
        known = self._known
        if known is None or not known.is_of(photo, area) or known.dark != search.is_dark:
            return search
        seen = {k for k, _ in quads.nearest_pairs(known.sure, search.reading.outlines)}
        unseen = [Detection(corners, 1.0) for k, corners in enumerate(known.sure) if k not in seen]
        if not unseen:
            return search
        different = differing(known.small.coloured, small.coloured).astype(np.uint8)
        changes = _Changes(different, different, small.coloured.shape[1] / photo.shape[1], moved=False)
        vanished = [place for place in unseen if not changes.has(place)]
        if not vanished:
            return search
        found = [*vanished, *search.found]
        shown = negative(photo) if search.is_dark else photo
        reading = self._reader.read_at(shown, found, area, copies)
        if len(_sure(reading)) <= len(_sure(search.reading)):
            return search
        return search._replace(reading=replace(reading, oddity=search.reading.oddity), found=found)

    def _know(
        self, photo: Photo, found: Sequence[Detection], reading: TableReading, small: _Small, known: _Known
    ) -> None:
        """Keeps what was found and read in the newest photo, beside what `known` says of all photos so far."""
        lengths = longest_sides(reading.outlines)
        self._known = replace(
            known,
            small=small,
            reading=reading,
            faces=cells_of(photo, reading.outlines),
            found=_with_all(found, reading.outlines),
            length=float(np.median(lengths)) if len(lengths) else USUAL_LENGTH * reading.width,
            bright=known.bright or not (known.dark or shows_few(reading)),
        )


def _sure(reading: TableReading) -> list[Corners]:
    """The outlines of the tiles that are in no doubt."""
    return [tile.corners for tile in reading.tiles if not tile.doubt and tile.tile is not None]


def _with_all(found: Sequence[Detection], lying: Sequence[Corners]) -> list[Detection]:
    """The places, and those of tiles that were read elsewhere: what was no tile in one photo may be one in the next."""
    known = {tile for _, tile in quads.nearest_pairs([place.corners for place in found], lying)}
    return [*found, *(Detection(corners, beside.OBJECTNESS) for i, corners in enumerate(lying) if i not in known)]


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
