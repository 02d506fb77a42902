"""An event that is being applied to a game, and what an action does to the history that undo goes back in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game import events
from live.game.events import ClockMark, Event
from live.game.state import UNDOS, Deed, Game


@dataclass(frozen=True)
class Step:
    """An event that is being applied."""

    game: Game
    event: Event
    number: int
    mark: ClockMark
    now: float

    def act(self, following: Game) -> Game:
        """The game `following` this one, as it is after an action that can be undone."""
        clock = replace(self.game.clock, spent=self.mark.was, since=self.since)
        before = replace(self.game, clock=clock, history=(), future=None)
        history = (*self.game.history, before)[-UNDOS:]
        return replace(following, action=self.number, deed=self.deed, history=history, future=None)

    @property
    def deed(self) -> Deed:
        """The event, described for undo.

        Naming a tile or giving a verdict counts as part of the judged turn, not of the one that runs.
        """
        judged, current = self.game.judged, self.game.round
        if isinstance(self.event, events.RoundStarted):
            return Deed(self.event.kind, "", 0)  # a replay may begin with it, and knows nothing before
        if judged is not None and isinstance(self.event, events.TileSaid | events.VerdictGiven):
            return Deed(self.event.kind, judged.case.press.player, judged.case.before.turns + 1)
        if self.game.unjudged is not None and isinstance(self.event, events.VerdictGiven):
            return Deed(self.event.kind, self.event.player, self.game.unjudged.round.turns + 1)
        if current is None:
            return Deed(self.event.kind)
        return Deed(self.event.kind, current.on_turn, current.turns + 1)

    @property
    def since(self) -> float | None:
        """The moment from which a running clock counts on; None where the clock stands still."""
        return self.now if self.game.clock.running else None
