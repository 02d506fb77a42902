"""Whether the whole of what may be a tile's print is in sight.

Half of a 12 is a 2 to whoever does not see that half of it is hidden; half of an 11 is a 1 where the photo's border cuts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.tiles import JOKER, KIND_INDEX, NUMBERS, TILE_KINDS, Tile
from vision import quads
from vision.image import Photo
from vision.quads import Corners, Outlines
from vision.reading.inference import Answers, ModelFile, PlaceNetwork
from vision.reading.proportions import FEATURES, proportions
from vision.reading.rectify import bodies, rectified, whiten
from vision.reading.refine import moved

WIDTH, HEIGHT = 64, 80
"""Width and height of a patch in pixels. The network is trained on patches of this size and `SIGHT_MARGIN`: with other ones
it is trained anew."""
SIGHT_MARGIN = 0.22
"""Room about the face, as a fraction of the patch's width and height on each side: what covers a tile lies beside it,
too."""
HIDDEN = 0.5
"""Probability that a part of the print is hidden from which a tile is doubtful. This one, `CLEAR` and `BEYOND` are
among the best that `python -m workshop.training bounds` tries on photos that may be trained on, where one tile that is surely
wrong costs as much as 30 idle doubts."""
SEVERAL = 8
"""A blur of the whole photo hides nothing. So where at least so many tiles are sure otherwise, those of them that look
clearest set the standard."""
CLEAR = 0.4
"""Share of the tiles, those that look clearest, that sets the standard: the odds of the last of them are it."""
BEYOND = 7.0
"""By how much the logarithm of the odds that a part of a tile is hidden must exceed that standard for the tile to be
doubtful."""
_ENOUGH_COMPANY = 0.75  # neighbours, as `vision.reading.proportions` counts them, that tell how large a tile is
# Logarithm of width or height, relative to the neighbours', of an outline too small for a whole tile: a part is hidden
# although the print may be in sight, and nothing says any more which end of it is up.
_SHRUNK = -0.26
_SOME_COMPANY = 0.5  # those for `_SHRUNK_AT_RISK` and `_SHRUNKEN_AREA`
# `_SHRUNK` where what is read is just what would be left of another tile: too low a 6 or 9, too narrow a 1, 2 or 3, and
# either of a joker, which a number on its side in half an outline is taken for.
_SHRUNK_AT_RISK = -0.36
_SHRUNKEN_AREA = -0.4  # logarithm of relative area that is too small, whatever is read: half a tile on its side
_LITTLE_COMPANY = 0.3  # with no more neighbours, an outline is judged by its own shape
_LOW_BY_ITSELF = 0.11  # logarithm of height in widths of a 6 or 9 too low by itself: the camera is aslant by 37 degrees
_NARROW_BY_ITSELF = 0.6  # logarithm of height in widths of a 1, 2 or 3 too narrow by itself: aslant by 40 degrees
_FAR_OUT = 4.0  # times the median departure of the photo's tiles: a low camera shows more than planes explain
_FAR_OUT_IF_CUT = 3.0  # `_FAR_OUT` for what is too low or too narrow by itself as well
_TURNABLE = (6, 9)  # numbers that are another one upside down
# Shares of its probability that a number keeps where a part of it is hidden, and that go to all of its colour and the
# joker: what is left of an 8 may look like a 3, of a 4 like a 1, and of a picture like any number.
_KEPT, _ANY = 0.6, 0.2
_KEPT_BY_JOKER = 0.4  # half of any number is a picture, too
_HALF_OF = {1: (10, 11, 12, 13), 2: (12,), 3: (13,)}  # of numbers that may be all that is seen of others: those
_TWO_DIGITS = (10, 11, 12, 13)  # may look like each other while the second digit is hidden
PRINT_INSET = np.array([[0.25, 0.15], [-0.25, 0.15], [-0.25, -0.4], [0.25, -0.4]], np.float32)
"""How far within a face's corners the middle of its print lies, in widths and heights of the face, shape (4, 2)."""
_WHOLE_SIDE = 2  # corners of the print's middle outside of the photo that leave any number in doubt; one takes no digit
_SECOND_DIGITS = (1, 2, 3)  # what is left of 11, 12 and 13 without their first
TOUCHING = 0.08
"""Maximum distance from the photo's border, in heights of the face, of an outline that may go on beyond it."""

Weights = Sequence[float] | NDArray[np.float64]


class Sight(PlaceNetwork):
    """Tells for which tiles something may hide a part of the print."""

    MODEL = ModelFile.SIGHT

    def hidden(
        self, photo: Photo, outlines: Outlines, weights: Weights, numbers: NDArray[np.intp], sure: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """How probable it is, for each tile that is asked about, that something hides a part of what may be its print.

        Args:
            photo: shape (height, width, 3).
            outlines: of all tiles in it, shape (n, 4, 2), pixels, as read upright.
            weights: how surely each is a tile, 0 to 1.
            numbers: what is read at those that are asked about, of a joker anything that is no number; 0 at the others.
            sure: whether the number of each is sure otherwise; these tell how clearly the photo shows tiles.

        Returns:
            Shape (asked,), 0 to 1.
        """
        odds, shrunk = self.log_odds_hidden(photo, outlines, weights, numbers)
        told = 1 / (1 + np.exp(least_odds(odds[sure[numbers > 0]]) - float(_log_odds(HIDDEN)) - odds))
        return np.asarray(np.maximum(told, shrunk), np.float32)

    def log_odds_hidden(
        self, photo: Photo, outlines: Outlines, weights: Weights, numbers: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The logarithm of the odds that a part of each tile is hidden, and whether its outline is too small.

        Each tile that is asked about is judged by itself; both have shape (asked,).
        """
        shapes, asked = proportions(outlines, weights), np.flatnonzero(numbers)
        if not len(asked):
            return np.zeros(0), np.zeros(0, np.bool_)
        (found,) = self._ask(photo, np.asarray(outlines)[asked], shapes[asked], beside=shapes[asked])
        return _log_odds(found), _are_shrunk(shapes, numbers)[asked]

    def _infer(self, photo: Photo, outlines: NDArray[np.float32], *told: NDArray[np.float32]) -> Answers:
        (probabilities,) = self._network.run(whitened(rectified(photo, outlines, WIDTH, HEIGHT, SIGHT_MARGIN)), *told)
        return (probabilities[:, 0],)


def least_odds(
    odds: NDArray[np.float64], hidden: float = HIDDEN, clear: float = CLEAR, beyond: float = BEYOND
) -> float:
    """The logarithm of the odds from which a tile counts as half seen, given those of all that are sure otherwise, shape (n,)."""
    own = float(_log_odds(hidden))
    return own if len(odds) < SEVERAL else max(own, float(np.quantile(odds, clear)) + beyond)


def _log_odds(probabilities: NDArray[np.floating[Any]] | float) -> NDArray[np.float64]:
    bounded = np.clip(np.asarray(probabilities, np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(bounded / (1 - bounded)))


def _are_shrunk(shapes: NDArray[np.float32], read: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which outlines are too small beside their neighbours, by their `proportions`, shape (n, k), and what is `read`."""
    names = ("width", "height", "company", "aspect")
    width, height, company, aspect = (shapes[:, FEATURES.index(name)] for name in names)
    sides, area = np.column_stack([width, height]), width + height
    usual, usual_area = (np.median(np.abs(of), axis=0) if len(of) else np.zeros(of.shape[1:]) for of in (sides, area))
    in_company, in_some, in_little = company > _ENOUGH_COMPANY, company > _SOME_COMPANY, company <= _LITTLE_COMPANY

    may_be_half, either_way = np.isin(read, list(_HALF_OF)), np.isin(read, _TURNABLE)
    joker = read > len(NUMBERS)
    # of being what is left of another tile: in width, in height
    at_risk = np.column_stack([may_be_half | joker, either_way | joker])
    narrow, low = may_be_half & (aspect > _NARROW_BY_ITSELF), either_way & (aspect < _LOW_BY_ITSELF)

    far_out = _FAR_OUT * usual
    far_out_at_risk = np.where(np.column_stack([narrow, low]), _FAR_OUT_IF_CUT, _FAR_OUT) * usual
    whatever_is_read = (sides < -np.maximum(-_SHRUNK, far_out)).any(axis=1) & in_company
    as_what_is_read = ((sides < -np.maximum(-_SHRUNK_AT_RISK, far_out_at_risk)) & at_risk).any(axis=1) & in_some
    in_area = (area < -np.maximum(-_SHRUNKEN_AREA, _FAR_OUT * usual_area)) & in_some
    at_an_end = ~in_some & (width < _SHRUNK)
    by_itself = (narrow & (in_little | at_an_end)) | (low & in_little)
    return np.asarray(whatever_is_read | as_what_is_read | in_area | by_itself)


def whitened(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches (n, height, width, 3) as if their faces were equally white, shape (n, 3, height, width)."""
    height, width = patches.shape[1:3]
    top, left = round(SIGHT_MARGIN * height), round(SIGHT_MARGIN * width)
    return whiten(patches, bodies(patches[:, top : height - top, left : width - left]))


def touching(outlines: NDArray[np.float32], width: int, height: int) -> NDArray[np.bool_]:
    """Whether each tile, shape (n, 4, 2), may go on beyond the border of a photo of that size in pixels, shape (n,).

    `may_be_cut` tells whether its number may have lost a digit.
    """
    room = TOUCHING * np.array([*map(quads.height, outlines)]).reshape(-1, 1, 1)
    return np.asarray(((outlines < room) | (outlines > np.array([width - 1, height - 1]) - room)).any(axis=(1, 2)))


def may_be_cut(corners: Corners, number: int, width: int, height: int) -> bool:
    """Whether the photo's border may have taken a digit from the number that was read within those corners.

    It has where a whole side of the print's middle lies outside of the photo, and it may have where one corner of it
    does, or the left or the right side of the face, and the number is what may be left: 1, 2 and 3 of 11, 12 and 13, or
    a 1 of any of them. The outline itself may have shrunk to what is seen.
    """
    outside = int(_is_outside(moved(corners, PRINT_INSET), width, height).sum())
    if outside >= _WHOLE_SIDE or (outside and number in _SECOND_DIGITS):
        return True
    top_left, top_right, bottom_right, bottom_left = _is_outside(corners, width, height)
    return bool((top_left and bottom_left and number in _SECOND_DIGITS) or (top_right and bottom_right and number == 1))


def _is_outside(points: Corners, width: int, height: int) -> NDArray[np.bool_]:
    """Which of the points (n, 2) lie outside of a photo; the middle of its first pixel is (0, 0)."""
    return np.asarray(((points < -0.5) | (points > (width - 0.5, height - 0.5))).any(axis=1))  # noqa: PLR2004 - half a pixel


def half_seen(probabilities: NDArray[np.float32], hidden: float) -> NDArray[np.float32]:
    """What a tile may be, of which a part may be hidden.

    Where a part is hidden, a number keeps the share `_KEPT` of its probability. Of the rest, `_ANY` goes to all of its
    colour and the joker, the other part to the numbers that begin or end with it, or as it does, where there are any. A
    joker keeps `_KEPT_BY_JOKER`, and the rest goes to all tiles.

    Args:
        probabilities: of `referee.tiles.TILE_KINDS` if nothing is hidden, shape (53,).
        hidden: how probable it is that a part is, 0 to 1.

    Returns:
        Probabilities of the same kinds, shape (53,).
    """
    return np.asarray((1 - hidden) * probabilities + hidden * (probabilities @ _AS_IF_HALF_SEEN), np.float32)


def _as_if_half_seen() -> NDArray[np.float32]:
    """How the probability of each kind is shared out where a part is hidden, shape (53, 53)."""
    shares = np.eye(len(TILE_KINDS), dtype=np.float32)
    for kind in TILE_KINDS:
        row = shares[KIND_INDEX[kind]]
        row *= _KEPT_BY_JOKER if kind == JOKER else _KEPT
        for kinds, share in _shares(kind):
            row[[KIND_INDEX[one] for one in kinds]] += share / len(kinds)
    return shares


def _shares(kind: Tile) -> Iterator[tuple[Sequence[Tile], float]]:
    """Yields kinds that the rest of a tile may make it look like, and which share of its probability these have together."""
    if kind.colour is None:
        yield TILE_KINDS, 1 - _KEPT_BY_JOKER
        return
    any_of_it = [*(Tile(kind.colour, number) for number in NUMBERS), JOKER]
    alike = (_HALF_OF | dict.fromkeys(_TWO_DIGITS, _TWO_DIGITS)).get(kind.number)
    yield any_of_it, _ANY
    yield [Tile(kind.colour, number) for number in alike] if alike else any_of_it, 1 - _KEPT - _ANY


_AS_IF_HALF_SEEN = _as_if_half_seen()
