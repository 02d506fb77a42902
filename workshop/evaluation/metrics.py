"""The measures: precision and recall of tiles as F1, and how well confidence is calibrated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from workshop.evaluation.scoring import Row

CONFIDENCE_BINS = np.array([0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001])
"""Bounds of the confidence bins of the calibration error."""


def f1(labelled: int, read: int, right: int) -> float:
    """Harmonic mean of precision and recall; 1 where there is nothing to read and nothing was read."""
    return 2 * right / (labelled + read) if labelled + read else 1.0


def tile_f1(rows: Sequence[Row]) -> float:
    """Harmonic mean of precision and recall of tiles."""
    return f1(total(rows, "tiles"), total(rows, "read"), total(rows, "right"))


def total(rows: Iterable[object], field: str) -> int:
    """Sum of a field over all rows; of one that is true or false, how often it is true."""
    return sum(getattr(row, field) for row in rows)


def expected_calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error (Naeini et al., 2015): mean distance of confidence and accuracy over bins."""
    if not pairs:
        return 0.0
    confidence, right = np.array(pairs, float).T
    bins = np.digitize(confidence, CONFIDENCE_BINS)
    gaps = [abs(confidence[bins == k].mean() - right[bins == k].mean()) * (bins == k).mean() for k in np.unique(bins)]
    return float(sum(gaps))
