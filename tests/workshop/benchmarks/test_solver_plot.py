from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from referee.rulebook import DEFAULT
from workshop.benchmarks.solver import Timed, curves
from workshop.benchmarks.solver_plot import plot, quantile


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.99, 99), (1, 100)])
def test_quantiles(share: float, expected: int) -> None:
    assert quantile(range(1, 101), share) == expected


def test_the_plot_has_a_median_and_a_maximum_for_each_curve() -> None:
    rows = [Timed(tiles, 2.0, 20.0, {DEFAULT: 0.2}) for tiles in (5, 15, 105)]
    picture = ET.fromstring(plot(curves(rows)))  # noqa: S314  # written here
    lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 6
    assert all(len(line.attrib["points"].split()) == 3 for line in lines)
