"""Undoing and redoing."""

from __future__ import annotations

from live.game import events
from live.game.commands.move import Move, RefusedError
from live.game.state import Game, State, is_put_back_since
from referee.clock import TurnClock


def undo(game: Game, now: float, event: int | None = None) -> Move:
    """Undoes the last action; `event` is the one that the page showed."""
    past = game.past
    if past is None or game.action is None:
        raise RefusedError("there is nothing to undo", "nothing")
    if event is not None and event != game.action:
        raise RefusedError("the table has moved on since", "stale")
    return Move(events.Undone(game.action), _clock_of(past, game, now))


def redo(game: Game, now: float, event: int | None = None) -> Move:
    """Redoes the action that was undone last; `event` is the one that the page showed."""
    if game.future is None or game.future.action is None:
        raise RefusedError("there is nothing to redo", "nothing")
    if event is not None and event != game.future.action:
        raise RefusedError("the table has moved on since", "stale")
    return Move(events.Redone(game.future.action), _clock_of(game.future, game, now))


def _clock_of(other: Game, game: Game, now: float) -> TurnClock:
    """The clock with which `other` goes on, coming from `game`; within one turn it is the same clock."""
    same_turn = (
        game.round is not None
        and other.round is not None
        and (game.round.turns, game.round.rulebook) == (other.round.turns, other.round.rulebook)
    )
    goes_on = other.state in {State.TURN, State.PAUSED} or (not other.is_over and is_put_back_since(other, game))
    if same_turn and game.state in {State.TURN, State.PAUSED} and goes_on and game.claim is other.claim:
        return game.clock
    return TurnClock(other.limit, other.clock.spent, now if other.clock.running else None)
