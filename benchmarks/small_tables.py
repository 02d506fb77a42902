"""Every table that a turn on a small table can end with: is it legal where single legal steps lead to it, and only there.

usage: python -m benchmarks.small_tables [--turns N] [--seed N] [--rulebook ID] [--list]

A turn begins with one to three sets of the numbers 1 to 6, one or two jokers among them, and one to three tiles on the
rack. From there every sequence of the single steps of tests/referee/chains.py is walked, which shares no code with the
referee; and every table of sets is made that holds what lay there and some of the rack. Prints for each rulebook how
many tables there were, to how many of them steps lead, and what the referee calls them; with --list, each of which it
says otherwise. Ends with exit code 1 if it called one illegal to which steps lead.

It calls tables legal to which no steps lead, since the steps move one tile at a time, leave sets after each, and free
one joker at a time, while the booklets let tiles be moved in any way one can think of: several sets may be rebuilt at
once, and two jokers freed and laid in one new set.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from benchmarks import command_line
from referee.rulebook import load
from referee.tiles import parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.referee.chains import COLOURS, JOKER, OLD, PIATNIK, Lying, State, Steps

HIGHEST = 6
"""The highest number on a tile."""
MOST_JOKERS = 2
BOOKS = (PIATNIK, OLD)

Key = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""A table, whatever the order of its sets and of the tiles of a group, and the rack."""


Moment = tuple[tuple[tuple[tuple[str, ...], str], ...], tuple[str, ...]]


def start(rng: random.Random) -> State:
    """A small table with a joker or two, and a rack with what goes with it."""
    left = Counter({f"{colour}{number}": 2 for colour in COLOURS for number in range(1, HIGHEST + 1)})
    sets: list[Lying] = []
    whole = [stands for stands, tiles in every_set() if JOKER not in tiles and len(stands) < 5]  # noqa: PLR2004
    for _ in range(rng.choice((1, 2, 2, 3))):
        stands = rng.choice(whole)
        if all(left[tile] for tile in stands):
            left -= Counter(stands)
            sets.append(Lying(stands, stands))
    wanted = []
    for _ in range(rng.choice((1, 1, 2))):
        index = rng.randrange(len(sets))
        stands, tiles = sets[index]
        place = rng.randrange(len(tiles))
        if tiles[place] != JOKER:
            left[tiles[place]] += 1
            wanted.append(tiles[place])
            sets[index] = Lying(stands, (*tiles[:place], JOKER, *tiles[place + 1 :]))
    rack: list[str] = []
    near = [tile for lying in sets for stands in lying.stands for tile in beside(stands)]
    for tile in rng.sample([*wanted, *rng.choices(near, k=3)], rng.randint(1, 3)):
        if left[tile] > 0:
            left[tile] -= 1
            rack.append(tile)
    return State(tuple(sets), tuple(sorted(rack)))


def beside(tile: str) -> list[str]:
    """The tile, and those that may lie next to it in a set."""
    colour, number = tile[0], int(tile[1:])
    ends = [n for n in (number - 1, number, number + 1) if 1 <= n <= HIGHEST]
    return [*(f"{colour}{n}" for n in ends), *(f"{other}{number}" for other in COLOURS if number <= HIGHEST)]


@cache
def every_set() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every set of the numbers up to `HIGHEST` and jokers, as what its places stand for and what lies there."""
    numbers = range(1, HIGHEST + MOST_JOKERS + 1)
    whole = [tuple(f"{c}{n}" for c in colours) for n in numbers for k in (3, 4) for colours in combinations(COLOURS, k)]
    whole += [
        tuple(f"{colour}{n}" for n in range(first, last + 1))
        for colour in COLOURS
        for first in numbers
        for last in numbers
        if last - first >= 2  # noqa: PLR2004
    ]
    found = []
    for stands in whole:
        for jokers in range(MOST_JOKERS + 1):
            for places in combinations(range(len(stands)), jokers):
                tiles = tuple(JOKER if i in places else tile for i, tile in enumerate(stands))
                if all(tile == JOKER or int(tile[1:]) <= HIGHEST for tile in tiles):
                    found.append((stands, tiles))
    return found


def as_it_lies(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """The tiles of a set; those of a group in one order, whatever their own."""
    numbers = {tile[1:] for tile in tiles if tile != JOKER}
    return tiles if len(numbers) > 1 or (len(tiles) - tiles.count(JOKER)) == 1 else tuple(sorted(tiles))


def every_table(left: Counter[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every table of sets that holds all of some tiles."""
    first = min((tile for tile in left if tile != JOKER), default=None)
    if first is None:
        if not left:
            yield ()
        return
    for tiles, needed in sets_with(first):
        if needed <= left:
            yield from ((tiles, *more) for more in every_table(left - needed))


@cache
def sets_with(tile: str) -> list[tuple[tuple[str, ...], Counter[str]]]:
    """The sets that hold the tile, with their tiles counted."""
    rows = {as_it_lies(tiles) for _, tiles in every_set() if tile in tiles}
    return [(tiles, Counter(tiles)) for tiles in sorted(rows)]


def reached(begin: State, steps: Steps) -> set[Key]:
    """Every table to which steps lead, and the rack then, however the sets with jokers are read."""
    ways = (
        [Lying(*lying) for lying in every_set() if as_it_lies(lying[1]) == as_it_lies(of.tiles)] for of in begin.sets
    )
    found, ends, seen = set[Key](), [State(sets, begin.rack) for sets in product(*ways)], set[Moment]()
    while ends:
        state = ends.pop()
        now = moment(state)
        if now not in seen:
            seen.add(now)
            found.add(key_of(state))
            ends += steps.every(state)
    return found


def moment(state: State) -> Moment:
    """What tells a moment from others: the sets, with what their jokers stand for, and the rack."""
    sets = [(as_it_lies(lying.tiles), lying.stands[0] if lying.is_run else lying.stands[0][1:]) for lying in state.sets]
    return tuple(sorted(sets)), tuple(sorted(state.rack))


def key_of(state: State) -> Key:
    """The table and the rack of a state."""
    return tuple(sorted(as_it_lies(tiles) for tiles in state.table())), tuple(sorted(state.rack))


def every_end(begin: State) -> Iterator[Key]:
    """Every table of sets that what lay there and some of the rack make, and the rest of the rack."""
    there = Counter(tile for lying in begin.sets for tile in lying.tiles)
    for size in range(1, len(begin.rack) + 1):
        for laid in sorted(set(combinations(begin.rack, size))):
            rest = tuple(sorted((Counter(begin.rack) - Counter(laid)).elements()))
            for table in {tuple(sorted(found)) for found in every_table(there + Counter(laid))}:
                yield table, rest


class End(NamedTuple):
    """A table that a turn may end with."""

    turn: str
    """The table before it, and this one."""
    is_reached: bool
    """Whether steps lead there."""
    said: Outcome
    """What the referee says."""


def ends(book: str, seed: int) -> Iterator[End]:
    """Every table with which one turn under a rulebook may end."""
    begin, rules = start(random.Random(seed)), load(book)
    before, there = tuple(map(parse_tiles, begin.table())), reached(begin, Steps(book))
    for end in every_end(begin):
        said = judge(Turn(before, tuple(map(parse_tiles, end[0])), opened=True), rules).outcome
        tables = (" | ".join(map(" ".join, table)) for table in (begin.table(), end[0]))
        yield End(" -> ".join(tables), end in there, said)


def main() -> int:
    """Walk the turns and count."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=300, help="turns for each rulebook (default 300)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first turn (default 0)")
    parser.add_argument("--rulebook", metavar="ID", choices=BOOKS, help="only this one")
    parser.add_argument("--list", action="store_true", help="print every table on which they differ")
    args = parser.parse_args()
    wrong = 0
    for book in [args.rulebook] if args.rulebook else BOOKS:
        counts = Counter[str]()
        for seed in range(args.seed, args.seed + args.turns):
            for end in ends(book, seed):
                said = end.said.value if end.is_reached else f"{end.said.value} without steps"
                counts[said] += 1
                if args.list and (end.is_reached is not (end.said is Outcome.LEGAL)):
                    print(f"{book}, seed {seed}, {said}: {end.turn}")
        there = sum(counts[outcome.value] for outcome in Outcome)
        print(
            f"{book}: {counts.total()} tables, {there} reached by steps, of them {counts['illegal']} called illegal and "
            f"{counts['undecided']} undecided; of the others {counts['legal without steps']} called legal and "
            f"{counts['undecided without steps']} undecided",
            flush=True,
        )
        wrong += counts["illegal"]
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
