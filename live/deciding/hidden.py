"""What lies over the table, compared with the bare one: tiles that were known and are hidden are hidden, not gone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from calibration.profile import Polygon
from live.game.case import Case
from live.game.judging import Ruling
from live.game.pins import Pin, laid_elsewhere
from live.game.rack_areas import seen_from
from live.game.seen import SeenTable, SeenTile
from live.game.state import Game, State
from live.watching.observer import Observer, Task
from live.watching.rest import Rest
from referee.sets import SMALLEST_SET
from referee.tiles import count_tiles
from referee.verdict import Code, Outcome
from vision import quads
from vision.quads import Corners
from vision.reading.arrange import ends
from vision.reading.sight import touching
from vision.reading.table_reading import TableReading
from vision.regions import is_within, where
from vision.scene.room import has_room
from vision.scene.surface import Comparison, Occluder, Surface
from vision.scene.viewpoint import HOME

_TILE = 0.025
"""Assumed width of a tile where none has been seen, as a fraction of the picture's width."""

_HIDES = 0.5
"""Minimum size of what flickers, in widths of a tile, under which one may lie unseen."""


class Hidden(NamedTuple):
    """Something that lies over what a verdict hangs on."""

    where: str | None
    """Where on the table; None for a hand of which nobody can say what it lies over, since nobody knows the bare table."""
    is_glare: bool = False
    """Whether that is the mirror image of a lamp."""
    places: tuple[Corners, ...] = ()
    """The outlines, in pixels, of the tiles that it may hide; empty where it may hide some anywhere."""
    is_cut: bool = False
    """Whether these are cut by the photo's border, with no hand in the picture: nothing will come to be seen there."""


class BareTable:
    """The bare table, and what lies over it. Not thread-safe."""

    def __init__(self, observer: Observer) -> None:
        """`observer` is the one that the rests come from."""
        self._observer = observer
        self._surface = Surface()

    @property
    def is_known(self) -> bool:
        """Whether the bare table has been seen."""
        return self._surface.is_known

    def learn(self, task: Task, reading: TableReading, game: Game) -> None:
        """Learns what the bare table looks like, from a frame with its reading."""
        rest = task.rest
        if rest.viewpoint is None or not rest.is_begun or rest.cover.is_foreign:
            return  # something may lie over the table, or nobody knows from where it is seen
        if game.state in {State.READING, State.QUESTION, State.RESTORE}:
            return  # tiles may lie there that the game does not know of yet
        seen = SeenTable((), reading.width, reading.height, rest.viewpoint)
        known = [pin.seen_in(seen) for pin in game.pins if pin.tile is not None]
        lying = (outline for outline in reading.outlines if not is_picture(outline, seen, game.pins))
        self._surface.learn(task.frame, [*lying, *known], rest.viewpoint)

    def forget(self) -> None:
        """Forgets what the bare table looks like: it is seen from somewhere else."""
        self._surface = Surface()

    def hidden(self, rest: Rest, case: Case, ruling: Ruling, rack_areas: Sequence[Polygon]) -> Hidden | None:
        """What lies over a missing tile, its new place, or where a set at fault may go on; None where nothing does."""
        known = case.known
        against = self.compare(rest, known, rack_areas)
        if against is None:
            return Hidden(None) if rest.cover.is_foreign else None
        asked = (*_missing(case, known), *_beside_faults(ruling, known))
        places = [place for place in asked if _is_inside(place, known)]
        left_out = self._observer.flicker.outlines(known.width)
        flickering = [place for place in places if any(is_within(quads.centre(place), part) for part in left_out)]
        over = (*flickering, *against.hidden(places))
        for x, y in itertools.chain(map(quads.centre, over), self._over_any(rest, case, ruling, against)):
            is_glare = bool(over) and against.is_in_glare(over[0])
            is_cut = bool(over) and not rest.cover.is_foreign and bool(touching(np.array(over), *known.size).all())
            return Hidden(where(x / known.width, y / known.height), is_glare, over, is_cut)
        return None

    def _over_any(self, rest: Rest, case: Case, ruling: Ruling, against: Comparison) -> Iterator[Iterable[float]]:
        """Yields where, in pixels, something may hide a whole tile on which the verdict hangs, wherever that lies."""
        known, codes = case.known, {violation.code for violation in ruling.verdict.violations}
        if is_plainly_at_fault(ruling) or rest.cover.is_foreign or (rest.cover.is_overlaid and case.untouched):
            return  # it hangs on nothing that lies there, or the hand is known of
        if not against.is_lit:
            yield known.width / 2, known.height / 2
        may_lie_beneath = case.untouched or Code.TILE_MISSING in codes or ruling.verdict.outcome is Outcome.LEGAL
        for thing in self._things(rest, case, against):
            if thing.reaches_in or may_lie_beneath:
                yield thing.x, thing.y

    def _things(self, rest: Rest, case: Case, against: Comparison) -> list[Occluder]:
        """What lies over the table and may hide a tile as a whole, and what flickers and may."""
        size, left_out = _tile_width(case, case.known), self._observer.flicker.outlines(case.known.width)
        large = (quads.centre(part) for part in left_out if quads.shortest_side(part) >= _HIDES * size)
        return [
            *against.occluders(size, self._observer.area_of(rest)),
            *(Occluder(x, y, reaches_in=False) for x, y in large),
        ]

    def compare(self, rest: Rest, known: SeenTable, rack_areas: Sequence[Polygon]) -> Comparison | None:
        """Compares the newest look at the table with the bare table; None where nobody knows what that looks like."""
        racks = seen_from(rest.viewpoint or HOME, rack_areas, known.width, known.height)
        taken = [
            *known.outlines,
            *(np.array(part, np.float32) * (known.width, known.height) for part in racks),
            *self._observer.flicker.outlines(known.width),
        ]
        return self._surface.compare(rest.looks[-1].frame, taken, known.viewpoint)

    def has_room(self, rest: Rest, case: Case, rack_areas: Sequence[Polygon]) -> bool:
        """Whether something lies there under which a whole set may lie."""
        known = case.known
        against = self.compare(rest, known, rack_areas)
        if against is None:
            return rest.cover.since is not None
        strange = against.strange(self._observer.area_of(rest))
        return has_room(strange, _tile_width(case, known) / known.width, SMALLEST_SET)


def is_plainly_at_fault(ruling: Ruling) -> bool:
    """Whether nothing hidden mends what is ruled: the time, or an invalid set in sight where no tile is missing."""
    codes = {violation.code for violation in ruling.verdict.violations}
    return codes == {Code.OVERTIME} or (Code.SET_INVALID in codes and Code.TILE_MISSING not in codes)


def is_picture(outline: Corners, seen: SeenTable, pins: Sequence[Pin]) -> bool:
    """Whether what is outlined in the pixels of `seen` lies where the picture of a tile does."""
    here = Pin.at(SeenTile.unread(outline), seen, None)
    return any(pin.is_picture and pin.is_near(here) for pin in pins)


def _missing(case: Case, known: SeenTable) -> Iterator[Corners]:
    """Yields where no tile is read now and one lay that is gone from the table, or is at most a doubtful tile elsewhere."""
    elsewhere = set(laid_elsewhere(case.seen, case.pins).values())
    gone = count_tiles(case.before.table) - count_tiles(known.table())
    for pin in case.pins:
        if pin.tile is not None and (pin in elsewhere or gone[pin.tile] > 0):
            outline = pin.seen_in(known)
            if not any(is_on(tile, outline) and pin.is_taken_by(tile, known) for tile in known.tiles):
                yield outline


def _beside_faults(ruling: Ruling, known: SeenTable) -> Iterator[Corners]:
    """Yields the places of one more tile at either end of the sets at fault, and of those in question that are too short."""
    for index in sorted({*ruling.verdict.invalid_sets} | ruling.short_in_question):
        yield from ends(known.row(index))


def _tile_width(case: Case, known: SeenTable) -> float:
    """Width of a tile in the photo, pixels."""
    widths = [tile.shortest_side for tile in known.tiles]
    widths = widths or [pin.size * known.width for pin in case.pins]
    return float(np.median(widths)) if widths else _TILE * known.width


def _is_inside(place: Corners, seen: SeenTable) -> bool:
    """Whether a quarter of a tile's place is in the photo, or more."""
    (x, y), reach = place.mean(axis=0), quads.shortest_side(place) / 4
    return bool(-reach <= x < seen.width + reach and -reach <= y < seen.height + reach)


def is_on(tile: SeenTile, outline: Corners) -> bool:
    """Whether a tile lies over the middle of an outline."""
    x, y = outline.mean(axis=0)
    return tile.has(float(x), float(y))
