"""The last turn once more, after its verdict: the host's word against it, or another look at the table.

Only the last turn: those that followed were played on the table that an earlier one left, by people who saw it lie
there. To change an earlier one, undo what followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from live.game import host_word
from live.game.commands.move import Move, RefusedError, check_not_put_back
from live.game.commands.turns import check_word, clock_after
from live.game.events import VerdictGiven
from live.game.judging import judge_in_doubt, verdict_event
from live.game.seen import SeenTable
from live.game.state import TURNS, Game, Judged, State
from live.game.verdict_photo import VerdictPhoto
from referee.clock import TurnClock
from referee.verdict import Outcome


def check_last(game: Game, press: int) -> Judged:
    """The verdict on the turn that the event `press` ended.

    Raises:
        RefusedError: it is not the last turn, or what followed builds on it.
    """
    judged = game.judged
    if game.unjudged is not None and game.unjudged.press.event == press:
        raise RefusedError("nobody has judged that turn: judge it by a photo first", "unjudged")
    if judged is None or judged.case.press.event != press:
        line = "the turns that followed were played on the table that this one left: undo as far as this turn"
        raise RefusedError(line, "built-on")
    if game.state is State.SCORED:
        raise RefusedError("the round is written down: undo that first", "written")
    if game.press is not None:
        raise RefusedError("the last turn is still being read", "settling")
    return judged


def overrule(game: Game, now: float, press: int, outcome: Outcome, reason: str) -> Move:
    """Replaces the verdict on the last turn by the host's decision that it counts, or does not.

    Args:
        game: as it stands.
        now: the present moment.
        press: the event by which the turn was ended.
        outcome: legal or illegal.
        reason: the host's reason, for the record.
    """
    judged = check_last(game, press)
    check_word(outcome, reason)
    if outcome is Outcome.LEGAL:
        check_not_put_back(game)
    frames = [*map(VerdictPhoto, judged.photos)]
    event, following = host_word.decide(judged.case, outcome, reason.strip(), frames, judged.event)
    return _in_its_place(game, now, judged, event, over=game.is_over_after(following))


def judge_again(
    game: Game, now: float, press: int, seen: SeenTable, frames: Sequence[VerdictPhoto], *, has_moved: bool = False
) -> Move:
    """Judges the last turn by the table as it lies now.

    Args:
        game: as it stands.
        now: the present moment.
        press: the event by which the turn was ended.
        seen: the table.
        frames: the photos of it, by the names under which they are kept, with their readings.
        has_moved: whether something may have moved over it since the verdict: then tiles of the next player may lie
            there, and a verdict that is worse, or counts more tiles as laid once the next turn has begun, is refused.
    """
    judged = check_last(game, press)
    check_not_put_back(game)
    # pins of a photo held by hand are places in that photo, not in the camera's picture
    pins = game.pins if judged.case.by_photo else judged.case.pins
    case = replace(judged.case, seen=seen, pins=pins, by_photo=False)
    case, ruling = judge_in_doubt(case)
    is_worse = judged.verdict.outcome is Outcome.LEGAL and ruling.verdict.outcome is not Outcome.LEGAL
    has_begun = game.state in TURNS - {State.RESTORE}
    if has_moved and (is_worse or (has_begun and case.laid.total() > judged.case.laid.total())):
        raise RefusedError("the table has moved on since", "stale")
    event = replace(verdict_event(case, ruling, frames, judged.event), again=True)
    if ruling.following is None:
        return Move(event, TurnClock(game.limit, judged.case.press.seconds))
    return _in_its_place(game, now, judged, event, over=game.is_over_after(ruling.following))


def _in_its_place(game: Game, now: float, judged: Judged, event: VerdictGiven, *, over: bool) -> Move:
    """The verdict event that replaces the one on the last turn, with the clock of the turn that follows."""
    has_begun = game.state in TURNS - {State.RESTORE}
    if has_begun and judged.verdict.outcome is Outcome.ILLEGAL:
        event = replace(event, waits=False)  # the table stays as it lies
    if not has_begun or over or event.waits:  # whoever waits for the table has the whole time again
        return Move(event, clock_after(game.clock, now, over=over, waits=event.waits))
    return Move(event, game.clock)
