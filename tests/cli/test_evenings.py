"""The owner lists, packs, restores and removes evenings, and takes in rounds that were played elsewhere."""

from __future__ import annotations

import errno
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from journal import FILE_NAME, Journal
from journal.chain import link
from journal.events import text_of
from live.record import Record
from roundfile.document import parse, write
from tests.cli.conftest import Command
from workshop.benchmarks.cameraless import PHOTO, CameralessGame

DAY = 86400.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a journal with three evenings of two rounds each, the last with a photo."""
    folder, now = tmp_path / "data", 1.7e9
    with Journal(folder, wall_time=lambda: now) as journal:
        game = CameralessGame(journal)
        for _ in range(3):
            for _ in range(2):
                game.start()
                game.take_turn()
                game.score()
            now += DAY
        journal.keep_photo(PHOTO)
    return folder


def numbers(tileref: Command, data: Path) -> list[int]:
    """The evenings that are there and not removed."""
    return [one["evening"] for one in tileref("journal", "list", "--data", data, "--json").lines() if "players" in one]


def said_of(data: Path, first: int, last: int) -> list[str]:
    """What is left in the file of events."""
    with closing(sqlite3.connect(data / FILE_NAME)) as db:
        return [text for (text,) in db.execute("SELECT data FROM event WHERE id BETWEEN ? AND ?", (first, last))]


def test_evenings_are_listed_with_who_played_and_their_size(tileref: Command, data: Path) -> None:
    ran = tileref("journal", "list", "--data", data)
    assert [line.split("  ")[-1].partition(";")[0] for line in ran.out.splitlines()] == [
        "Anna, Ben, Cleo: 2 rounds, 2 turns"
    ] * 3
    assert all(
        one["events_bytes"] > 1000 and one["photos_bytes"] == len(PHOTO)
        for one in tileref("journal", "list", "--data", data, "--json").lines()
    )


@pytest.mark.parametrize("place", range(3))
def test_a_removed_evening_is_gone_and_the_journal_whole(tileref: Command, data: Path, place: int) -> None:
    there = numbers(tileref, data)
    with Journal(data) as journal:
        sheet = Record(journal, 0.0).game.sheet
    words = tileref("verify", data, "--json").data["code"]
    assert tileref("journal", "remove", there[place], "--yes", "--data", data).code == 0
    assert numbers(tileref, data) == [one for one in there if one != there[place]]
    ran = tileref("verify", data)
    assert (ran.code, "removed by the owner" in ran.out, "altered" in ran.out) == (0, True, False)
    assert tileref("verify", data, "--witness", words).code == 0
    assert "removed by the owner" in tileref("journal", "list", "--data", data).out
    assert tileref("journal", "check", data).code == 0
    assert not any("Anna" in text for text in said_of(data, there[place], there[place] + 5))
    with Journal(data) as journal:
        game = Record(journal, 0.0).game
    assert game.sheet == (None if place == 2 else sheet)


def test_photos_go_with_the_last_evening_that_names_them(tileref: Command, data: Path) -> None:
    (photo,) = (data / "photos").rglob("*.jpg")
    for number in numbers(tileref, data):
        assert photo.exists()
        assert tileref("journal", "remove", number, "--yes", "--data", data).code == 0
    assert not photo.exists()


def keep_clip(data: Path) -> Path:
    """Keeps a clip of the last evening, as the journal then says."""
    clock = {"was": 0.0, "spent": 0.0, "running": False}
    with Journal(data, wall_time=lambda: 1.7e9 + 2 * DAY) as journal:
        name = journal.keep_clip(b"frames")
        journal.append("clip-kept", {"press": journal.last_event, "clip": name, "clock": clock})
        path = journal.file(name)
    assert path is not None
    return path


def test_a_clip_is_listed_packed_and_removed_with_its_evening_and_put_back(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    clip, last, pack = keep_clip(data), numbers(tileref, data)[-1], tmp_path / "evening.zip"
    listed = tileref("journal", "list", "--data", data, "--json").lines()
    assert [one["clips_bytes"] for one in listed] == [0, 0, len(b"frames")]
    tileref("journal", "pack", last, "--data", data, "-o", pack)
    tileref("journal", "remove", last, "--data", data, "--yes")
    assert not clip.exists()
    tileref("journal", "restore", pack, "--data", data)
    assert clip.read_bytes() == b"frames"


def test_a_clip_or_photo_that_was_exchanged_is_found_by_verify_and_not_put_back_from_a_pack(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    clip, pack, other = keep_clip(data), tmp_path / "evening.zip", tmp_path / "other"
    (photo,) = (data / "photos").rglob("*.jpg")
    photo.write_bytes(b"another one")
    assert tileref("verify", data).code == 1
    photo.unlink()
    assert tileref("verify", data).code == 0, "what was deleted was not altered"
    clip.write_bytes(b"other frames")
    ran = tileref("verify", data)
    assert (ran.code, f"{clip.name} is not as it was kept" in ran.out) == (1, True)
    tileref("journal", "pack", "last", "--data", data, "-o", pack)
    ran = tileref("journal", "restore", pack, "--data", other)
    assert (ran.code, f"photos/{clip.name} in it is not as it was kept: left out" in ran.out) == (0, True)
    assert not [*(other / "photos").rglob("*.zip")]


def test_nothing_is_deleted_before_somebody_agrees(tileref: Command, data: Path) -> None:
    there = numbers(tileref, data)
    for answer in (b"", b"n\n", b"\n"):
        ran = tileref("journal", "remove", there[0], "--data", data, given=answer)
        assert (ran.code, "Delete it?" in ran.err, ran.out) == (2, True, "")
        assert "nothing was deleted" in ran.err
    assert numbers(tileref, data) == there
    assert tileref("journal", "remove", there[0], "--data", data, given=b"y\n").code == 0
    assert numbers(tileref, data) == there[1:]


def test_a_journal_in_use_is_listed_and_packed_and_not_changed(tileref: Command, data: Path, tmp_path: Path) -> None:
    there = numbers(tileref, data)
    with Journal(data):
        ran = tileref("journal", "remove", there[0], "--yes", "--data", data)
        assert (ran.code, ran.err.count("\n"), "in use by another tileref" in ran.err) == (2, 1, True)
        assert numbers(tileref, data) == there
        assert tileref("journal", "pack", "last", "--data", data, "-o", tmp_path / "evening.zip").code == 0


def test_an_event_that_somebody_calls_removed_is_altered(tileref: Command, data: Path) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as db:
        db.execute("DROP TRIGGER event_is_not_changed")
        db.execute("UPDATE event SET kind = 'removed', data = '{\"clock\":{}}' WHERE id = 3")
        db.commit()
    ran = tileref("verify", data)
    assert ran.code == 1
    assert "event 3: it is not as it was written" in ran.out
    assert "removed by the owner" not in ran.out


def test_an_altered_event_is_named(tileref: Command, data: Path) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as db:
        db.execute("DROP TRIGGER event_is_not_changed")
        db.execute("UPDATE event SET data = replace(data, 'Anna', 'Anne') WHERE id = 1")
        db.commit()
    ran = tileref("verify", data)
    assert (ran.code, "event 1: it is not as it was written" in ran.out) == (1, True)


@pytest.mark.parametrize("place", range(3))
def test_a_packed_evening_is_put_back_as_it_was(tileref: Command, data: Path, tmp_path: Path, place: int) -> None:
    pack, there = tmp_path / "evening.zip", numbers(tileref, data)
    before = said_of(data, 1, 1000)
    assert tileref("journal", "pack", there[place], "--data", data, "-o", pack).code == 0
    with ZipFile(pack) as packed:
        assert {Path(name).parts[0] for name in packed.namelist()} == {
            "events.jsonl",
            "rounds",
            "photos",
            "replay.html",
        }
        shown = packed.read("replay.html").decode()
        assert all(parse(packed.read(name))["began"] in shown for name in packed.namelist() if name.endswith(".toml"))
    assert tileref("journal", "remove", there[place], "--yes", "--data", data).code == 0
    assert tileref("journal", "restore", pack, "--data", data).code == 0
    assert numbers(tileref, data) == there
    assert said_of(data, 1, len(before)) == before
    ran = tileref("verify", data)
    assert (ran.code, "removed" in ran.out) == (0, False)


@pytest.mark.parametrize("place", range(3))
def test_a_packed_evening_is_put_into_an_empty_folder(tileref: Command, data: Path, tmp_path: Path, place: int) -> None:
    pack, other, there = tmp_path / "evening.zip", tmp_path / "other", numbers(tileref, data)
    tileref("journal", "pack", there[place], "--data", data, "-o", pack)
    assert tileref("journal", "restore", pack, "--data", other).code == 0
    assert numbers(tileref, other) == [there[place]]
    assert tileref("verify", other).code == 0
    exported = [tileref("export", "last", "--data", folder).out for folder in (other, data)]
    assert place < 2 or parse(exported[0].encode())["turns"] == parse(exported[1].encode())["turns"]


def test_a_pack_is_put_over_nothing_that_is_there(tileref: Command, data: Path, tmp_path: Path) -> None:
    pack, other = tmp_path / "evening.zip", tmp_path / "other"
    tileref("journal", "pack", "last", "--data", data, "-o", pack)
    with Journal(other) as journal:
        CameralessGame(journal).start()
    before = said_of(other, 1, 99)
    ran = tileref("journal", "restore", pack, "--data", other)
    assert (ran.code, ran.err.count("\n"), "name an empty folder" in ran.err) == (2, 1, True)
    assert said_of(other, 1, 99) == before


def test_a_pack_that_was_altered_is_refused(tileref: Command, data: Path, tmp_path: Path) -> None:
    pack, other = tmp_path / "evening.zip", tmp_path / "other"
    tileref("journal", "pack", "last", "--data", data, "-o", pack)
    with ZipFile(pack) as packed:
        lines = packed.read("events.jsonl").decode()
    far = '{"format": "tileref-evening/1", "before": null}\n{"event": 1e18, "time": 0, "kind": "x", "link": null, "data": {}}\n'
    for name, text in (("altered", lines.replace("Cleo", "Clea")), ("far", far), ("empty", ""), ("other", "[]\n[]\n")):
        with ZipFile(tmp_path / f"{name}.zip", "w") as altered:
            altered.writestr("events.jsonl", text)
    for file in ("altered.zip", "far.zip", "empty.zip", "other.zip", "data/journal.sqlite3", "nothing.zip"):
        ran = tileref("journal", "restore", tmp_path / file, "--data", other)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert not other.exists()


def test_an_imported_round_is_exported_as_it_came(tileref: Command, data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "round.rummi.toml", tmp_path / "other"
    own = parse(tileref("export", "last", "--data", data).out.encode())
    file.write_text(write({**own, "weather": "rain"}), encoding="utf-8")
    for _ in range(2):
        ran = tileref("import", file, "--data", other, "--json")
        assert ran.data["whole"] is False  # the weather came after the seal
    (listed,) = tileref("export", "--data", other, "--json").lines()
    exported = tileref("export", listed["round"], "--data", other)
    assert exported.out == file.read_text(encoding="utf-8")


def test_the_rounds_of_a_pack_are_imported_whole(tileref: Command, data: Path, tmp_path: Path) -> None:
    tileref("journal", "pack", "last", "--data", data, "-o", tmp_path / "evening.zip")
    ran = tileref("import", tmp_path / "evening.zip", "--data", tmp_path / "other", "--json")
    assert [json.loads(line)["whole"] for line in ran.out.splitlines()] == [True, True]


def test_an_archive_of_rounds_is_imported_and_one_without_any_is_named(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    """As the page gives it to whoever downloads the rounds of an evening."""
    rounds, none = tmp_path / "rounds.zip", tmp_path / "none.zip"
    with ZipFile(rounds, "w") as packed:
        packed.writestr("game-1-round-1.rummi.toml", tileref("export", "last", "--data", data).out)
    with ZipFile(none, "w") as packed:
        packed.writestr("photo.jpg", b"")
    assert len(tileref("import", rounds, "--data", tmp_path / "other", "--json").lines()) == 1
    ran = tileref("import", none, "--data", tmp_path / "other")
    assert (ran.code, "holds no round file" in ran.err) == (2, True)


def test_a_round_from_elsewhere_is_replayed_by_the_name_that_it_is_listed_by(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    other, file = tmp_path / "other", tmp_path / "one.rummi.toml"
    tileref("export", "last", "--data", data, "-o", file)
    tileref("import", file, "--data", other)
    (listed,) = tileref("export", "--data", other, "--json").lines()
    assert tileref("replay", listed["round"], "--data", other, "-o", tmp_path / "page.html").code == 0


def test_rounds_by_number_and_rounds_from_files_make_one_page_in_the_order_in_which_they_were_named(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    file, page = tmp_path / "one.rummi.toml", tmp_path / "page.html"
    tileref("export", "last", "--data", data, "-o", file)
    first = tileref("export", "--data", data, "--json").lines()[0]
    ran = tileref("replay", first["round"], file, "last", "--data", data, "-o", page, "--json")
    assert ran.data["turns"] == 3
    began = re.findall(r'"began": "([^"]+)"', page.read_text("utf-8"))
    assert began[0] == first["began"] != began[1] == began[2]
    assert tileref("replay", "last", "9999", "--data", data, "-o", page).code == 2


def test_rounds_are_printed_in_a_language(tileref: Command, data: Path, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    ran = tileref("replay", "last", "--data", data, "--pdf", paper, "--language", "de", "--json")
    assert (ran.code, ran.data["turns"], paper.read_bytes()[:5]) == (0, 1, b"%PDF-")
    assert tileref("replay", "--data", data, "--pdf", tmp_path / "none.pdf").code == 2


def test_what_is_no_round_is_named_and_nothing_taken_in(tileref: Command, data: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.rummi.toml", tmp_path / "bad.rummi.toml"
    tileref("export", "last", "--data", data, "-o", good)
    bad.write_text("players = 3\n", encoding="utf-8")
    for wrong in (bad, tmp_path / "nothing.toml", tmp_path / "nothing.zip"):
        ran = tileref("import", good, wrong, "--data", tmp_path / "other")
        assert (ran.code, ran.err.count("\n"), wrong.name in ran.err) == (2, 1, True)
    assert not (tmp_path / "other").exists()


def test_a_pack_that_makes_no_game_leaves_nothing_and_says_what_is_amiss(tileref: Command, tmp_path: Path) -> None:
    """Its links are right: somebody wrote it so."""
    other = tmp_path / "other"
    pack = pack_of(tmp_path / "odd.zip", "turn-ended", {"clock": {"was": 0.0, "spent": 0.0, "running": False}})
    for _ in range(2):
        ran = tileref("journal", "restore", pack, "--data", other)
        assert (ran.code, ran.err.count("\n"), "its events make no game (event 1: " in ran.err) == (2, 1, True)
        assert "salvage" not in ran.err
        assert not other.exists()


def pack_of(path: Path, kind: str, particulars: dict[str, object]) -> Path:
    """A pack of one event, linked as it should be."""
    own = link(None, 1, 1.7e9, kind, text_of(particulars)).hex()
    event = {"event": 1, "time": 1.7e9, "kind": kind, "link": own, "data": particulars}
    with ZipFile(path, "w") as packed:
        lines = [{"format": "tileref-evening/1", "before": None}, event]
        packed.writestr("events.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_photo_that_cannot_be_read_is_named_as_such_and_no_pack_is_left(
    tileref: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def barred(path: Path) -> bytes:
        if path.suffix == ".jpg":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", barred)
    ran = tileref("journal", "pack", "last", "--data", data, "-o", tmp_path / "evening.zip")
    assert (ran.code, ran.err.count("\n"), ".jpg cannot be read (Permission denied)" in ran.err) == (2, 1, True)
    assert not (tmp_path / "evening.zip").exists()
