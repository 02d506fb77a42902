"""A turn in dispute, judged from photos: what each photo shows, the verdict, what it hangs on, and where what is wrong lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from audit.evidence import Evidence
from audit.lying import Lying, describe_table, describe_turn
from audit.marks import Mark, Shown, Which, marks
from audit.remarks import Remark, no_tiles, racks, several_turns
from audit.untouched import compare
from live.judging import to_be_asked
from live.seen import SeenTile
from referee.doubt import CandidateTable, Place, Same, Settled, Spot, alike, settle
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.tiles import Table, Tile, count_tiles, format_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from vision import quads
from vision.reading import TileReading
from vision.regions import where

MOST_LISTED = 6
"""Maximum number of candidates of a tile that are listed."""


class AuditError(UserError):
    """Photos that nothing can be judged from. The message is one line, fit for the user."""


@dataclass(frozen=True, eq=False)
class Question:
    """A doubtful tile that the verdict hangs on."""

    position: Spot
    evidence: Evidence
    """The photo in which the tile lies."""
    index: int
    """Index into that photo's tiles."""
    candidates: tuple[Tile, ...]
    """What it may be, likeliest first."""
    may_be_none: bool
    """Whether it may be no tile at all."""

    @property
    def tile(self) -> TileReading:
        """The tile as read."""
        return self.evidence.reading.tiles[self.index]

    @property
    def where(self) -> str:
        """The part of the photo that it lies in."""
        x, y = quads.centre(self.tile.corners).tolist()
        return where(x / self.evidence.reading.width, y / self.evidence.reading.height)

    @property
    def likeliest(self) -> tuple[Tile, ...]:
        """The candidates to list: of a tile that could not be read at all, only the first few."""
        return self.candidates[:MOST_LISTED]

    @property
    def second_opinion(self) -> int | None:
        """The number that the second reader read, if any."""
        return self.evidence.opinions.get(self.index)

    def to_json(self) -> dict[str, Any]:
        """Where the tile lies and what it may be; `set` and `place` count from 0."""
        return {
            "photo": self.position.table,
            "set": self.position.set_index,
            "place": self.position.place,
            "tile": self.index,
            "corners": quads.to_json(self.tile.corners),
            "candidates": format_tiles(self.candidates),
            "may_be_none": self.may_be_none,
            "second_opinion": self.second_opinion,
        }


@dataclass(frozen=True, eq=False)
class Audit:
    """What the photos say about a turn."""

    verdict: Verdict
    questions: tuple[Question, ...]
    """Empty unless the verdict is undecided."""
    remarks: tuple[Remark, ...]
    """What a person should know about the photos, whatever the verdict."""
    before: Evidence | None
    after: Evidence
    shown_before: Shown | None
    """What the photo before the turn is taken to show."""
    shown_after: Shown
    same: Same
    """The tiles that nobody touched."""
    rulebook: Rulebook

    @property
    def nothing_laid(self) -> bool:
        """Whether both photos show the same tiles: then no photo can tell whether the player drew."""
        decided = self.verdict.outcome is not Outcome.UNDECIDED
        return self.before is not None and decided and not self.verdict.played

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Where in the photos the tiles lie that violations are about."""
        return marks(self.verdict, self.shown_before, self.shown_after)

    @cached_property
    def lying(self) -> dict[Which, list[Lying]]:
        """Where every set of each photo lies, and what the turn did to it."""
        if self.before is None or self.shown_before is None:
            return {"after": describe_table(self.after.reading, self.shown_after)}
        readings = (self.before.reading, self.after.reading)
        then, now = describe_turn(readings, (self.shown_before, self.shown_after), self.same)
        return {"before": then, "after": now}

    def to_json(self) -> dict[str, Any]:
        """The audit as ``tileref audit --json`` prints it."""
        return {
            "rulebook": self.rulebook.id,
            **self.verdict.to_json(),
            "questions": [question.to_json() for question in self.questions],
            "remarks": [remark.to_json() for remark in self.remarks],
            "marks": [mark.to_json() for mark in self.marks],
            "before": None if self.before is None else self.before.to_json(),
            "after": self.after.to_json(),
        }


def audit(after: Evidence, before: Evidence | None, rulebook: Rulebook, *, opened: bool = True) -> Audit:
    """Judges a turn from the photos of the table before and after it.

    Racks, the time and drawing are not in the photos and not judged: a turn that laid nothing counts as one that drew.
    Without `before`, the sets and the number of each tile are judged, but nothing that the turn did.

    Args:
        after: the table at the end of the turn, without tiles where nothing lies there.
        before: the table at its start, without tiles where nothing lay there yet.
        rulebook: the rulebook to judge by.
        opened: whether the player had made the first lay-down before this turn.

    Raises:
        AuditError: the only photo shows no tiles.
    """
    if before is None and not after.reading.tiles:
        raise AuditError(
            f"{after.name}: no tiles found, so there is nothing to judge; take the photo closer and upright"
        )
    faulted: list[Verdict] = []

    def verdict(then: Table, now: Table) -> Verdict:
        if before is None:
            return judge(Turn(now, now, opened=True, drew=1), rulebook)
        drew = 0 if count_tiles(now) - count_tiles(then) and not rulebook.discard.played else 1
        found = judge(Turn(then, now, opened=opened, drew=drew), rulebook)
        if found.outcome is Outcome.ILLEGAL:
            faulted.append(found)
        return found

    tables = _tables(before, after)
    then, now, same = tables.before, tables.after, tables.same
    settled = settle(then, now, verdict, rulebook.box, same)
    if settled.verdict.outcome is Outcome.ILLEGAL:
        doubted = to_be_asked(tables.seen, settled.verdict, (then, now), verdict, rulebook.box, same)
        settled = settled._replace(verdict=settled.verdict.withheld, questions=doubted) if doubted else settled
    untouched = frozenset(same.values())
    shown_after = Shown(now, settled.after, frozenset(same))
    shown_before = None if before is None else Shown(then, _before(then, settled.after, same), untouched)
    laid = max(len(settled.verdict.played), len(after.reading.tiles) - len(before.reading.tiles) if before else 0)
    remarks = [
        no_tiles(evidence.name, photo) for photo, evidence in _photos(before, after) if not evidence.reading.tiles
    ]
    if before is not None and shown_before is not None:
        found = (
            several_turns(settled.verdict, laid, faulted, rulebook),
            racks(before.name, shown_before, settled.verdict),
        )
        remarks += filter(None, found)
    return Audit(
        settled.verdict,
        tuple(_questions(settled, tables, (before, after), untouched)),
        tuple(remarks),
        before,
        after,
        shown_before,
        shown_after,
        same,
        rulebook,
    )


class _Tables(NamedTuple):
    """What lay on the table before the turn and after it."""

    before: CandidateTable
    after: CandidateTable
    same: Same
    """The tiles that nobody touched."""
    seen: Mapping[Spot, SeenTile]
    """Every tile by where it lies; a tile that nobody touched only where it lies after the turn."""


def _photos(before: Evidence | None, after: Evidence) -> list[tuple[Which, Evidence]]:
    return [("after", after)] if before is None else [("before", before), ("after", after)]


def _questions(
    settled: Settled, tables: _Tables, photos: tuple[Evidence | None, Evidence], untouched: frozenset[Place]
) -> list[Question]:
    """What the verdict hangs on; of a tile that nobody touched, only what the photo after the turn shows."""
    questions = []
    for spot in settled.questions:
        if spot.table == "before" and spot[1:] in untouched:
            continue
        evidence, table = (photos[0], tables.before) if spot.table == "before" else (photos[1], tables.after)
        if evidence is not None:
            tile = tables.seen[spot]
            guesses = tuple(other for other, _ in tile.second_guesses)
            candidates = (*table[spot.set_index][spot.place], *guesses)
            index = evidence.reading.sets[spot.set_index][spot.place]
            questions.append(Question(spot, evidence, index, candidates, tile.may_be_none))
    return questions


def _tables(before: Evidence | None, after: Evidence) -> _Tables:
    """What lay on the table before and after the turn; for a tile that nobody touched, what both photos and the second reader show counts together."""
    if before is None:
        return _Tables((), after.candidates(), {}, _by_spot("after", after, after.seen()))
    pairs, disputed = compare(before.reading, after.reading)
    then = {**disputed["before"], **{pair.before: pair.seen for pair in pairs}}
    now = {**disputed["after"], **{pair.after: pair.seen for pair in pairs}}
    lay, lying = before.places(), after.places()
    tables = (
        before.candidates(then, {pair.before: after.opinions.get(pair.after) for pair in pairs}),
        after.candidates(now, {pair.after: before.opinions.get(pair.before) for pair in pairs}),
    )
    same = alike(*tables, {lying[pair.after]: lay[pair.before] for pair in pairs})
    untouched = set(same.values())
    alone = {i: tile for i, tile in before.seen(then).items() if lay[i] not in untouched}
    seen = {**_by_spot("before", before, alone), **_by_spot("after", after, after.seen(now))}
    return _Tables(*tables, same, seen)


def _by_spot(which: Which, evidence: Evidence, seen: Mapping[int, SeenTile]) -> dict[Spot, SeenTile]:
    """The tiles `seen` in a photo, given by their index into its reading's tiles, by where they lie."""
    places = evidence.places()
    return {Spot(which, *places[i]): tile for i, tile in seen.items()}


def _before(candidates: CandidateTable, after: Table, same: Same) -> Table:
    """The table before the turn as it is taken to be: the likeliest tiles, and those that nobody touched as they are after the turn."""
    known = {place: after[i][at] for (i, at), place in same.items()}
    return tuple(
        tuple(known.get((i, place), tiles[0]) for place, tiles in enumerate(members))
        for i, members in enumerate(candidates)
    )
