"""Medians, which no few far-off values move."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEAST = 1e-9  # added to every weight: where all are 0, all count alike


def weighted_median(values: NDArray[np.floating[Any]], weights: NDArray[np.floating[Any]]) -> float:
    """The value below and above which no more than half of the weight lies.

    Values and weights have shape (n,), n at least 1; no weight is below 0.
    """
    order = np.argsort(values)
    total = np.cumsum(weights[order] + _LEAST)
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def medians(values: NDArray[np.floating[Any]], which: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The median of some of the values (n,) for each row of `which`, shape (m, n), which names one of them at least."""
    named, counts = np.sort(np.where(which, values, np.inf), axis=1), which.sum(axis=1)
    rows = np.arange(len(which))
    return np.asarray((named[rows, (counts - 1) // 2] + named[rows, counts // 2]) / 2)
