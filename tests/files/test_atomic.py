"""A file is written whole, or stays as it was."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from files import atomic


def test_a_file_is_written_and_its_folder_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.toml"
    atomic.write(path, b"one")
    atomic.write(path, b"two")
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("a.toml", b"two")]


def test_what_cannot_be_written_is_named_and_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"one")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        atomic.write(path, b"two")
    assert (refused.value.errno, refused.value.filename) == (errno.ENOSPC, str(path))
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.toml", b"one")]


def test_what_lies_under_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileExistsError) as refused:
        atomic.write(tmp_path / "file" / "a.toml", b"one")
    assert refused.value.filename == str(tmp_path / "file" / "a.toml")
