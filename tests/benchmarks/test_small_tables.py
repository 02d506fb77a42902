"""Whether the referee's word on small tables is held against every sequence of single steps."""

import pytest

from benchmarks.small_tables import BOOKS, ends
from referee.verdict import Outcome

SEEDS = range(60)


@pytest.mark.parametrize("book", BOOKS)
def test_no_small_table_to_which_legal_steps_lead_is_called_illegal(book: str) -> None:
    """Piatnik, "Der Joker"; the old original, "Joker". ``python -m benchmarks.small_tables`` tries more of them."""
    found = [end for seed in SEEDS for end in ends(book, seed)]
    reached = [end for end in found if end.is_reached]
    assert len(reached) > 50
    assert [end.turn for end in reached if end.said is not Outcome.LEGAL] == []
    assert any(end.said is Outcome.ILLEGAL for end in found)
