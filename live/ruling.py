"""Drawing the verdict of a turn from what was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game import Held, Press, still_held
from live.seen import Pins, SeenTable, apply_pins
from referee.conservation import Contradiction, Seen, contradictions
from referee.doubt import settle
from referee.faceup import NOTHING
from referee.round import Round, RoundError
from referee.tiles import Table
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict


@dataclass(frozen=True)
class Case:
    """What is to be judged."""

    press: Press
    before: Round
    """The round before the turn."""
    seen: SeenTable
    """The table after it, as read."""
    pins: Pins
    """What is known of its tiles."""
    held: Held
    """What is known of the racks before the turn."""


@dataclass(frozen=True)
class Ruling:
    """What the referee says about one turn."""

    verdict: Verdict
    after: Table
    """The table after the turn as it is taken to be."""
    questions: tuple[tuple[int, int], ...]
    """Set and place of the tiles that an undecided verdict hangs on."""
    note: str | None
    """Why it is undecided although no tile is doubtful; one line."""
    following: Round | None
    """The round after the turn; None where it is undecided."""
    contradictions: tuple[Contradiction, ...] = ()
    """What cannot be, with everything seen so far; it changes nothing about the verdict."""


def rule(case: Case) -> Ruling:
    """The verdict on the turn that was ended.

    The table before it is what the last legal turn left. A verdict that the racks contradict, such as more tiles laid than
    the player held, is no verdict: something was misread.
    """
    press, before = case.press, case.before
    known = apply_pins(case.seen, case.pins)

    def of(table_before: Table, table_after: Table) -> Verdict:
        opened = press.player in before.opened
        turn = Turn(
            table_before,
            table_after,
            opened,
            press.drew,
            seconds=press.seconds,
            pool=before.pool,
            face_up=press.face_up or NOTHING,
            held=before.counts[before.on_turn],
        )
        return judge(turn, before.rulebook)

    certain = tuple(tuple((tile,) for tile in tiles) for tiles in before.table)
    verdict, after, positions = settle(certain, known.candidates(), of, before.rulebook.box)
    questions = tuple((position.set_index, position.place) for position in positions if position.table == "after")
    if verdict.outcome is Outcome.UNDECIDED:
        return Ruling(verdict, after, questions, None, None)
    try:
        following = before.after_turn(verdict, after, press.drew, press.face_up or NOTHING)
    except RoundError as error:
        undecided = replace(verdict, outcome=Outcome.UNDECIDED, violations=(), notices=(), penalty=None)
        return Ruling(undecided, after, questions, str(error), None)
    found = contradictions(following, Seen(drawn=still_held(case.held, press, verdict)))
    return Ruling(verdict, after, questions, None, following, found)
