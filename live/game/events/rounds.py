"""A round begins: the deal, and who has the first turn; and what ends a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from live.game.carried import Carried
from live.game.events.event import Event
from referee.conservation import Contradiction
from referee.tiles import TileSet


@dataclass(frozen=True)
class RoundStarted(Event):
    """A round begins."""

    kind: ClassVar[str] = "round-started"
    players: tuple[str, ...]
    rulebook: str
    """Id of the rulebook with its switches; in a journal of an earlier version also the path of its file."""
    first: str | None
    """Who begins; None for the first of `players`."""
    new_game: bool
    """Whether a new score sheet begins with it."""
    deal: bool = False
    """Whether the tiles are mixed and dealt first: then no clock runs until `FirstTurn`."""
    carried: Carried | None = None
    """What it takes over from the rounds before it; None in a journal of an earlier version."""
    watched: bool = True
    """Whether a camera looks at the table; else its turns end without a verdict."""
    elsewhere: bool = False
    """Whether it was played elsewhere and is only counted here."""
    rulebook_text: str | None = None
    """What the rulebook says (`referee.rulebook.Rulebook.text`): its file may change later. None for one that comes with the program, and in a
    journal of an earlier version."""


@dataclass(frozen=True)
class FirstTurn(Event):
    """The tiles are dealt, and the first turn begins."""

    kind: ClassVar[str] = "first-turn"


@dataclass(frozen=True)
class RedealClaimed(Event):
    """A player claimed to have all tiles mixed anew."""

    kind: ClassVar[str] = "redeal-claimed"
    player: str
    rack: TileSet
    granted: bool
    pairs: TileSet
    """One tile of each pair."""
    clause: str
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True)
class GameClosed(Event):
    """The game is over; the next one gets a new score sheet."""

    kind: ClassVar[str] = "game-closed"


@dataclass(frozen=True)
class NameForgotten(Event):
    """A player's name is not offered any more where a table is set, until that player has played again."""

    kind: ClassVar[str] = "name-forgotten"
    name: str
