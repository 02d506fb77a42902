"""The mutation score counts what it says."""

from collections import Counter

import pytest

from scripts.mutation import score, tally, tried

SHOWN = """
    referee.sets.x_value__mutmut_1: killed
    referee.sets.x_value__mutmut_2: survived
    referee.sets.x_value__mutmut_3: caught by type check
    referee.round.xǁRoundǁ_check__mutmut_1: timeout
    referee.solver.runs.x_grow__mutmut_1: killed
    scripts.mutation.x_score__mutmut_1: killed
"""


def test_outcomes_are_counted_for_each_module_of_the_referee() -> None:
    found = tally(SHOWN.splitlines())
    assert found == {
        "sets": Counter({"killed": 1, "survived": 1, "caught by type check": 1}),
        "round": Counter({"timeout": 1}),
        "solver.runs": Counter({"killed": 1}),
    }


@pytest.mark.parametrize(
    ("outcomes", "part"),
    [
        ({"killed": 9, "survived": 1}, 0.9),
        ({"killed": 1, "timeout": 1, "suspicious": 1, "survived": 1}, 0.75),
        ({"killed": 1, "no tests": 1}, 0.5),
        ({"killed": 1, "survived": 1, "skipped": 5, "not checked": 7}, 0.5),
        ({"not checked": 3}, 0.0),
    ],
)
def test_what_no_test_found_lowers_the_score_and_what_was_not_tried_does_not(
    outcomes: dict[str, int], part: float
) -> None:
    assert score(Counter(outcomes)) == pytest.approx(part)


def test_a_module_whose_tests_find_nothing_counts() -> None:
    found = {"turn": Counter(survived=5), "sets": Counter(killed=3), "deal": Counter({"not checked": 9})}
    assert list(tried(found)) == ["sets", "turn"]
    assert score(sum(tried(found).values(), Counter())) == 3 / 8
