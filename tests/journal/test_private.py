"""Nobody but the user may read a journal, and where that user may not write it, the true reason is told."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from journal import FILE_NAME, Journal, JournalError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")

NOBODY = 65534


def modes(folder: Path) -> set[int]:
    """The modes of everything in a folder, and its own."""
    return {path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that a user without rights may enter, and owns where the tests are run with all rights."""
    path = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    yield path
    path.chmod(0o700)
    shutil.rmtree(path)


def without_rights(act: Callable[[], str]) -> str:
    """What `act` answers in a process for which modes count, as they do not for root."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            os.write(writing, act().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        text = answer.read().decode()
    os.waitpid(child, 0)
    return text


def refusal(folder: Path) -> str:
    """Why a journal there cannot be opened."""
    try:
        Journal(folder).close()
    except JournalError as error:
        return str(error)
    return "opened"


def test_all_that_is_written_is_the_users_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Journal(tmp_path / "new" / "data") as journal:
            journal.append("turn-ended", {})
            journal.keep_photo(b"jpeg")
            assert modes(tmp_path / "new") == {0o700, 0o600}
    finally:
        os.umask(before)


def test_what_an_earlier_version_left_open_to_all_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Journal(folder) as journal:
        journal.keep_photo(b"jpeg")
    (folder / "guests.json").write_text("[]")
    (folder / "guests.json").chmod(0o600)
    for path in (folder, *folder.glob("*.sqlite3*"), folder / "photos", *folder.glob("photos/**/*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with Journal(folder):
        assert modes(folder) == {0o700, 0o600}


def test_a_folder_with_other_things_in_it_stays_open_to_whom_it_was(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").chmod(0o644)
    Journal(tmp_path).close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "letter.txt").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("name", "mode"), [(FILE_NAME, 0o400), ("photos", 0o500), (".", 0o500)])
def test_what_may_not_be_written_is_named_with_its_mode(folder: Path, name: str, mode: int) -> None:
    assert without_rights(lambda: refusal(folder)) == "opened"
    (folder / name).chmod(mode)
    line = f"{folder / name} cannot be written (its mode is {mode:04o}): allow it or choose another folder with --data"
    assert without_rights(lambda: refusal(folder)) == line
