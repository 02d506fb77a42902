"""Which of the things seen speaks for the turn that was ended, and whether it may be spoken about yet.

A verdict speaks of the table as the player left it: of light caught after the press, before the next player touched anything, and
with nothing hidden that lay there before. The picture may be late (`live.lag`), the own hand may still leave, the next one may come at
once. So of all stretches in which the table lay still (`live.observer.Rest`), those count that lasted until the press or began soon
after it, the first before the others; a verdict that punishes waits until no later stretch can be the player's any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from live.beside import Outline, seen_from
from live.game import Game, Press, State
from live.judging import Case, Ruling, rule
from live.lag import Lag
from live.observer import Observer, Rest, Task
from live.pins import Pin, laid_elsewhere
from live.seen import SeenTable, SeenTile
from referee.sets import SMALLEST_SET
from referee.tiles import count_tiles
from referee.verdict import Code, Outcome
from vision import quads
from vision.quads import Corners
from vision.reading import Photo, TableReading
from vision.regions import where
from vision.surface import Comparison, Surface
from vision.viewpoint import HOME
from vision.watch import Stillness

ECHO = 2.0
"""Seconds into a turn within which a press with the table untouched is the last press's echo: nobody ends a turn so fast with nothing."""

PROMPT = 0.8
"""Seconds: a camera that is no later than this shows the press's own table by the time that it is read."""

_TILE = 0.025
"""Of the picture's width: how wide a tile may be where none has been seen."""

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


@dataclass(frozen=True)
class _View:
    """One rest as the judge sees it."""

    rest: Rest
    case: Case
    ruling: Ruling
    hidden: str | None
    """Where something lies over what is to be judged; None where nothing does."""
    is_half_seen: bool = False
    """Whether any look at the table has shown something that may be a tile and is none of those read."""

    @property
    def punishes(self) -> bool:
        return self.ruling.verdict.outcome is Outcome.ILLEGAL

    @property
    def is_unmoved(self) -> bool:
        """Whether it punishes for a table that looks as it did before the turn; not the echo of a press, which is nobody's turn."""
        return self.punishes and self.case.untouched and not self.is_echo

    @property
    def is_echo(self) -> bool:
        """Whether the press was the last one's echo: right after the clock began to run, with the table as it was then."""
        press = self.case.press
        codes = {violation.code for violation in self.ruling.verdict.violations}
        return codes == {Code.NOTHING_PLAYED} and self.case.untouched and press.ran <= ECHO and not press.anyway

    @property
    def may_hide(self) -> bool:
        """Whether what the player did may lie under something: then it neither punishes nor asks."""
        if self.is_legal:
            return False
        return bool(self.hidden) or self.rest.is_foreign or (self.is_unmoved and self.rest.is_overlaid)

    @property
    def is_cut_short(self) -> bool:
        """Whether something is half seen, and it asks about a set that is too short, as one is of which a hand hides a part."""
        sets = self.case.known.sets
        return self.is_half_seen and any(len(sets[index]) < SMALLEST_SET for index, _ in self.ruling.questions)

    @property
    def stands(self) -> bool:
        """Whether the turn is legal with what is seen."""
        return self.ruling.verdict.outcome is Outcome.LEGAL

    @property
    def is_legal(self) -> bool:
        """Whether the turn stands, with nothing half seen or still to be looked at beside what may be a hand."""
        is_seen = self.rest.is_read and not self.is_half_seen
        return self.stands and (is_seen or not (self.rest.is_foreign or self.hidden))


class Witness:
    """Waits for the table that a turn left, and finds it. Not for several threads at once."""

    def __init__(self, observer: Observer, lag: float) -> None:
        """`lag` is how many seconds the camera may be late at most."""
        self._observer = observer
        self.lag = Lag(lag)
        self._surface = Surface()
        self._press = 0  # the event of the press that waits
        self._pressed_at: float | None = None
        self._has_learned = False  # from this press: a verdict that could not be written is drawn again
        self._recalled: list[Rest] = []
        self._last: tuple[int, list[Rest]] = (0, [])  # the press before, and what spoke for it
        self._kept: set[int] = set()
        self._views: dict[int, tuple[tuple[object, ...], _View]] = {}
        self.waits_for: WaitsFor | None = None
        """What the verdict waits for; None where none does."""
        self.where: str | None = None
        """Where on the table that is, of what is hidden."""

    def follow(self, game: Game, pressed: float | None) -> None:
        """Takes note of a press, or of its end; `pressed` is the moment where the button was hit just now."""
        press = game.press
        if press is None:
            if self._press:
                self._last = (self._press, self._candidates())
            self._press, self._pressed_at, self.waits_for, self.where = 0, None, None, None
            self._recalled, self._views = [], {}
            self._observer.wanted = None
        elif press.event == self._press:
            return
        elif pressed is not None:
            self._begin(press)
            self._pressed_at = pressed
            self._observer.wanted = pressed + self.lag.least
        elif (
            press.event == self._last[0]
        ):  # it was settled, and that was undone: what was seen then still speaks for it
            self._begin(press)
            self._recalled = self._last[1]
        else:
            self.recall(press, [])  # nobody knows what has been laid since

    def recall(self, press: Press, kept: Sequence[Sequence[Photo]]) -> None:
        """Takes up a press that the journal holds: it is judged by the photos that were `kept` of it, a group for each rest."""
        self._begin(press)
        self._observer.wanted = float("-inf")
        self._recalled = [self._observer.recall(photos) for photos in kept]

    def _begin(self, press: Press) -> None:
        self._press, self._pressed_at, self._has_learned = press.event, None, False
        self._recalled, self._kept, self._views = [], set(), {}

    def learn(self, task: Task, reading: TableReading, game: Game) -> None:
        """Learns what the bare table looks like, from a frame with its reading."""
        rest = task.rest
        if (
            not rest.is_begun
            or rest.viewpoint is None
            or rest.is_foreign
            or game.state in {State.READING, State.QUESTION, State.RESTORE}
        ):
            return
        seen = SeenTable((), reading.width, reading.height, rest.viewpoint)
        known = [_outline(pin, seen) for pin in game.pins if pin.tile is not None]
        self._surface.learn(task.frame, [*reading.outlines, *known], rest.viewpoint)

    def look_anew(self) -> None:
        """Forgets what the bare table looks like: it is seen from somewhere else."""
        self._surface, self._views = Surface(), {}

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
        return [rest for rest in rests if rest.viewpoint is not None]

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
        return Finding(view.rest, view.case, view.ruling, view.is_echo)

    def _tells_lag(self, view: _View, at: float) -> bool:
        """Whether the end of the last movement before this view can be held against the press at `at`.

        A turn that changed the table shows its own movement. One that drew may show another's, unless the last one was just before
        the press and none came for as long as the camera can be late.
        """
        press, rest = view.case.press, view.rest
        if press.anyway or not press.drew:
            return not press.anyway and not view.case.untouched
        return rest.last >= at + self.lag.most and 0 <= at - rest.rested <= RECENT

    def _as_seen(self, game: Game) -> _View | None:
        """The newest rest that was read, by a person's word."""
        at = self._pressed_at
        rests = [*self._recalled, *self._observer.rests] if at is None else self._observer.since(at + self.lag.most)
        read = [rest for rest in rests if rest.looks and rest.viewpoint is not None]
        if not read:
            self.waits_for = self._nothing_yet(self._observer.seconds if at is None else at)
            return None
        return self._view(game, read[-1])

    def _chosen(self, game: Game) -> _View | None:
        """The rest that shows the table as the turn left it."""
        rests, at = self._candidates(), self._pressed_at
        numbers = {rest.number for rest in rests}
        self._views = {number: view for number, view in self._views.items() if number in numbers}
        nothing = WaitsFor.RESTART if at is None else self._nothing_yet(at)
        found = self._found(game, rests, at) if rests else nothing
        if isinstance(found, _View):
            return found
        self.waits_for = found
        return None

    def _latest(self, at: float | None, view: _View | None = None) -> float:
        """Until when a movement in the picture may be that of the player who pressed at `at`; infinite where that is not known.

        People who press late hide how late the camera is. So a table that looks as it did before the turn is held against nobody until
        no camera of its kind can be that late. Where the stream came to a halt, what it shows then may be later still by as long.
        """
        if at is None:
            return float("inf")
        late = self.lag.limit if view is not None and view.is_unmoved else self.lag.most
        return at + late + self._observer.stalled(at)

    def _found(self, game: Game, rests: Sequence[Rest], at: float | None) -> _View | WaitsFor:
        """The first rest that speaks for the player, else the first that does not, once no other can.

        Args:
            game: as it stands.
            rests: those that may show the table as the turn left it, the first first.
            at: when the button was pressed; None where that is not known.
        """
        is_prompt = at is None or self.lag.most <= PROMPT or self._observer.seconds >= self._latest(at)
        best: _View | None = None
        hidden: _View | None = None
        under_hand: _View | None = None  # legal with what is seen beside a hand that the player left there
        ended = float("-inf")  # the rest before, and so the movement after it began
        for rest, following in zip(rests, [*rests[1:], None], strict=True):
            if best is not None and hidden is None and ended > self._latest(at, best):
                break
            ended = rest.last
            view = self._view(game, rest) if rest.looks else None
            if view is None or not (rest.is_read or view.is_legal):
                return WaitsFor.READING
            if under_hand is not None and not self._came_out(view, under_hand, game):
                return under_hand
            may_clear = at is not None and self._observer.seconds < at + CLEARS
            stands = view.is_legal or (view.stands and not may_clear)
            is_better = best is None or best.case.untouched
            if stands and may_clear and self._is_under_own_hand(view, at):
                under_hand, hidden = view, view if is_better else hidden
                continue
            if stands and is_prompt and not self._is_too_old(view, following, at):
                return view
            may_hide = view.may_hide and not stands and not _is_plain_echo(view, at)
            if may_hide or (view.is_cut_short and may_clear):
                hidden = view if is_better else hidden
            elif hidden is not None or (is_better and not (best and view.case.untouched)):
                best, hidden = view, None
        return self._at_last(best, hidden, ended, at)

    def _at_last(self, best: _View | None, hidden: _View | None, ended: float, at: float | None) -> _View | WaitsFor:
        """What is left once no rest speaks for the player: the best view, unless one in which something hides the table is better."""
        if best is None or hidden is not None:
            self.where = hidden.hidden if hidden else None
            return WaitsFor.HIDDEN if self.where else WaitsFor.HAND
        if best.rest.last == ended and self._is_too_old(best, None, at):
            return WaitsFor.HAND
        return self._ripe(best, ended, self._latest(at, best))

    def _is_under_own_hand(self, view: _View, at: float | None) -> bool:
        """Whether the player who pressed at `at` left a hand over the table, which came in this turn and may hide a set that was laid."""
        since = view.rest.covered_since
        if at is None or since is None:
            return False
        return at - view.case.press.ran <= since <= at + self.lag.most + SOONEST

    def _came_out(self, view: _View, before: _View, game: Game) -> bool:
        """Whether all that is seen in `view` and was not `before` lies where something hid it: then no other hand has laid it."""
        known, then = view.case.known, before.case.known
        tiles = [_seen_in(then, tile, known) for tile in known.tiles]
        seen = [np.array(tile.corners, np.float32) for tile in then.tiles]
        paired = {i for i, _ in quads.nearest_pairs(tiles, seen)}
        new = [tile for i, tile in enumerate(tiles) if i not in paired]
        against = self._compare(before.rest, then, game.beside)
        return against is None or len(against.hidden(new)) == len(new)

    def _is_too_old(self, view: _View, following: Rest | None, at: float | None) -> bool:
        """Whether the table looks as before the turn only because the camera is late: the movement that follows is the presser's own.

        It begins in the picture before another hand can have come, and ends as early as the presser's must; until it has, nobody knows.
        """
        if at is None or self.lag.most <= PROMPT or not view.case.untouched or view.rest.last > at + SOONEST:
            return False
        if following is None:
            return view.rest.is_over and self._observer.seconds <= at + self.lag.limit
        return following.rested <= at + self.lag.limit

    def _ripe(self, best: _View, ended: float, latest: float) -> _View | WaitsFor:
        """The view that was found, or what else may still speak for the player."""
        if latest == float("inf"):  # after a restart, what the table looks like where nothing lies is not known either
            return WaitsFor.RESTART if best.punishes and not self._surface.is_known else best
        if best.punishes and self._observer.now is None and ended <= latest:
            return WaitsFor.HAND  # perhaps the player's own
        return best if self._observer.seconds >= latest else WaitsFor.PICTURE

    def _nothing_yet(self, at: float) -> WaitsFor:
        if self._observer.stillness is not Stillness.STILL:
            return WaitsFor.HAND
        return WaitsFor.PICTURE if self._observer.seconds < at + self.lag.most else WaitsFor.READING

    def _view(self, game: Game, rest: Rest) -> _View:
        key = (rest.looks, game.pins, game.press)
        found = self._views.get(rest.number)
        if found is not None and all(a is b for a, b in zip(found[0], key, strict=True)):
            return found[1]
        table = rest.seen(game.copies, game.beside)
        case = Case.of_press(game, table)
        if case is None:
            raise RuntimeError("no turn was ended")
        ruling = rule(case)
        is_half_seen = rest.is_half_seen(table, game.beside) or bool(found and found[1].is_half_seen)
        is_seen = rest.is_read and not is_half_seen
        is_clear = is_seen and ruling.verdict.outcome is Outcome.LEGAL
        hidden = None if is_clear else self._hidden(rest, case, ruling, game.beside)
        view = _View(rest, case, ruling, hidden, is_half_seen)
        self._views[rest.number] = (key, view)
        return view

    def _hidden(self, rest: Rest, case: Case, ruling: Ruling, beside: Sequence[Outline]) -> str | None:
        """Where something lies over a tile that is missing, over its new place, or where the set at fault may go on; None where nothing does."""
        known = case.known
        against = self._compare(rest, known, beside)
        if against is None:
            return None
        places = [*_missing(case, known), *_beside_faults(ruling, known)]
        for place in against.hidden(place for place in places if _is_inside(place, known)):
            x, y = place.mean(axis=0)
            return where(x / known.width, y / known.height)
        codes = {violation.code for violation in ruling.verdict.violations}
        if codes == {Code.OVERTIME} or rest.is_foreign or (rest.is_overlaid and case.untouched):
            return None  # it hangs on nothing that lies there, or the hand is known of
        if not against.is_lit:
            return where(0.5, 0.5)
        may_lie_beneath = case.untouched or Code.TILE_MISSING in codes or ruling.verdict.outcome is Outcome.LEGAL
        for thing in against.things(_tile_width(case, known), self._observer.area_of(rest)):
            if thing.reaches_in or may_lie_beneath:
                return where(thing.x / known.width, thing.y / known.height)
        return None

    def _compare(self, rest: Rest, known: SeenTable, beside: Sequence[Outline]) -> Comparison | None:
        """Holds the newest look at the table against the bare one; None where nobody knows what that looks like."""
        racks = seen_from(rest.viewpoint or HOME, beside, known.width, known.height)
        taken = [
            *(np.array(tile.corners, np.float32) for tile in known.tiles),
            *(np.array(part, np.float32) * (known.width, known.height) for part in racks),
        ]
        return self._surface.compare(rest.looks[-1].frame, taken, known.viewpoint)


def _is_plain_echo(view: _View, at: float | None) -> bool:
    """Whether a press was the last one's echo, and nothing has moved since the clock began: what lies over the table hides nothing new."""
    return view.is_echo and at is not None and view.rest.rested <= at - view.case.press.ran


def _missing(case: Case, known: SeenTable) -> Iterator[Corners]:
    """Where tiles lay that are nowhere on the table any more, or only a doubtful tile elsewhere may be, and where no tile is read now."""
    elsewhere = set(laid_elsewhere(case.seen, case.pins).values())
    gone = count_tiles(case.before.table) - count_tiles(known.table())
    for pin in case.pins:
        if pin.tile is not None and (pin in elsewhere or gone[pin.tile] > 0):
            outline = _outline(pin, known)
            if not any(_on(tile, outline) for tile in known.tiles):
                yield outline


def _beside_faults(ruling: Ruling, known: SeenTable) -> Iterator[Corners]:
    """The places at either end of the sets at fault, one tile on."""
    for violation in ruling.verdict.violations:
        if violation.code is not Code.SET_INVALID or violation.set_index is None:
            continue
        tiles = [np.array(tile.corners, np.float32) for tile in known.sets[violation.set_index]]
        ends = ((tiles[0], tiles[1:2], -1), (tiles[-1], tiles[-2:-1], 1))
        for end, inner, way in ends:
            step = end.mean(axis=0) - inner[0].mean(axis=0) if inner else way * (end[1] - end[0])
            yield (end + step).astype(np.float32)


def _tile_width(case: Case, known: SeenTable) -> float:
    """How wide a tile is in the photo, pixels."""
    widths = [quads.shortest_side(np.array(tile.corners)) for tile in known.tiles]
    widths = widths or [pin.size * known.width for pin in case.pins]
    return float(np.median(widths)) if widths else _TILE * known.width


def _seen_in(table: SeenTable, tile: SeenTile, seen: SeenTable) -> Corners:
    """Where the photo of `table` shows the place of a tile of the table `seen`, in its pixels."""
    return np.array([table.point(*seen.place(x, y)) for x, y in tile.corners], np.float32)


def _is_inside(place: Corners, seen: SeenTable) -> bool:
    x, y = place.mean(axis=0)
    return bool(0 <= x < seen.width and 0 <= y < seen.height)


def _on(tile: SeenTile, outline: Corners) -> bool:
    x, y = outline.mean(axis=0)
    return tile.has(float(x), float(y))


def _outline(pin: Pin, seen: SeenTable) -> Corners:
    """About the face of the tile that a pin speaks of, in pixels of the photo of `seen`."""
    half = pin.size / 2
    around = [(pin.x + half * x, pin.y + half * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([seen.point(*corner) for corner in pin.outline or around], np.float32)
