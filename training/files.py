"""Files that are there as a whole or not at all, so that a training that is stopped can go on from what it finds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write the file `path`, which takes its own name once everything is written; makes its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    yield partial
    partial.replace(path)
