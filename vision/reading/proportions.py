"""How wide and how high a tile's outline is beside its neighbours'.

A tile of which a part is hidden looks too narrow or too low. Tiles of a box are alike. So those about a place tell how
its plane is seen there: a symmetric matrix M, the same for all of them, by which the sides r and u of every face have
the lengths r'Mr = 1 and u'Mu = b and stand at right angles, r'Mu = 0 (the metric rectification of Liebowitz and
Zisserman, 1998, from the sides of known figures). M and b follow by least squares from the neighbours, and say how wide
and how high the place's own outline is, free of the camera's slant.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.quads import Corners

Vector = NDArray[np.float64]

_REACH = 5.0  # tile widths from which a neighbour counts a third of one close by
ASPECT = 1.4
"""Height of a face in widths that is assumed where no neighbour tells."""
_PRIOR = 0.05  # weight of `ASPECT`, and of a camera straight above, beside one neighbour
_HALF_TRUST = 0.12  # departure of a neighbour's sides, as logarithm, from which it counts half: it may be covered
_ROUNDS = 3  # in which the plane is fitted
_USUAL_HEIGHT = 64.0  # of a face, pixels
FEATURES = ("width", "height", "skew", "company", "aspect", "size")
"""The columns of `proportions` in order: logarithms of width and height relative to the neighbours', the cosine between
the face's sides, how many neighbours there are, from 0 to 1, the logarithm of the outline's own height in widths, and
that of its height in pixels over `_USUAL_HEIGHT`."""
_MOST = 1.5  # absolute value of each feature


def proportions(
    outlines: Sequence[Corners] | NDArray[np.float32], weights: Sequence[float] | Vector
) -> NDArray[np.float32]:
    """The shape of each outline relative to the others around it.

    Args:
        outlines: each of shape (4, 2), pixels, clockwise from the top left of the upright face.
        weights: how surely each is a tile, 0 to 1.

    Returns:
        Shape (n, len(FEATURES)).
    """
    quads = np.asarray(outlines, np.float64).reshape(-1, 4, 2)
    if not len(quads):
        return np.zeros((0, len(FEATURES)), np.float32)
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    widths, heights = (np.maximum(np.hypot(*side.T), 1.0) for side in (right, down))
    unit = np.sqrt(widths * heights / ASPECT)
    centres = quads.mean(axis=1)
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2) / unit[:, None]
    near = np.exp(-((away / _REACH) ** 2)) * np.asarray(weights, np.float64)[None]
    np.fill_diagonal(near, 0.0)
    scale = np.exp((near @ np.log(unit) + 1e-6 * np.log(unit)) / (near.sum(axis=1) + 1e-6))
    r, u = right[None] / scale[:, None, None], down[None] / scale[:, None, None]
    width, height, skew = (np.zeros(near.shape) for _ in range(3))
    for k in range(_ROUNDS):
        counts = near if k == 0 else near / (1 + (width / _HALF_TRUST) ** 2 + (height / _HALF_TRUST) ** 2)
        metric = _metric(r, u, counts)
        width, height, skew = _lengths(r, u, metric)
    company = counts.sum(axis=1) / (counts.sum(axis=1) + 1)
    own = [np.diagonal(each) for each in (width, height, skew)]
    columns = [*own, company, np.log(heights / widths), np.log(heights / _USUAL_HEIGHT)]
    return np.asarray(np.clip(np.column_stack(columns), -_MOST, _MOST), np.float32)


def _metric(r: Vector, u: Vector, counts: Vector) -> Vector:
    """M's three numbers and b for each place, shape (n, 4), from its neighbours' sides (n, m, 2) and weights (n, m)."""
    one, zero = np.ones(counts.shape), np.zeros(counts.shape)
    rows = np.stack([
        np.stack([r[..., 0] ** 2, 2 * r[..., 0] * r[..., 1], r[..., 1] ** 2, zero], axis=-1),
        np.stack([u[..., 0] ** 2, 2 * u[..., 0] * u[..., 1], u[..., 1] ** 2, -one], axis=-1),
        np.stack([r[..., 0] * u[..., 0], r[..., 0] * u[..., 1] + r[..., 1] * u[..., 0], r[..., 1] * u[..., 1], zero], axis=-1),
    ])  # fmt: skip
    weighted = rows * counts[None, ..., None]
    normal = (weighted.swapaxes(2, 3) @ rows).sum(axis=0) + _PRIOR * np.eye(4)
    wanted = weighted[0].sum(axis=1) + _PRIOR * np.array([1.0, 0.0, 1.0, ASPECT**2])
    return np.asarray(np.linalg.solve(normal, wanted[..., None])[..., 0])


def _lengths(r: Vector, u: Vector, metric: Vector) -> tuple[Vector, Vector, Vector]:
    """Logarithms of width and height and the cosine of the sides, each (n, m), as each of n places' M sees m faces."""
    a, b, c, square = (metric[:, k, None] for k in range(4))

    def product(one: Vector, other: Vector) -> Vector:
        mixed = one[..., 0] * other[..., 1] + one[..., 1] * other[..., 0]
        return np.asarray(a * one[..., 0] * other[..., 0] + b * mixed + c * one[..., 1] * other[..., 1])

    wide, high = (np.maximum(product(side, side), 1e-3) for side in (r, u))
    return 0.5 * np.log(wide), 0.5 * np.log(high / np.maximum(square, 0.1)), product(r, u) / np.sqrt(wide * high)
