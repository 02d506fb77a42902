"""The solver's benchmark measures what it says, and would notice a solver that lays too few tiles."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from referee.rulebook import DEFAULT, available
from referee.sets import readings
from referee.tiles import BOX, JOKER, count_tiles, parse_tiles
from tests.notation import parse_table
from workshop.benchmarks import solver
from workshop.benchmarks.full_tables import full_tables
from workshop.benchmarks.rounds import PlayerView

POSITION = PlayerView(parse_table("R4 R5 R6 / K1 K2 K3"), parse_tiles(["R7", "O9"]), opened=True)


class Other:
    """Stands in for rummikub-solver and lays so many tiles."""

    def __init__(self, laid: int) -> None:
        self.laid = laid

    def prepare(self, _: PlayerView) -> Any:
        return lambda: SimpleNamespace(tiles=[0] * self.laid)


def test_a_position_is_timed_with_both_solvers_and_every_rulebook() -> None:
    row = solver.measure(POSITION, DEFAULT, Other(1))  # type: ignore[arg-type] # stands in
    assert row.tiles == 8
    assert row.ours > 0
    assert row.theirs is not None
    assert set(row.judging) == set(available())


def test_a_solver_that_finds_less_is_outdone() -> None:
    assert solver.measure(POSITION, DEFAULT, Other(0)).outdone  # type: ignore[arg-type] # stands in
    assert not solver.measure(POSITION, DEFAULT, Other(1)).outdone  # type: ignore[arg-type] # stands in


def test_a_solver_that_finds_more_is_told() -> None:
    with pytest.raises(AssertionError, match="1 tiles can be laid, or 2"):
        solver.measure(POSITION, DEFAULT, Other(2))  # type: ignore[arg-type] # stands in


def test_positions_are_those_of_played_rounds() -> None:
    faced = [*solver.faced(70, DEFAULT)]
    assert len(faced) == 70
    assert [len(position.rack) for position in faced].count(14) >= 2
    assert any(position.opened for position in faced)


def test_full_tables_are_of_one_box_and_have_jokers_on_table_and_rack() -> None:
    positions = [*full_tables(60)]
    assert positions == [*full_tables(60)]
    for table, rack, _ in positions:
        assert all(map(readings, table))
        assert not count_tiles(table) + Counter(rack) - Counter(BOX)
    assert max(sum(map(len, position.table)) for position in positions) > 80
    assert any(JOKER in position.rack for position in positions)
    assert any(JOKER in tiles for position in positions for tiles in position.table)


def test_what_is_remembered_of_other_positions_is_cleared() -> None:
    readings(POSITION.table[0])
    solver.forget()
    assert readings.cache_info().currsize == 0


def test_the_other_solver_is_asked_only_where_jokers_are_free() -> None:
    assert [book for book in available() if not solver.is_free(book)] == ["hertzano-original", "piatnik-xxl"]
    row = solver.measure(POSITION, "piatnik-xxl", Other(1))  # type: ignore[arg-type] # stands in
    assert row.theirs is None


def test_states_are_compared_with_the_integer_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert solver.compare_states(3) == 0
    assert capsys.readouterr().out.startswith("3 states, 0 differences; ")
