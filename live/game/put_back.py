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
    columns = assign([[_worth(found, members) for found, members in zip(row, lying, strict=True)] for row in chosen])
    taken: dict[int, Sequence[int]] = {column: row[column] for row, column in zip(chosen, columns, strict=True)}
    if not all(taken.values()):
        return None
    return [
        tile for i, members in enumerate(lying) for place, tile in enumerate(members) if place not in taken.get(i, ())
    ]


def _worth(found: Sequence[int], members: Sequence[SeenTile]) -> int:
    """What it is worth to take members of a set for one that was left: most where nothing is left over."""
    return bool(found) + (len(found) == len(members))


def _members(tiles: TileSet, members: Sequence[SeenTile]) -> Sequence[int]:
    """Which of the members of a set may be these tiles, in the order of the tiles; none where they cannot all be.

    As many as there are have to lie as they did: a joker stands for another tile at the other end.
    """
    if len(tiles) == len(members):
        places = range(len(tiles))
        is_there = _fit(tiles, members) or _fit(tiles[::-1], members)
        return places if is_there or same_set(tiles, tuple(one.candidates()[0] for one in members)) else ()
    if len(tiles) > len(members):
        return ()
    found = assign([[tile in member.candidates() for member in members] for tile in tiles])
    return found if _fit(tiles, [members[place] for place in found]) else ()


def _fit(tiles: TileSet, members: Sequence[SeenTile]) -> bool:
    """Whether each of the members may be the tile in its place."""
    return all(tile in member.candidates() for tile, member in zip(tiles, members, strict=True))
