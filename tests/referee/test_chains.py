"""No turn is illegal to which a legal way leads: chains of single legal steps, made without the referee's code."""

import pytest

from referee.rulebook import available, load
from referee.turn import judge
from referee.verdict import Outcome
from tests.referee.chains import FREE, OLD, PIATNIK, Chain, Lying, State, chain
from workshop.benchmarks.chains import turn_of

pytestmark = pytest.mark.slow

TURNS = {book: 100 if book in FREE else 400 for book in (*FREE, OLD, PIATNIK)}


def test_every_rulebook_has_its_chains() -> None:
    assert set(TURNS) == set(available())


@pytest.mark.parametrize("book", TURNS)
def test_no_chain_of_legal_steps_is_called_illegal(book: str) -> None:
    """``python -m workshop.benchmarks.chains`` tries as many turns as one has patience for."""
    rules = load(book)
    made = [found for seed in range(TURNS[book]) if (found := chain(book, seed)) is not None]
    assert len(made) > TURNS[book] / 2
    assert [str(turn) for turn in made if judge(turn_of(turn), rules).outcome is not Outcome.LEGAL] == []


def test_the_chains_of_a_rulebook_reach_what_others_forbid() -> None:
    """Else they would show nothing about the joker's clauses."""
    free = [found for seed in range(150) if (found := chain(FREE[0], seed)) is not None]
    for book in (OLD, PIATNIK):
        rules = load(book)
        assert any(judge(turn_of(turn), rules).outcome is Outcome.ILLEGAL for turn in free)


def test_a_chain_reads_as_a_table() -> None:
    lying = Lying(("R4", "R5", "R6"), ("R4", "J", "R6"))
    assert str(Chain((State((), ("R4", "J", "R6")), State((lying,), ())), opened=False)) == (
        "opening [R4 J R6]    ->  R4 J R6"
    )
