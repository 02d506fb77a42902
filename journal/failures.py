"""What goes wrong with a journal, in one line that says how to mend it."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path
from textwrap import shorten

from journal.events import JournalError

FILE_NAME = "journal.sqlite3"

CLOSED = "the journal is closed: start tileref again"

LONGEST_REASON = 100
"""Maximum letters of what SQLite says of a damaged file: it may show what it could not read."""

_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_BARRED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_UNREADABLE = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_OF_CONTENT = {*_UNREADABLE, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH}
"""SQLite's error codes by what is the matter; with the last, the file does not hold what it should."""

FAILURES = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What SQLite and the system raise; `UnicodeDecodeError` where SQLite would show something unreadable that is no
text."""


def explain(
    error: sqlite3.Error | OSError | UnicodeDecodeError, folder: Path, *, opening: bool = False
) -> JournalError:
    """The `JournalError` for `error`, one of `FAILURES` met in the journal of `folder`.

    While a journal is `opening`, nothing is recorded yet and nobody has pressed: another folder can be chosen.
    """
    code, number = getattr(error, "sqlite_errorcode", None), getattr(error, "errno", None)
    code = None if code is None else code & 0xFF  # the primary one
    if code == sqlite3.SQLITE_FULL or number in {errno.ENOSPC, errno.EDQUOT}:
        return JournalError(
            f"the disk with {folder} is full: free some space and press again; what is recorded is kept", "disk-full"
        )
    if code in _IN_USE:
        return JournalError(
            f"{folder} is in use by another tileref: close that one or choose another folder with --data"
        )
    if code in _BARRED or number in {errno.EACCES, errno.EPERM, errno.EROFS}:
        line = f"{folder} cannot be written: allow it or choose another folder with --data"
        return JournalError(line, "barred", folder=str(folder))
    if number in {errno.ENOTDIR, errno.EEXIST}:
        return JournalError(f"{folder} is no folder: choose another with --data")
    if code in _OF_CONTENT or (code is None and not isinstance(error, OSError)):
        is_closed = isinstance(error, sqlite3.ProgrammingError)
        return JournalError(CLOSED) if is_closed else damaged(folder, str(error))
    why = getattr(error, "strerror", None) or error
    line = f"{folder} cannot be written ({why}): check the disk"
    mend = "or choose another folder with --data" if opening else "and press again; what is recorded is kept"
    return JournalError(f"{line} {mend}", "disk", folder=str(folder))


def damaged(folder: Path, why: str) -> JournalError:
    """The error for a journal in which `why` was found; nothing in it is changed."""
    path = folder / FILE_NAME
    line = shorten(
        "".join(letter if letter.isprintable() else " " for letter in why), LONGEST_REASON, placeholder=" ..."
    )
    return JournalError(f"{path} is damaged ({line}): {salvaging(path)}")


def salvaging(path: Path) -> str:
    """How to get at what is left in the journal file `path`."""
    return f"tileref journal salvage {path} takes what can be read into a new journal"


def lean(folder: Path) -> JournalError:
    """What is told while no photo is kept since the disk is all but full."""
    line = f"the disk with {folder} is all but full: the game goes on and is recorded, without photos and clips until some space is free"
    return JournalError(line, "lean")


def gone(folder: Path) -> JournalError:
    """The error for a journal in use whose files are not where they were."""
    return JournalError(
        f"{folder} was deleted, moved or its disk taken away: put it back and press again, or have the game kept elsewhere (on the page)",
        "gone",
        folder=str(folder),
    )


def barred(path: Path) -> JournalError:
    """The error for a file or folder that this program may not write, with the reason for that."""
    if os.name == "posix" and os.statvfs(path).f_flag & os.ST_RDONLY:
        why = "its disk is mounted to be read only"
    else:
        why = f"its mode is {stat.S_IMODE(path.stat().st_mode):04o}"
    line = f"{path} cannot be written ({why}): allow it or choose another folder with --data"
    return JournalError(line, "barred", folder=str(path))
