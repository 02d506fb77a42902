"""The game, its turn clock included: what replaying the events gives.

`apply` takes a game and an event to the next game; nothing is ever changed in place. Undoing an action is going back to the game
before it, redoing it is going on to the game after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import contains
from types import MappingProxyType
from typing import Any, cast

from live import events
from live.beside import Outline
from live.events import ClockMark, Event
from live.seen import Pin, Pins, SeenTable, add_pin, apply_pins, pins_of, same_look
from referee import rulebook
from referee.clock import TurnClock
from referee.faceup import NOTHING, FaceUp
from referee.round import Round
from referee.score import ScoreSheet
from referee.sets import changes
from referee.tiles import COPIES, Table, Tile, TileSet, count_tiles
from referee.verdict import Outcome, Verdict


class State(StrEnum):
    """Where the game is: which presses make sense, and what the one big button does."""

    SETUP = "setup"
    """Players and rulebook are being chosen."""
    DEAL = "deal"
    """Tiles are mixed and dealt; no clock runs. The button: the first turn starts."""
    TURN = "turn"
    """A player is on turn, the clock runs. The button: end the turn."""
    PAUSED = "paused"
    """A player is on turn, the clock stands still. The button: go on."""
    READING = "reading"
    """The turn is ended, the table is looked at. The button: nothing."""
    QUESTION = "question"
    """The verdict hangs on what only a person can say. The button: nothing."""
    RESTORE = "restore"
    """The table of an illegal turn is put back, no clock runs. The button: the table is back."""
    OVER = "over"
    """The round has ended. The button: count the racks."""
    SCORED = "scored"
    """The round is written down. The button: the next round."""


TURNS = frozenset({State.TURN, State.PAUSED, State.RESTORE})
"""The states in which a player is on turn."""

Held = Mapping[str, TileSet]
"""Tiles that players hold, as was seen earlier: no whole racks, but nothing that has left them since."""

NO_TILES: Held = MappingProxyType({})


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
    kept: tuple[tuple[str, ...], ...] = ()
    """Photos of the table after the press that the journal holds, one group for each time that it lay still."""
    anyway: bool = False
    """Whether the table is to be judged as it is seen, whatever seems to hide it."""
    called: bool = False
    """Whether the player called "Rummikub" with it."""
    ran: float = 0.0
    """Seconds that the clock had run since it was last started."""


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
    held: Held = field(default_factory=lambda: NO_TILES)
    """What was known of the racks before the turn."""
    host: str | None = None
    """The host's reason, where the verdict is the host's word."""
    stays: Table | None = None
    """The table as the game went on with it after an illegal turn, where it was not put back."""
    outdated: bool = False
    """Whether a person has named one of its tiles since: a new verdict is due."""

    @property
    def known(self) -> SeenTable:
        """The table with what is known put in."""
        return apply_pins(self.seen, self.pins)


@dataclass(frozen=True)
class Game:
    """A moment of the game."""

    sheet: ScoreSheet | None = None
    round: Round | None = None
    """None until the first round, and once the game is closed."""
    number: int = 0
    """Which round it is, from 1."""
    rulebook: str = rulebook.DEFAULT
    """Id or path of the rulebook."""
    clock: TurnClock = field(default_factory=TurnClock)
    dealing: bool = False
    """Whether the tiles are mixed and dealt, and nobody is on turn yet."""
    waiting: bool = False
    """Whether the table of an illegal turn is to be put back."""
    scored: bool = False
    """Whether the round is written down."""
    beside: tuple[Outline, ...] = ()
    """The parts of the picture in which racks stand."""
    pins: Pins = ()
    press: Press | None = None
    judged: Judged | None = None
    held: Held = field(default_factory=lambda: NO_TILES)
    claim: Claim | None = None
    """The last claim to new tiles of this round."""
    contradictions: tuple[Mapping[str, Any], ...] = ()
    """What contradicts each other since the last turn or the count of the racks, as `referee.conservation` has it in JSON."""
    last_event: int = 0
    action: int | None = None
    """The event of the last action that can be undone."""
    past: Game | None = None
    """The game before that action."""
    future: Game | None = None
    """The game that was undone last; None once something else has been done since."""

    @property
    def state(self) -> State:
        """Where the game is."""
        holds = {
            State.SETUP: self.round is None,
            State.SCORED: self.scored,
            State.READING: self.press is not None,
            State.QUESTION: self.asking,
            State.OVER: self.round is not None and self.round.over,
            State.DEAL: self.dealing,
            State.RESTORE: self.waiting,
            State.TURN: self.clock.running,
        }
        return next((state for state, there in holds.items() if there), State.PAUSED)

    @property
    def copies(self) -> int:
        """How many of each tile are in play: two, four with a second box. Whoever looks at this table needs no other source."""
        return COPIES if self.round is None else self.round.rulebook.box.copies

    @property
    def fresh_round(self) -> Round | None:
        """The round, as long as nobody has taken a turn; else None."""
        is_open = self.state in {State.DEAL, *TURNS} and self.round is not None and not self.round.turns
        return self.round if is_open else None

    @property
    def asking(self) -> bool:
        """Whether the last turn waits for a person's answer."""
        return self.judged is not None and self.judged.verdict.outcome is Outcome.UNDECIDED

    @property
    def limit(self) -> float | None:
        """Seconds a turn may take; None for no limit."""
        return None if self.round is None else self.round.rulebook.turn_seconds

    def lies_as_before(self, table: SeenTable) -> bool:
        """Whether this may be the table as the last legal turn left it: no tile need be certain, but none may speak against it."""
        if self.round is None:
            return False
        left = list(self.round.table)
        for members in table.candidates():
            same = next((tiles for tiles in left if len(tiles) == len(members) and _fits(tiles, members)), None)
            if same is None:
                return not any(changes(table.table(), self.round.table))
            left.remove(same)
        return not left


def _fits(tiles: TileSet, members: tuple[tuple[Tile, ...], ...]) -> bool:
    """Whether a set may be read so, from either side."""
    return any(all(map(contains, members, order)) for order in (tiles, tiles[::-1]))


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
        following = _APPLIED[type(event)](_Step(game, number, mark, now), event)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{event.kind} does not fit what happened before: {error!r}") from error
    clock = TurnClock(following.limit, mark.spent, now if mark.running else None)
    return replace(following, clock=clock, last_event=number)


@dataclass(frozen=True)
class _Step:
    """An event that is being applied."""

    game: Game
    number: int
    mark: ClockMark
    now: float

    def act(self, **changes: Any) -> Game:
        """The game with `changes` by an action that can be undone."""
        before = replace(self.game, clock=replace(self.game.clock, spent=self.mark.was, since=self.since))
        return replace(self.game, **changes, action=self.number, past=before, future=None)

    @property
    def since(self) -> float | None:
        """When the clock that runs began to count on from `mark`; None where it stands still."""
        return self.now if self.game.clock.running else None

    def misfit(self, why: str) -> ValueError:
        """What to raise where the event does not fit."""
        return ValueError(f"it {why}")


def _round_started(step: _Step, event: events.RoundStarted) -> Game:
    game = step.game
    started = Round.start(event.players, rulebook.load(event.rulebook), event.first)
    same = game.sheet is not None and game.sheet.players == event.players and not event.new_game
    sheet = game.sheet if same and game.sheet is not None else ScoreSheet(event.players)
    return step.act(
        sheet=sheet,
        round=started,
        number=len(sheet.columns) + 1,
        rulebook=event.rulebook,
        dealing=event.deal,
        waiting=False,
        scored=False,
        beside=(),
        pins=(),
        press=None,
        judged=None,
        held=NO_TILES,
        claim=None,
        contradictions=(),
    )


def _first_turn(step: _Step, _: events.FirstTurn) -> Game:
    return step.act(dealing=False)


def _racks_seen(step: _Step, event: events.RacksSeen) -> Game:
    return replace(step.game, beside=event.parts, pins=(*step.game.pins, *event.strays))


def _redeal_claimed(step: _Step, event: events.RedealClaimed) -> Game:
    """A claim that is granted has everything mixed anew; of one that is not, the rack that was shown is known from here on."""
    held = {} if event.granted else {**step.game.held, event.player: event.rack}
    return step.act(
        held=MappingProxyType(held),
        claim=Claim(event.player, event.granted, event.pairs, event.clause),
        dealing=step.game.dealing or event.granted,
        contradictions=event.contradictions,
    )


def _turn_ended(step: _Step, event: events.TurnEnded) -> Game:
    ran = event.seconds if event.ran is None else event.ran
    press = Press(event.player, event.drew, event.seconds, event.face_up, step.number, called=event.called, ran=ran)
    return step.act(press=press, waiting=False, dealing=False)


def _press(step: _Step) -> Press:
    if step.game.press is None:
        raise step.misfit("is about a turn that nobody ended")
    return step.game.press


def _face_up_said(step: _Step, event: events.FaceUpSaid) -> Game:
    return step.act(press=replace(_press(step), drew=event.drew, face_up=event.face_up))


def _table_kept(step: _Step, event: events.TableKept) -> Game:
    press = _press(step)
    return replace(step.game, press=replace(press, kept=(*press.kept, event.photos)))


def _judge_anyway(step: _Step, _: events.JudgeAnyway) -> Game:
    return step.act(press=replace(_press(step), anyway=True))


def _press_dropped(step: _Step, _: events.PressDropped) -> Game:
    """The game is what it was before the press, but for what was said in between."""
    game = step.game
    if game.past is not None and game.action == _press(step).event:
        return replace(game.past, pins=game.pins)
    return replace(game, press=None)


def _verdict_given(step: _Step, event: events.VerdictGiven) -> Game:
    game, last = step.game, step.game.judged
    if event.replaces is None:
        press, before, pins, held = _press(step), game.round, game.pins, game.held
    elif last is not None and last.event == event.replaces:
        press, before, pins, held = last.press, last.round, last.pins, last.held
    else:
        raise step.misfit(f"replaces verdict {event.replaces}, which is not the last")
    if before is None:
        raise step.misfit("judges a turn of no round")
    judged = Judged(
        event=step.number,
        press=press,
        round=before,
        seen=event.reading,
        pins=pins,
        photos=event.photos,
        verdict=event.verdict,
        questions=event.questions,
        note=event.note,
        held=held,
        host=event.host,
    )
    if event.verdict.outcome is Outcome.UNDECIDED:
        pending = None if event.replaces is None else game.press
        return replace(game, press=pending, judged=judged, round=before, held=held, waiting=False)
    legal = event.verdict.outcome is Outcome.LEGAL
    not_tiles = tuple(pin for pin in pins if pin.tile is None)
    if event.host is not None:
        before = with_room(before, press, event.verdict)
    following = before.after_turn(event.verdict, event.after, press.drew, press.face_up or NOTHING)
    if not legal and last is not None and event.replaces is not None and last.stays is not None:
        judged = replace(judged, stays=last.stays)
        following = _staying(judged, last.stays)
    all_seen = [len(tiles) for tiles in judged.known.sets] == [len(tiles) for tiles in event.after]
    known = (*not_tiles, *pins_of(judged.known, event.after)) if legal and all_seen else pins
    since = game.pins if event.replaces is not None else ()
    changes: dict[str, Any] = {
        "press": None if event.replaces is None else game.press,
        "judged": judged,
        "round": following,
        "held": still_held(held, press, event.verdict),
        "contradictions": event.contradictions,
        "pins": (*known, *(pin for pin in since if not any(pin.is_near(other) for other in known))),
        "waiting": event.waits,
    }
    return replace(game, **changes) if event.host is None else step.act(**changes)


def with_room(before: Round, press: Press, verdict: Verdict) -> Round:
    """`before` with a rack that can have held what the host says was laid: an earlier count must have been wrong."""
    put = 0 if press.face_up is None else len(press.face_up.put)
    least = len(verdict.played) + put + 1 - press.drew
    if verdict.outcome is not Outcome.LEGAL or before.counts[press.player] >= least - 1:
        return before
    return replace(before, counts=MappingProxyType({**before.counts, press.player: least}))


def _tile_said(step: _Step, event: events.TileSaid) -> Game:
    """A person named a tile: it is known from here on, and in the last turn where it was seen there too."""
    judged, current = step.game.judged, step.game.round
    if judged is not None and event.verdict == judged.event:
        before = _recast(judged.round, judged.pins, event.pin)
        judged = replace(judged, round=before, pins=add_pin(judged.pins, event.pin), outdated=True)
    if current is not None:
        current = _recast(current, step.game.pins, event.pin)
    return step.act(pins=add_pin(step.game.pins, event.pin), judged=judged, round=current)


def _recast(state: Round, pins: Pins, said: Pin) -> Round:
    """The round with a tile that had been misread before as what it is: it has always been that."""
    untouched = (pin for pin in pins if pin.is_near(said) and same_look(pin.likely, said.likely))
    was = next((pin.tile for pin in untouched if pin.tile is not None), None)
    if was is None or was == said.tile:
        return state
    table = list(state.table)
    index = next((i for i, tiles in enumerate(table) if was in tiles), None)
    if index is None:
        return state
    place = table[index].index(was)
    instead = () if said.tile is None else (said.tile,)
    table[index] = (*table[index][:place], *instead, *table[index][place + 1 :])
    return replace(state, table=tuple(tiles for tiles in table if tiles))


def _paused(step: _Step, _: events.Paused) -> Game:
    return replace(step.game, waiting=False)


def _resumed(step: _Step, event: events.Resumed) -> Game:
    """Where the table stays as it lies after an illegal turn, the game goes on from there."""
    game, judged = step.game, step.game.judged
    if event.table is None or judged is None:
        return replace(game, waiting=False)
    return replace(game, waiting=False, round=_staying(judged, event.table), judged=replace(judged, stays=event.table))


def _staying(judged: Judged, table: Table) -> Round:
    """The round after an illegal turn whose table stays as it lies; what the player laid and left there is off the rack."""
    press = judged.press
    shown = judged.round.after_turn(
        judged.verdict, judged.known.table(), press.drew, press.face_up or NOTHING, shown=table
    )
    lying = (count_tiles(table) - count_tiles(shown.table)).total()
    counts = {**shown.counts, press.player: max(1, shown.counts[press.player] - lying)}
    return replace(shown, table=table, counts=MappingProxyType(counts))


def _round_scored(step: _Step, event: events.RoundScored) -> Game:
    if step.game.sheet is None:
        raise step.misfit("scores a round that never began")
    sheet = step.game.sheet.add(event.column)
    return step.act(
        scored=True, sheet=sheet, press=None, contradictions=event.contradictions, waiting=False, dealing=False
    )


def _undone(step: _Step, event: events.Undone) -> Game:
    if step.game.past is None or step.game.action != event.event:
        raise step.misfit(f"undoes event {event.event}, which is not the last action")
    clock = replace(step.game.clock, spent=step.mark.was, since=step.since)
    return replace(step.game.past, future=replace(step.game, clock=clock))


def _redone(step: _Step, event: events.Redone) -> Game:
    if step.game.future is None or step.game.future.action != event.event:
        raise step.misfit(f"redoes event {event.event}, which was not the last to be undone")
    return step.game.future


def _game_closed(step: _Step, _: events.GameClosed) -> Game:
    return step.act(
        round=None, press=None, judged=None, pins=(), sheet=None, waiting=False, dealing=False, scored=False
    )


def _noted(step: _Step, _: Event) -> Game:
    return step.game


_APPLIED = cast(
    "Mapping[type[Event], Callable[[_Step, Event], Game]]",
    {
        events.RoundStarted: _round_started,
        events.FirstTurn: _first_turn,
        events.RacksSeen: _racks_seen,
        events.RedealClaimed: _redeal_claimed,
        events.TurnEnded: _turn_ended,
        events.FaceUpSaid: _face_up_said,
        events.TableKept: _table_kept,
        events.JudgeAnyway: _judge_anyway,
        events.PressDropped: _press_dropped,
        events.VerdictGiven: _verdict_given,
        events.QuestionAnswered: _tile_said,
        events.TileCorrected: _tile_said,
        events.TileAdded: _tile_said,
        events.Paused: _paused,
        events.Resumed: _resumed,
        events.RoundScored: _round_scored,
        events.Undone: _undone,
        events.Redone: _redone,
        events.AreaMarked: _noted,
        events.GameClosed: _game_closed,
    },
)


def still_held(held: Held, press: Press, verdict: Verdict) -> Held:
    """What is still known of the racks after a turn; of equal tiles, one that was laid is taken for the known one."""
    if press.player not in held or (verdict.penalty is not None and verdict.penalty.restore):
        return held
    put = Counter() if press.face_up is None else press.face_up.put
    left = Counter(held[press.player]) - Counter(verdict.played) - put
    return MappingProxyType({**held, press.player: tuple(left.elements())})
