"""Whether all tiles can lie in sets at one moment of a turn, while some jokers lie where they must (`referee.joker`).

Between two moments players move tiles as they like (section "Manipulieren" of all booklets: "in jeder erdenklichen
Weise"), so a moment is possible if **any** arrangement has every tile of the table in a set, with any of those that the
turn lays. Which of two equal tiles is which nobody sees. The arrangements are those of `referee.solver`; steps are
counted, so that the same turn is judged alike on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from referee.sets import HIGHEST, LARGEST_GROUP, SMALLEST_SET, SetKind, SetReading, readings, span
from referee.solver.arrange import any_sets
from referee.solver.search import Budget
from referee.tiles import Colour, Table, Tile, TileSet

_LONGEST = 2 * SMALLEST_SET - 1
"""Maximum number of tiles of the runs about a joker that are tried: a longer one can be divided beside it."""


_TRY = 20
"""Number of steps that are counted for each way that is looked at, besides those of arranging the tiles."""


class UndecidedError(Exception):
    """The steps are used up."""


class Role(NamedTuple):
    """What a joker goes on being while its set is added to and taken from: a tile of a run, or a number of a group."""

    kind: SetKind
    tile: Tile
    """Of a group, the colour is None."""

    @classmethod
    def of(cls, reading: SetReading, place: int) -> Role:
        """The role of the joker at that place of a set."""
        tile = reading.stands[place][0]
        return cls(reading.kind, tile if reading.kind is SetKind.RUN else Tile(None, tile.number))

    @property
    def tiles(self) -> list[Tile]:
        """The tiles that the joker may stand for."""
        return [self.tile] if self.kind is SetKind.RUN else [Tile(colour, self.tile.number) for colour in Colour]


class Stock(NamedTuple):
    """The tiles besides jokers that there are at a moment."""

    must: Counter[Tile]
    """Those on the table."""
    may: Counter[Tile]
    """Those that the turn lays sooner or later."""

    def without(self, tiles: Iterable[Tile], *, of_rack: bool = False) -> Stock | None:
        """The tiles that are left beside a set with `tiles`; None where these are not there, or not `of_rack`."""
        must, may = dict(self.must), dict(self.may)
        for tile in tiles:
            source = must if must.get(tile) and not of_rack else may
            if not source.get(tile):
                return None
            source[tile] -= 1
        return Stock(+Counter(must), +Counter(may))


class Moments:
    """The moments of one turn, each worked out once.

    Args:
        budget: the steps that are left.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._found: dict[tuple[frozenset[tuple[Tile, int]], frozenset[tuple[Tile, int]]], Table | None] = {}

    def following(
        self,
        stock: Stock,
        roles: Sequence[Role],
        blocks: Sequence[Sequence[TileSet]],
        new: TileSet = (),
        *,
        of_rack: bool = False,
    ) -> Iterator[Stock]:
        """Yields the stock as it is when no more is laid than lets every tile lie in a set, for each way to lay so little.

        Args:
            stock: the tiles besides jokers.
            roles: jokers that lie in any sets as what they are.
            blocks: sets that stay together: of each the tiles besides jokers, as it may have grown so far.
            new: the tiles besides jokers of a new set that is laid with jokers, if one is. They come from the rack, or
                from sets that are sets without them, and go on being sets.
            of_rack: whether all of these come from the rack.

        Raises:
            UndecidedError: the steps are used up.
        """
        left = stock.without(new, of_rack=of_rack)
        if left is None:
            return
        from_rack = stock.may - left.may
        for more in self._least(left, roles, blocks):
            laid = from_rack + more
            yield Stock(stock.must + laid, stock.may - laid)

    def _least(
        self, stock: Stock, roles: Sequence[Role], blocks: Sequence[Sequence[TileSet]]
    ) -> Iterator[Counter[Tile]]:
        """Yields choices of the tiles that may be laid with which every tile can lie in a set, and with none fewer of them."""
        if not self._possible(stock, roles, blocks):
            return
        if self._possible(Stock(stock.must, Counter()), roles, blocks):
            yield Counter()
            return
        rest = stock.may.copy()
        for tile in sorted(stock.may):
            one = Counter([tile])
            for more in self._least(Stock(stock.must + one, rest - one), roles, blocks):
                yield one + more
            del rest[tile]

    def _possible(self, stock: Stock, roles: Sequence[Role], blocks: Sequence[Sequence[TileSet]]) -> bool:
        """Whether every tile can lie in a set."""
        if self._budget.over:
            raise UndecidedError
        self._budget.steps -= _TRY
        for chosen in product(*blocks):
            left = stock.without(tile for tiles in chosen for tile in tiles)
            if left is not None and self._with(left, tuple(roles)):
                return True
        return False

    def _with(self, stock: Stock, roles: tuple[Role, ...]) -> bool:
        """Whether every tile can lie in a set, and jokers as these roles."""
        may_be = False
        for tiles in product(*(role.tiles for role in roles)):
            found = self._sets(Stock(stock.must + Counter(tiles), stock.may))
            may_be = may_be or found is not None
            if found is not None and _fit(found, roles, tiles):
                return True
        if not roles or not may_be:  # not even with real tiles in the jokers' places
            return False
        first, *others = roles
        return any(
            left is not None and self._with(left, rest)
            for size in range(SMALLEST_SET, _LONGEST + 1)
            for tiles, rest in companies(first, tuple(others), size)
            if (left := stock.without(tiles)) is not None
        )

    def _sets(self, stock: Stock) -> Table | None:
        """Sets of all the tiles that must lie in some and any of the others; None where there are none."""
        key = frozenset(stock.must.items()), frozenset(stock.may.items())
        if key not in self._found and not _each_has_company(stock):
            self._found[key] = None
        if key not in self._found:
            found = any_sets(stock.must, stock.may, self._budget)
            if found is None and self._budget.over:
                raise UndecidedError
            self._found[key] = found
        return self._found[key]


def _each_has_company(stock: Stock) -> bool:
    """Whether there is a set for each tile that must lie in one, whatever the others need."""
    there = {*stock.must, *stock.may}
    by_colour = dict[Colour | None, list[int]]()
    for tile in there:
        by_colour.setdefault(tile.colour, []).append(tile.number)
    by_number = Counter(tile.number for tile in there)
    return all(
        by_number[tile.number] >= SMALLEST_SET or span(by_colour[tile.colour], tile.number) >= SMALLEST_SET
        for tile in stock.must
        if tile.colour is not None
    )


def _fit(table: Table, roles: Sequence[Role], tiles: TileSet) -> bool:
    """Whether the `tiles` in the jokers' places lie in sets of the roles' kinds."""
    lying = Counter((readings(members)[0].kind, tile) for members in table for tile in members)
    return Counter((role.kind, tile) for role, tile in zip(roles, tiles, strict=True)) <= lying


def companies(role: Role, others: tuple[Role, ...], size: int) -> Iterator[tuple[TileSet, tuple[Role, ...]]]:
    """The sets of `size` tiles about a joker: the tiles beside it, and the roles of `others` that lie elsewhere."""
    alike = [i for i, other in enumerate(others) if other.kind is role.kind]
    for stands in _beside(role, size):
        for number in range(min(len(alike), len(stands)) + 1):
            for within in combinations(alike, number):
                rest = tuple(other for i, other in enumerate(others) if i not in within)
                yield from ((tiles, rest) for tiles in _left([others[i] for i in within], stands))


def _left(within: Sequence[Role], stands: TileSet) -> Iterator[TileSet]:
    """The tiles of a set that are left to lie there if the jokers `within` take their places."""
    if not within:
        yield stands
        return
    for i, tile in enumerate(stands):
        if tile in within[0].tiles:
            yield from _left(within[1:], stands[:i] + stands[i + 1 :])


@cache
def _beside(role: Role, size: int) -> tuple[TileSet, ...]:
    """What may lie beside a joker in a set of `size` tiles."""
    if role.kind is SetKind.GROUP:
        return tuple(combinations(role.tiles, size - 1)) if size <= LARGEST_GROUP else ()
    colour, number = role.tile
    firsts = range(max(1, number - size + 1), min(number, HIGHEST - size + 1) + 1)
    return tuple(tuple(Tile(colour, n) for n in range(first, first + size) if n != number) for first in firsts)
