"""The photos that events name: files beside the journal, named by their content, so that each is kept once."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from files import atomic, private
from journal.folders import PHOTO_FOLDER

_NAME = re.compile(r"[0-9a-f]{64}\.jpg")


def name_of(jpeg: bytes) -> str:
    """The name of a photo: the SHA-256 of its file."""
    return hashlib.sha256(jpeg).hexdigest() + ".jpg"


def is_name(name: str) -> bool:
    """Whether `name_of` may have given that name; it may come from anybody."""
    return _NAME.fullmatch(name) is not None


def path_of(folder: Path, name: str) -> Path:
    """Where the photo of that name lies, or would lie, in the folder of a journal."""
    return folder / PHOTO_FOLDER / name[:2] / name


def clip_of(folder: Path, press: int) -> Path:
    """Where the clip of the turn that the event `press` ended lies, or would lie: a ZIP of JPEG frames."""
    return folder / PHOTO_FOLDER / "clips" / f"{press}.zip"


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
