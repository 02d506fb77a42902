"""The SQLite file of a journal: its tables, how it is opened, and what it is written with.

What cannot be read or written is a `sqlite3.Error`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from journal.events import REMOVED, TOMBSTONE, Beat, JournalError
from journal.failures import FILE_NAME, salvaging

APPLICATION_ID = 0x54494C45
""""TILE", so that file(1) and this program know the file."""
FORMAT = 2
"""Version of the file's format; since 2, events bear the links of a chain (`journal.chain`)."""

LOCK_WAIT = 1.0
"""Seconds to wait for another program that is about to close the file."""

_WITH_LINK = "ALTER TABLE event ADD COLUMN link BLOB;"

_GUARD = """
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
"""

_TABLES = """
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL CHECK (json_valid(data))
) STRICT;
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
"""The tables of a new file; `beat` is where the first version noted the turn clock."""


BLANK = '{"clock":{"was":0.0,"spent":0.0,"running":false}}'
"""The particulars of an event that its owner removed: the turn clock of no game."""


class Row(NamedTuple):
    """An event as the file has it."""

    id: int
    time: float
    kind: str
    data: str
    link: bytes | None
    """The event's link in the chain; None where an earlier version wrote it."""


class End(NamedTuple):
    """The last event of a journal."""

    id: int = 0
    link: bytes | None = None


def connect(folder: Path) -> sqlite3.Connection:
    """Opens the file for this program alone and changes nothing in it; it may be empty.

    Raises:
        JournalError: it is no journal of tileref, or of a newer version.
        sqlite3.Error: it is in use, damaged, or cannot be read.
    """
    path = folder / FILE_NAME
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=LOCK_WAIT)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA synchronous = FULL")
        _check_ours(db, path)
        db.execute("BEGIN IMMEDIATE")  # takes the lock now, so that a second program is told so before its game starts
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _check_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raises `JournalError` for a file that is no journal, or one that this version does not know."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if not is_empty(db) and application != APPLICATION_ID:
        line = f"{path} is no journal of tileref: choose another folder with --data"
        raise JournalError(f"{line}; if it was one, {salvaging(path)}")
    if version > FORMAT:
        line = f"{path} was written by a newer tileref: update this one"
        raise JournalError(f"{line}; if that cannot be, {salvaging(path)}")


def is_empty(db: sqlite3.Connection) -> bool:
    """Whether nothing has been written to the file yet."""
    (tables,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return bool(tables == 0 and version == 0)


def prepare(db: sqlite3.Connection) -> None:
    """Makes the tables of an empty file, and brings those of an earlier version up to this one."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT};"
    if is_empty(db):
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} {_GUARD} {_WITH_LINK} {marks} COMMIT;")
    elif version < FORMAT:
        db.executescript(f"BEGIN IMMEDIATE; {_WITH_LINK} {marks} COMMIT;")
    db.execute("PRAGMA journal_mode = WAL")


def insert(db: sqlite3.Connection, row: Row) -> None:
    """Writes an event; it is on the disk on return, unless a transaction is open."""
    db.execute("INSERT INTO event (id, time, kind, data, link) VALUES (?, ?, ?, ?, ?)", row)


def rows(db: sqlite3.Connection, first: int, most: int) -> list[Row]:
    """The events from the number `first` on, `most` at most."""
    found = db.execute("SELECT id, time, kind, data, link FROM event WHERE id >= ? ORDER BY id LIMIT ?", (first, most))
    return [Row(*row) for row in found]


def brief_rows(
    db: sqlite3.Connection, first: int, last: int, most: int, paths: Sequence[str]
) -> list[tuple[int, float, str, str]]:
    """Number, time, kind and data of the events from `first` to `last`, `most` at most.

    What lies in the data under `paths`, such as ``$.reading``, is left out.
    """
    marks = ", ".join("?" * len(paths))
    query = f"SELECT id, time, kind, json_remove(data, {marks}) FROM event WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"  # noqa: S608 - question marks
    return db.execute(query, (*paths, first, last, most)).fetchall()


def newest(db: sqlite3.Connection, kinds: Sequence[str], most: int) -> list[int]:
    """The numbers of the last events of these kinds, the newest first, `most` at most."""
    marks = ", ".join("?" * len(kinds))
    query = f"SELECT id FROM event WHERE kind IN ({marks}) ORDER BY id DESC LIMIT ?"  # noqa: S608 - question marks
    return [number for (number,) in db.execute(query, (*kinds, most))]


def about(db: sqlite3.Connection, kind: str, press: int) -> int | None:
    """The number of the last event of a kind whose field `press` is that; such events come after it."""
    query = "SELECT max(id) FROM event WHERE id > ? AND kind = ? AND json_extract(data, '$.press') = ?"
    (number,) = db.execute(query, (press, kind, press)).fetchone()
    return None if number is None else int(number)


def after_pauses(db: sqlite3.Connection, kind: str, seconds: float, beside: Sequence[str]) -> list[int]:
    """The numbers, ascending, of events of a kind that nothing but events `beside` it preceded within `seconds`."""
    marks = ", ".join("?" * len(beside))
    pauses = f"SELECT id, kind, time - LAG(time) OVER (ORDER BY id) AS pause FROM event WHERE kind NOT IN ({marks})"  # noqa: S608 - question marks
    query = f"SELECT id FROM ({pauses}) WHERE kind = ? AND pause > ? ORDER BY id"  # noqa: S608 - no value of anybody's
    return [number for (number,) in db.execute(query, (*beside, kind, seconds))]


def beat(db: sqlite3.Connection) -> Beat | None:
    """How far the turn clock had come, as the first version noted it."""
    row = db.execute("SELECT event, elapsed FROM beat").fetchone()
    return Beat(*row) if row else None


def copy(source: sqlite3.Connection, target: sqlite3.Connection, last: End) -> None:
    """Writes the events of `source` up to the `last` into `target`, which has none; all of them or none."""
    target.execute("BEGIN IMMEDIATE")
    for row in source.execute("SELECT id, time, kind, data, link FROM event WHERE id <= ? ORDER BY id", (last.id,)):
        insert(target, Row(*row))
    target.execute("COMMIT")


@contextmanager
def changing(db: sqlite3.Connection) -> Iterator[None]:
    """A context in which events may be changed, all of what is changed or nothing.

    What is overwritten is then in the file no more, nor in its log.
    """
    db.execute("PRAGMA secure_delete = ON")
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("DROP TRIGGER event_is_not_changed")
        yield
        db.execute(_GUARD)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    with suppress(sqlite3.Error):  # the room is used again where the disk has none to give it back with
        db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def blank(db: sqlite3.Connection, first: int, last: int) -> None:
    """Leaves of the events from `first` to `last` number, time and link; tombstones stay as they are."""
    query = "UPDATE event SET kind = ?, data = ? WHERE id BETWEEN ? AND ? AND kind <> ?"
    db.execute(query, (REMOVED, BLANK, first, last, TOMBSTONE))


def put_back(db: sqlite3.Connection, row: Row) -> None:
    """Writes what an event said that was removed."""
    db.execute("UPDATE event SET kind = ?, data = ? WHERE id = ?", (row.kind, row.data, row.id))


def edges(db: sqlite3.Connection, kind: str) -> list[int]:
    """The numbers, ascending, of events that are of a kind, or follow one that is, but not both."""
    pairs = "SELECT id, kind = ? AS own, LAG(kind = ?, 1, 0) OVER (ORDER BY id) AS before FROM event"
    query = f"SELECT id FROM ({pairs}) WHERE own <> before ORDER BY id"  # noqa: S608 - no value of anybody's
    return [number for (number,) in db.execute(query, (kind, kind))]


def end(db: sqlite3.Connection, before: int | None = None) -> End:
    """The last event of the file, or the last whose number is less than `before`."""
    has_link = any(column[1] == "link" for column in db.execute("PRAGMA table_info(event)"))
    if is_empty(db):
        return End()
    limit = "" if before is None else f"WHERE id < {before:d}"
    row = db.execute(
        f"SELECT id, {'link' if has_link else 'NULL'} FROM event {limit} ORDER BY id DESC LIMIT 1"  # noqa: S608 - of our own words and a number
    ).fetchone()
    return End() if row is None else End(*row)
