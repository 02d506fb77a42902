"""Every table that a turn on a small table can end with: is it legal just where moments of whole sets lead to it.

usage: python -m workshop.benchmarks.small_tables [--turns N] [--seed N] [--rulebook ID] [--list]

A turn begins with one to three sets of the numbers 1 to 6, one or two jokers among them, and one to three tiles on the
rack. From there every moment is walked at which all tiles lie in sets, by trying every set that there is, without the
referee's code; and every table of sets is made that holds what lay there and some of the rack. Prints for each rulebook
how many tables there were, to how many of them moments lead, and what the referee calls them; with --list, each of
which it says otherwise. Ends with exit code 1 if there is one.

From one moment to the next, tiles are moved in any way one can think of, and

- any tiles are laid from the rack;
- jokers come off their sets: under Piatnik at will, under the old original for a tile of the rack;
- or jokers in hand are laid with others to a set of three;
- a joker that lies goes on being the same tile of a run, or of the same number in a group (Piatnik), or its set only
  grows (the old original).

A set that lies there as it lay was touched by nobody, so tables with such a set that holds a joker are left out.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from referee.rulebook import load
from referee.tiles import parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.referee.chains import COLOURS, JOKER, OLD, PIATNIK, Lying, State
from workshop.benchmarks import command_line

HIGHEST = 6
"""The highest number on a tile."""
MOST_JOKERS = 2
BOOKS = (PIATNIK, OLD)

Row = tuple[str, ...]
"""The tiles of a set."""

Role = str
"""What a joker goes on being: a tile of a run, or the number of a group."""


def start(rng: random.Random) -> State:
    """A small table with a joker or two, and a rack with what goes with it."""
    left = Counter({f"{colour}{number}": 2 for colour in COLOURS for number in range(1, HIGHEST + 1)})
    sets: list[Lying] = []
    whole = sorted({tuple(sorted(stands)) for stands, tiles in every_set() if JOKER not in tiles and len(stands) < 5})  # noqa: PLR2004
    for _ in range(rng.choice((1, 2, 2, 3))):
        stands = rng.choice(whole)
        if all(left[tile] for tile in stands):
            left -= Counter(stands)
            sets.append(Lying(stands, stands))
    wanted = [tile for _ in range(rng.choice((1, 1, 2))) if (tile := _with_joker(sets, rng)) is not None]
    left.update(wanted)
    rack: list[str] = []
    near = [tile for lying in sets for stands in lying.stands for tile in beside(stands)]
    for tile in rng.sample([*wanted, *rng.choices(near, k=3)], rng.randint(1, 3)):
        if left[tile] > 0:
            left[tile] -= 1
            rack.append(tile)
    return State(tuple(sets), tuple(sorted(rack)))


def _with_joker(sets: list[Lying], rng: random.Random) -> str | None:
    """Puts a joker in the place of a tile in one of the sets; the tile, or None where a joker lies there already."""
    index = rng.randrange(len(sets))
    stands, tiles = sets[index]
    place = rng.randrange(len(tiles))
    if tiles[place] == JOKER:
        return None
    sets[index] = Lying(stands, (*tiles[:place], JOKER, *tiles[place + 1 :]))
    return tiles[place]


def beside(tile: str) -> list[str]:
    """The tile, and those that may lie next to it in a set."""
    colour, number = tile[0], int(tile[1:])
    ends = [n for n in (number - 1, number, number + 1) if 1 <= n <= HIGHEST]
    return [*(f"{colour}{n}" for n in ends), *(f"{other}{number}" for other in COLOURS if number <= HIGHEST)]


@cache
def every_set() -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every set of the numbers up to `HIGHEST` and jokers, as what its places stand for and what lies there."""
    numbers = range(1, HIGHEST + MOST_JOKERS + 1)
    whole = [tuple(f"{c}{n}" for c in colours) for n in numbers for k in (3, 4) for colours in permutations(COLOURS, k)]
    ends = [(first, last) for first, last in combinations(numbers, 2) if last - first >= 2]  # noqa: PLR2004
    whole += [tuple(f"{colour}{n}" for n in range(first, last + 1)) for colour in COLOURS for first, last in ends]
    return [(stands, tiles) for stands in whole for tiles in _with_jokers(stands)]


def _with_jokers(stands: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A set with jokers, or none, in its places, as far as there are tiles for the others."""
    for jokers in range(MOST_JOKERS + 1):
        for places in combinations(range(len(stands)), jokers):
            tiles = tuple(JOKER if i in places else tile for i, tile in enumerate(stands))
            if all(tile == JOKER or int(tile[1:]) <= HIGHEST for tile in tiles):
                yield tiles


def as_it_lies(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """The tiles of a set; those of a group in one order, whatever their own."""
    numbers = {tile[1:] for tile in tiles if tile != JOKER}
    return tiles if len(numbers) > 1 or (len(tiles) - tiles.count(JOKER)) == 1 else tuple(sorted(tiles))


def every_table(left: Counter[str]) -> Iterator[tuple[Row, ...]]:
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
def sets_with(tile: str) -> list[tuple[Row, Counter[str]]]:
    """The sets that hold the tile, with their tiles counted."""
    rows = {as_it_lies(tiles) for _, tiles in every_set() if tile in tiles}
    return [(tiles, Counter(tiles)) for tiles in sorted(rows)]


def readings(tiles: Row) -> list[Lying]:
    """What the places of a set may stand for."""
    return [Lying(*lying) for lying in every_set() if as_it_lies(lying[1]) == as_it_lies(tiles)]


def roles(lying: Lying) -> list[Role]:
    """The roles of its jokers."""
    named = lying.stands if lying.is_run else (lying.stands[0][1:],) * len(lying.stands)
    return [role for role, tile in zip(named, lying.tiles, strict=True) if tile == JOKER]


@cache
def shapes() -> list[tuple[Counter[str], Counter[Role], int]]:
    """The sets, as the tiles besides jokers and the roles of the jokers, each once, with their sizes."""
    found = {
        (tuple(sorted(t for t in tiles if t != JOKER)), tuple(sorted(roles(Lying(stands, tiles)))))
        for stands, tiles in every_set()
    }
    return [(Counter(plain), Counter(of), len(plain) + len(of)) for plain, of in sorted(found)]


@cache
def can_lie(plain: Row, lying: tuple[Role, ...]) -> bool:
    """Whether all these tiles, and jokers with these roles, lie in sets in some way."""
    if not plain:
        return not lying
    tiles, jokers = Counter(plain), Counter(lying)
    return any(
        can_lie(*(tuple(sorted(left.elements())) for left in (tiles - some, jokers - of)))
        for some, of, _ in shapes()
        if some[plain[0]] and some <= tiles and of <= jokers
    )


def subsets(tiles: Row) -> list[Counter[str]]:
    """Some of the tiles, none and all among them, each choice once."""
    return [Counter(some) for size in range(len(tiles) + 1) for some in sorted(set(combinations(tiles, size)))]


class Moment(NamedTuple):
    """A moment at which all tiles lie in sets."""

    blocks: tuple[Row, ...]
    """The sets with jokers, where they only grow: what each place stands for, those with jokers in brackets."""
    lying: tuple[Role, ...]
    """The jokers in sets, where these are like any others."""
    in_hand: int
    plain: Row
    """The tiles besides jokers, without those of `blocks`."""
    rack: Row


def reached(begin: State, book: str) -> set[Moment]:
    """Every moment with no joker in hand to which moments lead."""
    following = _following_old if book == OLD else _following
    ends, seen = [_first(sets, begin.rack, book) for sets in product(*(readings(of.tiles) for of in begin.sets))], set()
    while ends:
        now = ends.pop()
        if now not in seen:
            seen.add(now)
            ends += following(now)
    return {moment for moment in seen if not moment.in_hand}


def _first(sets: Iterable[Lying], rack: Iterable[str], book: str) -> Moment:
    sets = tuple(sets)
    blocks = [_block(lying) for lying in sets if lying.has_joker] if book == OLD else []
    lying = [] if book == OLD else [role for one in sets for role in roles(one)]
    plain = [tile for one in sets if book != OLD or not one.has_joker for tile in one.tiles if tile != JOKER]
    return Moment(tuple(sorted(blocks)), _sorted(lying), 0, _sorted(plain), _sorted(rack))


def _sorted(tiles: Iterable[str]) -> Row:
    return tuple(sorted(tiles))


def _laid(now: Moment) -> Iterator[tuple[Counter[str], Counter[str], Row]]:
    """What may be laid at once: those tiles, all that lie then outside blocks, and the rest of the rack."""
    for laid in subsets(now.rack):
        yield laid, Counter(now.plain) + laid, _sorted((Counter(now.rack) - laid).elements())


def _following(now: Moment) -> Iterator[Moment]:
    """The moments that follow where a set with a joker is like any other."""
    for _, there, rack in _laid(now):
        for kept in subsets(now.lying):
            if can_lie(_sorted(there.elements()), (stay := _sorted(kept.elements()))):
                in_hand = now.in_hand + len(now.lying) - len(stay)
                yield Moment((), stay, in_hand, _sorted(there.elements()), rack)
        for some, of, size in shapes() if now.in_hand else ():
            if size > 3 or not some <= there:  # noqa: PLR2004  # a set of three
                continue
            for within in subsets(_sorted((of & Counter(now.lying)).elements())):
                others, new = Counter(now.lying) - within, (of - within).total()
                rest = _sorted((there - some).elements())
                if 0 < new <= now.in_hand and can_lie(rest, _sorted(others.elements())):
                    lying = _sorted((others + of).elements())
                    yield Moment((), lying, now.in_hand - new, _sorted(there.elements()), rack)


def _following_old(now: Moment) -> Iterator[Moment]:
    """The moments that follow where a set with a joker only grows."""
    for laid, there, rack in _laid(now):
        for blocks in _grown(now.blocks, there):
            for new, in_hand in _changed(blocks, now.in_hand, laid):
                rest = there + _plain(now.blocks)
                rest.subtract(_plain(new))
                if min(rest.values(), default=0) >= 0 and can_lie(left := _sorted(rest.elements()), ()):
                    yield Moment(new, (), in_hand, left, rack)


def _plain(blocks: Iterable[Row]) -> Counter[str]:
    return Counter(tile for block in blocks for tile in block if not is_joker(tile))


def is_joker(tile: str) -> bool:
    """Whether it is a joker in a block."""
    return tile[0] == "("


def _grown(blocks: tuple[Row, ...], there: Counter[str]) -> Iterator[tuple[Row, ...]]:
    """The blocks as they may have grown, or been joined."""
    if not blocks:
        yield ()
        return
    first, *others = blocks
    for bigger in every_block():
        more = Counter(bigger) - Counter(first)
        if Counter(first) <= Counter(bigger):
            if more <= there:
                yield from ((bigger, *rest) for rest in _grown(tuple(others), there - more))
            if others and Counter(others[0]) <= more:
                yield from [(bigger,)] if more - Counter(others[0]) <= there else []


def _changed(blocks: tuple[Row, ...], in_hand: int, laid: Counter[str]) -> Iterator[tuple[tuple[Row, ...], int]]:
    """The blocks as they are, or with one joker exchanged for a tile laid, or with those in hand laid."""
    yield tuple(sorted(blocks)), in_hand
    for i, block in enumerate(blocks):
        others = blocks[:i] + blocks[i + 1 :]
        for place in (place for place, tile in enumerate(block) if is_joker(tile)):
            for tile in _fitting(block, place):
                if laid[tile]:
                    whole = _sorted((*block[:place], tile, *block[place + 1 :]))
                    yield tuple(sorted((*others, *([whole] if any(map(is_joker, whole)) else [])))), in_hand + 1
    for block in every_block() if in_hand else ():
        jokers = sum(map(is_joker, block))
        if len(block) == 3 and jokers <= in_hand:  # noqa: PLR2004  # a set of three
            yield tuple(sorted((*blocks, block))), in_hand - jokers


def _fitting(block: Row, place: int) -> list[str]:
    """What may take the place of a joker in a block."""
    role = block[place][1:-1]
    return [tile for colour in COLOURS if (tile := f"{colour}{role}") not in block] if role.isdigit() else [role]


def _block(lying: Lying) -> Row:
    """The tiles of a set with jokers, each joker as its role in brackets."""
    return _sorted([*(tile for tile in lying.tiles if tile != JOKER), *(f"({role})" for role in roles(lying))])


@cache
def every_block() -> list[Row]:
    """Every set with jokers."""
    return sorted({_block(Lying(*lying)) for lying in every_set() if JOKER in lying[1]})


def leads_to(table: tuple[Row, ...], rack: Row, moments: set[Moment], book: str) -> bool:
    """Whether one of the moments is this table, in some reading of it."""
    return any(_first(sets, rack, book) in moments for sets in product(*map(readings, table)))


def every_end(begin: State) -> Iterator[tuple[tuple[Row, ...], Row]]:
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
    """Whether moments lead there."""
    said: Outcome
    """What the referee says."""


def ends(book: str, seed: int) -> Iterator[End]:
    """Every table with which one turn under a rulebook may end."""
    begin, rules = start(random.Random(seed)), load(book)
    before, moments = tuple(map(parse_tiles, begin.table())), reached(begin, book)
    untouched = {as_it_lies(lying.tiles) for lying in begin.sets if lying.has_joker}
    for end in every_end(begin):
        if untouched.intersection(end[0]):
            continue
        said = judge(Turn(before, tuple(map(parse_tiles, end[0])), opened=True), rules).outcome
        tables = (" | ".join(map(" ".join, table)) for table in (begin.table(), end[0]))
        yield End(" -> ".join(tables), leads_to(*end, moments, book), said)


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
                said = f"{end.said.value}{' reached' if end.is_reached else ''}"
                counts[said] += 1
                if end.is_reached is not (end.said is Outcome.LEGAL):
                    wrong += 1
                    if args.list:
                        print(f"{book}, seed {seed}, {said}: {end.turn}")
        told = ", ".join(f"{number} {said}" for said, number in sorted(counts.items()))
        print(f"{book}: {counts.total()} tables: {told}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
