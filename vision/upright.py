"""Which way up tiles lie, judged together: a 6 upside down is a 9, but the tiles beside it tell.

Every tile gives its own odds, from its face, that it stands as it was read rather than upside down. Tiles that lie side by side
mostly stand alike, so each listens to the others of its set.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Corners

MOST_SAID = 3.0
"""What one tile's face may say about the others at most, as logarithm of odds."""
IN_A_SET = 3.5
"""What all others of a set may say together at most: one tile in 33 lies upside down in its set."""


def log_odds(
    outlines: Sequence[Corners], own: NDArray[np.float64], sets: Sequence[Sequence[int]]
) -> NDArray[np.float64]:
    """Logarithm of the odds that each tile stands as its outline says rather than upside down.

    Args:
        outlines: corners of each tile, shape (4, 2), top-left first as it was read.
        own: what each tile's face says of itself, logarithms of odds, shape (n,).
        sets: indices of the tiles that lie side by side.

    Returns:
        Shape (n,).
    """
    if not len(outlines):
        return np.zeros(0)
    quads = np.stack(outlines).astype(np.float64)
    ups = quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]
    ups /= np.maximum(np.hypot(ups[:, 0], ups[:, 1]), 1e-6)[:, None]
    said = np.clip(own, -MOST_SAID, MOST_SAID)[:, None] * ups
    odds = own.astype(np.float64).copy()
    for members in sets:
        part = list(members)
        others = said[part].sum(axis=0) - said[part]
        odds[part] += np.clip((others * ups[part]).sum(axis=1), -IN_A_SET, IN_A_SET)
    return odds
