"""After the penalty: is the table back as it was, and what becomes of tiles that are not.

The booklets differ (`referee.clauses.PenaltyClause`): Jumbo mixes tiles that cannot be put back into the pool and has
the player draw one more for each; Piatnik mixes them in without more to draw; the old original leaves the table and has
the player take the loose tiles onto the rack. Decided once, here:

- A tile **counts as not returned** if it does not lie with the rest of its set any more. Which set is which is found by
  content, so that as few tiles as possible count.
- A set that lacks tiles and is none any more cannot stay either ("only complete sets remain"): all its tiles count. One
  that was none before the turn either and lies there whole is as it was.
- Loose are the tiles of the old original that are no part of a set; beside a set in one row with it, only those that do
  not belong to it.
- Where tiles go onto the rack instead (the old original), those that are not returned go there too, without more to
  draw.
- Tiles that the player had laid and that still lie there are the player's: they go back onto the rack, and count for
  nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from referee.assignment import assign
from referee.clauses import LostTiles
from referee.rulebook import Rulebook
from referee.sets import fault, joined
from referee.tiles import Table, TileSet, count_tiles, format_tiles, ordered
from referee.verdict import Penalty


class Restored(NamedTuple):
    """What the table, the racks and the pool hold once the penalty is settled."""

    table: Table
    """What stays on the table."""
    not_returned: TileSet
    """Tiles that should lie there and do not, or not with their set."""
    to_pool: TileSet
    """The tiles not returned that are mixed into the pool."""
    to_rack: TileSet
    """Tiles that come onto the rack of the player besides those drawn: not returned ones, loose ones, and what the
    player laid."""
    draw: int
    """Tiles to draw from the pool, as penalty and for those not returned."""

    def to_json(self) -> dict[str, Any]:
        """The JSON that ``tileref judge --json`` prints."""
        return {
            "table": [format_tiles(tiles) for tiles in self.table],
            "not_returned": format_tiles(self.not_returned),
            "to_pool": format_tiles(self.to_pool),
            "to_rack": format_tiles(self.to_rack),
            "draw": self.draw,
        }


def due(before: Table, after: Table, penalty: Penalty, rulebook: Rulebook) -> Table:
    """The table as it must be once the penalty is settled.

    It is `before` or, where the table is not restored, `after` without loose tiles.
    """
    if penalty.restore:
        return before
    return joined(after, ordered=rulebook.sets.ordered)[0]


def restore(before: Table, after: Table, shown: Table, penalty: Penalty, rulebook: Rulebook) -> Restored:
    """What becomes of the tiles where the table `shown` after the penalty is not what it should be.

    The tables `before` and `after` are those of the illegal turn.
    """
    wanted = due(before, after, penalty, rulebook)
    pairs = zip(wanted, _kept(wanted, shown), strict=True)
    table = tuple(tiles for whole, tiles in pairs if tiles == whole or fault(tiles) is None)
    lacking = count_tiles(wanted) - count_tiles(table)
    laid = count_tiles(after) - count_tiles(before)
    mine = laid if penalty.restore else count_tiles((penalty.take,))
    into_pool = rulebook.penalty.lost is LostTiles.INTO_POOL
    return Restored(
        table,
        ordered(lacking),
        ordered(lacking if into_pool else Counter()),
        ordered(mine if into_pool else mine + lacking),
        penalty.draw + penalty.extra_per_lost * sum(lacking.values()),
    )


def _kept(wanted: Table, shown: Table) -> Table:
    """The tiles of each set of `wanted` that lie together on the table `shown`, matched so that there are as many as possible."""
    common = [[_in_common(one, other) for other in (*shown, *[()] * len(wanted))] for one in wanted]
    matched = assign([[len(tiles) for tiles in row] for row in common])
    return tuple(row[column] for row, column in zip(common, matched, strict=True))


def _in_common(one: TileSet, other: TileSet) -> TileSet:
    """The tiles of `one`, in its order, that are in `other` too."""
    left, found = Counter(other), []
    for tile in one:
        if left[tile]:
            left[tile] -= 1
            found.append(tile)
    return tuple(found)
