"""A turn in dispute, judged from photos: what each photo shows, a second reader's opinion, the verdict, open questions.

Tesseract is asked about the tiles that are doubtful anyway. Its answer never replaces a reading and never clears a
doubt: where it reads a number that was not among the candidates, that number becomes one more candidate. A verdict can
thus only become more careful by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from live.seen import SeenTile
from live.untouched import compare
from referee.doubt import CandidateTable, Place, Spot, alike, settle
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.tiles import Colour, Table, Tile, count_tiles, format_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from vision.ocr import OcrError, cut_face, read_number
from vision.reading import Photo, TableReading, TileReading

SecondReader = Callable[[Photo], int | None]
"""Reads the number of an upright tile; None where it reads none."""


MOST_LISTED = 6
"""So many candidates of a tile are listed."""


class AuditError(UserError):
    """Photos that nothing can be judged from. The message is one line, fit for the user."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """One photo, what was read from it, and what the second reader says of the doubtful tiles."""

    name: str
    photo: Photo
    reading: TableReading
    opinions: Mapping[int, int | None]
    """The second reader's number for each tile it was asked about, by index into the reading's tiles."""
    trouble: str | None = None
    """Why the second reader could not be asked, one line; None where it could."""

    def candidates(self, known: Mapping[int, tuple[Tile, ...]] = MappingProxyType({})) -> CandidateTable:
        """What every tile may be, likeliest first, the second reader's number among it; `known` are those of some tiles."""

        def of(index: int) -> tuple[Tile, ...]:
            if index in known:
                return known[index]
            tile = SeenTile.from_reading(self.reading.tiles[index])
            return _with_opinion(tile.candidates(), self.opinions.get(index))

        return tuple(tuple(map(of, members)) for members in self.reading.sets)

    def places(self) -> dict[int, Place]:
        """Set and place of every tile, by index into the reading's tiles."""
        return {i: (at, place) for at, members in enumerate(self.reading.sets) for place, i in enumerate(members)}

    def to_json(self) -> dict[str, Any]:
        """The reading as ``tileref read --json`` prints it; tiles asked about have a ``second_opinion``."""
        data: dict[str, Any] = {"photo": self.name, **self.reading.to_json()}
        for index, number in self.opinions.items():
            data["tiles"][index]["second_opinion"] = number
        return data


@dataclass(frozen=True, eq=False)
class Question:
    """A doubtful tile that the verdict hangs on."""

    position: Spot
    evidence: Evidence
    """The photo that it lies in."""
    index: int
    """Index into that photo's tiles."""
    candidates: tuple[Tile, ...]
    """What it may be, likeliest first."""

    @property
    def tile(self) -> TileReading:
        """The tile as read."""
        return self.evidence.reading.tiles[self.index]

    @property
    def likeliest(self) -> tuple[Tile, ...]:
        """The candidates to list: of a tile that could not be read at all, only the first."""
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
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.tile.corners],
            "candidates": format_tiles(self.candidates),
            "second_opinion": self.second_opinion,
        }


@dataclass(frozen=True, eq=False)
class Audit:
    """What the photos say about a turn."""

    verdict: Verdict
    questions: tuple[Question, ...]
    """Empty unless the verdict is undecided."""
    before: Evidence | None
    after: Evidence
    rulebook: Rulebook

    @property
    def nothing_laid(self) -> bool:
        """Whether both photos show the same tiles: then no photo can tell whether the player drew."""
        decided = self.verdict.outcome is not Outcome.UNDECIDED
        return self.before is not None and decided and not self.verdict.played

    def to_json(self) -> dict[str, Any]:
        """As ``tileref audit --json`` prints it."""
        return {
            "rulebook": self.rulebook.id,
            **self.verdict.to_json(),
            "questions": [question.to_json() for question in self.questions],
            "before": None if self.before is None else self.before.to_json(),
            "after": self.after.to_json(),
        }


def gather(name: str, photo: Photo, reading: TableReading, second: SecondReader = read_number) -> Evidence:
    """Asks the second reader about every doubtful tile of a photo.

    Args:
        name: the photo's name, for messages and JSON.
        photo: the photo that was read, shape (height, width, 3).
        reading: what was read from it.
        second: asked with each doubtful tile, cut out upright by `vision.ocr.cut_face`.
    """
    opinions: dict[int, int | None] = {}
    try:
        for index in reading.doubtful:
            opinions[index] = second(cut_face(photo, reading.tiles[index].corners))
    except OcrError as error:
        return Evidence(name, photo, reading, opinions, str(error))
    return Evidence(name, photo, reading, opinions)


def audit(after: Evidence, before: Evidence | None, rulebook: Rulebook, *, opened: bool = True) -> Audit:
    """Judges a turn from the photos of the table before and after it.

    Racks, the time and drawing are not in the photos and not judged: a turn that laid nothing counts as one that drew.
    Without `before` the sets and the number of each tile are judged, nothing that was done.

    Args:
        after: the table at the end of the turn.
        before: the table at its start, without tiles where nothing lay there yet.
        rulebook: what to judge by.
        opened: whether the player had made the first lay-down before this turn.

    Raises:
        AuditError: `after` shows no tiles.
    """
    if not after.reading.tiles:
        raise AuditError(
            f"{after.name}: no tiles found, so there is nothing to judge; take the photo closer and upright"
        )

    def verdict(then: Table, now: Table) -> Verdict:
        if before is None:
            return judge(Turn(now, now, opened=True, drew=1), rulebook)
        drew = 0 if count_tiles(now) - count_tiles(then) and not rulebook.discard.played else 1
        return judge(Turn(then, now, opened=opened, drew=drew), rulebook)

    tables, same = _tables(before, after)
    settled = settle(tables["before"], tables["after"], verdict, rulebook.box, same)
    untouched = set(same.values())
    questions = []
    for position in settled.questions:
        if position.table == "before" and position[1:] in untouched:
            continue  # the same tile after the turn is asked about
        evidence = after if position.table == "after" or before is None else before
        index = evidence.reading.sets[position.set_index][position.place]
        candidates = tables[position.table][position.set_index][position.place]
        questions.append(Question(position, evidence, index, candidates))
    return Audit(settled.verdict, tuple(questions), before, after, rulebook)


def _tables(
    before: Evidence | None, after: Evidence
) -> tuple[dict[Literal["before", "after"], CandidateTable], dict[Place, Place]]:
    """What every tile may be, and which tiles nobody touched: what both photos show of such a tile counts as of one."""
    if before is None:
        return {"before": (), "after": after.candidates()}, {}
    pairs, disputed = compare(before.reading, after.reading)
    then = {i: seen.candidates() for i, seen in disputed["before"].items()}
    now = {i: seen.candidates() for i, seen in disputed["after"].items()}
    for pair in pairs:
        candidates = pair.seen.candidates()
        for number in (before.opinions.get(pair.before), after.opinions.get(pair.after)):
            candidates = _with_opinion(candidates, number)
        then[pair.before] = now[pair.after] = candidates
    tables: dict[Literal["before", "after"], CandidateTable] = {
        "before": before.candidates(then),
        "after": after.candidates(now),
    }
    lying, lay = after.places(), before.places()
    same = {lying[pair.after]: lay[pair.before] for pair in pairs}
    return tables, alike(tables["before"], tables["after"], same)


def _with_opinion(candidates: tuple[Tile, ...], number: int | None) -> tuple[Tile, ...]:
    """`candidates`, and the second reader's number in the likeliest colour where no candidate has that number."""
    if number is None or any(tile.number == number for tile in candidates):
        return candidates
    likeliest = next((tile.colour for tile in candidates if tile.colour), None)
    colours = tuple(Colour) if likeliest is None else (likeliest,)
    return (*candidates, *(Tile(colour, number) for colour in colours))
