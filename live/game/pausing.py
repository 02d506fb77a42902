"""The turn clock stops and runs on: in a pause, while a table is put back, and after a verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game.after_turn import put_back, staying
from live.game.event import Event, Move, RefusedError, Step
from live.game.phases import Asking, Playing, once_put_back
from live.game.rounds import first_turn
from live.game.seen import SeenTable
from live.game.state import TURNS, Game, State
from referee.clock import TurnClock
from referee.tiles import Table


@dataclass(frozen=True)
class Paused(Event):
    """The turn clock was stopped."""

    kind = "paused"

    def apply(self, step: Step) -> Game:
        """The clock stands still; a table to be put back waits no longer."""
        return replace(step.game, phase=once_put_back(step.game.phase))


@dataclass(frozen=True)
class Resumed(Event):
    """The turn clock runs on: after a pause, or once the table of an illegal turn is put back."""

    kind = "resumed"
    restored: bool = False
    """Whether the table was seen to lie as it did before the illegal turn."""
    table: Table | None = None
    """The table with which the game goes on, where it does not lie as it did before the illegal turn."""

    def apply(self, step: Step) -> Game:
        """Where the table stays as it lies after an illegal turn, the game goes on from there."""
        game, judged = step.game, step.game.judged
        if self.table is None or judged is None:
            return put_back(game) if game.is_restoring else game
        return staying(game, replace(judged, stays=self.table))


@dataclass(frozen=True)
class Slept(Event):
    """While a turn ran, the program stood still for so many seconds, as with a computer that sleeps: they count for nobody."""

    kind = "slept"
    seconds: float


def pause(game: Game, now: float) -> Move:
    """Stops the turn clock."""
    if game.state not in {State.TURN, State.PAUSED}:
        raise RefusedError("there is no turn to pause", "no-turn")
    return Move(Paused(), game.clock.pause(now))


def resume(game: Game, now: float, seen: SeenTable | None = None, *, anyway: bool = False) -> Move:
    """Goes on: with the first turn, after a pause, or once the table of an illegal turn is `seen` to lie still as it did before.

    With `anyway`, a table that lies otherwise stays as it lies, and where no camera shows it (`seen` is None), as it was seen when
    the turn was judged.
    """
    if game.state is State.DEAL:
        return first_turn(game, now)
    if game.state not in TURNS:
        raise RefusedError("there is no turn to go on with", "no-turn")
    clock = game.clock.resume(now)
    if game.state is not State.RESTORE:
        return Move(Resumed(), clock)
    if seen is None:
        stays = game.judged.case.known.table() if anyway and game.judged is not None else None
        return Move(Resumed(table=stays), clock)
    if game.lies_as_before(seen):
        return Move(Resumed(restored=True), clock)
    if not anyway:
        raise RefusedError("the table does not lie as it did: put it back, or go on as it lies", "not-restored")
    return Move(Resumed(table=seen.table()), clock)


def go_on_restored(game: Game, now: float) -> Move:
    """Starts the clock that waited for the table to be put back."""
    return Move(Resumed(restored=True), game.clock.resume(now))


def clock_once_decided(game: Game, now: float, *, stops: bool) -> TurnClock:
    """The clock once the turn that waits, or is in question, is decided.

    It is that of the next turn, which may have begun before the question.
    """
    has_begun = game.phase.next if isinstance(game.phase, Asking) else None
    if has_begun is None or stops:
        return clock_after(game.clock, now, stops=stops)
    return game.clock.resume(now) if isinstance(has_begun, Playing) else game.clock


def clock_after(clock: TurnClock, now: float, *, stops: bool) -> TurnClock:
    """The clock of the turn that follows a verdict; it `stops` where the round is over, or the table is to be put back."""
    following = clock.start(now)
    return following.pause(now) if stops else following
