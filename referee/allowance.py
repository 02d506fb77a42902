"""The time that a turn may take, and what of it is left for the player's next turns.

A turn has seconds of its own: the rulebook's, or in their place those of a handicap that the table has agreed on. Extensions that are taken
add to them. What a turn takes beyond both is paid by the player's bank, and only what that does not hold is too long. The clock,
the judge and the page all ask an `Allowance`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from referee.clauses import Time


class Counted(NamedTuple):
    """What was counted of the time of a turn. All but `extensions` are seconds."""

    seconds: float
    """How long the turn took."""
    own: float | None
    """The turn's own time; None for no limit."""
    extensions: int
    """Extensions that were taken in the turn."""
    extension: int
    """How much each of them added."""
    bank: float
    """What the player's bank held before the turn."""
    from_bank: float
    """What the turn took of it."""
    allowed: float | None
    """All that the turn might take; None for no limit."""

    @property
    def is_over(self) -> bool:
        """Whether the turn took longer than it might."""
        return self.allowed is not None and self.seconds > self.allowed

    def to_json(self) -> dict[str, Any]:
        """The fields by their names."""
        return self._asdict()


@dataclass(frozen=True)
class Allowance:
    """The time that a player's turn may take, while it runs or before it.

    >>> turn = replace(Allowance.of(Time(citation="agreed", seconds=60.0, bank=120, extensions=2)), taken=1)
    >>> turn.limit, turn.after(100.0).bank
    (210.0, 110.0)
    """

    rule: Time
    own: float | None
    """Seconds of each turn's own; None for no limit."""
    bank: float
    """Seconds that the bank holds before the turn."""
    extensions: int
    """Extensions that the player has left."""
    taken: int = 0
    """Extensions that were taken in this turn."""

    @classmethod
    def of(cls, rule: Time) -> Self:
        """What the rule gives each player at the start of a round."""
        own = None if rule.seconds is None and not rule.bank else (rule.seconds or 0.0) + rule.delay
        return cls(rule, own, float(rule.bank), rule.extensions)

    @property
    def is_plain(self) -> bool:
        """Whether the turn has the rulebook's seconds and nothing else."""
        return not (self.rule.bank or self.bank or self.taken) and self.own == self.of(self.rule).own

    @property
    def free(self) -> float | None:
        """Seconds that the bank does not pay for; None for no limit."""
        return None if self.own is None else self.own + self.taken * self.rule.extension

    @property
    def limit(self) -> float | None:
        """Seconds that the turn may take; None for no limit."""
        return None if self.free is None else self.free + self.bank

    def counted(self, seconds: float) -> Counted:
        """What is counted of a turn that took so many `seconds`."""
        over = 0.0 if self.free is None else max(0.0, seconds - self.free)
        paid = round(min(self.bank, over), 3)
        return Counted(seconds, self.own, self.taken, self.rule.extension, self.bank, paid, self.limit)

    def after(self, seconds: float) -> Self:
        """The allowance of the player's next turn, once this one took so many `seconds`."""
        left = self.bank - self.counted(seconds).from_bank + self.rule.increment
        return replace(self, bank=round(left, 3), taken=0)
