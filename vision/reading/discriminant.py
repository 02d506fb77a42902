"""Linear discriminants (Fisher, 1936): which class a vector belongs to, given examples of each.

The examples of all classes scatter alike about their means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

SHRUNK = 0.1
"""Share of the scatter that is taken to be alike in all directions: there are too few examples for all of it (Friedman,
1989)."""
LEAST_MEMBERS = 0.5
"""Minimum number of examples of a class; one with fewer counts as having none."""
TINY = 1e-9
"""Added to the scatter, so that it has an inverse."""


@dataclass(frozen=True, eq=False)
class Discriminant:
    """Means of classes, and the scatter that all of them share."""

    means: NDArray[np.float32]
    """Shape (classes, d), in axes in which the scatter is a unit ball; nan for a class of which there is no example."""
    axes: NDArray[np.float32]
    """Matrix by which vectors are multiplied to get into those axes, shape (d, d)."""

    @classmethod
    def fitted(cls, vectors: NDArray[np.float32], shares: NDArray[np.float64]) -> Self:
        """The discriminant fitted to examples.

        Args:
            vectors: shape (n, d).
            shares: how probable it is that each is of a class, shape (n, classes).
        """
        members = shares.sum(axis=0)
        known = members >= LEAST_MEMBERS
        means = np.full((len(members), vectors.shape[1]), np.nan)
        means[known] = shares[:, known].T @ vectors / members[known, None]
        counted = shares[:, known].sum(axis=1)
        scatter = (vectors.T * counted) @ vectors - (means[known].T * members[known]) @ means[known]
        scatter /= max(float(counted.sum()), 1.0)
        alike = np.trace(scatter) / len(scatter)
        scatter = (1 - SHRUNK) * scatter + (SHRUNK * alike + TINY) * np.eye(len(scatter))
        values, directions = np.linalg.eigh(scatter)
        axes = directions / np.sqrt(values)
        return cls((means @ axes).astype(np.float32), axes.astype(np.float32))

    def distances(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Squared distances of vectors (n, d) from the means, in units of the scatter, shape (n, classes).

        It is nan for classes of which nothing is known.
        """
        moved = vectors @ self.axes
        squares = (moved**2).sum(axis=1)[:, None] - 2 * moved @ self.means.T + (self.means**2).sum(axis=1)
        return np.asarray(np.maximum(squares, 0), np.float32)
