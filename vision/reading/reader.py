"""Reads a photo: finds the tiles, rectifies each, reads number and colour, judges the colours together, and arranges sets."""

from __future__ import annotations

import copy
import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.frame import thumbnail
from vision.image import Photo
from vision.reading import sight
from vision.reading.belonging import Belonging
from vision.reading.candidates import Candidates, coloured_together, numbered_together, unsure_where_they_overlap
from vision.reading.detect import LEAST_BELIEF, Detector
from vision.reading.edition import BoxPictures
from vision.reading.faces import FaceReader
from vision.reading.inference import MODELS, Memories, ModelFile, leave_the_cores
from vision.reading.locate import Locator, Proposals, half_size, surest
from vision.reading.rectify import negative
from vision.reading.refine import Refiner
from vision.reading.split_merge import parts_of_large
from vision.reading.table_reading import LIKELY, Oddity, TableReading, TileReading, doubt_surplus
from vision.reading.upright import as_the_nearest
from vision.reading.verify import Verifier
from vision.regions import Area

_BELIEF_IF_LARGE = 0.6  # in a part that is surely read of a place too large for one tile: it is named, in doubt
FEW_SURE, SURE_AT_LEAST = 4, 2
"""A photo in which fewer tiles than `FEW_SURE` are sure is read as a negative, too, and searched upside down. Such a
reading counts where at least `SURE_AT_LEAST` tiles are sure in it: in the negative more than twice as many as before,
upside down more than before. `workshop/benchmarks/dark_tiles.py` measures how dark tiles are read so, and how often anything is
seen on tables without tiles."""
_LEAST_COMPARED = 18.0  # pixels of height of tiles whose prints are compared: lower ones are too blurred
_FEWEST_TILES = 6  # from which a picture of which most cannot be read is looked into
COLOURLESS = 12.0
"""Grey levels by which the channels of a picture without colours differ, but for the tint of its light, in all places but
`_COLOURED_PERCENTILE`: the tiles of photos in colour have 25 and more, compression leaves a few."""
_COLOURED_PERCENTILE = 99.8  # of the places, by whose difference that is told


class Search(NamedTuple):
    """The reading of a photo that was searched as a whole."""

    reading: TableReading
    found: Proposals
    """Where tiles may lie, roughly."""
    is_dark: bool
    """Whether the tiles are dark, and the reading is of the negative."""

    def shown(self, photo: Photo) -> Photo:
        """The photo, or another one of the same camera, as it is read: the negative where the tiles are dark."""
        return negative(photo) if self.is_dark else photo


class Reader:
    """Reads photos of tables.

    Args:
        threads: how many threads the models may use; None for as many as there are cores.
        models: the folder of the models.
        without: those of the models that are yet to be made. Without `ModelFile.SIGHT` no tile is in doubt because a part
            of it may be hidden, without `ModelFile.VERIFIER` none is looked at again, and without `ModelFile.BELONGING`
            tiles are not told from print beside them.

    Raises:
        vision.reading.inference.ModelError: a model file is missing or damaged.
    """

    def __init__(
        self, threads: int | None = None, models: Path = MODELS, *, without: Collection[ModelFile] = ()
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
        found.sight = None if self.sight is None else self.sight.remembering(memories)
        return found

    @property
    def faces(self) -> FaceReader:
        """Reads what lies at places."""
        return self.detector.faces

    @property
    def is_for_dark(self) -> bool:
        """Whether it reads tiles of a box that is known to be dark."""
        return self.faces.edition is not None and self.faces.edition.pictures.dark

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
        shown = np.ascontiguousarray(search.shown(photo)[:, ::-1])
        mirrored = self.remembering(Memories()).read_at(shown, self.locator.find(shown), there, copies)
        is_mirrored = len(mirrored.sure) >= max(FEW_SURE, 2 * len(search.reading.sure) + 1)
        return Oddity.MIRRORED if is_mirrored else None

    def _search_whole(self, photo: Photo, area: Area | None, copies: int) -> Search:
        """Everything that lies on the table, of bright tiles or dark ones, and upside down where few are sure."""
        if self.is_for_dark:
            dark = negative(photo)
            return self._search_at(dark, self.locator.find(dark), area, copies, is_dark=True)
        search = self._search_at(photo, self.locator.find(photo), area, copies)
        if not shows_few(search.reading):
            return search
        if self.faces.edition is None and self.locator.sees_any(negative(half_size(photo))):
            dark = negative(photo)
            found = self._search_at(dark, self.locator.find(dark), area, copies, is_dark=True)
            if len(found.reading.sure) >= max(SURE_AT_LEAST, 2 * len(search.reading.sure) + 1):
                return found
        if len(search.found):
            both = surest(search.found + self.locator.find_upside_down(photo))
            found = self._search_at(photo, both, area, copies)
            if len(found.reading.sure) >= max(SURE_AT_LEAST, len(search.reading.sure) + 1):
                return found
        return search

    def _search_at(
        self, shown: Photo, found: Proposals, area: Area | None, copies: int, *, is_dark: bool = False
    ) -> Search:
        """What lies at the places `found` in a photo, or in its negative where the tiles are dark."""
        return Search(self.read_at(shown, found, area, copies), found, is_dark)

    def read_at(self, photo: Photo, found: Proposals, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """What lies at the places `found`, the likeliest first, and at the ends of the sets that they make.

        The photo is the negative where tiles are dark; the other arguments are as for `read`.
        """
        began = time.perf_counter()
        lying = self.detector.detect(photo, found, area)
        candidates = self._judged_together(photo, lying.tiles)
        backs, face_up = candidates[candidates.is_back], candidates[~candidates.is_back]
        told = self._told(photo, self._one_by_one(photo, face_up + lying.unread.believed(LEAST_BELIEF)))
        tiles = doubt_surplus(told, copies)
        return TableReading(
            tiles=tiles,
            sets=(),
            width=photo.shape[1],
            height=photo.shape[0],
            face_down=tuple(backs.outlines[backs.certainty >= LIKELY]),
            perhaps=tuple(lying.perhaps.outlines),
            elapsed_ms=(time.perf_counter() - began) * 1000,
        ).arranged()

    def _judged_together(self, photo: Photo, tiles: Candidates) -> Candidates:
        """What lies in a photo, each judged in the light of the others: which way up it is, its colour and its number."""
        tiles = coloured_together(self.faces.set_upright(photo, tiles), photo, self.faces.edition)
        is_plain = _are_plain(tiles, *photo.shape[:2])
        return unsure_where_they_overlap(numbered_together(tiles[is_plain]) + tiles[~is_plain])

    def _one_by_one(self, photo: Photo, places: Candidates) -> Candidates:
        """The tiles, those that could not be read along the ones beside them; last, and in doubt, those that a place may be which is too large for one."""
        outlines = as_the_nearest([*places.outlines], (places.certainty >= LIKELY).tolist())
        places = replace(places, outlines=np.reshape(outlines, (-1, 4, 2)))
        large = parts_of_large(places)
        if not large:
            return places
        parts = self.detector.read_parts(photo, Proposals.together([*large.values()]))
        is_named = parts.sure & parts.is_face_up
        return places.without(large) + parts.believed(np.where(is_named, _BELIEF_IF_LARGE, LEAST_BELIEF))

    def _told(self, photo: Photo, candidates: Candidates) -> Iterator[TileReading]:
        """The reading of each candidate, in doubt where it is not sure, or a part of its print may be hidden or cut off."""
        hidden = self._hidden(photo, candidates)
        doubts = (~candidates.sure | (hidden > 0)).tolist()
        for outline, probabilities, share, doubt in zip(
            candidates.outlines, candidates.probabilities, hidden, doubts, strict=True
        ):
            yield TileReading(outline, sight.half_seen(probabilities, share), doubt)

    def places(self, photo: Photo) -> Candidates:
        """What may be tiles in a photo of shape (height, width, 3), as `Detector.places` has it."""
        return self.detector.places(photo, self.locator.find(photo))

    def _hidden(self, photo: Photo, candidates: Candidates) -> NDArray[np.float32]:
        """How probable it is that something hides a part of each print, or that the photo's border cuts one off, shape (n,).

        It is 0 for a sure one where it is below `sight.HIDDEN`, and for candidates that are rather no tiles.
        """
        height, width = photo.shape[:2]
        number, sure = candidates.number, candidates.sure
        cut = [
            sight.may_be_cut(*each, width, height) for each in zip(candidates.outlines, number.tolist(), strict=True)
        ]
        hidden = np.array(cut, np.float32)
        asked = (candidates.beliefs >= LIKELY) & ~sight.touching(candidates.outlines, width, height)
        if self.sight is not None:
            numbers = np.where(asked, number, 0)
            found = self.sight.hidden(photo, candidates.outlines, candidates.certainty, numbers, sure)
            hidden[asked] = np.where(sure[asked] & (found < sight.HIDDEN), 0, found)
        return hidden


def _are_plain(candidates: Candidates, height: int, width: int) -> NDArray[np.bool_]:
    """Whether the print of each can be compared, in a photo of that size: not of low ones, nor of those that its border may cut."""
    are_high = [quads.height(outline) >= _LEAST_COMPARED for outline in candidates.outlines]
    return np.array(are_high, np.bool_) & ~sight.touching(candidates.outlines, width, height)


def is_poor(reading: TableReading) -> bool:
    """Whether most of several tiles cannot be read."""
    return len(reading.tiles) >= _FEWEST_TILES and 2 * len(reading.doubtful) > len(reading.tiles)


def is_colourless(photo: Photo) -> bool:
    """Whether a photo of tiles, shape (height, width, 3), shows brightness alone, in whatever tint."""
    small = thumbnail(photo).astype(np.float32)
    tint = small.mean(axis=(0, 1))
    evened = small * (tint.mean() / np.maximum(tint, 1))
    return float(np.percentile(evened.max(axis=2) - evened.min(axis=2), _COLOURED_PERCENTILE)) < COLOURLESS


def shows_few(reading: TableReading) -> bool:
    """Whether so few tiles are sure that others may lie there, dark ones or such as are seen from one side only."""
    return len(reading.sure) < FEW_SURE
