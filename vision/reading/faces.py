"""Reads the faces at some places of a photo: number, colour and which way up, by the network that sees one rectified tile."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS
from vision.image import Photo
from vision.quads import Corners
from vision.reading import arrange, prints, upright
from vision.reading.candidates import Candidate, either, turned
from vision.reading.edition import BoxPictures, Edition, Logits
from vision.reading.inference import MODELS, MOST_IN_A_BATCH, ModelFile, Network, batches
from vision.reading.locate import Detection
from vision.reading.memory import Remembering
from vision.reading.rectify import bodies, rectified, whiten
from vision.reading.table_reading import SURE

SURELY_UPRIGHT = 6.0
"""Logarithm of the odds from which a tile that is read with certainty need not be read upside down as well."""


class FaceReader(Remembering[Candidate]):
    """Reads what lies at places of a photo.

    Args:
        threads: how many threads the model may use; None for as many as there are cores.
        models: the folder of its model.

    Raises:
        vision.inference.ModelError: the model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        super().__init__()
        self._network = Network(models / ModelFile.READER, threads)
        self.edition: Edition | None = None
        """The box that the tiles are of; None where it is not known."""

    def of_box(self, pictures: BoxPictures | None) -> FaceReader:
        """A reader for tiles of the box in those pictures; for tiles of any box where there are none."""
        found = copy.copy(self)
        found.edition = None if pictures is None else Edition(pictures, self.said_of)
        return found

    def read(self, photo: Photo, places: Sequence[Detection]) -> list[Candidate]:
        """What lies at each place; a tile that the model says is turned is turned upright and read again."""
        read = self._classify(photo, places)
        askew = [i for i, candidate in enumerate(read) if candidate.turns_needed]
        set_right = [turned(places[i], read[i].turns_needed) for i in askew]
        for i, again in zip(askew, self._classify(photo, set_right), strict=True):
            if read[i].is_face_up or again.is_face_up:
                read[i] = again
        return read

    def set_upright(self, photo: Photo, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates; where a tile may stand upside down, both ways of reading it count by how probable they are."""
        faces = [i for i, candidate in enumerate(candidates) if candidate.is_face_up]
        if not faces:
            return list(candidates)
        outlines = [candidates[i].place.corners for i in faces]
        either_way = np.array([candidates[i].either_way for i in faces], bool)
        own, sets = np.array([candidates[i].upright_log_odds for i in faces]), arrange.into_sets(outlines)
        placed = _by_place([candidates[i] for i in faces], either_way)
        odds = placed + upright.log_odds(outlines, own, either_way, sets)
        unsure = [k for k, i in enumerate(faces) if odds[k] < SURELY_UPRIGHT or candidates[i].numbers.max() < SURE]
        others = self._classify(photo, [turned(candidates[faces[k]].place, 2) for k in unsure])
        own[unsure] = (own[unsure] - [other.upright_log_odds for other in others]) / 2  # the mean of both ways up
        odds = placed + upright.log_odds(outlines, own, either_way, sets)
        judged = list(candidates)
        for k, other in zip(unsure, others, strict=True):
            judged[faces[k]] = either(candidates[faces[k]], other, 1 / (1 + np.exp(-odds[k])))
        return judged

    def _classify(self, photo: Photo, places: Sequence[Detection]) -> list[Candidate]:
        """What lies at each place, read with its outline as it is."""
        outlines = [place.corners for place in places]
        found = self.memory.about(outlines, lambda which: self._said(photo, [places[k] for k in which]))
        return [replace(one, place=place) for one, place in zip(found, places, strict=True)]

    def _said(self, photo: Photo, places: Sequence[Detection]) -> list[Candidate]:
        """What the model says of each place."""
        read: list[Candidate] = []
        for part in batches(places):
            patches = rectified(photo, [place.corners for place in part])
            body = bodies(patches)
            white = whiten(patches, body)
            said, measured = Logits(*self._network.run(white)), prints.measure(white)
            if self.edition is not None:
                said = self.edition.read(white, said, measured.tints)
            number, colour, turn = (_softmax(logits) for logits in said)
            printed = [measured[k : k + 1] for k in range(len(part))]
            read += map(Candidate, part, number, colour, printed, body, turn)
        return read

    def oddness(self, photo: Photo, outlines: Sequence[Corners]) -> NDArray[np.float32]:
        """How odd faces would be in the known box (`vision.reading.edition.Edition.oddness`), shape (n,).

        It is 0 where no box is known.
        """
        if self.edition is None or not outlines:
            return np.zeros(len(outlines), np.float32)
        white = whiten(rectified(photo, outlines))
        return self.edition.oddness(white, self.said_of(white), prints.measure(white).tints)

    def said_of(self, white: NDArray[np.float32]) -> Logits:
        """What the model says of faces, as `vision.reading.rectify.whiten` returns them."""
        parts = [self._network.run(white[k : k + MOST_IN_A_BATCH]) for k in range(0, len(white), MOST_IN_A_BATCH)]
        return Logits(*map(np.concatenate, zip(*parts, strict=True)))


def _by_place(faces: Sequence[Candidate], either_way: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What the place of its print says of which way up each face stands (`vision.reading.upright.by_place`), shape (n,)."""
    surest = np.array([face.numbers[: len(NUMBERS)].max() for face in faces])
    ink = prints.Prints.of([face.ink for face in faces])
    return upright.by_place(ink.middles, ink.heights, either_way, ~either_way & (surest >= SURE))


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
