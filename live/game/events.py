"""What happens at a table: a frozen dataclass for each kind of event, as the journal keeps it.

Each event lies in the journal under its `kind`, with its fields as `live.game.codecs` writes them and, as ``clock``, how the
turn clock stood (`ClockMark`). Replaying a journal is applying its events one after the other. Undoing an action is going back to the game before it,
redoing it is going on to the game after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from live.game.camera import AreaMarked, CameraAccepted, CameraChosen, CameraLeft, CameraMoved, RacksSeen
from live.game.challenging import TurnChallenged
from live.game.counting import PoolHolds, RackCounted, RoundEnded, RoundScored, ScoreAmended, StillHolds
from live.game.door import CodeRenewed, CodesWrong, DeviceLetIn, DeviceSentOut, RoleGiven
from live.game.event import BY, KINDS, Aside, ClockMark, Event, Step
from live.game.extending import TurnExtended
from live.game.keeping import ClipKept, EveningRemoved, Removed
from live.game.pausing import Paused, Resumed, Slept
from live.game.phases import Note, with_clock
from live.game.rounds import FirstTurn, GameClosed, NameForgotten, RedealClaimed, RoundStarted
from live.game.seats import NameMended, PlayerLeft
from live.game.state import Game
from live.game.tiles import QuestionAnswered, TileAdded, TileCorrected, TileSaid, TileSeenAnew
from live.game.timing import ClockSet
from live.game.turns import FaceUpSaid, JudgeAnyway, TableKept, TurnEnded, WhoseSaid
from live.game.undoing import PressDropped, Redone, Undone
from live.game.verdicts import VerdictGiven
from referee.clock import TurnClock

__all__ = [
    "BY", "KINDS", "AreaMarked", "Aside", "CameraAccepted", "CameraChosen", "CameraLeft", "CameraMoved", "ClipKept", "ClockMark", "ClockSet", "CodeRenewed", "CodesWrong", "DeviceLetIn",
    "DeviceSentOut", "EveningRemoved", "Event", "FaceUpSaid", "FirstTurn", "GameClosed", "JudgeAnyway", "NameForgotten", "NameMended", "Note", "Paused",
    "PlayerLeft", "PoolHolds",
    "PressDropped", "QuestionAnswered", "RackCounted", "RacksSeen", "RedealClaimed", "Redone", "Removed", "Resumed", "RoleGiven", "RoundEnded",
    "RoundScored", "RoundStarted", "ScoreAmended", "Slept", "StillHolds", "TableKept", "TileAdded", "TileCorrected", "TileSaid", "TileSeenAnew", "TurnChallenged", "TurnEnded", "TurnExtended", "Undone",
    "VerdictGiven", "WhoseSaid", "apply", "read", "write",
]  # fmt: skip


def write(event: Event, clock: ClockMark) -> dict[str, Any]:
    """What the journal keeps of `event`, besides its kind; the field `by` only where it is known."""
    pressed = {} if event.by is None else {BY: event.by}
    return {**event.to_json(), **pressed, "clock": clock._asdict()}


def read(kind: str, data: Mapping[str, Any]) -> tuple[Event, ClockMark]:
    """The event that the journal kept, and the state of the turn clock.

    Raises:
        ValueError: it is of no known kind, or does not say what it should.
    """
    try:
        clock = data["clock"]
        return KINDS[kind].from_json(data), ClockMark(clock["was"], clock["spent"], clock["running"])
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise ValueError(f"{kind} does not say what it should: {error!r}") from error


def apply(game: Game, event: Event, number: int, mark: ClockMark, now: float = 0.0) -> Game:
    """The game after `event`.

    Args:
        game: the game before it.
        event: what happened.
        number: the event's number in the journal.
        mark: how the turn clock stood.
        now: the present moment, on which a clock that runs counts on.

    Raises:
        ValueError: the event does not fit the game.
    """
    try:
        following = event.apply(Step(game, event, number, mark, now))
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{event.kind} does not fit what happened before: {error!r}") from error
    clock = TurnClock(following.limit, mark.spent, now if mark.running else None)
    return replace(following, clock=clock, phase=with_clock(following.phase, running=mark.running), last_event=number)
