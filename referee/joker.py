"""The rules that bind a joker on the table, judged from the table before and after a turn alone.

Two booklets bind it. The old original (section "Joker"): a set that holds a joker may not be split; the joker may be
exchanged for the tile it stands for, which comes from the player's rack, and then forms a new set at once. Piatnik (section
"Der Joker"): it may be freed in any way, but is laid again in a new combination. Elsewhere a freed joker may go anywhere,
and there is nothing to judge here.

What the two tables cannot show is decided once, here, and for the player: a turn is faulted only if **no** way of telling
which joker came from where, which readings its sets had, and which jokers were exchanged obeys the rule.

- A set that lies there as it lay (`referee.sets.changes`) is one that nobody touched: neither its joker nor its tiles explain
  anything.
- A joker **stays** if the other tiles of its set all lie together with it in one set after the turn, where it can stand for
  the same tile as before. The set may have grown, and its second joker may have been exchanged.
- A joker is **exchanged** if a tile it stands for was laid from the rack (where the rulebook allows it, or lies on the table).
  Where that tile lies afterwards does not matter: with its joker gone, the set may be rebuilt like any other.
- **joker-not-in-new-set**: a set is *new* unless a set that lay there before lies in it whole, an exchanged joker's tile
  counted in the joker's place. Such a set was added to, not formed; unless the joker forms three or more tiles of a set with
  tiles that do not belong to it, as ``J K5 K6`` laid and then joined to ``K1 K2 K3``.
- **joker-set-split**: the joker neither stays nor was exchanged, and the other tiles of its set no longer lie together.
- **joker-not-exchanged**: the same, but they do lie together, only the joker is elsewhere or stands for another tile.
- A joker that is gone from the table altogether was not laid in a new set either (and `tile-missing` names it).
- A set that was no set before the turn binds nobody. Of a set that is none after the turn, only that is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import NamedTuple

from referee.clauses import Freed, TileSource
from referee.rulebook import Rulebook
from referee.sets import SMALLEST_SET, SetKind, SetReading, changes, readings, span
from referee.tiles import JOKER, Table, Tile, count_tiles
from referee.verdict import Code, Violation

_MOST = 4
"""More jokers than two ordinary boxes hold are not followed: there would be too many ways."""


_LEAST_FIRST = (Code.JOKER_NOT_IN_NEW_SET, Code.JOKER_NOT_EXCHANGED, Code.JOKER_SET_SPLIT)


class _Spot(NamedTuple):
    """Where a joker lies: set and place in it."""

    set_index: int
    place: int


class _Case(NamedTuple):
    """One way to explain the turn."""

    before: Table
    after: Table
    earlier: dict[int, SetReading]
    """Reading of each set before the turn that holds jokers, by its index."""
    later: dict[int, SetReading | None]
    """The same for the sets after the turn; None for one that is no set."""
    went: dict[_Spot, _Spot | None]
    """Where each joker went; None for one that is gone."""
    exchanged: dict[_Spot, Tile]
    """The tile that took the joker's place, for each joker that was exchanged."""


def joker_violations(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook, first: Table = ()
) -> tuple[Violation, ...]:
    """What a turn did to jokers on the table against the rulebook.

    Args:
        before: the table before the turn.
        after: the table after it.
        played: what the turn laid, without the tiles of `first`.
        rulebook: the rules to play by.
        first: sets that the turn laid before anything else, each read as it is worth most.
    """
    rule = rulebook.joker
    if rule.split and rule.freed is Freed.ANY_SET:
        return ()
    if not any(JOKER in tiles for tiles in (*before, *first)):
        return ()
    gone, new = changes(before, after)
    ways = [*map(readings, gone), *(readings(tiles)[:1] for tiles in first)]
    earlier, later = (*gone, *first), tuple(new)
    spots = [spot for spot in _spots(earlier) if ways[spot.set_index]]
    if not spots or max(len(spots), len(_spots(later))) > _MOST:
        return ()
    best: tuple[Violation, ...] | None = None
    for case in _cases(earlier, later, ways, spots, played, rulebook):
        found = tuple(violation for spot in spots if (violation := _fault(case, spot, rulebook)) is not None)
        if not found:
            return ()
        if best is None or _rank(found) < _rank(best):
            best = found
    where = _where(later, after)
    return tuple(
        replace(violation, set_index=None if violation.set_index is None else where[violation.set_index])
        for violation in dict.fromkeys(best or ())
    )


def _rank(found: Sequence[Violation]) -> tuple[int, list[int]]:
    """How bad an explanation of a turn is, whatever the order of the sets."""
    return len(found), sorted(_LEAST_FIRST.index(violation.code) for violation in found)


def _where(some: Table, everything: Table) -> list[int]:
    """The index of each of some sets of a table."""
    found: list[int] = []
    for tiles in some:
        found.append(next(i for i, other in enumerate(everything) if other == tiles and i not in found))
    return found


def _spots(table: Table) -> list[_Spot]:
    return [_Spot(i, place) for i, tiles in enumerate(table) for place, tile in enumerate(tiles) if tile == JOKER]


def _cases(
    before: Table,
    after: Table,
    ways: Sequence[tuple[SetReading, ...]],
    spots: list[_Spot],
    played: Counter[Tile],
    rulebook: Rulebook,
) -> Iterator[_Case]:
    """Every way to explain where the jokers at `spots` went and which of them were exchanged; `ways` to read the sets before."""
    goals: list[_Spot | None] = [*_spots(after)]
    goals += [None] * (len(spots) - len(goals))
    earlier_sets = sorted({spot.set_index for spot in spots})
    later_sets = sorted({goal.set_index for goal in goals if goal is not None})
    earlier_readings = [ways[i] for i in earlier_sets]
    later_readings = [readings(after[i]) or (None,) for i in later_sets]
    at_hand = played if rulebook.joker.exchange_from == (TileSource.RACK,) else count_tiles(after)
    for chosen in product(*earlier_readings):
        earlier = dict(zip(earlier_sets, chosen, strict=True))
        stands = [earlier[spot.set_index].stands[spot.place] for spot in spots]
        offers = [(*(tile for tile in tiles if at_hand[tile]), None) for tiles in stands]
        for later_ways, goal, offer in product(
            list(product(*later_readings)), dict.fromkeys(permutations(goals, len(spots))), list(product(*offers))
        ):
            taken = Counter(tile for tile in offer if tile is not None)
            if taken <= at_hand:
                exchanged = {spot: tile for spot, tile in zip(spots, offer, strict=True) if tile is not None}
                went = dict(zip(spots, goal, strict=True))
                yield _Case(before, after, earlier, dict(zip(later_sets, later_ways, strict=True)), went, exchanged)


def _fault(case: _Case, spot: _Spot, rulebook: Rulebook) -> Violation | None:
    """What is wrong with the joker at `spot`, as `case` explains the turn."""
    rule = rulebook.joker
    goal = case.went[spot]
    exchanged = spot in case.exchanged
    if not exchanged and goal is not None and _stays(case, spot, goal):
        return None
    if exchanged or rule.split:
        if goal is not None and (rule.freed is Freed.ANY_SET or _in_new_set(case, goal)):
            return None
        code = Code.JOKER_NOT_IN_NEW_SET
    else:
        rest = _plain(case.before[spot.set_index])
        together = any(rest <= _plain(tiles) for tiles in case.after)
        code = Code.JOKER_NOT_EXCHANGED if together else Code.JOKER_SET_SPLIT
    stands = case.earlier[spot.set_index].stands[spot.place]
    return Violation(
        code,
        rule.citation,
        None if goal is None else goal.set_index,
        case.before[spot.set_index],
        {"stands": " or ".join(str(tile) for tile in stands)},
    )


def _stays(case: _Case, spot: _Spot, goal: _Spot) -> bool:
    """Whether the joker at `spot` lies at `goal` with the rest of its set, standing for the same tile."""
    if not _plain(_block(case, spot.set_index).elements()) <= Counter(case.after[goal.set_index]):
        return False
    earlier, later = case.earlier[spot.set_index], case.later[goal.set_index]
    return later is None or (
        earlier.kind is later.kind and not set(earlier.stands[spot.place]).isdisjoint(later.stands[goal.place])
    )


def _block(case: _Case, index: int) -> Counter[Tile]:
    """The tiles of the set `index` before the turn, with each exchanged joker's tile in its place."""
    return Counter(
        case.exchanged.get(_Spot(index, place), tile) for place, tile in enumerate(case.before[index])
    )  # fmt: skip


def _in_new_set(case: _Case, goal: _Spot) -> bool:
    """Whether the set in which the joker at `goal` lies was formed in this turn."""
    reading = case.later[goal.set_index]
    if reading is None:
        return True
    loose = _loose(case, goal)
    if len(loose) == len(reading.stands):
        return True
    if reading.kind is SetKind.GROUP:
        return len(loose) >= SMALLEST_SET
    here = reading.stands[goal.place][0].number
    return span([reading.stands[place][0].number for place in loose], here) >= SMALLEST_SET


def _loose(case: _Case, goal: _Spot) -> set[int]:
    """The places of the set around `goal` whose tiles belong to no set that lay there before and lies in it whole."""
    tiles = case.after[goal.set_index]
    here = Counter(tiles)
    loose = set(range(len(tiles)))
    for index, earlier in enumerate(case.before):
        if not all(tile in here or tile == JOKER for tile in earlier) or not readings(earlier):
            continue
        block = _block(case, index)
        jokers = {spot: where for spot, where in case.went.items() if spot.set_index == index}
        jokers = {spot: where for spot, where in jokers.items() if spot not in case.exchanged}
        for spot, where in jokers.items():
            if where == goal:  # it left its place in this very set, if the tile it stood for lies there now
                block -= Counter([JOKER])
                block += Counter([next((t for t in case.earlier[index].stands[spot.place] if here[t]), JOKER)])
        staying = {where.place for where in jokers.values() if where is not None and where[0] == goal[0]} - {goal.place}
        if block <= here and block[JOKER] == len(staying) and not _elsewhere(case, index, block, goal.set_index):
            loose -= {place for place, tile in enumerate(tiles) if tile != JOKER and block[tile]}
            loose -= staying
    return loose


def _elsewhere(case: _Case, index: int, block: Counter[Tile], here: int) -> bool:
    """Whether the set `index` before the turn, now `block`, may lie in another set than `here` after it."""
    equal = 1 + sum(1 for other in range(index) if _block(case, other) == block)
    places = sum(1 for i, tiles in enumerate(case.after) if i != here and block <= Counter(tiles))
    return places >= equal


def _plain(tiles: Iterable[Tile]) -> Counter[Tile]:
    return Counter(tile for tile in tiles if tile != JOKER)
