"""Arranges tiles in sets: tiles that touch, or nearly touch, side by side belong together.

Every tile has two sides, left and right. Two sides are neighbours when their middles lie close together and they look
towards each other; a tile upside down in an upright set is still its neighbours' neighbour. Chains of neighbours are sets,
read in the direction in which most of their tiles are upright; a gap that is much wider than the others of its row parts two.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.quads import Corners

MOST_APART = 0.3
"""Distance of two neighbouring sides' middles along the row, in tile widths, beyond which they do not belong together."""
MOST_LOOSE = 0.45
"""The same in a row whose tiles all lie loosely."""
AS_LOOSE = 0.6
"""Such a gap is no seam between two sets where half of the row's gaps are at least that share as wide."""
MOST_STAGGERED = 0.5
"""The same across the row, in tile heights."""
MOST_BENT = 60.0
"""Angle between two neighbours' rows, degrees. Those that are far apart, staggered and bent at once are no neighbours."""
MOST_GROWN = 1.6
"""Ratio of two neighbours' heights."""
LEAST_APART = 0.5
"""How much lower than the first of a row a set must lie to begin the next row, in heights of a tile."""
FACE = np.array([1.0, 1.45])
"""Width and height of a face in widths, to tell angles on the table from those in the photo."""
OUTWARD = np.array([-1.0, 1.0])
"""Where the left and the right side look, along the tile's own right."""


def into_sets(outlines: Sequence[Corners]) -> tuple[tuple[int, ...], ...]:
    """Sets of tiles.

    Args:
        outlines: corners of each tile, shape (4, 2): top-left, top-right, bottom-right, bottom-left as read upright.

    Returns:
        Indices into `outlines`, each set in reading order; the sets from top to bottom of the photo, then left to right.
    """
    if not outlines:
        return ()
    quads = np.stack(outlines).astype(np.float64)
    left = (quads[:, 0] + quads[:, 3]) / 2
    right = (quads[:, 1] + quads[:, 2]) / 2
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    height = np.hypot(up[:, 0], up[:, 1])
    sides = np.stack([left, right], axis=1)
    apart, askew = _distances(sides, up)
    chains = _chains(_link(np.hypot(apart / MOST_LOOSE, askew)))
    sets = [_in_reading_order(part, left, right) for chain in chains for part in _without_seams(chain, apart, askew)]
    middles = np.array([quads[list(members)].reshape(-1, 2).mean(axis=0) for members in sets])
    return tuple(sets[k] for k in _row_by_row(middles, LEAST_APART * float(np.median(height))))


def _row_by_row(middles: NDArray[np.float64], apart: float) -> list[int]:
    """Points (n, 2) from top to bottom, those of a row from left to right; a row begins where one is `apart` lower than its first."""
    rows = np.zeros(len(middles), int)
    row, first = 0, -np.inf
    for k in np.argsort(middles[:, 1], kind="stable"):
        if middles[k, 1] - first > apart:
            row, first = row + 1, middles[k, 1]
        rows[k] = row
    return [int(k) for k in np.lexsort((middles[:, 0], rows))]


def _link(costs: NDArray[np.float64]) -> list[list[int]]:
    """For each tile its neighbour at the left and at the right side, -1 for none; the closest pairs are linked first.

    Args:
        costs: as `_distances` returns them.
    """
    pairs = [(float(costs[i, a, j, b]), i, a, j, b) for i, a, j, b in np.argwhere(costs < 1).tolist() if i < j]
    neighbours = [[-1, -1] for _ in costs]
    for _, i, a, j, b in sorted(pairs):
        if neighbours[i][a] == neighbours[j][b] == -1 and j not in neighbours[i]:
            neighbours[i][a], neighbours[j][b] = j, i
    return neighbours


def _without_seams(chain: list[int], apart: NDArray[np.float64], askew: NDArray[np.float64]) -> Iterator[list[int]]:
    """The parts of a chain between gaps that are too wide for one set; `apart` and `askew` as `_distances` gives them."""
    gaps, bends = np.zeros(len(chain) - 1), np.zeros(len(chain) - 1)
    for k, (i, j) in enumerate(itertools.pairwise(chain)):
        sides = np.unravel_index(np.hypot(apart[i, :, j] / MOST_LOOSE, askew[i, :, j]).argmin(), (2, 2))
        gaps[k], bends[k] = apart[i, :, j][sides], askew[i, :, j][sides]
    begins = 0
    for k in np.flatnonzero(np.hypot(gaps / MOST_APART, bends) >= 1).tolist():
        others = np.delete(gaps, k)
        if not len(others) or np.median(others) < AS_LOOSE * gaps[k]:
            yield chain[begins : k + 1]
            begins = k + 1
    yield chain[begins:]


def _distances(sides: NDArray[np.float64], up: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far the sides of any two tiles are from touching face to face, along the row and otherwise.

    Everything is measured in the tiles' own widths and heights as the photo shows them, so that a low camera, which makes faces
    slanting and flat, changes nothing.

    Args:
        sides: middles of left and right side, shape (n, 2, 2).
        up: from the middle of a tile's lower edge to that of its upper edge, shape (n, 2).

    Returns:
        The gap between them along the row, in tile widths, and how far they are staggered and bent, 1 where that alone is too much for
        neighbours; infinite where their sizes are. Each of shape (n, 2, n, 2): first tile, its side, second tile, its side.
    """
    right = sides[:, 1] - sides[:, 0]
    to_own = np.linalg.pinv(np.stack([right, up], axis=2))  # from pixels to a tile's widths and heights
    gap = np.einsum("ixp,iajbp->xiajb", to_own, sides - sides[:, :, None, None])
    apart = _mean_of_both(gap[0] * OUTWARD[:, None, None])
    staggered = _mean_of_both(np.abs(gap[1])) / MOST_STAGGERED
    row = np.einsum("ixp,jp->xij", to_own, right) * FACE[:, None, None]
    cosine = row[0] / np.maximum(np.hypot(*row), 1e-6)
    facing = _mean_of_both(-cosine[:, None, :, None] * np.multiply.outer(OUTWARD, OUTWARD)[:, None])
    bent = np.degrees(np.arccos(np.clip(facing, -1.0, 1.0))) / MOST_BENT
    height = np.hypot(up[:, 0], up[:, 1])
    grown = np.maximum.outer(height, height) > MOST_GROWN * np.minimum.outer(height, height)
    return apart, np.where(grown[:, None, :, None], np.inf, np.hypot(staggered, bent))


def _mean_of_both(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """What two tiles' sides see of each other, shape (n, 2, n, 2), as the mean of both views."""
    return np.asarray((seen + seen.transpose(2, 3, 0, 1)) / 2)


def _chains(neighbours: list[list[int]]) -> list[list[int]]:
    """Tiles linked to each other, each chain from one end to the other."""
    seen: set[int] = set()
    chains = []
    ends_first = sorted(range(len(neighbours)), key=lambda i: -1 not in neighbours[i])
    for start in ends_first:
        if start in seen:
            continue
        chain, at = [start], start
        seen.add(start)
        while (onward := next((n for n in neighbours[at] if n != -1 and n not in seen), -1)) != -1:
            chain.append(onward)
            seen.add(onward)
            at = onward
        chains.append(chain)
    return chains


def _in_reading_order(chain: list[int], left: NDArray[np.float64], right: NDArray[np.float64]) -> tuple[int, ...]:
    """The chain, turned round where most of its tiles read the other way."""
    if len(chain) == 1:
        return tuple(chain)
    middle = (left + right) / 2
    forward = 0.0
    for k, tile in enumerate(chain):
        before, after = chain[max(k - 1, 0)], chain[min(k + 1, len(chain) - 1)]
        forward += float(np.sign((middle[after] - middle[before]) @ (right[tile] - left[tile])))
    return tuple(chain if forward >= 0 else reversed(chain))
