"""Clauses of a rulebook that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from referee import clauses
from referee.rulebook_model import Rulebook, RulebookError


def check(book: Rulebook, where: str = "") -> None:
    """Checks that no clauses contradict each other.

    Args:
        book: the rulebook.
        where: the part of its file that is checked, for the message; empty for all of it.

    Raises:
        RulebookError: two do; the message tells the first contradiction.
    """
    for line in (*_contradictions_of_counts(book), *_contradictions_of_choices(book)):
        raise RulebookError(f"{where}contradiction: {line}")


def _contradictions_of_counts(book: Rulebook) -> Iterator[str]:
    deal, pool, most = book.deal, book.pool, book.players.most
    if book.players.least > most:
        yield "[players] least is above most"
    if deal.tiles == 0 or book.play.draw == 0:
        yield "[deal] tiles and [play] draw must be 1 or more"
    if most * deal.tiles > book.tiles:
        yield f"[deal] tiles for [players] most come to {most * deal.tiles}, but the [box] holds {book.tiles}"
    if deal.stacks_each and deal.stacks_each * pool.stack != deal.tiles:
        yield f"[deal] stacks_each of [pool] stack come to {deal.stacks_each * pool.stack}, but tiles says {deal.tiles}"
    stacked = book.tiles if deal.stacks_each else book.tiles - most * deal.tiles
    if pool.stack and (stacked < pool.last_stack or (stacked - pool.last_stack) % pool.stack):
        yield f"[pool] {stacked} tiles do not make stacks of {pool.stack} and one of {pool.last_stack}"
    if pool.last_stack and not pool.stack:
        yield "[pool] last_stack needs a stack"
    if 2 * book.redeal.pairs > deal.tiles:
        yield "[redeal] pairs need more tiles than [deal] tiles"


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
