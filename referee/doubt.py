"""A verdict on tables that were not read for certain: it holds only if every plausible reading gives the same one.

Plausible, decided once here, is any choice of one candidate for each place,

- that needs no more copies of a tile than the box holds, before or after, unless every choice does;
- and that reads a tile which nobody touched as the same both times. Which those are, a caller who knows where tiles lie
  says. Otherwise they are those of a set that looks the same before and after, doubtful tiles included (`alike`):
  candidates are what makes sets look the same, so a tile that is doubtful in only one of the two is not settled by the
  other.

What a set would need to be valid never decides what a tile is. Of several readings by which the outcome is the same,
the one with the fewest violations is told, and of those the likeliest: an unread tile accuses nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations, islice, product
from math import prod
from types import MappingProxyType
from typing import Literal, NamedTuple

from referee.clauses import Box
from referee.tiles import TILE_KINDS, Place, Table, Tile, TileSet, count_tiles
from referee.verdict import Code, Outcome, Verdict, Violation

CandidateSet = tuple[tuple[Tile, ...], ...]
"""The candidates of each place of a set, likeliest first; one candidate is a tile read for certain, none a place
without a tile."""

CandidateTable = tuple[CandidateSet, ...]

UNREAD_CANDIDATES = TILE_KINDS
"""The candidates of a tile that was seen and could not be read at all."""

MOST_READINGS = 4096
"""Maximum number of readings of the two tables that are judged; where there are more, only those that differ from the
likeliest in one tile are, or where these are more, too, the likeliest alone."""

MOST_PERHAPS = 5
"""Maximum number of tiles that may be none for which every combination of absent ones is examined."""

MOST_GUESSES = 12
"""Maximum number of second guesses, of tiles that are in no doubt, that are examined before a turn is called
illegal."""

MOST_AGAIN = 2 * MOST_READINGS
"""Maximum number of readings that are judged once more for second guesses: fewer of these are examined where much could
not be read."""


Which = Literal["before", "after"]
"""Which of the two tables of a turn."""


class Spot(NamedTuple):
    """A place on one of the two tables of a turn; its fields besides `table` are those of a `Place`."""

    table: Which
    set_index: int
    place: int

    @property
    def at(self) -> Place:
        """Its place on that table."""
        return Place(self.set_index, self.place)


Same = Mapping[Place, Place]
"""For tiles that lie after the turn where nobody touched them: their place before it, by the place after it."""


class Guess(NamedTuple):
    """What a tile that is read beyond doubt may be besides."""

    probability: float
    """How probable that is, 0 to 1."""
    spot: Spot
    """Where the tile lies."""
    tile: Tile
    """The tile that it may be."""


class Settled(NamedTuple):
    """A verdict on doubtful tables."""

    verdict: Verdict
    """The verdict on the plausible reading with the fewest violations, or an undecided one."""
    after: Table
    """The table after the turn in the reading that is told; where the verdict is undecided, in the likeliest."""
    questions: tuple[Spot, ...] = ()
    """The places that the verdict hangs on; empty where it is decided."""


class _Doubt(NamedTuple):
    """A tile to choose: the places where it lies (two where nobody touched it) and what it may be."""

    spots: tuple[Spot, ...]
    candidates: tuple[Tile, ...]


_Choice = tuple[int, ...]
"""For each doubt, the index of the candidate that is chosen."""


def alike(before: CandidateTable, after: CandidateTable, known: Same = MappingProxyType({})) -> dict[Place, Place]:
    """The tiles of sets that look exactly the same before and after, each set found once, besides those `known` already."""
    reached = {index for index, _ in known.values()}
    left: list[CandidateSet | None] = [None if i in reached else candidates for i, candidates in enumerate(before)]
    found = dict(known)
    for index, candidates in enumerate(after):
        if candidates in left and not any(at == index for at, _ in known):
            twin = left.index(candidates)
            left[twin] = None
            found |= {Place(index, place): Place(twin, place) for place in range(len(candidates))}
    return found


def settle(
    before: CandidateTable,
    after: CandidateTable,
    judge: Callable[[Table, Table], Verdict],
    box: Box,
    same: Same | None = None,
) -> Settled:
    """The verdict that `judge` gives on every plausible reading of the two tables, or an undecided one and what it hangs on.

    An undecided verdict lists what was laid only where every reading examined agrees, and no violations: some reading
    has none, or may have none where there were too many to judge.

    Args:
        before: what every tile may be on the table before the turn.
        after: likewise after it.
        judge: gives the verdict on a table before the turn and one after it.
        box: what the tiles come from.
        same: the tiles that nobody touched; each is one of the candidates given after the turn. None where only what
            the sets look like can tell which these are.
    """
    doubts = _doubts(before, after, alike(before, after) if same is None else same)
    choices, are_all = _choices(doubts)
    readings = {choice: _reading(before, after, doubts, choice) for choice in choices}
    plausible = {choice: reading for choice, reading in readings.items() if _is_in(box, reading)} or readings
    verdicts = {choice: judge(*reading) for choice, reading in plausible.items()}
    told = min(verdicts, key=lambda choice: len(verdicts[choice].violations))  # the likeliest of equals
    hanging = _hanging(verdicts, doubts)
    if not hanging and not are_all and (sure := _surely_at_fault(verdicts[told], after)):
        return Settled(replace(verdicts[told], violations=sure, notices=()), plausible[told][1])
    if hanging or not are_all:
        likeliest = next(iter(plausible.values()))
        questions = [spot for doubt in hanging or doubts for spot in doubt.spots]
        return Settled(_undecided(verdicts.values()), likeliest[1], tuple(sorted(questions)))
    return Settled(_with_notice(verdicts[told], doubts, told), plausible[told][1])


def _choices(doubts: Sequence[_Doubt]) -> tuple[list[_Choice], bool]:
    """The choices to be judged, the likeliest first, and whether they are all that there are (`MOST_READINGS`)."""
    if prod(len(doubt.candidates) for doubt in doubts) <= MOST_READINGS:
        every = product(*(range(len(doubt.candidates)) for doubt in doubts))
        return sorted(every, key=sum), True
    near = [*islice(_near_likeliest(doubts), MOST_READINGS + 1)]
    return sorted(near if len(near) <= MOST_READINGS else near[:1], key=sum), False


def _surely_at_fault(verdict: Verdict, after: CandidateTable) -> tuple[Violation, ...]:
    """The sets without a doubtful tile that are invalid.

    With one of them a turn is illegal whatever the other tiles are.
    """
    lying = [members for members in after if any(members)]  # a verdict numbers the sets without empty ones
    return tuple(
        violation
        for violation in verdict.violations
        if violation.code is Code.SET_INVALID
        and violation.set_index is not None
        and all(len(tiles) <= 1 for tiles in lying[violation.set_index])
    )


def reasonable_doubt(
    before: CandidateTable,
    after: CandidateTable,
    judge: Callable[[Table, Table], Verdict],
    box: Box,
    same: Same | None = None,
    *,
    perhaps_none: Sequence[Spot] = (),
    guesses: Iterable[Guess] = (),
) -> tuple[Spot, ...]:
    """The places to ask about before a turn that `settle` finds illegal is called so.

    There are none where nothing speaks for the player. These are places in `perhaps_none` without whose tiles it would
    not be illegal; or else the one place where it would not be with another tile, one of the `guesses`: it may be the
    tile in ten thousand that is misread without doubt. The other arguments are those of `settle`.
    """
    twins = {Spot("after", *now): Spot("before", *then) for now, then in (same or {}).items()}

    def is_illegal_with(candidates: Mapping[Spot, tuple[Tile, ...]]) -> bool:
        candidates = {**candidates, **{twins[spot]: tiles for spot, tiles in candidates.items() if spot in twins}}
        tables = _with("before", before, candidates), _with("after", after, candidates)
        return settle(*tables, judge, box, same).verdict.outcome is Outcome.ILLEGAL

    for spots in ways_to_be_absent(perhaps_none):
        if not is_illegal_with(dict.fromkeys(spots, ())):
            return spots
    doubts = _doubts(before, after, alike(before, after) if same is None else same)
    readings = min(prod(len(doubt.candidates) for doubt in doubts), MOST_READINGS)
    affordable = min(MOST_GUESSES, MOST_AGAIN // readings)
    likeliest = nlargest(affordable, guesses, key=lambda guess: guess.probability)
    return next(((guess.spot,) for guess in likeliest if not is_illegal_with({guess.spot: (guess.tile,)})), ())


def in_faults(spots: Iterable[Spot], verdict: Verdict) -> tuple[Spot, ...]:
    """The `spots` that lie, after the turn, in sets that the `verdict` calls invalid."""
    return tuple(spot for spot in spots if spot.table == "after" and spot.set_index in verdict.invalid_sets)


def ways_to_be_absent(perhaps_none: Sequence[Spot]) -> Iterator[tuple[Spot, ...]]:
    """Yields combinations of the tiles that may be none, the smallest first.

    These are all combinations or, of very many tiles, only single tiles and all of them together.
    """
    count = len(perhaps_none)
    for size in range(1, count + 1) if count <= MOST_PERHAPS else (1, count):
        yield from combinations(perhaps_none, size)


def _with(table: Which, lying: CandidateTable, candidates: Mapping[Spot, tuple[Tile, ...]]) -> CandidateTable:
    """The table with other `candidates` at some spots."""
    return tuple(
        tuple(candidates.get(Spot(table, index, place), tiles) for place, tiles in enumerate(members))
        for index, members in enumerate(lying)
    )


def _doubts(before: CandidateTable, after: CandidateTable, same: Same) -> list[_Doubt]:
    found = []
    for index, candidates in enumerate(after):
        for place, tiles in enumerate(candidates):
            here, lay = Spot("after", index, place), same.get(Place(index, place))
            found.append(_Doubt((here,) if lay is None else (Spot("before", *lay), here), tiles))
    untouched = set(same.values())
    for index, candidates in enumerate(before):
        for place, tiles in enumerate(candidates):
            if Place(index, place) not in untouched:
                found.append(_Doubt((Spot("before", index, place),), tiles))
    return [doubt for doubt in found if len(doubt.candidates) > 1]


def _near_likeliest(doubts: Sequence[_Doubt]) -> Iterator[_Choice]:
    """The likeliest choice and those that differ from it in one tile."""
    likeliest = (0,) * len(doubts)
    yield likeliest
    for i, doubt in enumerate(doubts):
        for rank in range(1, len(doubt.candidates)):
            yield (*likeliest[:i], rank, *likeliest[i + 1 :])


def _reading(
    before: CandidateTable, after: CandidateTable, doubts: Sequence[_Doubt], choice: _Choice
) -> tuple[Table, Table]:
    """The two tables with the candidate that was chosen for each doubt."""
    read = {"before": _likeliest(before), "after": _likeliest(after)}
    for doubt, rank in zip(doubts, choice, strict=True):
        for spot in doubt.spots:
            read[spot.table][spot.set_index][spot.place] = doubt.candidates[rank]
    return _lying(read["before"]), _lying(read["after"])


def _is_in(box: Box, tables: Iterable[Table]) -> bool:
    """Whether the box holds as many copies of each tile as either of the tables takes."""
    return not any(any(box.surplus(count_tiles(table))) for table in tables)


def _likeliest(candidates: CandidateTable) -> list[list[Tile | None]]:
    """The likeliest tile at each place; None where none lies."""
    return [[tiles[0] if tiles else None for tiles in members] for members in candidates]


def _lying(read: list[list[Tile | None]]) -> Table:
    """The sets that hold any tile."""
    sets = (tuple(tile for tile in members if tile is not None) for members in read)
    return tuple(tiles for tiles in sets if tiles)


def _hanging(verdicts: dict[_Choice, Verdict], doubts: Sequence[_Doubt]) -> list[_Doubt]:
    """The doubts that can turn the outcome on their own; all of them where only several together can."""
    if len({verdict.outcome for verdict in verdicts.values()}) == 1:
        return []
    hanging = []
    for i, doubt in enumerate(doubts):
        outcomes: dict[_Choice, Outcome] = {}
        for choice, verdict in verdicts.items():
            if outcomes.setdefault(choice[:i] + choice[i + 1 :], verdict.outcome) is not verdict.outcome:
                hanging.append(doubt)
                break
    return hanging or list(doubts)


def _undecided(verdicts: Iterable[Verdict]) -> Verdict:
    """What all `verdicts`, which differ in their outcome or may do so, still agree on."""
    verdicts = list(verdicts)
    played = {verdict.played for verdict in verdicts}
    points = {verdict.points for verdict in verdicts}
    if len(verdicts) == 1:  # there were more readings than could be judged
        return Verdict(Outcome.UNDECIDED, (), 0)
    agreed: TileSet = played.pop() if len(played) == 1 else ()
    return Verdict(Outcome.UNDECIDED, agreed, points.pop() if len(points) == 1 else 0)


def _with_notice(verdict: Verdict, doubts: Sequence[_Doubt], choice: _Choice) -> Verdict:
    """`verdict` with a notice for each tile that could not be read at all, since its messages name one all the same."""
    notices = []
    for doubt, rank in zip(doubts, choice, strict=True):
        if len(doubt.candidates) == len(UNREAD_CANDIDATES):
            last = doubt.spots[-1]
            where = f"tile {last.place + 1} of set {last.set_index + 1} {last.table} the turn"
            index = last.set_index if last.table == "after" else None
            notices.append(Violation(Code.UNREAD_ASSUMED, "", index, (doubt.candidates[rank],), {"where": where}))
    return replace(verdict, notices=(*verdict.notices, *notices))
