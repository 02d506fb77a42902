"""Rounds at a table that is full from the beginning, turn by turn, each with the time that its verdict took."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from live.deciding.sighting import ECHO
from live.game import commands
from live.game.state import State
from referee.round import Round
from referee.rulebook import DEFAULT
from referee.verdict import Outcome
from workshop.benchmarks.evening.layout import Layout
from workshop.benchmarks.evening.outcome import Row
from workshop.benchmarks.evening.played_table import PlayedTable
from workshop.benchmarks.evening.rig import tiles_of
from workshop.benchmarks.evening.script import Step, verdict_on
from workshop.benchmarks.evening.stage import Stage

BOOK = f"{DEFAULT}+opening=1"
"""So that any set opens."""
HOST = "so it lies"
"""The host's reason, where a rack cannot have held what was laid on the way to a full table."""
AT_EASE, HURRIED = (0.9, 1.5), (0.0, 0.15)
"""Seconds after the hand has left at which the button is pressed."""
PATIENCE = 20.0
"""Seconds after which there is no verdict."""
SHORT = 0.1
"""Seconds before a hand comes in."""
CALM = 1.5
"""Seconds that the table lies still between turns; nobody draws sooner."""


class Players:
    """Play on at a table that is full from the beginning.

    Args:
        stage: where.
        table: the table that referees it.
        hurried: share of the turns that are ended as the hand leaves.
        seed: of when they press.
    """

    def __init__(self, stage: Stage, table: PlayedTable, hurried: float, seed: int) -> None:
        self._stage, self._table, self._hurried = stage, table, hurried
        self._rng = random.Random(seed)

    def round(self, steps: Sequence[Step]) -> Iterator[Row]:
        """The turns that lead from one full table to the next."""
        table, live = self._table, self._table.live
        self._fill(steps[0].before, list(steps[0].racks))
        for number, step in enumerate(steps):
            if live.game.round is None or live.game.state is not State.TURN:
                return
            row = self._turn(number, step, live.game.round)
            if row.seconds is None:
                return
            yield row
            if live.game.asking:
                live.rule(Outcome(row.expected), HOST)
            self._show(step.restored)
            table.wait(table.now() + PATIENCE, lambda: self._is_in(State.TURN))
            table.wait(table.now() + CALM)

    def _fill(self, full: Layout, players: Sequence[str]) -> None:
        """Begins a round: each player opens with a set, and one lays the rest and draws, which is illegal and stays."""
        table, live = self._table, self._table.live
        self._stage.forget()
        self._show(replace(full, sets=()))
        live.do(commands.start_round, players, live.shelf.load(BOOK), deal=False)
        for number in (*range(1, len(players) + 1), len(full.sets)):
            if not self._is_in(State.TURN):
                return
            self._show(replace(full, sets=full.sets[:number]))
            last = table.verdict
            live.do(commands.end_turn, drew=number == len(full.sets))
            table.wait(table.now() + PATIENCE, lambda last=last: table.verdict != last)  # type: ignore[misc] # as it is here
            if live.game.asking:
                live.rule(Outcome.LEGAL, HOST)
            if self._is_in(State.RESTORE):
                live.do(commands.resume, live.scene.table(), anyway=True)
        table.wait(table.now() + CALM)

    def _is_in(self, state: State) -> bool:
        return self._table.live.game.state is state

    def _show(self, layout: Layout) -> None:
        """The table lies so for a while."""
        at = max(self._table.now(), self._stage.world.told)
        self._stage.world.change(at, pixels=self._stage.picture(layout, {}))
        self._table.wait(at + CALM)

    def _turn(self, number: int, step: Step, before: Round) -> Row:
        """One turn up to its verdict."""
        table, live = self._table, self._table.live
        due = verdict_on(before, step.after.table, step.drew).outcome.value
        is_hurried = self._rng.random() < self._hurried
        row = Row(number, "hurried" if is_hurried else "plain", step.player, step.kind, due, tiles=tiles_of(step))
        left = self._stage.turn(step, table.now() + SHORT).left
        press = left + self._rng.uniform(*(HURRIED if is_hurried else AT_EASE))
        table.wait(press + (ECHO if step.kind == "nothing" else 0.0))
        pressed, last = table.now(), table.verdict
        table.waited.clear()
        with table.computing():
            live.do(commands.end_turn, drew=step.drew)
        if table.wait(pressed + PATIENCE, lambda: table.verdict != last) and live.game.judged is not None:
            table.tell()
            row.seconds = round(table.now() - pressed, 3)
            row.asked = int(live.game.asking)
            row.said = due if live.game.asking else live.game.judged.verdict.outcome.value
            if row.wrong:
                row.note = "; ".join(each.message for each in live.game.judged.verdict.violations)
            row.waited = {what: round(spent, 3) for what, spent in table.waited.items()}
        return row
