"""Which of the things seen speaks for the turn that was ended, and whether it may be spoken about yet.

A verdict speaks of the table as the player left it: of light caught after the press, before the next player touched anything, and
with nothing hidden that lay there before. The picture may be late (`live.lag`), the own hand may still leave, the next one may come at
once. So of all rests (`live.rest`), those count that lasted until the press or began soon after it, the first before the others; a
verdict that punishes waits until no later rest can be the player's any more.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from live.case import Case, Press
from live.game import Game
from live.judging import Ruling, rule
from live.lag import Lag
from live.observer import Observer
from live.rest import Rest
from live.sighting import Sighting, Sightings
from referee.verdict import Outcome
from vision.reading import Photo
from vision.watch import Stillness

PROMPT = 0.8
"""Seconds: a camera that is no later than this shows the press's own table by the time that it is read."""

SOONEST = 0.5
"""Seconds after a press before which no hand is in the picture but the presser's: the next player has to hear it first."""

CLEARS = 20.0
"""Seconds after a press within which a hand leaves that hides a part of what was laid: until then no turn counts as legal beside a tile
that is half seen, and nobody is asked about one of a set too short to be one."""

RECENT = 6.0
"""Seconds: a hand that moved no longer ago has drawn the tile that the press is about."""


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
    CAMERA = "camera"
    """The camera gives no picture of the table."""
    MOVED = "moved"
    """The camera was moved, and nobody but a person can say from where it shows the table."""
    RESTART = "restart"
    """The program ended between the press and the first picture after it: only a person knows whether the table is still the same."""


class Finding(NamedTuple):
    """What can be said about the turn that was ended."""

    rest: Rest
    case: Case
    ruling: Ruling
    is_echo: bool
    """Whether the press was no turn's end but the last one's echo."""


class _Past(NamedTuple):
    """A press that waits no longer."""

    press: int = 0
    """Its event; 0 for none."""
    pressed_at: float | None = None
    seen: Sequence[Rest] = ()
    """What might have spoken for it."""


class Witness:
    """Waits for the table that a turn left, and finds it. Not for several threads at once."""

    def __init__(self, observer: Observer, lag: float) -> None:
        """`lag` is how many seconds the camera may be late at most."""
        self._observer = observer
        self.lag = Lag(lag)
        self.sightings = Sightings(observer)
        """What the rests show, one by one."""
        self._press = 0  # the event of the press that waits
        self._pressed_at: float | None = None
        self._has_learned = False  # from this press: a verdict that could not be written is drawn again
        self._recalled: list[Rest] = []
        self._last = _Past()
        self._judged = 0  # the event of the press that was judged last
        self._kept: set[int] = set()
        self.waits_for: WaitsFor | None = None
        """What the verdict waits for; None where none does."""
        self.where: str | None = None
        """Where on the table that is, of what is hidden."""

    def follow(self, game: Game, pressed: float | None) -> None:
        """Takes note of a press, or of its end; `pressed` is the moment where the button was hit just now."""
        press = game.press
        if press is None:
            if self._press:
                self._last = _Past(self._press, self._pressed_at, self._candidates())
                if game.judged is not None and game.judged.case.press.event == self._press:
                    self._judged, self._observer.judged = self._press, self._pressed_at
            self._press, self._pressed_at, self.waits_for, self.where = 0, None, None, None
            self._recalled = []
            self.sightings.forget()
            self._observer.wanted = None
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
        """Asks for what the camera shows of the press at `pressed`, and from then on."""
        self._pressed_at = pressed
        self._observer.wanted = pressed + self.lag.least

    def connected_anew(self) -> None:
        """Takes note that the camera was connected anew: it may be another, or as late as any."""
        self.lag.forget()
        if self._pressed_at is not None:
            self._look_from(self._pressed_at)

    def recall(self, press: Press, kept: Sequence[Sequence[Photo]]) -> None:
        """Takes up a press that the journal holds: it is judged by the photos that were `kept` of it, a group for each rest."""
        self._begin(press)
        self._observer.wanted = float("-inf")
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
        if self._pressed_at is None:
            return self._recalled
        rests = self._observer.since(self._pressed_at + self.lag.least)
        recalled = [rest for rest in self._recalled if rest not in rests]
        return [*recalled, *(rest for rest in rests if rest.viewpoint is not None)]

    def as_left(self, game: Game) -> Rest | None:
        """The newest rest that was read and may show the table as the turn left it, by a person's word; None for none.

        What comes after the player's own hand has left counts only where something hid it before.
        """
        found: Rest | None = None
        for rest in self._candidates():
            if rest.is_placed:
                is_own = found is None or rest.rested <= self._latest(self._pressed_at)
                if not is_own and found is not None:
                    view, before = self.sightings.of(game, rest), self.sightings.of(game, found)
                    is_own = self.sightings.came_out(view, before, game)
                if not is_own:
                    break
                found = rest
        return found

    def makes_tiles_of_strays(self, game: Game) -> bool:
        """Whether the first turn is legal only if what lay there before it, and was taken for no tile, is a part of what was laid."""
        state, press = game.round, game.press
        if not game.strays or state is None or state.turns or press is None or press.face_up is None:
            return False
        rests = [rest for rest in self._candidates() if rest.is_read and rest.is_placed]
        if any(self.sightings.of(game, rest).is_legal for rest in rests):
            return False
        without = replace(game, pins=tuple(pin for pin in game.pins if pin not in game.strays))
        cases = (without.case(rest.seen(game.copies, game.rack_areas)) for rest in rests)
        return any(case is not None and rule(case).verdict.outcome is Outcome.LEGAL for case in cases)

    def testify(self, game: Game) -> Finding | None:
        """What can be said about the turn that was ended; None where that must wait (`waits_for`)."""
        press = game.press
        if press is None or press.face_up is None:
            return None
        self.where = None
        if self._observer.bearings.is_lost:
            self.waits_for = WaitsFor.MOVED
            return None
        view = self._as_seen(game) if press.anyway else self._chosen(game)
        if view is None:
            return None
        if self._pressed_at is not None and not self._has_learned and self._tells_lag(view, self._pressed_at):
            self._has_learned = True
            self.lag.learn(self._pressed_at, view.rest.rested)
        is_echo = view.is_echo or _is_plain_echo(view, self._pressed_at)
        return Finding(view.rest, view.case, view.ruling, is_echo)

    def left_late(self, game: Game, finding: Finding) -> Finding | None:
        """What can be said about the last turn that clears this one, which was found illegal; None for nothing.

        A late picture may show only after the verdict what that player laid. Where a movement began in the picture while it may still have
        been late, the last turn is legal with what that left, and this one is illegal only without it, it counts as the last player's.
        """
        last, at = game.judged, self._observer.judged
        is_punished = finding.ruling.verdict.outcome is Outcome.ILLEGAL
        if not is_punished or at is None or last is None or last.case.press.event != self._judged:
            return None
        if last.case.by_photo or last.host is not None or last.verdict.outcome is not Outcome.LEGAL:
            return None
        latest = at + (self.lag.most if self.lag.is_known else self.lag.limit) + self._observer.stalled(at)
        for before, rest in itertools.pairwise(self._observer.since(at)):
            if before.last > latest:
                break
            if rest.is_placed:
                case = replace(last.case, seen=rest.seen(game.copies, game.rack_areas))
                ruling = rule(case)
                if ruling.verdict.outcome is Outcome.LEGAL and not _is_illegal_after(ruling, finding):
                    return Finding(rest, case, ruling, is_echo=False)
        return None

    def _tells_lag(self, view: Sighting, at: float) -> bool:
        """Whether the end of the last movement before this view can be held against the press at `at`.

        A turn that changed the table shows its own movement. One that drew may show another's, unless the last one was just before
        the press, in this turn, and none came for as long as the camera can be late.
        """
        press, rest = view.case.press, view.rest
        if press.anyway or not press.drew:
            return not press.anyway and not view.case.perhaps_untouched
        return rest.last >= at + self.lag.most and 0 <= at - rest.rested <= min(RECENT, press.ran)

    def _as_seen(self, game: Game) -> Sighting | None:
        """The newest rest that was read, by a person's word: the one that lasts, unless something moves."""
        at, lasting = self._pressed_at, self._observer.now
        is_still_to_come = lasting is None and self._observer.stillness is Stillness.COVERED
        if is_still_to_come or (lasting is not None and not lasting.is_placed):
            self.waits_for = WaitsFor.READING
            return None
        rests = [*self._recalled, *self._observer.rests] if at is None else self._observer.since(at + self.lag.most)
        read = [rest for rest in rests if rest.is_placed]
        if not read:
            self.waits_for = self._nothing_yet(self._observer.seconds if at is None else at)
            return None
        return self.sightings.of(game, read[-1])

    def _chosen(self, game: Game) -> Sighting | None:
        """The rest that shows the table as the turn left it."""
        rests, at = self._candidates(), self._pressed_at
        self.sightings.forget(but={rest.number for rest in rests})
        nothing = WaitsFor.RESTART if at is None else self._nothing_yet(at)
        found = self._found(game, rests, at) if rests else nothing
        if isinstance(found, Sighting):
            return found
        self.waits_for = found
        return None

    def _latest(self, at: float | None, view: Sighting | None = None) -> float:
        """Until when a movement in the picture may be that of the player who pressed at `at`; infinite where that is not known.

        People who press late hide how late the camera is. So nothing is held against anybody, nor is a table that looks as it did before
        the turn, but perhaps for what may be no tile, taken for what was laid, until no camera of its kind can be that late. The same
        goes for the sign that the press was the last one's echo, unless several turns have told how late the camera is: a press that is
        dropped in error costs another press, one that is not costs whoever lays next their turn. Where the stream came to a halt, what
        it shows then may be later still by as long.
        """
        if at is None:
            return float("inf")
        is_told = view is not None and view.is_echo and self.lag.is_known
        may_be_later = view is not None and (view.punishes or view.shows_nothing_laid) and not is_told
        return at + (self.lag.limit if may_be_later else self.lag.most) + self._observer.stalled(at)

    def _found(self, game: Game, rests: Sequence[Rest], at: float | None) -> Sighting | WaitsFor:
        """The first rest that speaks for the player, else the first that does not, once no other can.

        Args:
            game: as it stands.
            rests: those that may show the table as the turn left it, the first first.
            at: when the button was pressed; None where that is not known.
        """
        is_prompt = at is None or self.lag.most <= PROMPT or self._observer.seconds >= self._latest(at)
        best: Sighting | None = None
        hidden: Sighting | None = None
        apart: Sighting | None = None  # legal with what is seen beside a hand left there, or something half seen
        asking: Sighting | None = None  # it hangs on tiles that a later one may show better
        ended = float("-inf")  # the rest before, and so the movement after it began
        for rest, following in zip(rests, [*rests[1:], None], strict=True):
            if best is not None and hidden is None and ended > self._latest(at, best):
                break
            ended = rest.last
            view = self.sightings.of(game, rest) if rest.looks else None
            if view is None or not (rest.is_read or view.is_plainly_legal):
                return WaitsFor.READING
            if (earlier := self._shown_before(view, apart, asking, game)) is not None:
                return earlier
            may_clear = at is not None and self._observer.seconds < at + CLEARS
            may_count = view.is_plainly_legal or (view.is_legal and not may_clear)
            is_better = best is None or best.case.perhaps_untouched
            if may_count and may_clear and self._is_under_own_hand(view, game, at):
                apart, hidden = view, view if is_better else hidden
                continue
            is_of_time = is_prompt and not self._is_too_old(view, following, at)
            if may_count and is_of_time:
                return view
            if is_of_time and view.is_legal and (at is None or rest.last >= at + self.lag.most):
                apart = view
            asking = view if is_of_time and view.ruling.questions and not view.may_hide else asking
            may_hide = view.may_hide and not may_count and not _is_plain_echo(view, at)
            if may_hide or (view.is_cut_short and may_clear):
                hidden = view if is_better else hidden
            elif (
                hidden is not None
                or best is None
                or (is_better and not view.case.perhaps_untouched and not best.is_echo)
            ):
                best, hidden = view, None
        return self._at_last(best, hidden, ended, at)

    def _shown_before(
        self, view: Sighting, apart: Sighting | None, asking: Sighting | None, game: Game
    ) -> Sighting | None:
        """The earlier view that a later one lets speak for the player: it tells that somebody else has laid since, or what is in doubt."""
        if apart is not None and not self.sightings.came_out(view, apart, game):
            return apart
        if asking is None or (view.is_legal and self.sightings.came_out(view, asking, game)):
            return None
        settled = self.sightings.settled(asking, view)
        return settled if settled.is_legal else None

    def _at_last(
        self, best: Sighting | None, hidden: Sighting | None, ended: float, at: float | None
    ) -> Sighting | WaitsFor:
        """What is left once no rest speaks for the player: the best view, unless one in which something hides the table is better."""
        if best is None or hidden is not None:
            self.where = hidden.hidden if hidden else None
            return WaitsFor.HIDDEN if self.where else WaitsFor.HAND
        if best.rest.last == ended and self._is_too_old(best, None, at):
            return WaitsFor.HAND
        return self._ripe(best, ended, self._latest(at, best))

    def _is_under_own_hand(self, view: Sighting, game: Game, at: float | None) -> bool:
        """Whether the player who pressed at `at` left a hand over the table, which came in this turn and may hide a set that was laid."""
        cover = view.rest.cover
        since = cover.reached_since if cover.since is None else cover.since
        if at is None or since is None or not at - view.case.press.ran <= since <= at + self.lag.most + SOONEST:
            return False
        return cover.since is not None or self.sightings.is_under_hand(view, game)

    def _is_too_old(self, view: Sighting, following: Rest | None, at: float | None) -> bool:
        """Whether the view lacks what the player did last only because the camera is late: the movement that follows is the presser's own.

        It begins in the picture before another hand can have come, and ends as early as the presser's must; until it has, nobody knows.
        """
        if at is None or self.lag.most <= PROMPT or view.rest.last > at + self.lag.least + SOONEST:
            return False
        if following is None:
            return view.rest.is_over and self._observer.seconds <= at + self.lag.own_hand
        return following.rested <= at + self.lag.own_hand

    def _ripe(self, best: Sighting, ended: float, latest: float) -> Sighting | WaitsFor:
        """The view that was found, or what else may still speak for the player."""
        if latest == float("inf"):  # after a restart, what the table looks like where nothing lies is not known either
            return WaitsFor.RESTART if best.punishes and not self.sightings.knows_surface else best
        now = self._observer.now
        is_unknown = now is None or now.viewpoint is None  # a hand, perhaps the player's own, or a blur
        if best.punishes and is_unknown and ended <= latest:
            return WaitsFor.HAND
        return best if self._observer.seconds >= latest else WaitsFor.PICTURE

    def _nothing_yet(self, at: float) -> WaitsFor:
        if self._observer.stillness is not Stillness.STILL:
            return WaitsFor.HAND
        return WaitsFor.PICTURE if self._observer.seconds < at + self.lag.most else WaitsFor.READING


def _is_illegal_after(ruling: Ruling, finding: Finding) -> bool:
    """Whether a turn would be illegal if the one before it had been ruled so."""
    if ruling.following is None:
        return True
    return rule(replace(finding.case, before=ruling.following)).verdict.outcome is Outcome.ILLEGAL


def _is_plain_echo(view: Sighting, at: float | None) -> bool:
    """Whether a press was the last one's echo, and nothing has moved since the clock began: what lies over the table hides nothing new."""
    return view.may_be_echo and at is not None and view.rest.rested <= at - view.case.press.ran
