"""Tells which of the places that the locator has found hold tiles, and looks beside them for more.

Each place is refined and read; places that are several tiles, or halves of one, are set right; then all are weighed
together, and what was dropped is looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.image import Photo
from vision.reading import belonging, verify
from vision.reading.candidates import CONTESTED, Candidates, contested, each_once, free_of, standing_out
from vision.reading.edition import BoxPictures
from vision.reading.faces import FaceReader
from vision.reading.inference import MOST_IN_A_BATCH, Memories
from vision.reading.locate import Proposals
from vision.reading.overlap import ROUGH_OVERLAP, once_or_several, shared_area
from vision.reading.refine import Refiner
from vision.reading.row_proposals import LONGEST_GAP, RowProposals
from vision.reading.split_merge import Merge, Split, are_read, merges, splits
from vision.reading.table_reading import LIKELY, SURE
from vision.regions import Area, is_within

LEAST_BELIEF = 0.05
"""Probability that a tile lies at a place below which the place is dropped; from there to `LIKELY` a tile is reported
as unread."""
# Probability by the verifier of a tile that the locator has not found: hardly any such place holds one. Where one may
# half believe in it anyway, less is asked, down to the second.
_SURE_OF_UNFOUND, _LEAST_OF_UNFOUND = 0.97, 0.7
_MOST_COVERED = 0.45  # share of such a place under other tiles: what lies half on another one leaves the rest in sight


class Detected(NamedTuple):
    """What lies in a photo."""

    tiles: Candidates
    """What is told of tiles, also of those that lie face down."""
    unread: Candidates
    """Places at which a tile lies of which no more is told."""
    perhaps: Candidates
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
        verifier = None if self.verifier is None else self.verifier.remembering(memories)
        refiner, faces = self.refiner.remembering(memories), self.faces.remembering(memories)
        return replace(self, refiner=refiner, faces=faces, verifier=verifier)

    def detect(self, photo: Photo, found: Proposals, area: Area | None = None) -> Detected:
        """What lies at the places `found`, the likeliest first, and beside what lies there.

        The arguments are as for `vision.reading.reader.Reader.read_at`.
        """
        read = self._read(photo, found, area)
        read = self._replaced(photo, read, [*splits(read)])
        weighed = self._weighed(self._merged(photo, read))
        dropped = self._verified(photo, weighed, np.flatnonzero(weighed.beliefs < LIKELY))
        again = dropped[standing_out(dropped)]
        is_believed = again.beliefs >= LEAST_BELIEF
        tiles, near = self._with_beside(photo, weighed[weighed.beliefs >= LIKELY] + again[is_believed], found, area)
        looked_at, seen = self._seen_beside(photo, weighed, near, tiles)
        is_likely = seen.beliefs >= LIKELY
        tiles = self._merged(photo, tiles + _in_free_places(tiles, seen[is_likely].believed_at_most(CONTESTED)))
        unread = _in_free_places(tiles, again[~is_believed] + seen[~is_likely])
        may_be = dropped + looked_at
        may_be = _beside(may_be[may_be.verified >= LIKELY], tiles)
        return Detected(tiles, unread, _in_free_places(tiles + unread, may_be))

    def places(self, photo: Photo, found: Proposals) -> Candidates:
        """What may be tiles at the places `found` in a photo of shape (height, width, 3), as `vision.reading.belonging` judges it.

        With a detector that knows tiles from print, these are also the places where their rows may go on.
        """
        weighed = self._weighed(self._read(photo, found, None))
        if self.belonging is None:
            return weighed
        return weighed + self._with_beside(photo, weighed[weighed.beliefs >= LIKELY], found, None)[1]

    def _read(self, photo: Photo, found: Proposals, area: Area | None) -> Candidates:
        """Reads the likeliest places and, of the others, those that are of a size with the tiles among these."""
        found = _in_area(found, area)
        read = self._read_once(photo, self._refined(photo, found[:MOST_IN_A_BATCH], area))
        others = found[MOST_IN_A_BATCH:]
        others = others[belonging.of_likely_size(others.outlines, read)]
        for start in range(0, len(others), MOST_IN_A_BATCH):
            places = self._refined(photo, others[start : start + MOST_IN_A_BATCH], area)
            more = self.faces.read(photo, places[free_of(read.outlines, places.outlines, ROUGH_OVERLAP)])
            read += more
            if len(more) and (more.no_tile >= LIKELY).all():
                break  # what the locator is less sure of still is no tile either
        return read

    def _read_once(self, photo: Photo, places: Proposals) -> Candidates:
        """What lies at places, the likeliest first.

        Of places that overlap, only the likeliest is read and, where that is no tile, the next. A place that may be
        several of the others is read beside them.
        """
        once = once_or_several(places.outlines)
        read = self.faces.read(photo, places[once])
        tiles, others = read.outlines[read.no_tile < LIKELY], places.without(once)
        return read + self.faces.read(photo, others[free_of(tiles, others.outlines, ROUGH_OVERLAP)])

    def _replaced(self, photo: Photo, candidates: Candidates, ways: Sequence[Split | Merge]) -> Candidates:
        """The candidates, with those that are plainly more tiles, or fewer, replaced by these."""
        if not ways:
            return candidates
        read = self.read_parts(photo, Proposals.together([way.places for way in ways]))
        replaced: set[int] = set()
        added: list[Candidates] = []
        for way in ways:
            tiles, read = read[: len(way.places)], read[len(way.places) :]
            if replaced.isdisjoint(way.of) and way.are_tiles(tiles):
                replaced.update(way.of)
                is_new = isinstance(way, Merge) | ~are_read(tiles, candidates.without(way.of))
                added.append(tiles[is_new])
        return Candidates.together([candidates.without(replaced), *added])

    def _merged(self, photo: Photo, candidates: Candidates) -> Candidates:
        """The candidates, with those that are plainly parts of one tile replaced by it."""
        return self._replaced(photo, candidates, [*merges(candidates)])

    def read_parts(self, photo: Photo, places: Proposals) -> Candidates:
        """What is read at places that are parts of others, so that their outlines are exact on some of their sides alone."""
        return self.faces.read(photo, self.refiner.refine(photo, places))

    def _weighed(self, candidates: Candidates) -> Candidates:
        """The candidates with how probable it is of each, in the light of all, that a tile lies there."""
        features = belonging.features(candidates)
        beliefs = candidates.beliefs if self.belonging is None else self.belonging.probabilities(features)
        return replace(candidates, features=features, beliefs=beliefs)

    def _verified(self, photo: Photo, places: Candidates, which: NDArray[np.intp]) -> Candidates:
        """Those of some places that are named by their indices, with what a second look says of each."""
        if self.verifier is None or not len(which):
            return places[:0]
        return places[which].verified_by(self.verifier.probabilities(photo, places, which))

    def _with_beside(
        self, photo: Photo, likely: Candidates, found: Proposals, area: Area | None
    ) -> tuple[Candidates, Candidates]:
        """The tiles among likely places, with those that were found only in part: about print, at the ends of sets, in their gaps, and beside these.

        Then the places there at which a tile may lie, but is not plain.
        """
        about, unplain, known, lying = RowProposals(photo, found), [], likely, each_once(likely)
        places = about.around_prints(known[lying]) + about.at_row_ends(known[lying])
        for _ in range(LONGEST_GAP):
            read = self._read_beside(photo, known[lying], places, area)
            is_plain = read.beliefs >= SURE
            unplain.append(read[~is_plain])
            if not is_plain.any():
                break
            lying = np.append(lying, len(known) + np.arange(is_plain.sum()))
            known += read[is_plain]
            lying = lying[each_once(known[lying])]
            places = about.at_row_ends(known[lying])
        tiles, dropped = known[lying], likely.without(lying[lying < len(likely)])
        tiles += dropped[contested(dropped, tiles)].believed_at_most(CONTESTED)
        return tiles, Candidates.together(unplain)

    def _read_beside(self, photo: Photo, candidates: Candidates, places: Proposals, area: Area | None) -> Candidates:
        """What lies at those `places` that no likely candidate takes."""
        taken = candidates.outlines[candidates.certainty >= LIKELY]
        refined = self._refined(photo, places[free_of(taken, places.outlines, ROUGH_OVERLAP)], area)
        free = refined[free_of(taken, refined.outlines)]
        is_inside = ((free.outlines >= 0) & (free.outlines < photo.shape[1::-1])).all(axis=(1, 2))
        return self._weighed(candidates + self.faces.read(photo, free[np.asarray(is_inside)]))[len(candidates) :]

    def _seen_beside(
        self, photo: Photo, weighed: Candidates, near: Candidates, tiles: Candidates
    ) -> tuple[Candidates, Candidates]:
        """Places beside tiles that may hold one, looked at again among all that were weighed; and those that do hold one."""
        may_be_faces = np.flatnonzero(1 - near.no_tile >= verify.LEAST_FACE)
        looked_at = self._verified(photo, weighed + near, len(weighed) + may_be_faces)
        if not len(looked_at):
            return looked_at, looked_at
        looks = looked_at.verified
        may_lie_face_down = near.rather_a_back[may_be_faces]
        share = np.where(may_lie_face_down, 1.0, 1 - looked_at.beliefs / LIKELY)
        least = _SURE_OF_UNFOUND / (1 - _SURE_OF_UNFOUND) * share
        is_seen = (looks >= _LEAST_OF_UNFOUND) & (looks >= (1 - looks) * least)
        return looked_at, _beside(looked_at[is_seen], tiles)

    def _refined(self, photo: Photo, places: Proposals, area: Area | None) -> Proposals:
        """The places with their corners set right, without those that then lie outside `area`."""
        return _in_area(self.refiner.refine(photo, places), area)


def _in_free_places(read: Candidates, others: Candidates) -> Candidates:
    """The `others` where no face of those that are `read` lies, nor a surer one of them; none where no tile is sure."""
    if not read.sure.any():
        return others[:0]
    surest_first = others[np.argsort(-others.verified, kind="stable")]
    return surest_first[free_of(read.outlines[read.is_face_up], surest_first.outlines)]


def _beside(places: Candidates, tiles: Candidates) -> Candidates:
    """Those of the places that lie beside the tiles or half under them, and not on any, nor across two of them."""
    under = [sum(shared_area(outline, tile) for tile in tiles.outlines) for outline in places.outlines]
    areas = [*map(quads.area, places.outlines)]
    return places[np.array(under) <= _MOST_COVERED * np.array(areas)]


def _in_area(places: Proposals, area: Area | None) -> Proposals:
    """Those of the places whose middle lies in the area; all of them where that is the whole photo."""
    if area is None:
        return places
    return places[np.array([is_within(quads.centre(outline), area) for outline in places.outlines], np.bool_)]
