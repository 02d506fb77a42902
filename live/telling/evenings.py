"""All evenings of a journal: their sheets, and what each player did in them.

What is read of an evening that is over is read once. A journal that cannot be read is a `journal.JournalError`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from journal import Journal, StoredEvent
from live.telling.evening import NO_PLAY, EveningTurn, RoundKey, Sheet, Span, Telling, evening_of, spans
from live.telling.missed_plays import Missed, missed
from live.telling.round_files import RecordedRound, recorded_rounds, sealed_as
from referee.verdict import Outcome
from roundfile.document import Document
from roundfile.seal import code, code_of

_BLANK: Mapping[str, Any] = {
    "reading": {"sets": [], "width": 1, "height": 1},
    "pin": {"x": 0.0, "y": 0.0, "size": 0.0, "tile": None, "likely": []},
    **dict.fromkeys(("frames", "before", "after", "contradictions", "questions"), ()),
}
"""Large fields of events, which no summary is told from and which are not read, as they are where there is nothing."""


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
class EveningSummary:
    """What is remembered of an evening; `live.telling.evening.Evening` tells it turn by turn."""

    span: Span
    began: float
    """When its first event was recorded, seconds since 1970-01-01 UTC."""
    ended: float
    """When its last event was recorded, seconds since 1970-01-01 UTC."""
    sheets: tuple[Sheet, ...]
    rounds: int
    """How many rounds were written down."""
    turns: int
    """How many turns were taken."""
    tallies: Mapping[str, Tally]
    """What each player did."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played, in the order of their seats."""
        return tuple(dict.fromkeys(name for sheet in self.sheets for name in sheet.players))


def summary_of(span: Span, written: Iterable[StoredEvent]) -> EveningSummary:
    """The evening that these events of a span tell; they may be brief."""
    telling, began, ended = Telling(), 0.0, 0.0
    for event in (one for one in written if one.kind not in NO_PLAY):
        began, ended = began or event.time, event.time
        telling.tell(event)
    evening = telling.evening
    turns = [turn for turn in evening.turns if not turn.is_taken_back]
    did = [(name, Tally()) for sheet in evening.sheets for name in sheet.players]
    for column in (counted.column for counted in evening.counted):
        did += [(name, Tally(rounds=1, won=int(column.winner == name))) for name in column.points]
    return EveningSummary(
        span, began, ended, evening.sheets, len(evening.counted), len(turns), _added_up([*did, *_of_turns(turns)])
    )


def _of_turns(turns: Iterable[EveningTurn]) -> Iterator[tuple[str, Tally]]:
    """Yields what each turn was, in the order of time."""
    opened: set[tuple[str, RoundKey]] = set()
    for turn in turns:
        tally = _tally_of(turn, opened=(turn.player, turn.round_key) in opened)
        yield turn.player, tally
        if tally.opened:
            opened.add((turn.player, turn.round_key))


def _tally_of(turn: EveningTurn, *, opened: bool) -> Tally:
    """A turn of a player who had `opened` before it or not."""
    time = Tally(turns=int(turn.seconds > 0), seconds=turn.seconds)
    verdict = None if turn.given is None else turn.given.verdict
    if verdict is None or verdict.outcome is Outcome.UNDECIDED:
        return time
    if verdict.outcome is Outcome.ILLEGAL:
        return time + Tally(illegal=1, drawn=0 if verdict.penalty is None else verdict.penalty.draw)
    return time if opened or not verdict.played else time + Tally(opened=1, opening_points=verdict.points)


class RoundCode(NamedTuple):
    """What a phone keeps of a round that is written down."""

    code: str
    """The six words of its round file."""
    began: str
    """As its file says it."""
    players: list[str]
    round: int


_T = TypeVar("_T")


class Memory:
    """The evenings of a journal, computed when somebody asks. Thread-safe."""

    def __init__(self, journal: Journal) -> None:
        """`journal` may go on to be written."""
        self._journal = journal
        self._lock = threading.Lock()
        self._known: dict[Span, EveningSummary] = {}
        self._searching = threading.Lock()
        self._missed: dict[Span, list[Missed]] = {}
        self._codes: dict[Span, list[RoundCode]] = {}
        self._looking = threading.Lock()
        self._looked_at: tuple[Span, list[RecordedRound]] | None = None

    def evenings(self) -> list[EveningSummary]:
        """Every evening on which a round was begun, in the order of time."""
        with self._lock:
            there = spans(self._journal)
            known = {span: self._known[span] if span in self._known else self._read(span) for span in there}
            self._known = known
        return [summary for summary in known.values() if summary.sheets]

    def evening(self, first: int) -> EveningSummary | None:
        """The evening that begins with the event `first`; None where none does."""
        return next((summary for summary in self.evenings() if summary.span.first == first), None)

    def missed(self, span: Span) -> list[Missed]:
        """The best play that each player missed on an evening; looked for when somebody asks, and remembered."""
        return self._once(self._missed, span, lambda: missed(evening_of(self._journal.since(*span))))

    def rounds(self, span: Span) -> list[RecordedRound]:
        """The rounds of an evening; those of the evening that was asked for last are remembered, since somebody looks at one turn after the other."""
        with self._looking:
            if self._looked_at is None or self._looked_at[0] != span:
                self._looked_at = span, [*recorded_rounds(self._journal.since(*span))]
            return self._looked_at[1]

    def round_files(self, span: Span, program: str) -> list[Document]:
        """The rounds of an evening as round files, written by that version of the program."""
        link = self._journal.link(span.last)
        return [sealed_as(one.document, program, span.last, link) for one in self.rounds(span)]

    def codes(self, span: Span, program: str) -> list[RoundCode]:
        """The codes of the rounds of an evening that are written down; all phones ask at once, and they are told once."""
        return self._once(
            self._codes,
            span,
            lambda: [
                RoundCode(code_of(one), one["began"], one["players"], one["round"])
                for one in self.round_files(span, program)
                if "result" in one
            ],
        )

    def _once(self, known: dict[Span, _T], span: Span, find: Callable[[], _T]) -> _T:
        """What was found of an evening, looked for where it is new, or has gone on."""
        with self._searching:
            if span not in known:
                for earlier in [one for one in known if one.first == span.first]:
                    del known[earlier]
                known[span] = find()
            return known[span]

    def code(self, span: Span) -> str | None:
        """The six words that a witness keeps of an evening (`roundfile.seal.code`); None where its events bear no links."""
        link = self._journal.link(span.last)
        return None if link is None else code(link)

    def _read(self, span: Span) -> EveningSummary:
        return summary_of(span, self._journal.briefly(*span, _BLANK))


def total_tallies(summaries: Iterable[EveningSummary]) -> dict[str, Tally]:
    """The tally of each player over these evenings."""
    return _added_up(did for summary in summaries for did in summary.tallies.items())


def _added_up(did: Iterable[tuple[str, Tally]]) -> dict[str, Tally]:
    """The tally of each player from what they did."""
    found: dict[str, Tally] = {}
    for name, tally in did:
        found[name] = found.get(name, Tally()) + tally
    return found
