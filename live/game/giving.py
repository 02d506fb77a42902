"""Who gives verdicts: the referee by what was seen, once more when somebody asks or named a tile, and the host.

Only the last turn is judged once more: those that followed were played on the table that an earlier one left, by people who saw it lie there. To
change an earlier one, undo what followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from live.game import host_word
from live.game.case import Case
from live.game.event import Move, RefusedError, check_not_put_back
from live.game.judging import Ruling, judge_in_doubt, verdict_event
from live.game.pausing import clock_after, clock_once_decided
from live.game.phases import Asking, Judged
from live.game.seen import SeenTable, VerdictPhoto
from live.game.state import TURNS, Game, State
from live.game.turns import face_up_unsaid
from live.game.verdicts import VerdictGiven
from referee.clock import TurnClock
from referee.round import Round
from referee.verdict import Outcome


def give(game: Game, now: float, case: Case, ruling: Ruling, frames: Sequence[VerdictPhoto]) -> Move:
    """Gives the verdict on the turn that was ended: the `ruling` on its `case`, drawn from these photos."""
    asked = game.photo_in_question
    event = verdict_event(case, ruling, list(frames), None if asked is None else asked.event)
    if game.press is not None and game.round is not None:
        event = replace(event, last_left=case.before.table != game.round.table)
    if ruling.following is None:
        next_has_begun = game.unjudged is not None or _next_has_begun(game)
        return Move(event, game.clock.pause(now) if next_has_begun else TurnClock(game.limit, case.press.seconds))
    over = game.is_over_after(ruling.following)
    if game.unjudged is not None and not (over or event.waits):
        return Move(event, game.clock)  # the next turn has begun
    return Move(event, clock_once_decided(game, now, stops=over or event.waits))


def give_again(game: Game, now: float, judged: Judged) -> Move:
    """Gives another verdict on the last turn, after somebody named one of its tiles; the host's word on it stands."""
    following: Round | None
    if judged.host is None:
        case, ruling = judge_in_doubt(judged.case)
        event, following = verdict_event(case, ruling, judged.frames, judged.event), ruling.following
    else:
        event, following = host_word.give_again(judged, judged.verdict.outcome, judged.host)
    has_begun = not (game.asking or game.is_restoring)  # the next player's turn
    if has_begun and judged.verdict.outcome is Outcome.ILLEGAL:
        event = replace(event, waits=False)  # the table was put back, or stays as it lies
    clock = game.clock
    if following is None:
        clock = clock if _next_has_begun(game) else TurnClock(clock.limit, judged.press.seconds)
    elif not has_begun or event.waits or following.over:
        clock = clock_once_decided(game, now, stops=game.is_over_after(following) or event.waits)
    return Move(event, clock)


def _next_has_begun(game: Game) -> bool:
    """Whether the next turn had begun when the last one came into question."""
    return isinstance(game.phase, Asking) and game.phase.next is not None


def give_late(game: Game, case: Case, ruling: Ruling, frames: Sequence[VerdictPhoto]) -> Move:
    """Gives another verdict on the last turn, of which a late picture showed more after the first one.

    The turn after it waits for its own.
    """
    return Move(
        verdict_event(case, ruling, list(frames), None if game.judged is None else game.judged.event), game.clock
    )


def rule(game: Game, now: float, outcome: Outcome, reason: str, seen: SeenTable | None) -> Move:
    """Records the host's decision, for that reason, on a turn that waits for an answer, or for its verdict on the table as last `seen`."""
    if game.state not in {State.READING, State.QUESTION}:
        raise RefusedError("no turn waits for a word", "stale")
    check_word(outcome, reason)
    if game.press is not None and game.press.face_up is None:
        raise face_up_unsaid()
    case = None if seen is None else game.case(seen)
    if game.judged is not None and game.press is None:
        event, following = host_word.give_again(game.judged, outcome, reason.strip())
    elif case is not None:
        frames = [VerdictPhoto(name) for group in case.press.kept for name in group]
        event, following = host_word.give(case, outcome, reason.strip(), frames)
    else:
        raise RefusedError(
            "no table has been seen yet: undo the press, and pause until the camera sees it", "none-seen"
        )
    return Move(event, clock_once_decided(game, now, stops=game.is_over_after(following) or event.waits))


def check_word(outcome: Outcome, reason: str) -> None:
    """Raises `RefusedError` for a decision of the host that has no reason, or leaves the turn undecided."""
    if not reason.strip():
        raise RefusedError("say why, in a few words: it is kept with the turn", "no-reason")
    if outcome is Outcome.UNDECIDED:
        raise RefusedError("a turn counts as legal or as illegal")


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
    """Replaces the verdict on the last turn, which the event `press` ended, by the host's decision that it counts, or does not."""
    judged = check_last(game, press)
    check_word(outcome, reason)
    if outcome is Outcome.LEGAL:
        check_not_put_back(game)
    event, following = host_word.give_again(judged, outcome, reason.strip())
    return _in_its_place(game, now, judged, event, over=game.is_over_after(following))


def judge_again(
    game: Game, now: float, press: int, seen: SeenTable, frames: Sequence[VerdictPhoto], *, has_moved: bool = False
) -> Move:
    """Judges the last turn, which the event `press` ended, by the table as it is `seen` to lie now in these photos.

    Where something may have moved over it since the verdict (`has_moved`), tiles of the next player may lie there: a verdict that
    is worse, or counts more tiles as laid once the next turn has begun, is refused.
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
        return Move(event, clock_after(game.clock, now, stops=over or event.waits))
    return Move(event, game.clock)
