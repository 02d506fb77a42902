"""What all events have in common: who pressed, how the journal keeps them, how the clock stood, and what follows in the game.

Each subject (`live.game.rounds`, `seats`, `turns`, `timing`, `pausing`, `verdicts`, `tiles`, `camera`, `counting`, `undoing`, `door`) has its events in one module, each
with what it changes (`Event.apply`), and with the commands that give them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Self

from live.game.codecs import converter
from live.game.state import UNDOS, Deed, Game
from referee.clock import TurnClock
from referee.errors import UserError
from referee.round import Round

BY = "by"
"""Name of the field that says who pressed."""

KINDS: dict[str, type[Event]] = {}
"""Every kind of event by the name under which the journal has it."""


class ClockMark(NamedTuple):
    """How the turn clock stood when an event was written."""

    was: float
    """Seconds on it before the event."""
    spent: float
    """Seconds on it after the event."""
    running: bool
    """Whether it runs on from there."""


@dataclass(frozen=True)
class Event:
    """Something that happened at the table."""

    kind: ClassVar[str]
    """The name under which the journal has it. A kind is never taken away and no field changes its meaning: what a journal of an earlier
    version lacks has a default."""
    is_play: ClassVar[bool] = True
    """Whether an evening goes on for it: else it comes before a game, or after it, as well as in it."""
    lasts: ClassVar[bool] = False
    """Whether it is kept despite a gap earlier in its round, unless it does not fit what is left."""
    by: str | None = field(default=None, kw_only=True)
    """Who pressed: ``host``, or ``guest``, the device's name and, after a comma, its role; None for the program itself,
    and where nobody noted it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "kind" in vars(cls):
            KINDS[cls.kind] = cls

    def apply(self, step: Step) -> Game:
        """The game after the event; a new one unless nothing changes.

        Raises:
            ValueError: it does not fit the game.
        """
        return step.game

    def deed(self, game: Game) -> Deed:
        """The event, described for undo: an action in the turn that runs in `game`."""
        current = game.round
        return Deed(self.kind) if current is None else Deed(self.kind, current.on_turn, current.turns + 1)

    def to_json(self) -> dict[str, Any]:
        """The event's own fields by name, as the journal keeps them."""
        data: dict[str, Any] = converter.unstructure(self)
        return {name: value for name, value in data.items() if name != BY}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote.

        Raises:
            KeyError, TypeError, ValueError: a field is missing, or holds what it cannot.
        """
        return converter.structure(data, cls)


@dataclass(frozen=True)
class Aside(Event):
    """Something that happens beside the game: no evening begins or ends with it, and no game hangs on it."""

    is_play = False
    lasts = True


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
        return replace(following, action=self.number, deed=self.event.deed(self.game), history=history, future=None)

    @property
    def since(self) -> float | None:
        """The moment from which a running clock counts on; None where the clock stands still."""
        return self.now if self.game.clock.running else None


class RefusedError(UserError):
    """A command that makes no sense in the present state of the game."""


class Move(NamedTuple):
    """The event that a command gives, with the turn clock after it."""

    event: Event
    clock: TurnClock
    """The turn clock after it."""


def check_players(names: Iterable[str], current: Round) -> None:
    """Raises `RefusedError` for a name that is no player's."""
    for name in names:
        if name not in current.players:
            raise RefusedError(f"{name} does not play")


def check_not_put_back(game: Game) -> None:
    """Raises `RefusedError` where the tiles of the last turn have left the table again, so that it cannot count."""
    if game.was_put_back:
        raise RefusedError("the table was put back since: undo as far as this turn", "put-back")


def not_still() -> RefusedError:
    """The refusal of a command that needs a table which a camera sees lie still."""
    return RefusedError("no camera sees the table lie still: take the hands away, and press again", "not-still")
