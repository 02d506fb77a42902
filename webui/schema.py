"""The form of the state that every page is sent; `docs/http.md` says what its fields mean.

`python -m scripts.declare` writes the same for the page's scripts.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from live.deciding.choice import WaitsFor
from live.game.state import State as Stage
from referee.conservation import ContradictionKind, Whereabouts
from referee.verdict import Outcome
from vision.camera.health import Ailment
from vision.reading.table_reading import Oddity
from vision.scene.watch import Stillness

Points = list[list[float]]
"""Points, each x and y."""
Phase = Literal["setup", "playing", "scored"]
Likely = tuple[str, float]
"""A tile, and the probability that it is that one."""


class Player(TypedDict):
    """Who plays."""

    name: str
    tiles: int | None
    opened: bool
    onTurn: bool
    bank: float | None
    extensions: int | None


class Clock(TypedDict):
    """The turn clock, seconds."""

    elapsed: float
    limit: float | None
    running: bool
    waiting: bool
    rate: float


class Allowance(TypedDict):
    """The time that the turn may take, besides what the clock says of it."""

    free: float | None
    taken: int
    extension: int | None


class SeenTile(TypedDict):
    """A tile as read."""

    tile: str
    doubt: bool
    confirmed: bool
    fresh: bool
    corners: Points
    likely: list[Likely]


class Table(TypedDict):
    """The table as read, pixels of its photo."""

    width: int
    height: int
    sets: list[list[SeenTile]]


class Named(TypedDict):
    """Tiles that a message names, of which every one is meant, or any."""

    tiles: list[str]
    every: bool


class Violation(TypedDict):
    """What is wrong with a turn, or worth saying."""

    code: str
    message: str
    clause: str
    set: int | None
    tiles: list[str]
    values: dict[str, str | int]
    number: int
    named: NotRequired[dict[str, Named]]


class Penalty(TypedDict):
    """What an illegal turn costs."""

    draw: int
    restore: bool
    take: list[str]
    extra_per_lost: int
    put_back: int
    clause: str


class Counted(TypedDict):
    """What was counted of the time of a turn: seconds, but for the number of extensions."""

    seconds: float
    own: float | None
    extensions: int
    extension: int
    bank: float
    from_bank: float
    allowed: float | None


class Said(TypedDict):
    """A verdict as the referee says it, whoever asks."""

    verdict: Outcome
    played: list[str]
    points: int
    violations: list[Violation]
    notices: list[Violation]
    penalty: Penalty | None
    time: NotRequired[Counted]


class Noted(TypedDict):
    """Why a verdict is undecided although no tile is doubtful."""

    note: str | None
    noteCode: str | None
    noteValues: dict[str, Any]


class FaceUpMoves(TypedDict):
    """What a turn did with tiles that lie face up beside the table."""

    discarded: NotRequired[str]
    took_discard: NotRequired[str]
    took_open: NotRequired[str]


class MissingTile(TypedDict):
    """A tile that the verdict calls gone, and where it lay."""

    tile: str
    lay: int
    set: int | None
    place: int
    at: list[float] | None
    size: float


class Verdict(Said, Noted):
    """The verdict on the last turn."""

    outcome: Outcome
    laid: list[str]
    event: int
    press: int
    player: str
    seconds: float
    drew: int
    faceUp: FaceUpMoves
    photo: str | None
    table: Table
    missing: list[MissingTile]
    host: str | None
    called: bool
    byPhoto: bool
    whole: bool


class TakenTurn(TypedDict):
    """A turn of the round, in short."""

    event: int
    player: str
    outcome: Outcome | None
    laid: int
    points: int
    drew: int
    cost: int


class LateTiles(TypedDict):
    """What the turn before that of the verdict counts as, once a late picture showed more of it."""

    player: str
    laid: list[str]
    points: int


class LeftUnseen(TypedDict):
    """Tiles of which nobody knows who laid them."""

    player: str
    tiles: list[str]


class Question(TypedDict):
    """A tile that an undecided verdict hangs on."""

    set: int
    index: int
    corners: Points
    likely: list[Likely]


class FoundAt(TypedDict):
    """How often a tile was seen at one place."""

    place: Whereabouts
    player: str | None
    count: int


class Contradiction(TypedDict):
    """What cannot be."""

    kind: ContradictionKind
    message: str
    tiles: list[str]
    player: str | None
    values: dict[str, str | int]
    found: list[FoundAt]


class Trouble(TypedDict):
    """What is wrong with the program or its disk."""

    line: str
    code: str
    values: dict[str, Any]


class Lag(TypedDict):
    """How late the camera is, as far as a screen that blinked has shown it."""

    seconds: float | None
    times: int


class Camera(TypedDict):
    """Where the pictures come from, and what is wrong with them."""

    name: str
    trouble: str | None
    ended: bool
    ailment: Ailment | None
    moved: bool
    oddity: Oddity | None
    leftOut: list[str]
    leftOutParts: list[str]
    lag: Lag | None
    asks: str | None


class Demo(TypedDict):
    """The film that is shown."""

    byItself: bool
    over: bool


class LegibleTiles(TypedDict):
    """Numbers of tiles that something keeps from being read well."""

    tiles: int
    low: int
    soft: int
    burnt: int


class Watched(TypedDict):
    """Where the pictures come from, what is wrong with them, and how well they show the table."""

    demo: Demo | None
    camera: Camera
    trouble: Trouble | None
    stillness: Stillness | Literal["none"]
    frame: int | None
    low: int
    legibility: LegibleTiles | None


class Areas(TypedDict):
    """The parts of the picture that are marked, as fractions of it."""

    area: Points | None
    areaSuggested: Points | None
    beside: list[Points]


class Unjudged(TypedDict):
    """The turn that a photo can judge."""

    event: int
    player: str
    drew: int
    seconds: float
    allowed: float | None


class Rulebook(TypedDict):
    """The rulebook of a round, for a heading."""

    id: str
    title: str
    switches: list[str]


class Redeal(TypedDict):
    """What entitles to new tiles."""

    pairs: int
    tiles: int
    clause: str


class Claim(TypedDict):
    """The last claim to new tiles."""

    player: str
    granted: bool
    pairs: int
    needed: int
    shown: list[str]
    clause: str


class FaceUp(TypedDict):
    """What lies face up beside the table."""

    discard: bool
    open: bool
    pool: int
    offered: str | None
    asked: bool


class Whose(TypedDict):
    """What a person is to choose from: what the next player laid, if anything of it."""

    next: str
    tiles: list[list[str]]


Waits = TypedDict("Waits", {"for": WaitsFor, "where": str | None, "part": str | None, "whose": Whose | None})
"""What a verdict waits for, where something hides tiles, and what the next player may have laid."""


class RackCount(TypedDict):
    """A rack at the end of a round."""

    player: str
    must: int | None
    tiles: list[str] | None
    points: int | None


class Count(TypedDict):
    """What is counted of a round that is over."""

    winner: str | None
    won: int | None
    racks: list[RackCount]


class StruckPoints(TypedDict):
    """What stood in a column before it was amended."""

    points: dict[str, int]
    at: int
    by: str | None


class Column(TypedDict):
    """A round on the score sheet."""

    winner: str | None
    blocked: bool
    points: dict[str, int]
    control: int
    struck: list[StruckPoints]


class Sheet(TypedDict):
    """A score sheet."""

    players: list[str]
    columns: list[Column]
    totals: dict[str, int]


class Finish(TypedDict):
    """How a match to an agreed number of points ended."""

    round: int
    winners: list[str]
    points: int


class MatchSheet(Sheet):
    """The score sheet, and the match that is played on it."""

    goal: int | None
    finish: Finish | None


class Deed(TypedDict):
    """An action that undo takes back, or redo lets hold again."""

    kind: str
    player: str
    turn: int


class Played(TypedDict):
    """Who plays, by which rules, how far they are, how the round ended, once it has, and whether a camera watches it."""

    watched: bool
    watchesNext: bool
    elsewhere: bool
    unjudged: Unjudged | None
    round: int
    turn: int
    taken: list[TakenTurn]
    allowance: Allowance | None
    players: list[Player]
    next: str | None
    pool: int | None
    opening: int
    rulebook: Rulebook | None
    winner: str | None
    over: bool
    count: Count | None
    left: list[RackCount]


class Pressed(TypedDict):
    """The press that waits for its verdict, for what it waits, and the actions that undo and redo lead back to."""

    ending: bool
    echo: bool
    waits: Waits | None
    undo: int | None
    undoes: Deed | None
    redo: int | None
    redoes: Deed | None


class Challenge(TypedDict):
    """A verdict that was challenged; `found` is what the turn is by its clip."""

    event: int
    press: int
    player: str
    found: Outcome


class State(Watched, Areas, Played, Pressed):
    """The whole state of a table."""

    version: int
    roles: int
    phase: Phase
    state: Stage
    redeal: Redeal | None
    claim: Claim | None
    lots: bool
    challenge: Challenge | None
    challenges: int | None
    faceUp: FaceUp | None
    contradictions: list[Contradiction]
    clock: Clock
    table: Table | None
    verdict: Verdict | None
    late: LateTiles | None
    leftUnseen: LeftUnseen | None
    questions: list[Question]
    restored: bool | None
    sheet: MatchSheet
    code: str | None
