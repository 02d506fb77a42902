"""A turn is given more time: an extension, of which a rulebook may give each player some (`referee.allowance`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game.event import Event, Move, RefusedError, Step
from live.game.state import Game, State


@dataclass(frozen=True)
class TurnExtended(Event):
    """The player on turn took an extension, or the host took it for that player."""

    kind = "turn-extended"
    player: str

    def apply(self, step: Step) -> Game:
        """The turn that runs may take longer."""
        current = step.game.round
        if current is None or current.on_turn != self.player:
            raise ValueError(f"it is not {self.player}'s turn")
        return step.act(replace(step.game, round=current.extended()))


def extend(game: Game, _now: float, turn: int | None = None, taken: int | None = None) -> Move:
    """Gives the turn that runs an extension, also once its time is over.

    `turn` is the one that the page showed, with so many extensions `taken` in it: a second press that meant the same is refused.

    Raises:
        RefusedError: no turn runs, or not that one.
        RoundError: no extension is left.
    """
    current = game.round
    if current is None or game.state not in {State.TURN, State.PAUSED}:
        raise RefusedError("there is no turn to extend", "no-turn")
    if turn not in {None, current.turns}:
        raise RefusedError("that turn has already been ended", "already")
    if taken not in {None, current.allowance.taken}:
        raise RefusedError("that extension is taken already", "extended")
    current.extended()  # refuses it where none is left
    return Move(TurnExtended(current.on_turn), game.clock)
