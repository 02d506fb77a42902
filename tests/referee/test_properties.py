"""What holds for every table: legal turns are legal, planted faults are named, and the order of sets means nothing."""

import json
from itertools import chain, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from files.rulebook import load
from referee.sets import fault, readings, value
from referee.tiles import Table, Tile, TileSet
from referee.turn import Turn, judge
from referee.verdict import Code, Outcome, Verdict
from tests.notation import format_table, parse_table
from tests.referee.small_states import every_table, lowest_first, small_state
from tests.referee.strategies import ALL, PLANTED, illegal_turns, legal_turns, sets_with_jokers, shuffled, tables, tiles

pytestmark = pytest.mark.slow

NOTICES = {
    Code.SET_OUT_OF_ORDER,
    Code.JOKER_OUT_OF_PLACE,
    Code.JOKER_UNCLEAR,
    Code.JOKER_UNTRACED,
    Code.OPENING_UNCLEAR,
    Code.REARRANGED_ONLY,
    Code.UNREAD_ASSUMED,
}
CASES = [(code, book) for code, planted in PLANTED.items() for book in planted.books]


def codes(verdict: Verdict) -> list[Code]:
    return [violation.code for violation in verdict.violations]


def kept(verdict: Verdict) -> Verdict:
    """The verdict written down as JSON and read again, as a game that goes on after a restart reads it."""
    return Verdict.from_json(json.loads(json.dumps(verdict.to_json())))


def test_there_are_turns_for_every_violation() -> None:
    assert set(PLANTED) == set(Code) - NOTICES


@given(tiles())
def test_a_tile_is_what_its_notation_says(tile: Tile) -> None:
    assert Tile.parse(str(tile).lower()) == tile


@given(tables(jokers=True))
def test_a_table_is_what_its_notation_says(table: Table) -> None:
    assert parse_table(format_table(table)) == table


@given(sets_with_jokers(), st.randoms())
def test_jokers_replace_any_tiles_and_a_set_stays_one_in_any_order(
    pair: tuple[TileSet, TileSet], random: object
) -> None:
    whole, laid = pair
    assert any(
        all(tile in stands for tile, stands in zip(whole, reading.stands, strict=True)) for reading in readings(laid)
    )
    assert value(laid) >= value(whole)
    mixed = list(laid)
    random.shuffle(mixed)  # type: ignore[attr-defined]  # Hypothesis gives a random.Random
    assert fault(tuple(mixed)) is None


@pytest.mark.parametrize("book", ALL)
@given(turn=legal_turns())
def test_legal_turns_are_legal(book: str, turn: Turn) -> None:
    verdict = judge(turn, load(book))
    assert (codes(verdict), verdict.outcome, verdict.penalty) == ([], Outcome.LEGAL, None)
    assert kept(verdict) == verdict


@pytest.mark.parametrize(("code", "book"), CASES)
@given(data=st.data())
@settings(max_examples=25)
def test_each_planted_violation_is_named_with_its_clause_and_costs_something(
    code: Code, book: str, data: st.DataObject
) -> None:
    rules = load(book)
    verdict = judge(data.draw(illegal_turns(code, book)), rules)
    assert code in codes(verdict)
    assert verdict.outcome is Outcome.ILLEGAL
    assert kept(verdict) == verdict
    assert verdict.penalty is not None
    assert verdict.penalty.draw == rules.penalty.draw
    clauses = {clause.citation for clause in rules.clauses().values()}
    assert all(violation.clause in clauses and violation.message for violation in verdict.violations)


@pytest.mark.parametrize(("code", "book"), CASES)
@given(data=st.data())
@settings(max_examples=10)
def test_the_order_of_sets_changes_no_verdict(code: Code, book: str, data: st.DataObject) -> None:
    turn = data.draw(illegal_turns(code, book) | legal_turns())
    one, other = judge(turn, load(book)), judge(data.draw(shuffled(turn)), load(book))
    assert (one.outcome, one.played, one.points) == (other.outcome, other.played, other.points)
    assert codes(one) == codes(other)
    assert sorted(v.message for v in one.notices) == sorted(v.message for v in other.notices)


@pytest.mark.parametrize("book", ALL)
@given(table=tables(least=1))
@settings(max_examples=30)
def test_a_first_lay_down_is_worth_its_tiles(book: str, table: Table) -> None:
    worth = sum(tile.number for row in table for tile in row)
    found = judge(Turn((), table, opened=False), load(book))
    assert found.points == worth
    assert codes(found) == ([Code.OPENING_BELOW] if worth < 30 else [])


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("book", ALL)
def test_a_set_that_nobody_touched_changes_nothing(book: str, opened: bool) -> None:  # noqa: FBT001
    rules, faulted = load(f"{book}+players=6"), 0  # with enough tiles for the other sets
    for seed in range(60):
        table, rack = small_state(seed, two_boxes=False)
        there = lowest_first(chain(*table, rack))
        for after in islice(every_table(there), 6):
            said = codes(judge(Turn(table, after, opened=opened), rules))
            faulted += bool(said)
            for other in parse_table("K13 R13 B13 / O12 J K12 / R11 R12 R13"):
                assert codes(judge(Turn((*table, other), (*after, other), opened=opened), rules)) == said
    assert faulted > 10 or (opened and book.startswith("jumbo"))  # which bind no joker
