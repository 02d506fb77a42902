"""The racks at the end of a round, as they are counted one after the other, each by whoever holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from referee.conservation import Contradiction, ContradictionKind, Seen, contradictions
from referee.round import Round
from referee.score import Rack, rack_points
from referee.tiles import TileSet, format_tiles, parse_tiles

RackJson = int | list[str]
"""A rack as the journal has it: points, or the notation of its tiles."""


def rack_to_json(rack: Rack) -> RackJson:
    """The JSON form that `rack_from_json` reads."""
    return rack if isinstance(rack, int) else format_tiles(rack)


def rack_from_json(data: RackJson) -> Rack:
    """The rack that `rack_to_json` wrote.

    Raises:
        ValueError: it names something that is no tile.
    """
    return data if isinstance(data, int) else parse_tiles(data)


@dataclass(frozen=True)
class Counting:
    """What is known of the racks before the round is written down."""

    winner: str | None
    """Who has gone out; None where nobody could."""
    racks: Mapping[str, Rack] = field(default_factory=lambda: MappingProxyType({}))
    """The racks counted so far, by player."""
    ran: bool = True
    """Whether the turn clock ran when people said that the round is over: else it stands still if the round goes on."""

    def with_rack(self, player: str, rack: Rack | None) -> Counting:
        """The count with this rack of `player`; None removes that player's rack."""
        others = {name: one for name, one in self.racks.items() if name != player}
        return replace(self, racks=MappingProxyType(others if rack is None else {**others, player: rack}))

    @property
    def counted(self) -> Mapping[str, Rack]:
        """The racks that count, by player: all but the winner's."""
        return {name: rack for name, rack in self.racks.items() if name != self.winner}


def so_far(counting: Counting | None, current: Round) -> Counting | None:
    """The count of a round that is over, or that people say is over; None for a round that goes on."""
    if counting is None and current.over:
        return Counting(current.winner)
    return counting


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
    found = contradictions(current, Seen(racks=told, held=held))
    is_followed = bool(current.turns) and current.counts_known
    uncounted = {ContradictionKind.RACK_COUNT, *([] if current.counts_known else [ContradictionKind.TOTAL])}
    return tuple(one for one in found if is_followed or one.kind not in uncounted)
