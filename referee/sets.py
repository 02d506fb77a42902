"""Is this a group or a run, what does each joker in it stand for, and what is it worth.

Decided once, here:

- A **group** is three or four tiles of one number in different colours; a **run** is three to thirteen consecutive
  numbers of one colour, 1 always the lowest. Both hold in every booklet (section "Serien").
- A run that lies in ascending order fixes its jokers: each stands for the number of its place.
- Tiles that form a run but lie in another order are a run all the same (`SetReading.in_order` is False then), unless a
  house rule wants them in order. In one that lies in descending order each joker stands for the number of its place. In
  any other no number follows from a joker's place (`SetReading.placed` is False then): it fills a gap, or lies at
  either end that has a number left. ``K11 K12 K13 J`` can be read in one way, ``K10 J K9`` in two.
- Where several readings remain (``J K5 J`` is a group of fives or the run 4 5 6), the one worth most to the player
  comes first and counts; of readings worth the same, the run.
- In a group every joker stands for any of the missing colours (booklets: "either of the two missing colours").
- Jokers alone, three or four of them (only a second box has so many), are a group of thirteens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from referee.tiles import NUMBERS, Colour, Table, Tile, TileSet

SMALLEST_SET = 3
"""Minimum number of tiles in a set."""

LARGEST_GROUP = len(Colour)
"""Maximum number of tiles in a group: one of each colour."""

HIGHEST = NUMBERS[-1]
"""The highest number, and so the maximum number of tiles in a run."""


class SetKind(StrEnum):
    """The two kinds of set."""

    GROUP = "group"
    RUN = "run"


class SetFault(StrEnum):
    """Why tiles are no set."""

    TOO_SHORT = "too-short"
    """Fewer than three tiles."""
    TOO_LONG = "too-long"
    """More than four tiles of one number, or more than thirteen of one colour."""
    COLOUR_TWICE = "colour-twice"
    """One number, but a colour occurs more than once."""
    NUMBER_TWICE = "number-twice"
    """One colour, but a number occurs more than once."""
    ONE_AFTER_THIRTEEN = "one-after-thirteen"
    """A run only if 1 followed 13."""
    GAP = "gap"
    """One colour, but numbers are missing in between."""
    MIXED = "mixed"
    """Neither one number nor one colour."""
    OUT_OF_ORDER = "out-of-order"
    """A run that does not lie in ascending order, where a house rule wants that."""


class SetReading(NamedTuple):
    """One way to understand tiles as a set."""

    kind: SetKind
    """Group or run."""
    stands: tuple[tuple[Tile, ...], ...]
    """For each place, in the order the tiles lie, the tiles it can stand for: the tile itself, or for a joker one tile
    or several. The first ones of all places together are one consistent choice."""
    value: int
    """Points of the set, each joker at the number it stands for."""
    in_order: bool
    """Whether the tiles lie in ascending order; always True for a group."""
    placed: bool = True
    """Whether what its jokers stand for follows from their places."""


@cache
def shapes() -> tuple[TileSet, ...]:
    """The groups, and the runs of up to five tiles, as the tiles that their places stand for: longer runs are sums of these."""
    groups = (
        tuple(Tile(colour, number) for colour in colours)
        for number in NUMBERS
        for size in range(SMALLEST_SET, LARGEST_GROUP + 1)
        for colours in combinations(Colour, size)
    )
    runs = (
        tuple(Tile(colour, number) for number in range(first, first + length))
        for colour in Colour
        for length in range(SMALLEST_SET, 2 * SMALLEST_SET)
        for first in range(1, HIGHEST - length + 2)
    )
    return (*groups, *runs)


@lru_cache(maxsize=1 << 14)
def readings(tiles: TileSet) -> tuple[SetReading, ...]:
    """Every way to understand `tiles`, lying in this order, as a set; most points first, empty where it is no set.

    >>> [(r.kind.value, r.value) for r in readings((Tile.parse("K5"), Tile.parse("J"), Tile.parse("J")))]
    [('run', 18), ('group', 15)]
    """
    if len(tiles) < SMALLEST_SET:
        return ()
    found = [reading for reading in (_run_as_it_lies(tiles), _group(tiles)) if reading is not None]
    return tuple(sorted(found or _runs_out_of_order(tiles), key=lambda reading: -reading.value))


def read_set(tiles: TileSet) -> SetReading | None:
    """The reading that counts: the one worth most to the player; None where `tiles` are no set."""
    found = readings(tiles)
    return found[0] if found else None


def value(tiles: TileSet) -> int:
    """Points of the set `tiles`, each joker at the number it stands for.

    Tiles that are no set are shown as what is printed on them.
    """
    reading = read_set(tiles)
    return sum(tile.number for tile in tiles) if reading is None else reading.value


def count_common(ones: Sequence[object], others: Sequence[object]) -> int:
    """How many elements two sequences have in common, each counted as often as it is in both.

    It is faster for few elements than counting all.
    """
    left = [*others]
    for one in ones:
        if one in left:
            left.remove(one)
    return len(others) - len(left)


def span(numbers: Iterable[int], around: int) -> int:
    """How many consecutive numbers lie about `around`, that one counted, whether it is among `numbers` or not."""
    there = {*numbers}
    low = high = around
    while low - 1 in there:
        low -= 1
    while high + 1 in there:
        high += 1
    return high - low + 1


def same_set(one: TileSet, other: TileSet) -> bool:
    """Whether two pictures of a set show the same set unchanged: the same tiles, and jokers that can stand for the same.

    ``R4 R5 J`` and ``J R4 R5`` differ, since the joker moved from the 6 to the 3; ``R4 B4 J`` and ``J R4 B4`` do not.
    """
    if one == other:
        return True
    if len(one) != len(other) or set(one) != set(other) or Counter(one) != Counter(other):
        return False
    if not any(tile.is_joker for tile in one):
        return True
    ours, theirs = (frozenset((r.kind, r.value) for r in readings(tiles)) for tiles in (one, other))
    return bool(ours & theirs) or not (ours or theirs)


def changes(before: Table, after: Table) -> tuple[list[TileSet], list[TileSet]]:
    """The sets of `before` that are not in `after` any more, and the sets of `after` that were not in `before`.

    Sets are found by their content (`same_set`), whatever their order on the table; a twin that lies exactly as before
    comes first.
    """
    lying = Counter(after)
    gone = []
    for tiles in before:
        if lying[tiles]:
            lying[tiles] -= 1
        else:
            gone.append(tiles)
    new = []
    for tiles in after:
        if lying[tiles]:
            lying[tiles] -= 1
            twin = next((other for other in gone if same_set(other, tiles)), None)
            if twin is None:
                new.append(tiles)
            else:
                gone.remove(twin)
    return gone, new


@lru_cache(maxsize=1 << 14)
def fault(tiles: TileSet, *, ordered: bool = False) -> SetFault | None:
    """Why `tiles` are no set; None where they are one. With `ordered`, a run must lie in ascending order."""
    if found := readings(tiles):
        return SetFault.OUT_OF_ORDER if ordered and not found[0].in_order else None
    if len(tiles) < SMALLEST_SET:
        return SetFault.TOO_SHORT
    plain = [tile for tile in tiles if not tile.is_joker]
    if len({tile.number for tile in plain}) <= 1:
        return SetFault.TOO_LONG if len(tiles) > LARGEST_GROUP else SetFault.COLOUR_TWICE
    if len({tile.colour for tile in plain}) > 1:
        return SetFault.MIXED
    return _fault_of_one_colour(len(tiles), [tile.number for tile in plain])


def joined(table: Table, *, ordered: bool = False) -> tuple[Table, TileSet]:
    """The sets that the rows of a table make as they lie, and the tiles left over.

    As few tiles as possible are left over and, of equals, there are as few sets as possible.
    """
    rows = [_parted(tiles, ordered=ordered) for tiles in table]
    return tuple(part for sets, _ in rows for part in sets), tuple(tile for _, loose in rows for tile in loose)


@lru_cache(maxsize=1 << 12)
def _parted(tiles: TileSet, *, ordered: bool) -> tuple[list[TileSet], TileSet]:
    best: list[tuple[list[TileSet], TileSet]] = [([], ())]  # for each number of first tiles
    for stop, tile in enumerate(tiles, start=1):
        sets, loose = best[-1]
        ways = [(sets, (*loose, tile))]
        for start in range(stop - SMALLEST_SET + 1):
            part, (sets, loose) = tiles[start:stop], best[start]
            if fault(part, ordered=ordered) is None:
                ways.append(([*sets, part], loose))
        best.append(min(ways, key=lambda way: (len(way[1]), len(way[0]))))
    return best[-1]


def _fault_of_one_colour(length: int, printed: list[int]) -> SetFault:
    """Why `length` tiles of one colour that bear the numbers `printed`, and jokers for the rest, are no run."""
    if length > HIGHEST:
        return SetFault.TOO_LONG
    numbers = sorted(set(printed))
    if len(numbers) < len(printed):
        return SetFault.NUMBER_TWICE
    wraps = any(low + HIGHEST - high < length for low, high in pairwise(numbers))
    return SetFault.ONE_AFTER_THIRTEEN if wraps else SetFault.GAP


def _group(tiles: TileSet) -> SetReading | None:
    plain = [tile for tile in tiles if not tile.is_joker]
    colours = {tile.colour for tile in plain}
    if len(tiles) > LARGEST_GROUP or len(colours) < len(plain) or len({tile.number for tile in plain}) > 1:
        return None
    number = plain[0].number if plain else HIGHEST
    missing = tuple(Tile(colour, number) for colour in Colour if colour not in colours)
    return SetReading(SetKind.GROUP, _fill(tiles, missing), number * len(tiles), in_order=True)


def _run_as_it_lies(tiles: TileSet) -> SetReading | None:
    firsts = {(tile.colour, tile.number - place) for place, tile in enumerate(tiles) if not tile.is_joker}
    if len(firsts) != 1:
        return None
    colour, first = firsts.pop()
    if first < 1 or first + len(tiles) - 1 > HIGHEST:
        return None
    numbers = range(first, first + len(tiles))
    return SetReading(SetKind.RUN, tuple((Tile(colour, number),) for number in numbers), sum(numbers), in_order=True)


def _runs_out_of_order(tiles: TileSet) -> list[SetReading]:
    descending = _run_as_it_lies(tiles[::-1])
    if descending is not None:
        return [descending._replace(stands=descending.stands[::-1], in_order=False)]
    plain = [tile for tile in tiles if not tile.is_joker]
    numbers = {tile.number for tile in plain}
    if not plain or len({tile.colour for tile in plain}) > 1 or len(numbers) < len(plain):
        return []
    lowest = max(1, max(numbers) - len(tiles) + 1)
    highest = min(*numbers, HIGHEST - len(tiles) + 1)
    found = []
    for first in range(lowest, highest + 1):
        covered = range(first, first + len(tiles))
        missing = tuple(Tile(plain[0].colour, number) for number in reversed(covered) if number not in numbers)
        placed = len(plain) == len(tiles)
        found.append(SetReading(SetKind.RUN, _fill(tiles, missing), sum(covered), in_order=False, placed=placed))
    return found


def _fill(tiles: TileSet, missing: TileSet) -> tuple[tuple[Tile, ...], ...]:
    """What each place stands for: jokers for any of `missing`, turned so that their first choices differ."""
    stands: list[tuple[Tile, ...]] = []
    jokers = 0
    for tile in tiles:
        if tile.is_joker:
            stands.append(missing[jokers:] + missing[:jokers])
            jokers += 1
        else:
            stands.append((tile,))
    return tuple(stands)
