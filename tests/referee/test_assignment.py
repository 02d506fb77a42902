"""Each row gets a column of its own, for the most that all can be worth."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from referee.assignment import assign


@given(
    st.integers(0, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 5), min_size=n + 1, max_size=n + 1), min_size=n, max_size=n)
    )
)
def test_no_other_matching_is_worth_more(worth: list[list[int]]) -> None:
    found = assign(worth)
    assert len(set(found)) == len(worth)
    columns = range(len(worth) + 1)
    best = max(sum(worth[i][c] for i, c in enumerate(way)) for way in permutations(columns, len(worth)))
    assert sum(worth[i][c] for i, c in enumerate(found)) == best
