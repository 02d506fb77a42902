"""An evening turn by turn, as the journal tells it: who did what, what was said of it, and what was taken back.

A journal that cannot be read is a `journal.JournalError`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from journal import Journal, StoredEvent
from live.game import events
from live.game.events import VerdictGiven
from live.game.scoring import Struck
from live.game.seats import Mending
from referee.score import Column, Rack, ScoreSheet

APART = 6 * 3600.0
"""Seconds without an event after which a round begins another evening."""

NO_PLAY = tuple(kind for kind, event in events.KINDS.items() if not event.is_play)
"""Kinds of events that come before a game, or after it, as well as in it: no evening goes on for them."""


@dataclass(frozen=True)
class Said:
    """What a person said of a turn."""

    kind: str
    """The kind of its event, such as ``tile-corrected``; ``photo`` where somebody took one to have the turn judged,
    ``judge-again`` where somebody had it judged once more."""
    tile: str | None = None
    """The tile that was named; None for no tile, or where none was asked for."""
    reason: str | None = None
    """Why the host decided; of a clock that was set, the seconds that it had shown and those that it shows; of a
    challenge, what the turn is by its clip."""
    by: str | None = None
    """Who said it, as `live.game.event.Event.by` has it."""


@dataclass(frozen=True)
class Sheet:
    """A score sheet of an evening."""

    players: tuple[str, ...]
    rulebook: str
    """Id of the rulebook with its switches."""
    columns: tuple[Column, ...] = ()
    """Its columns, including those of earlier evenings where the game went on."""
    struck: tuple[Struck, ...] = ()
    rulebook_text: str | None = None
    """As `live.game.events.RoundStarted` has it."""

    @property
    def score(self) -> ScoreSheet:
        """Its columns, with totals and leaders."""
        return ScoreSheet(self.players, self.columns)


class RoundKey(NamedTuple):
    """Identifies a round of an evening."""

    game: int
    """Number of its game within the evening, from 1."""
    round: int
    """Number of the round within the game, from 1."""


@dataclass(frozen=True)
class EveningTurn:
    """One turn of the evening."""

    press: int
    """The event by which it was ended, and its name at the desk."""
    round_key: RoundKey
    number: int
    """Number of the turn within its round, from 1."""
    ended: float
    """When it was ended, seconds since 1970-01-01 UTC."""
    player: str
    seconds: float
    """How long it took."""
    given: VerdictGiven | None = None
    """The verdict that holds; None where there is none yet."""
    said: tuple[Said, ...] = ()
    is_taken_back: bool = False
    is_unseen: bool = False
    """Whether it stands without a verdict, since no camera saw it."""
    by: str | None = None
    """Who pressed the button, as `live.game.event.Event.by` has it."""
    rulebook_text: str | None = None
    """As `live.game.events.RoundStarted` has it of its round."""

    @property
    def photo(self) -> str | None:
        """The name of the newest photo that the verdict was drawn from; None where there is none."""
        photos = () if self.given is None else self.given.photos
        return photos[-1] if photos else None


@dataclass(frozen=True)
class Counted:
    """A round that was written down."""

    round_key: RoundKey
    sheet: int
    """Index of its sheet in `Evening.sheets`."""
    number: int
    """Number of its column there, from 1."""
    column: Column
    racks: Mapping[str, Rack]
    """What each player had left: tiles, or their points."""


@dataclass(frozen=True)
class Evening:
    """The turns of one evening, game after game."""

    turns: tuple[EveningTurn, ...] = ()
    """The turns in the order of time; those that were taken back stay among them."""
    current: RoundKey = field(default_factory=lambda: RoundKey(1, 0))
    """The last round that has begun; of a game that is about to begin, round 0."""
    counted: tuple[Counted, ...] = ()
    """What was written down, round after round."""
    sheets: tuple[Sheet, ...] = ()
    """The score sheets; one without a round gives way to the next."""
    of_next: tuple[Said, ...] = ()
    """What was said of the turn that runs."""

    @property
    def last(self) -> EveningTurn | None:
        """The last turn that holds."""
        return next((turn for turn in reversed(self.turns) if not turn.is_taken_back), None)

    @property
    def awaits_verdict(self) -> bool:
        """Whether the last turn waits for its verdict."""
        last = self.last
        return last is not None and last.given is None and not last.is_unseen

    @property
    def _has_begun(self) -> bool:
        """Whether anything was played in the last round; where somebody else is to begin, it is only begun anew."""
        played = any(turn.round_key == self.current and not turn.is_taken_back for turn in self.turns)
        return played or any(counted.round_key == self.current for counted in self.counted)

    def ended_by(self, press: int) -> EveningTurn | None:
        """The turn that the event `press` ended; None where there is none."""
        return next((turn for turn in self.turns if turn.press == press), None)

    def after(self, event_id: int, ended: float, event: events.Event) -> Evening:
        """The evening after the event with that id, recorded at `ended`."""
        match event:
            case events.RoundStarted():
                return self._started(event)
            case events.GameClosed() if self.current.round:
                return replace(self, current=RoundKey(self.current.game + 1, 0))
            case events.RoundScored():
                last = self.sheets[-1]
                place = len(self.sheets) - 1, len(last.columns) + 1
                counted = Counted(self.current, *place, event.column, event.racks)
                sheet = replace(last, columns=(*last.columns, event.column))
                return replace(self, counted=(*self.counted, counted), sheets=(*self.sheets[:-1], sheet))
            case events.NameMended():
                return self.mended(event)
            case events.ScoreAmended():
                last = self.sheets[-1]
                struck = Struck(event.round, last.columns[event.round - 1].points, event.at, event.by)
                columns = last.score.amended(event.round, event.player, event.points).columns
                sheet = replace(last, columns=columns, struck=(*last.struck, struck))
                return replace(self, sheets=(*self.sheets[:-1], sheet))
        return self._after_saying(event_id, ended, event)

    def mended(self, event: events.NameMended) -> Evening:
        """The evening in which a player has gone by another name all along."""
        mending = Mending(event.player, event.name)
        sheets = (
            replace(
                sheet,
                players=mending.names(sheet.players),
                columns=tuple(map(mending.column, sheet.columns)),
                struck=tuple(map(mending.struck, sheet.struck)),
            )
            for sheet in self.sheets
        )
        return replace(
            self,
            turns=tuple(replace(turn, player=mending.name(turn.player)) for turn in self.turns),
            counted=tuple(
                replace(one, column=mending.column(one.column), racks=mending.keys(one.racks)) for one in self.counted
            ),
            sheets=tuple(sheets),
        )

    def _started(self, event: events.RoundStarted) -> Evening:
        """The evening after a round began: a sheet on which nothing stands gives way to that of the round."""
        last, carried = self.sheets[-1] if self.sheets else None, event.carried
        sheet = Sheet(event.players, event.rulebook, rulebook_text=event.rulebook_text)
        if carried is not None:
            everybody = ScoreSheet.going_on((*event.players, *carried.players), carried.columns).players
            sheet = replace(sheet, players=everybody, columns=carried.columns, struck=carried.struck)
        elif last is not None and last.players == event.players and self.current.round and not event.new_game:
            sheet = replace(sheet, columns=last.columns, struck=last.struck)
        is_same = last is not None and (sheet.columns or not last.columns)
        sheets = (*(self.sheets[:-1] if is_same else self.sheets), sheet)
        game, number = self.current
        is_next_game = event.new_game and number
        current = RoundKey(game + 1, 1) if is_next_game else RoundKey(game, max(1, number + self._has_begun))
        return replace(self, current=current, sheets=sheets, of_next=())

    def _after_saying(self, event_id: int, ended: float, event: events.Event) -> Evening:
        """The evening after something was done or said in a turn."""
        following = self
        match event:
            case events.TurnEnded():
                following = replace(self, turns=(*self.turns, self._ended(event_id, ended, event)), of_next=())
            case events.PressDropped():
                following = self._with_last(is_taken_back=True)
            case events.VerdictGiven():
                turn = self.last if event.replaces is None else self._last_judged
                before = None if turn is None else turn.given
                following = self._with(
                    turn, *_said_with(event, before), given=event, seconds=event.seconds, is_unseen=False
                )
            case events.CameraLeft() if self.last is not None and self.last.given is None:
                following = self._with_last(is_unseen=True)
            case events.JudgeAnyway() | events.WhoseSaid() | events.StillHolds() | events.PoolHolds():
                following = self._with_last(Said(event.kind, by=event.by))
            case events.ClockSet():
                following = self._timed(event)
            case events.TileSaid() | events.TurnChallenged():
                following = self._with(self._told_with(event), _said_of(event))
        return following

    def _told_with(self, event: events.TileSaid | events.TurnChallenged) -> EveningTurn | None:
        """The turn with which it is told: that of a tile that was misread is the one that laid it."""
        if isinstance(event, events.TileSeenAnew) and event.turn is not None:
            return self.ended_by(event.turn)
        return self.last

    def _timed(self, event: events.ClockSet) -> Evening:
        """The evening after somebody said how long a turn has taken."""
        said = Said(event.kind, reason=f"{event.was:.0f} s → {event.seconds:.0f} s", by=event.by)
        if event.press is None:
            return replace(self, of_next=(*self.of_next, said))
        return self._with(self.ended_by(event.press), said, seconds=event.seconds)

    def taken_back_to(self, earlier: Evening) -> Evening:
        """The evening as it was `earlier`, with the turns since then marked as taken back."""
        there = {turn.press for turn in earlier.turns}
        since = (replace(turn, is_taken_back=True) for turn in self.turns if turn.press not in there)
        return replace(earlier, turns=(*earlier.turns, *since))

    def _ended(self, event_id: int, ended: float, event: events.TurnEnded) -> EveningTurn:
        last = self.last
        number = last.number + 1 if last is not None and last.round_key == self.current else 1
        called = (Said("called", by=event.by),) if event.called else ()
        return EveningTurn(
            press=event_id,
            round_key=self.current,
            number=number,
            ended=ended,
            player=event.player,
            seconds=event.seconds,
            said=(*self.of_next, *called),
            is_unseen=event.unseen,
            by=event.by,
            rulebook_text=self.sheets[-1].rulebook_text if self.sheets else None,
        )

    @property
    def _last_judged(self) -> EveningTurn | None:
        """The last turn that holds and has a verdict: the one after it may wait for its own."""
        return next((turn for turn in reversed(self.turns) if not turn.is_taken_back and turn.given is not None), None)

    def _with_last(self, *said: Said, **changes: VerdictGiven | bool | float) -> Evening:
        return self._with(self.last, *said, **changes)

    def _with(self, turn: EveningTurn | None, *said: Said, **changes: VerdictGiven | bool | float) -> Evening:
        """The evening with something said about one of its turns, or changed in it."""
        if turn is None:
            return self
        changed = replace(turn, said=(*turn.said, *said), **changes)  # type: ignore[arg-type] # fields by their names
        at = next(k for k in reversed(range(len(self.turns))) if self.turns[k] is turn)  # mostly the last
        return replace(self, turns=(*self.turns[:at], changed, *self.turns[at + 1 :]))


def _said_of(event: events.TileSaid | events.TurnChallenged) -> Said:
    """The tile that was named; or what the turn is by its clip, as the reason."""
    if isinstance(event, events.TurnChallenged):
        return Said(event.kind, reason=event.found.value, by=event.by)
    changed = event.change if isinstance(event, events.TileSeenAnew) else None
    return Said(event.kind, None if event.pin.tile is None else str(event.pin.tile), changed, event.by)


def _said_with(given: VerdictGiven, before: VerdictGiven | None) -> tuple[Said, ...]:
    """What a person had to do with a verdict.

    It may be the host's word, asked for again, or drawn from a photo that somebody took. A decision of the host that
    merely goes on to stand after somebody named a tile is not repeated.
    """
    if given.host is not None:
        stands_on = before is not None and (before.host, before.verdict.outcome) == (given.host, given.verdict.outcome)
        return () if stands_on else (Said(given.kind, reason=given.host, by=given.by),)
    if given.again:
        return (Said("judge-again", by=given.by),)
    return (Said("photo", by=given.by),) if given.by_photo and given.replaces is None else ()


class Telling:
    """Builds an evening from its events, one after the other: undo and redo lead back to what was told before."""

    def __init__(self) -> None:
        self.evening = Evening()
        self._before: dict[int, Evening] = {}
        self._undone: dict[int, Evening] = {}

    def tell(self, written: StoredEvent) -> None:
        """Adds the next event.

        One that cannot be read, or that does not fit, is passed over, and so are undo and redo of what is not remembered.
        """
        with suppress(LookupError, TypeError, ValueError):
            event, _ = events.read(written.kind, written.data)
            match event:
                case events.Undone():
                    self._undone[event.event] = self.evening
                    self.evening = self.evening.taken_back_to(self._before[event.event])
                case events.Redone():
                    self.evening = self._undone[event.event]
                case events.NameMended():  # undo and redo leave it as it is
                    for told in (self._before, self._undone):
                        told.update({number: before.mended(event) for number, before in told.items()})
                    self._go_on(written, event)
                case _:
                    self._go_on(written, event)

    def _go_on(self, written: StoredEvent, event: events.Event) -> None:
        if isinstance(event, VerdictGiven) and event.replaces is not None and self.evening.awaits_verdict:
            # undoing the press before a late verdict does not undo the verdict
            late = {number: before for number, before in self._before.items() if number > event.replaces}
            self._before |= {number: before.after(written.id, written.time, event) for number, before in late.items()}
        self._before[written.id] = self.evening
        self.evening = self.evening.after(written.id, written.time, event)


class Span(NamedTuple):
    """Where an evening lies in the journal."""

    first: int
    """The event with which it begins; its number also names the evening."""
    last: int


def spans(journal: Journal) -> list[Span]:
    """The evenings of a journal in the order of time.

    Each begins with a round before which nobody had played for `APART` seconds. Evenings that were removed lie apart, those that follow
    each other as one.
    """
    end = journal.last_event
    if not end:
        return []
    apart = journal.after_pauses(events.RoundStarted.kind, APART, NO_PLAY)
    begun = sorted({1, *apart, *journal.edges(events.Removed.kind)})
    return [Span(first, following - 1) for first, following in pairwise([*begun, end + 1])]


def evenings_in(written: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """The events of each evening, in the order of time: what `spans` tells of a journal, of events from anywhere; none that was removed."""
    evening, played = list[StoredEvent](), float("-inf")
    for one in written:
        is_removed = one.kind == events.Removed.kind
        if evening and (is_removed or (one.kind == events.RoundStarted.kind and one.time - played > APART)):
            yield evening
            evening = []
        if is_removed:
            continue
        evening.append(one)
        played = played if one.kind in NO_PLAY else one.time
    if evening:
        yield evening


def this_evening(journal: Journal, now: float) -> Span | None:
    """The evening that goes on at `now`, seconds since 1970-01-01 UTC: the last one, until nobody has played for `APART` seconds."""
    last = next(iter(journal.newest(tuple(events.KINDS.keys() - set(NO_PLAY)), 1)), None)
    return None if last is None or now - last.time > APART else spans(journal)[-1]


def evening_of(written: Iterable[StoredEvent]) -> Evening:
    """The evening that these events tell, all of one span."""
    telling = Telling()
    for one in written:
        telling.tell(one)
    return telling.evening


class Chronicle:
    """The last evening of a journal that is still being written; each event is read only once. Thread-safe."""

    def __init__(self, journal: Journal) -> None:
        """Reads nothing yet."""
        self._journal = journal
        self._lock = threading.Lock()
        self._telling = Telling()
        self._following: int | None = None  # number of the first event that was not read yet

    def evening(self) -> Evening:
        """The evening up to the last event."""
        with self._lock:
            begun = None
            for written in self._journal.since(self._following or self._begun):
                if written.kind == events.RoundStarted.kind:
                    begun = begun or self._begun
                    self._telling = Telling() if written.id == begun else self._telling
                self._telling.tell(written)
                self._following = written.id + 1
            return self._telling.evening

    @property
    def _begun(self) -> int:
        """The event with which the last evening begins."""
        return next((span.first for span in reversed(spans(self._journal))), 1)
