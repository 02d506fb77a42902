"""The journal keeps what it was given, changes nothing, and says in one line when it cannot."""

from __future__ import annotations

import errno
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from journal import FILE_NAME, Beat, Journal, JournalError, database, folders

FIRST_VERSION = """
PRAGMA journal_mode = WAL;
CREATE TABLE event (id INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL CHECK (json_valid(data))) STRICT;
CREATE TABLE beat (one INTEGER PRIMARY KEY CHECK (one = 1), event INTEGER NOT NULL, elapsed REAL NOT NULL) STRICT;
INSERT INTO event (time, kind, data) VALUES (5, 'turn-ended', '{"seconds":1}');
PRAGMA application_id = 0x54494C45;
PRAGMA user_version = 1;
"""


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_events_come_back_in_order_after_reopening(tmp_path: Path) -> None:
    with Journal(tmp_path / "new" / "folder") as journal:
        first = journal.append("round-started", {"players": ["Änne", "Ben"]})
        journal.append("turn-ended", {"seconds": 41.5})
    with Journal(tmp_path / "new" / "folder") as journal:
        events = journal.events()
    assert [(event.id, event.kind, event.data) for event in events] == [
        (1, "round-started", {"players": ["Änne", "Ben"]}),
        (2, "turn-ended", {"seconds": 41.5}),
    ]
    assert events[0] == first


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET kind = 'x' WHERE id = 1",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event (id, time, kind, data) VALUES (1, 0, 'x', '{}')",
    ],
)
def test_a_recorded_event_cannot_be_changed_with_sql_either(tmp_path: Path, statement: str) -> None:
    with Journal(tmp_path) as journal:
        journal.append("turn-ended", {"seconds": 1})
    with (
        closing(sqlite3.connect(tmp_path / FILE_NAME)) as db,
        pytest.raises(sqlite3.IntegrityError, match="an event is"),
    ):
        db.execute(statement)
    with Journal(tmp_path) as journal:
        assert [event.kind for event in journal.events()] == ["turn-ended"]


def test_events_survive_a_program_that_never_closed_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "before"
    with Journal(folder) as journal:
        journal.append("turn-ended", {"seconds": 2})
        copy = tmp_path / "after"
        copy.mkdir()
        for path in folder.glob(FILE_NAME + "*"):
            (copy / path.name).write_bytes(path.read_bytes())
    with Journal(copy) as journal:
        assert [event.data for event in journal.events()] == [{"seconds": 2}]


def test_a_photo_is_named_by_its_content_and_found_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        name = journal.keep_photo(b"jpeg one")
        assert journal.keep_photo(b"jpeg one") == name
        assert journal.keep_photo(b"jpeg two") != name
        path = journal.photo(name)
        assert path is not None
        assert path.read_bytes() == b"jpeg one"


@pytest.mark.parametrize("name", ["../journal.sqlite3", "0" * 64 + ".jpg", "", "..", "0" * 64 + ".jpg/../x"])
def test_only_kept_photos_have_a_path(tmp_path: Path, name: str) -> None:
    with Journal(tmp_path) as journal:
        assert journal.photo(name) is None


def test_the_clock_note_is_the_last_one(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        assert journal.last_beat() is None
        journal.note_beat(Beat(3, 10.0))
        journal.note_beat(Beat(3, 12.5))
        assert journal.last_beat() == Beat(3, 12.5)


def test_a_clock_note_that_an_event_has_overtaken_hides_no_missing_event(tmp_path: Path) -> None:
    with Journal(tmp_path / "whole") as journal:
        journal.append("turn-ended", {})
        shutil.copytree(tmp_path / "whole", tmp_path / "cut")
        journal.append("turn-ended", {})
        journal.note_beat(Beat(1, 3.0))  # of a thread that had to wait for the second event to be written
        shutil.copy(tmp_path / "whole" / "clock", tmp_path / "cut" / "clock")
    with Journal(tmp_path / "cut") as journal:
        assert journal.loss is not None
        assert journal.loss.values["number"] == 1


def test_a_full_disk_is_told_in_one_line_and_loses_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("kept", {})
        with no_file_larger_than(100_000), pytest.raises(JournalError, match="what is recorded is kept") as caught:
            journal.append("lost", {"text": "x" * 500_000})
        with no_file_larger_than(100_000), pytest.raises(JournalError, match="what is recorded is kept"):
            journal.keep_photo(b"x" * 500_000)
        assert "\n" not in str(caught.value)
        assert caught.value.code == "disk"
        assert [event.kind for event in journal.events()] == ["kept"]
        assert not list((tmp_path / "photos").rglob("*.part*"))
        journal.append("kept too", {})
    with Journal(tmp_path) as journal:
        assert [event.kind for event in journal.events()] == ["kept", "kept too"]


def test_sqlite_running_out_of_pages_is_called_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect_to_a_full_disk(folder: Path) -> sqlite3.Connection:
        db = connect(folder)
        db.execute("PRAGMA max_page_count = 1")  # SQLite's own way to a full disk: no more pages than there are
        return db

    Journal(tmp_path).close()
    connect = database.connect
    monkeypatch.setattr(database, "connect", connect_to_a_full_disk)
    with Journal(tmp_path) as journal, pytest.raises(JournalError, match="is full: free some space"):
        journal.append("lost", {"text": "x" * 100_000})


def test_a_damaged_file_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no database at all" * 100)
    with pytest.raises(JournalError, match=r"is damaged .* tileref journal salvage"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"this is no database")


def test_a_file_damaged_in_the_middle_is_told_when_that_is_read(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for _ in range(50):
            journal.append("turn-ended", {"text": "x" * 500})
    content = bytearray((tmp_path / FILE_NAME).read_bytes())
    content[4096:12288] = b"\xff" * 8192
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(JournalError, match=r"is damaged .* tileref journal salvage"), Journal(tmp_path) as journal:
        journal.events()


def test_an_event_that_says_something_else_than_was_written_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append("turn-ended", {"seconds": 41})
        journal.append("turn-ended", {"seconds": 42})
    content = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(content.replace(b'{"seconds":41}', b'{"seconds":14}'))
    with Journal(tmp_path) as journal:
        with pytest.raises(JournalError, match="event 1 is not as it was written"):
            journal.events()
        assert [event.data for event in journal.since(2)] == [{"seconds": 42}]


def test_events_that_a_damaged_log_has_lost_are_counted_and_the_log_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    with Journal(tmp_path / "whole") as journal:
        for seconds in range(8):
            journal.append("turn-ended", {"seconds": seconds})
        shutil.copytree(tmp_path / "whole", folder)
    log = folder / f"{FILE_NAME}-wal"
    damaged = log.read_bytes()[: log.stat().st_size // 2]
    log.write_bytes(damaged)
    with Journal(folder) as journal:
        left, loss = len(journal.events()), journal.loss
        assert 0 < left < 8
        assert loss is not None
        assert loss.values["number"] == 8 - left
        assert (Path(str(loss.values["folder"])) / log.name).read_bytes() == damaged
        journal.append("turn-ended", {"seconds": 9})
    with Journal(folder) as journal:
        assert journal.loss is None  # it is said once
        assert journal.events()[-1].data == {"seconds": 9}


def test_a_journal_of_the_first_version_goes_on(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.executescript(FIRST_VERSION)
    with Journal(tmp_path) as journal:
        journal.append("turn-ended", {"seconds": 2})
    with Journal(tmp_path) as journal:
        assert [event.data for event in journal.events()] == [{"seconds": 1}, {"seconds": 2}]


def test_somebody_elses_database_is_not_touched(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("CREATE TABLE mine (x)")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="is no journal of tileref"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_journal_of_a_newer_program_is_not_touched(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="newer tileref"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_two_programs_do_not_share_a_folder(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match="in use by another tileref"):
        Journal(tmp_path)


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="is no folder"):
        Journal(tmp_path / "file")


def test_a_folder_that_cannot_be_made_is_told_with_the_way_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", folder)

    monkeypatch.setattr(folders, "make", refuse)
    with pytest.raises(JournalError) as caught:
        Journal(tmp_path / "games")
    assert str(caught.value) == (
        f"{tmp_path / 'games'} cannot be written (No such file or directory): check the disk or choose another folder with --data"
    )


def test_a_closed_journal_is_not_called_damaged(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    with pytest.raises(JournalError, match="the journal is closed"):
        journal.append("turn-ended", {})


def test_the_events_after_a_pause_are_found(tmp_path: Path) -> None:
    seconds = iter([0.0, 10.0, 100.0, 110.0, 300.0])
    with Journal(tmp_path, wall_time=lambda: next(seconds)) as journal:
        for kind in ("round-started", "turn-ended", "round-started", "turn-ended", "turn-ended"):
            journal.append(kind, {})
        assert journal.after_pauses("round-started", 50) == [3]
        assert journal.after_pauses("turn-ended", 50) == [5]
        assert journal.after_pauses("turn-ended", 5) == [2, 4, 5]
        assert journal.after_pauses("round-started", 500) == []
        assert journal.last_event == 5


def test_events_are_read_up_to_one_of_them_and_without_what_is_large(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for number in range(100):
            journal.append(
                ("verdict", "paused")[number % 2], {"player": "Anna", "reading": [number] * 100, "frames": []}
            )
        assert [event.id for event in journal.since(34, 67)] == list(range(34, 68))
        brief = list(journal.briefly(2, 99, {"reading": {}, "frames": (), "none": None}))
    assert [event.id for event in brief] == list(range(2, 100))
    assert [event.kind for event in brief[:2]] == ["paused", "verdict"]
    assert brief[0].data == {"player": "Anna", "reading": {}, "frames": (), "none": None}
