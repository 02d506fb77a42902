"""What happens at a table: a frozen dataclass for each kind of event, as the journal keeps it.

Each event lies in the journal under its `kind`, with its fields as `live.game.codecs` writes them and, as ``clock``, how the
turn clock stood (`ClockMark`). A kind is never taken away and no field changes its meaning: what a journal of an
earlier version lacks has a default here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from live.game.events.counting import PoolHolds, RackCounted, RoundEnded, RoundScored, ScoreAmended, StillHolds
from live.game.events.door import CodeRenewed, CodesWrong, DeviceLetIn, DeviceSentOut, RoleGiven
from live.game.events.event import BY, ClockMark, Event
from live.game.events.rounds import FirstTurn, GameClosed, NameForgotten, RedealClaimed, RoundStarted
from live.game.events.tiles import (
    AreaMarked,
    CameraAccepted,
    CameraChosen,
    CameraMoved,
    QuestionAnswered,
    RacksSeen,
    TileAdded,
    TileCorrected,
    TileSaid,
)
from live.game.events.turns import (
    CameraLeft,
    FaceUpSaid,
    JudgeAnyway,
    Paused,
    PressDropped,
    Resumed,
    Slept,
    TableKept,
    TurnEnded,
)
from live.game.events.undoing import Redone, Undone
from live.game.events.verdicts import Note, VerdictGiven

__all__ = [
    "BESIDE", "BY", "KINDS", "AreaMarked", "CameraAccepted", "CameraChosen", "CameraLeft", "CameraMoved", "ClockMark", "CodeRenewed", "CodesWrong", "DeviceLetIn",
    "DeviceSentOut", "Event", "FaceUpSaid", "FirstTurn", "GameClosed", "JudgeAnyway", "NameForgotten", "Note", "Paused", "PoolHolds",
    "PressDropped", "QuestionAnswered", "RackCounted", "RacksSeen", "RedealClaimed", "Redone", "Resumed", "RoleGiven", "RoundEnded",
    "RoundScored", "RoundStarted", "ScoreAmended", "Slept", "StillHolds", "TableKept", "TileAdded", "TileCorrected", "TileSaid", "TurnEnded", "Undone",
    "VerdictGiven", "read", "write",
]  # fmt: skip

KINDS: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        RoundStarted, FirstTurn, RacksSeen, RedealClaimed, TurnEnded, FaceUpSaid, TableKept, JudgeAnyway, PressDropped, VerdictGiven,
        QuestionAnswered, TileCorrected, TileAdded, Paused, Resumed, RoundEnded, StillHolds, PoolHolds, RackCounted, RoundScored, ScoreAmended, Undone,
        Redone, Slept, AreaMarked, CameraMoved, CameraAccepted, CameraChosen, CameraLeft, NameForgotten, GameClosed,
        DeviceLetIn, RoleGiven, DeviceSentOut, CodeRenewed, CodesWrong,
    )
}  # fmt: skip
"""Every kind of event by the name under which the journal has it."""

BESIDE: Mapping[str, type[Event]] = {
    event.kind: event for event in (NameForgotten, DeviceLetIn, RoleGiven, DeviceSentOut, CodeRenewed, CodesWrong)
}
"""Those of them that happen beside the game: no evening begins or ends with one, and no game hangs on it."""


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
        event = dataclasses.replace(KINDS[kind].from_json(data), by=data.get(BY))
        return event, ClockMark(clock["was"], clock["spent"], clock["running"])
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise ValueError(f"{kind} does not say what it should: {error!r}") from error
