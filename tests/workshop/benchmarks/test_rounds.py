"""A few of the rounds that `workshop.benchmarks.rounds` plays by the hundred, and that its checks can fail."""

import pytest

from referee.rulebook import available, load
from tests.notation import parse_table
from workshop.benchmarks.rounds import BotRound, BotTurn, BrokenPromiseError, played

JUMBO = load("jumbo-original-2016")


@pytest.mark.slow
@pytest.mark.parametrize("book", available())
def test_bots_play_whole_rounds_that_hold_what_they_promise(book: str) -> None:
    ends = [played(seed, load(book)).state for seed in range(5)]
    assert all(state.over for state in ends)
    assert any(state.winner for state in ends)
    assert any(state.blocked for state in ends)
    assert all(state.turns > len(state.players) for state in ends)


def test_a_lost_tile_is_found_out() -> None:
    game = BotRound(JUMBO, ("Anna", "Ben"), seed=1)
    game.check()
    game.pool.pop()
    with pytest.raises(BrokenPromiseError, match="missing or too many"):
        game.check()


def test_a_wrong_count_is_found_out() -> None:
    game = BotRound(JUMBO, ("Anna", "Ben"), seed=1)
    game.racks["Anna"].append(game.pool.pop())
    with pytest.raises(BrokenPromiseError, match="the counts are"):
        game.check()


def test_a_play_that_the_referee_objects_to_is_found_out() -> None:
    game = BotRound(JUMBO, ("Anna", "Ben"), seed=1)
    loose = parse_table(str(game.racks["Anna"][0]))
    with pytest.raises(BrokenPromiseError, match="turn 0"):
        game.take(BotTurn(loose, 0, 10.0), honest=True)
    game.take(BotTurn(loose, 0, 10.0), honest=False)


def test_events_that_are_left_out_give_another_state() -> None:
    game = played(1, JUMBO)
    game.events[0] = BotTurn((), 0, 10.0)
    assert game.replay() != game.state
