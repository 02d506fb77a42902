"""The best play where the rulebook binds the jokers on the table.

`referee.joker` says what is wrong with a turn. Here are, for the solver, the ways to do right: each set with a joker
stays, grown or not, or its jokers go into new sets, with their tile laid from the rack where the rulebook wants that.
They are gone through as a tree (branch and bound): what becomes of one set after the other is decided, then the new set
of each joker that was freed. What is not decided yet is left to the arrangement as if jokers were free; where the best
of that obeys the rule, or is no better than what is known, nothing below it need be looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from referee.clauses import Freed
from referee.joker import joker_violations
from referee.rulebook import Rulebook
from referee.sets import HIGHEST, LARGEST_GROUP, SetKind, SetReading, readings, shapes
from referee.solver.arrange import Arrangement, arrange_beside
from referee.solver.problem import TILE
from referee.solver.search import NOTHING, Budget
from referee.tiles import JOKER, Colour, Table, Tile, TileSet, count_tiles
from referee.verdict import Violation

_PARTS = 4
"""The arrangement of one way may take one part in this many of the steps that are left."""
_LEAST_PART = 500
"""Minimum number of steps that the arrangement of one way may take."""

_JUDGED = 35000
"""Maximum number of steps for judging how the jokers of one arrangement moved."""
_DECIDE = 10
"""Number of steps that are counted for each decision in each way."""


class _Way(NamedTuple):
    """What a play does with the sets that hold jokers, as far as that is decided."""

    fixed: Table
    """Sets that lie there afterwards."""
    unchanged: int
    """How many of the `fixed` sets lay there before."""
    exchanged: Counter[Tile]
    """Tiles laid from the rack for a joker."""
    undecided: Table
    """Sets with jokers of which nothing is decided yet."""
    freed: int
    """How many jokers are still to be laid in new sets."""
    promised: int
    """Upper bound of what a play that begins like this is worth (`Arrangement.worth`)."""


class _Fate(NamedTuple):
    """What becomes of one set with jokers."""

    stays: TileSet | None
    """The set, grown or not; None where it is taken apart."""
    exchanged: Counter[Tile]
    freed: int
    """How many of its jokers are freed."""


def best_obeying(table: Table, hand: Counter[Tile], rulebook: Rulebook, budget: Budget) -> Arrangement | None:
    """The best play of a player who may rebuild the table, among those that the rulebook's joker clause allows.

    The budget says afterwards what may have been missed.
    """
    must = count_tiles(table)
    lying = tuple(tiles for tiles in table if JOKER not in tiles and readings(tiles))
    with_joker = tuple(tiles for tiles in table if JOKER in tiles and readings(tiles))
    best: Arrangement | None = None
    ways = [_Way((), 0, Counter(), with_joker, 0, len(table) + hand.total() * TILE)]
    seen = set()

    @cache
    def faults(after: Table) -> tuple[Violation, ...]:
        with budget.lent(_JUDGED) as steps:
            return joker_violations(table, after, count_tiles(after) - must, rulebook, steps)

    while ways:
        way = ways.pop()
        above = -1 if best is None else best.worth
        key = frozenset(Counter(way.fixed).items()), way.undecided, way.freed
        if way.promised <= above or key in seen:
            continue
        if budget.over:
            budget.miss(max(way.promised, *[other.promised for other in ways], 0))
            break
        seen.add(key)
        part = budget.part(_PARTS, _LEAST_PART)
        found = _arranged(way, must, hand, (*lying, *way.undecided), above, part, budget)
        obeys = found is not None and not faults(tuple(sorted(found.table, key=str)))
        if obeys:
            best = found
        most = max(part.missed, NOTHING if found is None or obeys else found.worth)
        if way.undecided or way.freed:
            following = [*_following(way._replace(promised=min(most, way.promised)), must + hand, hand, rulebook)]
            budget.steps -= _DECIDE * len(following)
            ways += following[::-1]
        else:
            budget.miss(part.missed)
    if best is None and budget.missed > NOTHING:
        stay = _Way(with_joker, len(with_joker), Counter(), (), 0, 0)
        best = _arranged(stay, must, hand, lying, -1, Budget(0), budget)
    return best


def _arranged(
    way: _Way, must: Counter[Tile], hand: Counter[Tile], lying: Table, above: int, part: Budget, budget: Budget
) -> Arrangement | None:
    """The best arrangement that does what `way` has decided, other jokers being free; takes `part` of the budget."""
    left, exchanged = part.steps, way.exchanged.total() * TILE
    found = arrange_beside(
        way.fixed, way.unchanged, must + way.exchanged, hand - way.exchanged, lying, above - exchanged, part
    )
    budget.steps -= left - part.steps
    if part.missed > NOTHING:
        part.missed += exchanged
    return found and found._replace(laid=found.laid + way.exchanged)


def _following(way: _Way, all_tiles: Counter[Tile], hand: Counter[Tile], rulebook: Rulebook) -> Iterator[_Way]:
    """The ways that decide one thing more, those that leave most alone first."""
    if way.undecided:
        tiles, *others = way.undecided
        for fate in sorted(_fates(tiles, all_tiles, hand, rulebook), key=lambda fate: fate.freed):
            fixed = (*way.fixed, fate.stays) if fate.stays else way.fixed
            exchanged = way.exchanged + fate.exchanged
            if not exchanged - hand and not count_tiles(fixed) - all_tiles:
                freed = way.freed + (0 if rulebook.joker.freed is Freed.ANY_SET else fate.freed)
                unchanged = way.unchanged + (fate.stays == tiles)
                yield _Way(fixed, unchanged, exchanged, tuple(others), freed, way.promised)
    elif way.freed:
        left = all_tiles - count_tiles(way.fixed)
        new_sets = [new for new in _with_joker(left) if new.count(JOKER) <= way.freed + hand[JOKER]]
        new_sets.sort(key=lambda new: -sum(1 for tile in new if hand[tile]))
        for new in new_sets:
            yield way._replace(fixed=(*way.fixed, new), freed=max(0, way.freed - new.count(JOKER)))


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
    """What can lie beyond an end of a run where the tiles `places` would follow: nothing, one tile or joker, two and so on."""
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


def _with_joker(left: Counter[Tile]) -> Iterator[TileSet]:
    """The sets with jokers that the tiles `left` could make, none longer than it must be."""
    seen = set()
    for stands in shapes():
        gaps = {place for place, tile in enumerate(stands) if not left[tile]}
        for jokers in range(max(1, len(gaps)), min(left[JOKER], len(stands)) + 1):
            for at in combinations(range(len(stands)), jokers):
                if gaps.issubset(at):
                    tiles = tuple(JOKER if place in at else tile for place, tile in enumerate(stands))
                    key = frozenset(tiles) if stands[0].number == stands[1].number else tiles
                    if (key, jokers) not in seen:
                        seen.add((key, jokers))
                        yield tiles
