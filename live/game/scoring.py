"""What is counted at the end of a round, each rack by whoever holds it, and what is struck out on the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from live.game.phases import Counting
from referee.conservation import Contradiction, ContradictionKind, contradictions
from referee.round import Round
from referee.score import Rack, rack_points
from referee.tiles import TileSet


def points_of(rack: Rack, current: Round) -> int:
    """The points of a rack."""
    return rack if isinstance(rack, int) else rack_points(rack, current.rulebook)


def won_so_far(counting: Counting, current: Round) -> int | None:
    """The points that the racks counted so far bring the winner; None where nobody has gone out."""
    if counting.winner is None:
        return None
    factor = current.points_factor if current.winner == counting.winner else 1
    return factor * sum(points_of(rack, current) for rack in counting.counted.values())


def contradictions_of(
    current: Round, racks: Mapping[str, Rack], winner: str | None, held: Mapping[str, TileSet]
) -> tuple[Contradiction, ...]:
    """The contradictions between the racks that were counted and everything seen before.

    A rack given as points tells no tiles. In a round without a turn, or with one that nobody saw, the number of tiles
    on a rack is not known.

    Args:
        current: the round.
        racks: the racks that were counted.
        winner: who went out; None where nobody could.
        held: tiles that players hold, as was seen earlier.
    """
    told = {name: tuple(rack) for name, rack in racks.items() if not isinstance(rack, int)}
    if winner is not None and winner not in racks:
        told[winner] = ()
    found = contradictions(current, racks=told, held=held)
    is_followed = bool(current.turns) and current.counts_known
    uncounted = {ContradictionKind.RACK_COUNT, *([] if current.counts_known else [ContradictionKind.TOTAL])}
    return tuple(one for one in found if is_followed or one.kind not in uncounted)


@dataclass(frozen=True)
class Struck:
    """The column of a round as it stood before somebody amended it."""

    round: int
    """Number of the round on the sheet, from 1."""
    points: Mapping[str, int]
    """The points that the column showed, by player."""
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""
    by: str | None = None
    """Who amended it, as `live.game.event.Event.by` has it."""
