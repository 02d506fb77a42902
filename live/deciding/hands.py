"""Two hands in one movement: a player's own, and that of the next one, who comes at once.

A movement that goes on for longer after a press than the own hand takes to leave may be both. Where a turn is illegal with
all that came in it, and would not be if a part of that were the next player's, a person says what that player laid.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from live.game.case import Case
from live.game.judging import Ruling, judge_case
from live.game.seen import SeenTable, SeenTile
from live.watching.rest import Rest
from referee.doubt import Spot
from referee.sets import fault
from referee.tiles import TILE_KINDS, Table, Tile, TileSet, as_they_lie, count_tiles
from referee.verdict import Outcome
from vision.reading.arrange import ends

_MOST = 8  # parts of what came in one movement: more than that is one hand's doing
_TOGETHER = 3  # parts of it that the next player may have laid


@dataclass(frozen=True)
class Movement:
    """The movement before what a verdict is drawn from."""

    rest: Rest
    """What it led to."""
    is_shared: bool = False
    """Whether two hands may have been in it."""
    earlier: SeenTable | None = None
    """The table before it; None where nobody saw that."""


@dataclass(frozen=True)
class Shared:
    """What the next player may have done rather than the one who pressed."""

    next: str
    """The next player."""
    tiles: TileSet
    """What that player laid or, where nothing was laid yet, has taken off the table, perhaps before a picture showed it."""
    rest: Rest
    """What shows them."""
    case: Case
    """The turn of the player who pressed, if the next one laid them."""
    ruling: Ruling
    """What is ruled then; legal."""


def parted(case: Case, movement: Movement) -> Iterator[Shared]:
    """What a player may have left to the next one: the turn of the `case` is legal without it. The least comes first."""
    if not movement.is_shared:
        return
    known, parts, told = case.known, _parts(case, movement.earlier), set()
    for size in range(1, _TOGETHER + 1):
        for some in combinations(parts, size):
            spots = {spot for part in some for spot in part}
            found = _left_by(case, known.without(spots), movement)
            if found is not None:
                told.add(found.tiles)
                yield found
    earlier = () if movement.earlier is None else (movement.earlier,)
    for table in (*earlier, *_with_one_more(case)):
        found = _left_by(case, table, movement)
        if found is not None and found.tiles not in told:
            told.add(found.tiles)
            yield found


def _with_one_more(case: Case) -> list[SeenTable]:
    """The tables with one tile more that mends the only set at fault: it may have been taken before any picture showed it."""
    known, faults = case.known, judge_case(case).verdict.invalid_sets
    if len(faults) != 1:
        return []
    (index,) = faults
    mending = [tile for tile in TILE_KINDS if fault((*known.table()[index], tile)) is None]
    if not mending:
        return []
    _, place = ends(known.row(index))
    more = (replace(SeenTile.unread(place), tile=tile, confirmed=True, doubt=False) for tile in mending)
    return [
        replace(known, sets=(*known.sets[:index], (*known.sets[index], tile), *known.sets[index + 1 :]))
        for tile in more
    ]


def _left_by(case: Case, table: SeenTable, movement: Movement) -> Shared | None:
    """The turn if the player who pressed left the table so, and the next one laid the rest; None where it is not legal then."""
    left = replace(case, seen=_unmoved(table, case.before.table))
    ruling = judge_case(left)
    lies, lay = case.known.table(), left.known.table()
    more, taken = count_tiles(lies) - count_tiles(lay), count_tiles(lay) - count_tiles(lies)
    if ruling.verdict.outcome is not Outcome.LEGAL or ruling.following is None or not (more or taken):
        return None
    tiles = as_they_lie(tuple(more.elements()), lies) if more else as_they_lie(tuple(taken.elements()), lay)
    return Shared(ruling.following.on_turn, tiles, movement.rest, left, ruling)


def _unmoved(seen: SeenTable, before: Table) -> SeenTable:
    """The table with what lay there `before` as it lay, where all else are whole sets: then it was the next player who moved it."""
    whole = _whole_sets(seen.table(), count_tiles(before))
    moved, stay, lay = defaultdict[Tile, list[SeenTile]](list), list[tuple[SeenTile, ...]](), [*before]
    for index, (tiles, members) in enumerate(zip(seen.table(), seen.sets, strict=True)):
        if index in whole:
            stay.append(members)
        elif tiles in lay:
            lay.remove(tiles)
            stay.append(members)
        else:
            for tile, one in zip(tiles, members, strict=True):
                moved[tile].append(one)
    if {tile: len(each) for tile, each in moved.items()} != count_tiles(lay):
        return seen
    return replace(seen, sets=(*stay, *(tuple(moved[tile].pop() for tile in tiles) for tiles in lay)))


def _parts(case: Case, earlier: SeenTable | None) -> list[tuple[Spot, ...]]:
    """What came in a movement: whole sets, and all that came in each of the others or a single tile of it; nothing where that is more than two hands bring."""
    lay = count_tiles(case.before.table)
    if earlier is not None:
        lay |= count_tiles(earlier.table())
    whole, others = _came(case.known.table(), lay)
    single = [(spot,) for spots in others if len(spots) > 1 for spot in spots]
    found = [*whole, *others]
    if len(found) > _MOST:
        return []
    return [*found, *single] if len(found) + len(single) <= _MOST else found


def _came(table: Table, lay: Counter[Tile]) -> tuple[list[tuple[Spot, ...]], list[tuple[Spot, ...]]]:
    """The sets of a table that came as a whole beside the tiles that `lay` there, and what came in each of the others."""
    indices = _whole_sets(table, lay)
    new = count_tiles(table) - lay - count_tiles(table[k] for k in indices)
    spots = [[Spot("after", k, place) for place in range(len(tiles))] for k, tiles in enumerate(table)]
    others = (
        tuple(spot for spot, tile in zip(spots[k], tiles, strict=True) if new[tile])
        for k, tiles in enumerate(table)
        if k not in indices
    )
    return [tuple(spots[k]) for k in indices], [came for came in others if came]


def _whole_sets(table: Table, lay: Counter[Tile]) -> list[int]:
    """The indices of sets of tiles that all came beside those that `lay` there."""
    new, whole = count_tiles(table) - lay, []
    for index, tiles in enumerate(table):
        if Counter(tiles) <= new:
            new -= Counter(tiles)
            whole.append(index)
    return whole


def in_question(case: Case, movement: Movement, last: Case | None, movement_before: Movement) -> tuple[Shared, ...]:
    """What clears the turn of the `case`, each by itself, if the next player laid it; that of this turn or of the one before.

    Args:
        case: the turn, not legal with all that is seen.
        movement: the one that led to it.
        last: the turn before, legal by the referee; None where it was not, or nobody knows.
        movement_before: the one that led to that.
    """
    own = tuple(parted(case, movement))
    if own or last is None:
        return own
    return tuple(one for one in parted(last, movement_before) if not is_illegal_after(one.ruling, case))


def is_illegal_after(ruling: Ruling, case: Case) -> bool:
    """Whether the turn of the `case` is illegal also if the turn before it is ruled so; none comes after one that ends the round."""
    following = ruling.following
    return (
        following is None
        or following.over
        or judge_case(replace(case, before=following)).verdict.outcome is Outcome.ILLEGAL
    )
