"""Drawing the verdict of a turn from what was seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game import Press
from live.seen import Pins, SeenTable, apply_pins
from referee.doubt import settle
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


def rule(case: Case) -> Ruling:
    """The verdict on the turn that was ended.

    The table before it is what the last legal turn left. A verdict that the racks contradict, such as more tiles laid than
    the player held, is no verdict: something was misread.
    """
    press, before = case.press, case.before
    known = apply_pins(case.seen, case.pins)

    def of(table_before: Table, table_after: Table) -> Verdict:
        opened = press.player in before.opened
        turn = Turn(table_before, table_after, opened, press.drew, seconds=press.seconds, pool=before.pool)
        return judge(turn, before.rulebook)

    certain = tuple(tuple((tile,) for tile in tiles) for tiles in before.table)
    verdict, positions = settle(certain, known.candidates(), of, before.rulebook.box)
    questions = tuple((position.set_index, position.place) for position in positions if position.table == "after")
    after, note = known.table(), None
    if verdict.outcome is not Outcome.UNDECIDED:
        try:
            before.after_turn(verdict, after, press.drew)
        except RoundError as error:
            note = str(error)
            verdict = replace(verdict, outcome=Outcome.UNDECIDED, violations=(), notices=(), penalty=None)
    return Ruling(verdict, after, questions, note)
