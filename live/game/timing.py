"""How long a turn has taken, where people say that it was another time than the clock's: somebody forgot to press, or to start it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game.event import Event, Move, RefusedError, Step, check_not_put_back
from live.game.giving import check_last
from live.game.phases import Judged, Reading
from live.game.state import Deed, Game, State


@dataclass(frozen=True)
class ClockSet(Event):
    """Somebody said how long a turn has taken: the one that runs, or the last one that was ended."""

    kind = "clock-set"
    was: float
    """Seconds that it had taken before."""
    seconds: float
    """Seconds that it has taken."""
    press: int | None = None
    """The event that ended it; None for the turn that runs."""

    def apply(self, step: Step) -> Game:
        """The clock of a turn that runs is set; one that was ended is judged by its other time, once more where it has a verdict."""
        game, last = step.game, step.game.last
        if self.press is None:
            return game
        if game.press is not None and game.press.event == self.press:
            return step.act(replace(game, phase=Reading(replace(game.press, seconds=self.seconds))))
        if last is None or last.press.event != self.press:
            raise ValueError(f"it is about the turn that event {self.press} ended, which is not the last")
        timed = last.amended(replace(last.press, seconds=self.seconds), last.before)
        if isinstance(timed, Judged):
            return step.act(game.with_last(replace(timed, outdated=True)))
        paid = last.before.timed(self.seconds)
        current = (
            None
            if game.round is None
            else replace(game.round, times=paid.as_timed_by(game.round, last.press.player).times)
        )
        return step.act(replace(game.with_last(timed), round=current))

    def deed(self, game: Game) -> Deed:
        """Part of the turn that it is about."""
        last = game.last
        if self.press is None or last is None or last.press.event != self.press:
            return super().deed(game)
        return Deed(self.kind, last.press.player, last.before.turns + 1)


def set_clock(game: Game, now: float, seconds: float, press: int | None = None, *, more: bool = False) -> Move:
    """Says that a turn has taken so many seconds, or with `more` so many more than it had.

    It is the turn that runs, or the last one, which the event `press` ended.
    """
    if press is not None:
        was = _seconds_of(game, press)
    elif game.state in {State.TURN, State.PAUSED}:
        was = game.clock.elapsed(now)
    else:
        raise RefusedError("there is no turn whose clock runs", "no-turn")
    to = max(0.0, was + seconds if more else seconds)
    event = ClockSet(round(was, 3), round(to, 3), press)
    return Move(event, game.clock.showing(to, now) if press is None else game.clock)


def _seconds_of(game: Game, press: int) -> float:
    """How long the last turn took, which the event `press` ended."""
    for waiting in (game.press, None if game.unjudged is None else game.unjudged.press):
        if waiting is not None and waiting.event == press:
            return waiting.seconds
    judged = check_last(game, press)
    check_not_put_back(game)
    return judged.press.seconds
