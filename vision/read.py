"""Reads a photo: finds the tiles, rectifies each, reads number and colour, judges the colours together, and arranges sets."""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import arrange, belonging, quads, sight, verify
from vision.apart import halves_of, is_read, of_two, parts_of
from vision.beside import LONGEST_GAP, Surroundings
from vision.border import may_be_cut, touches
from vision.candidates import (
    Candidate,
    coloured_together,
    contested,
    each_once,
    free_of,
    numbered_together,
    place_readings,
    standing_out,
)
from vision.edition import BoxPictures
from vision.faces import FaceReader
from vision.inference import MODELS, MOST_IN_A_BATCH, ModelFile, batches, leave_the_cores
from vision.locate import Detection, Locator, half_size, surest
from vision.memory import Memories
from vision.overlap import ROUGH_OVERLAP, once_or_several, shared_area
from vision.quads import Corners
from vision.reading import LIKELY, SURE, Photo, TableReading, TileReading, doubt_surplus
from vision.rectify import negative
from vision.refine import Refiner
from vision.regions import Area, is_within
from vision.upright import as_the_nearest

LEAST_BELIEF = 0.05
"""Probability that a tile lies at a place below which the place is dropped; from there to `LIKELY` a tile is reported
as unread."""
SEEN_BESIDE = 0.97
"""Probability of a tile on a second look from which one counts where the locator has found nothing: there are many such
places, and hardly any holds one."""
MOST_UNDER = 0.45
"""Share of such a place that another tile's outline may take in: a tile that lies half on another one leaves the rest of
that in sight."""
TOO_LARGE = CONTESTED = 0.6
"""Probabilities that are given to a place which is surely read but too large for one tile, and to one that another tile
contests: they are named, in doubt."""
FEW_SURE, SURE_AT_LEAST = 4, 2
"""A photo in which fewer tiles than `FEW_SURE` are sure is read as a negative, too, and searched upside down. Such a
reading counts where at least `SURE_AT_LEAST` tiles are sure in it: in the negative more than twice as many as before,
upside down more than before. `benchmarks/dark_tiles.py` measures how dark tiles are read so, and how often anything is
seen on tables without tiles."""
LEAST_PLAIN = 18.0
"""Minimum height of tiles, in pixels, whose prints are compared: those of lower ones are too blurred."""


@dataclass(frozen=True, eq=False)
class Places:
    """What may be tiles in a photo, before tiles are told from other things."""

    candidates: Sequence[Candidate]
    """Each with how probable `vision.belonging` finds a tile there."""
    features: NDArray[np.float64]
    """As `vision.belonging` has them, shape (n, k)."""

    @property
    def likely(self) -> list[Candidate]:
        """Those that are rather tiles than not."""
        return [one for one in self.candidates if one.belief >= LIKELY]

    @cached_property
    def seen(self) -> belonging.PlaceReadings:
        """What is known of each place by itself; there must be one."""
        return place_readings(self.candidates)

    @property
    def beliefs(self) -> NDArray[np.float64]:
        """How probable a tile is at each place, shape (n,)."""
        return np.array([one.belief for one in self.candidates])

    @property
    def are_backs(self) -> NDArray[np.bool_]:
        """Whether each looks like a tile face down, shape (n,)."""
        return np.array([one.back >= LIKELY for one in self.candidates], np.bool_)

    def __add__(self, other: Self) -> Self:
        if not other.candidates:
            return self
        return type(self)([*self.candidates, *other.candidates], np.concatenate([self.features, other.features]))

    def __getitem__(self, which: NDArray[np.intp]) -> Self:
        return type(self)([self.candidates[k] for k in which], self.features[which])


NO_PLACES = Places([], np.zeros((0, len(belonging.FEATURES))))


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
        self.refiner = Refiner(threads, models)
        self.faces = FaceReader(threads, models)
        """Reads what lies at places."""
        self._belonging = None if ModelFile.BELONGING in without else belonging.Belonging(models)
        self.verifier = None if ModelFile.VERIFIER in without else verify.Verifier(threads, models)
        self.sight = None if ModelFile.SIGHT in without else sight.Sight(threads, models)
        self.memories: Memories | None = None
        """What the networks have said of places of the photos that it reads; None where each photo is read by itself."""

    def of_box(self, pictures: BoxPictures | None) -> Reader:
        """A reader for tiles of the box in those pictures; for tiles of any box where there are none."""
        found = copy.copy(self)
        found.faces = self.faces.of_box(pictures)
        return found

    def remembering(self, memories: Memories) -> Reader:
        """A reader for the photos of one camera, one after the other, that keeps what it finds in `memories`."""
        found = copy.copy(self)
        found.memories = memories
        found.refiner = self.refiner.remembering(memories.corners)
        found.faces = self.faces.remembering(memories.faces)
        found.verifier = None if self.verifier is None else self.verifier.remembering(memories.tiles)
        found.sight = None if self.sight is None else self.sight.remembering(memories.hidden)
        return found

    @property
    def is_for_dark(self) -> bool:
        """Whether it reads tiles of a box that is known to be dark."""
        return self.faces.edition is not None and self.faces.edition.pictures.dark

    def oddness(self, photo: Photo, outlines: Sequence[Corners]) -> NDArray[np.float32]:
        """How odd faces would be in the known box (`vision.faces.FaceReader.oddness`).

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
        candidates, hidden = self._lying(photo, found, area)
        candidates = coloured_together(self.faces.set_upright(photo, candidates), photo, self.faces.edition)
        plain, others = _by_plainness(candidates, *photo.shape[:2])
        candidates = [*numbered_together(plain), *others]
        face_up = [one for one in candidates if not one.is_back]
        unread = of_two(face_up)
        shown = [
            *(one for one in face_up if one not in unread),
            *(replace(one, belief=TOO_LARGE if one.sure else LEAST_BELIEF) for one in unread),
            *(replace(one, belief=LEAST_BELIEF) for one in hidden),
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
            elapsed_ms=(time.perf_counter() - began) * 1000,
        )

    def _lying(
        self, photo: Photo, found: Sequence[Detection], area: Area | None
    ) -> tuple[list[Candidate], list[Candidate]]:
        """What lies at the places `found` and beside what lies there.

        Then the places at which a tile lies of which no more is told.
        """
        weighed = self._weighed(
            self._put_together(photo, self._taken_apart(photo, self._candidates(photo, found, area)))
        )
        again = standing_out(self._looked_at_again(photo, weighed, np.flatnonzero(weighed.beliefs < LIKELY).tolist()))
        likely = [*weighed.likely, *(one for one in again if one.belief >= LEAST_BELIEF)]
        candidates, beside = self._with_beside(photo, each_once(likely), found, area)
        candidates += [replace(one, belief=min(one.belief, CONTESTED)) for one in contested(likely, candidates)]
        known, together = len(weighed.candidates), weighed + beside
        faces = [k for k, one in enumerate(beside.candidates, known) if 1 - one.no_tile >= verify.LEAST_FACE]
        added = [
            one
            for one in self._looked_at_again(photo, together, faces)
            if one.second_look >= SEEN_BESIDE and _lies_beside(one, candidates)
        ]
        candidates += _in_free_places(candidates, [one for one in added if one.belief >= LIKELY])
        hidden = [one for one in again if one.belief < LEAST_BELIEF] + [one for one in added if one.belief < LIKELY]
        return candidates, _in_free_places(candidates, hidden)

    def _told(self, photo: Photo, candidates: Sequence[Candidate]) -> Iterator[TileReading]:
        """The reading of each candidate.

        It is in doubt where it is not sure, or where a part of its print may be hidden or cut off.
        """
        for one, hidden in zip(candidates, self._hidden(photo, candidates), strict=True):
            doubt = not one.sure or bool(hidden)
            yield TileReading(one.place.corners, sight.half_seen(one.probabilities, hidden), doubt)

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

    def places(self, photo: Photo) -> Places:
        """What may be tiles in a photo of shape (height, width, 3), as `vision.belonging` judges it.

        With a reader that knows tiles from print, these are also the places where its rows may go on.
        """
        found = self.locator.find(photo)
        weighed = self._weighed(self._candidates(photo, found))
        if self._belonging is None:
            return weighed
        return weighed + self._with_beside(photo, each_once(weighed.likely), found, None)[1]

    def _candidates(self, photo: Photo, found: Sequence[Detection], area: Area | None = None) -> list[Candidate]:
        """Reads whatever may be a tile.

        These are the likeliest places and, of the others, those that are of a size with the tiles among these.
        """
        found = [place for place in found if is_within(quads.centre(place.corners), area)]
        read = self._read_once(photo, self._refined(photo, found[:MOST_IN_A_BATCH], area))
        may_be = belonging.of_likely_size(
            [place.corners for place in found[MOST_IN_A_BATCH:]],
            [one.place.corners for one in read],
            [one.place.objectness for one in read],
            [1 - one.no_tile for one in read],
        )
        others = list(itertools.compress(found[MOST_IN_A_BATCH:], may_be))
        for part in batches(others):
            places = self._refined(photo, part, area)
            more = self.faces.read(photo, free_of(read, places, ROUGH_OVERLAP))
            read += more
            if more and all(one.no_tile >= LIKELY for one in more):
                break  # what the locator is less sure of still is no tile either
        return read

    def _taken_apart(self, photo: Photo, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, with each place that is plainly several tiles side by side replaced by those tiles."""
        ways = list(parts_of(candidates))
        refined = self.refiner.refine(photo, [place for way in ways for place in way.places])
        read = iter(self.faces.read(photo, refined))
        replaced: set[int] = set()
        added: list[Candidate] = []
        for way in ways:
            parts = [*itertools.islice(read, len(way.places))]
            if id(way.of) not in replaced and way.are_tiles(parts):
                replaced.add(id(way.of))
                others = [one for one in candidates if one is not way.of]
                added += [part for part in parts if not is_read(part, others)]
        return [*(one for one in candidates if id(one) not in replaced), *added]

    def _put_together(self, photo: Photo, candidates: list[Candidate]) -> list[Candidate]:
        """The candidates, with each two places that are plainly one tile replaced by that tile."""
        pairs = list(halves_of(candidates))
        wholes = self.faces.read(photo, self.refiner.refine(photo, [pair.whole for pair in pairs]))
        replaced: set[int] = set()
        added: list[Candidate] = []
        for pair, whole in zip(pairs, wholes, strict=True):
            if pair.are_one(whole) and not replaced & {id(one) for one in pair.of}:
                replaced |= {id(one) for one in pair.of}
                added.append(whole)
        return [*(one for one in candidates if id(one) not in replaced), *added]

    def _refined(self, photo: Photo, places: Sequence[Detection], area: Area | None) -> list[Detection]:
        """The places with their corners set right, without those that then lie outside `area`."""
        refined = self.refiner.refine(photo, places)
        return [place for place in refined if is_within(quads.centre(place.corners), area)]

    def _read_once(self, photo: Photo, places: Sequence[Detection]) -> list[Candidate]:
        """What lies at places, the likeliest first.

        Of places that overlap, only the likeliest is read and, where that is no tile, the next. A place that may be
        several of the others is read beside them.
        """
        once = set(once_or_several([place.corners for place in places]))
        read = self.faces.read(photo, [places[k] for k in sorted(once)])
        tiles = [one for one in read if one.no_tile < LIKELY]
        others = [place for k, place in enumerate(places) if k not in once]
        return [*read, *self.faces.read(photo, free_of(tiles, others, ROUGH_OVERLAP))]

    def _with_beside(
        self, photo: Photo, candidates: list[Candidate], found: Sequence[Detection], area: Area | None
    ) -> tuple[list[Candidate], Places]:
        """The candidates, with tiles that were found only in part: about print, at the ends of sets, in their gaps, and beside these.

        Then the places there at which a tile may lie, but is not plain.
        """
        about, unplain = Surroundings(photo, found), NO_PLACES
        places = [*about.about_print(candidates), *about.ends(candidates)]
        for _ in range(LONGEST_GAP):
            read = self._read_beside(photo, candidates, places, area)
            are_plain = read.beliefs >= SURE
            unplain += read[np.flatnonzero(~are_plain)]
            if not are_plain.any():
                break
            candidates = each_once([*candidates, *itertools.compress(read.candidates, are_plain)])
            places = about.ends(candidates)
        return candidates, unplain

    def _read_beside(
        self, photo: Photo, candidates: Sequence[Candidate], places: Sequence[Detection], area: Area | None
    ) -> Places:
        """What lies at those `places` that no likely candidate takes."""
        plain = [one for one in candidates if one.certainty >= LIKELY]
        refined = self._refined(photo, free_of(plain, places, ROUGH_OVERLAP), area)
        free = [place for place in free_of(plain, refined) if _is_in(photo, place)]
        if not free:
            return NO_PLACES
        weighed = self._weighed([*candidates, *self.faces.read(photo, free)])
        return weighed[np.arange(len(candidates), len(weighed.candidates))]

    def _looked_at_again(self, photo: Photo, places: Places, which: Sequence[int]) -> list[Candidate]:
        """Those of some places that are named by their indices, with what a second look says of each."""
        if self.verifier is None or not which:
            return []
        told = self.verifier.probabilities(photo, places.seen, places.features, which).tolist()
        return [places.candidates[k].looked_at_again(look) for k, look in zip(which, told, strict=True)]

    def _weighed(self, candidates: Sequence[Candidate]) -> Places:
        """How probable it is of each candidate, in the light of all, that a tile lies there."""
        if not candidates:
            return NO_PLACES
        features = belonging.features(place_readings(candidates))
        if self._belonging is None:
            return Places(candidates, features)
        beliefs = self._belonging.probabilities(features).tolist()
        return Places([replace(one, belief=belief) for one, belief in zip(candidates, beliefs, strict=True)], features)


def _in_free_places(read: Sequence[Candidate], others: Sequence[Candidate]) -> list[Candidate]:
    """The `others` where no face of those that are `read` lies, nor a surer one of them; none where no tile is sure."""
    if not any(one.sure for one in read):
        return []
    faces, surest_first = [one for one in read if one.is_face_up], sorted(others, key=lambda one: -one.second_look)
    free = {id(place) for place in free_of(faces, [one.place for one in surest_first])}
    return [one for one in surest_first if id(one.place) in free]


def _lies_beside(one: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether a place lies beside the `others` or half under one of them, and not on any."""
    most = MOST_UNDER * quads.area(one.place.corners)
    return all(shared_area(one.place.corners, other.place.corners) <= most for other in others)


def _as_they_lie(tiles: Sequence[TileReading]) -> tuple[TileReading, ...]:
    """The tiles, with none that could not be read outlined across the ones beside it."""
    outlines = as_the_nearest([tile.corners for tile in tiles], [tile.tile is not None for tile in tiles])
    return tuple(replace(tile, corners=corners) for tile, corners in zip(tiles, outlines, strict=True))


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


def _is_in(photo: Photo, place: Detection) -> bool:
    height, width = photo.shape[:2]
    return bool((place.corners >= 0).all() and (place.corners < (width, height)).all())
