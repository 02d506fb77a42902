"""The solver's benchmark measures what it says, and would notice a solver that lays too few tiles."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import solver
from benchmarks.rounds import Position
from benchmarks.solver import Timed
from referee.rulebook import DEFAULT, available
from referee.tiles import parse_table, parse_tiles

POSITION = Position(parse_table("R4 R5 R6 / K1 K2 K3"), parse_tiles(["R7", "O9"]), opened=True)


class Other:
    """Stands in for rummikub-solver and lays so many tiles."""

    def __init__(self, laid: int) -> None:
        self.laid = laid

    def prepare(self, _: Position) -> Any:
        return lambda: SimpleNamespace(tiles=[0] * self.laid)


def test_a_position_is_timed_with_both_solvers_and_every_rulebook() -> None:
    row = solver.measure(POSITION, DEFAULT, Other(1))  # type: ignore[arg-type] # stands in
    assert row.tiles == 8
    assert row.ours > 0
    assert row.theirs is not None
    assert set(row.judging) == set(available())


def test_solvers_that_disagree_are_found_out() -> None:
    with pytest.raises(AssertionError, match="1 tiles can be laid, or 2"):
        solver.measure(POSITION, DEFAULT, Other(2))  # type: ignore[arg-type] # stands in


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.99, 99), (1, 100)])
def test_quantiles(share: float, expected: int) -> None:
    assert solver.quantile(range(1, 101), share) == expected


def test_the_plot_has_a_median_and_a_maximum_for_each_curve() -> None:
    rows = [Timed(tiles, 2.0, 20.0, {DEFAULT: 0.2}) for tiles in (5, 15, 105)]
    picture = ET.fromstring(solver.plot(rows))  # noqa: S314  # written here
    lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 6
    assert all(len(line.attrib["points"].split()) == 3 for line in lines)


def test_positions_are_those_of_played_rounds() -> None:
    faced = solver.positions(1, DEFAULT)
    assert len(faced[0].rack) == 14
    assert any(position.opened for position in faced)


def test_states_are_compared_with_the_integer_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert solver.compare_states(3) == 0
    assert capsys.readouterr().out == "3 states, 0 differences\n"
