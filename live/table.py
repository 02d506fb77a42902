"""The running table: frames and readings come in, commands are done, turns judged; everything is in the journal before anybody sees it.

Nothing here waits or runs by itself: `live.runner` brings the frames and reads them.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Concatenate, ParamSpec

from calibration import TableProfile
from calibration.profile import Point
from journal import Journal, JournalError
from live import commands, events
from live.area import PlayArea
from live.before import racks_in, racks_seen
from live.choice import CLEARS, WaitsFor
from live.commands import Move, RefusedError
from live.feed import NO_CAMERA, Feed
from live.game import Game, State
from live.moments import Moments
from live.observer import Observer, Task
from live.pins import apply_pins
from live.rack_areas import Outline, between, find_racks, seen_from
from live.record import Record
from live.rest import Rest
from live.seen import SeenTable
from live.view import View
from live.witness import Witness
from referee.errors import UserError
from referee.verdict import Outcome
from vision.frame import Frame
from vision.health import Ailment, Health
from vision.legible import Legibility
from vision.reading import TableReading
from vision.watch import Stillness

RESTLESS = 30.0
"""Seconds of movement over the table after which a person need not wait any longer for it to come to rest."""

SHOW = 0.4
"""Minimum seconds between two new pictures for the page."""

_P = ParamSpec("_P")


class LiveTable:
    """One table in play: looks, judges, records. Thread-safe."""

    def __init__(self, journal: Journal, feed: Feed, *, profile: Path, program: str = "") -> None:
        """Takes up the game where the journal left it.

        Args:
            journal: what has happened so far; closed together with the table.
            feed: gives the time; whose frames are taken.
            profile: the file of the table's profile; need not exist.
            program: its version, kept with every verdict.

        Raises:
            JournalError: the journal's events do not fit together.
            ProfileError: the profile cannot be used.
        """
        self.feed = feed
        self.program = program
        """The version of the program, kept with every verdict."""
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._health = Health()
        self.ailment: Ailment | None = None
        """Why the newest picture shows no table; None where it does."""
        self.frame: Frame | None = None
        """The newest frame."""
        self._shown_at = 0.0
        self.frame_number = 0
        """Counts the pictures for the page."""
        self.version = 0
        """Counts the changes of what can be seen from outside."""
        self._seen_from_here: View | None = None
        self.trouble: UserError | None = journal.loss
        """Why the last thing to be recorded was not, or what of the journal is missing."""
        self._told_trouble: str | None = None
        self._connections = feed.connections
        self.moments = Moments()
        """When what happened."""
        self._presser: str | None = None
        self.closed = False
        self.record = Record(journal, feed.now())
        """What has happened so far, on the disk."""
        self._area = PlayArea(profile, self.game.viewpoint)
        self._observer = Observer(self.game.viewpoint)
        if self.game.judged is not None and (photos := self.record.photos_named(self.game.judged.photos)):
            self._observer.remember(photos, self.game.judged.case.seen.viewpoint)
        self._witness = Witness(self._observer, feed.lag)
        if self.game.press is not None:
            self._witness.recall(self.game.press, self.record.photos_of(self.game.press))
        self._tell_observer()
        if feed.name == NO_CAMERA:
            with contextlib.suppress(RefusedError):  # where none was looked through
                self.do(commands.leave_camera)

    def _tell_observer(self) -> None:
        """Tells the observer what the game knows of the table."""
        self._observer.leave_out(self.game.rack_areas)
        self._observer.bearings.tiles_stay = self.game.tiles_stay

    @property
    def game(self) -> Game:
        """The game; a new object after every event."""
        return self.record.game

    # Looking

    def take(self, frame: Frame | None) -> None:
        """Takes the next frame, None where there is none, and does what is due then."""
        with self.lock:
            if not self.game.watched:
                frame = None  # whatever a camera shows, nobody plays there
            before = self._outlook
            if self.feed.connections != self._connections:
                self._connections = self.feed.connections
                self._witness.connected_anew()
            if frame is not None:
                self._look(frame)
            self._go_on()
            now = time.monotonic()
            picture = frame is not None and now - self._shown_at >= SHOW
            if picture:
                self._shown_at = now
                self.frame_number += 1
            if picture or before != self._outlook:
                self.changed_now()

    def _look(self, frame: Frame) -> None:
        """Looks at a frame, unless it shows no table."""
        stands_still = not self.feed.rate  # a recording that waits for somebody shows the same picture again and again
        self.ailment = None if stands_still else self._health.look(frame)
        if self.ailment is not None:
            self._observer.blind(frame.seconds, self._health.well_until)
        elif stands_still or not self._health.stale:
            self._observer.look(frame, self._area.as_put_up(*frame.size), self.game.copies)
            self._follow_camera(*frame.size)
        self.frame = frame

    def _follow_camera(self, width: int, height: int) -> None:
        """Takes note of a camera that was moved; `width` and `height` are those of its pictures, in pixels."""
        game, bearings = self.game, self._observer.bearings
        if bearings.is_lost and not (
            game.hangs_on_camera or (game.round is not None and self.profile.area is not None)
        ):
            self._look_anew()
        if bearings.viewpoint != game.viewpoint:
            with contextlib.suppress(JournalError):  # told as `trouble`; the next picture tries again
                self._write(Move(events.CameraMoved(bearings.viewpoint), game.clock), self.feed.now())
                if (error := self._area.follow(bearings.viewpoint, width, height)) is not None:
                    self.complain(error)

    @property
    def profile(self) -> TableProfile:
        """The table's profile; its area is that of the newest picture."""
        return self._area.profile

    @property
    def _outlook(self) -> tuple[object, ...]:
        """All that the page is told about the picture, besides the picture itself."""
        witness = self._witness
        return (
            self._observer.stillness, self.feed.trouble, self.ailment, self.camera_is_lost, witness.waits_for, witness.where
        )  # fmt: skip

    def next_task(self) -> Task | None:
        """The frame to be read next, which is not given again; None where there is nothing to read."""
        with self.lock:
            return self._observer.task()

    def take_reading(self, task: Task, reading: TableReading) -> None:
        """Takes what was read, and does what is due then."""
        with self.lock:
            self._observer.done(task, reading)
            self._seen_from_here = View(task.frame.photo, reading) if self.game.round is None else None
            self._look_for_racks(task.rest)
            self._witness.sightings.learn(task, reading, self.game)
            self._go_on(task.rest)
            self.changed_now()

    def tell_silence(self) -> None:
        """Tells the page of a camera that has gone silent: no frame comes that would."""
        with self.lock:
            trouble, self._told_trouble = self._told_trouble, self.feed.trouble
            if trouble != self._told_trouble:
                self.changed_now()

    def note_beat(self) -> None:
        """Notes the turn clock; it waits for nobody who holds the lock, as judging and looking do."""
        if self.closed:
            return
        try:
            self.record.note(self.feed.now())
        except JournalError as error:
            self.complain(error)

    def close(self) -> None:
        """Closes the journal; more than once does no harm."""
        self.closed = True
        self.changed_now()
        self.record.close()

    def complain(self, trouble: UserError) -> None:
        """Tells everybody what is wrong; once, however often it is tried again."""
        last, self.trouble = self.trouble, trouble
        if last is None or str(last) != str(trouble):
            self.changed_now()

    def changed_now(self) -> None:
        """Tells everybody who waits that there is something new to see."""
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    # Doing

    def do(self, command: Callable[Concatenate[Game, float, _P], Move], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Executes one of `live.commands`, and returns when its event is on the disk.

        Raises:
            RefusedError: it makes no sense now.
            UserError: what was entered cannot be.
            JournalError: it could not be recorded; then nothing has changed.
        """
        with self.lock:
            if command is commands.end_turn and self.feed.name == NO_CAMERA and self.game.watched:
                self.do(commands.leave_camera)
            now = self.feed.now()
            move = command(self.game, now, *args, **kwargs)
            self._write(move._replace(event=replace(move.event, by=self._presser)), now)
            if isinstance(move.event, events.AreaMarked):
                self._keep_area(move.event)
                if self.camera_is_lost:
                    self.accept_camera()
            self._go_on()

    @contextlib.contextmanager
    def pressed_by(self, who: str) -> Iterator[None]:
        """A context in which nobody else does anything, and what is done is recorded as pressed by `who` (`live.events.Event.by`)."""
        with self.lock:
            self._presser, before = who, self._presser
            try:
                yield
            finally:
                self._presser = before

    def resume(self, *, anyway: bool = False) -> None:
        """Goes on (`live.commands.resume`); refused while the camera has yet to see whether a table that is to be put back lies as it did.

        Raises:
            RefusedError: it makes no sense now.
            JournalError: it could not be recorded; then nothing has changed.
        """
        with self.lock:
            seen = self.table_now()
            is_still_to_come = self._sees and not (anyway and self._observer.restless_for >= RESTLESS)
            if self.game.state is State.RESTORE and seen is None and is_still_to_come:
                raise commands.not_still()
            self.do(commands.resume, seen, anyway=anyway)

    def rule(self, outcome: Outcome, reason: str) -> None:
        """Records the host's decision on a turn that waits for its verdict or for an answer (`live.commands.rule`).

        What was laid must have been seen since the press: what is laid later may be the next player's.

        Raises:
            RefusedError: it makes no sense now.
            JournalError: it could not be recorded; then nothing has changed.
        """
        with self.lock:
            commands.check_word(outcome, reason)
            rest = self._witness.as_left(self.game)
            if self.game.press is not None and rest is None and self._sees:
                raise commands.not_still()
            seen = None if rest is None else rest.seen(self.game.copies, self.game.rack_areas)
            if seen is None and outcome is Outcome.ILLEGAL:
                seen = self._observer.seen  # whatever was laid, it is taken back
            self.do(commands.rule, outcome, reason, seen)

    @property
    def _sees(self) -> bool:
        """Whether the camera shows a table, be it at rest or not."""
        return self.game.watched and self.frame is not None and self.ailment is None and not self._health.stale

    def _write(self, move: Move, now: float) -> None:
        """Writes an event to the journal, and tells all that follow the game."""
        if isinstance(move.event, events.VerdictGiven):
            move = move._replace(event=replace(move.event, program=self.program))
        try:
            self.record.write(move, now)
        except JournalError as error:
            self.complain(error)
            raise
        self.trouble = None
        in_frames = now + self.feed.ahead
        self._witness.follow(self.game, in_frames if isinstance(move.event, events.TurnEnded) else None)
        self._tell_observer()
        self.moments.note(move.event, self.game, in_frames)
        if isinstance(move.event, events.JudgeAnyway):
            self._observer.uncover()
        if isinstance(move.event, events.RoundStarted | events.FirstTurn):
            self._look_for_racks(self._observer.now)
        self.changed_now()

    def _keep_area(self, marked: events.AreaMarked) -> None:
        """Applies a play area that was just marked."""
        area = None if marked.area is None else tuple((x, y) for x, y in marked.area)
        if (error := self._area.mark(area, self.game.viewpoint)) is not None:
            self.complain(error)
        self.changed_now()

    def mark_area(self, area: Sequence[Point] | None) -> None:
        """Marks the play area (`live.commands.mark_area`), unless tiles of the game would lie outside.

        Raises:
            RefusedError: they would.
            JournalError: it could not be recorded; then nothing has changed.
        """
        with self.lock:
            self.do(commands.mark_area, area, None if self.camera_is_lost else self.table())

    def accept_camera(self) -> None:
        """Accepts the picture as it is (`live.commands.accept_camera`); where racks were seen before, they are looked for in it."""
        with self.lock:
            parts: tuple[Outline, ...] = ()
            if not self.camera_is_lost:
                raise RefusedError("the camera was not moved, or is back", "stale")
            rest = self._observer.now
            if self.game.rack_areas and rest is not None and rest.looks:
                parts = racks_in(rest, self.game.viewpoint, self.game.copies)
            self.do(commands.accept_camera, parts)
            self._look_anew()
            self.changed_now()

    def keep_elsewhere(self) -> None:
        """Writes the journal anew whose files were deleted or moved away, and tells everybody where (`live.record.Record.keep_elsewhere`)."""
        with self.lock:
            folder = str(self.record.keep_elsewhere())
            self.complain(UserError(f"the game is kept in {folder} from here on", "kept-elsewhere", folder=folder))

    def _look_anew(self) -> None:
        """Accepts the picture as it is, and forgets what was seen from elsewhere."""
        self._observer.accept_camera()
        self._witness.sightings.look_anew()

    # What follows by itself

    def _go_on(self, read: Rest | None = None) -> None:
        """Does what is due, once a rest was `read` or time passed: the verdict, a new one, or the next turn's clock.

        What cannot be recorded is tried again later.
        """
        try:
            if self.game.press is not None:
                self._judge()
            elif self.game.judged is not None and self.game.judged.outdated:
                now = self.feed.now()
                self._write(commands.give_again(self.game, now, self.game.judged), now)
            elif self.game.state is State.RESTORE:
                self._start_if_restored(read)
        except (JournalError, RefusedError) as error:
            self.complain(error)

    def _look_for_racks(self, rest: Rest | None) -> None:
        """Looks for racks before the first turn, while the table is empty: what is read there is no tile in play. Racks are filled during the deal."""
        if rest is None or not (self.moments.is_before_first_turn(rest) or self.game.dealing):
            return
        event = racks_seen(self.game, rest, is_marked=self.profile.area is not None)
        if event is not None:
            with contextlib.suppress(JournalError):  # told as `trouble`; the next reading tries again
                self._write(Move(event, self.game.clock), self.feed.now())

    def _judge(self) -> None:
        """Judges the turn that was ended, if the table has been seen well enough."""
        press, now = self.game.press, self.feed.now()
        if press is None:
            return
        for rest in self._witness.to_keep():
            self._write(Move(events.TableKept((self.record.keep(rest.first_frame),)), self.game.clock), now)
            self._witness.kept(rest)
        if self._witness.makes_tiles_of_strays(self.game):
            self._write(Move(events.RacksSeen(self.game.rack_areas, are_tiles=True), self.game.clock), now)
        finding = self._witness.testify(self.game)
        if finding is None:
            return
        if finding.is_echo:
            self._write(commands.drop_press(self.game, now), now)
        elif (late := self._witness.left_late(self.game, finding)) is not None:
            self._write(commands.give_late(self.game, late.case, late.ruling, self.record.evidence(late.rest)), now)
            self._go_on()
        else:
            finding = self._witness.cleared(self.game, finding)
            self._write(
                commands.give(self.game, now, finding.case, finding.ruling, self.record.evidence(finding.rest)), now
            )

    def _start_if_restored(self, read: Rest | None) -> None:
        """Starts the clock that waits for the table to be put back, once it lies as it did before the illegal turn.

        The rest that was just `read` may be over: it was put back for a moment.
        """
        rests = [self.rest]
        if (
            read is not None
            and self.game.watched
            and read.is_placed
            and self.moments.is_since_verdict(read.still_since)
        ):
            rests.append(read)
        if any(rest is not None and self._is_restored(rest) for rest in rests):
            now = self.feed.now()
            self._write(commands.go_on_restored(self.game, now), now)

    def _is_restored(self, rest: Rest) -> bool:
        """Whether a rest shows the table as it lay before the illegal turn."""
        return not self._reaches_in(rest) and self.game.lies_as_before(self._table_of(rest))

    def _reaches_in(self, rest: Rest) -> bool:
        """Whether something has come over the table since the verdict and lies there still: a small hand hides what it is about to take.

        What lies there for longer than a hand would (`CLEARS`) is something else, such as a cup.
        """
        since = rest.cover.latest
        return since is not None and self.moments.is_since_verdict(since) and self._observer.seconds < since + CLEARS

    # What can be seen from outside

    @property
    def elapsed(self) -> float:
        """Seconds on the turn clock now."""
        return self.game.clock.elapsed(self.feed.now())

    @property
    def stillness(self) -> Stillness | None:
        """What the table does at the moment; None before the first frame, and where no camera looks at it."""
        return None if self.frame is None or not self.game.watched else self._observer.stillness

    @property
    def camera_is_lost(self) -> bool:
        """Whether the camera was moved too far to be followed, and a person must say whether its picture is right."""
        return self._observer.bearings.is_lost

    @property
    def rack_areas(self) -> tuple[Outline, ...]:
        """The parts of the newest picture in which racks stand."""
        if self.frame is None:
            return self.game.rack_areas
        return seen_from(self._observer.bearings.viewpoint, self.game.rack_areas, *self.frame.size)

    @property
    def area_suggested(self) -> Outline | None:
        """A suggestion for the play area, as fractions of the newest picture; None once it is marked, or the first turn is over."""
        if self.profile.area is not None or (self.game.fresh_round is None and self.game.round is not None):
            return None
        rest = self._observer.now
        is_early = self.game.dealing or self.game.round is None
        if is_early and rest is not None and rest.looks:  # the racks are being filled
            return between(find_racks(rest.reading(self.game.copies)))
        return between(self.rack_areas)

    @property
    def legibility(self) -> Legibility | None:
        """How well the camera shows tiles from where it stands; None once a game has begun, and before the first is read."""
        view = self._seen_from_here
        return None if view is None or self.game.round is not None else view.legibility

    @property
    def waits_for(self) -> WaitsFor | None:
        """What the verdict waits for; None where none does."""
        if self.game.press is None:
            return None
        return WaitsFor.CAMERA if self.ailment or self.feed.trouble else self._witness.waits_for

    @property
    def waits_where(self) -> str | None:
        """Where on the table something hides what the verdict waits for; None where nothing does."""
        return self._witness.where

    def table(self) -> SeenTable | None:
        """The table as last seen lying still, with what is known of it."""
        if not self.game.watched:
            return None if self.game.judged is None else self.game.judged.case.known
        seen = self._observer.seen
        return None if seen is None else apply_pins(seen, self.game.pins)

    @property
    def rest(self) -> Rest | None:
        """The rest that lasts, once it was read; None while something moves, and without a camera."""
        rest = self._observer.now
        return rest if self.game.watched and rest is not None and rest.is_placed else None

    def table_now(self) -> SeenTable | None:
        """The table as it lies now; None while something moves over it, or it has not been read yet."""
        return None if self.rest is None else self._table_of(self.rest)

    def _table_of(self, rest: Rest) -> SeenTable:
        """The table that a rest shows, with what is known put in."""
        return apply_pins(rest.seen(self.game.copies, self.game.rack_areas), self.game.pins)

    @property
    def is_read(self) -> bool:
        """Whether the table as it lies now has been read as often as a verdict takes."""
        return self._observer.now is not None and self._observer.now.is_read

    def wait(self, version: int, timeout: float) -> None:
        """Returns when something has changed since `version`, after `timeout` seconds at the latest."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version or self.closed, timeout)
