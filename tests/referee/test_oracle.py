"""Every multiset of three and of four tiles is a set for the referee exactly where it is one for the naive oracle.

Of four, those are judged that differ in more than the names of their colours: sets of three show that the referee treats
colours alike.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice, permutations

import pytest

from referee.rulebook import available, load
from referee.sets import value
from referee.tiles import Table, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Code
from tests.referee.oracle import KINDS, Oracle, Tiles, multisets, multisets_by_colours

ALL = [(3, multisets, 26_235, 96), (4, multisets_by_colours, 101_921, 53)]
_AT_ONCE = 8_000
"""Sets judged as one table, few enough that the referee remembers them from one rulebook to the next."""

PARSED = dict(zip(KINDS, parse_tiles(KINDS), strict=True))


def table_of(sets: list[Tiles]) -> Table:
    return tuple(tuple(PARSED[tile] for tile in tiles) for tiles in sets)


def found_to_be_sets(sets: list[Tiles], book: str) -> list[bool]:
    """What `judge` says of each of `sets`, all on one impossible table."""
    verdict = judge(Turn((), table_of(sets), opened=True), load(book))
    invalid = {violation.set_index for violation in verdict.violations if violation.code is Code.SET_INVALID}
    return [index not in invalid for index in range(len(sets))]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "choices", "count", "numbered"), ALL)
def test_every_multiset_is_judged_as_the_oracle_does_under_every_rulebook(
    size: int, choices: Callable[[int], Iterator[Tiles]], count: int, numbered: int
) -> None:
    oracle = Oracle(size)
    assert sum("J" not in tiles for tiles in oracle.sets) == numbered
    left, judged, differences = choices(size), 0, []
    while sets := [*islice(left, _AT_ONCE)]:
        expected = [bool(oracle.worths(tiles)) for tiles in sets]
        judged += len(sets)
        for book in available():
            found = found_to_be_sets(sets, book)
            if found != expected:
                differences += [(book, sets[i]) for i in range(len(sets)) if found[i] != expected[i]]
    assert judged == count
    assert differences == []


@pytest.mark.parametrize("size", [3, 4])
def test_every_set_in_every_order_is_worth_what_the_oracle_says(size: int) -> None:
    """Where the booklets leave several worths open, as for K5 J J, it is the best of them."""
    oracle = Oracle(size)
    orders = chain.from_iterable(map(set, map(permutations, oracle.sets)))
    differences = [
        tiles for tiles in orders if value(table_of([tiles])[0]) != max(oracle.worths_as_they_lie(tiles))
    ]  # fmt: skip
    assert differences == []


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize("size", [3, 4])
def test_every_set_opens_under_every_rulebook_if_the_oracle_finds_thirty_points_in_it(size: int, book: str) -> None:
    oracle, rules = Oracle(size), load(book)
    differences = []
    for tiles in oracle.sets:
        verdict = judge(Turn((), table_of([tiles]), opened=False), rules)
        opened = Code.OPENING_BELOW not in [violation.code for violation in verdict.violations]
        if opened != (max(oracle.worths_as_they_lie(tiles)) >= 30):
            differences.append(tiles)
    assert differences == []


@pytest.mark.parametrize(
    ("tiles", "worths"),
    [
        ("K7 R7 B7 O7", {28}),  # Jumbo "Serien"
        ("B3 B4 B5 B6", {18}),  # the same
        ("B3 R3 J", {9}),  # Jumbo 2016 "Der Joker"
        ("K5 J J", {12, 15, 18}),
        ("K12 K13 K1", set()),  # 1 never follows 13
        ("K7 K7 R7", set()),
        ("R4 R5 B6", set()),
        ("R4 R5 J J", {18, 22, 14}),
    ],
)
def test_the_oracle_itself(tiles: str, worths: set[int]) -> None:
    laid = tuple(tiles.split())
    assert Oracle(len(laid)).worths(laid) == worths
