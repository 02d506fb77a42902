"""A rulebook as data: the clauses of one booklet, each with its citation (`referee.clauses`)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from referee import clauses
from referee.errors import UserError


class RulebookError(UserError):
    """A rulebook that is not there or does not hold together. The message is one line, fit for the user."""


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules of one edition. Its fields are its clauses, in the order a person wants to read them."""

    id: str
    title: str
    survives: str
    """What is left of the booklet."""
    box: clauses.Box
    players: clauses.Players
    start: clauses.Start
    direction: clauses.Direction
    deal: clauses.Deal
    pool: clauses.Pool
    redeal: clauses.Redeal
    sets: clauses.Sets
    lowest_one: clauses.LowestOne
    opening: clauses.Opening
    first_lay_down: clauses.FirstLayDown
    play: clauses.Play
    drawn_tile: clauses.DrawnTile
    manipulation: clauses.Manipulation
    time: clauses.Time
    penalty: clauses.PenaltyClause
    idle_penalty: clauses.IdlePenalty
    overrun_penalty: clauses.OverrunPenalty
    joker: clauses.Joker
    going_out: clauses.GoingOut
    pool_empty: clauses.PoolEmpty
    blocked: clauses.Blocked
    tie: clauses.Tie
    scoring: clauses.Scoring
    match: clauses.Match
    discard: clauses.Discard
    open_tile: clauses.OpenTile
    hand: clauses.Hand
    variants: tuple[clauses.Variant, ...] = ()
    text: str | None = None
    """The TOML that it was read from; None where it comes with the program."""

    @property
    def turn_seconds(self) -> float | None:
        """Seconds a turn may take; None for no limit."""
        return self.time.seconds

    @property
    def joker_points(self) -> int:
        """What a joker left on a rack counts."""
        return self.joker.points

    @property
    def clockwise(self) -> bool:
        """Whether the turn passes clockwise."""
        return self.direction.clockwise

    @property
    def tiles(self) -> int:
        """How many tiles the box holds."""
        return self.box.size

    def clauses(self) -> dict[str, clauses.Clause]:
        """Every clause by its name, in reading order."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: clause for name, clause in found.items() if isinstance(clause, clauses.Clause)}
