"""The result of a command: an event with the clock after it, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from live.game.events import Event
from live.game.state import Game
from referee.clock import TurnClock
from referee.errors import UserError
from referee.round import Round


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
