"""The running table: frames are read, buttons pressed, turns judged; everything is in the journal before anybody sees it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from calibration import TableProfile, load
from journal import Beat, Event, Journal, JournalError
from live.eyes import Eyes, Look, Reader, seen_in
from live.feed import Feed
from live.game import EventKind, Game, Judged, Press, apply, table_to_json
from live.ruling import Case, rule
from live.seen import SeenTable, apply_pins
from referee.clock import TurnClock
from referee.errors import UserError
from referee.sets import changes
from referee.verdict import Outcome
from vision.reading import Photo
from vision.source import Frame
from vision.watch import Stillness

BEAT = 2.0
"""Seconds between notes of the turn clock: at most so much of a turn is given back after a power cut."""

SHOW = 0.4
"""The page gets a new picture after this many seconds at the earliest."""

JPEG_QUALITY = 92


class LiveTable:
    """One table in play: looks, judges, records. Buttons may be pressed from any thread.

    The buttons are in `live.buttons`.
    """

    def __init__(self, journal: Journal, reader: Reader, feed: Feed, *, profile: Path, version: str = "") -> None:
        """Takes up the game where the journal left it.

        Args:
            journal: what has happened so far; closed together with the table.
            reader: reads photos.
            feed: gives frames and time.
            profile: the file of the table's profile; need not exist.
            version: of the program, kept with every verdict.

        Raises:
            JournalError: the journal's events do not fit together.
            ProfileError: the profile cannot be used.
        """
        self._journal = journal
        self.feed = feed
        self.profile_path = profile
        self._program = version
        self.eyes = Eyes(reader)
        self.profile: TableProfile = load(profile)
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._thread: threading.Thread | None = None
        self.pressed_in: int | None = None
        self._kept: tuple[int, tuple[Look, ...]] = (0, ())
        self._frame: Frame | None = None
        self._shown_at = self._beat_at = 0.0
        self.frame_number = 0
        """Counts the pictures for the page."""
        self.version = 0
        """Counts the changes of what can be seen from outside."""
        self.trouble: UserError | None = None
        """Why the last thing to be recorded was not."""
        self.closed = False
        self.game, self._clock = self._replay()
        """The state; a new object after every event."""

    def _replay(self) -> tuple[Game, TurnClock]:
        """Game and turn clock as they stood when the last event, or the last beat after it, was written."""
        game = Game()
        for event in self._journal.events():
            try:
                game = apply(game, event)
            except ValueError as error:
                where = self._journal.folder
                raise JournalError(
                    f"{where} cannot be replayed: {error}; use the tileref that wrote it, or another folder with --data"
                ) from error
        beat = self._journal.last_beat()
        spent = max(game.spent, beat.elapsed) if beat is not None and beat.event == game.last_event else game.spent
        limit = game.round.rulebook.turn_seconds if game.round else None
        now = self.feed.now()
        return game, TurnClock(limit, spent, now if game.running else None)

    # What goes on

    def start(self) -> None:
        """Begins to look at the table, in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="live", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Looks at the table until the feed ends or the table is closed."""
        try:
            for frame in self.feed.frames():
                if self.closed:
                    break
                self._take(frame)
        except BaseException:
            line = "the table is no longer watched: start tileref again, the game goes on where it was"
            self.trouble = UserError(line, "blind")
            raise
        finally:
            self.changed_now()

    def close(self) -> None:
        """Stops looking, notes the clock and closes the journal."""
        if self.closed:
            return
        self._note_beat()
        self.closed = True
        self.feed.close()
        self.changed_now()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(10)
        self._journal.close()

    def _take(self, frame: Frame | None) -> None:
        before = (self.eyes.stillness, self.feed.trouble)
        read = False
        if frame is not None:
            height, width = frame.photo.shape[:2]
            read = self.eyes.look(frame, self.profile.area_in(width, height), self.game.copies)
            self._frame = frame
        if self.game.press is not None:
            self.try_to_judge()
        if read and self.game.waiting:
            self._start_if_restored()
        now = time.monotonic()
        picture = frame is not None and now - self._shown_at >= SHOW
        if picture:
            self._shown_at = now
            self.frame_number += 1
        if picture or read or before != (self.eyes.stillness, self.feed.trouble):
            self.changed_now()
        if now - self._beat_at >= BEAT:
            self._beat_at = now
            self._note_beat()

    def _note_beat(self) -> None:
        with self.lock:
            if not self._clock.running or self.closed:
                return
            try:
                self._journal.note_beat(Beat(self.game.last_event, self.elapsed))
            except JournalError as error:
                self.trouble = error
                self.changed_now()

    def changed_now(self) -> None:
        """Tells everybody who waits that there is something new to see."""
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    def record(self, kind: EventKind, data: Mapping[str, Any], clock: TurnClock | None = None) -> Event:
        """Writes an event, then lets it happen.

        Args:
            kind: what happened.
            data: the particulars.
            clock: the turn clock after it; None where it goes on as it does.

        Raises:
            JournalError: it could not be recorded; then it has not happened.
        """
        clock = clock or self._clock
        now = self.feed.now()
        state = {
            "was": round(self._clock.elapsed(now), 3),
            "spent": round(clock.elapsed(now), 3),
            "running": clock.running,
        }
        try:
            event = self._journal.append(kind.value, {**data, "clock": state})
        except JournalError as error:
            self.trouble = error
            self.changed_now()
            raise
        self.trouble = None
        self.game = apply(self.game, event)
        limit = self.game.round.rulebook.turn_seconds if self.game.round else None
        self._clock = TurnClock(limit, clock.spent, clock.since)
        self.changed_now()
        return event

    # The verdict

    def try_to_judge(self) -> None:
        """Judges the turn that was ended, if the table has been seen well enough; else waits for the next frame."""
        with self.lock:
            press = self.game.press
            if press is None or not (looks := self._looks_after(press)) or press.face_up is None:
                return
            try:
                self._judge(press, looks)
            except JournalError as error:
                self.trouble = error  # tried again with the next still frames
                self.pressed_in = None
                self.changed_now()

    def _looks_after(self, press: Press) -> tuple[Look, ...]:
        """The frames of the table as the turn left it; none until it has been seen well enough.

        While somebody is asked about tiles beside the table, the next player may reach out already: then the first ones count.
        """
        event, kept = self._kept
        if event == press.event and kept:
            return kept
        gone_on = self.eyes.stillness is not Stillness.STILL and self.pressed_in == self.eyes.period
        if not (self.eyes.looks and (self.eyes.certain or gone_on)):
            return ()
        if press.face_up is None:
            self._kept = (press.event, self.eyes.looks)
        return self.eyes.looks

    def _judge(self, press: Press, looks: Sequence[Look]) -> None:
        before = self.game.round
        if before is None:
            return
        frames = [{"photo": self._journal.keep_photo(_jpeg(photo)), "reading": read.to_json()} for photo, read in looks]
        self._rule(
            Case(press, before, seen_in(looks, self.game.copies), self.game.pins, self.game.held), frames, replaces=None
        )

    def _start_if_restored(self) -> None:
        """Starts the clock that waits for the table to be put back, once it lies as it did before the illegal turn."""
        with self.lock:
            table = self.table()
            if not self.game.waiting or table is None or not self.game.lies_as_before(table):
                return
            clock = self._clock.resume(self.feed.now())
            with contextlib.suppress(JournalError):  # told as `trouble`; tried again with the next frame that is read
                self.record(EventKind.RESUMED, {"restored": True}, clock)

    def judge_again(self) -> None:
        """A new verdict on the last turn, after somebody named one of its tiles."""
        judged = self.game.judged
        if judged is None:
            return
        frames = [{"photo": name} for name in judged.photos]
        self._rule(Case(judged.press, judged.round, judged.seen, judged.pins, judged.held), frames, replaces=judged)

    def _rule(self, case: Case, frames: Sequence[Mapping[str, Any]], *, replaces: Judged | None) -> None:
        """Draws the verdict and records it with the `frames` it was drawn from."""
        ruling = rule(case)
        now = self.feed.now()
        following = ruling.following
        goes_on = replaces is not None and replaces.verdict.outcome is not Outcome.UNDECIDED
        waited = self.game.waiting
        waits = False
        if following is None:
            clock = TurnClock(self._clock.limit, case.press.seconds)
        elif goes_on and not waited:
            clock = self._clock  # the next player's turn has begun already
        else:
            waits = not following.over and any(changes(ruling.after, following.table))
            clock = self._clock.start(now)
            if following.over or waits:
                clock = clock.pause(now)
        data = {
            "player": case.press.player,
            "drew": case.press.drew,
            "seconds": case.press.seconds,
            "before": table_to_json(case.before.table),
            "after": table_to_json(ruling.after),
            "verdict": ruling.verdict.to_json(),
            "questions": [list(question) for question in ruling.questions],
            "note": ruling.note,
            "contradictions": [contradiction.to_json() for contradiction in ruling.contradictions],
            "waits": waits,
            "reading": case.seen.to_json(),
            "frames": list(frames),
            "rulebook": case.before.rulebook.id,
            "program": self._program,
            "replaces": None if replaces is None else replaces.event,
        }
        self.record(EventKind.VERDICT, data, clock)

    # What can be seen from outside

    @property
    def elapsed(self) -> float:
        """Seconds on the turn clock now."""
        return self._clock.elapsed(self.feed.now())

    @property
    def clock(self) -> TurnClock:
        """The turn clock."""
        return self._clock

    @property
    def stillness(self) -> Stillness | None:
        """What the table does at the moment; None before the first frame."""
        return None if self._frame is None else self.eyes.stillness

    def table(self) -> SeenTable | None:
        """The table as last seen lying still, with what is known of it."""
        seen = self.eyes.seen
        return None if seen is None else apply_pins(seen, self.game.pins)

    def wait(self, version: int, timeout: float) -> None:
        """Returns when something has changed since `version`, after `timeout` seconds at the latest."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version or self.closed, timeout)

    def frame(self) -> Frame | None:
        """The newest frame."""
        return self._frame

    def photo(self, name: str) -> Path | None:
        """Where the photo that a verdict names lies."""
        return self._journal.photo(name)


def _jpeg(photo: Photo) -> bytes:
    ok, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not ok:
        raise JournalError("the photo of the turn cannot be encoded: press again")
    return data.tobytes()
