"""Files that are there as a whole or not at all, so that a training that is stopped can go on from what it finds."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write the file `path`, which takes its own name once everything is written; makes its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    yield partial
    partial.replace(path)


def keep_only_if_from(target: Path, sources: Iterable[Path]) -> None:
    """Deletes the file or folder `target` where it was made from other contents of `sources` than they have now.

    To be called before what is missing of `target` is made; a file beside it says what it is made from.
    """
    digest = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in sorted(sources)))
    mark = target.with_name(f"{target.name}.from")
    if target.exists() and not (mark.exists() and mark.read_text() == digest.hexdigest()):
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink()
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(digest.hexdigest())
