"""A turn in dispute, judged from photos: what each shows, the verdict, what it hangs on, and where what is wrong lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from audit.beyond import Beyond, beyond_the_other
from audit.covered import with_covered
from audit.evidence import Exhibit
from audit.lying import Lying, describe_table, describe_turn
from audit.marks import Mark, Shown, marks, missing
from audit.remarks import Remark, covered, cut_off, no_tiles, not_in_photo, racks, several_turns
from audit.tables import Tables, as_meant, tables_of
from live.game.edges import beyond_the_border
from live.game.judging import to_be_asked
from referee.accepted import judge_without, no_sets
from referee.doubt import Same, Settled, Spot, Which, settle
from referee.errors import UserError
from referee.joker import turn_budget
from referee.rulebook import Rulebook
from referee.tiles import Table, Tile, count_tiles, format_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from vision import quads
from vision.reading.arrange import where_it_may_go_on
from vision.reading.table_reading import TileReading

MOST_LISTED = 6
"""Maximum number of candidates of a tile that are listed."""


class AuditError(UserError):
    """Photos that nothing can be judged from. The message is one line, fit for the user."""


@dataclass(frozen=True, eq=False)
class Question:
    """A doubtful tile that the verdict hangs on."""

    spot: Spot
    exhibit: Exhibit
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
        return self.exhibit.reading.tiles[self.index]

    @property
    def where(self) -> str:
        """The part of the photo that it lies in."""
        return self.exhibit.where(self.tile.corners)

    @property
    def likeliest(self) -> tuple[Tile, ...]:
        """The candidates to list: of a tile that could not be read at all, only the first few."""
        return self.candidates[:MOST_LISTED]

    @property
    def second_opinion(self) -> int | None:
        """The number that the second reader read, if any."""
        return self.exhibit.opinions.get(self.index)

    def to_json(self) -> dict[str, Any]:
        """Where the tile lies and what it may be; `set` and `place` count from 0."""
        return {
            "photo": self.spot.table,
            "set": self.spot.set_index,
            "place": self.spot.place,
            "tile": self.index,
            "corners": quads.to_json(self.exhibit.reading.in_full().tiles[self.index].corners),
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
    before: Exhibit | None
    after: Exhibit
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


def audit(after: Exhibit, before: Exhibit | None, rulebook: Rulebook, *, opened: bool = True) -> Audit:
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
    found = _audited(after, before, rulebook, opened=opened)
    if found.verdict.outcome is not Outcome.ILLEGAL or not (lacking := _that_may_be_lacking(found)):
        return found
    return _audited(replace(after, reading=after.reading.with_unread(lacking)), before, rulebook, opened=opened)


def _that_may_be_lacking(found: Audit) -> set[int]:
    """Which of the places where a tile may lie (`TableReading.perhaps`) are such as the sets at fault lack one at."""
    after, faults = found.after, found.verdict.invalid_sets
    return {k for index in faults for k in where_it_may_go_on(after.row(index), after.reading.perhaps)}


def _audited(after: Exhibit, before: Exhibit | None, rulebook: Rulebook, *, opened: bool) -> Audit:
    """The audit of a turn by what was read for certain, or at least as a tile; the arguments are those of `audit`."""
    judging = _Judge(before, after, rulebook, opened=opened)
    tables, settled = judging.tables, judging.settle()
    untouched = frozenset(tables.same.values())
    shown_before = None if before is None else Shown(tables.before, tables.taken_before(settled.after), untouched)
    doubts: list[Remark] = []
    if settled.verdict.outcome is not Outcome.UNDECIDED:
        doubts = [*judging.doubts(settled.verdict, shown_before)]
        settled = settled._replace(verdict=settled.verdict.withheld) if doubts else settled
    bare = [no_tiles(photo.name, which) for which, photo in judging.photos.items() if not photo.reading.tiles]
    return Audit(
        settled.verdict,
        tuple(judging.questions(settled)),
        (*bare, *doubts, *judging.remarks(settled.verdict, shown_before)),
        before,
        after,
        shown_before,
        Shown(tables.after, settled.after, frozenset(tables.same)),
        tables.same,
        rulebook,
    )


class _Judge:
    """Judges what photos may show; the arguments are those of `audit`."""

    def __init__(self, before: Exhibit | None, after: Exhibit, rulebook: Rulebook, *, opened: bool) -> None:
        self._before, self._after, self._rulebook, self._opened = before, after, rulebook, opened
        both: Mapping[Which, Exhibit | None] = {"before": before, "after": after}
        self.photos = {which: photo for which, photo in both.items() if photo is not None}
        self.tables = tables_of(before, after)
        self._budget = turn_budget()
        self._stayed = cache(lambda then: no_sets(then, rulebook))
        self._faulted: list[Verdict] = []
        """The verdicts by which the turn is illegal, of all readings of the tables."""

    def settle(self) -> Settled:
        """The verdict on every plausible reading, withheld where something speaks for the player."""

        def noted(then: Table, now: Table) -> Verdict:
            found = self._verdict(then, now)
            if found.outcome is Outcome.ILLEGAL:
                self._faulted.append(found)
            return found

        tables, box = self.tables, self._rulebook.box
        both, same = (tables.before, tables.after), tables.same
        settled = settle(*both, noted, box, same)
        if settled.verdict.outcome is not Outcome.ILLEGAL:
            return settled
        meant = as_meant(tables, self._after)
        doubted = to_be_asked(tables.seen, settled.verdict, both, self._verdict, box, meant, same)
        return settled._replace(verdict=settled.verdict.withheld, questions=doubted) if doubted else settled

    def _judged(self, tables: Tables) -> Verdict:
        """The verdict on every plausible reading of tables that the photos do not show so."""
        return settle(tables.before, tables.after, self._verdict, self._rulebook.box, tables.same).verdict

    def _verdict(self, then: Table, now: Table) -> Verdict:
        """The verdict on two tables; what was no set before the turn, and lies there still, is nobody's fault."""
        draw = self._rulebook.play.draw
        if self._before is None:
            return _as_photos_show(judge(Turn(now, now, opened=True, drew=draw, face_up=None), self._rulebook))
        drew = 0 if count_tiles(now) - count_tiles(then) and not self._rulebook.discard.played else draw
        turn = Turn(then, now, opened=self._opened, drew=drew, face_up=None)
        return _as_photos_show(judge_without(self._stayed(then), turn, self._rulebook, self._budget))

    def doubts(self, verdict: Verdict, shown: Shown | None) -> Iterator[Remark]:
        """Why the photos are no ground for a verdict on which all readings agree; `shown` is the photo before the turn."""
        if (beyond := self._beyond(verdict)) is not None:
            yield from (cut_off(self.photos[photo].name, photo) for photo in beyond.cut)
        elif self._before is not None and shown is not None and verdict.outcome is Outcome.ILLEGAL:
            rack = racks(self._before.name, shown)
            yield from filter(None, [rack or self._covered(self._before, verdict, shown)])

    def remarks(self, verdict: Verdict, shown: Shown | None) -> Iterator[Remark]:
        """What a person should know of two photos with that verdict; nothing where `shown`, the photo before the turn, is none."""
        if self._before is None or shown is None:
            return
        laid = max(len(verdict.played), len(self._after.reading.tiles) - len(self._before.reading.tiles))
        if (several := several_turns(verdict, laid, self._faulted, self._rulebook)) is not None:
            yield several
        if self._after.reading.tiles and (gone := not_in_photo(self._after.name, shown, verdict)) is not None:
            yield gone

    def _beyond(self, verdict: Verdict) -> Beyond | None:
        """The tables with what the photos may not show, where that gives another verdict."""
        tables = self.tables
        beyond = None if self._before is None else beyond_the_other(self._before, self._after, tables)
        if beyond is not None:
            other = self._judged(beyond.tables)
            if (other.outcome, other.played) != (verdict.outcome, verdict.played):
                return beyond
        if verdict.outcome is Outcome.ILLEGAL:
            is_alone = tables.homography is None
            now = beyond_the_border(self._after, tables.after, verdict.invalid_sets, alone=is_alone)
            beyond = None if now is None else Beyond(tables._replace(after=now), ("after",))
            if beyond is not None and self._judged(beyond.tables).outcome is not Outcome.ILLEGAL:
                return beyond
        return None

    def _covered(self, before: Exhibit, verdict: Verdict, shown: Shown) -> Remark | None:
        """The remark that something lies over tiles, missing ones or some of a set at fault, if the turn is not illegal with them."""
        after = self._after
        if not after.reading.tiles:
            return None
        found = with_covered(before, after, self.tables, missing(verdict, shown), verdict.invalid_sets)
        if found is None or self._judged(found.tables).outcome is Outcome.ILLEGAL:
            return None
        lay = before.places()
        tiles = tuple(shown.table[at][place] for at, place in map(lay.__getitem__, found.tiles))
        return covered(after.name, tiles, after.where([*found.tiles.values(), *found.ends.values()][0]))

    def questions(self, settled: Settled) -> Iterator[Question]:
        """Yields what the verdict hangs on; of a tile that nobody touched, only what the photo after the turn shows."""
        tables, untouched = self.tables, {*self.tables.same.values()}
        for spot in settled.questions:
            if spot.table == "before" and spot.at in untouched:
                continue
            photo, table = self.photos[spot.table], tables.before if spot.table == "before" else tables.after
            tile = tables.seen[spot]
            guesses = tuple(other for other, _ in tile.second_guesses)
            candidates = tuple(dict.fromkeys((*table[spot.set_index][spot.place], *guesses)))
            index = photo.reading.sets[spot.set_index][spot.place]
            yield Question(spot, photo, index, candidates, not tile.is_surely_a_tile)


def _as_photos_show(verdict: Verdict) -> Verdict:
    """A verdict whose penalty takes back no drawn tile: no photo shows that one was drawn."""
    return verdict if verdict.penalty is None else replace(verdict, penalty=replace(verdict.penalty, put_back=0))
