"""Finds what can be said of the turn that was ended, and whether it may be said yet.

A verdict speaks of the table as the player left it: of light caught after the press, before the next player touched
anything, and with nothing hidden that lay there before. The picture may be late (`live.watching.lag`), the player's own hand may
still have to leave, and the next hand may come at once. So those rests (`live.watching.rest`) count that lasted until the press
or began soon after it, earlier ones before later ones; a verdict that punishes waits until no later rest can be the
player's any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from live.deciding.choice import Choice, Waiting, WaitsFor
from live.deciding.hands import Movement, Shared
from live.deciding.last_turn import Finding, LastTurn
from live.deciding.sighting import Sighting, Sightings
from live.game.case import Press
from live.game.state import Game
from live.watching.lag import EARLY, Lag
from live.watching.observer import Observer
from live.watching.rest import Rest
from vision.image import Photo
from vision.scene.watch import Stillness

RECENT = 6.0
"""Maximum seconds between a movement and a press by which it counts as the hand that drew the tile the press is
about."""


class _Past(NamedTuple):
    """A press that waits no longer."""

    press: int = 0
    """Number of its event; 0 for none."""
    pressed_at: float | None = None
    seen: Sequence[Rest] = ()
    """The rests that might have spoken for it."""


class Witness:
    """Waits for the table that a turn left, and finds it. Not thread-safe."""

    def __init__(self, observer: Observer, lag: float) -> None:
        """`lag` is how many seconds the camera may be late at most."""
        self._observer = observer
        self.lag = Lag(lag, observer.halts)
        self.sightings = Sightings(observer)
        """What each rest shows of the turn."""
        self._press = 0  # the event of the press that waits
        self._pressed_at: float | None = None
        self._has_learned = False  # from this press; a verdict that could not be written is drawn twice
        self._recalled: list[Rest] = []
        self._last = _Past()
        self.last_turn = LastTurn(observer, self.lag, self.sightings)
        """What that may have left."""
        self._movement: Movement | None = None  # before what the verdict on the press that waits is drawn from
        self._kept: set[int] = set()
        self.waits_for: WaitsFor | None = None
        """What the verdict waits for; None where none does."""
        self.where: str | None = None
        """Where on the table something hides what the verdict waits for; None where nothing does."""
        self.asks: tuple[Shared, ...] = ()
        """What a person is to choose from, or none of it, where two hands were over the table at once."""

    def follow(self, game: Game, pressed: float | None) -> None:
        """Takes note of a press, or of its end.

        `pressed` is when the button was hit, None where it was not hit just now.
        """
        press = game.press
        if press is None:
            if self._press:
                self._last = _Past(self._press, self._pressed_at, self._candidates())
                if game.judged is not None and game.judged.case.press.event == self._press:
                    self._observer.rests.judged_at = self._pressed_at
                    self.last_turn.judged(self._press, self._movement)
            self._press, self._pressed_at, self.waits_for, self.where, self.asks = 0, None, None, None, ()
            self._recalled = []
            self.sightings.forget()
            self._observer.rests.wanted = None
        elif press.event == self._press:
            return
        elif pressed is not None:
            self._begin(press)
            self._look_from(pressed)
        elif press.event == self._last.press:  # what was undone holds again: what was seen then still speaks for it
            self._begin(press)
            self._recalled = [*self._last.seen]
            if self._last.pressed_at is not None:
                self._look_from(self._last.pressed_at)
        else:
            self.recall(press, [])  # nobody knows what has been laid since

    def _look_from(self, pressed: float) -> None:
        """Asks the observer for what the camera shows from the press at `pressed` on."""
        self._pressed_at = pressed
        self._observer.rests.wanted = pressed + self.lag.least

    def connected_anew(self, later: float) -> None:
        """Takes note that what was known of the camera's lag holds no more: it was connected anew, and may be another, or its lag was measured.

        In seconds of the frames, every press was so much `later` than was assumed.
        """
        self.lag.forget()
        rests, last = self._observer.rests, self._last.pressed_at
        self._last = self._last._replace(pressed_at=None if last is None else last + later)
        rests.judged_at = None if rests.judged_at is None else rests.judged_at + later
        if self._pressed_at is not None:
            self._look_from(self._pressed_at + later)

    def recall(self, press: Press, kept: Sequence[Sequence[Photo]]) -> None:
        """Takes up a press that the journal holds.

        It is judged by the photos that were `kept` of it, a group for each rest.
        """
        self._begin(press)
        self._observer.rests.wanted = float("-inf")
        self._recalled = [self._observer.recall(photos) for photos in kept]

    def _begin(self, press: Press) -> None:
        self._press, self._pressed_at, self._has_learned = press.event, None, False
        self._recalled, self._kept = [], set()
        self.sightings.forget()

    def to_keep(self) -> list[Rest]:
        """The rests that may speak for the turn, and of which no photo is safe yet (`kept`)."""
        return [rest for rest in self._candidates() if rest.number not in self._kept and rest not in self._recalled]

    def kept(self, rest: Rest) -> None:
        """Takes note that a photo of `rest` is safe."""
        self._kept.add(rest.number)

    def _candidates(self) -> list[Rest]:
        recalled = [rest for rest in self._recalled if not rest.is_unreadable]
        if self._pressed_at is None:
            return recalled
        rests = self._observer.rests.since(self._pressed_at + self.lag.least)
        seen = [rest for rest in rests if rest.viewpoint is not None and not rest.is_unreadable]
        return [*(rest for rest in recalled if rest not in rests), *seen]

    def as_left(self, game: Game) -> Rest | None:
        """The newest rest that was read and may show the table as the turn left it, by a person's word; None for none.

        What comes after the player's own hand has left counts only where something hid it before.
        """
        found: Rest | None = None
        latest = self._choice(game).latest()
        for rest in self._candidates():
            if rest.is_placed:
                is_own = found is None or rest.still_since <= latest
                if not is_own and found is not None:
                    view, before = self.sightings.of(game, rest), self.sightings.of(game, found)
                    is_own = self.sightings.came_out(view, before, game)
                if not is_own:
                    break
                found = rest
        return found

    def makes_tiles_of_strays(self, game: Game) -> bool:
        """Whether the first turn is legal only if strays are part of what was laid.

        Strays lay there before the turn, and were taken for no tiles.
        """
        current, press = game.round, game.press
        if not game.strays or current is None or current.turns or press is None or press.face_up is None:
            return False
        rests = [rest for rest in self._candidates() if rest.is_read and rest.is_placed]
        if any(self.sightings.of(game, rest).is_legal for rest in rests):
            return False
        return any(self.sightings.is_legal_with_strays(game, rest) for rest in rests)

    def testify(self, game: Game) -> Finding | None:
        """What can be said about the turn that was ended; None where that must wait (`waits_for`)."""
        press = game.press
        if press is None or press.face_up is None:
            return None
        self.where, self.asks = None, ()
        if self._observer.bearings.is_lost:
            self.waits_for = WaitsFor.MOVED
            return None
        view = self._as_seen(game) if press.anyway else self._chosen(game)
        if view is None:
            return None
        if self._pressed_at is not None and not self._has_learned and self._tells_lag(view, self._pressed_at):
            self._has_learned = True
            self.lag.learn(self._pressed_at, view.rest.still_since)
        is_echo = view.is_echo or view.is_plain_echo(self._pressed_at)
        self._movement = self._movement_to(view.rest, game)
        return Finding(view.rest, view.case, view.ruling, is_echo, self._movement)

    def _movement_to(self, rest: Rest, game: Game) -> Movement:
        """The movement before a rest: only one that goes on for longer than the own hand needs to leave may be of two hands."""
        at = self._pressed_at
        is_one_hand = at is None or rest.still_since <= at + self.lag.least + EARLY
        if is_one_hand and (game.press is None or game.press.next_laid is None):
            return Movement(rest)
        earlier = self._observer.rests.newest_before(rest)
        if earlier is None:
            return Movement(rest, is_shared=True)
        is_shared = not self.sightings.was_beneath(game, rest, earlier)
        return Movement(rest, is_shared, earlier=self.sightings.of(game, earlier).case.seen)

    def ask(self, shared: tuple[Shared, ...]) -> None:
        """Takes note that a person is asked what the next player laid."""
        self.waits_for, self.asks = WaitsFor.WHOSE, shared

    def _tells_lag(self, view: Sighting, at: float) -> bool:
        """Whether the end of the last movement before this view tells how late the camera was at the press at `at`.

        A turn that changed the table shows its own movement. In a turn that drew, the movement may be another player's,
        unless it came just before the press, in this turn, and none followed for as long as the camera can be late.
        """
        press, rest = view.case.press, view.rest
        if press.anyway or not press.drew:
            return not press.anyway and not view.case.perhaps_untouched
        return rest.last_seen >= at + self.lag.most and 0 <= at - rest.still_since <= min(RECENT, press.ran)

    def _as_seen(self, game: Game) -> Sighting | None:
        """The sighting of the newest rest that was read, for a turn judged at a person's word.

        It is that of the rest that lasts, unless something moves.
        """
        at, lasting = self._pressed_at, self._observer.now
        is_still_to_come = lasting is None and self._observer.stillness is Stillness.COVERED
        if is_still_to_come or (lasting is not None and not lasting.is_placed):
            self.waits_for = WaitsFor.READING
            return None
        remembered = self._observer.rests
        rests = [*self._recalled, *remembered] if at is None else remembered.since(at + self.lag.most)
        read = [rest for rest in rests if rest.is_placed]
        if not read:
            self.waits_for = self._nothing_yet(self._observer.seconds if at is None else at)
            return None
        return self.sightings.of(game, read[-1])

    def _chosen(self, game: Game) -> Sighting | None:
        """The sighting of the rest that shows the table as the turn left it.

        It is None while there is none yet (`waits_for`).
        """
        rests, at = self._candidates(), self._pressed_at
        self.sightings.forget(but={rest.number for rest in rests})
        nothing = WaitsFor.RESTART if at is None else self._nothing_yet(at)
        found = self._choice(game).among(rests) if rests else Waiting(nothing)
        if isinstance(found, Sighting):
            return found
        self.waits_for, self.where = found
        return None

    def _choice(self, game: Game) -> Choice:
        return Choice(game, self._pressed_at, self.lag, self._observer, self.sightings)

    def _nothing_yet(self, at: float) -> WaitsFor:
        if self._observer.stillness is not Stillness.STILL:
            return WaitsFor.HAND
        return WaitsFor.PICTURE if self._observer.seconds < at + self.lag.most else WaitsFor.READING
