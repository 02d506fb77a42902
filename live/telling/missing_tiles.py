"""Where tiles lay that are gone after an illegal turn: for a mark in the picture and a ghost on the felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from live.game.phases import Judged
from live.game.pins import Pin
from referee.tiles import Table, Tile, TileSet, count_tiles
from referee.verdict import Outcome, Verdict
from vision.scene.viewpoint import Point

_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True)
class Missing:
    """A tile that lay on the table before the turn and is gone."""

    tile: Tile
    old_set: int
    """Index of the set it lay in, on the table before the turn."""
    old_place: int
    """Index of the tile in that set."""
    new_set: int | None
    """Index of the set on the judged table that holds most of the set it lay in; None where nothing of that set is
    left."""
    index: int
    """Index of the tile of `new_set` before which it lay; where `new_set` is None, its index in the set it lay in."""
    at: Point | None = None
    """Middle of its face, in pixels of the photo that was judged; None where that is not known."""
    size: float = 0.0
    """Length of its shorter side, pixels of the photo; 0 where that is not known."""


def missing(judged: Judged) -> tuple[Missing, ...]:
    """The tiles that the verdict calls gone from the table, set by set as they lay.

    There are none unless the turn is illegal for that.
    """
    found = gone(judged.verdict, judged.case.before.table, judged.case.known.table())
    marks = _marks(judged, tuple(one.tile for one in found))
    return tuple(replace(one, at=at, size=size) for one, (at, size) in zip(found, marks, strict=True))


def gone(verdict: Verdict, before: Table, after: Table) -> list[Missing]:
    """The same of a verdict on these tables, wherever they come from; where in a photo the tiles lay is left open."""
    wanted = Counter(verdict.missing_tiles if verdict.outcome is Outcome.ILLEGAL else ())
    found = []
    for old, (new, still) in enumerate(rests(before, after) if wanted else ()):
        lacking = count_tiles([before[old]]) - still
        for place, tile in enumerate(before[old]):
            if not (wanted[tile] and lacking[tile]):
                continue
            wanted[tile] -= 1
            lacking[tile] -= 1
            index = place if new is None else _between(before[old], place, after[new])
            found.append(Missing(tile, old, place, new, index))
    return found


def rests(
    before: Sequence[Sequence[_Name]], after: Sequence[Sequence[_Name]]
) -> list[tuple[int | None, Counter[_Name]]]:
    """For each set before the turn: the set after it that holds most of it, or None, and its tiles that lie there.

    No tile counts twice.
    """
    contents = [Counter(tiles) for tiles in before]
    free = [Counter(tiles) for tiles in after]
    rests: list[tuple[int | None, Counter[_Name]]] = [(None, Counter()) for _ in before]
    waiting = []
    for old, content in enumerate(contents):
        if content in free:
            new = free.index(content)
            rests[old], free[new] = (new, content), Counter()
        else:
            waiting.append(old)
    while waiting:
        pairs = ((old, new) for old in waiting for new, tiles in enumerate(free) if tiles)
        old, new = max(pairs, key=lambda pair: (contents[pair[0]] & free[pair[1]]).total(), default=(waiting[0], -1))
        waiting.remove(old)
        if new >= 0 and (still := contents[old] & free[new]):
            rests[old] = (new, still)
            free[new] -= still
    return rests


def _between(tiles: TileSet, place: int, rest: TileSet) -> int:
    """Index of the tile of `rest` before which the tile at `place` of `tiles` lay.

    `rest` may be read from its other end.
    """
    lying = [i for i, tile in enumerate(tiles) if tile in rest]
    is_turned = len(lying) > 1 and rest.index(tiles[lying[0]]) > rest.index(tiles[lying[-1]])
    earlier = [i for i in lying if i < place]
    later = [i for i in lying if i > place]
    if earlier:
        return rest.index(tiles[earlier[-1]]) + (0 if is_turned else 1)
    return rest.index(tiles[later[0]]) + (1 if is_turned else 0) if later else 0


def _marks(judged: Judged, tiles: TileSet) -> Iterator[tuple[Point | None, float]]:
    """Yields the middle and size of each tile in the photo, from a pin of its kind in whose place none lies.

    They are None and 0 where there is no such pin.
    """
    seen = judged.case.known

    def is_taken(pin: Pin) -> bool:
        return any(tile.tile == pin.tile and tile.has(*seen.in_photo(pin.x, pin.y)) for tile in seen.tiles)

    free = [pin for pin in judged.case.pins if pin.tile is not None and not is_taken(pin)]
    for tile in tiles:
        pin = next((pin for pin in free if pin.tile == tile), None)
        if pin is None:
            yield None, 0.0
            continue
        free.remove(pin)
        x, y = seen.in_photo(pin.x, pin.y)
        edge, _ = seen.in_photo(pin.x + pin.size, pin.y)
        yield (x, y), abs(edge - x)
