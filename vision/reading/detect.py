"""Tells which of the places that the locator has found hold tiles, and looks beside them for more.

Each place is refined and read; places that are several tiles, or halves of one, are set right; then all are weighed
together, and what was dropped is looked at again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.image import Photo
from vision.reading import belonging, verify
from vision.reading.apart import halves_of, is_read, parts_of
from vision.reading.beside import LONGEST_GAP, Surroundings
from vision.reading.candidates import CONTESTED, Candidate, contested, each_once, free_of, place_readings, standing_out
from vision.reading.edition import BoxPictures
from vision.reading.faces import FaceReader
from vision.reading.inference import MOST_IN_A_BATCH, batches
from vision.reading.locate import Detection
from vision.reading.memory import Memories
from vision.reading.overlap import ROUGH_OVERLAP, once_or_several, shared_area
from vision.reading.refine import Refiner
from vision.reading.table_reading import LIKELY, SURE
from vision.regions import Area, is_within

LEAST_BELIEF = 0.05
"""Probability that a tile lies at a place below which the place is dropped; from there to `LIKELY` a tile is reported
as unread."""
SEEN_BESIDE, BELIEVED_BESIDE = 0.97, 0.7
"""Probability of a tile on a second look from which one counts where the locator has found nothing: there are many such
places, and hardly any holds one. Of a place in which one may half believe anyway less is asked, down to the second."""
MOST_UNDER = 0.45
"""Share of such a place that other tiles' outlines may take in: a tile that lies half on another one leaves the rest of
that in sight."""


@dataclass(frozen=True, eq=False)
class Places:
    """What may be tiles in a photo, before tiles are told from other things."""

    candidates: Sequence[Candidate]
    """Each with how probable `vision.reading.belonging` finds a tile there."""
    features: NDArray[np.float64]
    """As `vision.reading.belonging` has them, shape (n, k)."""

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


class Detected(NamedTuple):
    """What lies in a photo."""

    tiles: list[Candidate]
    """What is told of tiles, also of those that lie face down."""
    unread: list[Candidate]
    """Places at which a tile lies of which no more is told."""
    perhaps: list[Candidate]
    """Places at which one may lie, by a second look, but too little speaks for it to be reported."""


@dataclass(frozen=True, eq=False)
class Detector:
    """Tells tiles from everything else that may be one."""

    refiner: Refiner
    """Sets the corners of places right."""
    faces: FaceReader
    """Reads what lies at them."""
    belonging: belonging.Belonging | None
    """Tells tiles from print beside them; None where that is not told."""
    verifier: verify.Verifier | None
    """Looks again at places that were dropped; None where none is looked at again."""

    def of_box(self, pictures: BoxPictures | None) -> Self:
        """A detector for tiles of the box in those pictures; for tiles of any box where there are none."""
        return replace(self, faces=self.faces.of_box(pictures))

    def remembering(self, memories: Memories) -> Self:
        """A detector for the photos of one camera, one after the other, that keeps what it finds in `memories`."""
        verifier = None if self.verifier is None else self.verifier.remembering(memories.tiles)
        refiner, faces = self.refiner.remembering(memories.corners), self.faces.remembering(memories.faces)
        return replace(self, refiner=refiner, faces=faces, verifier=verifier)

    def detect(self, photo: Photo, found: Sequence[Detection], area: Area | None = None) -> Detected:
        """What lies at the places `found` and beside what lies there.

        Args:
            photo: shape (height, width, 3), 8 bits, BGR, upright; for dark tiles, the negative.
            found: where tiles may lie, roughly, the likeliest first.
            area: only tiles whose centre lies in it count. None for the whole photo.
        """
        weighed = self._weighed(
            self._put_together(photo, self._taken_apart(photo, self._candidates(photo, found, area)))
        )
        looked_at = self._looked_at_again(photo, weighed, np.flatnonzero(weighed.beliefs < LIKELY).tolist())
        again = standing_out(looked_at)
        likely = [*weighed.likely, *(one for one in again if one.belief >= LEAST_BELIEF)]
        candidates, beside = self._with_beside(photo, each_once(likely), found, area)
        candidates += [replace(one, belief=min(one.belief, CONTESTED)) for one in contested(likely, candidates)]
        known, together = len(weighed.candidates), weighed + beside
        faces = [k for k, one in enumerate(beside.candidates, known) if 1 - one.no_tile >= verify.LEAST_FACE]
        at_ends = self._looked_at_again(photo, together, faces)
        added = [
            one
            for k, one in zip(faces, at_ends, strict=False)
            if _is_seen_beside(one, is_bare=together.candidates[k].rather_a_back) and _lies_beside(one, candidates)
        ]
        seen = [replace(one, belief=min(one.belief, CONTESTED)) for one in added if one.belief >= LIKELY]
        candidates += _in_free_places(candidates, seen)
        hidden = [one for one in again if one.belief < LEAST_BELIEF] + [one for one in added if one.belief < LIKELY]
        unread = _in_free_places(candidates, hidden)
        may_be = [one for one in [*looked_at, *at_ends] if one.second_look >= LIKELY and _lies_beside(one, candidates)]
        return Detected(candidates, unread, _in_free_places([*candidates, *unread], may_be))

    def places(self, photo: Photo, found: Sequence[Detection]) -> Places:
        """What may be tiles at the places `found` in a photo of shape (height, width, 3), as `vision.reading.belonging` judges it.

        With a detector that knows tiles from print, these are also the places where their rows may go on.
        """
        weighed = self._weighed(self._candidates(photo, found))
        if self.belonging is None:
            return weighed
        return weighed + self._with_beside(photo, each_once(weighed.likely), found, None)[1]

    def _candidates(self, photo: Photo, found: Sequence[Detection], area: Area | None = None) -> list[Candidate]:
        """Reads whatever may be a tile.

        These are the likeliest places and, of the others, those that are of a size with the tiles among these.
        """
        found = _in_area(found, area)
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

    def _refined(self, photo: Photo, places: Sequence[Detection], area: Area | None) -> Sequence[Detection]:
        """The places with their corners set right, without those that then lie outside `area`."""
        return _in_area(self.refiner.refine(photo, places), area)

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
        if self.belonging is None:
            return Places(candidates, features)
        beliefs = self.belonging.probabilities(features).tolist()
        return Places([replace(one, belief=belief) for one, belief in zip(candidates, beliefs, strict=True)], features)


def _in_free_places(read: Sequence[Candidate], others: Sequence[Candidate]) -> list[Candidate]:
    """The `others` where no face of those that are `read` lies, nor a surer one of them; none where no tile is sure."""
    if not any(one.sure for one in read):
        return []
    faces, surest_first = [one for one in read if one.is_face_up], sorted(others, key=lambda one: -one.second_look)
    free = {id(place) for place in free_of(faces, [one.place for one in surest_first])}
    return [one for one in surest_first if id(one.place) in free]


def _is_seen_beside(one: Candidate, *, is_bare: bool) -> bool:
    """Whether a second look at a place where the locator has found nothing shows a tile; one that looks bare may lie face down."""
    least = SEEN_BESIDE / (1 - SEEN_BESIDE) * (1.0 if is_bare else 1 - one.belief / LIKELY)
    return one.second_look >= BELIEVED_BESIDE and one.second_look >= (1 - one.second_look) * least


def _lies_beside(one: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether a place lies beside the `others` or half under them, and not on any, nor across two of them."""
    under = sum(shared_area(one.place.corners, other.place.corners) for other in others)
    return under <= MOST_UNDER * quads.area(one.place.corners)


def _in_area(places: Sequence[Detection], area: Area | None) -> Sequence[Detection]:
    """Those of the places whose middle lies in the area; all of them where that is the whole photo."""
    if area is None:
        return places
    return [place for place in places if is_within(quads.centre(place.corners), area)]


def _is_in(photo: Photo, place: Detection) -> bool:
    height, width = photo.shape[:2]
    return bool((place.corners >= 0).all() and (place.corners < (width, height)).all())
