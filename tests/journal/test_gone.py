"""A journal whose files are taken away while it is in use acknowledges nothing, and can be written anew."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from journal import FILE_NAME, Beat, Journal, JournalError, database, folders


def test_what_is_written_into_deleted_files_is_not_acknowledged(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        journal.append("kept", {})
        shutil.rmtree(tmp_path / "data")
        with pytest.raises(JournalError, match="was deleted, moved or its disk taken away: put it back") as caught:
            journal.append("lost", {})
        assert (caught.value.code, caught.value.values["folder"]) == ("gone", str(tmp_path / "data"))
        with pytest.raises(JournalError, match="was deleted"):
            journal.note_beat(Beat(1, 2.0))
        with pytest.raises(JournalError, match="was deleted"):
            journal.keep_photo(b"jpeg")


def test_a_log_that_is_deleted_is_missed_too(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("kept", {})
        (tmp_path / f"{FILE_NAME}-wal").unlink()
        with pytest.raises(JournalError, match="was deleted"):
            journal.append("lost", {})


def test_a_folder_that_is_put_back_is_written_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        journal.append("kept", {})
        (tmp_path / "data").rename(tmp_path / "away")
        assert not journal.is_there
        (tmp_path / "away").rename(tmp_path / "data")
        journal.append("kept too", {})
    with Journal(tmp_path / "data") as journal:
        assert [event.kind for event in journal.events()] == ["kept", "kept too"]


def test_a_deleted_journal_is_written_anew_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        first = journal.append("kept", {"seconds": 1})
        shutil.rmtree(tmp_path / "data")
        with pytest.raises(JournalError):
            journal.append("lost", {})
        journal.move(tmp_path / "data")
        second = journal.append("kept too", {})
        assert journal.photo(journal.keep_photo(b"jpeg")) is not None
    with Journal(tmp_path / "data") as journal:
        assert (journal.events(), journal.loss) == ([first, second], None)


def test_no_other_journal_is_written_over(tmp_path: Path) -> None:
    Journal(tmp_path / "other").close()
    with Journal(tmp_path / "data") as journal, pytest.raises(JournalError, match="has a journal already"):
        journal.move(tmp_path / "other")


@pytest.mark.parametrize("others", [[], ["letter.txt"]], ids=["no folder", "a folder with something in it"])
def test_what_fails_to_be_written_anew_leaves_nothing_in_the_way_of_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: list[str]
) -> None:
    folder, copy = tmp_path / "stick" / "data", database.copy

    def copy_and_fail(source: sqlite3.Connection, target: sqlite3.Connection, last: database.End) -> None:
        copy(source, target, last)
        raise OSError("the stick is pulled out")

    with Journal(folder) as journal:
        first = journal.append("kept", {})
        shutil.rmtree(tmp_path / "stick")
        for name in others:
            folder.mkdir(parents=True)
            (folder / name).touch()
        before = sorted(tmp_path.rglob("*"))
        monkeypatch.setattr(database, "copy", copy_and_fail)
        with pytest.raises(JournalError, match="pulled out"):
            journal.move(folder)
        with pytest.raises(JournalError, match="pulled out"):
            journal.move(folders.fresh(tmp_path))
        assert sorted(tmp_path.rglob("*")) == before
        monkeypatch.undo()
        journal.move(folder)
        assert journal.events() == [first]
