"""What a verdict changes: the first on a turn, one that replaces it, and one that came only after the next press."""

from __future__ import annotations

from dataclasses import replace

from live.game import events
from live.game.after_turn import round_after, still_held, with_room, with_table_left
from live.game.case import Case
from live.game.pins import Pins, pins_of
from live.game.replay.restoring import staying
from live.game.replay.step import Step
from live.game.replay.turns import press_of
from live.game.state import Game, Judged, LeftUnseen, Unjudged
from referee.tiles import as_they_lie, count_tiles
from referee.verdict import Outcome


def verdict_given(step: Step, event: events.VerdictGiven) -> Game:
    """A verdict: the next turn begins, unless it is undecided, or the table must be put back first."""
    game, last = step.game, step.game.judged
    is_asked_for = event.again or _unjudged(game, event) is not None
    if event.verdict.outcome is Outcome.UNDECIDED:
        doubted = _doubted(step, event)
        return step.act(replace(doubted, unjudged=None)) if is_asked_for else doubted
    decided = _decided(step, event)
    follows_a_named_tile = last is not None and last.outdated
    # After a named tile, naming it is the action: undo takes back both it and the verdict.
    if (is_asked_for or event.host is not None) and not follows_a_named_tile:
        return step.act(replace(decided, unjudged=None))
    if event.replaces is not None and game.press is not None:
        return replace(
            decided, late=decided.judged, history=tuple(_with_late(past, decided, event) for past in game.history)
        )
    return decided


def _doubted(step: Step, event: events.VerdictGiven) -> Game:
    """The game after an undecided verdict: until somebody answers, the round stands where it stood before the turn."""
    game, replaced = step.game, _replaced(step.game, event)
    judged = _judged(step, event)
    if _unjudged(game, event) is not None:  # a verdict by a photo comes when the next turn has begun
        judged = replace(judged, resumes=game.clock.running)
    elif replaced is not None:
        judged = replace(judged, resumes=replaced.resumes)
    return replace(
        game,
        press=None if event.replaces is None else game.press,
        judged=judged,
        round=judged.case.before,
        held=judged.case.held,
        waiting=False,
        left_unseen=_left_unseen(game, event),
    )


def _decided(step: Step, event: events.VerdictGiven) -> Game:
    """The game after a verdict that says legal or illegal: the round goes on as the turn and its penalty have it."""
    game, replaced, verdict = step.game, _replaced(step.game, event), event.verdict
    judged = _judged(step, event)
    press, before = judged.case.press, judged.case.before
    if event.host is not None:
        before = with_room(before, press, verdict)
    after = round_after(before, press, verdict, event.after)
    if verdict.outcome is Outcome.ILLEGAL and replaced is not None and replaced.stays is not None:
        judged = replace(judged, stays=replaced.stays)
        after = staying(judged, replaced.stays)
    was_over = game.round is not None and game.round.over
    return replace(
        game,
        press=None if event.replaces is None else game.press,
        judged=judged,
        round=after,
        held=still_held(judged.case.held, press, verdict),
        counting=None if was_over and not after.over else game.counting,
        contradictions=event.contradictions,
        pins=_known_after(game, judged, event),
        waiting=event.waits,
        left_unseen=_left_unseen(game, event),
    )


def _replaced(game: Game, event: events.VerdictGiven) -> Judged | None:
    """The verdict that this one takes the place of; None where it is the first on its turn."""
    return None if event.replaces is None else game.judged


def _with_late(past: Game, decided: Game, event: events.VerdictGiven) -> Game:
    """A game of the undo history with a verdict that came only after the next press.

    Taking back that press, or what was done while it waited, leaves the verdict as it is.
    """
    judged = decided.judged
    if past.judged is None or judged is None or past.judged.event != event.replaces:
        return past
    return replace(
        past,
        judged=judged,
        late=past.late if past.press is None else judged,
        round=decided.round,
        held=decided.held,
        contradictions=decided.contradictions,
        pins=_known_after(past, judged, event),
    )


def _unjudged(game: Game, event: events.VerdictGiven) -> Unjudged | None:
    """The last turn, which no camera saw, where this verdict is on that turn; else None."""
    return game.unjudged if game.press is None and event.replaces is None else None


def _judged(step: Step, event: events.VerdictGiven) -> Judged:
    return Judged(
        event=step.number,
        case=_case(step, event),
        photos=event.photos,
        verdict=event.verdict,
        questions=event.questions,
        note=event.note,
        host=event.host,
    )


def _case(step: Step, event: events.VerdictGiven) -> Case:
    """The case that was judged.

    It is the turn that waits for its verdict, the last one, which no camera saw, or the last one once more.
    """
    game, last = step.game, step.game.judged
    if (unjudged := _unjudged(game, event)) is not None:
        return Case(unjudged.press, unjudged.round, event.reading, (), game.held, event.by_photo)
    if event.replaces is not None:
        if last is None or last.event != event.replaces:
            raise ValueError(f"it replaces verdict {event.replaces}, which is not the last")
        return replace(last.case, seen=event.reading, by_photo=event.by_photo)
    press = press_of(step)
    if game.round is None:
        raise ValueError("it judges a turn of no round")
    pins, before = () if event.by_photo else game.pins, game.round
    if last is not None and event.last_left:
        before = with_table_left(before, event.before, last.case.press.player)
    return Case(press, before, event.reading, pins, game.held, event.by_photo)


def _left_unseen(game: Game, event: events.VerdictGiven) -> LeftUnseen | None:
    """What counts as lying there before the turn of this verdict, besides what the verdict on the turn before it had seen."""
    if not event.last_left or game.judged is None or game.round is None:
        return game.left_unseen if event.replaces is not None else None
    more = count_tiles(event.before) - count_tiles(game.round.table)
    return LeftUnseen(game.judged.case.press.player, as_they_lie(tuple(more.elements()), event.before))


def _known_after(game: Game, judged: Judged, event: events.VerdictGiven) -> Pins:
    """The pins after a verdict: after a legal turn every tile is known as it lies."""
    if event.by_photo:  # a photo's places are not those of the camera's picture
        return tuple(replace(pin, set=None) for pin in game.pins)
    lying = judged.case.known
    all_seen = [len(tiles) for tiles in lying.sets] == [len(tiles) for tiles in event.after]
    if event.verdict.outcome is not Outcome.LEGAL or not all_seen:
        known = judged.case.pins
    else:
        known = (*(pin for pin in judged.case.pins if pin.tile is None), *pins_of(lying, event.after))
    if event.replaces is None:
        return known
    since = tuple(replace(pin, set=None) for pin in game.pins)  # these pins name sets of a later table
    return (*known, *(pin for pin in since if not any(pin.is_near(other) for other in known)))
