"""Chooses, among the rests after a press, the one that shows the table as the turn left it.

The rests are examined in the order in which they came:

1. The first that speaks for the player is chosen: the turn is legal with what it shows, nothing may lie hidden beside
   that, and the camera is not so late that the player's last movement is still to come.
2. An earlier rest that was legal but for a hand or something half seen beside it is chosen where a later one shows that
   somebody else has laid since; so is one whose doubtful tiles a later rest shows plainly.
3. Otherwise it is the first that does not speak for the player, once no later one can be the player's any more. Of
   these, one that shows a change is preferred to one of the table as it was, and one over which something lies is not
   used.
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
    """Chooses among the rests after one press."""

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
        self._best: Sighting | None = None
        self._hidden: Sighting | None = None  # better than the best, but something may lie over what it should show
        self._apart: Sighting | None = None  # legal with what is seen, beside a hand left there or something half seen
        self._asking: Sighting | None = None  # undecided for tiles that a later one may show better
        self._ended = float("-inf")  # when the last one looked at ended, and so the movement after it began

    def among(self, rests: Sequence[Rest]) -> Sighting | Waiting:
        """The sighting to judge the turn by, from `rests` in the order of time, or the reason why there is none yet."""
        for rest, following in zip(rests, [*rests[1:], None], strict=True):
            is_whole = self._best is not None and self._hidden is None
            if is_whole and self._ended > self.latest(self._best):
                break  # nothing hides the best view, and what follows is another player's doing
            found = self._look_at(rest, following)
            if found is not None:
                return found
        return self._left()

    def latest(self, view: Sighting | None = None) -> float:
        """The time, in seconds of the frames, until which a movement in the picture may be that of the player who pressed.

        It is infinite where nobody knows when that was. Else it is later than the press by how late the camera can be,
        as turns so far have told, and by as long as the stream stood still since.

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
        return self._at + (self._lag.limit if may_be_later else self._lag.most) + self._observer.halts.longest(self._at)

    @property
    def _is_prompt(self) -> bool:
        """Whether what has been seen cannot date from before the press."""
        return self._at is None or self._lag.most <= PROMPT or self._observer.seconds >= self.latest()

    @property
    def _may_clear(self) -> bool:
        """Whether a hand that hides a part of what was laid may still leave, or a blur pass."""
        return self._at is not None and self._observer.seconds < self._at + CLEARS

    def _look_at(self, rest: Rest, following: Rest | None) -> Sighting | Waiting | None:
        """What examining this rest settles, given the `following` one; None to go on."""
        self._ended = rest.last_seen
        view = self._sightings.of(self._game, rest) if rest.looks else None
        if view is None or not (rest.is_read or view.is_plainly_legal):
            return Waiting(WaitsFor.READING)
        if (earlier := self._shown_before(view)) is not None:
            return earlier
        may_count = self._may_count(view)
        if may_count and self._is_under_own_hand(view):
            self._apart = view
            self._note(view, is_whole=False)
            return None
        if self._is_prompt and not self._is_too_old(view, following):
            if may_count:
                return view
            self._note_for_later(view)
        self._note(view, is_whole=not self._may_lack(view))
        return None

    def _may_count(self, view: Sighting) -> bool:
        """Whether the turn is legal with what is seen, and nothing that may still clear hides what lies beside it."""
        return view.is_plainly_legal or (view.is_legal and not self._may_clear)

    def _may_lack(self, view: Sighting) -> bool:
        """Whether what the player did may lie under something, or a part of it be seen only later."""
        if self._may_clear and (view.is_cut_short or view.is_illegible):
            return True
        return view.may_hide and not self._may_count(view) and not view.is_plain_echo(self._at)

    def _note_for_later(self, view: Sighting) -> None:
        """Keeps a view that a later one may confirm as speaking for the player (`_shown_before`)."""
        if view.is_legal and (self._at is None or view.rest.last_seen >= self._at + self._lag.most):
            self._apart = view
        if view.ruling.questions and not view.may_hide:
            self._asking = view

    def _note(self, view: Sighting, *, is_whole: bool) -> None:
        """Keeps a view of the whole table that is better than the best so far, and one in which something hides it that may be."""
        best = self._best
        may_be_bettered = best is None or best.case.perhaps_untouched
        shows_more = best is not None and not best.is_echo and not view.case.perhaps_untouched
        if not is_whole:
            self._hidden = view if may_be_bettered else self._hidden
        elif best is None or self._hidden is not None or (may_be_bettered and shows_more):
            self._best, self._hidden = view, None

    def _shown_before(self, view: Sighting) -> Sighting | None:
        """The earlier view that this one confirms; None where there is none.

        It confirms one by showing that somebody else has laid since, or what its doubtful tiles are.
        """
        if self._apart is not None and not self._sightings.came_out(view, self._apart, self._game):
            return self._apart
        asking = self._asking
        if asking is None or (view.is_legal and self._sightings.came_out(view, asking, self._game)):
            return None
        settled = self._sightings.settled(asking, view)
        return settled if settled.is_legal else None

    def _left(self) -> Sighting | Waiting:
        """The answer when no rest speaks for the player: the best view, unless one in which something hides the table is better."""
        best, hidden = self._best, self._hidden
        if best is None or hidden is not None:
            return self._while_hidden(hidden)
        return self._once_due(best)

    def _while_hidden(self, view: Sighting | None) -> Sighting | Waiting:
        """What to wait for beneath what hides the table in a view; once it has had the time to clear, what may lie there is asked about."""
        if view is None or view.hidden is None or view.hidden.where is None:
            return Waiting(WaitsFor.HAND)
        if self._at is not None and not self._may_clear and (doubted := self._sightings.doubted(view)) is not None:
            return doubted
        return Waiting(WaitsFor.GLARE if view.hidden.is_glare else WaitsFor.HIDDEN, view.hidden.where)

    def _once_due(self, best: Sighting) -> Sighting | Waiting:
        """The best view, in which nothing hides the table, unless another may still come that is the player's."""
        if best.rest.last_seen == self._ended and self._is_too_old(best, None):
            return Waiting(WaitsFor.HAND)
        if self._at is None:  # after a restart, what the table looks like where nothing lies is not known either
            return Waiting(WaitsFor.RESTART) if best.punishes and not self._sightings.knows_surface else best
        latest, now = self.latest(best), self._observer.now
        is_unknown = now is None or now.viewpoint is None  # a hand, perhaps the player's own, or a blur
        if best.punishes and is_unknown and self._ended <= latest:
            return Waiting(WaitsFor.HAND)
        return best if self._observer.seconds >= latest else Waiting(WaitsFor.PICTURE)

    def _is_under_own_hand(self, view: Sighting) -> bool:
        """Whether a hand that the player left over the table in this turn may hide a set that was laid, and may still leave."""
        cover = view.rest.cover
        since = cover.reached_since if cover.since is None else cover.since
        if self._at is None or since is None or not self._may_clear:
            return False
        if not self._at - view.case.press.ran <= since <= self._at + self._lag.most + SOONEST:
            return False
        return self._sightings.may_hide_set(view, self._game)

    def _is_too_old(self, view: Sighting, following: Rest | None) -> bool:
        """Whether the view lacks what the player did last because the camera is late.

        The movement that follows is the presser's own. Such a movement begins in the picture before another hand can
        have come, and ends by the time that the presser's must have; until then, a view that it follows counts as too
        old.
        """
        at = self._at
        if at is None or self._lag.most <= PROMPT or view.rest.last_seen > at + self._lag.least + SOONEST:
            return False
        if following is None:
            return view.rest.is_over and self._observer.seconds <= at + self._lag.own_hand
        return following.still_since <= at + self._lag.own_hand
