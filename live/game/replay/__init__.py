"""From one game to the next: what each event changes.

Replaying a journal is applying its events one after the other. Undoing an action is going back to the game before it,
redoing it is going on to the game after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from live.game import events
from live.game.events import ClockMark, Event
from live.game.replay import counting, rounds, tiles, turns, undoing, verdicts
from live.game.replay.step import Step
from live.game.state import Game
from referee.clock import TurnClock


def apply(game: Game, event: Event, number: int, mark: ClockMark, now: float = 0.0) -> Game:
    """The game after `event`.

    Args:
        game: the game before it.
        event: what happened.
        number: the event's number in the journal.
        mark: how the turn clock stood.
        now: the present moment, on which a clock that runs counts on.

    Raises:
        ValueError: the event does not fit the game.
    """
    try:
        following = _APPLIED[type(event)](Step(game, event, number, mark, now), event)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{event.kind} does not fit what happened before: {error!r}") from error
    clock = TurnClock(following.limit, mark.spent, now if mark.running else None)
    return replace(following, clock=clock, last_event=number)


def begin(event: events.RoundStarted, number: int, mark: ClockMark, now: float = 0.0) -> Game:
    """The game after the event `number` that began a round, without any of those before it.

    Nothing before it can be undone.

    Raises:
        ValueError: the event does not say what the round takes over.
    """
    if event.carried is None:
        raise ValueError("it does not say what its round takes over")
    return replace(apply(Game(), event, number, mark, now), history=())


def _noted(step: Step, _: Event) -> Game:
    return step.game


_APPLIED = cast(
    "Mapping[type[Event], Callable[[Step, Event], Game]]",
    {
        events.RoundStarted: rounds.round_started,
        events.FirstTurn: rounds.first_turn,
        events.RacksSeen: tiles.racks_seen,
        events.RedealClaimed: rounds.redeal_claimed,
        events.TurnEnded: turns.turn_ended,
        events.FaceUpSaid: turns.face_up_said,
        events.TableKept: turns.table_kept,
        events.JudgeAnyway: turns.judge_anyway,
        events.PressDropped: turns.press_dropped,
        events.VerdictGiven: verdicts.verdict_given,
        events.QuestionAnswered: tiles.tile_said,
        events.TileCorrected: tiles.tile_said,
        events.TileAdded: tiles.tile_said,
        events.Paused: turns.paused,
        events.Resumed: turns.resumed,
        events.RoundEnded: counting.round_ended,
        events.StillHolds: counting.still_holds,
        events.PoolHolds: counting.pool_holds,
        events.RackCounted: counting.rack_counted,
        events.RoundScored: counting.round_scored,
        events.ScoreAmended: counting.score_amended,
        events.Undone: undoing.undone,
        events.Redone: undoing.redone,
        events.Slept: _noted,
        events.AreaMarked: _noted,
        events.CameraMoved: tiles.camera_moved,
        events.CameraAccepted: tiles.camera_accepted,
        events.CameraChosen: tiles.camera_chosen,
        events.CameraLeft: turns.camera_left,
        **dict.fromkeys(events.BESIDE.values(), _noted),
        events.GameClosed: rounds.game_closed,
    },
)
