"""Whether the referee's word on small tables is held against every sequence of moments at which all tiles lie in sets."""

from collections import Counter

import pytest

from referee.verdict import Outcome
from workshop.benchmarks.small_tables import BOOKS, ends

SEEDS = range(30)


@pytest.mark.parametrize("book", BOOKS)
def test_a_small_table_is_legal_where_moments_of_whole_sets_lead_to_it_and_only_there(book: str) -> None:
    """Piatnik, "Der Joker"; the old original, "Joker". ``python -m workshop.benchmarks.small_tables`` tries more of them."""
    found = [end for seed in SEEDS for end in ends(book, seed)]
    assert [end.turn for end in found if end.is_reached is not (end.said is Outcome.LEGAL)] == []
    assert min(Counter(end.is_reached for end in found).values()) > 50
