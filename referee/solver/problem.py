"""What is to be arranged into sets, and what the colours and the groups of each number can do about it."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import NamedTuple

from referee.sets import HIGHEST, SetKind, readings
from referee.solver.bound import Bound
from referee.solver.groups import GroupKind, group_choices
from referee.solver.runs import Kind, LyingRun, Worth, colour_runs
from referee.tiles import JOKER, NUMBERS, Colour, Table, Tile, TileSet

TILE = 1 << 8
"""Worth of a laid tile in the search; a kept set is worth 1, and there are never so many."""
COLOURS = tuple(Colour)
TILES = tuple(tuple(Tile(colour, number) for number in range(HIGHEST + 3)) for colour in COLOURS)
"""Tiles by colour and number; those with numbers beyond 13 never lie anywhere."""
_NUMBERS = range(HIGHEST + 3)
ANY_TILES = Worth((0,) * len(_NUMBERS), (0,) * len(_NUMBERS), 0, anywhere=False)
MOST_TILES = Worth((TILE,) * len(_NUMBERS), (0,) * len(_NUMBERS), 1, anywhere=False)
MOST_TILES_ANYWHERE = Worth((TILE,) * len(_NUMBERS), (TILE,) * len(_NUMBERS), 0, anywhere=True)
MOST_POINTS = Worth(tuple(_NUMBERS), tuple(_NUMBERS), 0, anywhere=True)


class _Lying(NamedTuple):
    """The sets that lay there, runs and groups apart."""

    runs: list[list[tuple[LyingRun, TileSet]]]
    """The runs by colour, twins side by side."""
    groups: list[list[tuple[GroupKind, TileSet]]]
    """The groups by number."""

    @classmethod
    def of(cls, lying: Table) -> _Lying:
        found = cls([[] for _ in COLOURS], [[] for _ in _NUMBERS])
        for tiles in lying:
            reading = next((way for way in readings(tiles) if way.kind is SetKind.RUN), readings(tiles)[0])
            if reading.kind is SetKind.RUN:
                numbers = [stands[0].number for stands in reading.stands]
                jokers = [number for number, tile in zip(numbers, tiles, strict=True) if tile == JOKER]
                run = LyingRun(min(numbers), max(numbers), tuple(sorted(jokers)))
                colour = next(tile.colour for tile in tiles if tile.colour)
                found.runs[COLOURS.index(colour)].append((run, tiles))
            else:
                colours = tuple(sorted([COLOURS.index(tile.colour) for tile in tiles if tile.colour]))
                found.groups[reading.stands[0][0].number].append(((colours, len(tiles) - len(colours)), tiles))
        for of_colour in found.runs:
            of_colour.sort(key=itemgetter(0))
        for of_number in found.groups:
            of_number.sort(key=itemgetter(0))
        return found


class Problem:
    """What is to be arranged, and into what.

    Args:
        must: tiles that must be laid.
        may: tiles that may be laid.
        lying: sets to keep.
        worth: what the arrangement is to maximise.
        needed: minimum points of the arrangement.
    """

    def __init__(self, must: Counter[Tile], may: Counter[Tile], lying: Table, worth: Worth, needed: int = 0) -> None:
        self.must, self.worth, self.needed = must, worth, needed
        self.jokers = must[JOKER] + may[JOKER]
        self.loose_jokers = may[JOKER]
        """Number of jokers that may be left out."""
        self.base = 0 if worth.anywhere else may[JOKER] * TILE
        self.lying = _Lying.of(lying)
        fixed = [tuple([must[tile] for tile in row]) for row in TILES]
        self.there = [tuple([must[tile] + may[tile] for tile in row]) for row in TILES]
        groups = [
            group_choices(
                tuple([row[number] for row in self.there]),
                self.jokers,
                tuple([kind for kind, _ in self.lying.groups[number]]),
                anywhere=worth.anywhere,
                thirteen=number == HIGHEST,
            )
            for number in NUMBERS
        ]
        self.choices = [row.choices for row in groups]
        self.shares = [((), *[row.shares[c] for row in groups]) for c in range(len(COLOURS))]
        prices: list[list[dict[int, float]]] = [
            [{}, *[dict.fromkeys(range(len(of)), 0.0) for of in row[1:]]] for row in self.shares
        ]
        for number, row in enumerate(self.choices, 1):
            for choice in row:
                first = prices[0][number]
                first[choice.shares[0]] = max(first[choice.shares[0]], choice.kept * worth.kept)
        self.colours = [
            colour_runs(*of, prices[c], tuple([run for run, _ in self.lying.runs[c]]), self.jokers, worth)
            for c, of in enumerate(zip(fixed, self.there, map(tuple, self.shares), strict=True))
        ]
        self._pays: dict[tuple[int, int], dict[Kind, list[tuple[int, int]]]] = {}

    def bound(self) -> Bound:
        """What the colours can be worth together, before any price is set."""
        least = self.must[JOKER] if self.worth.anywhere else 0
        return Bound(self.colours, self.choices, (least, self.jokers))

    def pays(self, colour: int, number: int) -> dict[Kind, list[tuple[int, int]]]:
        """For each thing that the colour may do at a number, the shares of the groups that go with it, each with what is gained."""
        key = colour, number
        if key not in self._pays:
            found: dict[Kind, list[tuple[int, int]]] = {}
            for share, kind, gain in self.colours[colour].steps[number].pays:
                found.setdefault(kind, []).append((share, gain))
            self._pays[key] = found
        return self._pays[key]

    def points(self, colour: int, number: int, share: int, kind: Kind, jokers: int) -> int:
        """Points of the colour's tiles of a number, and of `jokers` jokers there."""
        if not self.needed:
            return 0
        skipped = kind[0] - self.shares[colour][number][share][0]
        return number * (self.there[colour][number] - skipped + jokers)
