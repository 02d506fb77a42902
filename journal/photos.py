"""The photos that events name: files beside the journal, named by their content, so that each is kept once."""

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
_CLIP = re.compile(r"[1-9][0-9]{0,9}\.zip")


FLOOR = 500_000_000
"""Free bytes of the disk below which no photo and no clip is kept: the game itself needs few."""


def has_room(folder: Path) -> bool:
    """Whether the disk of a journal has more than `FLOOR` left."""
    return shutil.disk_usage(folder).free > FLOOR


def name_of(jpeg: bytes) -> str:
    """The name of a photo: the SHA-256 of its file."""
    return hashlib.sha256(jpeg).hexdigest() + ".jpg"


def is_name(name: str) -> bool:
    """Whether `name_of` may have given that name; it may come from anybody."""
    return _NAME.fullmatch(name) is not None


def names_in(text: str) -> list[str]:
    """The names of files beside the journal, photos and others, that the particulars of an event name."""
    return _ANY_NAME.findall(text)


def path_of(folder: Path, name: str) -> Path:
    """Where the photo of that name lies, or would lie, in the folder of a journal."""
    return folder / PHOTO_FOLDER / name[:2] / name


def clip_of(folder: Path, press: int) -> Path:
    """Where the clip of the turn that the event `press` ended lies, or would lie: a ZIP of JPEG frames."""
    return folder / PHOTO_FOLDER / "clips" / f"{press}.zip"


def is_kept(name: str) -> bool:
    """Whether this is the name of a photo or clip, or of what else an event names, and not anybody's."""
    return _ANY_NAME.fullmatch(name) is not None or _CLIP.fullmatch(name) is not None


def delete_before(folder: Path, when: float) -> None:
    """Deletes the photos and clips that were kept before that moment, seconds since 1970-01-01 UTC; what cannot be deleted stays."""
    for path in (folder / PHOTO_FOLDER).glob("*/*"):
        with suppress(OSError):
            if is_kept(path.name) and path.stat().st_mtime < when:
                path.unlink()


def put(folder: Path, name: str, content: bytes) -> None:
    """Writes a photo or clip into the folder of a journal, unless it is there; of a photo, if its name is that of this content.

    Raises:
        OSError: it could not be written for certain.
    """
    is_clip = _CLIP.fullmatch(name) is not None
    path = clip_of(folder, int(Path(name).stem)) if is_clip else path_of(folder, name)
    if not path.exists() and (is_clip or hashlib.sha256(content).hexdigest() == path.stem):
        write(path, content)


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
