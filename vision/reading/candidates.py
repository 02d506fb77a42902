"""Places that may be tiles, each with what the networks say of it.

From stage to stage their probabilities change, not their kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS, TILE_KINDS
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import belonging, colours, numbers, prints
from vision.reading.edition import Edition
from vision.reading.locate import Detection
from vision.reading.overlap import OVERLAP, is_above_or_below, is_in_another_tier, non_maximum_suppression, shared_area
from vision.reading.table_reading import LIKELY, SURE

JOKER_CLASS, BACK_CLASS, NO_TILE_CLASS = 13, 14, 15
"""Number classes of the model beyond 1 to 13."""
SURE_TURN = 0.8
"""Probability from which something that looks like no tile is turned all the same: print that lies on its side may look
like none, or like a back."""
SIX, NINE = 5, 8
"""Number classes of the numbers that are another number upside down."""
MOST_FACED = 0.05
"""What looks like a tile face down, but shows a face with more than this probability, is reported as unread."""
ALONE, UNDECIDED = 1.0, 3.0
"""Odds of a tile, on a second look, from which a place is reported where all others are decided, and by how much these
odds must be greater for each that is not, by the variance of whether a tile lies there: up to a quarter."""
ON_ANOTHER = 0.6
"""Minimum distance, in its own widths, of the middle of a place from that of another one that it does not lie on."""
HALF_OVER = 0.25
"""Share of the smaller one's area from which two faces, side by side, are not both seen as a whole: outlines of neighbours share less."""
CONTESTED = 0.6
"""Maximum probability of a place that another tile contests, and of one beside which alone anything was found: it is
named, in doubt."""
STRANGE, USUALLY_STRANGE = 4.5, 0.5
"""Logarithm of the odds against a tile for each unit by which its print is stranger than `USUALLY_STRANGE`, as
`vision.reading.numbers` has it: a calendar is in another typeface. Fitted to the same photos as the bounds there."""
TINY = 1e-6
"""Lower bound of what is divided by."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """What the models say of one place."""

    place: Detection
    numbers: NDArray[np.float32]
    """Probabilities of 1 to 13, joker, face down and no tile, shape (16,)."""
    colours: NDArray[np.float32]
    """Probabilities of black, red, blue and orange, shape (4,)."""
    ink: prints.Prints
    """The print of this one face."""
    body: NDArray[np.float32]
    """The colour of the bare face, BGR, shape (3,)."""
    quarter_turns: NDArray[np.float32]
    """Probabilities that the outline should begin at its first, second, third or fourth corner, shape (4,)."""

    belief: float = 1.0
    """Probability that a tile lies there at all, in the light of the other places."""
    second_look: float = 0.0
    """Probability that a tile lies there all the same, where its belief speaks against one (`vision.reading.verify`)."""

    @cached_property
    def probabilities(self) -> NDArray[np.float32]:
        """Probabilities of the kinds of `TILE_KINDS`, shape (53,)."""
        kinds = np.empty(len(TILE_KINDS), np.float32)
        np.outer(self.colours, self.numbers[: len(NUMBERS)], out=kinds[:-1].reshape(len(self.colours), len(NUMBERS)))
        kinds[-1] = self.numbers[JOKER_CLASS]
        return kinds * np.float32(self.belief / max(1 - self.no_tile, TINY))

    @property
    def numbered(self) -> float:
        """Probability that it is a tile with a number."""
        return float(self.numbers[: len(NUMBERS)].sum())

    @property
    def number(self) -> int:
        """The number it is read as, 1 to 13; more than 13 where it is most probably no number."""
        return int(self.numbers.argmax()) + 1

    @property
    def turns_needed(self) -> int:
        """Number of corners by which the outline should be turned on."""
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
    def rather_a_back(self) -> bool:
        """Whether a tile that lies there, if one does, more probably lies face down than not."""
        return self.back >= LIKELY * (1 - self.no_tile)

    @property
    def is_back(self) -> bool:
        """Whether this looks like a tile face down, and hardly like one that shows its face."""
        return self.rather_a_back and float(self.probabilities.sum()) <= MOST_FACED

    def looked_at_again(self, second_look: float) -> Candidate:
        """The same with what a second look says.

        Where only that finds a tile, one that looks bare may be one whose print lies under a finger: none lies face down.
        """
        if second_look < LIKELY:
            return replace(self, second_look=second_look)
        faces = self.numbers[: JOKER_CLASS + 1]
        shown = faces * np.float32((1 - self.no_tile) / max(float(faces.sum()), TINY))
        rest = np.array([0, self.no_tile], np.float32)
        return replace(self, numbers=np.concatenate([shown, rest]), second_look=second_look)

    @property
    def certainty(self) -> float:
        """The probability of the likeliest tile, or of one face down."""
        return float(max(self.probabilities.max(), self.back * self.belief))

    @cached_property
    def sure(self) -> bool:
        """Whether number and colour are beyond doubt."""
        return bool(self.probabilities.max() >= SURE)


def place_readings(candidates: Sequence[Candidate]) -> belonging.PlaceReadings:
    """What is known of each candidate's place by itself, in the order of the candidates, of which there is at least one."""
    said = np.array([one.numbers for one in candidates], np.float64)
    return belonging.PlaceReadings(
        outlines=np.array([one.place.corners for one in candidates], np.float32),
        objectness=np.array([one.place.objectness for one in candidates]),
        faces=1 - said[:, NO_TILE_CLASS],
        numbered=said[:, : len(NUMBERS)].sum(axis=1),
        jokers=said[:, JOKER_CLASS],
        colours=np.array([one.colours for one in candidates]),
        bodies=np.array([one.body for one in candidates]),
        prints=prints.Prints.of([one.ink for one in candidates]),
    )


def each_once(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The surest of places that share more than `OVERLAP` of the smaller one's area.

    Sure ones that lie in another tier of a rack stay as well.
    """
    surest_first = sorted(candidates, key=lambda one: -one.certainty)
    outlines = [one.place.corners for one in surest_first]
    once = non_maximum_suppression(outlines)
    for k, one in enumerate(surest_first):
        if one.sure and k not in once and is_in_another_tier(outlines[k], [outlines[j] for j in once]):
            once.append(k)
    return [surest_first[k] for k in once]


def contested(likely: Sequence[Candidate], kept: Sequence[Candidate]) -> list[Candidate]:
    """Those of the `likely` places that are not `kept`, but lie beside what is kept rather than on it.

    A neighbour whose outline is too wide must not make a tile vanish.
    """
    middles = quads.centres([one.place.corners for one in kept])
    known = set(map(id, kept))
    return each_once(
        [
            one
            for one in likely
            if id(one) not in known
            and one.is_face_up
            and one.certainty >= LIKELY
            and _widths_apart(one.place.corners, middles) >= ON_ANOTHER
        ]
    )


def unsure_where_they_overlap(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, of which none is sure that lies half over another one at its side.

    They are parts of one wide tile, as where the 1 of a 10 is taken for a tile of its own, or one of them covers the other.
    """
    outlines = [one.place.corners for one in candidates]
    doubted = set[int]()
    for k, j in combinations([k for k, one in enumerate(candidates) if one.belief >= LIKELY], 2):
        if not (candidates[k].sure or candidates[j].sure):
            continue
        smaller = min(quads.area(outlines[k]), quads.area(outlines[j]))
        is_over = shared_area(outlines[k], outlines[j]) >= HALF_OVER * smaller
        if is_over and not is_above_or_below(outlines[k], outlines[j]):
            doubted |= {k, j}
    return [
        replace(one, belief=min(one.belief, CONTESTED)) if k in doubted else one for k, one in enumerate(candidates)
    ]


def _widths_apart(outline: Corners, middles: NDArray[np.float32]) -> float:
    """How far the middle of an outline lies from the nearest of those of others, (n, 2), in its own widths."""
    away = np.linalg.norm(middles - quads.centre(outline), axis=1)
    return float(away.min(initial=np.inf)) / max(quads.width(outline), TINY)


def free_of(candidates: Sequence[Candidate], places: Sequence[Detection], overlap: float = OVERLAP) -> list[Detection]:
    """The `places`, the surest first, that share no more than `overlap` with what has been read, nor with each other."""
    if not places:
        return []
    outlines = [*(one.place.corners for one in candidates), *(place.corners for place in places)]
    new = [k - len(candidates) for k in non_maximum_suppression(outlines, overlap)]
    return [places[k] for k in new if k >= 0]


def standing_out(looked_at: Sequence[Candidate]) -> list[Candidate]:
    """Those of the places that were looked at again at which a tile may lie all the same.

    A tile under a finger departs from the others in all that `vision.reading.belonging` measures, and so does one that the
    photo's border cuts. It must not vanish without a trace. But where much in a photo may be a tile or not, as on a
    checked cloth, each place must look like one the more. Of a place in which one may half believe anyway, less is asked.
    """
    undecided = sum(_variance(one) for one in looked_at)
    return [
        one
        for one in looked_at
        if one.second_look
        >= (1 - one.second_look) * (ALONE + UNDECIDED * (undecided - _variance(one))) * (1 - one.belief / LIKELY)
    ]


def _variance(one: Candidate) -> float:
    """That of whether a tile lies at a place, after a second look."""
    return one.second_look * (1 - one.second_look)


def turned(place: Detection, corners: int) -> Detection:
    """The place with its outline turned on by that many corners."""
    return replace(place, corners=np.roll(place.corners, -corners, axis=0))


def either(one: Candidate, other: Candidate, probability: float) -> Candidate:
    """The more probable of two readings of a tile, its probabilities mixed with those of the other.

    `probability` is that of the first.
    """
    shares = np.array([probability * (1 - one.no_tile), (1 - probability) * (1 - other.no_tile)]) + 1e-6
    first, second = (float(share) for share in shares / shares.sum())
    chosen = one if first >= second else other
    return replace(
        chosen,
        numbers=np.asarray(first * one.numbers + second * other.numbers, np.float32),
        colours=np.asarray(first * one.colours + second * other.colours, np.float32),
        belief=one.belief,
    )


def numbered_together(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with the numbers of those that are in doubt judged beside those that are sure.

    What is printed unlike all tiles of its number is believed less.
    """
    if not candidates:
        return []
    faces = np.stack([one.numbers[: JOKER_CLASS + 1] for one in candidates])
    seen = faces.sum(axis=1, keepdims=True)
    known = np.array([one.sure for one in candidates])
    shapes = np.concatenate([one.ink.shapes for one in candidates])
    judged = numbers.judge(faces / np.maximum(seen, TINY), shapes, known)
    return [
        replace(
            one,
            numbers=np.concatenate([total * face, one.numbers[JOKER_CLASS + 1 :]]),
            belief=_less_believed(one.belief, strange) if one.number <= len(NUMBERS) else one.belief,
        )
        for one, total, face, strange in zip(candidates, seen, *judged, strict=True)
    ]


def _less_believed(belief: float, strangeness: float) -> float:
    """The probability that a tile lies at a place, in the light of how strange its print is among the others."""
    odds = belief / max(1 - belief, TINY) * np.exp(-STRANGE * max(strangeness - USUALLY_STRANGE, 0))
    return float(odds / (1 + odds))


def coloured_together(candidates: Sequence[Candidate], photo: Photo, edition: Edition | None = None) -> list[Candidate]:
    """The candidates with their colours judged beside each other and, where the box is known, by its inks."""
    if not candidates:
        return []
    alone, printed = np.stack([one.colours for one in candidates]), prints.Prints.of([one.ink for one in candidates])
    outlines = [one.place.corners for one in candidates]
    numbered = np.array([one.numbered for one in candidates])
    expected = (
        colours.INKS_OF_MOST_BOXES if edition is None else colours.ExpectedInks(edition.inks, colours.BETWEEN_PHOTOS)
    )
    judged = colours.judge(
        alone, printed.tints, numbered, colourful=lambda: colours.colourful(photo, outlines), expected=expected
    )
    return [replace(one, colours=colour) for one, colour in zip(candidates, judged, strict=True)]
