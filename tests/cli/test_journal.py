"""`tileref journal` says whether a journal is whole, and saves what can be read of one that is not."""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path

import pytest

from cli.main import main
from journal import FILE_NAME, Journal, JournalError, StoredEvent
from live.game.state import State
from live.record import Record
from workshop.benchmarks.cameraless import CameralessGame

TURNS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a journal of three rounds."""
    with Journal(tmp_path / "data") as journal:
        game = CameralessGame(journal)
        for _ in range(3):
            game.start()
            for _ in range(TURNS):
                game.take_turn()
            game.score()
    return tmp_path / "data"


def spoil(folder: Path, event: StoredEvent) -> None:
    """Has the file say that an event came at another time."""
    path = folder / FILE_NAME
    content = bytearray(path.read_bytes())
    time = struct.pack(">d", event.time)
    content[content.index(time) + len(time) - 1] ^= 1
    path.write_bytes(content)


def test_a_journal_that_is_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "check", str(folder)]) == 0
    assert "all as they were written" in capsys.readouterr().out
    assert main(["journal", "check", str(folder / FILE_NAME), "--json"]) == 0
    with Journal(folder) as journal:
        number = len(journal.events())
    assert json.loads(capsys.readouterr().out) == {
        "journal": str(folder / FILE_NAME),
        "events": number,
        "removed": 0,
        "lost": [],
    }


def test_the_other_rounds_are_saved_and_the_sheet_with_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(folder) as journal:
        sheet = Record(journal, 0.0).game.sheet
        rounds = [event.id for event in journal.events() if event.kind == "round-started"]
        spoiled = [event for event in journal.events() if event.kind == "verdict"][TURNS]
    spoil(folder, spoiled)
    before = (folder / FILE_NAME).read_bytes()
    assert main(["journal", "salvage", str(folder), "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert found["lost"][0] == {"first": spoiled.id, "last": spoiled.id, "why": "it is not as it was written"}
    assert found["lost"][1]["first"] == spoiled.id + 1
    assert found["lost"][-1]["last"] < rounds[2] - 1  # the score of that round is kept
    assert (folder / FILE_NAME).read_bytes() == before

    (folder.parent / "new").mkdir()
    shutil.move(found["to"], folder.parent / "new" / FILE_NAME)
    with Journal(folder.parent / "new") as journal:
        game = Record(journal, 0.0).game
        assert (game.sheet, game.state) == (sheet, State.SCORED)


def test_a_refusal_names_the_command_that_takes_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    content = bytearray((folder / FILE_NAME).read_bytes())
    content[content.index(b"CREATE TABLE event")] ^= 1
    (folder / FILE_NAME).write_bytes(content)
    with pytest.raises(JournalError, match=f"tileref journal salvage {folder / FILE_NAME} takes what can be read"):
        Journal(folder)
    assert main(["journal", "salvage", str(folder / FILE_NAME), "--to", str(tmp_path / "new.sqlite3")]) == 0
    assert f"written to {tmp_path / 'new.sqlite3'}; to go on with it" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "there is no journal of that name"),
        (b"a letter" * 999, "no event can be read: is it a journal of tileref?"),
    ],
)
def test_what_is_no_journal_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, line: str
) -> None:
    if content is not None:
        (tmp_path / FILE_NAME).write_bytes(content)
    for what in ("check", "salvage"):
        assert main(["journal", what, str(tmp_path / FILE_NAME)]) == 2
        assert capsys.readouterr().err == f"tileref: {tmp_path / FILE_NAME}: {line}\n"
    assert [path.name for path in tmp_path.iterdir()] == ([] if content is None else [FILE_NAME])
