"""The rules that bind a joker on the table, judged from the table before and after a turn alone.

Two booklets bind it. The old original (section "Joker"): a set that holds a joker may not be split; the joker may be
exchanged for the tile it stands for, which comes from the player's rack, and then forms a new set at once. Piatnik
(section "Der Joker"): it may be freed in any way, but is laid again in a new combination. Elsewhere a freed joker may
go anywhere, and there is nothing to judge here.

What the two tables cannot show is decided once, here, and for the player: a turn is faulted only if **no** way of
telling which joker came from where, which readings its sets had, and which jokers were exchanged obeys the rule. A way
obeys it if the table goes from one moment to the next, at each of which every tile lies in a set (`referee.moment`):

- A joker **stays** if it was never freed. Where its set is handled like any other (Piatnik: divided, added to and taken
  from), it goes on being the same tile of a run, or of the same number in a group. Where its set may not be split (the
  old original), the other tiles of its set all lie together with it in one set after the turn, where it can stand for
  the same tile as before; the set may have grown, and its second joker may have been exchanged.
- It is **freed** at a moment at which all others lie in sets without it. Where its set may not be split, a tile that it
  stands for was laid from the rack in its place (or lies on the table, where the rulebook allows that); with the joker
  gone, the set may be rebuilt like any other.
- It is **laid in a new set** at a moment at which it lies with two tiles alone, and all others in sets without these
  three; from then on it stays, or is freed once more. So ``J`` laid at ``K1 K2 K3`` is in no new set, ``J K5 K6`` joined
  to ``K1 K2 K3`` is, and so is ``K4 K5 J`` of two tiles that ``K1 K2 K3 K4 K5`` can spare. A joker that lies with what is
  left of its own set, as another number, was never freed from it: ``J R5 R6`` does not become ``R5 R6 J``.

What is said of a turn without such a way:

- **joker-not-in-new-set**: a joker was freed, and is not laid so.
- **joker-set-split**: the joker neither stays nor was exchanged, and the other tiles of its set no longer lie together.
- **joker-not-exchanged**: the same, but they do lie together, only the joker is elsewhere or stands for another tile;
  or a group of three has not got both tiles, where they are asked for.
- **joker-untraced**, a notice: the steps were used up before a way was found or ruled out.
- A joker that is gone from the table altogether was not laid in a new set either (and `tile-missing` names it).
- A set that was no set before the turn binds nobody. Of a set that is none after the turn, only that is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from referee.clauses import Freed, Joker, TileSource
from referee.joker_way import Account, Changed, Way, jokers_of
from referee.moment import Moments, UndecidedError
from referee.rulebook import Rulebook
from referee.sets import SetReading, changes, readings
from referee.solver.search import Budget
from referee.tiles import JOKER, Place, Table, Tile, count_tiles
from referee.verdict import Code, Violation

_MOST_STEPS = 400_000
"""Maximum number of steps of following the jokers of a turn, in all of its readings together."""

_START, _ACCOUNT = 100, 150
"""Numbers of steps that are counted for looking at what a turn changed, and for each way to tell its jokers."""

_MOST = 4
"""Maximum number of jokers that are followed, as many as two ordinary boxes hold: with more there would be too many
ways."""

_LEAST_FIRST = (Code.JOKER_NOT_IN_NEW_SET, Code.JOKER_NOT_EXCHANGED, Code.JOKER_SET_SPLIT)


def joker_violations(
    before: Table, after: Table, played: Counter[Tile], rulebook: Rulebook, budget: Budget, first: Table = ()
) -> tuple[Violation, ...]:
    """The violations of a turn that moved jokers on the table against the rulebook, or the notice that it is not known.

    It `played` what it laid besides the sets that it laid `first`, each of which is read as it is worth most. Without steps in
    the `budget`, what takes none to find is said all the same.
    """
    rule = rulebook.joker
    if not binds(rule) or not any(JOKER in tiles for tiles in (*before, *first)):
        return ()
    gone, new = changes(before, after)
    ways = [*map(readings, gone), *(readings(tiles)[:1] for tiles in first)]
    earlier, later = (*gone, *first), tuple(new)
    jokers = [joker for joker in jokers_of(earlier) if ways[joker.set_index]]
    if not jokers or max(len(jokers), len(jokers_of(later))) > _MOST:
        return ()
    untouched = tuple((Counter(after) - Counter(new)).elements())
    changed = Changed(earlier, later, untouched, played)
    budget.steps -= _START
    is_sound = all(map(readings, later)) and count_tiles(before) <= count_tiles(after)
    moments = Moments(budget if is_sound else Budget(0))
    best: list[tuple[Violation, ...]] = []
    for parking in (False, True) if rule.split and len(jokers) > 1 else (False,):
        best = []
        for account in _accounts(changed, ways, jokers, rulebook):
            if budget.over:
                return (untraced(rulebook),)
            budget.steps -= _ACCOUNT
            try:
                found = Way(changed, account, rule, moments).faults(parking=parking)
            except UndecidedError:
                return (untraced(rulebook),)
            if not found:
                return ()
            best = [min([*best, found], key=_rank)]
    where = _where(later, after)
    return tuple(
        replace(violation, set_index=None if violation.set_index is None else where[violation.set_index])
        for violation in dict.fromkeys(*best)
    )


def untraced(rulebook: Rulebook) -> Violation:
    """The notice that the steps were used up before it was known whether the jokers were moved as the rules want."""
    return Violation(Code.JOKER_UNTRACED, rulebook.joker.citation)


def turn_budget() -> Budget:
    """The steps that may be taken to follow the jokers of one turn, all readings of its tables together."""
    return Budget(_MOST_STEPS)


def binds(rule: Joker) -> bool:
    """Whether the clause restricts where the jokers on the table may go."""
    return not rule.split or rule.freed is not Freed.ANY_SET or rule.group_needs_both


def _rank(found: Sequence[Violation]) -> tuple[int, list[int]]:
    """How bad it is what is said of one way to tell the jokers, whatever the order of the sets."""
    return len(found), sorted(_LEAST_FIRST.index(violation.code) for violation in found)


def _where(some: Table, everything: Table) -> list[int]:
    """The index in the table `everything` of each of the sets in `some`."""
    found: list[int] = []
    for tiles in some:
        found.append(next(i for i, other in enumerate(everything) if other == tiles and i not in found))
    return found


def _accounts(
    changed: Changed, ways: Sequence[tuple[SetReading, ...]], jokers: list[Place], rulebook: Rulebook
) -> Iterator[Account]:
    """Every way to tell where the `jokers` that lay at these places went and which of them were exchanged.

    `ways` are the readings of the sets before the turn. Where a set with a joker may be split, no tile is needed in the
    joker's place, and none is said to be exchanged.
    """
    after = changed.after
    goals: list[Place | None] = [*jokers_of(after)]
    goals += [None] * (len(jokers) - len(goals))
    earlier_sets = sorted({joker.set_index for joker in jokers})
    later_sets = sorted({goal.set_index for goal in goals if goal is not None})
    earlier_readings = [ways[i] for i in earlier_sets]
    later_readings = [readings(after[i]) or (None,) for i in later_sets]
    at_hand = changed.laid if rulebook.joker.exchange_from == (TileSource.RACK,) else count_tiles(after)
    for chosen in product(*earlier_readings):
        earlier = dict(zip(earlier_sets, chosen, strict=True))
        stands = [() if rulebook.joker.split else earlier[index].stands[place] for index, place in jokers]
        offers = [(*(tile for tile in tiles if at_hand[tile]), None) for tiles in stands]
        for later_ways, goal, offer in product(
            list(product(*later_readings)), dict.fromkeys(permutations(goals, len(jokers))), list(product(*offers))
        ):
            taken = Counter(tile for tile in offer if tile is not None)
            if taken <= at_hand:
                exchanged = {joker: tile for joker, tile in zip(jokers, offer, strict=True) if tile is not None}
                went = dict(zip(jokers, goal, strict=True))
                yield Account(earlier, dict(zip(later_sets, later_ways, strict=True)), went, exchanged)
