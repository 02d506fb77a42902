"""Files are read within bounds of size and time."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from files import bounded
from files.bounded import open_within, read_within

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such pipes")


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe that nobody has written to yet, and a reader of little patience."""
    monkeypatch.setattr(bounded, "PATIENCE", 0.2)
    path = tmp_path / "pipe.jpg"
    os.mkfifo(path)
    return path


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 2048)
    assert read_within(path, 2048) == b"x" * 2048
    with pytest.raises(OSError, match="has more than 1 KiB"):
        read_within(path, 2047)


def test_a_device_without_an_end_is_left_at_the_bound() -> None:
    with pytest.raises(OSError, match="has more than 64 KiB"):
        read_within("/dev/zero", 65536)


def test_a_pipe_that_nobody_writes_to_is_given_up(pipe: Path) -> None:
    for read in (open_within, lambda path: read_within(path, 100)):
        with pytest.raises(TimeoutError, match="has not said everything"):
            read(pipe)


def test_a_pipe_that_never_ends_is_given_up(pipe: Path) -> None:
    keeper = os.open(pipe, os.O_RDWR)
    os.write(keeper, b"half a photo")
    with pytest.raises(TimeoutError, match="has not said everything"):
        read_within(pipe, 100)
    os.close(keeper)


def test_a_pipe_that_speaks_is_read_to_its_end(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "PATIENCE", 20.0)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"a turn",))
    writer.start()
    assert read_within(pipe, 100) == b"a turn"
    writer.join()


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_what_is_no_path_says_so(path: str) -> None:
    with pytest.raises(OSError, match="is no path of a file"):
        read_within(path, 1)


def test_what_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_within(tmp_path / "none", 1)
    with pytest.raises(IsADirectoryError) as refused:
        read_within(tmp_path, 1)
    assert refused.value.filename == str(tmp_path)
