"""When people press, and what else happens while they play: one plan for each turn, made before it begins."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from workshop.benchmarks.evening.camera import Health, Lens
from workshop.benchmarks.evening.script import Step
from workshop.benchmarks.evening.stage import Move, Stage

THINK = (0.4, 1.2)
"""Seconds before a hand comes in."""
RESTS = 0.6
"""Seconds after the last tile at which somebody presses whose hand then stays over the table."""
HASTE = (-0.25, 0.1)
"""When the button is pressed after the hand has left, at the latest, where the next player is in haste; seconds."""
OVERRUN = 0.5
"""Seconds that a player who is late presses after the clock has run out, at least."""
HESITATES = 2.5
"""Seconds before somebody ends a turn with nothing: one that comes sooner is the echo of the press before."""
HURRIED = 0.3
"""A press so many seconds after the hand has left is hurried."""


@dataclass
class Plan:
    """How one turn goes; moments in the program's time."""

    move: Move
    press: float
    clear: float
    """When the table can be seen as the turn left it, which may be later than the press."""
    hasty: bool = False
    """Whether the next player's hand follows at once."""
    how: list[str] = field(default_factory=list)
    """What is out of the ordinary."""


class Habits:
    """Draws for each turn what of a scenario happens in it.

    Args:
        stage: where it happens.
        camera: what may befall it.
        rng: source of every choice.
    """

    def __init__(self, stage: Stage, camera: Lens, rng: random.Random) -> None:
        self._stage = stage
        self._camera = camera
        self._rng = rng
        self._conditions = stage.scenario

    def plan(self, step: Step, ahead: Move | None, following: Step | None, now: float) -> Plan:
        """What happens in a turn.

        Args:
            step: the turn.
            ahead: the player's movement, where it has begun during the turn before.
            following: the next turn, None after the last.
            now: the present moment.
        """
        if ahead is not None:
            plan = Plan(ahead, ahead.left + self._after(), ahead.left, how=["was hasty"])
        else:
            plan = self._own(step, now)
        if "hand stays" not in plan.how and not self._is_hurried_by(following, step, plan) and ahead is None:
            self._mishap(step, plan)
        self._name(plan)
        plan.press = max(plan.press, now + self._least_wait(step))
        return plan

    def _is_hurried_by(self, following: Step | None, step: Step, plan: Plan) -> bool:
        """Whether the next player's hand comes at once; then the button is pressed as the own one leaves."""
        may_be_hasty = step.legal and not step.ends_round and following is not None and following.reaches
        if not may_be_hasty or not self._happens(self._conditions.hasty):
            return False
        plan.hasty = True
        plan.press = min(plan.press, plan.move.left + self._rng.uniform(*HASTE))
        plan.how.append("next hand")
        return True

    def _least_wait(self, step: Step) -> float:
        """Seconds before which nobody presses in that turn."""
        if step.late:
            return self._conditions.limit + OVERRUN
        return HESITATES if not step.legal and step.after is step.before else 0.0

    def _name(self, plan: Plan) -> None:
        """Notes under what conditions the turn is played, where there are several."""
        if self._conditions.other_press is not None and plan.press < plan.move.left + HURRIED:
            plan.how.append("hurried")
        if len(self._conditions.lags) > 1:
            plan.how.insert(0, f"lag {self._camera.lag:g}")

    def _own(self, step: Step, now: float) -> Plan:
        """A turn that begins now."""
        start = now + self._rng.uniform(*THINK)
        how = []
        if self._happens(self._conditions.nudge):
            self._stage.nudge(now + 0.1)
            how.append("nudge")
        if step.reaches and self._happens(self._conditions.lamps):
            self._stage.lamp(start)
            how.append("lamp")
        if step.reaches and self._happens(self._conditions.stays):
            move = self._stage.turn(step, start, rest=self._rng.uniform(*self._conditions.stays_for))
            return Plan(move, move.changed + RESTS, move.left, how=[*how, "hand stays"])
        move = self._stage.turn(step, start)
        if self._conditions.arm and step.after is not step.before and self._happens(self._conditions.arm):
            move = self._stage.lean(step, move.left + 0.2)
            how.append("arm")
        return Plan(move, move.left + self._after(), move.left, how=how)

    def _mishap(self, step: Step, plan: Plan) -> None:
        """The camera fails for a while, or a cup is put on the table."""
        conditions = self._conditions
        if conditions.ills and self._happens(conditions.ill):
            health = self._rng.choice(conditions.ills)
            self._camera.ail(plan.move.left if health in {Health.DARK, Health.BLURRED} else plan.move.starts, health)
            plan.clear = max(plan.press, plan.move.left) + self._rng.uniform(*conditions.ill_for)
            self._camera.ail(plan.clear, Health.WELL)
            plan.how.append(health.value)
        elif self._happens(conditions.covers):
            covered = self._stage.cover(step, plan.move.left + 0.3)
            if covered.left > covered.starts:
                plan.press = covered.left + self._after()
                plan.how.append("cup")

    def _after(self) -> float:
        """How long after the hand has left the button is pressed, seconds; below 0 before it has."""
        spans = [span for span in (self._conditions.press, self._conditions.other_press) if span is not None]
        return self._rng.uniform(*self._rng.choice(spans))

    def _happens(self, share: float) -> bool:
        return self._rng.random() < share
