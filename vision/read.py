"""Reads a photo: finds the tiles, rectifies each, reads number and colour, and arranges them in sets."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES, NUMBERS, Tile
from vision import arrange
from vision.inference import Network
from vision.locate import Found, Locator, without_doubles
from vision.reading import Corners, Photo, TableReading, TileReading
from vision.rectify import rectify, whiten
from vision.refine import Refiner

MODEL = Path(__file__).parent / "models" / "reader.onnx"
JOKER_CLASS, BACK_CLASS, NO_TILE_CLASS = 13, 14, 15
"""Number classes of the model beyond 1 to 13."""
LIKELY = 0.5
"""More probable than not."""
SURE = 0.95
"""A tile read with less confidence than this is doubtful."""
NO_EVIDENCE, SURE_EVIDENCE = 8.0, 80.0
"""Odds that a tile lies there at all, as `_Read.evidence` has them: below the first the place is dropped, between the two the
tile is doubtful."""
SURE_PLACE = 0.5
"""Objectness from which a place is never dropped, whatever the tile reader says: a doubt can be answered, a gap is not seen."""
MOST_SCALE = 4.5
"""Ratio of side lengths, of a tile to the usual tile of the photo, that perspective does not explain."""
MOST_IN_A_BATCH = 64
"""Patches that go through the model together; bounds memory, keeps the time linear in the number of tiles."""


@dataclass(frozen=True, eq=False)
class _Read:
    """What the models say of one place."""

    place: Found
    numbers: NDArray[np.float32]
    """Probabilities of 1 to 13, joker, face down and no tile, shape (16,)."""
    colours: NDArray[np.float32]
    """Probabilities of black, red, blue and orange, shape (4,)."""

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """Of the kinds of `TILE_KINDS`, shape (53,)."""
        coloured = np.outer(self.colours, self.numbers[: len(NUMBERS)]).ravel()
        return np.append(coloured, self.numbers[JOKER_CLASS]).astype(np.float32)

    @property
    def back(self) -> float:
        """Probability that it is a tile face down."""
        return float(self.numbers[BACK_CLASS])

    @property
    def no_tile(self) -> float:
        """Probability that no tile is there."""
        return float(self.numbers[NO_TILE_CLASS])

    @property
    def sure(self) -> bool:
        """Whether number and colour, or the back, are beyond doubt."""
        return bool(max(self.probabilities.max(), self.back) >= SURE)

    @property
    def counts(self) -> bool:
        """Whether this is reported at all, doubtful or not."""
        return self.evidence >= NO_EVIDENCE or self.place.objectness >= SURE_PLACE

    @property
    def evidence(self) -> float:
        """Odds that this is a tile: the locator's and the tile reader's odds together, as if they were independent."""
        objectness, no_tile = min(self.place.objectness, 0.999), max(self.no_tile, 0.001)
        return objectness / (1 - objectness) * (1 - no_tile) / no_tile


class Reader:
    """Reads photos of tables.

    Args:
        threads: how many threads the models may use; None for as many as there are cores.

    Raises:
        vision.inference.ModelError: a model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._locator = Locator(threads)
        self._refiner = Refiner(threads)
        self._network = Network(MODEL, threads)

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None) -> TableReading:
        """Everything that lies on the table.

        Args:
            photo: shape (height, width, 3), 8 bits, BGR, upright.
            area: polygon (n, 2) in pixels; only tiles whose centre lies in it count. None for the whole photo.
        """
        began = time.perf_counter()
        places = [place for place in self._locator.find(photo) if area is None or _is_within(place.corners, area)]
        places = list(without_doubles(self._refiner.refine(photo, places)))
        reads = _of_one_scale([read for read in self._read_places(photo, places) if read.counts])
        faces = [read for read in reads if read.back < LIKELY]
        tiles = _doubt_surplus([_reading(read) for read in faces])
        height, width = photo.shape[:2]
        return TableReading(
            tiles=tuple(tiles),
            sets=arrange.into_sets([tile.corners for tile in tiles]),
            width=width,
            height=height,
            face_down=tuple(read.place.corners for read in reads if read.back >= LIKELY),
            elapsed_ms=(time.perf_counter() - began) * 1000,
        )

    def _read_places(self, photo: Photo, places: Sequence[Found]) -> Iterable[_Read]:
        """Reads every place; what the model says lies turned is turned and read again."""
        reads, turns = self._classify(photo, places)
        turned = [i for i, turn in enumerate(turns) if turn]
        if turned:
            upright = [replace(places[i], corners=np.roll(places[i].corners, -turns[i], axis=0)) for i in turned]
            again, _ = self._classify(photo, upright)
            for i, read in zip(turned, again, strict=True):
                reads[i] = read
        return reads

    def _classify(self, photo: Photo, places: Sequence[Found]) -> tuple[list[_Read], list[int]]:
        """What lies at each place, and by how many corners its outline should be turned on."""
        reads: list[_Read] = []
        turns: list[int] = []
        for start in range(0, len(places), MOST_IN_A_BATCH):
            part = places[start : start + MOST_IN_A_BATCH]
            patches = whiten(np.stack([rectify(photo, place.corners) for place in part]))
            number, colour, turn = (_softmax(logits) for logits in self._network.run(patches))
            for k, place in enumerate(part):
                reads.append(_Read(place, number[k], colour[k]))
                is_faced = number[k][BACK_CLASS] + number[k][NO_TILE_CLASS] < LIKELY
                turns.append(int(turn[k].argmax()) if is_faced else 0)
        return reads, turns


def _of_one_scale(reads: Sequence[_Read]) -> list[_Read]:
    """Leaves out what is far larger or smaller than the tiles that are sure: the tiles of a box are all of one size."""
    sides = np.sqrt([abs(float(cv2.contourArea(read.place.corners))) for read in reads])
    sure = [side for side, read in zip(sides, reads, strict=True) if read.evidence >= SURE_EVIDENCE and read.sure]
    if not sure:
        return list(reads)
    usual = float(np.median(sure))
    return [read for side, read in zip(sides, reads, strict=True) if usual / MOST_SCALE <= side <= usual * MOST_SCALE]


def _reading(read: _Read) -> TileReading:
    is_doubtful = not read.sure or read.evidence < SURE_EVIDENCE
    return TileReading(read.place.corners, read.probabilities, bool(is_doubtful))


def _doubt_surplus(tiles: Sequence[TileReading]) -> list[TileReading]:
    """Raises doubt about the least sure of more tiles of a kind than a box holds; changes no reading."""
    counts: Counter[Tile | None] = Counter(tile.tile for tile in tiles)
    doubtful: set[int] = set()
    for kind, count in counts.items():
        if kind is not None and count > COPIES:
            same = sorted((i for i, tile in enumerate(tiles) if tile.tile == kind), key=lambda i: tiles[i].confidence)
            doubtful.update(same[: count - COPIES])
    return [replace(tile, doubt=True) if i in doubtful else tile for i, tile in enumerate(tiles)]


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _is_within(corners: Corners, area: NDArray[np.float32]) -> bool:
    x, y = corners.mean(axis=0)
    return bool(cv2.pointPolygonTest(area.astype(np.float32), (float(x), float(y)), measureDist=False) >= 0)
