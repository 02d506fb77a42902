"""What goes back where after an illegal turn, and what tiles cost that were not put back."""

import pytest

from referee.restore import Restored, restore
from referee.round import Round
from referee.rulebook import available, load
from referee.tiles import parse_tiles
from referee.turn import Turn, judge
from tests.notation import format_table, parse_table
from tests.referee.books import COMPACT, FORTUNA, HERTZANO, JUMBO, PIATNIK

BEFORE = "R4 R5 R6 R7 / K1 K2 K3 / O8 B8 R8"
AFTER = "R4 R5 R6 / K1 K2 K3 R7 / O8 B8 R8 K12"


def restored(shown: str, book: str, before: str = BEFORE, after: str = AFTER, seconds: float | None = None) -> Restored:
    turn = Turn(parse_table(before), parse_table(after), opened=True, seconds=seconds)
    penalty = judge(turn, load(book)).penalty
    assert penalty is not None
    return restore(turn.before, turn.after, parse_table(shown), penalty, load(book))


def tiles(names: str) -> tuple[object, ...]:
    return parse_tiles(names.split())


@pytest.mark.parametrize("book", [JUMBO, COMPACT, FORTUNA, PIATNIK])
@pytest.mark.parametrize("shown", [BEFORE, "K3 K2 K1 / R8 B8 O8 / R4 R5 R6 R7"])
def test_everything_is_back(book: str, shown: str) -> None:
    found = restored(shown, book)
    assert (found.not_returned, found.to_pool, found.to_rack, found.draw) == ((), (), tiles("K12"), 3)
    assert format_table(found.table) == BEFORE


@pytest.mark.parametrize(("book", "draw"), [(JUMBO, 4), (COMPACT, 4), (FORTUNA, 4), (PIATNIK, 3)])
def test_a_tile_whose_place_nobody_remembers_goes_into_the_pool_and_costs_one_more_at_jumbo(
    book: str, draw: int
) -> None:
    found = restored("R4 R5 R6 / K1 K2 K3 / O8 B8 R8 / R7", book)
    assert (found.not_returned, found.to_pool, found.to_rack, found.draw) == (
        tiles("R7"),
        tiles("R7"),
        tiles("K12"),
        draw,
    )
    assert format_table(found.table) == "R4 R5 R6 / K1 K2 K3 / O8 B8 R8"


def test_in_the_old_original_it_goes_onto_the_rack() -> None:
    found = restored(
        "R4 R5 R6 / K1 K2 K3 / O8 B8 R8 / R7", HERTZANO, before=BEFORE, after="R4 R5 R6 / K1 K2 K3 / O8 B8 R8 K12"
    )
    assert (found.not_returned, found.to_pool, found.to_rack, found.draw) == (tiles("R7"), (), tiles("K12 R7"), 3)


def test_in_the_old_original_the_table_stays_and_loose_tiles_go_onto_the_rack() -> None:
    after = "R4 R5 R6 / K1 K2 K3 / O8 B8 R8 K8 / R7 K12"
    found = restored("R4 R5 R6 / K1 K2 K3 / O8 B8 R8 K8", HERTZANO, after=after, seconds=130)
    assert (found.not_returned, found.to_rack, found.draw) == ((), tiles("K12 R7"), 3)
    assert format_table(found.table) == "R4 R5 R6 / K1 K2 K3 / O8 B8 R8 K8"
    found = restored("R4 R5 R6 / K1 K2 K3 / O8 B8 R8", HERTZANO, after=after, seconds=130)
    assert (found.not_returned, found.to_rack, found.draw) == (tiles("K8"), tiles("K8 K12 R7"), 3)


@pytest.mark.parametrize(
    ("shown", "lost"),
    [
        ("R4 R5 R6 / K1 K2 K3 R7 / O8 B8 R8", "R7"),  # it lies with another set
        ("R5 R6 R7 / K1 K2 K3 / O8 B8 R8 R4", "R4"),
        ("R4 R5 R6 R7 K1 K2 K3 / O8 B8 R8", "K1 K2 K3"),  # of two sets in one, the larger stays
        ("R4 R5 R6 R7 / K1 K2 / K3 / O8 B8 R8", "K1 K2 K3"),  # what is left of a set is none any more
        ("R4 R5 / R6 R7 / K1 K2 K3 / O8 B8 R8", "R4 R5 R6 R7"),
        ("", "K1 K2 K3 R4 R5 R6 R7 R8 B8 O8"),
    ],
)
def test_what_counts_as_not_returned(shown: str, lost: str) -> None:
    found = restored(shown, JUMBO)
    assert sorted(map(str, found.not_returned)) == sorted(lost.split())
    assert found.draw == 3 + len(lost.split())
    assert found.to_pool == found.not_returned


def test_sets_are_matched_so_that_least_is_lost() -> None:
    """R4 R5 R6 is part of both runs, and the longer row is the rest of the longer one."""
    before = "R4 R5 R6 / R4 R5 R6 R7 R8"
    for shown in ("R4 R5 R6 R7 / R4 R5 R6 / R8", "R8 / R4 R5 R6 / R4 R5 R6 R7"):
        found = restored(shown, JUMBO, before, before + " / K1")
        assert (found.not_returned, found.draw) == (tiles("R8"), 4)


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize("shown", [None, BEFORE, "R4 R5 R6 / K1 K2 K3 / O8 B8 R8 / R7", ""])
def test_the_round_after_a_penalty_has_every_tile_somewhere(book: str, shown: str | None) -> None:
    rules = load(book)
    state = Round(rules, ("A", "B"), 0, {"A": 20, "B": 30}, 46, frozenset("A"), parse_table(BEFORE))
    after = parse_table(AFTER)
    verdict = judge(Turn(state.table, after, opened=True), rules)
    following = state.after_turn(verdict, after, 0, shown=None if shown is None else parse_table(shown))
    assert sum(following.counts.values()) + following.pool + sum(map(len, following.table)) == 106
    lost = 10 - sum(map(len, following.table))
    drawn = following.counts["A"] - 20 - (lost if book == HERTZANO else 0)
    assert drawn == 3 + rules.penalty.extra_per_lost * lost


def test_tiles_mixed_in_can_be_drawn_at_once() -> None:
    rules = load(JUMBO)
    state = Round(rules, ("A", "B"), 0, {"A": 20, "B": 76}, 0, frozenset("A"), parse_table(BEFORE))
    after = parse_table(AFTER)
    verdict = judge(Turn(state.table, after, opened=True), rules)
    following = state.after_turn(verdict, after, 0, shown=parse_table("R4 R5 R6 / K1 K2 K3 / O8 B8 R8 / R7"))
    assert (following.counts["A"], following.pool) == (21, 0)


def test_a_set_that_was_none_before_the_turn_either_is_back_when_it_lies_there_whole() -> None:
    found = restored("K1 K2 / R4 R5 R6", JUMBO, before="K1 K2 / R4 R5 R6", after="K1 K2 / R4 R5 R6 R8")
    assert (found.not_returned, found.to_rack, found.draw) == ((), tiles("R8"), 3)
    assert format_table(found.table) == "K1 K2 / R4 R5 R6"
