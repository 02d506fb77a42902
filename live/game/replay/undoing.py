"""Undo and redo: to the game before an action, and to the one after it, but for what they do not change."""

from __future__ import annotations

from dataclasses import replace

from live.game import events
from live.game.replay.restoring import put_back, staying
from live.game.replay.step import Step
from live.game.replay.tiles import seen_by
from live.game.state import Game, is_put_back_since


def undone(step: Step, event: events.Undone) -> Game:
    """The game before the last action."""
    past = step.game.past
    if past is None or step.game.action != event.event:
        raise ValueError(f"it undoes event {event.event}, which is not the last action")
    clock = replace(step.game.clock, spent=step.mark.was, since=step.since)
    return replace(as_things_are(past, step.game), future=replace(step.game, clock=clock))


def redone(step: Step, event: events.Redone) -> Game:
    """The game after the action that was undone last."""
    if step.game.future is None or step.game.future.action != event.event:
        raise ValueError(f"it redoes event {event.event}, which was not the last to be undone")
    return as_things_are(step.game.future, step.game)


def as_things_are(other: Game, game: Game) -> Game:
    """The game `other`, undone or to be redone, with what undo and redo do not change.

    That is which camera looks and where it stands, and that a table was put back.
    """
    kept = replace(other, viewpoint=game.viewpoint)
    if game.chosen > other.chosen:
        kept = replace(seen_by(other, game.chosen), viewpoint=game.viewpoint)
    if kept.accepted != game.accepted:
        kept = replace(kept, accepted=game.accepted, pins=(), rack_areas=game.rack_areas)
    before, judged = other.judged, game.judged
    if before is None or judged is None or not is_put_back_since(other, game):
        return kept
    if judged.stays is None:
        return put_back(kept)
    return replace(kept, waiting=False, round=staying(before, judged.stays), judged=replace(before, stays=judged.stays))
