"""What can be read of a damaged journal, and a new journal of it. Nothing that was damaged is changed."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from files import private
from journal import database
from journal.carve import Carver
from journal.chain import link
from journal.clock_note import ClockNote
from journal.database import Row
from journal.events import REMOVED, TOMBSTONE, JournalError, StoredEvent, text_of
from journal.failures import FAILURES, FILE_NAME, explain
from journal.folders import CLOCK_NAME

ALTERED = "it is not as it was written"

Removed = list[tuple[int, int]]
"""The first and the last event of each range that was removed."""


class Found(NamedTuple):
    """An event that was looked for."""

    number: int
    event: StoredEvent | None
    """The event; None where it could not be read, or fits no more (`live.salvage`)."""
    why: str = ""
    """Why it is lost; empty where it is not."""
    link: bytes | None = None
    """Its link in the chain of events (`journal.chain`); None where it has none, or is lost."""


def read(path: Path) -> Iterator[Found]:
    """Every event that a journal file had, from the first to the last, whether it can be read or not.

    Raises:
        JournalError: there is no such file, or it cannot be opened.
    """
    try:
        carver = Carver(path)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from error
    with carver:
        before: Row | None = None
        last = max(carver.last, _noted(path))
        removed: Removed | None = None
        for number in range(1, last + 1):
            before, why = _best(carver, number, before)
            if before is not None and before.kind == REMOVED:
                removed = _removed(carver, number, last) if removed is None else removed
                if not any(first <= number <= to for first, to in removed):
                    before, why = None, ALTERED
            yield Found(number, *((None, why) if before is None else (_event(before), why, before.link)))


def _removed(carver: Carver, first: int, last: int) -> Removed:
    """What the tombstones among the events from `first` to `last` say to be removed; whether they are whole shows where they are read."""
    rows = (row for number in range(first, last + 1) for row in carver.candidates(number) if row.kind == TOMBSTONE)
    told = (event.data for row in rows if (event := _event(row)) is not None)
    return [
        (data["first"], data["last"])
        for data in told
        if isinstance(data.get("first"), int) and isinstance(data.get("last"), int)
    ]


def _noted(path: Path) -> int:
    """The number of the last event, as was noted beside the file; 0 where nothing was."""
    clock = path.with_name(CLOCK_NAME)
    if not clock.is_file():
        return 0
    try:
        with closing(ClockNote(clock)) as note:
            beat = note.read()
    except OSError:
        return 0
    return 0 if beat is None else beat.event


def _best(carver: Carver, number: int, before: Row | None) -> tuple[Row | None, str]:
    """The row of an event, or why there is none.

    An event that an earlier version wrote bears no link, and a link cannot be checked after an event that is lost: such
    events are believed.
    """
    why = "it is not there any more"
    for row in carver.candidates(number):
        known = number == 1 or before is not None
        own = None if row.kind == REMOVED else row.link
        if own is not None and known and own != link(before.link if before else None, *row[:4]):
            why = ALTERED
        elif _event(row) is None:
            why = "its particulars cannot be read"
        else:
            return row, ""
    return None, why


def _event(row: Row) -> StoredEvent | None:
    """The event in a row; None where its particulars cannot be read."""
    try:
        data = json.loads(row.data)
    except (ValueError, RecursionError):
        return None
    return StoredEvent(row.id, row.time, row.kind, data) if isinstance(data, dict) else None


def write(events: Iterable[StoredEvent], path: Path) -> int:
    """Makes a journal file of events, which keep their numbers; returns how many they are.

    Raises:
        JournalError: there is a file of that name already, or it cannot be written.
    """
    return write_rows(_linked(events), path)


def _linked(events: Iterable[StoredEvent]) -> Iterator[Row]:
    before: bytes | None = None
    for event in events:
        text = text_of(event.data)
        before = link(before, event.id, event.time, event.kind, text)
        yield Row(event.id, event.time, event.kind, text, before)


def write_rows(rows: Iterable[Row], path: Path) -> int:
    """Makes a journal file of rows as they are; returns how many they are.

    Raises:
        JournalError: there is a file of that name already, or it cannot be written.
    """
    if path.exists():
        raise JournalError(f"{path} is there already: name another file with --to")
    count = 0
    try:
        private.make_folder(path.parent)
        with tempfile.TemporaryDirectory(prefix="salvage-", dir=path.parent) as name:
            private.make_file(Path(name) / FILE_NAME)
            with closing(database.connect(Path(name))) as db:
                database.prepare(db)
                db.execute("BEGIN")
                for row in rows:
                    database.insert(db, row)
                    count += 1
                db.execute("COMMIT")
            (Path(name) / FILE_NAME).rename(path)
    except FAILURES as error:
        raise explain(error, path.parent) from error
    return count
