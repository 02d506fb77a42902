"""The best play is legal, and as good as an integer program's."""

from dataclasses import replace

import pytest

from referee.clauses import Freed
from referee.rulebook import available, load
from referee.solver.play import BestPlay, best_play, can_play
from referee.solver.search import Budget
from referee.tiles import format_tiles, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.notation import format_table, parse_table
from tests.referee.books import HERTZANO, JUMBO, PIATNIK
from tests.referee.states import FEW_SETS, compare, random_state

ALL = available()
STATES = 500
"""`workshop.benchmarks.solver --states` goes through more of them."""
FREED = "R4 J R6 / O4 O5 O6"
"""The joker is free once R5 is laid; with K9 and K10 it makes a run."""


def played(table: str, rack: str, book: str = JUMBO, *, opened: bool = True) -> BestPlay:
    """The best play, which the referee finds legal.

    Where there is none, the table as it lies, and the solver is sure of it.
    """
    before, tiles = parse_table(table), parse_tiles(rack.split())
    play = best_play(before, tiles, load(book), opened=opened)
    if not play.played:
        assert play == ((), before, 0, True, True)
    else:
        assert judge(Turn(before, play.table, opened, rack=tiles), load(book)).outcome is Outcome.LEGAL
    return play


def laid(play: BestPlay) -> str:
    return " ".join(format_tiles(play.played))


@pytest.mark.slow
def test_five_hundred_random_states_are_solved_as_well_as_by_an_integer_program() -> None:
    found = [(seed, compare(random_state(seed, FEW_SETS))) for seed in range(STATES)]
    assert [(seed, one) for seed, one in found if one.exact and one.ours != one.theirs] == []
    assert sum(not one.exact for _, one in found) < STATES // 100


@pytest.mark.slow
@pytest.mark.parametrize("book", ALL)
def test_what_is_found_is_legal_under_every_rulebook(book: str) -> None:
    rules, plays = load(book), 0
    for seed in range(150):
        state = random_state(seed, FEW_SETS)
        play = best_play(state.table, state.rack, rules, opened=state.opened)
        if play.played:
            plays += 1
            verdict = judge(Turn(state.table, play.table, state.opened, rack=state.rack), rules)
            assert (seed, verdict.violations, verdict.played) == (seed, (), play.played)
    assert plays > 50


@pytest.mark.parametrize("book", ALL)
def test_the_play_that_lays_most_tiles(book: str) -> None:
    play = played("R4 R5 R6 / K7 B7 O7", "R7 R3 K1 O13", book)
    assert laid(play) == "R3 R7"
    assert play.changed == 1
    assert format_table(play.table) == "K7 B7 O7 / R3 R4 R5 R6 R7"


@pytest.mark.parametrize("book", ALL)
def test_nothing_fits(book: str) -> None:
    assert not played("R4 R5 R6", "K1 K2 O9", book).played


def test_of_plays_that_lay_as_much_the_one_that_changes_fewest_sets() -> None:
    play = played("R4 R5 R6 / K7 B7 O7 / O1 O2 O3 O4", "R7")
    assert (laid(play), play.changed) == ("R7", 1)


def test_sets_that_stay_lie_as_they_lay() -> None:
    play = played("R6 R5 R4 / K1 K2 K3", "K4")
    assert format_table(play.table) == "R6 R5 R4 / K1 K2 K3 K4"


def test_a_table_is_rebuilt_to_lay_a_tile() -> None:
    play = played("R3 R4 R5 R6 / K6 B6 O6", "B7 B5")
    assert laid(play) == "B5 B7"
    assert play.changed == 2


def test_a_set_that_is_none_is_put_right_by_the_play() -> None:
    play = played("R4 R5", "R6")
    assert format_table(play.table) == "R4 R5 R6"


def test_a_table_that_nobody_can_put_right_leaves_no_play() -> None:
    assert not played("R4 K9", "R6 O1 O2 O3").played


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ("K10 K11", ""),
        ("K9 K10 K11", "K9 K10 K11"),
        ("K1 K2 K3 R1 R2 R3", ""),
        ("K9 R9 B9 O9 K1", "K9 R9 B9 O9"),
        ("K11 K12 J", "K11 K12 J"),
        ("R10 B10 O10 K1 K2 K3", "K1 K2 K3 R10 B10 O10"),
    ],
)
@pytest.mark.parametrize("book", ALL)
def test_a_first_lay_down_is_worth_thirty(book: str, rack: str, expected: str) -> None:
    assert laid(played("", rack, book, opened=False)) == expected


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ("K1 K2 K4 R12 R13 J", "R12 R13 J"),  # K1 K2 J K4 is a tile more, but worth ten
        ("K1 K2 R12 R13 J", "R12 R13 J"),
        ("R1 R2 K12 K13 J", "K12 K13 J"),
        ("K9 K10 K11 R11 B11 O11 R1", "K9 K10 K11 R11 B11 O11"),
    ],
)
@pytest.mark.parametrize("book", ALL)
def test_a_first_lay_down_is_worth_enough_before_it_is_many_tiles(book: str, rack: str, expected: str) -> None:
    assert laid(played("", rack, book, opened=False)) == expected


def test_a_first_lay_down_that_leaves_the_table_broken_is_none() -> None:
    """Only R6 mends the table, and without it the others are not worth twenty."""
    rules = f"{HERTZANO}+opening=20"
    assert not played("R4 R5", "R6 K6 B6 J K1 K2 K4", rules, opened=False).played
    assert laid(played("R4 R5", "R6 K6 B6 J K1 K2 K4 O7 O8 O9", rules, opened=False)) == "K1 K2 K4 R6 O7 O8 O9 J"


@pytest.mark.parametrize(
    ("book", "expected"), [(JUMBO, "K9 K10 K11"), (HERTZANO, "K9 K10 K11 R7"), (PIATNIK, "K9 K10 K11")]
)
def test_only_the_old_original_lets_a_first_lay_down_go_on_at_the_table(book: str, expected: str) -> None:
    assert laid(played("R4 R5 R6", "R7 K9 K10 K11", book, opened=False)) == expected


def test_a_first_lay_down_takes_nothing_from_the_table() -> None:
    assert not played("R4 R5 R6 R7", "K7 B7 O8 O9", opened=False).played


@pytest.mark.parametrize(
    ("book", "table", "rack", "expected"),
    [
        (JUMBO, FREED, "R5 K9 K10", "K9 K10 R5"),
        (PIATNIK, FREED, "R5 K9 K10", "K9 K10 R5"),
        (HERTZANO, FREED, "R5 K9 K10", "K9 K10 R5"),
        (JUMBO, "R4 R5 R6 J", "K9 K10", "K9 K10"),
        (PIATNIK, "R4 R5 R6 J", "K9 K10", "K9 K10"),
        (HERTZANO, "R4 R5 R6 J", "K9 K10", ""),  # the joker's set may not be split there
        (JUMBO, "R4 R5 R6 J / K9 K10 K11", "K8 K13", "K8 K13"),
        (PIATNIK, "R4 R5 R6 J / K9 K10 K11", "K8 K13", "K8 K13"),
        (HERTZANO, "R4 R5 R6 J / K9 K10 K11", "K8 K13", "K8"),
        (JUMBO, "R4 R5 R6 J / K9 K10 K11", "K13", "K13"),
        (PIATNIK, "R4 R5 R6 J / K9 K10 K11", "K13", ""),  # J K13 with K11 is new, but leaves K9 K10
    ],
)
def test_jokers_on_the_table_by_the_rulebook(book: str, table: str, rack: str, expected: str) -> None:
    assert laid(played(table, rack, book)) == expected


def test_two_jokers_on_the_table_that_new_sets_can_take_only_together() -> None:
    """A joker as K12 or B5 would go on a run that lay there; both with K13, or both with B6, are a new set."""
    table = "R4 R5 R6 J / O4 O5 O6 J / K9 K10 K11 / B2 B3 B4"
    assert laid(played(table, "K13 B6", JUMBO)) == "K13 B6"
    assert laid(played(table, "K13 B6", PIATNIK)) in {"K13", "B6"}


def test_two_jokers_on_the_table_are_laid_in_a_new_set_each() -> None:
    table = "R4 R5 R6 J / O4 O5 O6 J / K9 K10 K11 / B9 B10 B11"
    assert laid(played(table, "K8 B8 K13 B13", PIATNIK)) == "K8 K13 B8 B13"


def test_a_house_rule_where_the_exchanged_joker_goes_to_any_set() -> None:
    rules = load(HERTZANO)
    house = replace(rules, joker=replace(rules.joker, freed=Freed.ANY_SET))
    table, rack = parse_table("R4 J R6 / K9 K10 K11"), parse_tiles(["R5", "K13"])
    play = best_play(table, rack, house, opened=True)
    assert laid(play) == "K13 R5"
    assert judge(Turn(table, play.table, opened=True, rack=rack), house).outcome is Outcome.LEGAL
    assert not best_play(table, rack, rules, opened=True).played


@pytest.mark.parametrize("book", ALL)
def test_jokers_on_the_rack_are_laid_too(book: str) -> None:
    assert laid(played("R4 R5 R6", "J J K1", book)) == "K1 J J"


def test_a_joker_of_the_first_lay_down_is_bound_as_soon_as_it_lies() -> None:
    """K11 K12 J are worth enough, but then the joker is not free for K6 B6, since K13 lies on the table."""
    play = played("B13 K13 R13 O13 / R1 R2 R3 R4", "B6 J K1 K6 K11 K12 B1", HERTZANO, opened=False)
    assert "K6" not in laid(play).split()


def test_can_play() -> None:
    table, book = parse_table("R4 R5 R6"), load(JUMBO)
    assert can_play(table, parse_tiles(["R7", "K1"]), book, opened=True)
    assert not can_play(table, parse_tiles(["R7", "R3"]), book, opened=False)


def test_where_the_steps_do_not_last_nothing_is_said_to_be_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a search nothing is found here, though K5 and B5 make room for R5 and O5."""
    monkeypatch.setattr("referee.solver.play.Budget", lambda *_: Budget(0))
    monkeypatch.setattr("referee.solver.search.BEAM", 0)
    monkeypatch.setattr("referee.solver.search.WIDER_BEAM", 0)
    table, rack, book = parse_table("K3 K4 K5 / B5 B6 B7"), parse_tiles(["K2", "B8", "R5", "O5"]), load(JUMBO)
    play = best_play(table, rack, book, opened=True)
    assert play == ((), table, 0, False, False)
    assert can_play(table, rack, book, opened=True) is None


TWO_BOXES = f"{JUMBO}+players=6"


@pytest.mark.parametrize(
    ("table", "rack", "expected"),
    [
        ("", "J J J J", "J J J J"),  # jokers alone are a group of thirteens
        ("J J J", "J", "J"),
        ("", "B9 J J J J", "B9 J J J J"),
        ("", "R1 J J J J", "R1 J J J J"),
        ("", "K13 J J J J", "K13 J J J J"),
        ("B9 J J J", "J", "J"),
        ("B9 J J", "J J", "J J"),
        ("R7 B7 O7 K7", "J J J", "J J J"),
        ("R7 B7 O7 K7", "J J", "J J"),
        ("R7 B7 O7 K7", "J", ""),
    ],
)
@pytest.mark.parametrize("switches", [TWO_BOXES, f"{PIATNIK}+players=6", f"{HERTZANO}+players=6"])
def test_the_four_jokers_of_two_boxes(table: str, rack: str, expected: str, switches: str) -> None:
    assert laid(played(table, rack, switches)) == expected


@pytest.mark.parametrize(("table", "rack", "expected"), [("", "J J J J", 4), ("O5 O6 O7 O8", "O7 J J J J", 5)])
def test_a_first_lay_down_with_four_jokers(table: str, rack: str, expected: int) -> None:
    play = played(table, rack, TWO_BOXES, opened=False)
    assert len(play.played) == expected


def test_jokers_of_their_own_leave_the_other_sets_alone() -> None:
    play = played("B1 B2 B3 / J J J", "R1 J", TWO_BOXES)
    assert (len(play.played), play.changed) == (2, 1)


def test_before_opening_a_table_that_is_broken_leaves_no_play() -> None:
    assert not played("K1 K2", "R10 R11 R12", opened=False).played


@pytest.mark.parametrize("book", [JUMBO, PIATNIK])
@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ("J R9 O3 O7 O6 J", 4),  # the 9 with both jokers is worth 30, too, and leaves the others behind
        ("K6 J R5 K2 K7 O7 K8 K1 B5", 6),
        ("J R8 B8 B5 O3 K4 R6 B4 K2 B6", 6),
        ("B5 R2 B2 R6 O7 J R7 J K4 B6", 6),
    ],
)
def test_of_the_ways_to_lay_the_points_the_one_that_lays_most_is_found(book: str, rack: str, expected: int) -> None:
    assert len(played("", rack, book, opened=False).played) == expected


def test_a_first_lay_down_whose_joker_is_exchanged_later_is_legal() -> None:
    table = "R9 R10 R11 R12 R13 / K12 O12 R12"
    assert played(table, "B12 J K9 R8 R8 J R13 B9", HERTZANO, opened=False).played


def test_the_play_is_found_among_hundreds_of_thousands_of_ways_to_free_jokers() -> None:
    table = (
        "B7 B8 B9 B10 / K6 R6 J O6 / J O4 O5 / O7 O8 O9 O10 / R5 R6 R7 / K8 K9 K10 K11 K12 / K3 R3 B3 O3 / O4 O5 O6 / "
        "K5 R5 B5 / K4 K5 K6 K7 K8 / B9 B10 B11 / B1 B2 B3"
    )
    rack = "K3 B13 B8 O10 R2 K2 R10 B6"
    play = played(table, rack, PIATNIK)
    assert len(play.played) == len(rack.split())
