"""Where a rulebook binds the jokers on the table, no play that is legal lays more tiles than the solver's."""

from collections import Counter
from itertools import chain, combinations

import pytest

from referee.rulebook import Rulebook, load
from referee.solver.play import best_play
from referee.tiles import Table, TileSet
from referee.turn import Outcome, Turn, judge
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


@pytest.mark.parametrize("book", [HERTZANO, PIATNIK, f"{JUMBO}+players=6", f"{HERTZANO}+players=6"])
def test_no_legal_play_lays_more_tiles(book: str) -> None:
    rulebook, found = load(book), []
    for seed in range(STATES):
        table, rack = small_state(seed, two_boxes="players" in book)
        play = best_play(table, rack, rulebook, opened=True)
        found.append((len(play.played) if play else 0, most_tiles(table, rack, rulebook)))
    assert [(seed, ours, best) for seed, (ours, best) in enumerate(found) if ours != best] == []
    assert min(Counter(best for _, best in found)[count] for count in range(4)) > STATES // 50
