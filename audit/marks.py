"""Where in the photos of an audit the tiles lie that its violations are about.

Each violation has a letter, which stands in the photo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.doubt import CandidateTable, Which
from referee.tiles import Place, Table, Tile, TileSet
from referee.verdict import Code, Verdict, Violation

OF_A_SET_BEFORE = frozenset(
    (Code.OPENING_TOUCHES_TABLE, Code.JOKER_SET_SPLIT, Code.JOKER_NOT_EXCHANGED, Code.JOKER_NOT_IN_NEW_SET)
)
"""Codes of violations that are about a set as it lay before the turn."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Shown(NamedTuple):
    """What one photo shows, as the verdict takes it."""

    candidates: CandidateTable
    """What every tile may be."""
    table: Table
    """What the tiles are taken for."""
    untouched: frozenset[Place]
    """The tiles that nobody touched."""


class Mark(NamedTuple):
    """Tiles side by side in one photo that a violation is about."""

    letter: str
    """The letter of the violation, the same for all its marks."""
    violation: int
    """Index into the verdict's violations."""
    photo: Which
    set_index: int
    places: tuple[int, ...]
    """Places of the tiles in that set, from 0."""

    def to_json(self) -> dict[str, Any]:
        """The mark as ``tileref audit --json`` prints it."""
        return {
            "mark": self.letter,
            "violation": self.violation,
            "photo": self.photo,
            "set": self.set_index,
            "places": list(self.places),
        }


def letter(index: int) -> str:
    """The letter of the violation with that index: A to Z, then A2 to Z2 and so on."""
    rounds, at = divmod(index, len(_LETTERS))
    return _LETTERS[at] + (str(rounds + 1) if rounds else "")


def marks(verdict: Verdict, before: Shown | None, after: Shown) -> tuple[Mark, ...]:
    """What to mark in the photos, violation by violation."""
    return tuple(
        Mark(letter(index), index, photo, at, run)
        for index, violation in enumerate(verdict.violations)
        for photo, places in _places(violation, before, after)
        for at, run in _runs(places)
    )


def _places(violation: Violation, before: Shown | None, after: Shown) -> Iterator[tuple[Which, Iterable[Place]]]:
    """The tiles that the violation is about, in each photo."""
    if before is not None and violation.code in OF_A_SET_BEFORE:
        yield "before", _set_as_it_lay(violation.tiles, before)
    if before is not None and violation.code is Code.TILE_MISSING:
        yield "before", _find(violation.tiles, before)
    elif violation.code is Code.TILE_IMPOSSIBLE:
        yield "after", (place for place, tile in _each(after.table) if tile in violation.tiles)
    elif violation.set_index is not None:
        yield "after", (Place(violation.set_index, place) for place in range(len(after.table[violation.set_index])))
    elif violation.code not in OF_A_SET_BEFORE:
        yield "after", _find(violation.tiles, after)


def missing(verdict: Verdict, before: Shown) -> list[Place]:
    """Where the tiles lay that are missing, by the verdict."""
    return _find(verdict.missing_tiles, before)


def _set_as_it_lay(tiles: TileSet, shown: Shown) -> list[Place]:
    """The places of the set that holds these tiles; where there are several, of one that was touched."""
    sets = [i for i, members in enumerate(shown.table) if members == tiles]
    sets.sort(key=lambda i: all(Place(i, place) in shown.untouched for place in range(len(tiles))))
    return [Place(i, place) for i in sets[:1] for place in range(len(tiles))]


def _find(tiles: TileSet, shown: Shown) -> list[Place]:
    """Where these tiles lie.

    Those that were touched come before others, and those taken for the tiles before those that may be them.
    """
    found: list[Place] = []
    wanted = Counter(tiles)

    def take(fits: Callable[[Place, Tile], bool]) -> None:
        for place, _ in _each(shown.table):
            tile = next((tile for tile in wanted if wanted[tile] and fits(place, tile)), None)
            if tile is not None and place not in found:
                found.append(place)
                wanted[tile] -= 1

    def is_taken_for(place: Place, tile: Tile) -> bool:
        return shown.table[place.set_index][place.place] == tile

    take(lambda place, tile: place not in shown.untouched and is_taken_for(place, tile))
    take(lambda place, tile: place not in shown.untouched and tile in shown.candidates[place.set_index][place.place])
    take(is_taken_for)
    return found


def _each(table: Table) -> Iterator[tuple[Place, Tile]]:
    return ((Place(i, place), tile) for i, tiles in enumerate(table) for place, tile in enumerate(tiles))


def _runs(places: Iterable[Place]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yields the runs of tiles that lie side by side in one set: the set, and the places in it."""
    run: list[Place] = []
    for place in sorted(places):
        if run and place != Place(run[-1].set_index, run[-1].place + 1):
            yield _as_run(run)
            run = []
        run.append(place)
    if run:
        yield _as_run(run)


def _as_run(places: Sequence[Place]) -> tuple[int, tuple[int, ...]]:
    return places[0].set_index, tuple(place for _, place in places)
