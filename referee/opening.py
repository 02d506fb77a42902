"""A player's first lay-down: what it is worth and whether it leaves the table alone.

Decided once, here, and for the player:

- It **leaves the table alone** if every set that lay there lies there still, found by its content
  (`referee.sets.same_set`), since photos give the sets in any order. A set that was put in order, or a group whose
  tiles swapped places, is unchanged.
- It is **worth** the sets that lie there afterwards and consist of laid tiles alone, jokers at the value they stand
  for. Tiles that form no set count for nothing.
- Where it is worth enough only with a set of which no number follows from a joker's place (`referee.sets`), it is
  **unclear**.
- A set whose **joker was taken out** of it is faulted also in a turn that lays nothing, unless the rulebook lets a
  player who has not opened exchange one; where the table may not be touched, by the joker's clause ("neither before nor
  during the first lay-down", section "Der Joker"). Where the page with that section is missing (Compact), a lay-down
  is faulted by the booklet's own "Spielbeginn", which bars it for that turn. A set that was added to keeps its joker.
- Where the rulebook lets a player go on once the points lie there (the old original, section "Beginn des Spiels"), a
  turn is legal if some such sets worth enough could be laid first and the table be reached from there by the joker's
  rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple

from referee.clauses import TouchTable
from referee.joker import joker_violations, untraced
from referee.rulebook import Rulebook
from referee.sets import HIGHEST, changes, count_common, fault, readings, shapes, value
from referee.solver.arrange import most_points
from referee.solver.search import MOST_STEPS, Budget
from referee.tiles import JOKER, KIND_INDEX, Table, Tile, TileSet, count_tiles, ordered
from referee.verdict import Code, Violation

TRIES = 75_000
"""Number of steps for trying ways to lay sets; a rack's worth of tiles needs far fewer."""

_START, _TRY = 120, 15
"""Numbers of steps that are counted for looking at what a lay-down changed, and for each set that is tried."""

_MOST_CONTESTED = 12
"""Maximum number of sets that cannot all be the player's own for which it is worked out which ones are; two boxes give
occasion for fewer."""


class OpeningFaults(NamedTuple):
    """What is wrong with a first lay-down."""

    violations: tuple[Violation, ...]
    jokers: tuple[Violation, ...]
    """What is wrong with how it moved jokers that lay on the table."""
    unclear: tuple[Violation, ...] = ()
    """What must be asked where the verdict hangs on a joker that does not lie in its place."""


def judge_opening(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook, budget: Budget
) -> OpeningFaults:
    """Judges the first lay-down of `played` that turned the table `before` into `after`.

    Without `played`, it judges a turn before the first lay-down. The `budget` is that of `joker_violations`.
    """
    budget.steps -= _START
    if not played:
        return _before_it(before, after, rulebook, budget)
    touched, own = _compare(before, after, played, rulebook)
    needed = rulebook.opening.points
    worth = sum(map(value, own))
    jokers = joker_violations(before, after, played, rulebook, budget)
    if rulebook.opening.touches_table is TouchTable.AFTER_POINTS and (
        worth >= needed or _could_open(played, needed, budget)
    ):
        found_later = jokers or _jokers_after_points(before, after, played, rulebook, tuple(own), budget)
        if (
            not found_later
            or worth >= needed
            or any(v.tiles in before or v.code is Code.JOKER_UNTRACED for v in found_later)
        ):
            return OpeningFaults((), found_later, _unclear(own, after, rulebook))
        # it is worth more only if a joker of the lay-down itself was moved afterwards
    found = []
    if worth < needed:
        values = {"points": worth, "needed": needed}
        found.append(Violation(Code.OPENING_BELOW, rulebook.opening.citation, None, ordered(played), values))
    found += [_touching(tiles, after, rulebook) for tiles in touched]
    return OpeningFaults(tuple(found), jokers, _unclear(own, after, rulebook))


def _could_open(played: Counter[Tile], needed: int, budget: Budget) -> bool:
    """Whether the tiles laid could have been worth `needed` points as sets, as far as the `budget` tells."""
    with budget.lent(TRIES) as tries:
        ways = LayDowns(played, needed, tries)
        if next(iter(ways), None) is not None:
            return True
    if not ways.gave_up:
        return False
    with budget.lent(MOST_STEPS) as steps:
        return steps.over or most_points(played, steps) >= needed


def _unclear(own: Sequence[TileSet], after: Table, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The sets of the player's own with a joker out of place, if they bring the points."""
    needed, found = rulebook.opening.points, [(tiles, readings(tiles)[0]) for tiles in own]
    sure = sum(reading.value for _, reading in found if reading.placed)
    if not sure < needed <= sum(reading.value for _, reading in found):
        return ()
    values = {"needed": needed}
    return tuple(
        Violation(Code.OPENING_UNCLEAR, rulebook.opening.citation, after.index(tiles), tiles, values)
        for tiles, reading in found
        if not reading.placed
    )


def _before_it(before: Table, after: Table, rulebook: Rulebook, budget: Budget) -> OpeningFaults:
    """What is wrong with a turn that lays nothing, of a player who has not opened."""
    robbed = [] if rulebook.joker.exchange_before_opening else _robbed(changes(before, after)[0], after)
    violations = tuple(_touching(tiles, after, rulebook, reason="before-it") for tiles in robbed)
    return OpeningFaults(violations, joker_violations(before, after, Counter(), rulebook, budget))


def _robbed(touched: Iterable[TileSet], after: Table) -> list[TileSet]:
    """The sets of `touched` whose jokers lie neither with all their other tiles nor with a part of them alone."""
    with_joker = [tiles for tiles in touched if JOKER in tiles and readings(tiles)]
    return [tiles for tiles in with_joker if not any(_keeps_jokers(tiles, other) for other in after)]


def _keeps_jokers(tiles: TileSet, other: TileSet) -> bool:
    """Whether `other` is the set `tiles`, added to or not, or a part of it with all its jokers."""
    ours, theirs = Counter(tiles), Counter(other)
    return ours <= theirs or (theirs <= ours and theirs[JOKER] == ours[JOKER])


def _touching(tiles: TileSet, after: Table, rulebook: Rulebook, **values: str) -> Violation:
    """The violation of a turn after which the set `tiles` is not as it lay."""
    barred = not rulebook.joker.exchange_before_opening and rulebook.opening.touches_table is TouchTable.NEVER
    said_there = (
        values or not rulebook.joker.is_inherited
    )  # of the lay-down itself, the section on opening says it, too
    clause = rulebook.joker if barred and said_there and _robbed([tiles], after) else rulebook.opening
    return Violation(Code.OPENING_TOUCHES_TABLE, clause.citation, _where(tiles, after), tiles, values)


def _jokers_after_points(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook, own: Table, budget: Budget
) -> tuple[Violation, ...]:
    """The joker violations of the turn after the points were laid, for the way of laying them that has the fewest."""
    needed = rulebook.opening.points
    followed: dict[Table, tuple[Violation, ...]] = {(): ()}  # as the turn itself, of which nothing is wrong

    def follow(first: Table) -> tuple[Violation, ...]:
        """What was done to jokers if of `first` only the sets that hold some lay there before.

        It is never more than if all of them did.
        """
        held = tuple(sorted((tiles for tiles in first if JOKER in tiles), key=str))
        if held not in followed:
            followed[held] = joker_violations(before, after, played - count_tiles(held), rulebook, budget, held)
        return followed[held]

    found: list[tuple[Violation, ...]] = []
    ways = LayDowns(played, needed, budget)
    for first in chain([own] if sum(map(value, own)) >= needed else [], ways):
        wrong = follow(first) or joker_violations(before, after, played - count_tiles(first), rulebook, budget, first)
        if not wrong:
            return ()
        found.append(wrong)
    return (untraced(rulebook),) if budget.over else min(found, key=len, default=())


def _compare(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook
) -> tuple[list[TileSet], list[TileSet]]:
    """The sets of `before` that are no longer there, and the sets of `after`, valid ones, that consist of `played` alone.

    Where not all of these can, for want of a second copy, it is those that are worth most together, whatever the order
    of the sets.
    """
    touched, new = changes(before, after)
    valid = [tiles for tiles in new if fault(tiles, ordered=rulebook.sets.ordered) is None]
    possible = [tiles for tiles in valid if Counter(tiles) <= played]
    scarce = +(count_tiles(possible) - played)
    own = [tiles for tiles in possible if not scarce.keys() & set(tiles)]
    contested = sorted(
        (tiles for tiles in possible if scarce.keys() & set(tiles)),
        key=lambda s: (-value(s), [KIND_INDEX[tile] for tile in s]),
    )
    return touched, own + _worth_most(contested[:_MOST_CONTESTED], played - count_tiles(own))


def _worth_most(sets: list[TileSet], at_hand: Counter[Tile]) -> list[TileSet]:
    """The sets among `sets` that can be laid together from `at_hand` and are worth most."""
    if not sets:
        return []
    first, *others = sets
    without = _worth_most(others, at_hand)
    if not Counter(first) <= at_hand:
        return without
    with_it = [first, *_worth_most(others, at_hand - Counter(first))]
    return max(with_it, without, key=lambda chosen: sum(map(value, chosen)))


def _where(tiles: TileSet, after: Table) -> int | None:
    """The index of the set of `after` that holds most of `tiles`; None where none holds any."""
    shared = [count_common(tiles, other) for other in after]
    most = max(shared, default=0)
    return shared.index(most) if most else None


class LayDowns:
    """Ways to lay sets from `at_hand` worth `needed` or more, none longer than it must be.

    Iterating tries them, the most valuable sets first; `gave_up` says afterwards whether the `budget` was used up, so
    that some ways may not have been found.
    """

    def __init__(self, at_hand: Counter[Tile], needed: int, budget: Budget | None = None) -> None:
        self.gave_up = False
        self._at_hand, self._needed, self._budget = at_hand, needed, budget or Budget(TRIES)
        jokers, there = at_hand[JOKER], {tile for tile, number in at_hand.items() if number}
        self._kinds = [kind for kind in _set_kinds() if len(kind) - len(there.intersection(kind)) <= jokers]

    def __iter__(self) -> Iterator[Table]:
        """Yields the ways that are found."""
        printed = sum(tile.number * number for tile, number in self._at_hand.items())
        most = printed + self._at_hand[JOKER] * HIGHEST
        if most >= self._needed:
            yield from self._extend((), 0, self._at_hand, 0)

    def _extend(self, laid: Table, points: int, at_hand: Counter[Tile], first: int) -> Iterator[Table]:
        for i in range(first, len(self._kinds)):
            for tiles in _with_jokers(self._kinds[i], at_hand):
                self.gave_up = self.gave_up or self._budget.over
                if self.gave_up:
                    return
                self._budget.steps -= _TRY
                worth = points + value(tiles)
                if worth >= self._needed:
                    yield (*laid, tiles)
                else:
                    yield from self._extend((*laid, tiles), worth, at_hand - Counter(tiles), i)


@cache
def _set_kinds() -> tuple[TileSet, ...]:
    """The shapes of sets, those worth most first."""
    return tuple(sorted(shapes(), key=lambda stands: -sum(tile.number for tile in stands)))


def _with_jokers(stands: TileSet, at_hand: Counter[Tile]) -> Iterator[TileSet]:
    """The ways to lay the set `stands` from `at_hand`, any of its places taken by jokers."""
    for size in range(min(at_hand[JOKER], len(stands)) + 1):
        for places in combinations(range(len(stands)), size):
            tiles = tuple(JOKER if place in places else tile for place, tile in enumerate(stands))
            if stands[0].number == stands[1].number:  # with the jokers in front it cannot be taken for a run worth more
                tiles = tuple(sorted(tiles, key=lambda tile: not tile.is_joker))
            if Counter(tiles) <= at_hand:
                yield tiles
