"""Where a game is: one phase at a time, each holding just what is there then; and the turns taken last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from live.game.case import Case, Press
from live.game.seen import VerdictPhoto
from referee.round import Round
from referee.score import Rack
from referee.tiles import Place, Table, TileSet
from referee.verdict import Outcome, Verdict


class State(StrEnum):
    """The phases as the page names them."""

    SETUP, DEAL, TURN, PAUSED, READING = "setup", "deal", "turn", "paused", "reading"
    QUESTION, RESTORE, OVER, SCORED = "question", "restore", "over", "scored"


REVIEWED = 6
"""How many of the turns taken last are remembered with what they were judged by: each player's last one is among them, however many play."""


class Note(NamedTuple):
    """Why a verdict is undecided although no tile is doubtful."""

    line: str
    """One line of English."""
    code: str | None
    """Its code, as that of a refusal (`referee.errors.UserError`); None in a journal of an earlier version."""
    values: Mapping[str, Any]
    """The values that a translation inserts."""


@dataclass(frozen=True)
class LeftUnseen:
    """Tiles that lay on the table before a turn, and that no picture had shown by the verdict on the turn before it."""

    player: str
    """Who took the turn before, and off whose rack they count as gone."""
    tiles: TileSet


@dataclass(frozen=True)
class Judged:
    """A turn with the last verdict on it, and what that was drawn from."""

    event: int
    """The event of the verdict."""
    case: Case
    photos: tuple[str, ...]
    verdict: Verdict
    questions: tuple[Place, ...] = ()
    """The tiles of the known table that the verdict hangs on."""
    note: Note | None = None
    host: str | None = None
    """The host's reason, where the verdict is the host's decision."""
    stays: Table | None = None
    """The table with which the game went on after an illegal turn that was not put back."""
    outdated: bool = False
    """Whether a person has named one of its tiles since: a new verdict is due."""
    late: bool = False
    """Whether the verdict came only after the next press: a late picture showed more of what was laid."""
    left_unseen: LeftUnseen | None = None
    """What counts as having lain there before the turn, since a late picture showed it; None for nothing."""

    @property
    def press(self) -> Press:
        """The press that ended the turn."""
        return self.case.press

    @property
    def before(self) -> Round:
        """The round before the turn."""
        return self.case.before

    @property
    def frames(self) -> list[VerdictPhoto]:
        """The photos as another verdict names them, which need not say once more what was read in them."""
        return [*map(VerdictPhoto, self.photos)]

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person's answer."""
        return self.verdict.outcome is Outcome.UNDECIDED

    def amended(self, press: Press, before: Round) -> Judged:
        """The turn with what was said of it since."""
        return replace(self, case=replace(self.case, press=press, before=before))


@dataclass(frozen=True)
class Unjudged:
    """A turn that no camera saw.

    It stands without a verdict, and can still be judged by a photo of the table that it left.
    """

    press: Press
    before: Round
    """The round before the turn."""

    def amended(self, press: Press, before: Round) -> Unjudged:
        """The turn with what was said of it since."""
        return replace(self, press=press, before=before)


TakenTurn = Judged | Unjudged


@dataclass(frozen=True)
class Setup:
    """Players and rulebook are being chosen."""

    state = State.SETUP


@dataclass(frozen=True)
class Dealing:
    """Tiles are mixed and dealt, and nobody is on turn yet. The button: the first turn starts."""

    state = State.DEAL
    elsewhere: bool = False
    """Whether the round was played elsewhere and is only counted here."""


@dataclass(frozen=True)
class Playing:
    """A player is on turn, the clock runs. The button: end the turn."""

    state = State.TURN


@dataclass(frozen=True)
class Paused:
    """A player is on turn, the clock stands still. The button: go on."""

    state = State.PAUSED


@dataclass(frozen=True)
class Reading:
    """The turn is ended, the table is looked at. The button: nothing."""

    state = State.READING
    press: Press
    """The press that waits for its verdict."""


@dataclass(frozen=True)
class Restoring:
    """The table of an illegal turn, the last one, is to be put back. The button: the table is back."""

    state = State.RESTORE


@dataclass(frozen=True)
class Counting:
    """The round has ended, or people say so: the racks are counted, one after the other, each by whoever holds it."""

    state = State.OVER
    winner: str | None
    """Who has gone out; None where nobody could."""
    next: Dealing | Playing | Paused | Restoring
    """What goes on where the round does."""
    said: bool = False
    """Whether people said something of the end of the round: else it was only seen."""
    ran: bool = True
    """Whether the turn clock ran when they did: else it stands still if the round goes on."""
    racks: Mapping[str, Rack] = field(default_factory=lambda: MappingProxyType({}))
    """The racks counted so far, by player."""

    def with_rack(self, player: str, rack: Rack | None) -> Counting:
        """The count with this rack of `player`; None removes that player's rack."""
        others = {name: one for name, one in self.racks.items() if name != player}
        racks = others if rack is None else {**others, player: rack}
        return replace(self, said=True, racks=MappingProxyType(racks))

    @property
    def counted(self) -> Mapping[str, Rack]:
        """The racks that count, by player: all but the winner's."""
        return {name: rack for name, rack in self.racks.items() if name != self.winner}


@dataclass(frozen=True)
class Asking:
    """The verdict on the last turn hangs on what only a person can say. The button: nothing."""

    state = State.QUESTION
    next: Playing | Paused | Counting | None
    """What had begun when that turn came into question; None where the next turn begins only once it is decided."""


@dataclass(frozen=True)
class Scored:
    """The round is written down. The button: the next round."""

    state = State.SCORED
    elsewhere: bool = False
    """Whether it was played elsewhere."""
    racks: Mapping[str, Rack] = field(default_factory=lambda: MappingProxyType({}))
    """What was left on the racks, by player."""


Phase = Setup | Dealing | Playing | Paused | Reading | Asking | Restoring | Counting | Scored


def going_on(current: Round, phase: Dealing | Playing | Paused | Restoring) -> Phase:
    """The phase with which a round goes on, unless it has ended: then its racks are counted."""
    return Counting(current.winner, phase) if current.over else phase


def once_put_back(phase: Phase) -> Phase:
    """The phase once nothing has to be put back any more."""
    match phase:
        case Restoring():
            return Playing()
        case Counting(next=Restoring()):
            return replace(phase, next=Playing())
    return phase


def with_clock(phase: Phase, *, running: bool) -> Phase:
    """The phase with the clock of a player on turn running, or standing still."""
    if isinstance(phase, Playing | Paused):
        return Playing() if running else Paused()
    return phase
