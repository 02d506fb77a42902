"""Commands that the program gives by itself.

They give a verdict or another one in its place, drop a press, or say that a table was put back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from live.game import events, host_word
from live.game.case import Case
from live.game.commands.move import Move
from live.game.commands.turns import clock_once_decided
from live.game.judging import Ruling, judge_in_doubt, verdict_event
from live.game.state import Game, Judged, State
from live.game.verdict_photo import VerdictPhoto
from referee.clock import TurnClock
from referee.round import Round
from referee.verdict import Outcome


def give(game: Game, now: float, case: Case, ruling: Ruling, frames: Sequence[VerdictPhoto]) -> Move:
    """Gives the verdict on the turn that was ended.

    Args:
        game: as it stands.
        now: the present moment.
        case: what is known of the turn.
        ruling: on it.
        frames: the photos that it was drawn from, by the names under which they are kept, with their readings.
    """
    asked = game.photo_in_question
    event = verdict_event(case, ruling, list(frames), None if asked is None else asked.event)
    if game.press is not None and game.round is not None:
        event = replace(event, last_left=case.before.table != game.round.table)
    if ruling.following is None:
        next_has_begun = game.unjudged is not None or (asked is not None and asked.resumes is not None)
        return Move(event, game.clock.pause(now) if next_has_begun else TurnClock(game.limit, case.press.seconds))
    over = game.is_over_after(ruling.following)
    if game.unjudged is not None and not (over or event.waits):
        return Move(event, game.clock)  # the next turn has begun
    return Move(event, clock_once_decided(game, now, over=over, waits=event.waits))


def give_again(game: Game, now: float, judged: Judged) -> Move:
    """Gives another verdict on the last turn, after somebody named one of its tiles; the host's word on it stands."""
    case, frames = judged.case, [*map(VerdictPhoto, judged.photos)]
    following: Round | None
    if judged.host is None:
        case, ruling = judge_in_doubt(case)
        event, following = verdict_event(case, ruling, frames, judged.event), ruling.following
    else:
        event, following = host_word.decide(case, judged.verdict.outcome, judged.host, frames, judged.event)
    has_begun = not (game.asking or game.waiting)  # the next player's turn
    if has_begun and judged.verdict.outcome is Outcome.ILLEGAL:
        event = replace(event, waits=False)  # the table was put back, or stays as it lies
    clock = game.clock
    if following is None:
        clock = TurnClock(clock.limit, judged.case.press.seconds) if judged.resumes is None else clock
    elif not has_begun or event.waits or following.over:
        clock = clock_once_decided(game, now, over=game.is_over_after(following), waits=event.waits)
    return Move(event, clock)


def give_late(game: Game, case: Case, ruling: Ruling, frames: Sequence[VerdictPhoto]) -> Move:
    """Gives another verdict on the last turn, of which a late picture showed more after the first one.

    The turn after it waits for its own.
    """
    return Move(
        verdict_event(case, ruling, list(frames), None if game.judged is None else game.judged.event), game.clock
    )


def drop_press(game: Game, now: float) -> Move:
    """Drops a press as the echo of the one before it: what it ended goes on, be it a turn or the deal."""
    is_deal = game.past is not None and game.past.state is State.DEAL
    return Move(events.PressDropped(), game.clock if is_deal else game.clock.resume(now))


def go_on_restored(game: Game, now: float) -> Move:
    """Starts the clock that waited for the table to be put back."""
    return Move(events.Resumed(restored=True), game.clock.resume(now))
