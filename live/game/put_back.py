"""Whether a table lies as it was left before an illegal turn. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from live.game.seen import SeenTable, SeenTile
from referee.assignment import assign
from referee.sets import fault, same_set
from referee.tiles import Table, Tile, TileSet, count_tiles


def may_be_put_back(table: SeenTable, left: Table, laid: Counter[Tile], *, ordered: bool) -> bool:
    """Whether this may be the table as it was `left`, and whatever lies there besides is surely none of what was `laid`.

    That is the next player's, who may have rearranged sets as well: then all of them are valid.

    Args:
        table: as seen. No tile need be certain that may be one of the sets, but none may contradict them.
        left: its sets.
        laid: what is to be taken back.
        ordered: whether the members of a set have to lie in order (`referee.sets.fault`).
    """
    spare = _spare(table.sets, left)
    if spare is None:
        lying = table.table()
        more = count_tiles(lying) - count_tiles(left)
        if not more or count_tiles(left) - count_tiles(lying) or any(fault(one, ordered=ordered) for one in lying):
            return False
        spare = [tile for tile in table.tiles if tile.tile in more]
    return not any(tile.certain is None or laid[tile.certain] for tile in spare)


def _spare(lying: Sequence[Sequence[SeenTile]], left: Table) -> list[SeenTile] | None:
    """What lies there besides the sets that were left, each of which is one of those lying, or a part of it; None where one is not."""
    if len(lying) < len(left):
        return None
    chosen = [[_members(tiles, members) for members in lying] for tiles in left]
    columns = assign(
        [
            [
                0 if found is None else 1 + (len(found) == len(members))
                for found, members in zip(row, lying, strict=True)
            ]
            for row in chosen
        ]
    )
    spare = [tile for column, members in enumerate(lying) if column not in columns for tile in members]
    for row, column in enumerate(columns):
        if (found := chosen[row][column]) is None:
            return None
        spare += [tile for place, tile in enumerate(lying[column]) if place not in found]
    return spare


def _members(tiles: TileSet, members: Sequence[SeenTile]) -> list[int] | None:
    """Which of the members of a set may be these tiles, in the order of the tiles; None where they cannot all be.

    As many as there are have to lie as they did: a joker stands for another tile at the other end.
    """
    may_be = [[tile in member.candidates() for member in members] for tile in tiles]
    if len(tiles) == len(members):
        places = [*range(len(tiles))]
        in_order = any(
            all(row[place] for row, place in zip(may_be, order, strict=True)) for order in (places, places[::-1])
        )
        return places if in_order or same_set(tiles, tuple(member.candidates()[0] for member in members)) else None
    found = assign(may_be) if len(tiles) < len(members) else []
    return found if found and all(row[place] for row, place in zip(may_be, found, strict=True)) else None
