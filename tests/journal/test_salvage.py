"""What can be read of a damaged journal comes back as it was written, and what cannot is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from journal import FILE_NAME, Journal, JournalError, StoredEvent
from journal.salvage import read, write

PAGE = 4096
LONG = 9000
"""Letters of an event that goes on in further pages."""


@pytest.fixture
def written(tmp_path: Path) -> list[StoredEvent]:
    """The events of a journal; every third is long."""
    with Journal(tmp_path) as journal:
        for number in range(30):
            journal.append("turn-ended", {"number": number, "text": "ä" * (LONG if number % 3 == 0 else 20)})
        return journal.events()


def change(path: Path, how: Callable[[bytearray], None]) -> None:
    content = bytearray(path.read_bytes())
    how(content)
    path.write_bytes(content)


def header(content: bytearray) -> None:
    content[:100] = bytes(100)


def schema(content: bytearray) -> None:
    content[content.index(b"CREATE TABLE event")] ^= 1


@pytest.mark.parametrize("how", [header, schema, bytearray.reverse], ids=["header", "schema", "nothing of it left"])
def test_events_do_not_hang_on_the_first_page(
    tmp_path: Path, written: list[StoredEvent], how: Callable[[bytearray], None]
) -> None:
    change(tmp_path / FILE_NAME, how)
    found = [each.event for each in read(tmp_path / FILE_NAME)]
    assert found == (written if how is not bytearray.reverse else [None] * len(written))


def test_a_file_that_is_cut_gives_what_lies_before_the_cut(tmp_path: Path, written: list[StoredEvent]) -> None:
    change(tmp_path / FILE_NAME, lambda content: content.__delitem__(slice(len(content) // 2, None)))
    found = list(read(tmp_path / FILE_NAME))
    kept = [each.event for each in found if each.event is not None]
    assert 0 < len(kept) < len(written)
    assert kept == [written[event.id - 1] for event in kept]
    assert [each.number for each in found] == [event.id for event in written]
    assert {each.why for each in found if each.event is None} == {"it is not there any more"}


def test_an_event_that_says_something_else_than_was_written_is_named(
    tmp_path: Path, written: list[StoredEvent]
) -> None:
    change(
        tmp_path / FILE_NAME,
        lambda content: content.__setitem__(content.index(b'"number":7,') + len('"number":'), ord("8")),
    )
    found = list(read(tmp_path / FILE_NAME))
    assert [(each.number, each.why) for each in found if each.event is None] == [(8, "it is not as it was written")]
    assert [each.event for each in found if each.event is not None] == [event for event in written if event.id != 8]


def test_events_that_lie_in_the_log_alone_are_found(tmp_path: Path) -> None:
    with Journal(tmp_path / "first") as journal:
        journal.append("turn-ended", {"text": "x" * LONG})
        events = journal.events()
        (tmp_path / "second").mkdir()
        for path in (tmp_path / "first").glob(f"{FILE_NAME}*"):
            (tmp_path / "second" / path.name).write_bytes(path.read_bytes())
    change(tmp_path / "second" / FILE_NAME, header)
    assert [each.event for each in read(tmp_path / "second" / FILE_NAME)] == events


def test_a_new_journal_keeps_the_numbers(tmp_path: Path, written: list[StoredEvent]) -> None:
    kept = [event for event in written if event.id not in {4, 5}]
    assert write(kept, tmp_path / "new" / FILE_NAME) == len(kept)
    with Journal(tmp_path / "new") as journal:
        assert journal.events() == kept
        assert journal.append("turn-ended", {}).id == written[-1].id + 1


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, written: list[StoredEvent]) -> None:
    with pytest.raises(JournalError, match="is there already: name another file with --to"):
        write(written, tmp_path / FILE_NAME)
