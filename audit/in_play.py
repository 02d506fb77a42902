"""A photo of the table of a running game, as its judge (`live.game.judging`) takes it: with all that an audit makes of photos."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from audit.covered import hidden
from audit.evidence import Exhibit
from audit.recorded import lay_before
from audit.tables import tables_of
from live.game.case import Case
from live.game.seen import LEAST_LIKELY, SeenTable, SeenTile
from live.record import Record
from live.telling.evening import Chronicle
from referee.doubt import Spot
from referee.tiles import Tile
from vision.quads import Corners


def seen_in(after: Exhibit, before: Exhibit | None) -> SeenTable:
    """The table that the photo `after` a turn shows.

    What the second reader reads, and what a photo `before` the turn, with the tiles as they are known, shows of the same tiles,
    counts; so does what may lie under something.
    """
    tables = tables_of(before, after)
    known = {
        i: _known(tables.seen[Spot("after", *at)], after.reading.tiles[i].corners, tables.after[at.set_index][at.place])
        for i, at in after.places().items()
    }
    seen = SeenTable.from_reading(after.reading, known=known)
    perhaps = (*seen.perhaps, *(() if before is None else hidden(before, after, tables)))
    within = None if after.area is None else tuple((float(x), float(y)) for x, y in after.area)
    return replace(seen, perhaps=perhaps, within=within)


def photo_before(record: Record, case: Case) -> Exhibit | None:
    """The last photo of the table on which the turn of a case began, with its tiles as they are known; None where none shows it."""
    if not case.before.table_known:
        return None
    evening = Chronicle(record.journal).evening()
    turn = evening.ended_by(case.press.event)
    if turn is None:
        return None
    return lay_before(evening, turn, case.before.table, record.photo_named)[0]


def _known(seen: SeenTile, corners: Corners, candidates: Collection[Tile]) -> SeenTile:
    """A tile where the photo after the turn shows it, with all that it may be."""
    there = replace(seen, corners=SeenTile.unread(corners).corners)
    more = [tile for tile in candidates if tile not in seen.candidates()]
    if not more:
        return there
    return replace(there, doubt=True, likely=(*seen.likely, *((tile, LEAST_LIKELY) for tile in more)))
