"""Places that were read, as the tests want them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.quads import Outlines
from vision.reading import ink
from vision.reading.candidates import NO_TILE_CLASS, Candidates
from vision.reading.locate import Proposals


def read_as(
    outlines: Outlines,
    certainty: float | Sequence[float] = 0.99,
    number: int | Sequence[int] = 5,
    objectness: float = 0.9,
) -> Candidates:
    """Places that the locator is so sure of, each read as a black tile of that number with that probability, else as no tile."""
    count = len(outlines)
    numbers = np.zeros((count, 16), np.float32)
    numbers[np.arange(count), np.broadcast_to(number, count) - 1] = certainty
    numbers[:, NO_TILE_CLASS] = 1 - np.asarray(certainty)
    black, upright = np.zeros((2, count, 4), np.float32)
    black[:, 0] = upright[:, 0] = 1
    bare = ink.measure(np.ones((1, 3, 64, 48), np.float32))[[0] * count]
    bodies = np.full((count, 3), 230, np.float32)
    return Candidates.read(Proposals.at(outlines, objectness), numbers, black, upright, bodies, bare)
