"""What is said of a turn: the first verdict on it, one that replaces it, and one that came only after the next press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, assert_never

from live.game import phases
from live.game.after_turn import round_after, round_staying, still_held, with_room, with_table_left
from live.game.case import Case
from live.game.event import Event, Step
from live.game.phases import Judged, LeftUnseen, Note, Unjudged
from live.game.pins import Pins, pins_of
from live.game.seen import SeenTable, VerdictPhoto
from live.game.state import Deed, Game
from live.game.turns import press_of
from referee.conservation import Contradiction
from referee.round import Round
from referee.tiles import Place, Table, as_they_lie, count_tiles
from referee.verdict import Outcome, Verdict


@dataclass(frozen=True)
class VerdictGiven(Event):
    """The verdict on the turn that was ended, or a new one on the last turn: the referee's, or the host's word.

    A new one comes when somebody has named a tile since, asks for another look or sends a photo, and when a late
    picture shows more.
    """

    kind = "verdict"
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

    def apply(self, step: Step) -> Game:
        """A verdict: the next turn begins, unless it is undecided, or the table must be put back first."""
        game, last = step.game, step.game.judged
        is_asked_for = self.again or _unjudged(game, self) is not None
        if self.verdict.outcome is Outcome.UNDECIDED:
            doubted = _doubted(step, self)
            return step.act(doubted) if is_asked_for else doubted
        decided = _decided(step, self)
        follows_a_named_tile = last is not None and last.outdated
        # After a named tile, naming it is the action: undo takes back both it and the verdict.
        if (is_asked_for or self.host is not None) and not follows_a_named_tile:
            return step.act(decided)
        if _is_late(game, self):
            return replace(decided, history=tuple(_with_late(past, decided, self) for past in game.history))
        return decided

    def deed(self, game: Game) -> Deed:
        """Part of the judged turn, not of the one that runs."""
        last = game.judged or game.unjudged
        return super().deed(game) if last is None else Deed(self.kind, last.press.player, last.before.turns + 1)


def _doubted(step: Step, event: VerdictGiven) -> Game:
    """The game after an undecided verdict: until somebody answers, the round stands where it stood before the turn."""
    judged = _judged(step, event)
    before = _as_timed(judged.before, step.game, judged)
    following = replace(_with(step.game, judged, event), round=before, held=judged.case.held)
    return replace(following, phase=_asking(step.game, event))


def _asking(game: Game, event: VerdictGiven) -> phases.Phase:
    """The phase after an undecided verdict: what had begun by then waits for the answer."""
    match game.phase:
        case phases.Scored() | phases.Asking():
            return game.phase
        case phases.Reading():
            return game.phase if event.replaces is not None else phases.Asking(None)
        case phases.Counting(said=True):
            return phases.Asking(game.phase)
        case (
            phases.Setup()
            | phases.Dealing()
            | phases.Playing()
            | phases.Paused()
            | phases.Restoring()
            | phases.Counting()
        ):
            has_begun = _unjudged(game, event) is not None  # a verdict by a photo comes when the next turn has begun
            return phases.Asking((phases.Playing() if game.clock.running else phases.Paused()) if has_begun else None)
        case _:
            assert_never(game.phase)


def _decided(step: Step, event: VerdictGiven) -> Game:
    """The game after a verdict that says legal or illegal: the round goes on as the turn and its penalty have it."""
    game, verdict = step.game, event.verdict
    last = None if event.replaces is None else game.judged  # which this one takes the place of
    judged = replace(_judged(step, event), late=_is_late(game, event))
    press, before = judged.press, judged.before
    if event.host is not None:
        before = with_room(before, press, verdict)
    after = round_after(before, press, verdict, event.after)
    if verdict.outcome is Outcome.ILLEGAL and last is not None and last.stays is not None:
        judged = replace(judged, stays=last.stays)
        after = round_staying(judged, last.stays)
    return replace(
        _with(game, judged, event),
        phase=_phase_after(game, event, after),
        round=_as_timed(after, game, judged),
        held=still_held(judged.case.held, press, verdict),
        contradictions=event.contradictions,
        pins=_known_after(game, judged, event),
    )


def _as_timed(current: Round, game: Game, judged: Judged) -> Round:
    """The round after a verdict, with the extensions that a turn which has begun since has in `game`."""
    return current if game.round is None else current.as_timed_by(game.round, judged.press.player)


def _phase_after(game: Game, event: VerdictGiven, after: Round) -> phases.Phase:
    """The phase after a decided verdict: what people said of the end of the round holds, unless the verdict had ended it and does so no more."""
    counting, was_over = game.counting, game.round is not None and game.round.over
    if isinstance(game.phase, phases.Scored) or _is_late(game, event):
        return game.phase
    if counting is None or not counting.said or (was_over and not after.over):
        return phases.Restoring() if event.waits else phases.going_on(after, phases.Playing())
    return replace(counting, next=phases.Restoring()) if event.waits else phases.once_put_back(counting)


def _is_late(game: Game, event: VerdictGiven) -> bool:
    """Whether the verdict is on the turn before the one that waits for its own."""
    return event.replaces is not None and game.press is not None


def _with(game: Game, judged: Judged, event: VerdictGiven) -> Game:
    """The game with a verdict on the turn that waited for it or, as `_case` has it, on the last one."""
    is_next = event.replaces is None and game.press is not None
    return game.with_next(judged) if is_next else game.with_last(judged)


def _with_late(past: Game, decided: Game, event: VerdictGiven) -> Game:
    """A game of the undo history with a verdict that came only after the next press.

    Taking back that press, or what was done while it waited, leaves the verdict as it is.
    """
    judged = decided.judged
    if past.judged is None or judged is None or past.judged.event != event.replaces:
        return past
    return replace(
        past.with_last(judged),
        round=None if decided.round is None else _as_timed(decided.round, past, judged),
        held=decided.held,
        contradictions=decided.contradictions,
        pins=_known_after(past, judged, event),
    )


def _unjudged(game: Game, event: VerdictGiven) -> Unjudged | None:
    """The last turn, which no camera saw, where this verdict is on that turn; else None."""
    return game.unjudged if event.replaces is None else None


def _judged(step: Step, event: VerdictGiven) -> Judged:
    return Judged(
        event=step.number,
        case=_case(step, event),
        photos=event.photos,
        verdict=event.verdict,
        questions=event.questions,
        note=event.note,
        host=event.host,
        left_unseen=_left_unseen(step.game, event),
    )


def _case(step: Step, event: VerdictGiven) -> Case:
    """The case that was judged.

    It is the turn that waits for its verdict, the last one, which no camera saw, or the last one once more.
    """
    game, last = step.game, step.game.judged
    if (unjudged := _unjudged(game, event)) is not None:
        return Case(unjudged.press, unjudged.before, event.reading, (), game.held, event.by_photo)
    if event.replaces is not None:
        if last is None or last.event != event.replaces:
            raise ValueError(f"it replaces verdict {event.replaces}, which is not the last")
        return replace(last.case, seen=event.reading, by_photo=event.by_photo)
    press = press_of(step)
    if game.round is None:
        raise ValueError("it judges a turn of no round")
    pins, before = () if event.by_photo else game.pins, game.round
    if last is not None and event.last_left:
        before = with_table_left(before, event.before, last.case.press.player)
    return Case(press, before, event.reading, pins, game.held, event.by_photo)


def _left_unseen(game: Game, event: VerdictGiven) -> LeftUnseen | None:
    """What counts as lying there before the turn of this verdict, besides what the verdict on the turn before it had seen."""
    if not event.last_left or game.judged is None or game.round is None:
        return None if event.replaces is None or game.judged is None else game.judged.left_unseen
    more = count_tiles(event.before) - count_tiles(game.round.table)
    return LeftUnseen(game.judged.case.press.player, as_they_lie(tuple(more.elements()), event.before))


def _known_after(game: Game, judged: Judged, event: VerdictGiven) -> Pins:
    """The pins after a verdict: after a legal turn every tile is known as it lies."""
    since = tuple(replace(pin, set=None) for pin in game.pins)  # they name sets of a later table, or of another picture
    if event.by_photo:  # a photo's places are not those of the camera's picture
        return since
    lying = judged.case.known
    all_seen = [*map(len, lying.sets)] == [*map(len, event.after)]
    if event.verdict.outcome is not Outcome.LEGAL or not all_seen:
        known = judged.case.pins
    else:
        known = (*(pin for pin in judged.case.pins if pin.tile is None), *pins_of(lying, event.after))
    if event.replaces is None:
        return known
    return (*known, *(pin for pin in since if not any(pin.is_near(other) for other in known)))
