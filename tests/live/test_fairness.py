"""For every sequence of presses, hands and lags: no player bears a penalty for a table that they did not leave."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from live.deciding.sighting import ECHO
from live.game.state import State
from live.watching.lag import DEVICE, NETWORK
from live.watching.lateness import MARGIN
from tests.live.stage import Stage
from tests.live.world import Sets, World

SETS: Sets = (
    "R10 R11 R12", "K10 K11 K12", "B10 B11 B12", "O10 O11 O12",
    "R1 R2 R3", "K4 K5 K6", "B7 B8 B9", "O3 O4 O5",
    "R13 K13 B13", "K1 B1 O1", "R5 B5 O6",
)  # fmt: skip
"""Runs, groups, and one that is neither, all of different tiles."""

KINDS = ("lay", "lay", "lay", "draw", "draw", "nothing", "take", "short")


class Evening(RuleBasedStateMachine):
    """Three players, each in a hurry of their own."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.world: World | None = None

    @initialize(
        lag=st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.5, 2.0]),
        reading=st.sampled_from([0.0, 0.2, 0.6, 1.5]),
        kind=st.sampled_from(["at the computer", "in the network", "measured"]),
        off=st.sampled_from([-0.2, 0.0, 0.2]),
    )
    def camera(self, lag: float, reading: float, kind: str, off: float) -> None:
        stage = Stage()
        stage.ahead = max(0.0, lag + off - MARGIN) if kind == "measured" else 0.0
        is_known = kind == "measured" or (kind == "at the computer" and lag <= DEVICE - 0.1)
        limit = DEVICE if is_known else NETWORK
        self.world = World(Path(self._folder.name), lag=lag, reading=reading, limit=limit, stage=stage)

    @property
    def at(self) -> World:
        assert self.world is not None
        return self.world

    def _wanted(self, kind: str) -> Sets:
        """The table that a turn of this kind leaves."""
        table = self.at.table
        following = next((each for each in SETS if each not in table), None)
        if kind == "lay" and following is not None:
            return (*table, following)
        if kind == "short":
            return (*table, "K7 K8")
        if kind == "take" and table:
            return (*table[:-1], " ".join(table[-1].split()[:-1]))
        return table

    @precondition(lambda self: self.world is not None)
    @rule(
        kind=st.sampled_from(KINDS),
        early=st.sampled_from([0.0, 0.2, 0.6]),
        late=st.sampled_from([0.0, 0.3, 1.0, 3.0]),
        gap=st.sampled_from([0.6, 0.9, 2.0, 6.0]),
        rests=st.sampled_from([0.0, 0.0, 2.0, 12.0]),
    )
    def turn(self, kind: str, early: float, late: float, gap: float, rests: float) -> None:
        """The player on turn acts, presses before or after the hand has left, and the next one's hand comes after a gap.

        The own hand may rest over the table for a while after an early press, and the next one's may.
        """
        world = self.at
        if world.live.game.round is None or world.live.game.round.over:
            return
        world.wait(1.0)  # nobody acts as the clock starts
        wanted = self._wanted(kind)
        if wanted == world.table:
            world.reach(1.0)
        else:
            world.lay(wanted)
        if late:
            world.leave()
            world.wait(late)
        assert world.end(drew=kind == "draw"), f"the turn could not be ended: {world.state}"
        if not late and early:
            world.reach(early)
            world.wait(rests)
        world.leave()
        world.wait(gap)
        world.reach(1.0)  # the next player fumbles about, and looks up at the verdict
        world.wait(rests)
        world.leave()
        self._settle()

    def _settle(self) -> None:
        """The verdict comes, and what it asks is done."""
        world = self.at
        left = world.presses[-1]
        assert world.wait_until(State.TURN, State.RESTORE, State.OVER), f"no verdict: {world.live.sitting.waits_for}"
        if world.live.game.judged is None or world.live.game.judged.case.press.event == self._judged:
            return  # the press was dropped: the turn goes on
        self._judged = world.live.game.judged.case.press.event
        outcome = world.live.game.judged.verdict.outcome.value
        assert outcome == ("legal" if left.legal else "illegal"), f"{left} is {outcome}"
        if outcome == "legal":
            world.table = left.after
        elif world.state is State.RESTORE:
            world.lay(world.table)
            world.leave()
        assert world.wait_until(State.TURN, State.OVER), "the table was put back, and nobody saw it"
        assert world.is_known(world.table)

    _judged = 0

    @precondition(lambda self: self.world is not None and self.at.state is State.TURN)
    @rule(wait=st.sampled_from([0.1, 0.5, 1.0, 1.9]))
    def press_again(self, wait: float) -> None:
        """Somebody presses once more right after the verdict."""
        world = self.at
        if not world.presses:
            return
        if world.live.elapsed + wait > ECHO:
            return
        world.wait(wait)
        if world.end():
            world.wait_until(State.TURN, State.RESTORE, State.OVER)
            world.presses[-1] = world.presses[-1].__class__(
                **{**vars(world.presses[-1]), "drew": True}
            )  # an echo is nobody's turn: any penalty for it is wrong

    @precondition(lambda self: self.world is not None)
    @rule()
    def power_cut(self) -> None:
        """The program dies between two turns, and comes back."""
        self.at.power_cut()
        self.at.wait(3.0)

    @invariant()
    def nobody_is_punished_for_what_they_did_not_do(self) -> None:
        if self.world is not None:
            assert self.world.wrongs() == []

    def teardown(self) -> None:
        if self.world is not None:
            self.world.live.close()
        self._folder.cleanup()


TestEvening = pytest.mark.slow(Evening.TestCase)
TestEvening.settings = settings(
    max_examples=10, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
