"""The journal on disk: one SQLite file of events, and the photos they name as files beside it."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from journal.events import Beat, Event, JournalError
from journal.pulse import Pulse

FILE_NAME = "journal.sqlite3"
PHOTO_FOLDER = "photos"
PULSE_NAME = "clock"

_APPLICATION_ID = 0x54494C45  # "TILE", so that file(1) and this program know the file
_FORMAT = 1

_SCHEMA = """
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL CHECK (json_valid(data))
) STRICT;
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER event_is_not_replaced BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM event WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'an event is never replaced'); END;
CREATE TABLE beat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL,
    elapsed REAL NOT NULL
) STRICT;
"""


class Journal:
    """An append-only record in a folder of its own; safe to use from several threads, held by one program at a time.

    An event is on the disk when `append` returns (write-ahead log, synchronous writes), a photo when `keep_photo` does.

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
        self._wall_time = wall_time
        self._lock = threading.Lock()
        try:
            (folder / PHOTO_FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _explain(error, folder) from error
        try:
            self._db = sqlite3.connect(folder / FILE_NAME, check_same_thread=False, isolation_level=None, timeout=1.0)
        except sqlite3.Error as error:
            raise _explain(error, folder) from error
        try:
            self._prepare()
            self._pulse = Pulse(folder / PULSE_NAME)
        except (sqlite3.Error, OSError) as error:
            self._db.close()
            raise _explain(error, folder) from error
        except JournalError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        """Sets how the file is written, makes the tables of a new file and checks those of an old one."""
        db = self._db
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA synchronous = FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if tables == 0 and version == 0:
            marks = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {_FORMAT};"
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {marks} COMMIT;")
        elif application != _APPLICATION_ID:
            raise JournalError(f"{self.folder / FILE_NAME} is no journal of tileref: choose another folder with --data")
        elif version > _FORMAT:
            raise JournalError(f"{self.folder / FILE_NAME} was written by a newer tileref: update this one")
        else:
            (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise sqlite3.DatabaseError(answer)
        db.execute("PRAGMA journal_mode = WAL")  # writes to the file, and so only to one of ours
        db.execute("BEGIN IMMEDIATE")  # takes the lock now, so that a second program is told so before its game starts
        db.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; the journal is of no use afterwards."""
        with self._lock:
            self._db.close()
            self._pulse.close()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time; what fails comes down to a `JournalError`."""
        with self._lock:
            try:
                yield self._db
            except sqlite3.ProgrammingError as error:
                raise JournalError("the journal is closed: start tileref again") from error
            except sqlite3.Error as error:
                raise _explain(error, self.folder) from error

    def append(self, kind: str, data: Mapping[str, Any]) -> Event:
        """Writes an event to the disk and returns it as recorded.

        Raises:
            JournalError: it could not be written; then the journal is as it was before.
        """
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        now = self._wall_time()
        with self._using() as db:
            cursor = db.execute("INSERT INTO event (time, kind, data) VALUES (?, ?, ?)", (now, kind, text))
        return Event(int(cursor.lastrowid or 0), now, kind, json.loads(text))

    def events(self) -> list[Event]:
        """Every event from the first to the last.

        Raises:
            JournalError: the file cannot be read.
        """
        with self._using() as db:
            rows = db.execute("SELECT id, time, kind, data FROM event ORDER BY id").fetchall()
        return [Event(number, when, kind, json.loads(text)) for number, when, kind, text in rows]

    def note_beat(self, beat: Beat) -> None:
        """Notes how far the turn clock has come, in place of the last such note.

        Raises:
            JournalError: it could not be written.
        """
        with self._lock:
            try:
                self._pulse.write(beat)
            except ValueError as error:
                raise JournalError("the journal is closed: start tileref again") from error
            except OSError as error:
                raise _explain(error, self.folder) from error

    def last_beat(self) -> Beat | None:
        """The last note of the turn clock, or None.

        Raises:
            JournalError: the file cannot be read.
        """
        with self._using() as db:
            row = db.execute("SELECT event, elapsed FROM beat").fetchone()  # where earlier versions noted it
        try:
            beat = self._pulse.read()
        except OSError as error:
            raise _explain(error, self.folder) from error
        return beat or (Beat(*row) if row else None)

    def keep_photo(self, jpeg: bytes) -> str:
        """Keeps an encoded photo and returns its name, made from its content: the same photo is kept once.

        Raises:
            JournalError: it could not be written for certain.
        """
        name = hashlib.sha256(jpeg).hexdigest() + ".jpg"
        path = self._photo(name)
        if path.exists():
            return name
        part = path.with_suffix(f".part{threading.get_ident()}")
        try:
            path.parent.mkdir(exist_ok=True)
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            _sync_folder(path.parent)
            _sync_folder(path.parent.parent)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise _explain(error, self.folder) from error
        return name

    def photo(self, name: str) -> Path | None:
        """Where the photo called `name` lies, or None where there is none."""
        stem, dot, ending = name.partition(".")
        if (
            len(stem) != hashlib.sha256().digest_size * 2
            or not set(stem) <= set("0123456789abcdef")
            or dot + ending != ".jpg"
        ):
            return None
        path = self._photo(name)
        return path if path.is_file() else None

    def _photo(self, name: str) -> Path:
        return self.folder / PHOTO_FOLDER / name[:2] / name


def _sync_folder(folder: Path) -> None:
    """Makes a new file's name as durable as its content; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _explain(error: OSError | sqlite3.Error, folder: Path) -> JournalError:
    """The one line for the user that `error` comes down to."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    number = error.errno if isinstance(error, OSError) else None
    if primary == sqlite3.SQLITE_FULL or number in {errno.ENOSPC, errno.EDQUOT}:
        return JournalError(
            f"the disk with {folder} is full: free some space and press again; what is recorded is kept", "disk-full"
        )
    if primary in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return JournalError(
            f"{folder} is in use by another tileref: close that one or choose another folder with --data"
        )
    if primary in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM} or number in {
        errno.EACCES,
        errno.EPERM,
        errno.EROFS,
    }:
        line = f"{folder} cannot be written: allow it or choose another folder with --data"
        return JournalError(line, "barred", folder=str(folder))
    if number in {errno.ENOTDIR, errno.EEXIST}:
        return JournalError(f"{folder} is no folder: choose another with --data")
    if primary in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT} or (
        primary is None and isinstance(error, sqlite3.Error)
    ):
        return JournalError(
            f"{folder / FILE_NAME} is damaged ({error}): move it elsewhere, keep it, and start again; the photos are untouched"
        )
    return JournalError(
        f"{folder} cannot be written ({error}): check the disk and press again; what is recorded is kept",
        "disk",
        folder=str(folder),
    )
