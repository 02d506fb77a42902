"""The rules that bind a joker on the table, judged from the table before and after a turn alone.

Two booklets bind it. The old original (section "Joker"): a set that holds a joker may not be split; the joker may be
exchanged for the tile it stands for, which comes from the player's rack, and then forms a new set at once. Piatnik
(section "Der Joker"): it may be freed in any way, but is laid again in a new combination. Elsewhere a freed joker may
go anywhere, and there is nothing to judge here.

What the two tables cannot show is decided once, here, and for the player: a turn is faulted only if **no** way of
telling which joker came from where, which readings its sets had, and which jokers were exchanged obeys the rule.

- A set that lies there as it lay (`referee.sets.changes`) is one that nobody touched: its joker explains nothing, and
  its tiles no more than what it could have lent.
- A joker **stays** if it was never freed. Where its set may not be split (the old original), the other tiles of its set
  all lie together with it in one set after the turn, where it can stand for the same tile as before; the set may have
  grown, and its second joker may have been exchanged. Where its set is handled like any other (Piatnik: divided, added
  to and taken from), it stands for the same tile in a run, or for the same number in a group: adding tiles first and
  taking others then leads there.
- A joker is **exchanged** if a tile it stands for was laid from the rack (where the rulebook allows it, or lies on the
  table). Where that tile lies afterwards does not matter: with its joker gone, the set may be rebuilt like any other.
- **joker-not-in-new-set**: the joker lies in a set that the turn did not build (`referee.newset`).
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

from referee.clauses import Freed, Joker, TileSource
from referee.newset import NewSet, Piece, Remains
from referee.rulebook import Rulebook
from referee.sets import SMALLEST_SET, SetKind, SetReading, changes, readings
from referee.tiles import JOKER, Place, Table, Tile, TileSet, count_tiles
from referee.verdict import Code, Violation

_MOST = 4
"""Maximum number of jokers that are followed, as many as two ordinary boxes hold: with more there would be too many
ways."""


_LEAST_FIRST = (Code.JOKER_NOT_IN_NEW_SET, Code.JOKER_NOT_EXCHANGED, Code.JOKER_SET_SPLIT)


class _Tables(NamedTuple):
    """What a turn changed."""

    before: Table
    """The sets that it touched."""
    after: Table
    """What became of them and of the tiles laid."""
    untouched: Table
    """Sets that lie there as they lay."""
    laid: Counter[Tile]


class _Case(NamedTuple):
    """One way to explain the turn."""

    tables: _Tables
    earlier: dict[int, SetReading]
    """Reading of each set before the turn that holds jokers, by its index."""
    later: dict[int, SetReading | None]
    """Reading of each set after the turn that holds jokers, by its index; None for one that is no set."""
    went: dict[Place, Place | None]
    """Where each joker went; None for one that is gone."""
    exchanged: dict[Place, Tile]
    """The tile that took the joker's place, for each joker that was exchanged."""


def joker_violations(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook, first: Table = ()
) -> tuple[Violation, ...]:
    """The violations of a turn that moved jokers on the table against the rulebook.

    Args:
        before: the table before the turn.
        after: the table after it.
        played: what the turn laid, without the tiles of `first`.
        rulebook: the rules to play by.
        first: sets that the turn laid before anything else, each read as it is worth most.
    """
    rule = rulebook.joker
    if not binds(rule):
        return ()
    if not any(JOKER in tiles for tiles in (*before, *first)):
        return ()
    gone, new = changes(before, after)
    ways = [*map(readings, gone), *(readings(tiles)[:1] for tiles in first)]
    earlier, later = (*gone, *first), tuple(new)
    jokers = [joker for joker in _jokers(earlier) if ways[joker.set_index]]
    if not jokers or max(len(jokers), len(_jokers(later))) > _MOST:
        return ()
    untouched = tuple((Counter(after) - Counter(new)).elements())
    best: tuple[Violation, ...] | None = None
    for case in _cases(_Tables(earlier, later, untouched, played), ways, jokers, rulebook):
        found = tuple(violation for joker in jokers if (violation := _fault(case, joker, rulebook)) is not None)
        if not found:
            return ()
        if best is None or _rank(found) < _rank(best):
            best = found
    where = _where(later, after)
    return tuple(
        replace(violation, set_index=None if violation.set_index is None else where[violation.set_index])
        for violation in dict.fromkeys(best or ())
    )


def binds(rule: Joker) -> bool:
    """Whether the clause restricts where the jokers on the table may go."""
    return not rule.split or rule.freed is not Freed.ANY_SET or rule.group_needs_both


def _rank(found: Sequence[Violation]) -> tuple[int, list[int]]:
    """How bad an explanation of a turn is, whatever the order of the sets."""
    return len(found), sorted(_LEAST_FIRST.index(violation.code) for violation in found)


def _where(some: Table, everything: Table) -> list[int]:
    """The index in the table `everything` of each of the sets in `some`."""
    found: list[int] = []
    for tiles in some:
        found.append(next(i for i, other in enumerate(everything) if other == tiles and i not in found))
    return found


def _jokers(table: Table) -> list[Place]:
    """Where the jokers of a table lie."""
    return [Place(i, place) for i, tiles in enumerate(table) for place, tile in enumerate(tiles) if tile == JOKER]


def _cases(
    tables: _Tables,
    ways: Sequence[tuple[SetReading, ...]],
    jokers: list[Place],
    rulebook: Rulebook,
) -> Iterator[_Case]:
    """Every way to explain where the `jokers` that lay at these places went and which of them were exchanged.

    `ways` are the readings of the sets before the turn.
    """
    after = tables.after
    goals: list[Place | None] = [*_jokers(after)]
    goals += [None] * (len(jokers) - len(goals))
    earlier_sets = sorted({joker.set_index for joker in jokers})
    later_sets = sorted({goal.set_index for goal in goals if goal is not None})
    earlier_readings = [ways[i] for i in earlier_sets]
    later_readings = [readings(after[i]) or (None,) for i in later_sets]
    at_hand = tables.laid if rulebook.joker.exchange_from == (TileSource.RACK,) else count_tiles(after)
    for chosen in product(*earlier_readings):
        earlier = dict(zip(earlier_sets, chosen, strict=True))
        stands = [earlier[joker.set_index].stands[joker.place] for joker in jokers]
        offers = [(*(tile for tile in tiles if at_hand[tile]), None) for tiles in stands]
        for later_ways, goal, offer in product(
            list(product(*later_readings)), dict.fromkeys(permutations(goals, len(jokers))), list(product(*offers))
        ):
            taken = Counter(tile for tile in offer if tile is not None)
            if taken <= at_hand:
                exchanged = {joker: tile for joker, tile in zip(jokers, offer, strict=True) if tile is not None}
                went = dict(zip(jokers, goal, strict=True))
                yield _Case(tables, earlier, dict(zip(later_sets, later_ways, strict=True)), went, exchanged)


def _fault(case: _Case, joker: Place, rulebook: Rulebook) -> Violation | None:
    """What is wrong with the `joker` that lay at that place, as `case` explains the turn."""
    rule = rulebook.joker
    goal = case.went[joker]
    exchanged = joker in case.exchanged
    if not exchanged and goal is not None and _stays(case, joker, goal, rule):
        return None
    if rule.group_needs_both and not _both_came(case, joker):
        code = Code.JOKER_NOT_EXCHANGED
    elif exchanged or rule.split:
        if goal is not None and (rule.freed is Freed.ANY_SET or _in_new_set(case, goal, rule)):
            return None
        code = Code.JOKER_NOT_IN_NEW_SET
    else:
        rest = _plain(case.tables.before[joker.set_index])
        together = any(rest <= _plain(tiles) for tiles in case.tables.after)
        code = Code.JOKER_NOT_EXCHANGED if together else Code.JOKER_SET_SPLIT
    stands = case.earlier[joker.set_index].stands[joker.place]
    both = rule.group_needs_both and len(stands) > 1
    values = {"stands": (" and " if both else " or ").join(map(str, stands))}
    if both and code is Code.JOKER_NOT_EXCHANGED:
        values["reason"] = "both"
    return Violation(
        code,
        rule.citation,
        None if goal is None else goal.set_index,
        case.tables.before[joker.set_index],
        values,
    )


def _stays(case: _Case, joker: Place, goal: Place, rule: Joker) -> bool:
    """Whether the `joker` that lay at that place, and lies at `goal` now, was never freed."""
    earlier, later = case.earlier[joker.set_index], case.later[goal.set_index]
    if rule.split and later is not None:
        return earlier.kind is later.kind and _role(earlier, joker) == _role(later, goal)
    if not _plain(_block(case, joker.set_index)) <= Counter(case.tables.after[goal.set_index]):
        return False
    return later is None or (
        earlier.kind is later.kind and not set(earlier.stands[joker.place]).isdisjoint(later.stands[goal.place])
    )


def _both_came(case: _Case, joker: Place) -> bool:
    """Whether the set of a joker that left it was no group of three, or is one of four now."""
    reading = case.earlier[joker.set_index]
    if reading.kind is SetKind.RUN or len(reading.stands) > SMALLEST_SET:
        return True
    whole = _plain(case.tables.before[joker.set_index]) + Counter(reading.stands[joker.place])
    return any(whole <= Counter(tiles) for tiles in case.tables.after)


def _role(reading: SetReading, joker: Place) -> Tile | int:
    """What a joker goes on being while its set is added to and taken from: a tile of a run, a number of a group."""
    tile = reading.stands[joker.place][0]
    return tile if reading.kind is SetKind.RUN else tile.number


def _block(case: _Case, index: int) -> TileSet:
    """The tiles of the set `index` before the turn, with each exchanged joker's tile in its place."""
    return tuple(case.exchanged.get(Place(index, place), tile) for place, tile in enumerate(case.tables.before[index]))


def _in_new_set(case: _Case, goal: Place, rule: Joker) -> bool:
    """Whether the set in which the joker at `goal` lies was formed in this turn."""
    reading = case.later[goal.set_index]
    if reading is None:
        return True
    from_rack = Counter(case.tables.after[goal.set_index]) & case.tables.laid
    if rule.freed is Freed.WITH_RACK and from_rack.total() < SMALLEST_SET - 1:
        return False
    before = [_remains(case, index, goal, rule) for index, tiles in enumerate(case.tables.before) if readings(tiles)]
    return NewSet(goal, reading, case.tables.after, case.tables.untouched, rule.split).could_be_built_beside(before)


def _remains(case: _Case, index: int, goal: Place, rule: Joker) -> Remains:
    """What is known of the set `index` before the turn when asked whether the joker at `goal` lies in a new one."""
    reading = case.earlier.get(index) or readings(case.tables.before[index])[0]
    pieces: list[Piece | None] = [*_block(case, index)]
    staying: list[Place] = []
    for joker, where in case.went.items():
        if joker.set_index != index or joker in case.exchanged:
            continue
        pieces[joker.place] = where if where is not None and where.set_index == goal.set_index else None
        if where is not None and where != goal and _stays(case, joker, where, rule):
            pieces[joker.place] = where
            staying.append(where)
        if where == goal:
            pieces[joker.place] = _successor(case, joker)
    ascending = sorted(range(len(pieces)), key=lambda place: reading.stands[place][0].number)
    return Remains(reading.kind, tuple(pieces[place] for place in ascending), tuple(staying))


def _successor(case: _Case, joker: Place) -> Tile | None:
    """The tile that took the place of a joker.

    It is one that the joker stood for, and lies with all of its set, unless that was added to another.
    """
    rest = _plain(case.tables.before[joker.set_index])
    beside = [plain for tiles in case.tables.before if not (plain := _plain(tiles)) & rest]
    for tile in case.earlier[joker.set_index].stands[joker.place]:
        whole = [tiles for tiles in case.tables.after if rest + Counter([tile]) <= Counter(tiles)]
        if whole and not any(readings(_without(tiles, rest)) or _hold(tiles, beside) for tiles in whole):
            return tile
    return None


def _without(tiles: TileSet, some: Counter[Tile]) -> TileSet:
    """The tiles of a set, in its order, that are none of `some`."""
    return tuple(tile for tile in tiles if tile not in some)


def _hold(tiles: TileSet, sets: Iterable[Counter[Tile]]) -> bool:
    """Whether any tile of one of the `sets` is among `tiles`."""
    return any(not plain.keys().isdisjoint(tiles) for plain in sets)


def _plain(tiles: Iterable[Tile]) -> Counter[Tile]:
    return Counter(tile for tile in tiles if tile != JOKER)
