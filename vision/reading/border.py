"""What the photo's border may have taken from a tile: half of an 11 is a 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.reading.candidates import Candidate
from vision.reading.refine import moved

PRINT_INSET = np.array([[0.25, 0.15], [-0.25, 0.15], [-0.25, -0.4], [0.25, -0.4]], np.float32)
"""How far within a face's corners the middle of its print lies, in widths and heights of the face, shape (4, 2)."""
WHOLE_SIDE = 2
"""Number of the corners of that which must lie outside of the photo for any number to be doubtful; of one corner alone
no digit is lost, but something of one may be."""
LEFT_OF_THE_RIGHT = (1, 2, 3)
"""What is left of 11, 12 and 13 without their first digit."""

TOUCHING = 0.08
"""Maximum distance from the photo's border, in heights of the face, of an outline that may go on beyond it."""


def touches(candidate: Candidate, width: int, height: int) -> bool:
    """Whether the tile may go on beyond the border of a photo of that size in pixels.

    `may_be_cut` tells whether its number may have lost a digit.
    """
    corners = candidate.place.corners
    room = TOUCHING * quads.height(corners)
    return bool((corners < room).any() or (corners > (width - 1 - room, height - 1 - room)).any())


def may_be_cut(candidate: Candidate, width: int, height: int) -> bool:
    """Whether the photo's border may have taken a digit from the number.

    It has where a whole side of the print's middle lies outside of the photo, and it may have where one corner of it
    does, or the left or the right side of the face, and the number is what may be left: 1, 2 and 3 of 11, 12 and 13, or
    a 1 of any of them. The outline itself may have shrunk to what is seen.
    """
    corners, number = candidate.place.corners, candidate.number
    outside = int(_is_outside(moved(corners, PRINT_INSET), width, height).sum())
    if outside >= WHOLE_SIDE or (outside and number in LEFT_OF_THE_RIGHT):
        return True
    top_left, top_right, bottom_right, bottom_left = _is_outside(corners, width, height)
    return bool(
        (top_left and bottom_left and number in LEFT_OF_THE_RIGHT) or (top_right and bottom_right and number == 1)
    )


def _is_outside(points: Corners, width: int, height: int) -> NDArray[np.bool_]:
    """Which of the points (n, 2) lie outside of a photo; the middle of its first pixel is (0, 0)."""
    return np.asarray(((points < -0.5) | (points > (width - 0.5, height - 0.5))).any(axis=1))  # noqa: PLR2004 - half a pixel
