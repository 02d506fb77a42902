"""One turn as it is judged: what is known of it, whatever is said of it then. Pure."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from live.pins import Pins, apply_pins
from live.seen import SeenTable
from referee.faceup import NOTHING, FaceUp
from referee.round import Round
from referee.sets import changes
from referee.tiles import Tile, TileSet, count_tiles

MOST_PERHAPS = 5
"""Of so many tiles that may be none, every way in which some of them are is looked at."""

MOST_GUESSES = 12
"""So many other readings of tiles that are in no doubt are looked at before a turn is called illegal."""

Held = Mapping[str, TileSet]
"""Tiles that players hold, as was seen earlier: no whole racks, but nothing that has left them since."""

NO_TILES: Held = MappingProxyType({})


@dataclass(frozen=True)
class Press:
    """A turn that was ended and waits for its verdict."""

    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What it did with tiles that lie face up; None until somebody has said so."""
    event: int = 0
    """The event of the press."""
    kept: tuple[tuple[str, ...], ...] = ()
    """Photos of the table after the press that the journal holds, one group for each time that it lay still."""
    anyway: bool = False
    """Whether the table is to be judged as it is seen, whatever seems to hide it."""
    called: bool = False
    """Whether the player called "Rummikub" with it."""
    ran: float = 0.0
    """Seconds that the clock had run since it was last started."""
    passed: bool = False
    """Whether the player was to draw, and the pool held nothing to draw."""

    @property
    def is_said_to_lay(self) -> bool:
        """Whether the button that was pressed is that of a turn that laid tiles."""
        return not self.drew and not self.passed


@dataclass(frozen=True)
class Case:
    """What a turn is judged by."""

    press: Press
    before: Round
    """The round before the turn."""
    seen: SeenTable
    """The table after it, as read."""
    pins: Pins
    """What is known of its tiles, also what people said since."""
    held: Held
    """What is known of the racks before the turn."""
    by_photo: bool = False
    """Whether a person took the photo that shows it, from wherever they stood (`live.events.VerdictGiven.by_photo`)."""

    @cached_property
    def known(self) -> SeenTable:
        """The table after the turn with what is known put in."""
        return apply_pins(self.seen, self.pins)

    @cached_property
    def laid(self) -> Counter[Tile]:
        """The tiles that lie on the table after the turn and did not before it."""
        return count_tiles(self.known.table()) - count_tiles(self.before.table)

    @cached_property
    def untouched(self) -> bool:
        """Whether the table looks as it did before the turn."""
        return not any(changes(self.known.table(), self.before.table))

    @cached_property
    def perhaps_untouched(self) -> bool:
        """Whether the table looks as it did before the turn but for what may be no tile."""
        return self.untouched or any(
            not any(changes(self.known.without(absent).table(), self.before.table))
            for absent in ways_to_be_absent(self.known)
        )


def _perhaps_absent(known: SeenTable) -> tuple[tuple[int, int], ...]:
    """The tiles that may be none, as set and place."""
    return tuple(
        (index, place) for index, tiles in enumerate(known.sets) for place, tile in enumerate(tiles) if tile.may_be_none
    )


def ways_to_be_absent(known: SeenTable) -> Iterator[tuple[tuple[int, int], ...]]:
    """Of the tiles that may be none those that are, in every way that there is, the fewest first; of very many all, or one of them."""
    perhaps = _perhaps_absent(known)
    sizes = range(1, len(perhaps) + 1) if len(perhaps) <= MOST_PERHAPS else (1, len(perhaps))
    for size in sizes:
        yield from itertools.combinations(perhaps, size)


def second_guesses(known: SeenTable) -> Iterator[tuple[tuple[int, int], SeenTable]]:
    """The tables on which one tile that is in no doubt is what it may be instead, the likeliest first, with its set and place.

    What is known from before, or a person has said, is certain. At most `MOST_GUESSES`.
    """
    guesses = (
        (p, (index, place), other)
        for index, tiles in enumerate(known.sets)
        for place, tile in enumerate(tiles)
        if not (tile.doubt or tile.confirmed)
        for other, p in tile.likely
        if other != tile.tile
    )
    for _, position, other in heapq.nlargest(MOST_GUESSES, guesses, key=lambda guess: guess[0]):
        yield position, known.taken_for(position, other)
