"""The table of presses: of each its name, its body, who may make it, what it speaks of, and what it does.

A press is a function whose arguments are the fields of its body. `python -m scripts.presses` writes of this table what `docs/http.md` says of
presses, and by what the page's scripts are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from live.camera_choice import Cameras
from live.game.commands import RefusedError
from live.game.state import Game
from live.table import LiveTable
from vision.camera.photo import PhotoError
from webui.boxes import BoxFolder
from webui.photo_process import LastReadings, ReadPhoto
from webui.presses.fields import Body, Field, as_shown
from webui.roles import Person, Role, players

Whose = Callable[[Game, Body], tuple[str, ...]]
"""Tells which players may make a press as the game stands."""


@dataclass(frozen=True)
class Means:
    """What presses are done with."""

    live: LiveTable
    read: ReadPhoto
    """Reads photos that people send."""
    boxes: BoxFolder | None = None
    """None where none can be enrolled."""
    cameras: Cameras | None = None
    """None where what the table looks through stays."""
    rename: Callable[[str, str], object] = lambda _player, _name: None
    """Is told of a player who goes by another name."""

    @cached_property
    def readings(self) -> LastReadings:
        """Reads photos likewise, and remembers the last of them."""
        return LastReadings(self.read)

    def has(self, press: Press) -> bool:
        """Whether the press can be made here at all."""
        return press.needs is None or getattr(self, press.needs) is not None


@dataclass(frozen=True)
class Press:
    """A press."""

    do: Callable[..., Any]
    """Does it, given the table, or where it `takes_time` the means and who presses; and the fields. May return what is answered."""
    example: str
    """An example of a body with every field, JSON."""
    own: Whose | None
    """The players whose own press it is; None where no player makes it."""
    is_shared: bool
    """Whether the button in the middle of the table makes it."""
    about: tuple[str, ...]
    """The fields of the state that it speaks of: our own pages send them as `seen`."""
    takes_time: bool
    """Whether it needs the means: it reads photos or opens a camera, while which the game goes on, or tells others of what it does."""
    needs: str | None
    """The field of `Means` without which there is no such press."""

    @property
    def name(self) -> str:
        """The command under which it is sent."""
        return self.do.__name__.rstrip("_").replace("_", "-")

    @cached_property
    def fields(self) -> Mapping[str, tuple[str, Field]]:
        """The fields of its body, by the argument that takes each."""
        hints = get_type_hints(self.do, include_extras=True)
        found = {name: field for name, hint in hints.items() for field in getattr(hint, "__metadata__", ())}
        return {name: (_spelt(name), field) for name, field in found.items()}

    @property
    def brings_photo(self) -> bool:
        """Whether a photo is in its body, which may be large then."""
        return any(field.script.startswith("Base64") for _, field in self.fields.values())

    def said(self, body: Body) -> Mapping[str, Any]:
        """What a body says, by argument.

        Raises:
            UserError: a field makes no sense.
        """
        return {name: field.read(body, key) for name, (key, field) in self.fields.items()}


PRESSES: dict[str, Press] = {}
"""All presses by their names."""


def press(
    example: str = "{}",
    *,
    own: Whose | None = None,
    shared: bool = False,
    about: tuple[str, ...] = (),
    takes_time: bool = False,
    needs: str | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a press of a function, whose name is the command; the arguments are the fields of `Press`."""

    def enter(do: Callable[..., Any]) -> Callable[..., Any]:
        made = Press(do, example, own, shared or own is not None, about, takes_time, needs)
        PRESSES[made.name] = made
        return do

    return enter


def perform(means: Means, command: str, body: Body, who: Person) -> Mapping[str, Any] | None:
    """Makes the press `command` of `who` with the particulars in `body`, all from outside; gives what is answered, if it is more than that it was done.

    Raises:
        RefusedError: there is no such press, the particulars make no sense, it cannot be made now or not by `who`, or it was
            made on what is past.
        UserError: what was entered cannot be.
        JournalError: it could not be recorded.
    """
    made = PRESSES.get(command)
    if made is None or not means.has(made):
        raise RefusedError(f"there is no button {command[:40]!r}")
    live = means.live
    if made.takes_time:
        check(live.game, command, body, who)  # before anything is read for somebody who only watches
        try:
            answer: Mapping[str, Any] | None = made.do(means, who, **made.said(body))
        except PhotoError as error:
            raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
        return answer
    with live.pressed_by(who.by):  # so that nothing happens between the look and the press
        _check_seen(live.game, made, body)
        check(live.game, command, body, who)
        made.do(live, **made.said(body))
    return None


def _check_seen(game: Game, made: Press, body: Body) -> None:
    """Refuses a press on a page that showed something else: a phone that slept, a form that lay open for long."""
    there = {"round": game.number, "turn": game.round.turns if game.round else 0, "state": game.state.value}
    its_own = {field.shown for _, field in made.fields.values()}
    if any(there[name] != value for name, value in as_shown(body).items() if name in there and name not in its_own):
        raise RefusedError("the table has moved on since", "stale")


def allowed(role: Role) -> frozenset[str] | None:
    """The presses of a role, for players those that are their own; None for all."""
    if role is Role.HOST:
        return None
    if role is Role.PLAYER:
        return frozenset(name for name, made in PRESSES.items() if made.own is not None)
    return frozenset(name for name, made in PRESSES.items() if made.is_shared and role is Role.BUTTON)


def check(game: Game, command: str, body: Body, person: Person) -> None:
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
    whose = PRESSES[command].own if command in presses else None
    names = () if whose is None else whose(game, body)
    if command not in presses or (person.role is Role.PLAYER and not names):
        raise RefusedError("that is for the host to press", "host-only")
    if person.role is Role.PLAYER and person.player not in names:
        raise RefusedError(f"that is {names[0]}'s to press", "not-yours", name=names[0])


def _spelt(argument: str) -> str:
    """The key of the field that an argument takes: ``new_game`` takes ``newGame``, ``open_`` takes ``open``."""
    first, *others = argument.rstrip("_").split("_")
    return first + "".join(map(str.title, others))


def on_turn(game: Game, _: Body) -> tuple[str, ...]:
    """Who is on turn."""
    return (game.round.on_turn,) if game.round else ()


def ended(game: Game, _: Body) -> tuple[str, ...]:
    """Whose turn was ended and has no verdict yet."""
    return (game.press.player,) if game.press else ()


def judged(game: Game, body: Body) -> tuple[str, ...]:
    """Whose turn the last verdict is about; before the first verdict, who is on turn."""
    return (game.judged.case.press.player,) if game.judged else on_turn(game, body)


def lying(game: Game, body: Body) -> tuple[str, ...]:
    """Who may name a tile: in the photo of a verdict, whoever that is about; on the table as it lies, also whoever is on turn."""
    of_verdict = "event" in body or "verdict" in as_shown(body)
    return judged(game, body) if of_verdict else (*on_turn(game, body), *judged(game, body))


def named(_: Game, body: Body) -> tuple[str, ...]:
    """Who is named."""
    return (str(body.get("player", "")),)


def anybody(game: Game, _: Body) -> tuple[str, ...]:
    """Everybody who plays."""
    return players(game)
