"""An evening turn by turn, as the journal tells it: who did what, what was said of it, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from journal import Event as Written
from live import events
from live.events import VerdictGiven

APART = 6 * 3600.0
"""Seconds without an event after which a round begins another evening."""


@dataclass(frozen=True)
class Said:
    """What a person said of a turn."""

    kind: str
    """The kind of its event, such as ``tile-corrected``; ``photo`` where somebody took one to have the turn judged."""
    tile: str | None = None
    """The tile that was named; None for no tile, or where none was asked for."""
    reason: str | None = None
    """Why the host decided."""
    by: str | None = None
    """Who said it, as `live.events.Event.by` has it."""


@dataclass(frozen=True)
class Turn:
    """One turn of the evening."""

    press: int
    """The event by which it was ended, and its name at the desk."""
    game: int
    """From 1: how many score sheets the evening had by then."""
    round: int
    """In its game, from 1."""
    number: int
    """In its round, from 1."""
    ended: float
    """When that was, seconds since 1970-01-01 UTC."""
    player: str
    given: VerdictGiven | None = None
    """The verdict that holds; None where it waits for one."""
    said: tuple[Said, ...] = ()
    is_taken_back: bool = False
    by: str | None = None
    """Who pressed the button, as `live.events.Event.by` has it."""

    @property
    def photo(self) -> str | None:
        """The name of the newest photo that the verdict was drawn from; None where there is none."""
        photos = () if self.given is None else self.given.photos
        return photos[-1] if photos else None


@dataclass(frozen=True)
class Evening:
    """The turns of one evening, game after game."""

    turns: tuple[Turn, ...] = ()
    """The first first; those that were taken back stay among them."""
    games: int = 1
    """How many have begun, or are about to."""
    rounds: int = 0
    """How many of the last game have begun."""

    @property
    def last(self) -> Turn | None:
        """The last turn that holds."""
        return next((turn for turn in reversed(self.turns) if not turn.is_taken_back), None)

    def before(self, turn: Turn) -> Turn | None:
        """The turn that left the table on which `turn` began; None where that is the first of its round."""
        place = (turn.game, turn.round)
        earlier = [one for one in self.turns if (one.game, one.round) == place and one.press < turn.press]
        return next((one for one in reversed(earlier) if not one.is_taken_back), None)

    def after(self, number: int, ended: float, event: events.Event) -> Evening:
        """The evening after an event with that number, recorded at `ended`."""
        following = self
        match event:
            case events.RoundStarted(new_game=True) if self.rounds:
                following = replace(self, games=self.games + 1, rounds=1)
            case events.RoundStarted():
                following = replace(self, rounds=self.rounds + 1)
            case events.GameClosed() if self.rounds:
                following = replace(self, games=self.games + 1, rounds=0)
            case events.TurnEnded():
                following = replace(self, turns=(*self.turns, self._ended(number, ended, event)))
            case events.PressDropped():
                following = self._with_last(is_taken_back=True)
            case events.VerdictGiven():
                following = self._with_last(*_said_with(event), given=event)
            case events.JudgeAnyway():
                following = self._with_last(Said(event.kind, by=event.by))
            case events.TileSaid():
                named = None if event.pin.tile is None else str(event.pin.tile)
                following = self._with_last(Said(event.kind, tile=named, by=event.by))
        return following

    def taken_back_to(self, earlier: Evening) -> Evening:
        """The evening as it was `earlier`, and the turns since as taken back."""
        there = {turn.press for turn in earlier.turns}
        since = (replace(turn, is_taken_back=True) for turn in self.turns if turn.press not in there)
        return replace(earlier, turns=(*earlier.turns, *since))

    def _ended(self, number: int, ended: float, event: events.TurnEnded) -> Turn:
        last = self.last
        goes_on = last is not None and (last.game, last.round) == (self.games, self.rounds)
        place = last.number + 1 if last is not None and goes_on else 1
        called = (Said("called", by=event.by),) if event.called else ()
        return Turn(number, self.games, self.rounds, place, ended, event.player, said=called, by=event.by)

    def _with_last(self, *said: Said, **changes: VerdictGiven | bool) -> Evening:
        last = self.last
        if last is None:
            return self
        changed = replace(last, said=(*last.said, *said), **changes)  # type: ignore[arg-type] # fields by their names
        return replace(self, turns=tuple(changed if turn is last else turn for turn in self.turns))


def _said_with(given: VerdictGiven) -> tuple[Said, ...]:
    """What a person had to do with a verdict: it is the host's word, or was drawn from a photo that somebody took."""
    if given.host is not None:
        return (Said(given.kind, reason=given.host, by=given.by),)
    return (Said("photo", by=given.by),) if given.by_photo and given.replaces is None else ()


def evening_of(written: Iterable[Written]) -> Evening:
    """The last evening that these events tell.

    Raises:
        ValueError: an event cannot be read.
    """
    evening, before, undone = Evening(), dict[int, Evening](), dict[int, Evening]()
    last = float("-inf")
    for one in written:
        event, _ = events.read(one.kind, one.data)
        if isinstance(event, events.RoundStarted) and one.time - last > APART:
            evening = Evening()
        last = one.time
        match event:
            case events.Undone():
                undone[event.event] = evening
                evening = evening.taken_back_to(before.get(event.event, evening))
            case events.Redone():
                evening = undone.get(event.event, evening)
            case _:
                before[one.id] = evening
                evening = evening.after(one.id, one.time, event)
    return evening


def find(evening: Evening, press: int) -> Turn | None:
    """The turn that the event `press` ended; None where there is none."""
    return next((turn for turn in evening.turns if turn.press == press), None)
