"""One way to tell how the jokers of a turn went, followed from moment to moment (`referee.joker`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple, TypeVar

from referee.clauses import Freed, Joker
from referee.moment import Moments, Role, Stock, companies
from referee.sets import SMALLEST_SET, SetKind, SetReading, readings
from referee.tiles import JOKER, NUMBERS, Colour, Place, Table, Tile, TileSet
from referee.verdict import Code, Named, Violation


class Changed(NamedTuple):
    """What a turn changed."""

    before: Table
    """The sets that it touched."""
    after: Table
    """What became of them and of the tiles laid."""
    untouched: Table
    """Sets that lie there as they lay."""
    laid: Counter[Tile]


class Account(NamedTuple):
    """One way to tell the jokers of a turn."""

    earlier: dict[int, SetReading]
    """Reading of each set before the turn that holds jokers, by its index."""
    later: dict[int, SetReading | None]
    """Reading of each set after the turn that holds jokers, by its index; None for one that is no set."""
    went: dict[Place, Place | None]
    """Where each joker went; None for one that is gone."""
    exchanged: dict[Place, Tile]
    """The tile that took the joker's place, for each joker that was exchanged."""


class _Present(NamedTuple):
    """The jokers that lie on the table at a moment, as `Moments.possible` takes them."""

    roles: tuple[Role, ...]
    of_rack: tuple[Role, ...]
    """The roles of those that are laid from the rack."""
    blocks: tuple[Sequence[TileSet], ...]


class _Moment(NamedTuple):
    """How far the turn has come."""

    lying: frozenset[tuple[Place, Role]]
    """The jokers in sets that are like any others, each with what it is; none where sets with jokers only grow."""
    in_hand: frozenset[Place]
    """The jokers that are to be laid; like all here, by where they lay before the turn."""
    stock: Stock
    """The tiles besides jokers on the table, and those still to be laid."""

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from other moments of the turn."""
        return self.lying, self.in_hand, frozenset(self.stock.must.items())


@dataclass(frozen=True)
class Way:
    """A turn as one case tells it."""

    changed: Changed
    told: Account
    rule: Joker
    moments: Moments

    def faults(self, *, parking: bool) -> tuple[Violation, ...]:
        """What is wrong with the jokers: nothing, if some sequence of moments leads to the table after the turn.

        Else those are at fault that no sequence lays again; all that moved, if it is only that no one lays them all. Of
        several in one set after the turn, one is named. With `parking`, any joker may be freed, and more than once, and
        lie in other new sets until then.

        Raises:
            UndecidedError: the steps are used up.
        """
        moved = [joker for joker in self.told.went if not self._stays(joker)]
        if stuck := [joker for joker in moved if self._is_stuck(joker)]:
            return tuple(map(self._fault, stuck))
        stuck = self._left_over(moved, parking=parking)
        one_of_each = {fault.set_index: fault for fault in map(self._fault, sorted(stuck, reverse=True))}
        return tuple(one_of_each.values())

    def _left_over(self, moved: list[Place], *, parking: bool) -> list[Place]:
        """The jokers of `moved` that no sequence of moments lays again; none if one lays them all."""
        none = frozenset[Place]()
        lying = frozenset(
            (joker, Role.of(of, joker.place)) for joker in self.told.went if (of := self.told.earlier[joker.set_index])
        )
        start = (
            _Moment(lying, none, self._stock)
            if self.rule.split
            else _Moment(frozenset(), frozenset(moved), self._stock)
        )
        left, seen, open_ends = frozenset(moved), set[object](), [iter([start])]
        while open_ends:
            now = next(open_ends[-1], None)
            if now is None:
                open_ends.pop()
            elif now.key not in seen:
                seen.add(now.key)
                pending = now.in_hand.union(joker for joker, role in now.lying if role != self._goal(joker))
                if not pending:
                    return []
                left &= pending
                if parking:
                    open_ends.append(chain(self._freed(now, now.lying), self._parked(now)))
                else:
                    to_free = {(joker, role) for joker, role in now.lying if joker in pending}
                    open_ends.append(chain(self._freed(now, to_free), self._laid(now)))
        return sorted(left) or moved

    def _goal(self, joker: Place) -> Role | None:
        """What a joker is after the turn."""
        goal = self.told.went[joker]
        reading = None if goal is None else self.told.later[goal.set_index]
        return None if goal is None or reading is None else Role.of(reading, goal.place)

    def _freed(self, now: _Moment, lying: AbstractSet[tuple[Place, Role]]) -> Iterator[_Moment]:
        """The moments without some more of these jokers in their sets."""
        for some in _choices(sorted(lying)):
            groups = [[whole] for joker, _ in some if (whole := self._needed(joker))]
            left, in_hand = now.lying - {*some}, now.in_hand | {joker for joker, _ in some}
            for present in self._present(left, in_hand):
                for stock in self.moments.following(now.stock, present.roles, [*present.blocks, *groups]):
                    yield _Moment(left, in_hand, stock)

    def _laid(self, now: _Moment) -> Iterator[_Moment]:
        """The moments with some of the jokers in hand in a new set, where they are what they are after the turn."""
        for some in _choices(sorted(now.in_hand)):
            goals = [goal for joker in some if (goal := self.told.went[joker]) is not None]
            into, in_hand = {goal.set_index for goal in goals}, now.in_hand - {*some}
            lying = now.lying.union((joker, role) for joker in some if self.rule.split and (role := self._goal(joker)))
            if self.rule.freed is Freed.ANY_SET or not any(map(self.told.later.get, into)):
                yield _Moment(lying, in_hand, now.stock)
            elif len(into) == 1:
                for present in self._present(now.lying, now.in_hand):
                    for tiles, roles in self._new_sets(goals, present):
                        for stock in self._laying(now.stock, tiles, roles, present):
                            yield _Moment(lying, in_hand, stock)

    def _parked(self, now: _Moment) -> Iterator[_Moment]:
        """The moments with some of the jokers in hand in any new set."""
        for joker in sorted(now.in_hand):
            for role, present in product(_every_role(), self._present(now.lying, now.in_hand)):
                for beside, roles in self._new_threes([role], present):
                    for others, tiles in _shared(role.kind, beside, now.in_hand - {joker}):
                        in_hand = now.in_hand - {joker} - {other for other, _ in others}
                        for stock in self._laying(now.stock, tiles, roles, present):
                            yield _Moment(now.lying | {(joker, role)} | others, in_hand, stock)

    def _laying(self, stock: Stock, tiles: TileSet, roles: tuple[Role, ...], present: _Present) -> Iterator[Stock]:
        return self.moments.following(stock, roles, present.blocks, tiles, of_rack=self._with_rack)

    def _new_sets(self, goals: Sequence[Place], present: _Present) -> Iterator[tuple[TileSet, tuple[Role, ...]]]:
        """The sets of three in which the jokers that go to these places may be laid.

        Of each the tiles beside jokers, and the roles of the jokers that lie elsewhere.
        """
        reading = self._reading(goals[0].set_index)
        if not self.rule.split:
            others = {goal for goal in self.told.went.values() if goal not in goals}
            for part in _parts(goals[0].set_index, reading):
                if len(part) == SMALLEST_SET and part.issuperset(goals) and part.isdisjoint(others):
                    yield tuple(sorted(self._plain(part))), ()
            return
        yield from self._new_threes([Role.of(reading, goal.place) for goal in goals], present)

    def _new_threes(self, jokers: Sequence[Role], present: _Present) -> Iterator[tuple[TileSet, tuple[Role, ...]]]:
        """The same for jokers with these roles, where sets with jokers may be divided."""
        first, *rest = jokers
        for taken in _choices(present.of_rack if self._with_rack else present.roles, least=0):
            left = tuple((Counter(present.roles) - Counter(taken)).elements())
            for tiles, outside in companies(first, (*rest, *taken), SMALLEST_SET):
                if not outside:
                    yield tiles, left

    def _present(self, lying: AbstractSet[tuple[Place, Role]], in_hand: AbstractSet[Place]) -> Iterator[_Present]:
        """The jokers that lie on the table at a moment: all but those in hand, and any that are laid from the rack."""
        went = self.told.went
        for of_rack in _choices(self._of_rack, least=0):
            if self.rule.split:
                last = [Role.of(self._reading(goal.set_index), goal.place) for goal in of_rack]
                yield _Present((*self._untouched, *(role for _, role in sorted(lying)), *last), tuple(last), ())
            else:
                in_sets = {joker: goal for joker, goal in went.items() if goal and self.told.later[goal.set_index]}
                at_first = [joker for joker in in_sets if self._stays(joker)]
                laid = [goal for joker, goal in in_sets.items() if joker not in {*at_first, *in_hand}]
                blocks = [[_plain(tiles)] for tiles in self.changed.untouched if JOKER in tiles]
                away = {goal for joker in in_hand if (goal := went[joker])} | self._of_rack.difference(of_rack)
                blocks += [self._as_grown(self._together(joker), away) for joker in at_first]
                yield _Present((), (), (*blocks, *(self._as_grown({goal}, away) for goal in (*laid, *of_rack))))

    def _as_grown(self, places: AbstractSet[Place], away: AbstractSet[Place]) -> list[TileSet]:
        """The tiles of a set that holds these places and may not be split, as it may have grown so far.

        Those that come to the places `away` are not there yet.
        """
        index = next(iter(places)).set_index
        return [
            self._plain(part)
            for part in _parts(index, self._reading(index))
            if part >= places and part.isdisjoint(away)
        ]

    def _is_stuck(self, joker: Place) -> bool:
        """Whether it is plain that the joker cannot be laid again, or not be freed."""
        if self.told.went[joker] is None:
            return True
        return not (self.rule.split or (joker in self.told.exchanged and self._has_both(joker)))

    def _has_both(self, joker: Place) -> bool:
        """Whether all tiles that the joker's set needs before it gives it up lie together after the turn."""
        return _lie_together(self._needed(joker), self.changed.after)

    def _needed(self, joker: Place) -> TileSet:
        """The group of four that a joker's group must be before it gives it up, where the rule wants that."""
        reading = self.told.earlier[joker.set_index]
        if not self.rule.group_needs_both or reading.kind is SetKind.RUN or len(reading.stands) > SMALLEST_SET:
            return ()
        return (*_plain(self.changed.before[joker.set_index]), *reading.stands[joker.place])

    def _fault(self, joker: Place) -> Violation:
        """What is said of a joker that was not freed, or not laid, as the rule wants it."""
        rule, goal, tiles = self.rule, self.told.went[joker], self.changed.before[joker.set_index]
        stands, both = self.told.earlier[joker.set_index].stands[joker.place], bool(self._needed(joker))
        is_short = both and not self._has_both(joker)
        if is_short:
            code = Code.JOKER_NOT_EXCHANGED
        elif rule.split or joker in self.told.exchanged:
            code = Code.JOKER_NOT_IN_NEW_SET
        else:
            together = _lie_together(_plain(tiles), self.changed.after)
            code = Code.JOKER_NOT_EXCHANGED if together else Code.JOKER_SET_SPLIT
        values = {"reason": "both"} if is_short else {}
        named = {"stands": Named(tuple(stands), every=both)}
        return Violation(code, rule.citation, None if goal is None else goal.set_index, tiles, values, named)

    def _stays(self, joker: Place) -> bool:
        """Whether the joker was never freed.

        Of several that may stay with the tiles of their set, which may not be split, none lies in another than the first.
        """
        others = [] if self.rule.split else self._unexchanged(joker.set_index)
        staying = {goal.set_index for other in others if (goal := self.told.went[other]) and self._may_stay(other)}
        goal = self.told.went[joker]
        return self._may_stay(joker) and (goal is None or not staying or goal.set_index == min(staying))

    def _may_stay(self, joker: Place) -> bool:
        """Whether the joker, by itself, may never have been freed."""
        goal = self.told.went[joker]
        if goal is None or joker in self.told.exchanged:
            return False
        earlier, later = self.told.earlier[joker.set_index], self.told.later[goal.set_index]
        if self.rule.split and later is not None:
            return Role.of(earlier, joker.place) == Role.of(later, goal.place)
        if not Counter(_plain(self._block(joker.set_index))) <= Counter(self.changed.after[goal.set_index]):
            return False
        return later is None or (
            earlier.kind is later.kind and not set(earlier.stands[joker.place]).isdisjoint(later.stands[goal.place])
        )

    def _unexchanged(self, index: int) -> list[Place]:
        """The jokers of the set `index` before the turn in whose place no tile was laid."""
        return [joker for joker in self.told.went if joker.set_index == index and joker not in self.told.exchanged]

    def _block(self, index: int) -> TileSet:
        """The tiles of the set `index` before the turn, with each exchanged joker's tile in its place."""
        exchanged = self.told.exchanged
        return tuple(exchanged.get(Place(index, i), tile) for i, tile in enumerate(self.changed.before[index]))

    def _together(self, joker: Place) -> AbstractSet[Place]:
        """Where the joker, which stays, and the other tiles of its set lie after the turn."""
        block, beside = self._block(joker.set_index), self._unexchanged(joker.set_index)
        goals = {goal for other in beside if (goal := self.told.went[other]) is not None}
        index = min(goals).set_index
        tiles = self.changed.after[index]
        return goals | {Place(index, tiles.index(tile)) for tile in _plain(block)}

    def _reading(self, index: int) -> SetReading:
        """The reading of a set after the turn that holds jokers and is one."""
        reading = self.told.later[index]
        if reading is None:
            raise ValueError(f"set {index} is none")
        return reading

    def _plain(self, part: Iterable[Place]) -> TileSet:
        """The tiles at these places after the turn, without jokers."""
        return _plain(self.changed.after[place.set_index][place.place] for place in part)

    @property
    def _with_rack(self) -> bool:
        """Whether what lies beside a joker in its new set comes from the rack."""
        return self.rule.freed is Freed.WITH_RACK

    @cached_property
    def _stock(self) -> Stock:
        """The tiles besides jokers in the sets before the turn, and those that it lays or puts into sets."""
        changed = self.changed
        before, after = (
            Counter(_plain(chain.from_iterable(tiles for tiles in (*sets, *changed.untouched) if readings(tiles))))
            for sets in (changed.before, changed.after)
        )
        on_table = (before & after) + (Counter(self.told.exchanged.values()) & changed.laid)
        return Stock(on_table, after - on_table)

    @cached_property
    def _untouched(self) -> list[Role]:
        """The jokers of sets that nobody touched."""
        sets = [(tiles, readings(tiles)) for tiles in self.changed.untouched]
        return [Role.of(ways[0], i) for tiles, ways in sets if ways for i, tile in enumerate(tiles) if tile == JOKER]

    @cached_property
    def _of_rack(self) -> frozenset[Place]:
        """Where the jokers lie that were laid from the rack."""
        goals = set(jokers_of(self.changed.after)) - set(self.told.went.values())
        return frozenset(goal for goal in goals if self.told.later[goal.set_index] is not None)


def _shared(
    kind: SetKind, tiles: TileSet, jokers: frozenset[Place]
) -> Iterator[tuple[frozenset[tuple[Place, Role]], TileSet]]:
    """What lies beside a joker in a set of these `tiles` if some of the `jokers` take their places: these, and the rest."""
    yield frozenset(), tiles
    for joker, (i, tile) in product(sorted(jokers), enumerate(tiles)):
        role = Role(kind, tile if kind is SetKind.RUN else Tile(None, tile.number))
        for others, rest in _shared(kind, tiles[:i] + tiles[i + 1 :], jokers - {joker}):
            yield others | {(joker, role)}, rest


@cache
def _every_role() -> tuple[Role, ...]:
    """Everything that a joker can be."""
    runs = (Role(SetKind.RUN, Tile(colour, number)) for colour in Colour for number in NUMBERS)
    return (*runs, *(Role(SetKind.GROUP, Tile(None, number)) for number in NUMBERS))


def _parts(index: int, reading: SetReading) -> list[frozenset[Place]]:
    """The parts of the set `index` that are sets themselves, the smallest first."""
    size = len(reading.stands)
    lengths = range(SMALLEST_SET, size + 1)
    if reading.kind is SetKind.GROUP:
        return [frozenset(Place(index, i) for i in part) for n in lengths for part in combinations(range(size), n)]
    row = sorted(range(size), key=lambda place: reading.stands[place][0].number)
    return [
        frozenset(Place(index, i) for i in row[first : first + n]) for n in lengths for first in range(size - n + 1)
    ]


@lru_cache(maxsize=1 << 10)
def _lie_together(tiles: TileSet, table: Table) -> bool:
    """Whether one set of the table holds all these tiles."""
    return not tiles or any(Counter(tiles) <= Counter(other) for other in table)


def jokers_of(table: Table) -> list[Place]:
    """Where the jokers of a table lie."""
    return [Place(i, place) for i, tiles in enumerate(table) for place, tile in enumerate(tiles) if tile == JOKER]


_T = TypeVar("_T")


def _choices(some: Collection[_T], least: int = 1) -> Iterator[tuple[_T, ...]]:
    """Every choice of at least so many of `some`, the smallest first."""
    return chain.from_iterable(combinations(some, size) for size in range(least, len(some) + 1))


def _plain(tiles: Iterable[Tile]) -> TileSet:
    return tuple(tile for tile in tiles if tile != JOKER)
