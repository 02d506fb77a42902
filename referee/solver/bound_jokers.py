"""What a play can do with the jokers on the table where the rulebook binds them.

`referee.joker` says what is wrong with a turn. Here are, for the solver, the ways to do right: each set with a joker stays,
grown or not, or its jokers go into new sets, with their tile laid from the rack where the rulebook wants that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from referee.clauses import Freed
from referee.rulebook import Rulebook
from referee.sets import HIGHEST, LARGEST_GROUP, SMALLEST_SET, SetKind, SetReading, readings
from referee.tiles import JOKER, NUMBERS, Colour, Table, Tile, TileSet, count_tiles

_LONGEST_NEW_RUN = 5
"""A longer new run can be divided so that the joker's part is no longer than this."""


class Commitment(NamedTuple):
    """What a play does with the sets that hold jokers."""

    fixed: Table
    """Sets that lie there afterwards."""
    unchanged: int
    """How many of those lay there."""
    exchanged: Counter[Tile]
    """Tiles laid from the rack for a joker."""


class _Fate(NamedTuple):
    """What becomes of one set with jokers."""

    stays: TileSet | None
    """The set, grown or not; None where it is taken apart."""
    exchanged: Counter[Tile]
    freed: int
    """How many of its jokers are free."""


def binds_jokers(rulebook: Rulebook) -> bool:
    """Whether the rulebook says where the jokers on the table may go."""
    return not rulebook.joker.split or rulebook.joker.freed is not Freed.ANY_SET


def commitments(table: Table, hand: Counter[Tile], rulebook: Rulebook) -> Iterator[Commitment]:
    """Every way to deal with the jokers on the table, the one that leaves most alone first."""
    with_joker = [tiles for tiles in table if JOKER in tiles and readings(tiles)]
    all_tiles = count_tiles(table) + hand
    fates = [
        sorted(set_fates, key=lambda fate: fate.freed)
        for set_fates in (list(_fates(t, all_tiles, hand, rulebook)) for t in with_joker)
    ]
    for choice in product(*fates):
        exchanged = sum((fate.exchanged for fate in choice), Counter[Tile]())
        stay = tuple(fate.stays for fate in choice if fate.stays is not None)
        unchanged = sum(1 for tiles, fate in zip(with_joker, choice, strict=True) if fate.stays == tiles)
        staying = count_tiles(stay)
        if exchanged - hand or staying - all_tiles:
            continue
        left = all_tiles - staying
        freed = sum(fate.freed for fate in choice)
        if rulebook.joker.freed is Freed.ANY_SET:
            yield Commitment(stay, unchanged, exchanged)
            continue
        for new in _new_sets(freed, left, hand):
            yield Commitment((*stay, *new), unchanged, exchanged)


def _fates(tiles: TileSet, all_tiles: Counter[Tile], hand: Counter[Tile], rulebook: Rulebook) -> Iterator[_Fate]:
    for reading in readings(tiles):
        jokers = [place for place, tile in enumerate(tiles) if tile == JOKER]
        for size in range(len(jokers) + 1):
            for staying in combinations(jokers, len(jokers) - size):
                going = [place for place in jokers if place not in staying]
                tiles_for = [reading.stands[place] for place in going]
                for taken in product(*((*stands, None) if rulebook.joker.split else stands for stands in tiles_for)):
                    by = dict(zip(going, taken, strict=True))
                    exchanged = Counter(tile for tile in taken if tile is not None)
                    if rulebook.joker.split:
                        exchanged = Counter()
                    elif exchanged - hand:
                        continue
                    if not staying:
                        yield _Fate(None, exchanged, size)
                        continue
                    block = [by.get(place, tile) for place, tile in enumerate(tiles)]
                    rest = tuple(tile for tile in block if tile is not None)
                    for way in readings(rest):
                        if way.kind is reading.kind:
                            yield from (_Fate(grown, exchanged, size) for grown in _grown(rest, way, all_tiles, hand))


def _grown(tiles: TileSet, reading: SetReading, all_tiles: Counter[Tile], hand: Counter[Tile]) -> Iterator[TileSet]:
    """The set `tiles` and what can be added to it: any tiles, and the jokers of the rack."""
    left = all_tiles - Counter(tiles)
    left[JOKER] = hand[JOKER]
    places = [stands[0] for stands in reading.stands]
    if reading.kind is SetKind.GROUP:
        same = [Tile(colour, places[0].number) for colour in Colour]
        more = [*(tile for tile in same if tile not in tiles and left[tile]), *(JOKER,) * left[JOKER]]
        for size in range(min(len(more), LARGEST_GROUP - len(tiles)) + 1):
            yield from ((*tiles, *added) for added in dict.fromkeys(combinations(more, size)))
        return
    yield tiles
    ascending = tuple(tile for _, tile in sorted(zip(places, tiles, strict=True)))
    colour, first, last = places[0].colour, min(places).number, max(places).number
    fronts = _ends([Tile(colour, number) for number in range(first - 1, 0, -1)], left)
    backs = _ends([Tile(colour, number) for number in range(last + 1, HIGHEST + 1)], left)
    for front, back in product(fronts, backs):
        if (front or back) and (front + back).count(JOKER) <= left[JOKER]:
            yield (*reversed(front), *ascending, *back)


def _ends(places: Sequence[Tile], left: Counter[Tile]) -> list[TileSet]:
    """What can lie from the end of a run on, where the tiles `places` would follow: nothing, one tile or joker, two and so on."""
    longest: list[TileSet] = [()]
    found = [*longest]
    for place in places:
        longest = [
            (*way, tile)
            for way in longest
            for tile in (place, JOKER)
            if left[tile] and (tile != JOKER or way.count(JOKER) < left[JOKER])
        ]
        found += longest
    return found


def _new_sets(jokers: int, left: Counter[Tile], hand: Counter[Tile]) -> Iterator[Table]:
    """The ways to lay so many free jokers in new sets."""
    if not jokers:
        yield ()
        return
    ways = [new for new in _with_joker(left) if new.count(JOKER) <= jokers + hand[JOKER]]
    ways.sort(key=lambda new: -sum(1 for tile in new if hand[tile]))
    for new in ways:
        rest = left - Counter(new)
        others = jokers - new.count(JOKER)
        if others <= 0:
            yield (new,)
        else:
            yield from ((new, *more) for more in _new_sets(others, rest, hand))


def _with_joker(left: Counter[Tile]) -> Iterator[TileSet]:
    """The sets with jokers that the tiles `left` could make, none longer than it must be."""
    places = [
        tuple(Tile(c, n) for c in colours) for n in NUMBERS for size in (3, 4) for colours in combinations(Colour, size)
    ]
    places += [
        tuple(Tile(colour, number) for number in range(first, first + length))
        for colour in Colour
        for length in range(SMALLEST_SET, _LONGEST_NEW_RUN + 1)
        for first in range(1, HIGHEST - length + 2)
    ]
    seen = set()
    for stands in places:
        for jokers in range(1, min(left[JOKER], len(stands)) + 1):
            for at in combinations(range(len(stands)), jokers):
                tiles = tuple(JOKER if place in at else tile for place, tile in enumerate(stands))
                plain = Counter(tile for tile in tiles if tile != JOKER)
                key = frozenset(plain.items()) if stands[0].number == stands[1].number else tiles
                if key not in seen and not plain - left:
                    seen.add(key)
                    yield tiles
