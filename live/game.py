"""The state of the game: what replaying the journal's events gives.

Every event says how the turn clock stood (``clock``: seconds before it, seconds after it, running or not). An action of the
players can be undone: the state before it is kept with the state after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from journal import Event
from live.seen import Pin, Pins, SeenTable, add_pin, apply_pins, pins_of
from referee import rulebook
from referee.faceup import NOTHING, FaceUp
from referee.round import Round
from referee.score import Column, ScoreSheet
from referee.sets import changes
from referee.tiles import COPIES, Table, TileSet, format_tiles, parse_tiles
from referee.verdict import Outcome, Verdict


class EventKind(StrEnum):
    """The kinds of event."""

    ROUND_STARTED = "round-started"
    REDEAL_CLAIMED = "redeal-claimed"
    TURN_ENDED = "turn-ended"
    FACE_UP_SAID = "face-up-said"
    """What the turn that was ended did with tiles that lie face up."""
    VERDICT = "verdict"
    QUESTION_ANSWERED = "question-answered"
    TILE_CORRECTED = "tile-corrected"
    TILE_ADDED = "tile-added"
    """A person said where a tile lies that was not read."""
    PAUSED = "paused"
    RESUMED = "resumed"
    ROUND_SCORED = "round-scored"
    UNDONE = "undone"
    AREA_MARKED = "area-marked"
    GAME_CLOSED = "game-closed"


class Phase(StrEnum):
    """Where the game is."""

    SETUP = "setup"
    PLAYING = "playing"
    SCORED = "scored"
    """The round is written down, the next has not begun."""


Held = Mapping[str, TileSet]
"""Tiles that players hold, as was seen earlier: no whole racks, but nothing that has left them since."""


@dataclass(frozen=True)
class Claim:
    """A claim to have all tiles mixed anew, and what became of it."""

    player: str
    granted: bool
    pairs: TileSet
    """One tile of each pair."""
    clause: str


@dataclass(frozen=True)
class Press:
    """A turn that was ended and waits for its verdict."""

    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What it did with tiles that lie face up; None until somebody has said so."""
    event: int = 0
    """The event of the press."""


@dataclass(frozen=True)
class Judged:
    """The last verdict and everything it was drawn from."""

    event: int
    press: Press
    round: Round
    """The round before the turn."""
    seen: SeenTable
    """The table as read."""
    pins: Pins
    """What was known of its tiles, with what people said since."""
    photos: tuple[str, ...]
    verdict: Verdict
    questions: tuple[tuple[int, int], ...] = ()
    """Set and place in `known` of the tiles that the verdict hangs on."""
    note: str | None = None
    """Why there is no verdict although no tile is doubtful."""
    held: Held = field(default_factory=lambda: MappingProxyType({}))
    """What was known of the racks before the turn."""

    @property
    def known(self) -> SeenTable:
        """The table with what is known put in."""
        return apply_pins(self.seen, self.pins)


@dataclass(frozen=True)
class Game:
    """A moment of the game; never changed."""

    phase: Phase = Phase.SETUP
    sheet: ScoreSheet | None = None
    round: Round | None = None
    number: int = 0
    """Which round it is, from 1."""
    rulebook: str = rulebook.DEFAULT
    """Id or path of the rulebook."""
    pins: Pins = ()
    press: Press | None = None
    judged: Judged | None = None
    held: Held = field(default_factory=lambda: MappingProxyType({}))
    claim: Claim | None = None
    """The last claim to new tiles of this round."""
    contradictions: tuple[Mapping[str, Any], ...] = ()
    """What contradicts each other since the last turn or the count of the racks, as `referee.conservation` has it in JSON."""
    spent: float = 0.0
    """Seconds on the turn clock at the last event."""
    running: bool = False
    """Whether the turn clock runs."""
    waiting: bool = False
    """Whether the turn clock waits for the table to lie again as it did before an illegal turn."""
    last_event: int = 0
    action: int | None = None
    """The event of the last action that can be undone."""
    past: Game | None = None
    """The state before that action."""
    clock_then: float = 0.0
    """Seconds on the turn clock before that action."""

    @property
    def copies(self) -> int:
        """How many of each tile are in play: two, four with a second box. Whoever looks at this table needs no other source."""
        return COPIES if self.round is None else self.round.rulebook.box.copies

    @property
    def fresh_round(self) -> Round | None:
        """The round, as long as nobody has taken a turn; else None."""
        return self.round if self.can_end and self.round is not None and not self.round.turns else None

    def lies_as_before(self, table: SeenTable) -> bool:
        """Whether this is the table as the last legal turn left it."""
        return self.round is not None and not any(changes(table.table(), self.round.table))

    @property
    def asking(self) -> bool:
        """Whether the last turn waits for a person's answer."""
        return self.judged is not None and self.judged.verdict.outcome is Outcome.UNDECIDED

    @property
    def can_end(self) -> bool:
        """Whether there is a turn to end."""
        return (
            self.phase is Phase.PLAYING
            and self.round is not None
            and not self.round.over
            and self.press is None
            and not self.asking
        )


def apply(game: Game, event: Event) -> Game:
    """The state after `event`.

    Raises:
        ValueError: the event is of no known kind, or does not fit the state.
    """
    try:
        following = _APPLIED[EventKind(event.kind)](game, event)
        clock = event.data["clock"]
        return replace(following, spent=clock["spent"], running=clock["running"], last_event=event.id)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"event {event.id} ({event.kind}) does not say what it should: {error!r}") from error


def _act(game: Game, event: Event, **changes: Any) -> Game:
    """`game` with `changes` by an action that can be undone."""
    return replace(game, **changes, action=event.id, past=game, clock_then=event.data["clock"]["was"])


def _round_started(game: Game, event: Event) -> Game:
    data = event.data
    players = tuple(data["players"])
    started = Round.start(players, rulebook.load(data["rulebook"]), data["first"])
    same = game.sheet is not None and game.sheet.players == players and not data["new_game"]
    sheet = game.sheet if same else ScoreSheet(players)
    number = len(sheet.columns) + 1 if sheet else 1
    return _act(
        game,
        event,
        phase=Phase.PLAYING,
        sheet=sheet,
        round=started,
        number=number,
        rulebook=data["rulebook"],
        pins=(),
        press=None,
        judged=None,
        held=MappingProxyType({}),
        claim=None,
        contradictions=(),
        waiting=False,
    )


def _redeal_claimed(game: Game, event: Event) -> Game:
    """A claim that is granted has everything mixed anew; of one that is not, the rack that was shown is known from here on."""
    data = event.data
    player, granted = data["player"], data["granted"]
    held = {} if granted else {**game.held, player: parse_tiles(data["rack"])}
    claim = Claim(player, granted, parse_tiles(data["pairs"]), data["clause"])
    found = tuple(data["contradictions"])
    return _act(game, event, held=MappingProxyType(held), claim=claim, contradictions=found)


def _turn_ended(game: Game, event: Event) -> Game:
    data = event.data
    press = Press(data["player"], data["drew"], data["seconds"], _face_up(data.get("face_up", {})), event.id)
    return _act(game, event, press=press, waiting=False)


def _face_up(data: Mapping[str, str] | None) -> FaceUp | None:
    """What was done with tiles that lie face up; None where nobody has said it yet."""
    return None if data is None else FaceUp.from_json(data)


def _face_up_said(game: Game, event: Event) -> Game:
    if game.press is None:
        raise ValueError(f"event {event.id} is about a turn that nobody ended")
    said = replace(game.press, drew=event.data["drew"], face_up=_face_up(event.data["face_up"]))
    return _act(game, event, press=said)


def _verdict(game: Game, event: Event) -> Game:
    """A verdict on the turn that was just ended, or a new one on the last turn, whose tiles somebody named since."""
    data = event.data
    last = game.judged
    if data["replaces"] is None:
        press, before, pins, held = game.press, game.round, game.pins, game.held
    elif last is not None and last.event == data["replaces"]:
        press, before, pins, held = last.press, last.round, last.pins, last.held
    else:
        raise ValueError(f"event {event.id} replaces verdict {data['replaces']}, which is not the last")
    if press is None or before is None:
        raise ValueError(f"event {event.id} judges a turn that nobody ended")
    judged = Judged(
        event=event.id,
        press=press,
        round=before,
        seen=SeenTable.from_json(data["reading"]),
        pins=pins,
        photos=tuple(frame["photo"] for frame in data["frames"]),
        verdict=Verdict.from_json(data["verdict"]),
        questions=tuple((set_index, place) for set_index, place in data["questions"]),
        note=data["note"],
        held=held,
    )
    if judged.verdict.outcome is Outcome.UNDECIDED:
        return replace(game, press=None, judged=judged, round=before, held=held, waiting=False)
    after = table_from_json(data["after"])
    legal = judged.verdict.outcome is Outcome.LEGAL
    not_tiles = tuple(pin for pin in pins if pin.tile is None)
    return replace(
        game,
        press=None,
        judged=judged,
        round=before.after_turn(judged.verdict, after, press.drew, press.face_up or NOTHING),
        held=still_held(held, press, judged.verdict),
        contradictions=tuple(data.get("contradictions", ())),
        pins=(*not_tiles, *pins_of(judged.known, after)) if legal else pins,
        waiting=data.get("waits", False),
    )


def _tile_said(game: Game, event: Event) -> Game:
    """A person named a tile: it is known from here on, and in the last turn where it was seen there too."""
    pin = Pin.from_json(event.data["pin"])
    judged = game.judged
    if judged is not None and event.data["verdict"] == judged.event:
        judged = replace(judged, pins=add_pin(judged.pins, pin))
    return _act(game, event, pins=add_pin(game.pins, pin), judged=judged)


def _round_scored(game: Game, event: Event) -> Game:
    data = event.data
    if game.sheet is None:
        raise ValueError(f"event {event.id} scores a round that never began")
    column = Column(data["points"], data["winner"], blocked=data["blocked"])
    found = tuple(data.get("contradictions", ()))
    sheet = game.sheet.add(column)
    return _act(game, event, phase=Phase.SCORED, sheet=sheet, press=None, contradictions=found, waiting=False)


def _undone(game: Game, event: Event) -> Game:
    if game.past is None or game.action != event.data["event"]:
        raise ValueError(f"event {event.id} undoes event {event.data['event']}, which is not the last action")
    return game.past


def _game_closed(game: Game, event: Event) -> Game:
    return _act(game, event, phase=Phase.SETUP, round=None, press=None, judged=None, pins=(), sheet=None, waiting=False)


def _clock_pressed(game: Game, _: Event) -> Game:
    return replace(game, waiting=False)


def _noted(game: Game, _: Event) -> Game:
    return game


_APPLIED: Mapping[EventKind, Callable[[Game, Event], Game]] = {
    EventKind.ROUND_STARTED: _round_started,
    EventKind.REDEAL_CLAIMED: _redeal_claimed,
    EventKind.TURN_ENDED: _turn_ended,
    EventKind.FACE_UP_SAID: _face_up_said,
    EventKind.VERDICT: _verdict,
    EventKind.QUESTION_ANSWERED: _tile_said,
    EventKind.TILE_CORRECTED: _tile_said,
    EventKind.TILE_ADDED: _tile_said,
    EventKind.PAUSED: _clock_pressed,
    EventKind.RESUMED: _clock_pressed,
    EventKind.ROUND_SCORED: _round_scored,
    EventKind.UNDONE: _undone,
    EventKind.AREA_MARKED: _noted,
    EventKind.GAME_CLOSED: _game_closed,
}


def still_held(held: Held, press: Press, verdict: Verdict) -> Held:
    """What is still known of the racks after a turn; of equal tiles, one that was laid is taken for the known one."""
    if press.player not in held or (verdict.penalty is not None and verdict.penalty.restore):
        return held
    put = Counter() if press.face_up is None else press.face_up.put
    left = Counter(held[press.player]) - Counter(verdict.played) - put
    return MappingProxyType({**held, press.player: tuple(left.elements())})


def table_to_json(table: Table) -> list[list[str]]:
    """The notation of every set."""
    return [format_tiles(tiles) for tiles in table]


def table_from_json(data: list[list[str]]) -> Table:
    """The table that `table_to_json` wrote."""
    return tuple(parse_tiles(names) for names in data)
