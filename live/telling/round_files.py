"""Rounds of a journal as round files (docs/round-format.md): all of a round that somebody who was not there may ask about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from journal import StoredEvent
from live.game import events
from live.game.phases import Judged, TakenTurn
from live.game.seats import Mending
from live.game.seen import SeenTable
from live.game.state import Game, State
from live.telling.evening import Counted, Evening, EveningTurn, RoundKey, Telling
from referee.accepted import no_sets
from referee.allowance import Allowance
from referee.described import FACE_UP
from referee.faceup import NOTHING
from referee.round import Round
from referee.score import Rack
from referee.tiles import UNREAD, Place, Tile
from referee.verdict import Violation
from roundfile.document import FORMAT, SUFFIX, Document, write_names, write_table, write_tiles
from roundfile.seal import sealed


class RecordedRound(NamedTuple):
    """A round of a journal."""

    event: int
    """The event that began it, which names it."""
    document: Document
    """Its round file; without a seal as yet (`sealed_as`)."""


def sealed_as(document: Document, program: str, event: int, link: bytes | None) -> Document:
    """A round with its seal.

    Args:
        document: the round.
        program: the version that writes it.
        event: the last event of its evening.
        link: that event's link in the journal's chain; None where it has none.
    """
    head = {} if link is None else {"journal": {"event": event, "link": link.hex()}}
    return sealed(document, program=f"tileref {program}", **head)


def file_name(document: Document) -> str:
    """The name of a round's file among those of an evening."""
    return f"game-{document['game']}-round-{document['round']}{SUFFIX}"


def recorded_rounds(written: Iterable[StoredEvent]) -> Iterator[RecordedRound]:
    """The rounds of an evening in which anything was played, in the order of time; from all events of the evening."""
    told = _Told()
    for one in written:
        told.tell(one)
    return told.rounds()


@dataclass(frozen=True)
class _Course:
    """What only the game knows of a round."""

    event: int
    """The event that began it."""
    began: float
    ended: float
    """When its last event was recorded."""
    fresh: Game
    """The game as it began."""
    latest: Game
    """The game after its last event."""


class _Told:
    """An evening, told event by event."""

    def __init__(self) -> None:
        self._telling = Telling()
        self._game = Game()
        self._courses: dict[RoundKey, _Course] = {}
        self._taken: dict[int, TakenTurn] = {}  # each turn as it was judged last, by the event that ended it

    def tell(self, one: StoredEvent) -> None:
        """Adds the next event; one that does not fit is passed over."""
        self._telling.tell(one)
        with suppress(ValueError):
            event, mark = events.read(one.kind, one.data)
            self._game = events.apply(self._game, event, one.id, mark)
            if isinstance(event, events.NameMended):
                self._mend(Mending(event.player, event.name))
            if event.is_play and self._game.round is not None:
                self._note(one, isinstance(event, events.RoundStarted))
        self._taken |= {turn.press.event: turn for turn in self._game.turns}

    def _note(self, one: StoredEvent, begins: bool) -> None:  # noqa: FBT001 - as it is asked
        game, key = replace(self._game, history=(), future=None), self._telling.evening.current
        course = self._courses.get(key)
        if begins or course is None:
            self._courses[key] = _Course(one.id, one.time, one.time, game, game)
        elif not course.latest.state is game.state is State.SCORED:  # what comes later is no part of it
            self._courses[key] = replace(course, ended=one.time, latest=game)

    def _mend(self, mending: Mending) -> None:
        """Gives a player another name in what has been told."""
        self._taken = {press: mending.turn(turn) for press, turn in self._taken.items()}
        self._courses = {
            key: replace(course, fresh=mending.game(course.fresh), latest=mending.game(course.latest))
            for key, course in self._courses.items()
        }

    def rounds(self) -> Iterator[RecordedRound]:
        """The rounds in which anything was played."""
        evening = self._telling.evening
        for key, course in self._courses.items():
            # What came before was played in a round whose beginning was taken back.
            turns = [turn for turn in evening.turns if turn.round_key == key and turn.press >= course.event]
            counted = next((one for one in evening.counted if one.round_key == key), None)
            if course.fresh.round is not None and (counted or not all(turn.is_taken_back for turn in turns)):
                document = {
                    **_frame(key, course, course.fresh.round),
                    **({} if counted is None else {"result": _result(evening, counted)}),
                    **self._turns(turns),
                }
                yield RecordedRound(course.event, document)

    def _turns(self, turns: Iterable[EveningTurn]) -> dict[str, Any]:
        held, back = list[Any](), list[Any]()
        for turn in turns:
            described = _turn(turn, self._taken.get(turn.press))
            if turn.is_taken_back:
                back.append({"number": turn.number, **described})
            else:
                held.append(described)
        return _known({"turns": held, "taken_back": back})


def _frame(key: RoundKey, course: _Course, fresh: Round) -> dict[str, Any]:
    """What stands besides the turns and the result."""
    book, latest = fresh.rulebook, course.latest
    claim = latest.claim
    last = latest.round or fresh
    return _known(
        {
            "format": FORMAT,
            "players": [*fresh.players],
            "rulebook": book.id,
            "rulebook_text": book.text,
            "began": _time(course.began),
            "ended": _time(course.ended),
            "game": key.game,
            "round": key.round,
            "watched": course.fresh.watched,
            "handicaps": {name: _limit(seconds) for name, seconds in fresh.handicaps.items()},
            "left": [{"player": name} for name in fresh.players if name not in last.players],
            "deal": _known(
                {
                    "first": fresh.on_turn,
                    "tiles": book.deal.tiles,
                    "pool": fresh.pool,
                    "claim": None
                    if claim is None
                    else {
                        "player": claim.player,
                        "granted": claim.granted,
                        "pairs": write_tiles(claim.pairs),
                        "clause": claim.clause,
                    },
                }
            ),
        }
    )


def _result(evening: Evening, counted: Counted) -> dict[str, Any]:
    """What was written down, and what it was amended from."""
    sheet = evening.sheets[counted.sheet]
    column = sheet.columns[counted.number - 1]
    amended = [
        _known({"points": dict(one.points), "at": _time(one.at), "by": one.by})
        for one in sheet.struck
        if one.round == counted.number
    ]
    return _known(
        {
            "winner": column.winner,
            "blocked": column.blocked or None,
            "points": dict(column.points),
            "racks": {name: _rack(rack) for name, rack in counted.racks.items()},
            "amended": amended,
        }
    )


def _turn(turn: EveningTurn, taken: TakenTurn | None) -> dict[str, Any]:
    """A turn: what it was judged by, what was ruled, and what people had to do with it."""
    described = {} if taken is None else _described(taken)
    ruled = {} if turn.given is None else _ruled(turn.given)
    if described.get("before") is None:  # what was laid nobody knows
        ruled = {key: value for key, value in ruled.items() if key not in ("played", "points")}
    return _known(
        {
            "player": turn.player,
            **described,
            **ruled,
            "seconds": turn.seconds,
            "ended": _time(turn.ended),
            "by": turn.by,
            "said": [_known(asdict(said)) for said in turn.said],
        }
    )


def _ruled(given: events.VerdictGiven) -> dict[str, Any]:
    """A verdict, as ``tileref judge`` prints it, with what it was drawn from; tiles in one text each."""
    verdict = given.verdict
    penalty = (
        None if verdict.penalty is None else {**verdict.penalty.to_json(), "take": write_tiles(verdict.penalty.take)}
    )
    return {
        "after": _as_questioned(given),
        "verdict": verdict.outcome.value,
        "host": given.host,
        "note": None if given.note is None else given.note.line,
        "played": write_tiles(verdict.played),
        "points": verdict.points,
        "violations": [_finding(one) for one in verdict.violations],
        "notices": [_finding(one) for one in verdict.notices],
        "penalty": penalty,
        "photos": [name.partition(".")[0] for name in given.photos],
        "seen": _seen(given.reading) if given.photos and given.reading.tiles else None,
    }


def _seen(table: SeenTable) -> dict[str, Any]:
    """What was read in the last of the photos, and where in it; of what is in doubt nobody knows what it is."""
    corners = (value for tile in table.tiles for corner in tile.corners for value in corner)
    return {
        "width": table.width,
        "height": table.height,
        "table": write_names(
            [UNREAD if tile.doubt or tile.tile is None else str(tile.tile) for tile in members]
            for members in table.sets
        ),
        "corners": " ".join(str(round(value)) for value in corners),
    }


def _as_questioned(given: events.VerdictGiven) -> str:
    """The table after a turn; of the tiles that an undecided verdict hangs on nobody knows what they are."""
    asked = set(given.questions)
    return write_names(
        [UNREAD if Place(index, place) in asked else str(tile) for place, tile in enumerate(tiles)]
        for index, tiles in enumerate(given.after)
    )


def _described(taken: TakenTurn) -> dict[str, Any]:
    """What a turn was judged by, as `referee.described` has it, but for the table after it; and what only the game knows of it."""
    press, before = taken.press, taken.before
    face_up = press.face_up or NOTHING
    table = before.table if before.table_known else None
    return {
        "before": None if table is None else write_table(table),
        "opened": press.player in before.opened,
        "drew": press.drew,
        "pool": before.pool,
        "rack_size": before.counts.get(press.player) if before.counts_known else None,
        "time": _time_allowed(before.time_of(press.player), Allowance.of(before.rulebook.time)),
        "accepted": True if table is not None and no_sets(table, before.rulebook) else None,
        **{key: _tile(getattr(face_up, key)) for key in FACE_UP},
        "laid": None if isinstance(taken, Judged) else press.is_said_to_lay,
        "late": True if isinstance(taken, Judged) and taken.late else None,
    }


def _finding(violation: Violation) -> dict[str, Any]:
    return _known(
        {
            "code": violation.code.value,
            "message": violation.message,
            "clause": violation.clause,
            "set": violation.set_index,
            "tiles": write_tiles(violation.tiles) or None,
            "values": dict(violation.values),
            "named": {
                key: {"tiles": write_tiles(one.tiles), "every": one.every} for key, one in violation.named.items()
            },
        }
    )


def _time_allowed(allowance: Allowance, plain: Allowance) -> dict[str, Any] | None:
    """What the turn was allowed, where that is not what the rulebook gives a first turn."""
    if (allowance.own, allowance.bank, allowance.taken) == (plain.own, plain.bank, 0):
        return None
    return {"own": _limit(allowance.own), "bank": allowance.bank, "extensions": allowance.taken}


def _limit(seconds: float | None) -> float | str:
    return "none" if seconds is None else seconds


def _rack(rack: Rack) -> str | int:
    return rack if isinstance(rack, int) else write_tiles(rack)


def _tile(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of which something is known: what is not, or holds nothing, is left out."""
    return {key: value for key, value in fields.items() if value is not None and value not in ([], {})}
