"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def unwritable(error: OSError) -> str:
    """The line that tells a user of a file that `write` could not write."""
    return f"{error.filename} cannot be written ({error.strerror}): check the disk and its permissions"


def write(path: Path, content: bytes) -> None:
    """Writes `content` to `path`: whole or not at all, even if the power fails in between.

    Its folder is made where it is missing.

    Raises:
        OSError: it cannot be written; `path` is its ``filename``.
    """
    with writing(path) as file:
        file.write(content)


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write what `path` is to hold: it does once the context ends well, and else is as it was.

    Its folder is made where it is missing.

    Raises:
        OSError: it cannot be written; `path` is its ``filename``.
    """
    part: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, suffix=".part", delete=False) as file:
            part = Path(file.name)
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
