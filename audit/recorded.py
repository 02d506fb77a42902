"""A turn of the journal in the form of an audit.

Its report shows the verdict as it was given, and the photos that it was given by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from audit.evidence import Exhibit
from audit.marks import Shown
from audit.turn import Audit, AuditError
from live.game.seen import SeenTable, SeenTile
from live.telling.evening import Evening, EveningTurn
from live.telling.moved import left_by
from referee.doubt import alike
from referee.rulebook import Rulebook
from referee.tiles import Table, Tile
from vision.image import Photo
from vision.reading.table_reading import TableReading, TileReading

Photos = Callable[[str], Photo | None]
"""Gives the kept photo of a name; None where it is gone."""


def recorded(evening: Evening, turn: EveningTurn, photos: Photos, rulebook: Rulebook) -> Audit:
    """The turn of an evening with its verdict by that rulebook, and the photo of the table that it began on where one shows it.

    Raises:
        AuditError: it has no verdict, or its photo is gone.
    """
    given = turn.given
    photo = None if turn.photo is None else photos(turn.photo)
    if given is None or photo is None:
        raise AuditError("there is no verdict with a photo on that turn", "no-report")
    reading, candidates, is_whole = _read(given.reading, given.after)
    verdict = given.verdict
    if not is_whole:  # a tile was added by hand: places in the verdict are no places in the photo
        faults = tuple(replace(violation, set_index=None) for violation in verdict.violations)
        verdict = replace(verdict, violations=faults)
    table = tuple(tuple(tiles[0] for tiles in members) for members in candidates)
    after = Exhibit("the photo of the verdict", photo, reading, {})
    before, shown_before = lay_before(evening, turn, given.before, photos)
    same = {} if shown_before is None else alike(shown_before.candidates, candidates)
    return Audit(
        verdict, (), (), before, after, shown_before, Shown(candidates, table, frozenset(same)), same, rulebook
    )


def lay_before(
    evening: Evening, turn: EveningTurn, table: Table, photos: Photos
) -> tuple[Exhibit | None, Shown | None]:
    """The last photo that shows the `table` on which the turn began, with what it shows; None where there is none."""
    for earlier, name in left_by(evening, table, turn):
        photo = photos(name)
        reading, candidates, is_whole = _read(earlier.reading, earlier.after)
        if photo is not None and is_whole:
            shown = Shown(candidates, earlier.after, frozenset())
            return Exhibit("the photo of the turn before", photo, reading, {}), shown
    return None, None


def _read(seen: SeenTable, taken_for: Table) -> tuple[TableReading, tuple[tuple[tuple[Tile, ...], ...], ...], bool]:
    """What was read, with each tile as the verdict took it; what it may be; and whether the two fit together."""
    is_whole = [len(tiles) for tiles in seen.sets] == [len(tiles) for tiles in taken_for]
    table = taken_for if is_whole else seen.table()
    tiles = [
        _tile(tile, kind)
        for members, kinds in zip(seen.sets, table, strict=True)
        for tile, kind in zip(members, kinds, strict=True)
    ]
    ends = np.cumsum([0, *map(len, table)]).tolist()
    sets = tuple(tuple(range(begin, end)) for begin, end in pairwise(ends))
    candidates = tuple(tuple((kind,) for kind in kinds) for kinds in table)
    return TableReading(tuple(tiles), sets, seen.width, seen.height), candidates, is_whole


def _tile(tile: SeenTile, kind: Tile) -> TileReading:
    return TileReading.of(tile.outline, {kind: 1.0}, doubt=False)
