"""Where a rulebook binds the jokers on the table, no play that is legal lays more tiles than the solver's."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest

from referee.rulebook import Rulebook, load
from referee.solver.play import best_play
from referee.solver.search import Budget
from referee.tiles import Table, TileSet, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Code, Outcome, Violation
from tests.notation import parse_table
from tests.referee.books import HERTZANO, JUMBO, PIATNIK
from tests.referee.small_states import every_table, lowest_first, small_state

STATES = 250


def most_tiles(table: Table, rack: TileSet, rulebook: Rulebook) -> int:
    """How many tiles a player can lay, by trying every way."""
    for count in range(len(rack), 0, -1):
        for hand in dict.fromkeys(combinations(lowest_first(rack), count)):
            for after in every_table(lowest_first(chain(*table, hand))):
                if judge(Turn(table, after, opened=True, rack=rack), rulebook).outcome is Outcome.LEGAL:
                    return count
    return 0


@pytest.mark.slow
@pytest.mark.parametrize("book", [HERTZANO, PIATNIK, f"{JUMBO}+players=6", f"{HERTZANO}+players=6"])
def test_no_legal_play_lays_more_tiles(book: str) -> None:
    rulebook, found = load(book), []
    for seed in range(STATES):
        table, rack = small_state(seed, two_boxes="players" in book)
        play = best_play(table, rack, rulebook, opened=True)
        found.append((len(play.played), most_tiles(table, rack, rulebook)))
    assert [(seed, ours, best) for seed, (ours, best) in enumerate(found) if ours != best] == []
    assert min(Counter(best for _, best in found)[count] for count in range(4)) > STATES // 50


def test_a_joker_may_be_proposed_for_the_same_place_in_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """What becomes of its own set does not matter then; whether the rulebook allows it, `referee.joker` says."""
    wanted = parse_tiles(["R3", "R4", "R5", "J", "R7"])
    other_fault = Violation(Code.JOKER_NOT_IN_NEW_SET, "")

    def only_wanted(_: Table, after: Table, *__: object) -> tuple[Violation, ...]:
        return () if wanted in after else (other_fault,)

    monkeypatch.setattr("referee.solver.bound_jokers.joker_violations", only_wanted)
    play = best_play(parse_table("J R7 R8 / R3 R4 R5"), parse_tiles(["K8", "B8"]), load(PIATNIK), opened=True)
    assert wanted in play.table
    assert len(play.played) == 2


def test_a_play_found_when_the_steps_are_used_up_is_legal_and_says_that_it_may_not_be_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.solver.play.Budget", lambda *_: Budget(0))
    table, rack = parse_table("R4 J R6 R7 / K5 B5 O5"), parse_tiles(["R8", "R5", "K6", "K7", "O13"])
    for book in (HERTZANO, PIATNIK):
        play = best_play(table, rack, load(book), opened=True)
        assert play.played
        assert not play.exact
        assert judge(Turn(table, play.table, opened=True, rack=rack), load(book)).outcome is Outcome.LEGAL
