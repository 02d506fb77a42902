"""Writes files whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from referee.errors import UserError

_FULL = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a disk that has no room left."""


class ProfileError(UserError):
    """A profile that cannot be used, read or written. The message is one line, fit for the user."""


def write(path: Path, content: bytes) -> None:
    """Writes `content` to `path`: whole or not at all, even if the power fails in between; its folder is made where it is missing.

    Raises:
        ProfileError: the file cannot be written.
    """
    part: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, suffix=".part", delete=False) as file:
            part = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        line = f"{path} cannot be written ({error.strerror}): check the disk and its permissions"
        raise ProfileError(line, "disk-full" if error.errno in _FULL else "disk", folder=str(path.parent)) from error
