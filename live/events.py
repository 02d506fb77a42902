"""What happens at a table: a frozen dataclass for each kind of event, as the journal keeps it.

Each event lies in the journal under its `kind`, with its fields as `live.codecs` writes them and, as ``clock``, how the
turn clock stood (`ClockMark`). A kind is never taken away and no field changes its meaning: what a journal of an
earlier version lacks has a default here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from calibration.profile import Polygon
from live.carried import Carried, column_from_json
from live.codecs import CODECS, PLAIN, Codec
from live.pins import Pin
from live.seen import SeenTable
from live.verdict_photo import VerdictPhoto
from referee.conservation import Contradiction
from referee.faceup import NOTHING, FaceUp
from referee.score import Column
from referee.tiles import Place, Table, TileSet
from referee.verdict import Verdict
from vision.viewpoint import Viewpoint


class ClockMark(NamedTuple):
    """How the turn clock stood when an event was written."""

    was: float
    """Seconds on it before the event."""
    spent: float
    """Seconds on it after the event."""
    running: bool
    """Whether it runs on from there."""


class Note(NamedTuple):
    """Why a verdict is undecided although no tile is doubtful."""

    line: str
    """One line of English."""
    code: str | None
    """Its code, as that of a refusal (`referee.errors.UserError`); None in a journal of an earlier version."""
    values: Mapping[str, Any]
    """The values that a translation inserts."""


_OR_NONE = " | None"

BY = "by"
"""Name of the field that says who pressed."""


@dataclass(frozen=True)
class Event:
    """Something that happened at the table."""

    kind: ClassVar[str]
    by: str | None = dataclasses.field(default=None, kw_only=True)
    """Who pressed: ``host``, or ``guest``, the device's name and, after a comma, its role; None for the program itself,
    and where nobody noted it."""

    def to_json(self) -> dict[str, Any]:
        """The event's own fields by name, as the journal keeps them."""
        data = {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != BY}
        for name, codec in self._codecs(data):
            data[name] = codec.write(data[name])
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote.

        Raises:
            KeyError, TypeError, ValueError: a field is missing, or holds what it cannot.
        """
        values = {field.name: data[field.name] for field in dataclasses.fields(cls) if field.name in data}
        for name, codec in cls._codecs(values):
            values[name] = codec.read(values[name])
        return cls(**values)

    @classmethod
    def _codecs(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Codec]]:
        """Yields the name and codec of each field among `values` that JSON cannot hold as it is."""
        for field in dataclasses.fields(cls):
            declared = str(field.type).removesuffix(_OR_NONE)
            is_none = values.get(field.name) is None and str(field.type).endswith(_OR_NONE)
            if declared not in PLAIN and declared not in CODECS:
                raise NotImplementedError(
                    f"{cls.__name__}.{field.name} is a {declared}, which the journal does not know"
                )
            if field.name in values and declared in CODECS and not is_none:
                yield field.name, CODECS[declared]


@dataclass(frozen=True)
class RoundStarted(Event):
    """A round begins."""

    kind: ClassVar[str] = "round-started"
    players: tuple[str, ...]
    rulebook: str
    """Id or path of the rulebook."""
    first: str | None
    """Who begins; None for the first of `players`."""
    new_game: bool
    """Whether a new score sheet begins with it."""
    deal: bool = False
    """Whether the tiles are mixed and dealt first: then no clock runs until `FirstTurn`."""
    carried: Carried | None = None
    """What it takes over from the rounds before it; None in a journal of an earlier version."""
    watched: bool = True
    """Whether a camera looks at the table; else its turns end without a verdict."""


@dataclass(frozen=True)
class FirstTurn(Event):
    """The tiles are dealt, and the first turn begins."""

    kind: ClassVar[str] = "first-turn"


@dataclass(frozen=True)
class RacksSeen(Event):
    """Something was seen on the empty table before the first turn: racks, and what else looks like tiles."""

    kind: ClassVar[str] = "racks-seen"
    parts: tuple[Polygon, ...]
    """The parts of the picture in which racks stand, as seen by the camera as it was put up."""
    strays: tuple[Pin, ...] = ()
    """Things that are no tiles, for as long as they lie there."""
    are_tiles: bool = False
    """Whether the strays seen before are tiles after all, laid by the first player before anybody began the turn."""


@dataclass(frozen=True)
class RedealClaimed(Event):
    """A player claimed to have all tiles mixed anew."""

    kind: ClassVar[str] = "redeal-claimed"
    player: str
    rack: TileSet
    granted: bool
    pairs: TileSet
    """One tile of each pair."""
    clause: str
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class TurnEnded(Event):
    """Somebody pressed the button that ends a turn."""

    kind: ClassVar[str] = "turn-ended"
    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What the turn did with tiles that lie face up; None until somebody has said so."""
    called: bool = False
    """Whether the player called "Rummikub" when pressing."""
    ran: float | None = None
    """Seconds that the clock had run since it was last started; None where nobody noted it."""
    unseen: bool = False
    """Whether no camera saw the turn: then it stands without a verdict."""
    passed: bool = False
    """Whether the player was to draw, and the pool held nothing to draw."""


@dataclass(frozen=True)
class FaceUpSaid(Event):
    """A person said what the turn that was ended did with tiles that lie face up."""

    kind: ClassVar[str] = "face-up-said"
    drew: int
    face_up: FaceUp


@dataclass(frozen=True)
class TableKept(Event):
    """Photos of the table after the press are on the disk, before anybody has read them.

    A verdict can be drawn even after a power cut.
    """

    kind: ClassVar[str] = "table-kept"
    photos: tuple[str, ...]


@dataclass(frozen=True)
class JudgeAnyway(Event):
    """A person said that the table can be judged as it is seen now, whatever seems to hide it."""

    kind: ClassVar[str] = "judge-anyway"


@dataclass(frozen=True)
class PressDropped(Event):
    """A press ended no turn: it was a second one right after the last verdict, with the table untouched."""

    kind: ClassVar[str] = "press-dropped"


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
    (`live.game.with_table_left`)."""
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


@dataclass(frozen=True)
class TileSaid(Event):
    """A person said what lies somewhere on the table.

    Its kinds differ in what the person was asked, not in what follows.
    """

    pin: Pin
    verdict: int | None
    """The event of the verdict on the last turn, where the tile was part of that; None where it was not."""
    was: TileSet = ()
    """What the tile was taken for before; empty where it was not read."""
    among: TileSet = ()
    """The other tiles of the set in which it lies, as they were known."""


@dataclass(frozen=True)
class QuestionAnswered(TileSaid):
    """A question that a verdict hung on was answered."""

    kind: ClassVar[str] = "question-answered"


@dataclass(frozen=True)
class TileCorrected(TileSaid):
    """A tile that was misread was named."""

    kind: ClassVar[str] = "tile-corrected"


@dataclass(frozen=True)
class TileAdded(TileSaid):
    """A tile that was not read was named."""

    kind: ClassVar[str] = "tile-added"
    earlier: bool = False
    """Whether the tile has lain there since before the turn, the last one or the one that waits for its verdict, so
    that this turn did not lay it."""


@dataclass(frozen=True)
class Paused(Event):
    """The turn clock was stopped."""

    kind: ClassVar[str] = "paused"


@dataclass(frozen=True)
class Resumed(Event):
    """The turn clock runs on: after a pause, or once the table of an illegal turn is put back."""

    kind: ClassVar[str] = "resumed"
    restored: bool = False
    """Whether the table was seen to lie as it did before the illegal turn."""
    table: Table | None = None
    """The table with which the game goes on, where it does not lie as it did before the illegal turn."""


@dataclass(frozen=True)
class RoundEnded(Event):
    """People said that the round is over, whatever was seen of it."""

    kind: ClassVar[str] = "round-ended"
    winner: str | None
    """Who went out; None where nobody could."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class StillHolds(Event):
    """The player who had gone out, as was counted or said, still holds tiles: the round goes on."""

    kind: ClassVar[str] = "still-holds"
    player: str


@dataclass(frozen=True)
class PoolHolds(Event):
    """The pool, which was counted as empty, holds this many tiles: the round goes on."""

    kind: ClassVar[str] = "pool-holds"
    tiles: int


@dataclass(frozen=True)
class RackCounted(Event):
    """A rack was counted after the round."""

    kind: ClassVar[str] = "rack-counted"
    player: str
    rack: int | list[str] | None
    """What the player has left: points, or tiles; None where an earlier count was taken back."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class RoundScored(Event):
    """The racks were counted and the round written down."""

    kind: ClassVar[str] = "round-scored"
    column: Column
    racks: Mapping[str, int | list[str]]
    """What each player had left: points, or tiles."""
    contradictions: tuple[Contradiction, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The event as the journal keeps it, with the fields of the column beside the others."""
        contradictions = [one.to_json() for one in self.contradictions]
        return {**self.column.to_json(), "racks": dict(self.racks), "contradictions": contradictions}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote."""
        contradictions = tuple(map(Contradiction.from_json, data.get("contradictions", ())))
        return cls(column_from_json(data), data.get("racks", {}), contradictions)


@dataclass(frozen=True)
class ScoreAmended(Event):
    """A person wrote other points into a round of the score sheet."""

    kind: ClassVar[str] = "score-amended"
    round: int
    """Number of the round on the sheet, from 1."""
    player: str
    points: int
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""


@dataclass(frozen=True)
class Undone(Event):
    """An action was taken back."""

    kind: ClassVar[str] = "undone"
    event: int
    """The event of the action."""


@dataclass(frozen=True)
class Redone(Event):
    """An action that was taken back holds again."""

    kind: ClassVar[str] = "redone"
    event: int
    """The event of the action."""


@dataclass(frozen=True)
class AreaMarked(Event):
    """The play area was marked."""

    kind: ClassVar[str] = "area-marked"
    area: list[list[float]] | None
    """Corners as fractions of the picture; None for the whole picture."""


@dataclass(frozen=True)
class CameraMoved(Event):
    """The camera was found to stand elsewhere: what is known of the table is to be looked for from there."""

    kind: ClassVar[str] = "camera-moved"
    viewpoint: Viewpoint


@dataclass(frozen=True)
class CameraAccepted(Event):
    """A person accepted the picture as it is, of a camera that was moved too far to be followed."""

    kind: ClassVar[str] = "camera-accepted"
    parts: tuple[Polygon, ...] = ()
    """The parts of the picture in which racks stand, as far as they were seen in it."""


@dataclass(frozen=True)
class CameraLeft(Event):
    """The round goes on without a camera: a turn that waited for its verdict stands without one, and so do those that follow."""

    kind: ClassVar[str] = "camera-left"


@dataclass(frozen=True)
class NameForgotten(Event):
    """A player's name is not offered any more where a table is set, until that player has played again."""

    kind: ClassVar[str] = "name-forgotten"
    name: str


@dataclass(frozen=True)
class GameClosed(Event):
    """The game is over; the next one gets a new score sheet."""

    kind: ClassVar[str] = "game-closed"


KINDS: Mapping[str, type[Event]] = {
    event.kind: event
    for event in (
        RoundStarted, FirstTurn, RacksSeen, RedealClaimed, TurnEnded, FaceUpSaid, TableKept, JudgeAnyway, PressDropped, VerdictGiven,
        QuestionAnswered, TileCorrected, TileAdded, Paused, Resumed, RoundEnded, StillHolds, PoolHolds, RackCounted, RoundScored, ScoreAmended, Undone,
        Redone, AreaMarked, CameraMoved, CameraAccepted, CameraLeft, NameForgotten, GameClosed,
    )
}  # fmt: skip
"""Every kind of event by the name under which the journal has it."""


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
