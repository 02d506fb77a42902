"""Which tables are possible when a turn ended, and which of them the turn is judged by.

1. A rest shows a *possible* table if the movement before it may have been the presser's, and the one that follows is not
   surely the presser's too. How late the camera is bounds both; one that is prompt shows all that the presser did.
2. One possible table may clear: the turn is legal by the first with which it is, if nothing may lie hidden beside it. Where
   something may, that table counts once a later rest shows what lay there, or that somebody else has laid since.
3. Only all of them together punish, or ask: that waits until no other can come, and speaks of the first that shows what was
   laid. What something hides is waited for, and then asked about. What was laid before a movement that seems the presser's
   counts all the same where it is legal, and what that movement left is not: it may have been the next hand, in haste.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from live.deciding.sighting import Sighting, Sightings
from live.game.state import Game
from live.watching.lag import Lag
from live.watching.observer import Observer
from live.watching.rest import Rest

PROMPT = 0.8
"""Maximum lag, in seconds, of a camera that surely shows the table of the press itself by the time that it is read."""

SOONEST = 0.5
"""Seconds after a press before which no hand is in the picture but the presser's: the next player has to hear it
first."""

CLEARS = 20.0
"""Seconds after a press within which a hand that hides part of what was laid leaves, or a lens finds its focus: until then
no turn counts as legal beside a tile that is half seen, and nobody is asked about a set that is too short, or of which
nothing can be read, or told that a first lay-down is too small."""


LEANS = 4.5
"""Seconds after a press for which the player's own hand holds up a legal turn where a set may lie under it, if it stays. What comes out from
under it later is that player's all the same (`live.deciding.last_turn`)."""


class WaitsFor(StrEnum):
    """Why there is no verdict yet."""

    HAND = "hand"
    """Something moves over the table, or reaches over it."""
    READING = "reading"
    """The photos are being read."""
    PICTURE = "picture"
    """The camera may be late: its picture of the press is still to come."""
    HIDDEN = "hidden"
    """Something lies over tiles that were there before, or over the set in question."""
    GLARE = "glare"
    """A lamp is mirrored where tiles were before, or where the set in question would go on."""
    CAMERA = "camera"
    """The camera gives no picture of the table."""
    MOVED = "moved"
    """The camera was moved, and nobody but a person can say from where it shows the table."""
    WHOSE = "whose"
    """A person is to say what the next player laid, whose hand was over the table as well (`live.deciding.hands`)."""
    RESTART = "restart"
    """The program ended between the press and the first picture after it: only a person knows whether the table is
    still the same."""


class Waiting(NamedTuple):
    """No rest can be chosen yet."""

    reason: WaitsFor
    where: str | None = None
    """Where on the table something hides tiles; None where nothing is known to."""


class Choice:
    """Chooses the table that a turn is judged by."""

    def __init__(
        self, game: Game, pressed_at: float | None, lag: Lag, observer: Observer, sightings: Sightings
    ) -> None:
        """Prepares the choice for the turn that waits in `game`.

        Args:
            game: as it stands.
            pressed_at: when the button was pressed; None where that is not known.
            lag: how late the camera may be.
            observer: gives the time, and says what the table does now.
            sightings: give what each rest shows of the turn.
        """
        self._game, self._at = game, pressed_at
        self._lag, self._observer, self._sightings = lag, observer, sightings
        self._possible: list[Sighting] = []
        self._before_own: Sighting | None = None  # legal, and only followed by a movement that seems the presser's
        self._awaited: Sighting | None = None  # the newest of them that a later one may show to clear the turn
        self._ended = float("-inf")  # when the rest looked at last ended, and so the movement after it began

    def among(self, rests: Sequence[Rest]) -> Sighting | Waiting:
        """The sighting to judge the turn by, from `rests` in the order of time, or the reason why there is none yet."""
        for rest, following in zip(rests, [*rests[1:], None], strict=True):
            if self._is_complete:
                break  # the movement before this rest was another player's
            found = self._look_at(rest, following)
            if found is not None:
                return found
        return self._left()

    @property
    def _is_complete(self) -> bool:
        """Whether no table can be possible after those that were looked at."""
        shown = self._shown()
        return shown is not None and not self._may_lack(shown) and self._ended > self.latest(shown)

    def _look_at(self, rest: Rest, following: Rest | None) -> Sighting | Waiting | None:
        """What this rest settles, given the `following` one; None to go on."""
        self._ended = rest.last_seen
        view = self._sightings.of(self._game, rest) if rest.looks else None
        if view is None or not (rest.is_read or view.is_plainly_legal):
            return Waiting(WaitsFor.READING)
        if (cleared := self._cleared_by(view)) is not None:
            return cleared
        if self._is_followed_by_own_hand(rest, following):
            self._note_before_own(view)
            return None
        if self._is_prompt and self._may_count(view):
            return view
        self._possible.append(view)
        if self._may_be_cleared(view):
            self._awaited = view
        return None

    def _note_before_own(self, view: Sighting) -> None:
        """Keeps a view of what was laid before a movement that seems the presser's, where the turn is legal with it."""
        if view.is_legal and not view.case.perhaps_untouched and not self._may_lack(view):
            self._before_own = view

    def _may_be_cleared(self, view: Sighting) -> bool:
        """Whether a later rest may show that the turn is legal with this table."""
        if view.is_legal:
            return self._at is None or view.rest.last_seen >= self.latest()
        return bool(view.ruling.questions) and not view.may_hide

    def latest(self, view: Sighting | None = None) -> float:
        """The time, in seconds of the frames, until which a movement in the picture may be that of the player who pressed.

        It is infinite where nobody knows when that was.

        How late the camera is has been learned from people some of whom press late, which hides it. So the longest lag
        of any camera of its kind is assumed before a `view` counts against the player, and before one that shows
        nothing surely laid is taken for what was laid. For the echo of a press it is assumed only until several turns
        have told: a press that is dropped in error costs one more press, but an echo that is not dropped costs the next
        player the turn.
        """
        if self._at is None:
            return float("inf")
        is_told = view is not None and view.is_echo and self._lag.is_known
        may_be_later = view is not None and (view.punishes or view.shows_nothing_laid) and not is_told
        return self._lag.latest(self._at, sure=may_be_later)

    @property
    def _is_prompt(self) -> bool:
        """Whether what has been seen cannot date from before the press."""
        return self._at is None or self._lag.most <= PROMPT or self._observer.seconds >= self.latest()

    @property
    def _may_clear(self) -> bool:
        """Whether a hand that hides a part of what was laid may still leave, or a blur pass."""
        return self._at is not None and self._observer.seconds < self._at + CLEARS

    def _is_followed_by_own_hand(self, rest: Rest, following: Rest | None) -> bool:
        """Whether the movement after a rest is surely the presser's.

        Such a movement begins in the picture before another hand can have come, and ends by the time that the presser's
        must have; until then, it counts as that.
        """
        at = self._at
        if at is None or self._lag.most <= PROMPT or rest.last_seen > at + self._lag.least + SOONEST:
            return False
        if following is None:
            return rest.is_over and self._observer.seconds <= at + self._lag.own_hand
        return following.still_since <= at + self._lag.own_hand

    def _may_count(self, view: Sighting) -> bool:
        """Whether the turn is legal with what is seen, and nothing that may still clear hides what lies beside it."""
        is_whole = view.is_plainly_legal or (view.is_legal and not self._may_clear)
        return is_whole and not self._is_under_own_hand(view)

    def _is_under_own_hand(self, view: Sighting) -> bool:
        """Whether a hand that the player left over the table in this turn may hide a set that was laid, and may still leave."""
        cover = view.rest.cover
        since = cover.reached_since if cover.since is None else cover.since
        if self._at is None or since is None or not self._may_clear:
            return False
        now = self._observer.now
        if now is not None and now.cover.latest is not None and self._observer.seconds >= self._at + LEANS:
            return False
        if not self._at - view.case.press.ran <= since <= self._at + self._lag.most + SOONEST:
            return False
        return self._sightings.may_hide_set(view, self._game)

    def _may_lack(self, view: Sighting) -> bool:
        """Whether what the player did may lie under something, or a part of it be seen only later."""
        if self._may_clear and (view.is_cut_short or view.is_illegible):
            return True
        if view.is_legal and self._is_under_own_hand(view):
            return True
        return view.may_hide and not self._may_count(view) and not view.is_plain_echo(self._at)

    def _cleared_by(self, view: Sighting) -> Sighting | None:
        """The possible table that this `view` shows to clear the turn; None where it shows no such thing.

        It does so by what it shows of doubtful tiles, once somebody else has laid.
        """
        awaited = self._awaited
        if awaited is None or self._sightings.came_out(view, awaited, self._game):
            return None
        settled = self._sightings.settled(awaited, view)
        return settled if settled.is_legal else None

    def _shown(self) -> Sighting | None:
        """The first possible table that shows what was laid, or an echo; else the newest. None without any."""
        laid = (
            view
            for view in self._possible
            if not self._may_lack(view) and (view.is_echo or not view.case.perhaps_untouched)
        )
        return next(laid, self._possible[-1] if self._possible else None)

    def _left(self) -> Sighting | Waiting:
        """The answer when no possible table clears the turn."""
        shown = self._shown()
        if shown is None:
            return Waiting(WaitsFor.HAND)
        found = self._while_hidden(shown) if self._may_lack(shown) else self._once_due(shown)
        is_held_against = isinstance(found, Sighting) and not found.is_legal
        return self._before_own if is_held_against and self._before_own is not None else found

    def _while_hidden(self, view: Sighting) -> Sighting | Waiting:
        """What to wait for beneath what hides the table in a view; once it has had the time to clear, or cannot, what may lie there is asked about."""
        if view.hidden is None or view.hidden.where is None:
            return Waiting(WaitsFor.HAND)
        may_clear = self._may_clear and not view.hidden.is_cut
        if self._at is not None and not may_clear and (doubted := self._sightings.doubted(view)) is not None:
            return doubted
        return Waiting(WaitsFor.GLARE if view.hidden.is_glare else WaitsFor.HIDDEN, view.hidden.where)

    def _once_due(self, view: Sighting) -> Sighting | Waiting:
        """A view in which nothing hides the table, unless another may still come that is the player's."""
        if self._at is None:  # after a restart, what the table looks like where nothing lies is not known either
            return Waiting(WaitsFor.RESTART) if view.punishes and not self._sightings.bare_table.is_known else view
        latest, now = self.latest(view), self._observer.now
        is_unknown = now is None or now.viewpoint is None  # a hand, perhaps the player's own, or a blur
        if view.punishes and is_unknown and self._ended <= latest:
            return Waiting(WaitsFor.HAND)
        return view if self._observer.seconds >= latest else Waiting(WaitsFor.PICTURE)
