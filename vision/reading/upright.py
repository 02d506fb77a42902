"""Which way up tiles lie, judged together: a 6 upside down is a 9, but the tiles beside it tell.

Every tile gives its own odds, from its face, that it stands as it was read rather than upside down. Tiles that lie side
by side mostly stand alike, so each listens to the others of its set; and where all else in the photo that lies along
the same line looks one way, as on a rack, it listens to that, too. Where the box prints its numbers above the middle of
the face, a 6 that stands below it is a 9 (`by_place`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.quads import Corners, Outlines

_MOST_VOTE, _MOST_VOTE_OF_A_SIX = 3.0, 1.0  # log odds that a face gives about others; a six hardly knows itself
_MOST_OF_A_SET = 3.5  # log odds by all others of a set: one tile in 33 lies upside down in its set
_MOST_OF_A_LINE = 1.8  # log odds by all outside of its set along the same line, when they agree
SAME_LINE = 0.9
"""Cosine of the angle between two tiles' up and down from which they lie along the same line."""
_LESS_IF_ALONE = 1.7  # log odds that a six says less by itself: a slightly different light may turn it over
_MOST_OF_A_SIX = 7.0  # log odds that its face gives about itself: typefaces and marks differ
_FEWEST_PLACED = 4  # sure tiles that show where on the face the box prints its numbers
# These three, and what may be said at most, are fitted to rendered photos.
_PLACE_SPREAD = 0.043  # of that place among equal tiles, as a share of the face's height
_PLACES_APART = 2.7  # how much of it each unit of the median deviation of the sure tiles counts for besides
_LOWEST_MIDDLE = 0.5  # of that place: numbers seem to stand lower only where outlines reach too high
_MOST_MARKED = 0.15  # by how much the mark below a number may move the middle of its print
_MOST_BY_PLACE = 1.0  # log odds that the place on the face may give


def log_odds(
    outlines: Outlines,
    own: NDArray[np.float64],
    either_way: NDArray[np.bool_],
    sets: Sequence[Sequence[int]],
) -> NDArray[np.float64]:
    """Logarithm of the odds that each tile stands as its outline says rather than upside down.

    Args:
        outlines: corners of each tile, shape (4, 2), top-left first as it was read.
        own: what each tile's face says of itself, logarithms of odds, shape (n,).
        either_way: whether each is a six or a nine, which is a number upside down as well, shape (n,).
        sets: indices of the tiles that lie side by side.

    Returns:
        Shape (n,).
    """
    if not len(outlines):
        return np.zeros(0)
    ups = _ups(outlines)
    most_said = np.where(either_way, _MOST_VOTE_OF_A_SIX, _MOST_VOTE)
    words = np.clip(own, -most_said, most_said)
    said = words[:, None] * ups
    odds = np.where(either_way, np.clip(own, -_MOST_OF_A_SIX, _MOST_OF_A_SIX), own).astype(np.float64)
    alone = [members[0] for members in sets if len(members) == 1 and either_way[members[0]]]
    odds[alone] -= np.clip(odds[alone], -_LESS_IF_ALONE, _LESS_IF_ALONE)
    set_of = np.empty(len(outlines), np.intp)
    for index, members in enumerate(sets):
        set_of[list(members)] = index
    in_a_set = set_of[:, None] == set_of
    odds += np.clip(((in_a_set @ said - said) * ups).sum(axis=1), -_MOST_OF_A_SET, _MOST_OF_A_SET)
    along = ups @ ups.T
    heard = np.where(in_a_set | (np.abs(along) < SAME_LINE), 0, along) * words
    agreement = heard.sum(axis=1) / (np.abs(heard).sum(axis=1) + _MOST_VOTE)
    return np.asarray(odds + _MOST_OF_A_LINE * agreement**3)


def by_place(
    middles: NDArray[np.float64], heights: NDArray[np.float64], either_way: NDArray[np.bool_], known: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """What the place of its print on the face says of which way up each six or nine stands, as `log_odds` has it.

    A print that is higher than usual has a mark, which is below the number where it stands upright.

    Args:
        middles: of the prints, from the top, as a share of the face's height, shape (n,).
        heights: of the prints, as a share of it.
        either_way: whether each is a six or a nine.
        known: whether each is surely another number, as it was read.

    Returns:
        Shape (n,), 0 for what is no six or nine, and for all where too little is known.
    """
    if known.sum() < _FEWEST_PLACED:
        return np.zeros(len(middles))
    usual = np.median(middles[known])
    spread = np.hypot(_PLACE_SPREAD, _PLACES_APART * np.median(np.abs(middles[known] - usual)))
    marked = np.clip((heights - np.median(heights[known])) / 2, 0, _MOST_MARKED)
    place = min(float(usual), _LOWEST_MIDDLE)
    upright, turned = middles - marked - place, 1 - middles - marked - place
    said = (turned**2 - upright**2) / (2 * spread**2)
    return np.where(either_way, np.clip(said, -_MOST_BY_PLACE, _MOST_BY_PLACE), 0.0)


def as_the_nearest(outlines: Sequence[Corners], read: Sequence[bool]) -> list[Corners]:
    """The outlines, those that were not `read` and lie across the nearest one that was turned to lie along it.

    They are clockwise, each of shape (4, 2). Of what could not be read nobody sees which way up it lies: its set does not
    end there for that.
    """
    known = [outline for outline, is_read in zip(outlines, read, strict=True) if is_read]
    if not known or all(read):
        return list(outlines)
    middles, ups = np.stack(known).mean(axis=1), _ups(known)

    def turned(outline: Corners) -> Corners:
        up = ups[np.hypot(*(middles - outline.mean(axis=0)).T).argmin()]
        turns = [np.roll(outline, k, axis=0) for k in (0, 1, -1)]
        as_it_is, *across = _ups(turns) @ up
        if abs(as_it_is) >= np.cos(np.pi / 4):
            return outline
        return turns[1 + int(np.argmax(across))]

    return [outline if is_read else turned(outline) for outline, is_read in zip(outlines, read, strict=True)]


def _ups(outlines: Outlines) -> NDArray[np.float64]:
    """The direction in which each tile stands upright, of length 1, shape (n, 2)."""
    quads = np.asarray(outlines, np.float64)
    ups = quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]
    return np.asarray(ups / np.maximum(np.hypot(ups[:, 0], ups[:, 1]), 1e-6)[:, None])
