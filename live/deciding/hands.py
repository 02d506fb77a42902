"""Two hands in one movement: a player's own, and that of the next one, who comes at once.

A movement that goes on for longer after a press than the own hand takes to leave may be both. Where a turn is illegal with
all that came in it, and would not be if whole sets of that were the next player's, a person says what that player laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from live.game.case import Case
from live.game.judging import Ruling, judge_case
from live.game.seen import SeenTable
from live.watching.rest import Rest
from referee.doubt import Spot
from referee.tiles import TileSet, count_tiles
from referee.verdict import Outcome

_MOST = 3  # sets of one movement: that more came in it as a whole is one hand's doing


@dataclass(frozen=True)
class Movement:
    """The movement before what a verdict is drawn from."""

    rest: Rest
    """What it led to."""
    sets: tuple[TileSet, ...] = ()
    """The sets that came in it as a whole, if two hands may have been in it."""


@dataclass(frozen=True)
class Shared:
    """Sets that the next player may have laid rather than the one who pressed."""

    next: str
    """The next player."""
    tiles: TileSet
    rest: Rest
    """What shows them."""
    case: Case
    """The turn of the player who pressed, if the next one laid them."""
    ruling: Ruling
    """What is ruled then; legal."""


def sets_that_came(case: Case, earlier: SeenTable | None) -> tuple[TileSet, ...]:
    """The sets after a turn of which no tile lay there before the movement that led to it, by what was known and the table seen `earlier`."""
    table, lay = case.known.table(), count_tiles(case.before.table)
    if earlier is not None:
        lay |= count_tiles(earlier.table())
    new, found = count_tiles(table) - lay, []
    for tiles in table:
        if not count_tiles([tiles]) - new:
            new -= count_tiles([tiles])
            found.append(tiles)
    return tuple(found) if len(found) <= _MOST else ()


def parted(case: Case, movement: Movement) -> Iterator[Shared]:
    """What a player may have left to the next one: the turn of the `case` is legal without it. The fewest sets come first."""
    known = case.known
    at = [index for index, tiles in enumerate(known.table()) if tiles in movement.sets]
    for some in (each for size in range(1, len(at) + 1) for each in combinations(at, size)):
        spots = {Spot("after", index, place) for index in some for place in range(len(known.sets[index]))}
        without = replace(case, seen=known.without(spots))
        ruling = judge_case(without)
        if ruling.verdict.outcome is Outcome.LEGAL and ruling.following is not None:
            tiles = tuple(tile for index in some for tile in known.table()[index])
            yield Shared(ruling.following.on_turn, tiles, movement.rest, without, ruling)


def in_question(case: Case, movement: Movement, last: Case | None, movement_before: Movement) -> tuple[Shared, ...]:
    """What clears the turn of the `case`, each by itself, if the next player laid it; that of this turn or of the one before.

    Args:
        case: the turn, illegal with all that is seen.
        movement: the one that led to it.
        last: the turn before, legal by the referee; None where it was not, or nobody knows.
        movement_before: the one that led to that.
    """
    own = tuple(parted(case, movement))
    if own or last is None:
        return own
    return tuple(one for one in parted(last, movement_before) if not _is_illegal_after(one.ruling, case))


def _is_illegal_after(ruling: Ruling, case: Case) -> bool:
    following = ruling.following
    return following is None or judge_case(replace(case, before=following)).verdict.outcome is Outcome.ILLEGAL


def newest(rests: Sequence[Rest], before: Rest) -> Rest | None:
    """The newest of the `rests` that was read and ended before that one; None without any."""
    return next((rest for rest in reversed(rests) if rest.last_seen < before.still_since and rest.is_placed), None)
