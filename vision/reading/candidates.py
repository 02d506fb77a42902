"""Places that may be tiles, each with what the networks say of it, by column.

From stage to stage their probabilities change, not their kind. A place is named by its index.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS, TILE_KINDS
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import colours, numbers
from vision.reading.columns import Columns
from vision.reading.edition import Edition
from vision.reading.ink import Prints
from vision.reading.locate import Proposals
from vision.reading.overlap import OVERLAP, is_above_or_below, is_in_another_tier, non_maximum_suppression, shared_area
from vision.reading.table_reading import LIKELY, SURE

JOKER_CLASS, BACK_CLASS, NO_TILE_CLASS = 13, 14, 15
"""Number classes of the model beyond 1 to 13."""
_SURE_TURN = 0.8  # probability from which what looks like no tile is turned: print on its side may look like none
_SIX_CLASS, _NINE_CLASS = 5, 8  # of the numbers that are another one upside down
_MOST_FACE = 0.05  # a tile face down shows a face with no more probability; else it is unread
# Of a tile by the verifier, where all other places are decided, and more of them by the variance of each that is not.
_LEAST_ODDS, _ODDS_PER_UNDECIDED = 1.0, 3.0
_LEAST_WIDTHS_APART = 0.6  # of its own, of a place's middle from that of one that it does not lie on
_HALF_OVER = 0.25  # share of the smaller face that two share at their sides of which one is not seen whole
CONTESTED = 0.6
"""Maximum probability of a place that another tile contests, and of one beside which alone anything was found: it is
named, in doubt."""
# Log odds against a tile for each unit by which its print is stranger than usual, as `vision.reading.numbers` has it.
_AGAINST_STRANGE, _USUALLY_STRANGE = 4.5, 0.5
_TINY = 1e-6  # lower bound of what is divided by
FEATURES = (
    "objectness", "face", "size", "size beyond", "hue", "shade", "joker", "company", "neighbours", "height", "middle", "contrast",
    "strength", "tint",
)  # fmt: skip
"""The columns of `Candidates.features` in order: logarithms of the odds by the locator and by the tile reader; departure in size
up to a third and up to threefold, in the body's hue and in its brightness, as logarithms, the less the fewer other
tiles there are to compare with; the probability that the face is a joker's; how many others there are, from 0 to 1;
whether tiles lie side by side with it, from 0 to 2; departure of the number in height, as logarithm, in its place on
the face, and of the print in contrast, again the less the fewer there are; that contrast; and how far the number's tint
is from the nearest of the photo's inks."""


@dataclass(frozen=True, eq=False)
class Candidates(Columns):
    """What the models say of n places."""

    outlines: NDArray[np.float32]
    """Corners of each, shape (n, 4, 2), pixels."""
    objectness: NDArray[np.float64]
    """How sure the locator is that a tile lies there, shape (n,), 0 to 1."""
    numbers: NDArray[np.float32]
    """Probabilities of 1 to 13, joker, face down and no tile, shape (n, 16)."""
    colours: NDArray[np.float32]
    """Probabilities of black, red, blue and orange, shape (n, 4)."""
    quarter_turns: NDArray[np.float32]
    """Probabilities that the outline should begin at its first, second, third or fourth corner, shape (n, 4)."""
    bodies: NDArray[np.float32]
    """The colours of the bare faces, BGR, shape (n, 3)."""
    prints: Prints
    beliefs: NDArray[np.float64]
    """Probability that a tile lies there at all, in the light of the other places, shape (n,)."""
    verified: NDArray[np.float64]
    """Probability that one lies there all the same, where that speaks against one (`vision.reading.verify`), shape (n,)."""
    features: NDArray[np.float64]
    """What was measured beside the other places, as `vision.reading.belonging` has it, shape (n, k)."""

    @classmethod
    def read(
        cls,
        places: Proposals,
        numbers: NDArray[np.float32],
        colours: NDArray[np.float32],
        quarter_turns: NDArray[np.float32],
        bodies: NDArray[np.float32],
        prints: Prints,
    ) -> Self:
        """What was read at places that are not weighed beside others yet."""
        count, width = len(places), len(FEATURES)
        weighed = np.ones(count), np.zeros(count), np.zeros((count, width))
        return cls(places.outlines, places.objectness, numbers, colours, quarter_turns, bodies, prints, *weighed)

    @property
    def places(self) -> Proposals:
        """Where they are."""
        return Proposals(self.outlines, self.objectness)

    @cached_property
    def probabilities(self) -> NDArray[np.float32]:
        """Probabilities of the kinds of `TILE_KINDS`, shape (n, 53)."""
        kinds = np.empty((len(self), len(TILE_KINDS)), np.float32)
        kinds[:, :-1] = (self.colours[:, :, None] * self.numbers[:, None, : len(NUMBERS)]).reshape(
            len(self), len(TILE_KINDS) - 1
        )
        kinds[:, -1] = self.numbers[:, JOKER_CLASS]
        return np.asarray(kinds * (self.beliefs / np.maximum(1 - self.no_tile, _TINY)).astype(np.float32)[:, None])

    @property
    def numbered(self) -> NDArray[np.float64]:
        """Probability that each is a tile with a number, shape (n,)."""
        return np.asarray(self.numbers[:, : len(NUMBERS)].sum(axis=1), np.float64)

    @property
    def number(self) -> NDArray[np.intp]:
        """The number that each is read as, 1 to 13; more than 13 where it is most probably no number."""
        return np.asarray(self.numbers.argmax(axis=1) + 1)

    @property
    def turns_needed(self) -> NDArray[np.intp]:
        """Number of corners by which each outline should be turned on."""
        looks_like_a_back = (self.back >= LIKELY) & (self.quarter_turns[:, 0] < LIKELY)
        counts = self.is_face_up | looks_like_a_back | (self.quarter_turns.max(axis=1) >= _SURE_TURN)
        return np.where(counts, self.quarter_turns.argmax(axis=1), 0)

    @property
    def upright_log_odds(self) -> NDArray[np.float64]:
        """Logarithm of the odds, by the face alone, that each stands as it was read rather than upside down."""
        upright, upside_down = np.maximum(self.quarter_turns[:, [0, 2]], np.float32(1e-4)).T
        return np.asarray(np.log(upright / upside_down), np.float64)

    @property
    def either_way(self) -> NDArray[np.bool_]:
        """Whether each is more probably than not a six or a nine."""
        return np.asarray(self.numbers[:, _SIX_CLASS] + self.numbers[:, _NINE_CLASS] >= LIKELY)

    @property
    def is_face_up(self) -> NDArray[np.bool_]:
        """Whether each is more probably a number or a joker than not."""
        return np.asarray(self.back + self.no_tile < LIKELY)

    @property
    def back(self) -> NDArray[np.float64]:
        """Probability that each is a tile face down."""
        return self.numbers[:, BACK_CLASS].astype(np.float64)

    @property
    def no_tile(self) -> NDArray[np.float64]:
        """Probability that no tile is there."""
        return self.numbers[:, NO_TILE_CLASS].astype(np.float64)

    @property
    def rather_a_back(self) -> NDArray[np.bool_]:
        """Whether a tile that lies there, if one does, more probably lies face down than not."""
        return np.asarray(self.back >= LIKELY * (1 - self.no_tile))

    @property
    def is_back(self) -> NDArray[np.bool_]:
        """Whether each looks like a tile face down, and hardly like one that shows its face."""
        return np.asarray(self.rather_a_back & (self.probabilities.sum(axis=1).astype(np.float64) <= _MOST_FACE))

    @property
    def certainty(self) -> NDArray[np.float64]:
        """The probability of the likeliest tile, or of one face down, shape (n,)."""
        return np.asarray(np.maximum(self.probabilities.max(axis=1).astype(np.float64), self.back * self.beliefs))

    @cached_property
    def sure(self) -> NDArray[np.bool_]:
        """Whether number and colour of each are beyond doubt."""
        return np.asarray(self.probabilities.max(axis=1) >= SURE)

    def verified_by(self, verified: NDArray[np.float64]) -> Self:
        """The same with what a second look says.

        Where only that finds a tile, one that looks bare may be one whose print lies under a finger: none lies face down.
        """
        faces = self.numbers[:, : JOKER_CLASS + 1]
        shares = (1 - self.no_tile) / np.maximum(faces.sum(axis=1).astype(np.float64), _TINY)
        face_up = np.zeros_like(self.numbers)
        face_up[:, : JOKER_CLASS + 1] = faces * shares.astype(np.float32)[:, None]
        face_up[:, NO_TILE_CLASS] = self.numbers[:, NO_TILE_CLASS]
        is_found = verified[:, None] >= LIKELY
        return replace(self, numbers=np.where(is_found, face_up, self.numbers), verified=verified)

    def believed(self, beliefs: float | NDArray[np.float64]) -> Self:
        """The same, so probably tiles."""
        return replace(self, beliefs=np.broadcast_to(np.asarray(beliefs, np.float64), len(self)))

    def believed_at_most(self, belief: float | NDArray[np.float64]) -> Self:
        """The same, none of them more probably a tile than that."""
        return self.believed(np.minimum(self.beliefs, belief))


def each_once(candidates: Candidates) -> NDArray[np.intp]:
    """Indices of the surest of places that share more than `OVERLAP` of the smaller one's area, the surest first.

    Sure ones that lie in another tier of a rack stay as well.
    """
    order = np.argsort(-candidates.certainty, kind="stable")
    outlines = candidates.outlines[order]
    once = non_maximum_suppression(outlines)
    for k in np.flatnonzero(candidates.sure[order]).tolist():
        if k not in once and is_in_another_tier(outlines[k], outlines[once]):
            once.append(k)
    return order[once]


def contested(dropped: Candidates, kept: Candidates) -> NDArray[np.intp]:
    """Indices of those of the dropped places that lie beside what is kept rather than on it.

    A neighbour whose outline is too wide must not make a tile vanish.
    """
    middles = quads.centres(kept.outlines)
    may_be = np.flatnonzero(dropped.is_face_up & (dropped.certainty >= LIKELY))
    beside = [k for k in may_be.tolist() if _widths_apart(dropped.outlines[k], middles) >= _LEAST_WIDTHS_APART]
    return np.array(beside, np.intp)[each_once(dropped[beside])]


def unsure_where_they_overlap(candidates: Candidates) -> Candidates:
    """The candidates, of which none is sure that lies half over another one at its side.

    They are parts of one wide tile, as where the 1 of a 10 is taken for a tile of its own, or one of them covers the other.
    """
    sure, likely = candidates.sure, candidates.beliefs >= LIKELY
    either = np.triu(np.logical_or.outer(sure, sure) & np.logical_and.outer(likely, likely), 1)
    doubted = np.zeros(len(candidates), np.bool_)
    for pair in np.argwhere(either):
        doubted[pair] |= _lie_half_over(*candidates.outlines[pair])
    return candidates.believed_at_most(np.where(doubted, CONTESTED, np.inf))


def _lie_half_over(one: Corners, other: Corners) -> bool:
    """Whether one of two outlines lies half over the other, and not in another tier of a rack."""
    smaller = min(quads.area(one), quads.area(other))
    return shared_area(one, other) >= _HALF_OVER * smaller and not is_above_or_below(one, other)


def _widths_apart(outline: Corners, middles: NDArray[np.float32]) -> float:
    """How far the middle of an outline lies from the nearest of those of others, (n, 2), in its own widths."""
    away = np.linalg.norm(middles - quads.centre(outline), axis=1)
    return float(away.min(initial=np.inf)) / max(quads.width(outline), _TINY)


def free_of(taken: NDArray[np.float32], outlines: NDArray[np.float32], overlap: float = OVERLAP) -> NDArray[np.intp]:
    """Indices of the outlines, the surest first, that share no more than `overlap` with what is taken, nor with each other."""
    if not len(outlines):
        return np.zeros(0, np.intp)
    new = np.array(non_maximum_suppression(np.concatenate([taken, outlines]), overlap), np.intp) - len(taken)
    return new[new >= 0]


def standing_out(looked_at: Candidates) -> NDArray[np.bool_]:
    """At which of the places that were looked at again a tile may lie all the same, shape (n,).

    A tile under a finger departs from the others in all that `vision.reading.belonging` measures, and so does one that the
    photo's border cuts. It must not vanish without a trace. But where much in a photo may be a tile or not, as on a
    checked cloth, each place must look like one the more. Of a place in which one may half believe anyway, less is asked.
    """
    looks, beliefs = looked_at.verified, looked_at.beliefs
    variances = looks * (1 - looks)
    undecided = sum(variances.tolist())
    least = (_LEAST_ODDS + _ODDS_PER_UNDECIDED * (undecided - variances)) * (1 - beliefs / LIKELY)
    return np.asarray(looks >= (1 - looks) * least)


def either(ones: Candidates, others: Candidates, probabilities: NDArray[np.float64]) -> Candidates:
    """The more probable of two readings of each tile, its probabilities mixed with those of the other.

    `probabilities` are those of the first.
    """
    shares = np.stack([probabilities * (1 - ones.no_tile), (1 - probabilities) * (1 - others.no_tile)]) + 1e-6
    first, second = shares / (shares[0] + shares[1])
    chosen = ones.put(np.flatnonzero(first < second), others[first < second])
    first, second = (share.astype(np.float32)[:, None] for share in (first, second))
    return replace(
        chosen,
        numbers=first * ones.numbers + second * others.numbers,
        colours=first * ones.colours + second * others.colours,
        beliefs=ones.beliefs,
    )


def numbered_together(candidates: Candidates) -> Candidates:
    """The candidates with the numbers of those that are in doubt judged beside those that are sure.

    What is printed unlike all tiles of its number is believed less.
    """
    faces = candidates.numbers[:, : JOKER_CLASS + 1]
    seen = faces.sum(axis=1, keepdims=True)
    judged = numbers.judge(faces / np.maximum(seen, _TINY), candidates.prints.shapes, candidates.sure)
    beliefs = [*map(_less_believed, candidates.beliefs.tolist(), judged.strangeness)]
    return replace(
        candidates,
        numbers=np.hstack([seen * judged.probabilities, candidates.numbers[:, JOKER_CLASS + 1 :]]),
        beliefs=np.where(candidates.number <= len(NUMBERS), beliefs, candidates.beliefs),
    )


def _less_believed(belief: float, strangeness: float) -> float:
    """The probability that a tile lies at a place, in the light of how strange its print is among the others."""
    odds = belief / max(1 - belief, _TINY) * np.exp(-_AGAINST_STRANGE * max(strangeness - _USUALLY_STRANGE, 0))
    return float(odds / (1 + odds))


def coloured_together(candidates: Candidates, photo: Photo, edition: Edition | None = None) -> Candidates:
    """The candidates with their colours judged beside each other and, where the box is known, by its inks."""
    if not len(candidates):
        return candidates
    expected = colours.INKS_OF_MOST_BOXES
    if edition is not None:
        expected = colours.ExpectedInks(edition.inks, colours.BETWEEN_PHOTOS)
    judged = colours.judge(
        candidates.colours,
        candidates.prints.tints,
        candidates.numbered,
        colourful=lambda: colours.colourful(photo, candidates.outlines),
        expected=expected,
    )
    return replace(candidates, colours=judged)
