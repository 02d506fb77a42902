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
    return tuple(sorted(sets, key=lambda members: _place(quads[list(members)], float(np.median(height)))))


def _place(quads: NDArray[np.float64], row_height: float) -> tuple[float, float]:
    x, y = quads.reshape(-1, 2).mean(axis=0)
    return float(np.floor(y / max(row_height, 1.0))), float(x)


def _link(sides: NDArray[np.float64], height: NDArray[np.float64]) -> list[list[int]]:
    """For each tile its neighbour at the left and at the right side, -1 for none; the closest pairs are linked first.

    Args:
        sides: middles of left and right side, shape (n, 2, 2).
        height: shape (n,).
    """
    count = len(sides)
    along = sides[:, 1] - sides[:, 0]
    width = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)
    along = along / width[:, None]
    pairs = []
    for i in range(count):
        for j in range(i + 1, count):
            if np.abs(sides[i, 0] - sides[j, 0]).max() > 3 * max(width[i], width[j], height[i], height[j]):
                continue
            if max(height[i], height[j]) > MOST_GROWN * min(height[i], height[j]):
                continue
            for a in (0, 1):
                for b in (0, 1):
                    cost = _distance(
                        sides[i, a],
                        sides[j, b],
                        along[i] * (2 * a - 1),
                        along[j] * (2 * b - 1),
                        width[[i, j]],
                        height[[i, j]],
                    )
                    if cost < 1:
                        pairs.append((cost, i, a, j, b))
    neighbours = [[-1, -1] for _ in range(count)]
    for _, i, a, j, b in sorted(pairs):
        if neighbours[i][a] == neighbours[j][b] == -1 and j not in neighbours[i]:
            neighbours[i][a], neighbours[j][b] = j, i
    return neighbours


def _distance(
    one: NDArray[np.float64], other: NDArray[np.float64], out_one: NDArray[np.float64], out_other: NDArray[np.float64],
    widths: NDArray[np.float64], heights: NDArray[np.float64],
) -> float:  # fmt: skip
    """How far two sides are from touching face to face; below 1 they are neighbours.

    Args:
        one: middle of the first side.
        other: middle of the second side.
        out_one: unit vector out of the first tile through its side.
        out_other: the same of the second tile.
        widths: of the two tiles.
        heights: of the two tiles.
    """
    bent = np.degrees(np.arccos(np.clip(-(out_one @ out_other), -1.0, 1.0))) / MOST_BENT
    if bent >= 1:
        return 2.0
    row = out_one - out_other
    row /= np.hypot(*row)
    gap = other - one
    along = abs(gap @ row) / (MOST_APART * widths.mean())
    across = abs(gap[0] * row[1] - gap[1] * row[0]) / (MOST_STAGGERED * heights.mean())
    return float(np.sqrt(along**2 + across**2 + bent**2))


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
