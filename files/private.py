"""Files and folders that nobody but their owner may read, such as a journal.

It says who played with whom, and its photos show where. Windows keeps a home folder to its owner by other means; there,
nothing here changes a thing. What the system refuses is an `OSError`.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

FOLDER = 0o700
FILE = 0o600

_POSIX = os.name == "posix"


def make_folder(folder: Path) -> None:
    """Makes `folder`, and those above it that are missing, for its owner alone; leaves one that is there as it is."""
    if not folder.parent.is_dir():
        make_folder(folder.parent)
    folder.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Makes an empty file for its owner alone, where there is none."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE))


def narrow(path: Path) -> None:
    """Removes the rights of all but its owner to `path`, if it is this user's."""
    if not _POSIX:
        return
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077 and found.st_uid == os.geteuid():
        path.chmod(mode & ~0o077)


def narrow_tree(folder: Path) -> None:
    """Narrows `folder` and all that lies in it.

    Where nobody else may enter the folder, that has been done already, and nothing is looked at.
    """
    if not _POSIX or not folder.stat().st_mode & 0o077:
        return
    for path in folder.rglob("*"):
        narrow(path)
    narrow(folder)
