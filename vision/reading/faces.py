"""Reads the faces at some places of a photo: number, colour and which way up, by the network that sees one rectified tile."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS
from vision.image import Photo
from vision.quads import Corners
from vision.reading import arrange, ink, upright
from vision.reading.candidates import Candidates, either
from vision.reading.edition import BoxPictures, Edition, Logits
from vision.reading.inference import MODELS, MOST_IN_A_BATCH, Answers, ModelFile, PlaceNetwork
from vision.reading.locate import Proposals
from vision.reading.rectify import bodies, rectified, whiten
from vision.reading.table_reading import SURE

_SURELY_UPRIGHT = 6.0  # logarithm of the odds from which a tile read with certainty is not read upside down, too


NOTHING: Answers = tuple(np.zeros(shape) for shape in ((0, 16), (0, 4), (0, 4), (0, 3), (0, 2), 0, 0, 0, (0, 0, 0)))
"""What the network says of no place."""


class FaceReader(PlaceNetwork):
    """Reads what lies at places of a photo."""

    MODEL = ModelFile.READER

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        super().__init__(threads, models)
        self.edition: Edition | None = None
        """The box that the tiles are of; None where it is not known."""

    def of_box(self, pictures: BoxPictures | None) -> FaceReader:
        """A reader for tiles of the box in those pictures; for tiles of any box where there are none."""
        found = copy.copy(self)
        found.edition = None if pictures is None else Edition(pictures, self.logits_of)
        return found

    def read(self, photo: Photo, places: Proposals) -> Candidates:
        """What lies at each place; a tile that the model says is turned is turned upright and read again."""
        read = self._classify(photo, places)
        turns = read.turns_needed
        askew = np.flatnonzero(turns)
        again = self._classify(photo, read.places[askew].turned(turns[askew]))
        counts = read.is_face_up[askew] | again.is_face_up
        return read.put(askew[counts], again[counts])

    def set_upright(self, photo: Photo, candidates: Candidates) -> Candidates:
        """The candidates; where a tile may stand upside down, both ways of reading it count by how probable they are."""
        is_face = np.flatnonzero(candidates.is_face_up)
        faces = candidates[is_face]
        own, sets = faces.upright_log_odds, arrange.into_sets(faces.outlines)
        placed = _by_place(faces)
        odds = placed + upright.log_odds(faces.outlines, own, faces.either_way, sets)
        unsure = np.flatnonzero((odds < _SURELY_UPRIGHT) | (faces.numbers.max(axis=1) < SURE))
        others = self._classify(photo, faces.places[unsure].turned(2))
        own[unsure] = (own[unsure] - others.upright_log_odds) / 2  # the mean of both ways up
        odds = placed + upright.log_odds(faces.outlines, own, faces.either_way, sets)
        judged = either(faces[unsure], others, 1 / (1 + np.exp(-odds[unsure])))
        return candidates.put(is_face[unsure], judged)

    def _classify(self, photo: Photo, places: Proposals) -> Candidates:
        """What lies at each place, read with its outline as it is."""
        said = self._ask(photo, places.outlines) if len(places) else NOTHING
        numbers, colours, turns, bodies, *printed = said
        return Candidates.read(places, numbers, colours, turns, bodies, ink.Prints(*printed))

    def _infer(self, photo: Photo, outlines: NDArray[np.float32], *_: NDArray[np.float32]) -> Answers:
        patches = rectified(photo, outlines)
        body = bodies(patches)
        white = whiten(patches, body)
        said, measured = Logits(*self._network.run(white)), ink.measure(white)
        if self.edition is not None:
            said = self.edition.read(white, said, measured.tints)
        return *map(_softmax, said), body, *measured.columns

    def oddness(self, photo: Photo, outlines: Sequence[Corners]) -> NDArray[np.float32]:
        """How odd faces would be in the known box (`vision.reading.edition.Edition.oddness`), shape (n,).

        It is 0 where no box is known.
        """
        if self.edition is None or not outlines:
            return np.zeros(len(outlines), np.float32)
        white = whiten(rectified(photo, outlines))
        return self.edition.oddness(white, self.logits_of(white), ink.measure(white).tints)

    def logits_of(self, white: NDArray[np.float32]) -> Logits:
        """What the model says of faces, as `vision.reading.rectify.whiten` returns them."""
        parts = [self._network.run(white[k : k + MOST_IN_A_BATCH]) for k in range(0, len(white), MOST_IN_A_BATCH)]
        return Logits(*map(np.concatenate, zip(*parts, strict=True)))


def _by_place(faces: Candidates) -> NDArray[np.float64]:
    """What the place of its print says of which way up each face stands (`vision.reading.upright.by_place`), shape (n,)."""
    is_known = ~faces.either_way & (faces.numbers[:, : len(NUMBERS)].max(axis=1) >= SURE)
    return upright.by_place(faces.prints.middles, faces.prints.heights, faces.either_way, is_known)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
