"""However few steps are taken: what is called the best is the best, and what is found is legal."""

from __future__ import annotations

import pytest

from referee.rulebook import load
from referee.solver.play import BestPlay, best_play
from referee.solver.search import Budget
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.referee.books import HERTZANO, JUMBO, PIATNIK
from tests.referee.states import FEW_SETS, State, random_state

pytestmark = pytest.mark.slow

SEEDS = range(60)
PLENTY = 1_000_000


def play_within(steps: int, state: State, book: str, monkeypatch: pytest.MonkeyPatch) -> BestPlay:
    """The best play that is found in so many steps."""
    monkeypatch.setattr("referee.solver.play.Budget", lambda *_: Budget(steps))
    return best_play(state.table, state.rack, load(book), opened=state.opened)


@pytest.mark.parametrize("book", [JUMBO, HERTZANO, PIATNIK])
@pytest.mark.parametrize("steps", [1, 1_500, 5_000])
def test_only_the_best_is_called_the_best(book: str, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sure = 0
    for seed in SEEDS:
        state = random_state(seed, FEW_SETS)
        best = play_within(PLENTY, state, book, monkeypatch)
        found = play_within(steps, state, book, monkeypatch)
        verdict = judge(Turn(state.table, found.table, state.opened, rack=state.rack), load(book))
        assert not found.played or (seed, verdict.outcome) == (seed, Outcome.LEGAL)
        assert (seed, len(found.played)) <= (seed, len(best.played))
        if found.most:
            assert (seed, len(found.played)) == (seed, len(best.played))
        if found.exact and best.exact:
            assert (seed, found.changed) == (seed, best.changed)
        sure += found.exact
    assert sure > len(SEEDS) // 10
    assert sure < len(SEEDS) or steps > 1
