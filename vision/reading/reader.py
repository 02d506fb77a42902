"""Reads a photo: finds the tiles, rectifies each, reads number and colour, judges the colours together, and arranges sets."""

from __future__ import annotations

import copy
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import arrange, sight
from vision.reading.apart import of_two
from vision.reading.belonging import Belonging
from vision.reading.border import may_be_cut, touches
from vision.reading.candidates import Candidate, coloured_together, numbered_together, unsure_where_they_overlap
from vision.reading.detect import LEAST_BELIEF, Detector, Places
from vision.reading.edition import BoxPictures
from vision.reading.faces import FaceReader
from vision.reading.inference import MODELS, ModelFile, leave_the_cores
from vision.reading.locate import Detection, Locator, half_size, surest
from vision.reading.memory import Memories
from vision.reading.oddity import is_colourless, is_poor
from vision.reading.rectify import negative
from vision.reading.refine import Refiner
from vision.reading.table_reading import LIKELY, Oddity, TableReading, TileReading, doubt_surplus
from vision.reading.upright import as_the_nearest
from vision.reading.verify import Verifier
from vision.regions import Area

TOO_LARGE = 0.6
"""Probability that is given to a place which is surely read but too large for one tile: it is named, in doubt."""
FEW_SURE, SURE_AT_LEAST = 4, 2
"""A photo in which fewer tiles than `FEW_SURE` are sure is read as a negative, too, and searched upside down. Such a
reading counts where at least `SURE_AT_LEAST` tiles are sure in it: in the negative more than twice as many as before,
upside down more than before. `benchmarks/dark_tiles.py` measures how dark tiles are read so, and how often anything is
seen on tables without tiles."""
LEAST_PLAIN = 18.0
"""Minimum height of tiles, in pixels, whose prints are compared: those of lower ones are too blurred."""


class Search(NamedTuple):
    """The reading of a photo that was searched as a whole."""

    reading: TableReading
    found: Sequence[Detection]
    """Where tiles may lie, roughly."""
    is_dark: bool
    """Whether the tiles are dark, and the reading is of the negative."""


class Reader:
    """Reads photos of tables.

    Args:
        threads: how many threads the models may use; None for as many as there are cores.
        models: the folder of the models.
        without: those of the models that are yet to be made. Without `ModelFile.SIGHT` no tile is in doubt because a part
            of it may be hidden, without `ModelFile.VERIFIER` none is looked at again, and without `ModelFile.BELONGING`
            tiles are not told from print beside them.

    Raises:
        vision.inference.ModelError: a model file is missing or damaged.
    """

    def __init__(
        self,
        threads: int | None = None,
        models: Path = MODELS,
        *,
        without: Collection[ModelFile] = (),
    ) -> None:
        leave_the_cores()
        self.locator = Locator(threads, models)
        """Finds the places that `read_at` looks at."""
        self.detector = Detector(
            Refiner(threads, models),
            FaceReader(threads, models),
            None if ModelFile.BELONGING in without else Belonging(models),
            None if ModelFile.VERIFIER in without else Verifier(threads, models),
        )
        """Tells which of these hold tiles."""
        self.sight = None if ModelFile.SIGHT in without else sight.Sight(threads, models)
        self.memories: Memories | None = None
        """What the networks have said of places of the photos that it reads; None where each photo is read by itself."""

    def of_box(self, pictures: BoxPictures | None) -> Reader:
        """A reader for tiles of the box in those pictures; for tiles of any box where there are none."""
        found = copy.copy(self)
        found.detector = self.detector.of_box(pictures)
        return found

    def remembering(self, memories: Memories) -> Reader:
        """A reader for the photos of one camera, one after the other, that keeps what it finds in `memories`."""
        found = copy.copy(self)
        found.memories = memories
        found.detector = self.detector.remembering(memories)
        found.sight = None if self.sight is None else self.sight.remembering(memories.hidden)
        return found

    @property
    def faces(self) -> FaceReader:
        """Reads what lies at places."""
        return self.detector.faces

    @property
    def is_for_dark(self) -> bool:
        """Whether it reads tiles of a box that is known to be dark."""
        return self.faces.edition is not None and self.faces.edition.pictures.dark

    def oddness(self, photo: Photo, outlines: Sequence[Corners]) -> NDArray[np.float32]:
        """How odd faces would be in the known box (`vision.reading.faces.FaceReader.oddness`).

        For dark tiles, `photo` is the negative.
        """
        return self.faces.oddness(photo, outlines)

    def read(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """Everything that lies on the table.

        The networks know tiles with bright bodies. Dark ones with bright numbers become such in a negative that keeps
        its hues.

        Args:
            photo: shape (height, width, 3), 8 bits, BGR, upright.
            area: only tiles whose centre lies in it count. None for the whole photo.
            copies: how many tiles of each kind there are; more of them are doubtful.
        """
        began = time.perf_counter()
        reading = self.search(photo, area, copies).reading
        return replace(reading, elapsed_ms=(time.perf_counter() - began) * 1000)

    def search(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> Search:
        """Everything that lies on the table, as `read` gives it, with where it was found."""
        if self.memories is None:  # a photo may be searched more than once, but no place is asked about twice
            return self.remembering(Memories()).search(photo, area, copies)
        search = self._search_whole(photo, area, copies)
        if not is_poor(search.reading):
            return search
        return search._replace(reading=replace(search.reading, oddity=self._oddity(photo, search, area, copies)))

    def _oddity(self, photo: Photo, search: Search, area: Area | None, copies: int) -> Oddity | None:
        """Why hardly a tile of a photo that was searched can be read; None where nothing tells."""
        if is_colourless(photo):
            return Oddity.COLOURLESS
        there = None if area is None else np.asarray((photo.shape[1], 0) + area * (-1, 1), np.float32)
        shown = np.ascontiguousarray((negative(photo) if search.is_dark else photo)[:, ::-1])
        mirrored = self.remembering(Memories()).read_at(shown, self.locator.find(shown), there, copies)
        is_mirrored = _sure_tiles(mirrored) >= max(FEW_SURE, 2 * _sure_tiles(search.reading) + 1)
        return Oddity.MIRRORED if is_mirrored else None

    def _search_whole(self, photo: Photo, area: Area | None, copies: int) -> Search:
        """Everything that lies on the table, of bright tiles or dark ones, and upside down where few are sure."""
        if self.is_for_dark:
            return self._search_in(negative(photo), area, copies, is_dark=True)
        search = self._search_in(photo, area, copies, is_dark=False)
        if not shows_few(search.reading):
            return search
        if self.faces.edition is None and self.locator.sees_any(negative(half_size(photo))):
            dark = self._search_in(negative(photo), area, copies, is_dark=True)
            if _sure_tiles(dark.reading) >= max(SURE_AT_LEAST, 2 * _sure_tiles(search.reading) + 1):
                return dark
        if search.found:
            both = self._search_both_ways_up(photo, search.found, area, copies)
            if _sure_tiles(both.reading) >= max(SURE_AT_LEAST, _sure_tiles(search.reading) + 1):
                return both
        return search

    def _search_in(self, shown: Photo, area: Area | None, copies: int, *, is_dark: bool) -> Search:
        """What is found in a photo, or in its negative where the tiles are dark."""
        found = self.locator.find(shown)
        return Search(self.read_at(shown, found, area, copies), found, is_dark)

    def _search_both_ways_up(self, photo: Photo, found: Sequence[Detection], area: Area | None, copies: int) -> Search:
        """What is found in a photo of bright tiles in which `found` was found, and upside down in it."""
        both = surest([*found, *self.locator.find_upside_down(photo)])
        return Search(self.read_at(photo, both, area, copies), both, is_dark=False)

    def read_at(
        self,
        photo: Photo,
        found: Sequence[Detection],
        area: Area | None = None,
        copies: int = COPIES,
    ) -> TableReading:
        """What lies at the places `found`, the likeliest first, and at the ends of the sets that they make.

        Args:
            photo: shape (height, width, 3), 8 bits, BGR, upright; for dark tiles, the negative.
            found: where tiles may lie, roughly.
            area: only tiles whose centre lies in it count. None for the whole photo.
            copies: how many tiles of each kind there are; more of them are doubtful.
        """
        began = time.perf_counter()
        lying = self.detector.detect(photo, found, area)
        candidates = coloured_together(self.faces.set_upright(photo, lying.tiles), photo, self.faces.edition)
        plain, others = _by_plainness(candidates, *photo.shape[:2])
        candidates = unsure_where_they_overlap([*numbered_together(plain), *others])
        face_up = [one for one in candidates if not one.is_back]
        unread = of_two(face_up)
        shown = [
            *(one for one in face_up if one not in unread),
            *(replace(one, belief=TOO_LARGE if one.sure else LEAST_BELIEF) for one in unread),
            *(replace(one, belief=LEAST_BELIEF) for one in lying.unread),
        ]
        tiles = _as_they_lie(doubt_surplus(self._told(photo, shown), copies))
        return TableReading(
            tiles=tiles,
            sets=arrange.into_sets(
                [tile.corners for tile in tiles], [None if one.doubt else one.tile for one in tiles]
            ),
            width=photo.shape[1],
            height=photo.shape[0],
            face_down=tuple(one.place.corners for one in candidates if one.is_back and one.certainty >= LIKELY),
            perhaps=tuple(one.place.corners for one in lying.perhaps),
            elapsed_ms=(time.perf_counter() - began) * 1000,
        )

    def _told(self, photo: Photo, candidates: Sequence[Candidate]) -> Iterator[TileReading]:
        """The reading of each candidate.

        It is in doubt where it is not sure, or where a part of its print may be hidden or cut off.
        """
        for one, hidden in zip(candidates, self._hidden(photo, candidates), strict=True):
            doubt = not one.sure or bool(hidden)
            yield TileReading(one.place.corners, sight.half_seen(one.probabilities, hidden), doubt)

    def places(self, photo: Photo) -> Places:
        """What may be tiles in a photo of shape (height, width, 3), as `Detector.places` has it."""
        return self.detector.places(photo, self.locator.find(photo))

    def _hidden(self, photo: Photo, candidates: Sequence[Candidate]) -> NDArray[np.float32]:
        """How probable it is that something hides a part of each print, or that the photo's border cuts one off, shape (n,).

        It is 0 for a sure one where it is below `sight.HIDDEN`, and for candidates that are rather no tiles.
        """
        height, width = photo.shape[:2]
        hidden = np.array([may_be_cut(one, width, height) for one in candidates], np.float32)
        asked = {k: one for k, one in enumerate(candidates) if one.belief >= LIKELY and not touches(one, width, height)}
        if self.sight is not None and asked:
            found = self.sight.hidden(
                photo,
                [one.place.corners for one in candidates],
                [one.certainty for one in candidates],
                {k: one.number for k, one in asked.items()},
                {k for k, one in asked.items() if one.sure},
            )
            are_sure = [one.sure for one in asked.values()]
            hidden[list(asked)] = np.where(are_sure & (found < sight.HIDDEN), 0, found)
        return hidden


def _as_they_lie(tiles: Sequence[TileReading]) -> tuple[TileReading, ...]:
    """The tiles, with none that could not be read outlined across the ones beside it."""
    outlines = as_the_nearest([tile.corners for tile in tiles], [tile.tile is not None for tile in tiles])
    return tuple(
        tile if corners is tile.corners else replace(tile, corners=corners)
        for tile, corners in zip(tiles, outlines, strict=True)
    )


def _by_plainness(candidates: Sequence[Candidate], height: int, width: int) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates whose prints can be compared, in a photo of that size, and the others.

    These are low ones, and those that its border may cut.
    """
    plain: list[Candidate] = []
    others: list[Candidate] = []
    for one in candidates:
        is_plain = quads.height(one.place.corners) >= LEAST_PLAIN and not touches(one, width, height)
        (plain if is_plain else others).append(one)
    return plain, others


def shows_few(reading: TableReading) -> bool:
    """Whether so few tiles are sure that others may lie there, dark ones or such as are seen from one side only."""
    return _sure_tiles(reading) < FEW_SURE


def _sure_tiles(reading: TableReading) -> int:
    return len(reading.tiles) - len(reading.doubtful)
