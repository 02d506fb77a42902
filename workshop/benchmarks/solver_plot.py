"""The times of `workshop.benchmarks.solver` as a picture, and what share of them stays below a value."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_BIN = 10
"""Tiles on table and rack that share a point of the plot."""


class Curve(NamedTuple):
    """What is plotted in one colour."""

    name: str
    colour: str
    """As SVG writes it."""
    points: Sequence[tuple[int, float]]
    """Numbers of tiles, and milliseconds."""


def quantile(values: Iterable[float], share: float) -> float:
    """The value that `share` of `values` do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def plot(curves: Sequence[Curve]) -> str:
    """An SVG picture: milliseconds, on a logarithmic scale, against the number of tiles, both axes labelled."""
    left, top, width, height, low, decades = 60, 20, 560, 300, 0.01, 5

    def at(tiles: float, milliseconds: float) -> str:
        up = math.log10(max(milliseconds, low) / low) / decades
        return f"{left + tiles / 110 * width:.1f},{top + height - up * height:.1f}"

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" font-family="sans-serif" font-size="12">',
        '<rect width="640" height="400" fill="white"/>',
    ]
    for decade in range(decades + 1):
        y = top + height - decade * height / decades
        parts.append(f'<path d="M{left} {y}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{low * 10**decade:g}</text>')
    for tiles in range(0, 111, 10):
        x = left + tiles / 110 * width
        parts.append(f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle">{tiles}</text>')
    parts.append(
        f'<text x="{left + width / 2}" y="{top + height + 34}" text-anchor="middle">tiles on table and rack</text>'
    )
    parts.append(
        f'<text x="{left}" y="12">milliseconds: median (line) and maximum (dashed) of ten tiles\' range</text>'
    )
    for index, curve in enumerate(curves):
        for share, dash in ((0.5, ""), (1.0, ' stroke-dasharray="4 3"')):
            line = " ".join(at(tiles, quantile(values, share)) for tiles, values in _binned(curve.points))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{curve.colour}" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{left + 150 * index}" y="390" fill="{curve.colour}">{curve.name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _binned(points: Iterable[tuple[int, float]]) -> list[tuple[int, list[float]]]:
    """The milliseconds of each range of `_BIN` tiles, by the tiles in its middle, in ascending order."""
    bins: dict[int, list[float]] = {}
    for tiles, milliseconds in points:
        bins.setdefault(tiles // _BIN * _BIN + _BIN // 2, []).append(milliseconds)
    return sorted(bins.items())
