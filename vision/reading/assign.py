"""Shares a box's tiles out among the places where tiles were seen.

A place holds one tile, and no kind lies there more often than the box holds it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDS = 300
"""Rounds of scaling, enough for the shares to settle."""
LEAST = 1e-9
"""Lower bound of every probability."""


def shared_out(probabilities: NDArray[np.float32], copies: int) -> NDArray[np.float64]:
    """The probabilities of kinds at places, given how often each kind may lie there.

    Rows and columns are scaled in turn until they add up (Sinkhorn and Knopp, 1967). An additional row, for tiles that
    are missing, takes up what is left of each kind; an additional column, for places without a tile of the box, what is
    more than the box holds.

    Args:
        probabilities: the probability of each kind at each place, shape (n, kinds), a row adding up to at most 1.
        copies: how many of each kind there are.

    Returns:
        Shape (n, kinds), a row adding up to at most 1.
    """
    places, kinds = probabilities.shape
    held = kinds * copies
    shares = np.maximum(probabilities.astype(np.float64), LEAST)
    nothing = np.maximum(1 - shares.sum(axis=1, keepdims=True), LEAST)
    table = np.hstack([shares, nothing])
    row_sums, column_sums = np.ones(places), np.full(kinds + 1, float(copies))
    column_sums[kinds] = max(places - held, LEAST)
    if places < held:
        table = np.vstack([table, np.append(np.full(kinds, 1 / kinds), LEAST)])
        row_sums = np.append(row_sums, held - places)
    for _ in range(ROUNDS):
        table *= (column_sums / table.sum(axis=0))[None]
        table *= (row_sums / table.sum(axis=1))[:, None]
    return np.asarray(table[:places, :kinds])
