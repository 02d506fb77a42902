"""What every tile may be before and after a turn, by the photos of both moments together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from audit.evidence import Exhibit
from audit.untouched import compare
from live.game.judging import Meant
from live.game.seen import SeenTile
from referee.doubt import CandidateTable, Same, Spot, Which, alike
from referee.tiles import Place, Table
from vision.reading.arrange import into_sets
from vision.scene.viewpoint import Homography


class Tables(NamedTuple):
    """The table before a turn and after it, as photos show them."""

    before: CandidateTable
    after: CandidateTable
    same: Same
    """The tiles that nobody touched."""
    seen: Mapping[Spot, SeenTile]
    """Every tile, one that nobody touched only where it lies after the turn."""
    homography: Homography | None
    """From points of the photo before the turn to those of the photo after it; None where they cannot be laid over each
    other."""

    def taken_before(self, after: Table) -> Table:
        """What the table before the turn is taken for: the likeliest, and of what nobody touched what it is in `after`."""
        known = {place: after[i][at] for (i, at), place in self.same.items()}
        return tuple(
            tuple(known.get(Place(i, place), tiles[0]) for place, tiles in enumerate(members))
            for i, members in enumerate(self.before)
        )


def tables_of(before: Exhibit | None, after: Exhibit) -> Tables:
    """What photos show of both tables, and the second reader says.

    What both photos show of a tile that nobody touched counts as of one.
    """
    if before is None:
        return Tables((), after.candidates(), {}, _by_spot("after", after, after.seen()), None)
    pairs, disputed, homography = compare(before.reading, after.reading)
    then = {**disputed["before"], **{pair.before: pair.seen for pair in pairs}}
    now = {**disputed["after"], **{pair.after: pair.seen for pair in pairs}}
    lay, lying = before.places(), after.places()
    tables = (
        before.candidates(then, {pair.before: after.opinions.get(pair.after) for pair in pairs}),
        after.candidates(now, {pair.after: before.opinions.get(pair.before) for pair in pairs}),
    )
    same = alike(*tables, {lying[pair.after]: lay[pair.before] for pair in pairs})
    untouched = set(same.values())
    alone = {i: tile for i, tile in before.seen(then).items() if lay[i] not in untouched}
    seen = {**_by_spot("before", before, alone), **_by_spot("after", after, after.seen(now))}
    return Tables(*tables, same, seen, homography)


def as_meant(tables: Tables, after: Exhibit) -> Meant:
    """The table of the photo `after` the turn, arranged as it is where every tile is what it is taken for."""
    reading, lying = after.reading, after.places()
    sets = into_sets([tile.corners for tile in reading.tiles], [tile.tile for tile in reading.tiles])
    moved = {lying[i]: Place(at, place) for at, members in enumerate(sets) for place, i in enumerate(members)}
    table = tuple(tuple(tables.after[lying[i].set_index][lying[i].place] for i in members) for members in sets)
    parting = (
        Spot("after", *at)
        for i, at in lying.items()
        if reading.tiles[i].doubt and reading.sets[at.set_index] not in sets
    )
    return Meant(table, tuple(parting), {moved[now]: then for now, then in tables.same.items()})


def _by_spot(which: Which, exhibit: Exhibit, seen: Mapping[int, SeenTile]) -> dict[Spot, SeenTile]:
    """Tiles of a photo, given by their index into its reading's tiles, by where they lie."""
    places = exhibit.places()
    return {Spot(which, *places[i]): tile for i, tile in seen.items()}
