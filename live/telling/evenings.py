"""All evenings of a journal: their sheets, and what each player did in them.

What is read of an evening that is over is read once.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from journal import Journal, StoredEvent
from live.game import events
from live.game.amending import Struck
from live.telling.evening import NO_PLAY, Span, evening_of, spans
from live.telling.missed_plays import Missed, missed
from live.telling.undo_history import UndoHistory
from referee.score import Column, ScoreSheet
from referee.verdict import Outcome

_LARGE = ("reading", "frames", "before", "after", "pin", "contradictions", "questions")
"""Large fields of events that no evening is told from, and that are not read."""


@dataclass(frozen=True)
class Sheet:
    """A score sheet of an evening."""

    players: tuple[str, ...]
    rulebook: str
    """Id of the rulebook with its switches."""
    columns: tuple[Column, ...] = ()
    """Its columns, including those of earlier evenings where the game went on."""
    struck: tuple[Struck, ...] = ()

    @property
    def score(self) -> ScoreSheet:
        """Its columns, with totals and leaders."""
        return ScoreSheet(self.players, self.columns)


@dataclass(frozen=True)
class Tally:
    """What a player did in some rounds, as sums: two tallies can be added."""

    rounds: int = 0
    """Rounds that were written down."""
    won: int = 0
    """Rounds that the player won."""
    turns: int = 0
    """Turns whose time is known."""
    seconds: float = 0.0
    """Total time of these turns."""
    opened: int = 0
    """First lay-downs."""
    opening_points: int = 0
    """Total points of the first lay-downs."""
    illegal: int = 0
    """Turns that were not legal."""
    drawn: int = 0
    """Tiles drawn as penalties for illegal turns."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{name: value + getattr(other, name) for name, value in vars(self).items()})

    @property
    def average(self) -> float | None:
        """Mean seconds per turn; None without any turn."""
        return self.seconds / self.turns if self.turns else None


@dataclass(frozen=True)
class TurnFacts:
    """The facts of a turn that a tally needs."""

    player: str
    seconds: float
    outcome: str | None = None
    """Outcome of its verdict; None without one."""
    points: int = 0
    laid: int = 0
    drawn: int = 0
    """Tiles drawn as a penalty."""
    verdict: int | None = None
    """The event of the verdict."""


@dataclass(frozen=True)
class EveningSummary:
    """An evening as its sheets and tallies need it; `live.telling.evening.Evening` tells it turn by turn."""

    span: Span
    began: float
    """When its first event was recorded, seconds since 1970-01-01 UTC."""
    ended: float
    """When its last event was recorded, seconds since 1970-01-01 UTC."""
    sheets: tuple[Sheet, ...] = ()
    rounds: tuple[tuple[TurnFacts, ...], ...] = ()
    """The turns of each round that was begun."""
    written: tuple[Column, ...] = ()
    """The columns that were written that evening."""
    is_closed: bool = False
    """Whether people went back to setting the table: what follows is on another sheet."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played, in the order of their seats."""
        return tuple(dict.fromkeys(name for sheet in self.sheets for name in sheet.players))

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return sum(map(len, self.rounds))

    @property
    def waits(self) -> bool:
        """Whether the last turn has no verdict, and may get one."""
        return bool(self.rounds) and bool(self.rounds[-1]) and self.rounds[-1][-1].outcome is None

    def tallies(self) -> dict[str, Tally]:
        """What each player did."""
        found = dict.fromkeys(self.players, Tally())
        for column in self.written:
            for name in column.points:
                found[name] += Tally(rounds=1, won=int(column.winner == name))
        for turns in self.rounds:
            for name, tally in _of_round(turns):
                found[name] = found.get(name, Tally()) + tally
        return found


def _of_round(turns: Iterable[TurnFacts]) -> Iterator[tuple[str, Tally]]:
    opened: Counter[str] = Counter()
    for turn in turns:
        is_first = turn.outcome == Outcome.LEGAL and turn.laid > 0 and not opened[turn.player]
        opened[turn.player] += is_first
        illegal = turn.outcome == Outcome.ILLEGAL
        yield (
            turn.player,
            Tally(
                turns=int(turn.seconds > 0),
                seconds=turn.seconds,
                opened=int(is_first),
                opening_points=turn.points if is_first else 0,
                illegal=int(illegal),
                drawn=turn.drawn if illegal else 0,
            ),
        )


def _started(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    """The evening after a round began.

    A round in which nobody has taken a turn gives way to it, and so does a sheet without a round.
    """
    data = event.data
    players, carried = tuple(data["players"]), data.get("carried")
    last = summary.sheets[-1] if summary.sheets else None
    goes_on = last is not None and last.players == players and not data["new_game"] and not summary.is_closed
    columns = last.columns if goes_on and last is not None else ()
    struck = last.struck if goes_on and last is not None else ()
    if carried is not None:
        columns = tuple(map(Column.from_json, carried["columns"]))
        struck = tuple(map(Struck.from_json, carried.get("struck", ())))
    sheet = Sheet(players, data["rulebook"], columns, struck)
    is_same = last is not None and (columns or not last.columns)
    sheets = (*summary.sheets[:-1], sheet) if is_same else (*summary.sheets, sheet)
    rounds = summary.rounds if summary.rounds and summary.rounds[-1] else summary.rounds[:-1]
    return replace(summary, sheets=sheets, rounds=(*rounds, ()), is_closed=False)


def _ended(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    turn = TurnFacts(event.data["player"], event.data["seconds"])
    rounds = summary.rounds or ((),)
    return replace(summary, rounds=(*rounds[:-1], (*rounds[-1], turn)))


def _dropped(summary: EveningSummary, _: StoredEvent) -> EveningSummary:
    return replace(summary, rounds=(*summary.rounds[:-1], summary.rounds[-1][:-1]))


def _judged(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    """The evening after a verdict.

    The verdict is on the last turn or, where it replaces another one, on the turn of that one, which need not be the
    last.
    """
    data, verdict = event.data, event.data["verdict"]
    turn = TurnFacts(
        data["player"],
        data["seconds"],
        verdict["verdict"],
        verdict["points"],
        len(verdict["played"]),
        (verdict["penalty"] or {}).get("draw", 0),
        event.id,
    )
    turns = list(summary.rounds[-1])
    replaced = data.get("replaces")
    place = next((k for k, one in enumerate(turns) if replaced is not None and one.verdict == replaced), -1)
    turns[place] = turn
    return replace(summary, rounds=(*summary.rounds[:-1], tuple(turns)))


def _scored(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    column, last = Column.from_json(event.data), summary.sheets[-1]
    sheet = replace(last, columns=(*last.columns, column))
    return replace(summary, sheets=(*summary.sheets[:-1], sheet), written=(*summary.written, column))


def _amended(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    data, last, number = event.data, summary.sheets[-1], event.data["round"]
    column = last.columns[number - 1]
    struck = Struck(number, column.points, data["at"], data.get(events.BY))
    columns = last.score.amended(number, data["player"], data["points"]).columns
    sheet = replace(last, columns=columns, struck=(*last.struck, struck))
    return replace(summary, sheets=(*summary.sheets[:-1], sheet))


def _closed(summary: EveningSummary, _: StoredEvent) -> EveningSummary:
    return replace(summary, is_closed=True)


_CHANGES: Mapping[str, Callable[[EveningSummary, StoredEvent], EveningSummary]] = {
    events.RoundStarted.kind: _started,
    events.TurnEnded.kind: _ended,
    events.PressDropped.kind: _dropped,
    events.VerdictGiven.kind: _judged,
    events.RoundScored.kind: _scored,
    events.ScoreAmended.kind: _amended,
    events.GameClosed.kind: _closed,
}
"""What each kind of event changes in an evening; all other kinds change nothing."""


def summary_of(span: Span, written: Iterable[StoredEvent]) -> EveningSummary:
    """The evening that these events of a span tell.

    An event that does not fit those before it is passed over, and an undo that reaches into the evening before changes
    nothing of either.
    """
    summary, history = EveningSummary(span, 0.0, 0.0), UndoHistory[EveningSummary]()
    for event in (one for one in written if one.kind not in NO_PLAY):
        summary = replace(summary, began=summary.began or event.time)
        summary = replace(history.after(summary, event, partial(_after, event=event)), ended=event.time)
    return summary


def _after(summary: EveningSummary, event: StoredEvent) -> EveningSummary:
    """The evening after an event; the same evening after one that does not fit it, or that changes nothing in it."""
    if event.kind in _CHANGES:
        with suppress(LookupError, TypeError, ValueError):
            return _CHANGES[event.kind](summary, event)
    return summary


class Memory:
    """The evenings of a journal, computed when somebody asks. Thread-safe."""

    def __init__(self, journal: Journal) -> None:
        """`journal` may go on to be written."""
        self._journal = journal
        self._lock = threading.Lock()
        self._known: dict[Span, EveningSummary] = {}
        self._searching = threading.Lock()
        self._missed: dict[Span, list[Missed]] = {}

    def evenings(self) -> list[EveningSummary]:
        """Every evening on which a round was begun, in the order of time.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._lock:
            there = spans(self._journal)
            known = {span: self._known[span] if span in self._known else self._read(span) for span in there}
            self._known = known
        return [summary for summary in known.values() if summary.sheets]

    def evening(self, first: int) -> EveningSummary | None:
        """The evening that begins with the event `first`; None where none does.

        Raises:
            JournalError: the journal cannot be read.
        """
        return next((summary for summary in self.evenings() if summary.span.first == first), None)

    def missed(self, span: Span) -> list[Missed]:
        """The best play that each player missed on an evening; looked for when somebody asks, and remembered.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._searching:
            if span not in self._missed:  # the evening is new, or goes on: then it is known by an earlier end
                known = {one: plays for one, plays in self._missed.items() if one.first != span.first}
                self._missed = {**known, span: missed(evening_of(self._journal.since(*span)))}
            return self._missed[span]

    def _read(self, span: Span) -> EveningSummary:
        return summary_of(span, self._journal.briefly(*span, _LARGE))


def total_tallies(summaries: Iterable[EveningSummary]) -> dict[str, Tally]:
    """The tally of each player over these evenings."""
    found: dict[str, Tally] = {}
    for summary in summaries:
        for name, tally in summary.tallies().items():
            found[name] = found.get(name, Tally()) + tally
    return found
