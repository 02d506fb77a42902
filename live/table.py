"""The running table: frames and readings come in, commands are done, turns judged.

Everything is in the journal before anybody sees it. Nothing here waits or runs by itself: `live.runner` brings the
frames and reads them.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec

from calibration.profile import Corner, Polygon
from files.rulebook_folder import Shelf
from journal import Journal, JournalError
from live.clips import Clips
from live.deciding.before import racks_in, racks_seen, shows_more_than_held
from live.due import due
from live.game import commands, events
from live.game.commands import Move, RefusedError
from live.game.events import Event
from live.game.phases import Dealing
from live.game.state import Game, State
from live.record import Record
from live.scene import Scene
from live.sitting import Sitting
from live.telling.bulletin import Bulletin
from live.watching.feed import NO_CAMERA, Feed
from live.watching.observer import Task
from live.watching.rest import Rest
from live.wish import Wish
from referee.errors import UserError
from referee.tiles import TileSet
from referee.verdict import Outcome
from vision.frame import Frame
from vision.reading.table_reading import TableReading

_LOG = logging.getLogger(__name__)

RESTLESS = 30.0
"""Seconds of movement over the table after which a person need not wait any longer for it to come to rest."""

CHALLENGES = 2
"""How many challenges each player has in a game; one that was right is given back."""

_P = ParamSpec("_P")


class _Presser(NamedTuple):
    """Who does what is done now."""

    who: str | None = None
    """As `live.game.event.Event.by` has it; None where nobody presses."""
    at: float | None = None
    """When it was asked for; None where that is not known."""


class LiveTable:
    """One table in play: looks, judges, records. Thread-safe.

    What a person does is refused with `RefusedError` where it makes no sense now, with another `UserError` where what was
    entered cannot be, and with `JournalError` where it could not be recorded; then nothing has changed.
    """

    def __init__(
        self,
        journal: Journal,
        feed: Feed,
        *,
        profile: Path,
        program: str = "",
        shelf: Shelf | None = None,
        clips: Clips | None = None,
    ) -> None:
        """Takes up the game where the journal left it.

        Args:
            journal: what has happened so far; closed together with the table.
            feed: gives the time; whose frames are taken.
            profile: the file of the table's profile; need not exist.
            program: its version, kept with every verdict.
            shelf: the rulebooks that may be played by; those of the program where none is given.
            clips: holds the clips of turns; closed together with the table. None where no frames are kept, and nothing can be challenged.

        Raises:
            JournalError: the journal's events do not fit together.
            ProfileError: the profile cannot be used.
        """
        self.program = program
        """The version of the program, kept with every verdict."""
        self.shelf = shelf or Shelf()
        """The rulebooks that may be played by."""
        self.clips = clips
        """The clips of turns."""
        self.challenges = CHALLENGES
        """How many challenges each player has in a game."""
        self.lock = threading.RLock()
        self.bulletin = Bulletin(self.lock)
        """What everybody is told."""
        self.closing: list[Callable[[], None]] = []
        """What is done before the journal is closed: somebody may have a line left to write."""
        self.wish = Wish()
        """The phone that would be the camera."""
        self._told_trouble: str | None = None
        self._told_lean: JournalError | None = None
        self._presser = _Presser()
        self.sitting = Sitting(journal, feed, profile)
        """The game that is played, and all that follows it in the pictures of the feed."""
        self._tell_of_journal()

    def _tell_of_journal(self) -> None:
        """Says of a game that was just taken up what its journal lacks, and that it goes on without a camera where there is none."""
        if self.feed.name == NO_CAMERA:
            with contextlib.suppress(RefusedError):  # refused where the game had no camera before
                self.do(commands.leave_camera)
        self.bulletin.tell(unwritten=None, news=self.record.journal.loss)

    def look_through(self, feed: Feed, by: str | None = None) -> None:
        """Looks through another feed from here on, or anew through the same; the last one is closed.

        The game and its clock go on. What was known by its place in the last picture is forgotten, and so is how late it came. A turn that
        waits for its verdict is judged by a photo, or when a person says that the table is as it was; without a camera it stands.
        `by` is who chose it.
        """
        with self.pressed_by(by):
            before = self.sitting
            if feed.name != NO_CAMERA:
                self._press(commands.choose_camera, before.feed.now(), feed.name)
            self.note_beat()
            self._move_to(Sitting(self.record.journal, feed, before.profile, self.scene.frame_number))
        if feed is not before.feed:
            before.feed.close()

    def take_up(self, journal: Journal, feed: Feed, profile: Path) -> None:
        """Takes up the game of another journal in place of this one's, looking through `feed`; the last journal and feed are closed.

        Raises:
            JournalError: the journal's events do not fit together; then nothing has changed.
            ProfileError: the profile cannot be used; likewise.
        """
        with self.lock:
            before = self.sitting
            self._move_to(Sitting(journal, feed, profile, self.scene.frame_number))
        before.feed.close()
        before.record.close()

    def _move_to(self, sitting: Sitting) -> None:
        """Goes on with another sitting; whoever presses at this moment presses in its time."""
        if self.clips is not None:
            self.clips.clear()
        self.sitting, self._presser = sitting, self._presser._replace(at=None)
        self._tell_of_journal()
        self._go_on()
        self.bulletin.change()

    @property
    def feed(self) -> Feed:
        """Where frames and time come from."""
        return self.sitting.feed

    @property
    def record(self) -> Record:
        """What has happened so far, on the disk."""
        return self.sitting.record

    @property
    def scene(self) -> Scene:
        """What the camera shows."""
        return self.sitting.scene

    @property
    def game(self) -> Game:
        """The game; a new object after every event."""
        return self.record.game

    # Looking

    def take(self, frame: Frame | None) -> None:
        """Takes the next frame, None where there is none, and does what is due then."""
        with self.lock:
            if not self.game.watched:
                frame = None  # what a camera shows is no part of a game without one
            before = self.sitting.outlook
            self.sitting.follow_feed()
            if frame is not None and self.clips is not None and not self.sitting.observer.bearings.is_lost:
                self.clips.take(frame, waits=not self.feed.is_live)
            if frame is not None and self.scene.take(frame):
                self._follow_camera(*frame.size)
            self._go_on()
            if before != self.sitting.outlook:
                self.bulletin.change()

    def _follow_camera(self, width: int, height: int) -> None:
        """Takes note of a camera that was moved; `width` and `height` are those of its pictures, in pixels."""
        game, bearings = self.game, self.sitting.observer.bearings
        is_marked = self.scene.area.corners is not None
        if bearings.is_lost and not (game.hangs_on_camera or (game.round is not None and is_marked)):
            self._look_anew()
        if bearings.viewpoint != game.viewpoint:
            with contextlib.suppress(JournalError):  # told as `trouble`; the next picture tries again
                self._write(Move(events.CameraMoved(bearings.viewpoint), game.clock), self.feed.now())
                if (error := self.scene.area.follow(bearings.viewpoint, width, height)) is not None:
                    self.bulletin.tell(news=error)

    def _look_anew(self) -> None:
        """Accepts the picture as it is, and forgets what was seen from elsewhere."""
        self.sitting.observer.accept_camera()
        self.sitting.witness.sightings.look_anew()

    def _look_for_racks(self, rest: Rest | None) -> None:
        """Looks for racks before the first turn, while the table is empty: what is read there is no tile in play.

        Racks are filled during the deal. Of a picture that comes late, or is read late, more tiles than a rack holds tell that
        some stand on racks.
        """
        if rest is None:
            return
        is_untouched = self.game.press is None and self.sitting.moments.is_before_first_turn(rest)
        if not (is_untouched or isinstance(self.game.phase, Dealing) or shows_more_than_held(self.game, rest)):
            return
        is_marked = self.scene.area.corners is not None
        event = racks_seen(self.game, rest, is_marked=is_marked, is_untouched=is_untouched)
        if event is not None:
            with contextlib.suppress(JournalError):  # told as `trouble`; the next reading tries again
                self._write(Move(event, self.game.clock), self.feed.now())

    def next_task(self) -> Task | None:
        """The frame to be read next, which is not given again; None where there is nothing to read."""
        with self.lock:
            return self.sitting.observer.task()

    def take_reading(self, task: Task, reading: TableReading) -> None:
        """Takes what was read, and does what is due then."""
        with self.lock:
            self.scene.take_reading(task, reading)
            self._look_for_racks(task.rest)
            self.sitting.witness.sightings.bare_table.learn(task, reading, self.game)
            self._go_on(task.rest)
            self.bulletin.change()

    def give_up(self, task: Task, error: UserError) -> None:
        """Takes note that a frame cannot be read, and why: its rest is judged without it."""
        with self.lock:
            self.sitting.observer.give_up(task)
            self.bulletin.tell(news=error)
            self._go_on(task.rest)

    # Recording

    def _go_on(self, read: Rest | None = None) -> None:
        """Does what is due (`live.due`), once a rest was `read` or time passed.

        What cannot be recorded is tried again later.
        """
        now = self.feed.now()
        try:
            self._note_sleep(now)
            for move in due(self.record, self.scene, self.sitting.witness, self.sitting.moments, now, read):
                self._write(move, now)
                if isinstance(move.event, events.TileSeenAnew):
                    self.bulletin.tell(news=move.event.told())
        except (JournalError, RefusedError) as error:
            self.bulletin.tell(unwritten=error)
        self._tell_lean()

    def _tell_lean(self) -> None:
        """Tells everybody, and the log, while no photos are kept, and once they are again."""
        lean = self.record.journal.lean
        if (lean is None) != (self._told_lean is None):
            _LOG.warning("tileref: %s", lean or "photos and clips are kept again")
            self.bulletin.tell(lean=lean)
            self._told_lean = lean

    def _note_sleep(self, now: float) -> None:
        """Puts on record, and tells everybody, what the program has slept in a turn."""
        seconds, clock = self.feed.slept - self.sitting.slept, self.game.clock
        if seconds and clock.running:
            self._write(Move(events.Slept(round(seconds, 3)), clock), now)
            line = f"the computer slept, or the program stood still, for {seconds:.0f} s: they count for nobody"
            self.bulletin.tell(news=UserError(line, "slept", seconds=round(seconds)))
        self.sitting.slept += seconds

    def _write(self, move: Move, now: float) -> None:
        """Writes an event to the journal, and tells all that follow the game."""
        if isinstance(move.event, events.VerdictGiven):
            move = move._replace(event=replace(move.event, program=self.program))
        self._record(move, now)
        self.sitting.written = max(self.sitting.written, now)
        in_frames = self.sitting.in_frames(now)
        self.sitting.witness.follow(self.game, in_frames if isinstance(move.event, events.TurnEnded) else None)
        if self.clips is not None:
            self.clips.follow(move.event, self.game, in_frames, partial(self._keep_clip, self.record))
        self.sitting.tell_observer()
        self.sitting.moments.note(move.event, self.game, in_frames)
        if isinstance(move.event, events.JudgeAnyway):
            self.sitting.observer.uncover()
        if isinstance(move.event, events.RoundStarted):
            self.sitting.delete_old_photos()
        if isinstance(move.event, events.RoundStarted | events.FirstTurn):
            self._look_for_racks(self.sitting.observer.now)
        self.bulletin.change()

    def _keep_clip(self, record: Record, press: int, content: bytes) -> None:
        """Keeps the clip of the turn that the event `press` ended, and notes by what it is known again; the game goes on without it.

        It is called by a thread that does not hold the lock: the file takes its time.
        """
        try:
            name = record.journal.keep_clip(content)
        except JournalError as error:
            line = f"the clip of the turn could not be kept, the game goes on: {error}"
            self.bulletin.tell(news=UserError(line, "clip-unkept"))
            return
        with self.lock:
            if self.record is record and record.journal.file(name) is not None:
                self.note(events.ClipKept(press, name))

    def note(self, event: Event) -> None:
        """Writes down what happened beside the game, which nothing that follows the game is told; where that cannot be, everybody is told why."""
        with self.lock, contextlib.suppress(JournalError):
            self._record(Move(event, self.game.clock), self.feed.now())
            self.bulletin.change()

    def _record(self, move: Move, now: float) -> None:
        """Puts an event on record; where that cannot be, everybody is told why until something is."""
        try:
            self.record.write(move, now)
        except JournalError as error:
            self.bulletin.tell(unwritten=error)
            raise
        self.bulletin.tell(unwritten=None)

    def note_beat(self) -> None:
        """Notes the turn clock; it waits for nobody who holds the lock, as judging and looking do, while it can be noted."""
        if self.closed:
            return
        at = self.sitting
        with contextlib.suppress(JournalError):
            at.record.note(at.feed.now())
            return
        with self.lock:  # who held it may have written the game anew: only what is wrong still is told
            try:
                at.record.note(at.feed.now())
            except JournalError as error:
                self.bulletin.tell(unwritten=error)

    def keep_elsewhere(self) -> None:
        """Writes the journal anew whose files were deleted or moved away, and tells everybody where.

        `live.record.Record.keep_elsewhere` writes it.
        """
        with self.lock:
            folder = str(self.record.keep_elsewhere())
            told = UserError(f"the game is kept in {folder} from here on", "kept-elsewhere", folder=folder)
            self.bulletin.tell(unwritten=None, news=told)

    def close(self) -> None:
        """Closes the journal; more than once does no harm."""
        while self.closing:
            self.closing.pop()()
        if self.clips is not None:
            self.clips.close()
        self.bulletin.close()
        self.record.close()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self.bulletin.closed

    # Doing

    def do(self, command: Callable[Concatenate[Game, float, _P], Move], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Executes one of `live.game.commands`, and returns when its event is on the disk.

        It counts from when it was asked for, however long others hold the table, but from no earlier than what was
        recorded last.
        """
        asked = self.feed.now()
        with self.lock:
            if command is commands.end_turn and self.feed.name == NO_CAMERA and self.game.watched:
                self.do(commands.leave_camera)
            event = self._press(command, asked, *args, **kwargs)
            self.bulletin.tell(news=None)
            if isinstance(event, events.AreaMarked):
                self._keep_area(event)
                if self.scene.camera_is_lost:
                    self.accept_camera()
            self._go_on()

    def _press(
        self, command: Callable[Concatenate[Game, float, _P], Move], asked: float, *args: _P.args, **kwargs: _P.kwargs
    ) -> events.Event:
        """Executes a command that was `asked` for at that moment, and does nothing of what is due then; returns its event."""
        now = max(asked if self._presser.at is None else self._presser.at, self.sitting.written)
        move = command(self.game, now, *args, **kwargs)
        self._write(move._replace(event=replace(move.event, by=self._presser.who)), now)
        return move.event

    @contextlib.contextmanager
    def pressed_by(self, who: str | None) -> Iterator[None]:
        """A context in which nobody else does anything.

        What is done in it is recorded as pressed by `who` (`live.game.event.Event.by`), when it was begun.
        """
        presser = _Presser(who, self.feed.now())
        with self.lock:
            before, self._presser = self._presser, presser
            try:
                yield
            finally:
                self._presser = before

    def resume(self, *, anyway: bool = False) -> None:
        """Goes on (`live.game.commands.resume`).

        It is refused while the camera has yet to see whether a table that is to be put back lies as it did.
        """
        with self.lock:
            rest = self.scene.rest
            seen = None if rest is None else self.sitting.witness.sightings.table(self.game, rest)
            is_still_to_come = self.scene.shows_table and not (
                anyway and self.sitting.observer.restless_for >= RESTLESS
            )
            if self.game.state is State.RESTORE and seen is None and is_still_to_come:
                raise commands.not_still()
            self.do(commands.resume, seen, anyway=anyway)

    def say_whose(self, tiles: TileSet) -> None:
        """Records what the next player laid of what is in question (`live.game.commands.say_whose`).

        Raises:
            RefusedError: nobody asks, or that is not in question.
            JournalError: it could not be recorded.
        """
        with self.lock:
            asks = self.sitting.witness.asks
            self.do(commands.say_whose, tiles, asks[0].next if asks else "", [one.tiles for one in asks])

    def rule(self, outcome: Outcome, reason: str) -> None:
        """Records the host's decision on a turn that waits for its verdict or for an answer (`live.game.commands.rule`).

        What was laid must have been seen since the press: what is laid later may be the next player's.
        """
        with self.lock:
            commands.check_word(outcome, reason)
            rest = self.sitting.witness.as_left(self.game)
            if self.game.press is not None and rest is None and self.scene.shows_table:
                raise commands.not_still()
            seen = None if rest is None else rest.seen(self.game.copies, self.game.rack_areas)
            if seen is None and outcome is Outcome.ILLEGAL:
                seen = self.sitting.observer.last_table  # whatever was laid, it is taken back
            self.do(commands.rule, outcome, reason, seen)

    def mark_area(self, area: Sequence[Corner] | None) -> None:
        """Marks the play area (`live.game.commands.mark_area`), unless tiles of the game would lie outside."""
        with self.lock:
            self.do(commands.mark_area, area, None if self.scene.camera_is_lost else self.scene.table())

    def _keep_area(self, marked: events.AreaMarked) -> None:
        """Applies a play area that was just marked."""
        area = None if marked.area is None else tuple((x, y) for x, y in marked.area)
        if (error := self.scene.area.mark(area, self.game.viewpoint)) is not None:
            self.bulletin.tell(news=error)
        self.bulletin.change()

    def accept_camera(self) -> None:
        """Accepts the picture as it is (`live.game.commands.accept_camera`).

        Where racks were seen before, they are looked for in it.
        """
        with self.lock:
            parts: tuple[Polygon, ...] = ()
            if not self.scene.camera_is_lost:
                raise RefusedError("the camera was not moved, or is back", "stale")
            rest = self.sitting.observer.now
            if self.game.rack_areas and rest is not None and rest.looks:
                parts = racks_in(rest, self.game.viewpoint, self.game.copies)
            self.do(commands.accept_camera, parts)
            self._look_anew()
            self.bulletin.change()

    # Telling

    @property
    def elapsed(self) -> float:
        """Seconds on the turn clock now."""
        return self.game.clock.elapsed(self.feed.now())

    def tell_silence(self) -> None:
        """Tells the page of a camera that has gone silent: no frame comes that would."""
        with self.lock:
            trouble, self._told_trouble = self._told_trouble, self.feed.trouble
            if trouble != self._told_trouble:
                self.bulletin.change()
