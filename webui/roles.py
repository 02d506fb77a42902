"""Who may press and look at what: the one place in which that is checked against the role of the device that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from live.game.commands import RefusedError
from live.game.state import Game, State


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
        """The form in which the journal keeps it (`live.game.events.Event.by`)."""
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


_Body = Mapping[str, Any]


def _on_turn(game: Game, _: _Body) -> tuple[str, ...]:
    return (game.round.on_turn,) if game.round else ()


def _ended(game: Game, _: _Body) -> tuple[str, ...]:
    """Whose turn was ended and has no verdict yet."""
    return (game.press.player,) if game.press else ()


def _judged(game: Game, body: _Body) -> tuple[str, ...]:
    """Whose turn the last verdict is about; before the first verdict, who is on turn."""
    return (game.judged.case.press.player,) if game.judged else _on_turn(game, body)


def _lying(game: Game, body: _Body) -> tuple[str, ...]:
    """Who may name a tile: in the photo of a verdict, whoever that is about; on the table as it lies, also whoever is on turn."""
    return _judged(game, body) if "event" in body else (*_on_turn(game, body), *_judged(game, body))


def _named(_: Game, body: _Body) -> tuple[str, ...]:
    return (str(body.get("player", "")),)


def _putting_back(game: Game, body: _Body) -> tuple[str, ...]:
    """Who may let the game go on: whoever took the turn that is put back, or has the next one; after a pause, only the host."""
    if body.get("anyway") is True or game.state not in {State.DEAL, State.RESTORE}:
        return ()
    return (*_on_turn(game, body), *(_judged(game, body) if game.state is State.RESTORE else ()))


def _anybody(game: Game, _: _Body) -> tuple[str, ...]:
    return players(game)


RACK = "rack"
"""Name of the request to have a photo of a rack read; it is checked like a press and changes nothing."""

AUDIT = "audit"
"""Name of the request to have two photos of a turn judged, likewise."""

PHOTO = "photo"
"""Name of the request to have a turn judged by a photo of the table: whoever doubts it may."""

CAMERA = "camera"
"""Name of the request to look through another camera, which only the host may."""

BOX = "box"
"""Name of the request to have a box of tiles enrolled from a photo, which only the host may."""

OWN: Mapping[str, Callable[[Game, _Body], tuple[str, ...]]] = {
    "first-turn": _on_turn,
    "end": _on_turn,
    "draw": _on_turn,
    "face-up": _ended,
    "answer": _judged,
    "correct": _lying,
    "add": _lying,
    "redeal": _named,
    "count": _named,
    "resume": _putting_back,
    RACK: _anybody,
    AUDIT: _anybody,
    PHOTO: _anybody,
}
"""The presses of players, each with what tells who may make it as the game stands."""

SHARED = frozenset({*OWN, "pause", "judge-anyway"})
"""The presses of the button that lies in the middle of the table."""


def allowed(role: Role) -> frozenset[str] | None:
    """The presses of a role, for players those that are their own; None for all."""
    every: Mapping[Role, frozenset[str] | None] = {
        Role.HOST: None,
        Role.BUTTON: SHARED,
        Role.PLAYER: frozenset(OWN),
        Role.WATCHING: frozenset(),
        Role.UNDECIDED: frozenset(),
    }
    return every[role]


def check(game: Game, command: str, body: _Body, person: Person) -> None:
    """Checks that `person` may press `command` with that body in `game`.

    Raises:
        RefusedError: it is somebody else's to press.
    """
    person = person.among(game)
    presses = allowed(person.role)
    if presses is None:
        return
    if person.role is Role.UNDECIDED:
        raise RefusedError("say first who you are at this table", "no-role")
    if person.role is Role.WATCHING:
        raise RefusedError("who watches presses nothing: choose another role first", "watching")
    if command not in presses:
        raise RefusedError("that is for the host to press", "host-only")
    if person.role is Role.PLAYER:
        _check_own(OWN[command](game, body), person.player)


def _check_own(names: tuple[str, ...], player: str) -> None:
    if not names:
        raise RefusedError("that is for the host to press", "host-only")
    if player not in names:
        raise RefusedError(f"that is {names[0]}'s to press", "not-yours", name=names[0])


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
