"""What was done is taken back, and holds again: but for what undoing does not change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game.after_turn import put_back, staying
from live.game.camera import seen_by
from live.game.event import Event, Move, RefusedError, Step
from live.game.phases import Playing, going_on
from live.game.state import Game, State, is_put_back_since
from live.game.turns import press_of
from referee.clock import TurnClock


@dataclass(frozen=True)
class Undone(Event):
    """An action was taken back."""

    kind = "undone"
    lasts = True
    event: int
    """The event of the action."""

    def apply(self, step: Step) -> Game:
        """The game before the last action."""
        past = step.game.past
        if past is None or step.game.action != self.event:
            raise ValueError(f"it undoes event {self.event}, which is not the last action")
        clock = replace(step.game.clock, spent=step.mark.was, since=step.since)
        return replace(as_things_are(past, step.game), future=replace(step.game, clock=clock))


@dataclass(frozen=True)
class Redone(Event):
    """An action that was taken back holds again."""

    kind = "redone"
    lasts = True
    event: int
    """The event of the action."""

    def apply(self, step: Step) -> Game:
        """The game after the action that was undone last."""
        if step.game.future is None or step.game.future.action != self.event:
            raise ValueError(f"it redoes event {self.event}, which was not the last to be undone")
        return as_things_are(step.game.future, step.game)


@dataclass(frozen=True)
class PressDropped(Event):
    """A press ended no turn: it was a second one right after the last verdict, with the table untouched."""

    kind = "press-dropped"

    def apply(self, step: Step) -> Game:
        """The game as it was before the press, except for what was said or seen of the table in between."""
        game = step.game
        past = game.past
        if past is not None and game.action == press_of(step).event:
            return replace(as_things_are(past, game), pins=game.pins, round=game.round, echo=True)
        return replace(game, phase=Playing() if game.round is None else going_on(game.round, Playing()), echo=True)


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
    return staying(kept, replace(before, stays=judged.stays))


def undo(game: Game, now: float, event: int | None = None) -> Move:
    """Undoes the last action; `event` is the one that the page showed."""
    past, action = _as_shown(game.past, game.action, event, "undo")
    return Move(Undone(action), _clock_of(past, game, now))


def redo(game: Game, now: float, event: int | None = None) -> Move:
    """Redoes the action that was undone last; `event` is the one that the page showed."""
    future = game.future
    future, action = _as_shown(future, None if future is None else future.action, event, "redo")
    return Move(Redone(action), _clock_of(future, game, now))


def _as_shown(other: Game | None, action: int | None, shown: int | None, what: str) -> tuple[Game, int]:
    """The game to go to and the action between, if there is one and it is the one that the page has `shown`."""
    if other is None or action is None:
        raise RefusedError(f"there is nothing to {what}", "nothing")
    if shown not in {None, action}:
        raise RefusedError("the table has moved on since", "stale")
    return other, action


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


def drop_press(game: Game, now: float) -> Move:
    """Drops a press as the echo of the one before it: what it ended goes on, be it a turn or the deal."""
    is_deal = game.past is not None and game.past.state is State.DEAL
    return Move(PressDropped(), game.clock if is_deal else game.clock.resume(now))
