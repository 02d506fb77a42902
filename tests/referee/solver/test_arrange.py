"""Arranging tiles into sets: what must lie and what may, what is kept, and where jokers go that nothing needs."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from referee.sets import readings
from referee.solver.arrange import Arrangement, arrange
from referee.solver.groups import group_choices
from referee.solver.search import NOTHING, Budget
from referee.tiles import JOKER, Table, parse_tiles
from tests.notation import parse_table
from tests.referee.states import FEW_SETS, random_state

RUN_OF_13 = " ".join(f"R{number}" for number in range(1, 14))


def arranged(must: str, may: str = "", lying: str = "", above: int = -1) -> Arrangement | None:
    """The best arrangement, all of whose sets are valid and hold every tile that must be laid."""
    fixed, loose = Counter(parse_tiles(must.split())), Counter(parse_tiles(may.split()))
    found = arrange(fixed, loose, parse_table(lying), above)
    if found is not None:
        assert all(readings(tiles) for tiles in found.table)
        assert Counter(chain.from_iterable(found.table)) == fixed + found.laid
        assert not found.laid - loose
    return found


@pytest.mark.parametrize(
    ("must", "may", "laid"),
    [
        ("", "", 0),
        ("", "K9 K10", 0),
        ("K9 K10", "K11 R1", 1),
        ("K9 K10", "J", 1),
        ("K9 K10", "K11 J", 2),
        ("K9 K11", "J J", 2),  # the second joker goes to an end
        ("R9 K9", "J", 1),
        ("R9", "J J", 2),
        ("K4 K5 K6 K7 K8", "K6", 1),
        ("K12 K13", "J", 1),  # in front, as the run ends at 13
        ("R1 K1 B1 O1", "J", 0),  # a full group has no room for it
        (RUN_OF_13, "J", 1),  # a full run is divided
        (RUN_OF_13, "J J", 2),
        ("R1 R2 R3 R4 R5", "J J", 2),
        ("R11 R12 R13", "J", 1),
        ("K3 K4 K5 K6 K7 R6 B6", "J", 1),
    ],
)
def test_as_many_tiles_are_laid_as_can_be(must: str, may: str, laid: int) -> None:
    found = arranged(must, may)
    assert found is not None
    assert found.laid.total() == laid


@pytest.mark.parametrize("must", ["K9", "K9 K10", "J", "J J", "R1 K1 B1 O1 J", "K9 K10 K11 R4"])
def test_what_must_be_laid_may_fit_no_set(must: str) -> None:
    assert arranged(must) is None


@pytest.mark.parametrize(
    ("must", "may", "lying", "kept"),
    [
        ("K3 K4 K5 / R7 R8 R9", "", "K3 K4 K5 / R7 R8 R9", 2),
        ("K3 K4 K5 / R7 R8 R9", "K6", "K3 K4 K5 / R7 R8 R9", 1),
        ("K3 K4 K5 / R7 R8 R9", "J", "K3 K4 K5 / R7 R8 R9", 1),
        ("K7 R7 B7 / K7 R7 B7", "J", "K7 R7 B7 / K7 R7 B7", 1),
        ("K1 R1 B1 O1 / K3 R3 B3", "J", "K1 R1 B1 O1 / K3 R3 B3", 1),
        ("K1 R1 B1 O1 / R1 R2 R3 R4 R5 R6", "J", "K1 R1 B1 O1 / R1 R2 R3 R4 R5 R6", 1),
        (f"K1 R1 B1 O1 / {RUN_OF_13}", "J", f"K1 R1 B1 O1 / {RUN_OF_13}", 1),
        ("K3 K4 K5 K6 K7 K8", "", "K3 K4 K5 / K6 K7 K8", 2),
        ("K3 K4 K5 K5 K6 K7", "J", "K3 K4 K5 / K5 K6 K7", 1),
        ("K11 K12 K13 / K10 K11 K12", "", "K11 K12 K13 / K10 K11 K12", 2),
        ("K11 K12 K13 / K10 K11 K12", "K13", "K11 K12 K13 / K10 K11 K12", 1),
    ],
)
def test_as_many_sets_are_kept_as_can_be(must: str, may: str, lying: str, kept: int) -> None:
    found = arranged(must.replace("/", ""), may, lying)
    assert found is not None
    assert (found.laid.total(), found.kept) == (len(may.split()), kept)


def test_a_joker_that_must_be_laid_costs_a_set_only_where_no_other_has_room() -> None:
    beside = arranged("K3 K4 K5 R7 R8 R9 B1 J", "B2 B3", "K3 K4 K5 / R7 R8 R9")
    assert beside is not None
    assert beside.kept == 2
    alone = arranged("K3 K4 K5 R7 R8 R9 J", "", "K3 K4 K5 / R7 R8 R9")
    assert alone is not None
    assert alone.kept == 1


def test_nothing_is_looked_for_where_no_more_can_be_had() -> None:
    everything = arranged("K9 K10 K11", "K12", "K9 K10 K11")
    assert everything is not None
    assert arranged("K9 K10 K11", "K12", "K9 K10 K11", above=everything.worth) is None
    assert arranged("K9 K10 K11", "K12", "K9 K10 K11", above=everything.worth + 1) is None


@pytest.mark.parametrize("seed", range(0, 400, 10))
def test_the_best_is_found_from_any_bound_below_it_and_nothing_from_its_own(seed: int) -> None:
    """What the prices strike off is never part of the best arrangement, however close the bound."""
    state = random_state(seed, FEW_SETS)
    table: Table = state.table
    must, may = Counter(chain.from_iterable(table)), Counter(state.rack)
    lying = tuple(tiles for tiles in table if JOKER not in tiles)
    best = arrange(must, may, lying)
    assert best is not None
    close = arrange(must, may, lying, best.worth - 1)
    assert close is not None
    assert close.worth == best.worth
    assert arrange(must, may, lying, best.worth) is None


def test_a_set_with_a_joker_stays_where_it_can() -> None:
    found = arranged("K9 J B9 R3 R4 R5", "R6", "K9 J B9 / R3 R4 R5")
    assert found is not None
    assert (found.laid.total(), found.kept) == (1, 1)


def test_of_groups_with_the_same_shares_those_with_most_room_for_jokers() -> None:
    """A group of four and one of three, or one of three and one of four with the other colours: as many tiles of each."""
    found = group_choices((2, 2, 2, 1), 0, ())
    everything = [choice for choice in found.choices if len(choice.kinds) == 2]
    assert [choice.room for choice in everything if sum(len(kind[0]) for kind in choice.kinds) == 7] == [1]


@pytest.mark.parametrize("seed", range(0, 200, 4))
def test_when_the_steps_are_used_up_what_is_found_is_whole_and_says_so(seed: int) -> None:
    state = random_state(seed)
    must, may = Counter(chain.from_iterable(state.table)), Counter(state.rack)
    budget = Budget(0)
    best, found = arrange(must, may, state.table), arrange(must, may, state.table, budget=budget)
    assert best is not None
    assert found is None or Counter(chain.from_iterable(found.table)) == must + found.laid
    assert best.worth <= max(budget.missed, found.worth if found else NOTHING)
