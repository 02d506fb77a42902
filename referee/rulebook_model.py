"""A rulebook as data: the clauses of one booklet, each with its citation (`referee.clauses`), and which contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
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

    def clauses(self) -> dict[str, clauses.Clause]:
        """Every clause by its name, in reading order."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: clause for name, clause in found.items() if isinstance(clause, clauses.Clause)}


def check(book: Rulebook) -> None:
    """Raises `RulebookError` where clauses contradict each other."""
    for line in contradictions(book):
        raise RulebookError(line)


def contradictions(book: Rulebook) -> Iterator[str]:
    """Yields a line for each contradiction between clauses."""
    for line in (
        *_contradictions_of_counts(book),
        *_contradictions_of_time(book.time),
        *_contradictions_of_choices(book),
    ):
        yield f"contradiction: {line}"


def _contradictions_of_counts(book: Rulebook) -> Iterator[str]:
    deal, pool, most = book.deal, book.pool, book.players.most
    if book.players.least > most:
        yield "[players] least is above most"
    if deal.tiles == 0 or book.play.draw == 0:
        yield "[deal] tiles and [play] draw must be 1 or more"
    if most * deal.tiles > book.box.size:
        yield f"[deal] tiles for [players] most come to {most * deal.tiles}, but the [box] holds {book.box.size}"
    if deal.stacks_each and deal.stacks_each * pool.stack != deal.tiles:
        yield f"[deal] stacks_each of [pool] stack come to {deal.stacks_each * pool.stack}, but tiles says {deal.tiles}"
    stacked = book.box.size if deal.stacks_each else book.box.size - most * deal.tiles
    if pool.stack and stacked >= 0 and (stacked < pool.last_stack or (stacked - pool.last_stack) % pool.stack):
        yield f"[pool] {stacked} tiles do not make stacks of {pool.stack} and one of {pool.last_stack}"
    if pool.last_stack and not pool.stack:
        yield "[pool] last_stack needs a stack"
    if 2 * book.redeal.pairs > deal.tiles:
        yield "[redeal] pairs need more tiles than [deal] tiles"


def _contradictions_of_time(time: clauses.Time) -> Iterator[str]:
    if not time.bank and (time.delay or time.increment):
        yield "[time] delay and increment need a bank"
    if time.extensions and not time.extension:
        yield "[time] extension must be 1 or more where there are extensions"


def _contradictions_of_choices(book: Rulebook) -> Iterator[str]:
    if book.pool.draw_from is clauses.DrawFrom.LAST_STACK and not book.pool.last_stack:
        yield '[pool] draw_from "last-stack" needs a last_stack'
    if book.redeal.allowed != (book.redeal.pairs > 0):
        yield "[redeal] pairs must be above 0 where it is allowed, and 0 where it is not"
    restored = book.penalty.table is clauses.PenaltyTable.RESTORED
    if restored == (book.penalty.lost is clauses.LostTiles.NONE):
        yield '[penalty] lost must be "none" exactly where table is "loose-to-rack"'
    if (book.blocked.points is clauses.BlockedPoints.DIFFERENCE) != book.blocked.adds_up_to_zero:
        yield '[blocked] adds_up_to_zero must be true exactly where points is "difference"'
    if book.hand.played != (book.hand.factor > 1):
        yield "[hand] factor must be 2 or more where it is played, and 1 where it is not"
