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
from journal.events import JournalError, StoredEvent
from journal.failures import FAILURES, FILE_NAME, explain
from journal.folders import CLOCK_NAME


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
        for number in range(1, last + 1):
            before, why = _best(carver, number, before)
            yield Found(number, *((None, why) if before is None else (_event(before), why, before.link)))


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
        if row.link is not None and known and row.link != link(before.link if before else None, *row[:4]):
            why = "it is not as it was written"
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
                before: bytes | None = None
                for event in events:
                    text = json.dumps(event.data, ensure_ascii=False, separators=(",", ":"))
                    before = link(before, event.id, event.time, event.kind, text)
                    database.insert(db, Row(event.id, event.time, event.kind, text, before))
                    count += 1
                db.execute("COMMIT")
            (Path(name) / FILE_NAME).rename(path)
    except FAILURES as error:
        raise explain(error, path.parent) from error
    return count
