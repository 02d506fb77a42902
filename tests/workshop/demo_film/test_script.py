"""The script of the demo round is a round that could be played, and the referee says what the script has it say."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.round import Round
from referee.rulebook import load
from referee.tiles import BOX, Tile
from referee.turn import Turn, judge
from workshop.demo_film.script import DEAL, PLAYERS, RULEBOOK, TURNS, Played, play, winner

ROUND = play()
BOOK = load(RULEBOOK)


def judged(played: Played) -> Turn:
    """The turn as the live table hands it to the referee."""
    turn = played.turn
    return Turn(
        before=played.before.table,
        after=played.after.table,
        opened=played.opened,
        drew=len(turn.drawn) if turn.legal else 0,
        rack=played.before.racks[turn.player],
        seconds=turn.seconds or 15.0,
    )


@pytest.mark.parametrize("number", range(len(TURNS)))
def test_the_referee_agrees_with_the_script(number: int) -> None:
    played = ROUND[number]
    verdict = judge(judged(played), BOOK)
    assert tuple(violation.code.value for violation in verdict.violations) == played.turn.codes
    assert verdict.outcome.value == ("legal" if played.turn.legal else "illegal")


def test_the_penalty_drawn_is_what_the_rulebook_asks_for() -> None:
    for played in ROUND:
        penalty = judge(judged(played), BOOK).penalty
        if penalty is not None:
            assert (penalty.draw, penalty.restore) == (len(played.turn.drawn), True)


def test_counts_and_winner_follow_from_the_verdicts() -> None:
    state = Round.start(PLAYERS, BOOK)
    for played in ROUND:
        assert state.on_turn == played.turn.player
        assert dict(state.counts) == {player: len(rack) for player, rack in played.before.racks.items()}
        assert state.pool == played.before.pool
        turn = judged(played)
        state = state.after_turn(judge(turn, BOOK), turn.after, turn.drew)
    assert state.winner == winner() == "Anna"


def test_everyone_is_dealt_fourteen_tiles_and_nobody_may_ask_for_a_new_deal() -> None:
    for rack in DEAL.values():
        assert len(rack) == 14
        assert sum(count == 2 for count in Counter(rack).values()) < 3


def test_no_tile_is_there_more_often_than_the_box_holds() -> None:
    box = Counter(BOX)
    for played in ROUND:
        for state in (played.before, played.after, played.settled):
            out: Counter[Tile] = Counter(tile for rack in state.racks.values() for tile in rack)
            out += Counter(tile for laid in state.table for tile in laid)
            assert not out - box
            assert out.total() + state.pool == len(BOX)


def test_the_round_shows_every_kind_of_offence_and_one_exchanged_joker() -> None:
    codes = [code for turn in TURNS for code in turn.codes]
    assert {"opening-below-30", "set-invalid", "tile-missing", "overtime"} == set(codes)
    assert len(TURNS) >= 12
    exchanged = [
        played
        for played in ROUND
        if played.turn.legal
        and any(
            before != after and "J" in map(str, before.tiles) and "J" not in map(str, after.tiles)
            for name, before in played.before.places.items()
            for after in [played.after.places[name]]
        )
    ]
    assert len(exchanged) == 1
