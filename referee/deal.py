"""Before the first turn: who begins, a claim to new tiles, and how the pool is stacked.

Decided once, here:

- Who drew the highest number begins; players who drew the same draw again, and so does a joker, which bears no number.
- A rack with four pairs has "three pairs" (Jumbo, 2016), too: the claim is granted even where the booklet does not say
  "or more".
- Two jokers are no pair: the booklets speak of "the same number and colour".
- Where the booklet does not say from which stack to draw, the larger one comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from referee.clauses import DrawFrom, StartBy
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.tiles import Tile, TileSet


class DealError(UserError):
    """Something that cannot be before the first turn. The message is one line, fit for the user."""


class RedealDecision(NamedTuple):
    """What becomes of a claim to have all tiles mixed anew."""

    granted: bool
    pairs: TileSet
    """One tile of each pair on the rack, in the order of the rack."""
    clause: str
    """Booklet and section."""


def who_begins(drawn: Mapping[str, Tile], rulebook: Rulebook) -> tuple[str, ...]:
    """The players who drew the highest number or a joker, in the order of `drawn`.

    Where there are several, they draw again.

    Raises:
        DealError: nobody drew, or the rulebook has the beginner agreed upon.
    """
    if rulebook.start.by is StartBy.AGREED:
        raise DealError(f"who begins is agreed upon or settled by lot ({rulebook.start.citation})")
    if not drawn:
        raise DealError("nobody has drawn a tile: every player draws one, and the highest number begins")
    highest = max(tile.number for tile in drawn.values())
    return tuple(player for player, tile in drawn.items() if tile.is_joker or tile.number == highest)


def decide_redeal(rack: TileSet, rulebook: Rulebook) -> RedealDecision:
    """Whether a player with the tiles `rack` just dealt may ask for all tiles to be mixed anew.

    Raises:
        DealError: the rack does not hold as many tiles as are dealt.
    """
    rule = rulebook.redeal
    if len(rack) != rulebook.deal.tiles:
        must = rulebook.deal.tiles
        line = f"{len(rack)} tiles are on the rack, but the claim is about the first {must}"
        raise DealError(line, "claim-count", count=len(rack), must=must)
    pairs = tuple(tile for tile, count in Counter(rack).items() for _ in range(count // 2) if not tile.is_joker)
    return RedealDecision(rule.allowed and len(pairs) >= rule.pairs, pairs, rule.citation)


def stacks(rulebook: Rulebook, players: int) -> tuple[int, ...]:
    """How many tiles each stack of the pool holds before the first turn, the stack to draw from first.

    Empty where the rulebook does not stack the pool.
    """
    rule = rulebook.pool
    if not rule.stack:
        return ()
    pool = rulebook.box.size - players * rulebook.deal.tiles
    small = (rule.stack,) * ((pool - rule.last_stack) // rule.stack)
    return (rule.last_stack, *small) if rule.draw_from is DrawFrom.LAST_STACK else (*small, rule.last_stack)
