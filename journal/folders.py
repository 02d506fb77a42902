"""The folder of a journal: its files, for their owner alone, and what else tileref keeps beside them.

What may not be written is a `JournalError` that names it, whatever else the system refuses an `OSError`.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from files import private
from journal.failures import FILE_NAME, barred

PHOTO_FOLDER = "photos"
CLOCK_NAME = "clock"
LOG_NAME = f"{FILE_NAME}-wal"
FILES = (FILE_NAME, LOG_NAME, f"{FILE_NAME}-shm", CLOCK_NAME)
"""The files of a journal: SQLite's three, and the note of the turn clock."""

KEPT_NAME = "tileref-kept-%Y%m%d-"
"""How the name of a folder begins in which a journal is kept that cannot be written where it was; by the day in UTC."""

_OTHERS = frozenset({"table.toml", "editions", "tls", "guests.json", "imported", PHOTO_FOLDER})
"""What else tileref keeps in the folder of a journal."""


def make(folder: Path) -> None:
    """Makes the folder and what is missing in it, for its owner alone."""
    private.make_folder(folder)
    _check_rights(folder)
    private.make_folder(folder / PHOTO_FOLDER)
    for name in (FILE_NAME, CLOCK_NAME):
        private.make_file(folder / name)
    _narrow(folder)


@contextmanager
def made_for(folder: Path) -> Iterator[None]:
    """Makes the folder as `make` does, for a journal that is not there yet.

    Where that or the context fails, all that was made is removed, so that it may be tried again.
    """
    files, kept = [folder / name for name in FILES], folder / PHOTO_FOLDER
    missing = [path for path in (*files, kept, folder, *folder.parents) if not path.exists()]
    try:
        make(folder)
        yield
    except BaseException:
        for path in missing:
            with suppress(OSError):  # what was not made, or holds something else by now
                path.unlink() if path in files else shutil.rmtree(path) if path == kept else path.rmdir()
        raise


def fresh(parent: Path) -> Path:
    """A folder in `parent` for a journal to be kept in, under a name that nothing has there; it is not made."""
    return parent / (time.strftime(KEPT_NAME, time.gmtime()) + secrets.token_hex(8))


def _check_rights(folder: Path) -> None:
    """Checks that every file and folder may be written, and names the one that may not.

    SQLite would call that an error of the disk.
    """
    for path in (folder, *(folder / name for name in FILES), folder / PHOTO_FOLDER):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)):
            raise barred(path)


def _narrow(folder: Path) -> None:
    """Takes the rights of others away from what earlier versions wrote.

    The folder itself is narrowed only where nothing else lies in it.
    """
    for name in FILES:
        if (folder / name).exists():
            private.narrow(folder / name)
    private.narrow_tree(folder / PHOTO_FOLDER)
    ours = {*FILES, *_OTHERS}
    if all(path.name in ours or path.name.startswith("damaged-") for path in folder.iterdir()):
        private.narrow(folder)


def identities(folder: Path) -> dict[Path, tuple[int, int]]:
    """The files that hold the events, the write-ahead log where there is one, each with its `identity`."""
    return {path: identity(path) for path in (folder / FILE_NAME, folder / LOG_NAME) if path.exists()}


def identity(path: Path) -> tuple[int, int]:
    """Tells a file from others of the same name, as long as one of them is open."""
    found = path.stat()
    return found.st_dev, found.st_ino
