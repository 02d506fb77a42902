"""Reads a photo: finds the tiles, rectifies each, reads number and colour, judges the colours together, and arranges sets."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES, NUMBERS
from vision import arrange, belonging, colours, prints, quads, upright
from vision.inference import MODELS, ModelFile, Network
from vision.locate import OVERLAP, ROUGH_OVERLAP, Detection, Locator, non_maximum_suppression
from vision.quads import Corners
from vision.reading import LIKELY, SURE, Photo, TableReading, TileReading, doubt_surplus
from vision.rectify import bodies, negative, rectify, whiten
from vision.refine import Refiner, moved

JOKER_CLASS, BACK_CLASS, NO_TILE_CLASS = 13, 14, 15
"""Number classes of the model beyond 1 to 13."""
SURE_TURN = 0.8
"""Probability from which what looks like no tile is turned all the same: print that lies on its side may look like none, or like a
back."""
SIX, NINE = 5, 8
"""Number classes of what is another number upside down."""
SURELY_UPRIGHT = 6.0
"""Logarithm of the odds from which a tile that is read with certainty needs not be read upside down as well."""
BESIDE = 0.5
"""Objectness given to a place at the end of a set, where the locator has found nothing."""
LEAST_BELIEF = 0.05
"""Probability that a tile lies at a place below which the place is dropped; from there to `LIKELY` a tile is reported as unread."""
MOST_FACED = 0.05
"""What looks like a tile face down, but shows a face with more than this probability, is reported as unread."""
PRINT_INSET = np.array([[0.25, 0.15], [-0.25, 0.15], [-0.25, -0.4], [0.25, -0.4]], np.float32)
"""How far within a face's corners the middle of its print lies, in widths and heights of the face, shape (4, 2): a tile of which a part
of that lies outside of the photo is doubtful, since half of an 11 is a 1."""
LEFT_OF_THE_RIGHT = (1, 2, 3)
"""What is seen of 11, 12 and 13 where the first digit is not."""
FEW_SURE, SURE_IN_NEGATIVE = 4, 2
"""Where fewer tiles than the first are sure, the photo is read as a negative, too; that counts where at least the second are sure in it,
and more than twice as many."""
MOST_IN_A_BATCH = 64
"""Patches that go through the model together; bounds memory, keeps the time linear in the number of tiles."""


@dataclass(frozen=True, eq=False)
class _Read:
    """What the models say of one place."""

    place: Detection
    numbers: NDArray[np.float32]
    """Probabilities of 1 to 13, joker, face down and no tile, shape (16,)."""
    colours: NDArray[np.float32]
    """Probabilities of black, red, blue and orange, shape (4,)."""
    ink: prints.Prints
    """Of this one face."""
    body: NDArray[np.float32]
    """The bare face's colour, BGR, shape (3,)."""
    quarter_turns: NDArray[np.float32]
    """Probabilities that the outline should begin at its first, second, third or fourth corner, shape (4,)."""

    belief: float = 1.0
    """Probability that a tile lies there at all, in the light of the other places."""

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """Of the kinds of `TILE_KINDS`, shape (53,)."""
        coloured = np.outer(self.colours, self.numbers[: len(NUMBERS)]).ravel()
        kinds = np.append(coloured, self.numbers[JOKER_CLASS]).astype(np.float32)
        named = 1 - self.no_tile
        return kinds * np.float32(self.belief / max(named, 1e-6))

    @property
    def numbered(self) -> float:
        """Probability that it is a tile with a number."""
        return float(self.numbers[: len(NUMBERS)].sum())

    @property
    def turns_needed(self) -> int:
        """By how many corners the outline should be turned on."""
        looks_like_a_back = self.back >= LIKELY and self.quarter_turns[0] < LIKELY
        counts = self.is_face_up or looks_like_a_back or self.quarter_turns.max() >= SURE_TURN
        return int(self.quarter_turns.argmax()) if counts else 0

    @property
    def upright_log_odds(self) -> float:
        """Logarithm of the odds, by the face alone, that the tile stands as it was read rather than upside down."""
        return float(np.log(max(self.quarter_turns[0], 1e-4) / max(self.quarter_turns[2], 1e-4)))

    @property
    def either_way(self) -> bool:
        """Whether this is more probably than not a six or a nine."""
        return bool(self.numbers[SIX] + self.numbers[NINE] >= LIKELY)

    @property
    def is_face_up(self) -> bool:
        """Whether this is more probably a number or a joker than not."""
        return self.back + self.no_tile < LIKELY

    @property
    def back(self) -> float:
        """Probability that it is a tile face down."""
        return float(self.numbers[BACK_CLASS])

    @property
    def no_tile(self) -> float:
        """Probability that no tile is there."""
        return float(self.numbers[NO_TILE_CLASS])

    @property
    def is_back(self) -> bool:
        """Whether this looks like a tile face down, and hardly like one that shows its face."""
        return self.back >= LIKELY and float(self.probabilities.sum()) <= MOST_FACED

    @property
    def certainty(self) -> float:
        """The probability of the likeliest tile, or of one face down."""
        return float(max(self.probabilities.max(), self.back * self.belief))

    @property
    def sure(self) -> bool:
        """Whether number and colour are beyond doubt."""
        return bool(self.probabilities.max() >= SURE)


@dataclass(frozen=True, eq=False)
class Places:
    """Whatever may be a tile in a photo, before tiles are told from what is none."""

    seen: belonging.Evidence
    are_backs: NDArray[np.bool_]
    """Whether each looks like a tile face down, shape (n,)."""


class Reader:
    """Reads photos of tables.

    Args:
        threads: how many threads the models may use; None for as many as there are cores.
        models: their folder.

    Raises:
        vision.inference.ModelError: a model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        self._locator = Locator(threads, models)
        self._refiner = Refiner(threads, models)
        self._network = Network(models / ModelFile.READER, threads)
        self._belonging = belonging.Belonging(models)

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None, copies: int = COPIES) -> TableReading:
        """Everything that lies on the table.

        The networks know tiles with bright bodies. Dark ones with bright numbers are such in a negative that keeps its hues.

        Args:
            photo: shape (height, width, 3), 8 bits, BGR, upright.
            area: polygon (n, 2) in pixels; only tiles whose centre lies in it count. None for the whole photo.
            copies: how many tiles of each kind there are; more of them are doubtful.
        """
        began = time.perf_counter()
        reading = self._read(photo, area, copies)
        few = _sure_tiles(reading)
        if few < FEW_SURE:
            dark = self._read(negative(photo), area, copies)
            if _sure_tiles(dark) >= max(SURE_IN_NEGATIVE, 2 * few + 1):
                reading = dark
        return replace(reading, elapsed_ms=(time.perf_counter() - began) * 1000)

    def _read(self, photo: Photo, area: NDArray[np.float32] | None, copies: int) -> TableReading:
        reads = _each_once(self._believed(self._look(photo, area), LEAST_BELIEF))
        reads += [read for read in self._read_beside(photo, reads) if _is_within(read.place, area)]
        reads = _coloured_together(self._set_upright(photo, reads), photo)
        shown = [read for read in reads if not read.is_back]
        height, width = photo.shape[:2]
        tiles = doubt_surplus(
            (
                TileReading(read.place.corners, read.probabilities, not read.sure or _may_be_cut(read, width, height))
                for read in shown
            ),
            copies,
        )
        return TableReading(
            tiles=tiles,
            sets=arrange.into_sets([tile.corners for tile in tiles]),
            width=width,
            height=height,
            face_down=tuple(read.place.corners for read in reads if read.is_back and read.certainty >= LIKELY),
        )

    def places(self, photo: Photo) -> Places | None:
        """What may be tiles in a photo of shape (height, width, 3), as `vision.belonging` judges it; None where nothing may be one."""
        reads = self._look(photo)
        if not reads:
            return None
        return Places(_evidence(reads), np.array([read.back >= LIKELY for read in reads], np.bool_))

    def _look(self, photo: Photo, area: NDArray[np.float32] | None = None) -> list[_Read]:
        """Whatever may be a tile, read: the likeliest places first, of the others those of a size with the tiles among them."""
        found = [place for place in self._locator.find(photo) if _is_within(place, area)]
        reads = self._read_places(photo, self._refined(photo, found[:MOST_IN_A_BATCH], area))
        may_be = belonging.of_likely_size(
            [place.corners for place in found[MOST_IN_A_BATCH:]],
            [read.place.corners for read in reads],
            [read.place.objectness for read in reads],
            [1 - read.no_tile for read in reads],
        )
        others = list(itertools.compress(found[MOST_IN_A_BATCH:], may_be))
        for start in range(0, len(others), MOST_IN_A_BATCH):
            places = self._refined(photo, others[start : start + MOST_IN_A_BATCH], area)
            more = self._read_places(photo, _free_of(reads, places, ROUGH_OVERLAP))
            reads += more
            if more and all(read.no_tile >= LIKELY for read in more):
                break  # what the locator is less sure of still is no tile either
        return reads

    def _refined(self, photo: Photo, places: Sequence[Detection], area: NDArray[np.float32] | None) -> list[Detection]:
        """Places with their corners set right, of those within `area`."""
        refined = non_maximum_suppression(self._refiner.refine(photo, places), ROUGH_OVERLAP)
        return [place for place in refined if _is_within(place, area)]

    def _read_places(self, photo: Photo, places: Sequence[Detection]) -> list[_Read]:
        """Reads every place; what the model says lies turned is turned and read again."""
        reads = self._classify(photo, places)
        askew = [i for i, read in enumerate(reads) if read.turns_needed]
        set_right = [_turned(places[i], reads[i].turns_needed) for i in askew]
        for i, again in zip(askew, self._classify(photo, set_right), strict=True):
            if reads[i].is_face_up or again.is_face_up:
                reads[i] = again
        return reads

    def _read_beside(self, photo: Photo, reads: Sequence[_Read]) -> list[_Read]:
        """Tiles that were not found, at the ends of sets and in their gaps; only what is plainly a tile counts."""
        faces = [read.place for read in reads if read.is_face_up]
        proposed = self._refiner.refine(photo, [*_next_places([place.corners for place in faces])])
        free = [place for place in _free_of(reads, proposed) if _is_in(photo, place)]
        added = self._read_places(photo, free)
        if not added:
            return []
        known = {id(read.place) for read in reads}
        return [read for read in self._believed([*reads, *added], SURE) if id(read.place) not in known]

    def _believed(self, reads: Sequence[_Read], least: float) -> list[_Read]:
        """The places at which a tile lies with at least that probability."""
        if not reads:
            return []
        beliefs = self._belonging.probabilities(belonging.features(_evidence(reads))).tolist()
        return [replace(read, belief=belief) for read, belief in zip(reads, beliefs, strict=True) if belief >= least]

    def _set_upright(self, photo: Photo, reads: Sequence[_Read]) -> list[_Read]:
        """The same places; where a tile may stand upside down, both ways of reading it count by how probable they are."""
        faces = [i for i, read in enumerate(reads) if read.is_face_up]
        outlines = [reads[i].place.corners for i in faces]
        either_way = np.array([reads[i].either_way for i in faces], bool)
        own, sets = np.array([reads[i].upright_log_odds for i in faces]), arrange.into_sets(outlines)
        odds = upright.log_odds(outlines, own, either_way, sets)
        unsure = [k for k, i in enumerate(faces) if odds[k] < SURELY_UPRIGHT or reads[i].numbers.max() < SURE]
        others = self._classify(photo, [_turned(reads[faces[k]].place, 2) for k in unsure])
        own[unsure] = (own[unsure] - [other.upright_log_odds for other in others]) / 2  # the model says it twice
        odds = upright.log_odds(outlines, own, either_way, sets)
        judged = list(reads)
        for k, other in zip(unsure, others, strict=True):
            judged[faces[k]] = _either(reads[faces[k]], other, 1 / (1 + np.exp(-odds[k])))
        return judged

    def _classify(self, photo: Photo, places: Sequence[Detection]) -> list[_Read]:
        """What lies at each place."""
        reads: list[_Read] = []
        for start in range(0, len(places), MOST_IN_A_BATCH):
            part = places[start : start + MOST_IN_A_BATCH]
            patches = np.stack([rectify(photo, place.corners) for place in part])
            white = whiten(patches)
            number, colour, turn = (_softmax(logits) for logits in self._network.run(white))
            measured = prints.measure(white)
            printed = [measured[k : k + 1] for k in range(len(part))]
            reads += map(_Read, part, number, colour, printed, bodies(patches), turn)
        return reads


def _sure_tiles(reading: TableReading) -> int:
    return len(reading.tiles) - len(reading.doubtful)


def _evidence(reads: Sequence[_Read]) -> belonging.Evidence:
    """What is known of each place by itself, at least one."""
    numbers = np.array([read.numbers for read in reads], np.float64)
    return belonging.Evidence(
        outlines=np.array([read.place.corners for read in reads], np.float32),
        objectness=np.array([read.place.objectness for read in reads]),
        faces=1 - numbers[:, NO_TILE_CLASS],
        numbered=numbers[:, : len(NUMBERS)].sum(axis=1),
        jokers=numbers[:, JOKER_CLASS],
        colours=np.array([read.colours for read in reads]),
        bodies=np.array([read.body for read in reads]),
        prints=prints.Prints.of([read.ink for read in reads]),
    )


def _each_once(reads: Sequence[_Read]) -> list[_Read]:
    """The surest of places that share more than `OVERLAP` of the smaller one's area."""
    surest_first = sorted(reads, key=lambda read: -read.certainty)
    read_at = {id(read.place): read for read in surest_first}
    return [read_at[id(place)] for place in non_maximum_suppression(read.place for read in surest_first)]


def _next_places(outlines: Sequence[Corners]) -> Iterator[Detection]:
    """Where the next tile would lie at both ends of every set, as far on as the last one lies from the one before it."""
    for members in arrange.into_sets(outlines):
        for last, before in ((members[0], members[1]), (members[-1], members[-2])) if len(members) > 1 else ():
            step = quads.centre(outlines[last]) - quads.centre(outlines[before])
            yield Detection(np.asarray(outlines[last] + step, np.float32), BESIDE)


def _free_of(reads: Sequence[_Read], places: Sequence[Detection], overlap: float = OVERLAP) -> list[Detection]:
    """Those of `places`, the surest first, that share no more than `overlap` with what has been read, nor with each other."""
    new = {id(place) for place in places}
    places = [*(read.place for read in reads), *places]
    return [place for place in non_maximum_suppression(places, overlap) if id(place) in new]


def _is_in(photo: Photo, place: Detection) -> bool:
    height, width = photo.shape[:2]
    return bool((place.corners >= 0).all() and (place.corners < (width, height)).all())


def _may_be_cut(read: _Read, width: int, height: int) -> bool:
    """Whether the photo's border may have taken a digit from the number.

    It has where the middle of the print lies outside of the photo, and it may have where the left or the right side does and the number
    is what may be left: 1, 2 and 3 of 11, 12 and 13, or a 1 of any of them. The outline itself may have shrunk to what is seen.
    """
    corners = read.place.corners
    if _is_outside(moved(corners, PRINT_INSET), width, height).any():
        return True
    top_left, top_right, bottom_right, bottom_left = _is_outside(corners, width, height)
    number = int(read.numbers.argmax()) + 1
    return bool(
        (top_left and bottom_left and number in LEFT_OF_THE_RIGHT) or (top_right and bottom_right and number == 1)
    )


def _is_outside(points: Corners, width: int, height: int) -> NDArray[np.bool_]:
    """Which of the points (n, 2) lie outside of a photo; the middle of its first pixel is (0, 0)."""
    return np.asarray(((points < -0.5) | (points > (width - 0.5, height - 0.5))).any(axis=1))  # noqa: PLR2004 - half a pixel


def _turned(place: Detection, corners: int) -> Detection:
    """The same place, its outline turned on by so many corners."""
    return replace(place, corners=np.roll(place.corners, -corners, axis=0))


def _either(one: _Read, other: _Read, probability: float) -> _Read:
    """The more probable of two ways to read a tile, with what the other would make of it."""
    shares = np.array([probability * (1 - one.no_tile), (1 - probability) * (1 - other.no_tile)]) + 1e-6
    first, second = (float(share) for share in shares / shares.sum())
    chosen = one if first >= second else other
    return replace(
        chosen,
        numbers=np.asarray(first * one.numbers + second * other.numbers, np.float32),
        colours=np.asarray(first * one.colours + second * other.colours, np.float32),
        belief=one.belief,
    )


def _coloured_together(reads: Sequence[_Read], photo: Photo) -> list[_Read]:
    """The same tiles, their colours judged beside each other."""
    if not reads:
        return []
    alone, printed = np.stack([read.colours for read in reads]), prints.Prints.of([read.ink for read in reads])
    colourful = colours.colourful(photo, [read.place.corners for read in reads])
    numbered = np.array([read.numbered for read in reads])
    judged = colours.judge(alone, printed.tints, numbered, colourful=colourful)
    return [replace(read, colours=colour) for read, colour in zip(reads, judged, strict=True)]


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _is_within(place: Detection, area: NDArray[np.float32] | None) -> bool:
    x, y = quads.centre(place.corners)
    return area is None or cv2.pointPolygonTest(area.astype(np.float32), (float(x), float(y)), measureDist=False) >= 0
