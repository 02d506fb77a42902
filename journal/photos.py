"""The photos and clips that events name: files beside the journal, named by their content, so that each is kept once, and no other passes for it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from files import atomic, private
from journal.folders import PHOTO_FOLDER

_NAME = re.compile(r"[0-9a-f]{64}\.jpg")
_ANY_NAME = re.compile(r"[0-9a-f]{64}\.[0-9a-z]+")

FLOOR = 500_000_000
"""Free bytes of the disk below which no photo and no clip is kept: the game itself needs few."""


def has_room(folder: Path) -> bool:
    """Whether the disk of a journal has more than `FLOOR` left."""
    return shutil.disk_usage(folder).free > FLOOR


def name_of(content: bytes, suffix: str = ".jpg") -> str:
    """The name of a photo, or with another suffix of a clip: the SHA-256 of its file."""
    return hashlib.sha256(content).hexdigest() + suffix


def is_name(name: str) -> bool:
    """Whether that may be the name of a photo; it may come from anybody."""
    return _NAME.fullmatch(name) is not None


def names_in(text: str) -> list[str]:
    """The names of photos and clips that the particulars of an event name."""
    return _ANY_NAME.findall(text)


def path_of(folder: Path, name: str) -> Path:
    """Where the photo or clip of that name lies, or would lie, in the folder of a journal."""
    return folder / PHOTO_FOLDER / name[:2] / name


def is_whole(name: str, content: bytes) -> bool:
    """Whether that is the content of a photo or clip of that name, as it was kept."""
    return hashlib.sha256(content).hexdigest() == Path(name).stem


def delete_before(folder: Path, when: float) -> None:
    """Deletes the photos and clips that were kept before that moment, seconds since 1970-01-01 UTC; what cannot be deleted stays."""
    for path in (folder / PHOTO_FOLDER).glob("*/*"):
        with suppress(OSError):
            if _ANY_NAME.fullmatch(path.name) and path.stat().st_mtime < when:
                path.unlink()


def put(folder: Path, name: str, content: bytes) -> bool:
    """Writes a photo or clip into the folder of a journal, unless it is there; returns whether the content is that of the name, else nothing is written.

    Raises:
        OSError: it could not be written for certain.
    """
    path, whole = path_of(folder, name), is_whole(name, content)
    if whole and not path.exists():
        write(path, content)
    return whole


def write(path: Path, jpeg: bytes) -> None:
    """Writes a photo or clip, whole or not at all; it is on the disk when this returns.

    Raises:
        OSError: it could not be written for certain.
    """
    private.make_folder(path.parent)
    atomic.write(path, jpeg)
    _sync_folder(path.parent)
    _sync_folder(path.parent.parent)


def _sync_folder(folder: Path) -> None:
    """Makes a new file's name as durable as its content; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
