"""The journal on disk: one SQLite file of events, and the photos they name as files beside it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from files import private
from journal import database, folders, photos
from journal.chain import link
from journal.clock_note import ClockNote
from journal.database import End, Row
from journal.events import REMOVED, Beat, JournalError, StoredEvent, text_of
from journal.failures import CLOSED, FAILURES, FILE_NAME, damaged, explain, gone, lean
from journal.folders import CLOCK_NAME

COPY_NAME = "damaged-%Y%m%d-%H%M%S"
"""Name of the folder, beside the journal, for a copy of its files as they were found where events are missing; by the
time in UTC."""

AT_A_TIME = 32
"""Number of events that are read at once: those of a long journal need not all be in memory."""


class Journal:
    """An append-only record in a folder of its own; safe to use from several threads, held by one program at a time.

    An event is on the disk when `append` returns (write-ahead log, synchronous writes), a photo when `keep_photo` does.
    Nobody but the user who runs the program may read either. What cannot be read, or does not say what was written, and what
    cannot be written for certain, is a `JournalError`; then the journal is as it was before.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
    ...     _ = journal.append("round-started", {"players": ["Anna", "Ben"]})
    ...     [(event.id, event.kind) for event in journal.events()]
    [(1, 'round-started')]
    """

    def __init__(self, folder: Path, *, wall_time: Callable[[], float] = time.time) -> None:
        """Opens the journal in `folder`, made where it is missing.

        Raises:
            JournalError: the folder cannot be made or written, the file is damaged, from a newer version, or in use.
        """
        self.folder = folder
        self.loss: JournalError | None = None
        """What was found to be missing of the journal when it was opened; None where nothing was."""
        self.lean: JournalError | None = None
        """Why no photo is kept; None where photos are."""
        self._wall_time = wall_time
        self._lock = threading.Lock()
        self._open()

    def _open(self) -> None:
        """Opens what lies in `folder`, and makes what is missing there."""
        try:
            with ExitStack() as opened:
                folders.make(self.folder)
                self._note = opened.enter_context(closing(ClockNote(self.folder / CLOCK_NAME)))
                self._db = database.connect(self.folder)
                opened.callback(lambda: self._db.close())  # noqa: PLW0108 - the one that it is then
                self._end = self._look_for_loss()
                database.prepare(self._db)
                self._identities = folders.identities(self.folder)
                opened.pop_all()
        except FAILURES as error:
            raise explain(error, self.folder, opening=True) from error

    def _look_for_loss(self) -> End:
        """The last event; where more had been written, keeps a copy of the files as they are found, and says so."""
        end, noted = database.end(self._db), self._note.read()
        missing = 0 if noted is None else noted.event - end.id
        if missing <= 0:
            return end
        copy = self.folder / time.strftime(COPY_NAME, time.gmtime(self._wall_time()))
        private.make_folder(copy)
        for path in folders.identities(self.folder):
            shutil.copyfile(path, copy / path.name)
            private.narrow(copy / path.name)
        self._db.close()  # POSIX drops SQLite's lock when the copied file is closed
        self._db = database.connect(self.folder)
        self.loss = JournalError(
            f"{self.folder / FILE_NAME} was damaged: of the last events, {missing} are missing; the game goes on from what is there, "
            f"and the files as they were found lie in {copy}",
            "events-lost",
            number=missing,
            folder=str(copy),
        )
        self._note_end(end)
        return end

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the journal is of no use afterwards."""
        with self._lock:
            self._db.close()
            self._note.close()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time; whatever fails becomes a `JournalError`."""
        with self._lock:
            try:
                yield self._db
            except JournalError:
                raise
            except FAILURES as error:
                raise explain(error, self.folder) from error
            except ValueError as error:  # the clock's note is closed
                raise JournalError(CLOSED) from error

    def _check_there(self) -> None:
        """Checks that the files are those that were opened.

        Deleted files can still be written to, and are gone at the end.

        Raises:
            JournalError: they are not.
        """
        for path, identity in self._identities.items():
            with suppress(OSError):
                if folders.identity(path) == identity:
                    continue
            raise gone(self.folder)

    @property
    def is_there(self) -> bool:
        """Whether the files are those that were opened."""
        with suppress(JournalError):
            self._check_there()
            return True
        return False

    def move(self, folder: Path) -> None:
        """Writes every event into a new journal in `folder`, and goes on with that one.

        Deleted files can be read until they are closed.

        Raises:
            JournalError: there is a journal already, or it cannot be written; then the journal is the one that it was,
                and nothing of a new one is left.
        """
        with self._lock:
            try:
                if (folder / FILE_NAME).exists():
                    raise JournalError(f"{folder} has a journal already")
                with folders.made_for(folder), ExitStack() as opened:
                    db = opened.enter_context(closing(database.connect(folder)))
                    database.prepare(db)
                    database.copy(self._db, db, self._end)
                    note = opened.enter_context(closing(ClockNote(folder / CLOCK_NAME)))
                    identities = folders.identities(folder)
                    opened.pop_all()
            except FAILURES as error:
                raise explain(error, folder) from error
            past = self._db, self._note
            self.folder, self._db, self._note, self._identities = folder, db, note, identities
            self._note_end(self._end)
            for each in past:
                with suppress(*FAILURES):  # their disk may be gone
                    each.close()

    @contextmanager
    def removing(self, first: int, last: int) -> Iterator[None]:
        """Leaves of the events from `first` to `last` what keeps the chain whole, once the context ends well.

        In the context they are gone already, so that it can be tried what is left; where it raises, nothing has changed. The last event is
        to be the tombstone that names them, else they count as altered. No other thread may use the journal meanwhile.
        """
        with self._changing() as db:
            database.blank(db, first, last)
            yield

    @contextmanager
    def restoring(self, rows: Iterable[Row]) -> Iterator[None]:
        """Puts back what removed events said, once the context ends well; likewise.

        Raises:
            JournalError: one of them is there, and says something else.
        """
        with self._changing() as db:
            for row in rows:
                there = next(iter(database.rows(db, row.id, 1)), None)
                if there == row:
                    continue
                if there is None or there.kind != REMOVED or there.link != row.link:
                    raise JournalError(f"{self.folder} has a journal of other events: name an empty folder with --data")
                database.put_back(db, row)
            yield

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        try:
            with database.changing(self._db):
                yield self._db
        except FAILURES as error:
            raise explain(error, self.folder) from error
        finally:
            self._end = database.end(self._db)
            self._note_end(self._end)

    def append(self, kind: str, data: Mapping[str, Any]) -> StoredEvent:
        """Writes an event to the disk and returns it as recorded."""
        text = text_of(data)
        with self._using() as db:
            number, now = self._end.id + 1, self._wall_time()
            row = Row(number, now, kind, text, link(self._end.link, number, now, kind, text))
            self._check_there()
            database.insert(db, row)
            self._check_there()
            self._identities = folders.identities(self.folder) | self._identities  # the first event makes a log
            self._end = End(row.id, row.link)
            self._note_end(self._end)
        return StoredEvent(number, now, kind, json.loads(text))

    def _note_end(self, end: End) -> None:
        """Notes in a second place how many events there are, so that it is noticed if some are missing."""
        with suppress(OSError, ValueError):  # the event is on the disk without it
            self._note.write(Beat(end.id, 0.0))

    def events(self) -> list[StoredEvent]:
        """Every event from the first to the last."""
        return list(self.since(1))

    def since(self, first: int, last: int | None = None) -> Iterator[StoredEvent]:
        """The events from the number `first` on, up to `last` where that is given, a few at a time."""
        with self._using() as db:
            before = database.end(db, before=first).link
        while True:
            with self._using() as db:
                rows = database.rows(db, first, AT_A_TIME)
            for row in rows:
                if last is not None and row.id > last:
                    return
                yield self._event(row, before)
                before, first = row.link, row.id + 1
            if len(rows) < AT_A_TIME:
                return

    def briefly(self, first: int, last: int, blank: Mapping[str, Any]) -> Iterator[StoredEvent]:
        """The events from `first` to `last`, a few at a time, with what is `blank` in place of what some of their fields hold.

        Most of a journal is what was read from photos, and is left in the file. The chain of events (`journal.chain`)
        is not checked.
        """
        paths = [f"$.{name}" for name in blank]
        while True:
            with self._using() as db:
                rows = database.brief_rows(db, first, last, AT_A_TIME, paths)
            for number, at, kind, data in rows:
                yield StoredEvent(number, at, kind, {**blank, **json.loads(data)})
                first = number + 1
            if len(rows) < AT_A_TIME:
                return

    def last(self, kind: str) -> StoredEvent | None:
        """The last event of a kind; None where there is none."""
        return next(iter(self.newest([kind], 1)), None)

    def newest(self, kinds: Sequence[str], most: int) -> list[StoredEvent]:
        """The last events of these kinds, the newest first, `most` at most."""
        with self._using() as db:
            numbers = database.newest(db, kinds, most)
        return [event for number in numbers if (event := self.event(number)) is not None]

    def about(self, kind: str, press: int) -> StoredEvent | None:
        """The last event of a kind that is about the turn that the event `press` ended; None where there is none."""
        with self._using() as db:
            number = database.about(db, kind, press)
        return None if number is None else self.event(number)

    def after_pauses(self, kind: str, seconds: float, beside: Sequence[str] = ()) -> list[int]:
        """The numbers of the events of a kind that nothing but events `beside` it preceded within `seconds`.

        They are in ascending order.
        """
        with self._using() as db:
            return database.after_pauses(db, kind, seconds, beside)

    def edges(self, kind: str) -> list[int]:
        """The numbers, ascending, of events that are of a kind, or follow one that is, but not both."""
        with self._using() as db:
            return database.edges(db, kind)

    @property
    def last_event(self) -> int:
        """The number of the last event; 0 before the first."""
        return self._end.id

    def event(self, number: int) -> StoredEvent | None:
        """The event of that number; None where there is none."""
        with self._using() as db:
            rows, before = database.rows(db, number, 1), database.end(db, before=number)
        return self._event(rows[0], before.link) if rows and rows[0].id == number else None

    @property
    def head(self) -> bytes | None:
        """The link of the last event; None where it has none, and before the first."""
        return self._end.link

    def link(self, number: int) -> bytes | None:
        """The link of an event in the chain (`journal.chain`); None where it has none, or there is no such event."""
        with self._using() as db:
            found = database.end(db, before=number + 1)
        return found.link if found.id == number else None

    def _event(self, row: Row, before: bytes | None) -> StoredEvent:
        """The event in a row, if it says what was written, or is one that the owner removed."""
        if row.link is not None and row.kind != REMOVED and row.link != link(before, *row[:4]):
            raise damaged(self.folder, f"event {row.id} is not as it was written")
        try:
            return StoredEvent(row.id, row.time, row.kind, json.loads(row.data))
        except (ValueError, TypeError, RecursionError) as error:
            raise damaged(self.folder, f"event {row.id}: {error}") from error

    def note_beat(self, beat: Beat) -> None:
        """Notes how far the turn clock has come, in place of the last such note.

        A note that an event has overtaken is dropped: the one that is there says how many events there are.
        """
        with self._using():
            self._check_there()
            if beat.event >= self._end.id:
                self._note.write(beat)

    def last_beat(self) -> Beat | None:
        """The last note of the turn clock; None where there is none, or no time had run by then."""
        with self._using() as db:
            beat = self._note.read() or database.beat(db)
        return beat if beat is not None and beat.elapsed else None

    def keep_photo(self, jpeg: bytes) -> str:
        """Keeps an encoded photo and returns its name, made from its content: the same photo is kept once.

        On a disk that is all but full (`photos.FLOOR`) it is named and not kept, and `lean` says so until one is kept again.
        """
        return self._keep(photos.name_of(jpeg), jpeg)

    def keep_clip(self, content: bytes) -> str:
        """Keeps a clip, a ZIP of JPEG frames, and returns its name, likewise."""
        return self._keep(photos.name_of(content, ".zip"), content)

    def _keep(self, name: str, content: bytes) -> str:
        """Writes a photo or clip of that name, unless it is there, if the disk has room."""
        path = photos.path_of(self.folder, name)
        if path.exists():
            return name
        self._check_there()
        try:
            has_room = photos.has_room(self.folder)
            self.lean = None if has_room else lean(self.folder)
            if has_room:
                photos.write(path, content)
        except OSError as error:
            raise explain(error, self.folder) from error
        return name

    def delete_photos(self, days: int) -> None:
        """Deletes the photos and clips that are older than so many days; the events stay."""
        photos.delete_before(self.folder, self._wall_time() - days * 86400)

    def file(self, name: str) -> Path | None:
        """Where the photo or clip lies that an event names; None where there is none."""
        path = photos.path_of(self.folder, name)
        return path if path.is_file() else None

    def photo(self, name: str) -> Path | None:
        """Where the photo called `name` lies, or None where there is none; the name may come from anybody."""
        return self.file(name) if photos.is_name(name) else None
