"""Arranges tiles in sets: tiles that touch, or nearly touch, side by side belong together.

Every tile has two sides, left and right. Two sides are neighbours when their middles lie close together and they look
towards each other; a tile upside down in an upright set is still its neighbours' neighbour. Chains of neighbours are sets,
read in the direction in which most of their tiles are upright.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Corners

MOST_APART = 0.42
"""Distance of two neighbouring sides' middles along the row, in tile widths, beyond which they do not belong together."""
MOST_STAGGERED = 0.45
"""The same across the row, in tile heights."""
MOST_BENT = 60.0
"""Angle between two neighbours' rows, degrees. Those that are far apart, staggered and bent at once are no neighbours."""
MOST_GROWN = 1.6
"""Ratio of two neighbours' heights."""


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
    height = np.hypot(*((quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2).T)
    neighbours = _link(np.stack([left, right], axis=1), height)
    sets = [_in_reading_order(chain, left, right) for chain in _chains(neighbours)]
    row_height = float(np.median(height))
    return tuple(sorted(sets, key=lambda members: _place(quads[list(members)], row_height)))


def _place(quads: NDArray[np.float64], row_height: float) -> tuple[float, float]:
    x, y = quads.reshape(-1, 2).mean(axis=0)
    return float(np.floor(y / max(row_height, 1.0))), float(x)


def _link(sides: NDArray[np.float64], height: NDArray[np.float64]) -> list[list[int]]:
    """For each tile its neighbour at the left and at the right side, -1 for none; the closest pairs are linked first.

    Args:
        sides: middles of left and right side, shape (n, 2, 2).
        height: shape (n,).
    """
    costs = _distances(sides, height)
    pairs = [(float(costs[i, a, j, b]), i, a, j, b) for i, a, j, b in np.argwhere(costs < 1).tolist() if i < j]
    neighbours = [[-1, -1] for _ in height]
    for _, i, a, j, b in sorted(pairs):
        if neighbours[i][a] == neighbours[j][b] == -1 and j not in neighbours[i]:
            neighbours[i][a], neighbours[j][b] = j, i
    return neighbours


def _distances(sides: NDArray[np.float64], height: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the sides of any two tiles are from touching face to face; below 1 they are neighbours.

    Returns:
        Shape (n, 2, n, 2): first tile, its side, second tile, its side.
    """
    along = sides[:, 1] - sides[:, 0]
    width = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    along = along / width[:, None]
    outward = np.stack([-along, along], axis=1)
    bent = np.degrees(np.arccos(np.clip(-np.einsum("iak,jbk->iajb", outward, outward), -1.0, 1.0))) / MOST_BENT
    row = outward[:, :, None, None] - outward
    row /= np.maximum(np.linalg.norm(row, axis=-1, keepdims=True), 1e-6)
    gap = sides - sides[:, :, None, None]
    apart = (gap * row).sum(axis=-1) / (MOST_APART * _means(width))
    staggered = (gap[..., 0] * row[..., 1] - gap[..., 1] * row[..., 0]) / (MOST_STAGGERED * _means(height))
    costs = np.sqrt(apart**2 + staggered**2 + bent**2)
    grown = np.maximum.outer(height, height) > MOST_GROWN * np.minimum.outer(height, height)
    return np.where(grown[:, None, :, None], np.inf, costs)


def _means(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of any two of the sizes, shape (n, 1, n, 1)."""
    return np.asarray((np.add.outer(sizes, sizes) / 2)[:, None, :, None])


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
