"""The facts that a turn is judged by, whatever the verdict says. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from live.game.pins import Pins, apply_pins
from live.game.seen import SeenTable
from referee.doubt import ways_to_be_absent
from referee.faceup import NOTHING, FaceUp
from referee.round import Round
from referee.sets import changes
from referee.tiles import Tile, TileSet, count_tiles

Held = Mapping[str, TileSet]
"""Tiles that players are known to hold, by player: not whole racks, but only tiles that have not left the rack since
they were seen."""

NO_TILES: Held = MappingProxyType({})


@dataclass(frozen=True)
class Press:
    """The press that ended a turn, and what was said with it."""

    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What the turn did with tiles that lie face up; None until somebody has said so."""
    event: int = 0
    """Number of the press's event in the journal."""
    kept: tuple[tuple[str, ...], ...] = ()
    """Photos of the table after the press that the journal holds, one group for each time that it lay still."""
    anyway: bool = False
    """Whether the table is to be judged as it is seen, whatever seems to hide it."""
    called: bool = False
    """Whether the player called "Rummikub" when pressing."""
    ran: float = 0.0
    """Seconds that the clock had run since it was last started."""
    passed: bool = False
    """Whether the player was to draw, and the pool held nothing to draw."""
    next_laid: TileSet | None = None
    """What the next player laid of what came while both hands may have been over the table (`live.deciding.hands`), as a
    person said; None until somebody was asked."""

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
    """Whether a person took the photo that shows it, from wherever they stood (`live.game.events.VerdictGiven.by_photo`)."""

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
            for absent in ways_to_be_absent([spot for spot, tile in self.known.spots.items() if tile.may_be_none])
        )
