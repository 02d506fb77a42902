"""What is said of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from live.game.events.event import Event
from live.game.seen import SeenTable
from live.game.verdict_photo import VerdictPhoto
from referee.conservation import Contradiction
from referee.tiles import Place, Table
from referee.verdict import Verdict


class Note(NamedTuple):
    """Why a verdict is undecided although no tile is doubtful."""

    line: str
    """One line of English."""
    code: str | None
    """Its code, as that of a refusal (`referee.errors.UserError`); None in a journal of an earlier version."""
    values: Mapping[str, Any]
    """The values that a translation inserts."""


@dataclass(frozen=True)
class VerdictGiven(Event):
    """The verdict on the turn that was ended, or a new one on the last turn: the referee's, or the host's word.

    A new one comes when somebody has named a tile since, asks for another look or sends a photo, and when a late
    picture shows more.
    """

    kind: ClassVar[str] = "verdict"
    player: str
    drew: int
    seconds: float
    before: Table
    after: Table
    """The table after the turn, as it is taken to be."""
    verdict: Verdict
    questions: tuple[Place, ...]
    """The tiles on the table after the turn that an undecided verdict hangs on."""
    note: Note | None
    reading: SeenTable
    frames: tuple[VerdictPhoto, ...]
    """The photos that the verdict was drawn from."""
    rulebook: str
    replaces: int | None
    """The event of the verdict that this one replaces; None where it replaces none."""
    program: str = ""
    """Version of the program that gave the verdict."""
    contradictions: tuple[Contradiction, ...] = ()
    waits: bool = False
    """Whether the table must be put back before the next turn begins."""
    host: str | None = None
    """The host's reason, where the verdict is the host's word and not the referee's."""
    by_photo: bool = False
    """Whether it was drawn from a photo that somebody took from wherever they stood, and from no picture of the table's
    camera."""
    last_left: bool = False
    """Whether the last player may have left the table as it is in `before`, with more than was seen then
    (`live.game.after_turn.with_table_left`)."""
    again: bool = False
    """Whether a person had the turn judged again, by the table as it lay then."""

    @property
    def photos(self) -> tuple[str, ...]:
        """The names of the photos it was drawn from."""
        return tuple(frame.photo for frame in self.frames)

    def to_json(self) -> dict[str, Any]:
        """The event as the journal keeps it, with the parts of the note beside the other fields."""
        line, code, values = (None, None, {}) if self.note is None else self.note
        return {**super().to_json(), "note": line, "note_code": code, "note_values": values}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote."""
        if data.get("note") is not None:
            data = {**data, "note": Note(data["note"], data.get("note_code"), data.get("note_values", {}))}
        return super().from_json(data)
