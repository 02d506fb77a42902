"""When things happened at the table, as far as that tells what its frames can show."""

from __future__ import annotations

import math

from live.game import events
from live.game.state import Game
from live.watching.rest import Rest
from referee.verdict import Outcome


class Moments:
    """The moments that matter later, of those since the program was started, in seconds of the frames.

    It is not thread-safe.
    """

    def __init__(self) -> None:
        self._dealt = -math.inf  # when the round, or its first turn, began last
        self._ruled = math.inf  # when the last verdict was given
        self._decided: tuple[int, float] | None = None  # the press of the turn decided last, and when

    def note(self, event: events.Event, game: Game, at: float) -> None:
        """Notes an event that happened `at` that moment and led to `game`."""
        if isinstance(event, events.VerdictGiven):
            self._ruled = at
            self._note_decided(event, game, at)
        elif isinstance(event, events.RoundStarted | events.FirstTurn):
            self._dealt = at

    def _note_decided(self, given: events.VerdictGiven, game: Game, at: float) -> None:
        """Notes when a turn was first decided: from then on the next player may lay."""
        if game.judged is None or given.verdict.outcome is Outcome.UNDECIDED:
            return
        press = game.judged.case.press.event
        if self._decided is None or self._decided[0] != press:
            self._decided = (press, at)

    def is_before_first_turn(self, rest: Rest) -> bool:
        """Whether the table came to rest before the round, or its first turn, began.

        In that case nobody can have laid a tile but whoever begins.
        """
        return rest.still_since <= self._dealt

    def is_since_verdict(self, moment: float) -> bool:
        """Whether that moment was after the last verdict; False where none was given since the start."""
        return self._ruled < moment

    def may_have_moved_after(self, press: int, rest: Rest) -> bool:
        """Whether something may have moved over the table between the decision on a turn and a rest.

        For a turn that others have followed, or one decided before the program was started, nobody knows, and it may.

        Args:
            press: the event that ended the turn.
            rest: the rest.
        """
        return self._decided is None or self._decided[0] != press or rest.still_since > self._decided[1]
