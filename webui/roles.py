"""Who is what at the table, and what that lets them look at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from live.game.commands import RefusedError
from live.game.state import Game


class Role(StrEnum):
    """The role of a device at the table."""

    HOST = "host"
    """May press everything: this machine, and a device that has the host's right."""
    PLAYER = "player"
    """Presses for one player."""
    BUTTON = "button"
    """Lies in the middle: presses for whoever's turn it is."""
    WATCHING = "watching"
    """Presses nothing."""
    UNDECIDED = "undecided"
    """Has not said yet; presses nothing."""


@dataclass(frozen=True)
class Person:
    """Who presses, and on which device."""

    role: Role
    player: str = ""
    """Whose seat it is; empty for all but players."""
    device: str = ""
    """The name that the door gave the device; empty for this machine itself."""

    @property
    def by(self) -> str:
        """The form in which the journal keeps it (`live.game.event.Event.by`)."""
        if not self.device and self.role is Role.HOST:
            return "host"
        rest = {Role.PLAYER: f", player {self.player}", Role.BUTTON: ", button", Role.HOST: ", host"}
        return f"guest {self.device}{rest.get(self.role, '')}"

    def among(self, game: Game) -> Person:
        """The person with the role that holds in `game`: the seat of somebody who does not play is no seat; it is kept while nobody plays."""
        if self.role is Role.PLAYER and game.round and self.player not in players(game):
            return Person(Role.UNDECIDED, "", self.device)
        return self


HERE = Person(Role.HOST)
"""Who presses on this machine."""


def players(game: Game) -> tuple[str, ...]:
    """Who plays, in seating order; empty before the first round."""
    return game.round.players if game.round else ()


class Reach(StrEnum):
    """How far others than the host look back; each reaches what those before it do."""

    TABLE = "table"
    """The table and the game as they are: what the state tells."""
    EVENING = "evening"
    """Also the turns of this evening, and its score sheets."""
    EVERYTHING = "everything"
    """Also other evenings, and who has played at this table."""


def reach_of(game: Game, opened: Reach, person: Person) -> Reach:
    """How far back `person` looks, where the host has `opened` so much to those who have said who they are."""
    role = person.among(game).role
    return {Role.HOST: Reach.EVERYTHING, Role.UNDECIDED: Reach.TABLE}.get(role, opened)


def check_sight(game: Game, wanted: Reach, opened: Reach, person: Person) -> None:
    """Checks that `person` may look at what is `wanted` (`reach_of`).

    Raises:
        RefusedError: it is for others to see.
    """
    reaches = list(Reach)
    if reaches.index(wanted) <= reaches.index(reach_of(game, opened, person)):
        return
    if person.among(game).role is Role.UNDECIDED:
        raise RefusedError("say first who you are at this table", "no-role")
    raise RefusedError("that is for the host to see", "host-only")
