"""Which tiles came into the sets of a table, and what later turns moved of the sets that a turn left. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from live.game.events import VerdictGiven
from live.telling.evening import Evening, EveningTurn
from live.telling.missing_tiles import rests
from referee.tiles import Place, Table, Tile, TileSet, as_they_lie, count_tiles, ordered
from referee.verdict import Outcome

_Name = TypeVar("_Name", bound=Hashable)


class Later(NamedTuple):
    """A later turn, whose verdict builds on what an earlier one left."""

    turn: EveningTurn
    moved: TileSet
    """The tiles that it took out of sets that the earlier one had made or changed."""


def arrivals(before: Sequence[Sequence[_Name]], after: Sequence[Sequence[_Name]]) -> Iterator[tuple[_Name, Place]]:
    """Yields the tiles after the turn that were not in what their set was made of."""
    staying = [Counter[_Name]() for _ in after]
    for new, still in rests(before, after):
        if new is not None:
            staying[new] += still
    for index, tiles in enumerate(after):
        for place, tile in enumerate(tiles):
            if staying[index][tile]:
                staying[index][tile] -= 1
            else:
                yield tile, Place(index, place)


def left_by(evening: Evening, table: Table, turn: EveningTurn) -> Iterator[tuple[VerdictGiven, str]]:
    """Yields the verdicts of the round before `turn`, the last one first, that left this table, each with its photo of it.

    The photo of a turn that was put back shows another table.
    """
    for one in reversed(evening.turns):
        is_earlier = one.press < turn.press and one.round_key == turn.round_key and _holds(one)
        if is_earlier and one.given and one.photo and _sets(one.given.after) == _sets(table):
            yield one.given, one.photo


def later(evening: Evening, turn: EveningTurn) -> list[Later]:
    """The turns of the round that build on what `turn` left, in the order of time; none where that does not hold.

    Each tile is named at the first turn that moved it.
    """
    if turn.given is None or not _holds(turn):
        return []
    lay = _sets(turn.given.before)
    made = [tiles for tiles in turn.given.after if not lay[ordered(Counter(tiles))]]
    found = []
    for one in evening.turns:
        if one.given is None or one.press <= turn.press or one.round_key != turn.round_key or not _holds(one):
            continue
        kept = [still for _, still in rests(tuple(made), one.given.after)]
        gone = count_tiles(made) - sum(kept, Counter[Tile]())
        found.append(Later(one, as_they_lie(tuple(gone.elements()), tuple(made))))
        made = [ordered(still) for still in kept]
    return found


def _holds(turn: EveningTurn) -> bool:
    """Whether the table stayed as this turn left it."""
    return turn.given is not None and turn.given.verdict.outcome is Outcome.LEGAL and not turn.is_taken_back


def _sets(table: Table) -> Counter[TileSet]:
    """The sets of a table, whatever the order in which their tiles lie."""
    return Counter(ordered(Counter(tiles)) for tiles in table)
