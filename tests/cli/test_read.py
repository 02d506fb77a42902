"""`tileref read` prints one reading for each photo in order, and says of each bad photo what is wrong, in its place."""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from cli import read
from cli.exits import CommandError, ExitCode
from cli.main import main
from vision.camera import photo_limits
from vision.camera.photo import load_photo
from vision.reading.table_reading import TableReading

MakeReading = Callable[..., TableReading]


def call(*arguments: str) -> ExitCode:
    parser = argparse.ArgumentParser()
    read.add_arguments(parser)
    return read.run(parser.parse_args(arguments))


def lines(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    captured = capsys.readouterr()
    return captured.out.splitlines(), captured.err.splitlines()


def test_each_photo_gets_one_line_of_json_in_order(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    one = shown.photo("one.png", make_reading(["R7 R8 R9"]))
    two = shown.photo("two.png", make_reading(["K1 B1 O1"], {(0, 0): {"K1": 0.7, "R1": 0.2}}, face_down=2))

    assert call(two, one, "--json") is ExitCode.FINE

    printed = [json.loads(line) for line in lines(capsys)[0]]
    assert [entry["photo"] for entry in printed] == [two, one]
    assert (printed[1]["sets"], printed[1]["rows"]) == ([["R7", "R8", "R9"]], [])
    assert printed[1]["tiles"][0] == {
        "tile": "R7",
        "confidence": 0.999,
        "doubt": False,
        "set": 0,
        "corners": [[40, 20], [100, 20], [100, 110], [40, 110]],
        "alternatives": [["R7", 0.999]],
    }
    assert (printed[1]["width"], printed[1]["height"], printed[1]["elapsed_ms"]) == (800, 600, 12.3)
    assert printed[0]["tiles"][0]["doubt"]
    assert printed[0]["tiles"][0]["alternatives"] == [["K1", 0.7], ["R1", 0.2]]
    assert printed[0]["face_down"] == 2


def test_what_is_read_at_a_reduced_size_is_told_in_pixels_of_the_whole_photo(
    shown: Any, make_reading: MakeReading, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(photo_limits, "MOST_PIXELS", 800 * 600)
    path = shown.large("large", make_reading(["R7 R8 R9"]))

    assert call(path, "--json") is ExitCode.FINE

    (printed,) = (json.loads(line) for line in lines(capsys)[0])
    assert (printed["width"], printed["height"]) == (1600, 1200)
    assert printed["tiles"][0]["corners"] == [[80, 40], [200, 40], [200, 220], [80, 220]]


def test_a_bad_photo_gets_its_error_in_its_place_and_the_others_are_read(
    shown: Any, make_reading: MakeReading, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = shown.photo("good.png", make_reading(["R7 R8 R9"]))
    (tmp_path / "cut.jpg").write_bytes(cv2.imencode(".jpg", np.zeros((400, 400, 3), np.uint8))[1].tobytes()[:-40])

    assert call(str(tmp_path / "cut.jpg"), good, str(tmp_path / "gone.jpg"), "--json") is ExitCode.BAD_INPUT

    out, err = lines(capsys)
    printed = [json.loads(line) for line in out]
    assert printed[0] == {"photo": str(tmp_path / "cut.jpg"), "error": err[0].removeprefix("tileref: ")}
    assert "cut off" in printed[0]["error"]
    assert (printed[1]["sets"], printed[1]["rows"]) == ([["R7", "R8", "R9"]], [])
    assert "no such file" in printed[2]["error"]
    assert len(err) == 2


def test_a_bad_photo_without_json_is_one_line(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    good = shown.photo("good.png", make_reading(["R7"]))
    bad = shown.folder / "letter.heic"
    bad.write_bytes(b"\x00\x00\x00\x18ftypheic")

    assert main(["read", str(bad), good]) == ExitCode.BAD_INPUT

    out, err = lines(capsys)
    assert out == [f"{good}: 1 tile in 1 set (12 ms)", "   1  R7"]
    assert len(err) == 1
    assert err[0].startswith(f"tileref: {bad}: the file is cut off or damaged")


def test_without_json_sets_are_lines_and_doubts_stand_out(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    doubts = {(1, 1): {"B6": 0.61, "B9": 0.38}}
    path = shown.photo("table.png", make_reading(["R7 R8 R9", "B5 B6 ?"], doubts, face_down=1))

    assert call(path) is ExitCode.FINE

    out, err = lines(capsys)
    assert out[0] == f"{path}: 6 tiles in 2 sets, 2 doubtful, 1 face down (12 ms)"
    assert out[1:3] == ["   1  R7 R8 R9", "   2  B5 B6? ?"]
    assert out[3] == "      tile 2 may be B6 61%, B9 38%"
    assert err == []


def test_a_photo_without_tiles_is_fine_and_warned_of(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    cat = shown.photo("cat.png", make_reading([]))

    assert call(cat, "--json") is ExitCode.FINE

    out, err = lines(capsys)
    assert json.loads(out[0])["tiles"] == json.loads(out[0])["sets"] == []
    assert err == [f"tileref: {cat}: shows no tiles that could be read"]


def test_dash_reads_standard_input(
    shown: Any, make_reading: MakeReading, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shown.photo("table.png", make_reading(["R7 R8 R9"]))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(path).read_bytes())))

    assert call("-", "--json") is ExitCode.FINE
    assert json.loads(lines(capsys)[0][0])["photo"] == "-"


def test_a_file_name_that_is_no_text_is_printed_all_the_same(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shown.photo("tisch-\udce4.png", make_reading(["R7 R8 R9"]))

    assert call(path) is ExitCode.FINE
    assert call(path, "--json") is ExitCode.FINE
    out, _ = lines(capsys)
    assert r"tisch-\udce4.png: 3 tiles" in out[0]
    assert json.loads(out[2])["photo"] == path


def test_where_no_box_is_enrolled_an_unknown_edition_is_told_how_to_enrol_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["read", "table.jpg", "--edition", "deluxe"]) == ExitCode.BAD_INPUT
    out, err = lines(capsys)
    assert (out, len(err)) == ([], 1)
    assert err[0].startswith("tileref: there is no edition 'deluxe', since no box is enrolled: ")
    assert "tileref calibrate edition PHOTO --name NAME enrols one" in err[0]


def test_overlays_are_written_next_to_each_other_and_over_no_photo(
    shown: Any, make_reading: MakeReading, tmp_path: Path
) -> None:
    (tmp_path / "a").mkdir()
    photos = [
        shown.photo("table.png", make_reading(["R7 R8 R9"])),
        shown.photo("a/table.png", make_reading(["K7 K8 K9"])),
        shown.photo("table-read.jpg", make_reading([])),
    ]

    assert call(*photos, "--overlay", str(tmp_path)) is ExitCode.FINE

    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == [
        "table-read-2.jpg",
        "table-read-3.jpg",
        "table-read-read.jpg",
        "table-read.jpg",
    ]
    drawn = load_photo(tmp_path / "table-read-2.jpg")
    assert drawn.shape == (600, 800, 3)
    assert drawn.std() > 5
    assert load_photo(tmp_path / "table-read.jpg").std() == 0


def test_an_overlay_folder_is_made(shown: Any, make_reading: MakeReading, tmp_path: Path) -> None:
    path = shown.photo("table.png", make_reading(["R7 R8 R9"]))

    assert call(path, "--overlay", str(tmp_path / "new" / "folder")) is ExitCode.FINE
    assert [p.name for p in (tmp_path / "new" / "folder").iterdir()] == ["table-read.jpg"]


def test_an_overlay_folder_that_is_a_file_is_refused(shown: Any, make_reading: MakeReading, tmp_path: Path) -> None:
    path = shown.photo("table.png", make_reading(["R7 R8 R9"]))
    (tmp_path / "file").write_text("")

    with pytest.raises(CommandError, match="cannot be made a folder"):
        call(path, "--overlay", str(tmp_path / "file"))


def test_nothing_that_reading_does_not_need_is_loaded() -> None:
    probe = "import sys, cli.read, vision.reading.reader, vision.camera.photo; print([m for m in ('flask', 'pytesseract', 'sqlite3') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)

    assert result.stdout == "[]\n"


def test_an_overlay_that_cannot_be_written_keeps_no_photo_from_being_read(
    shown: Any, make_reading: MakeReading, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = [shown.photo(name, make_reading(["R4 R5 R6"])) for name in ("a.png", "b.png")]
    (tmp_path / "seen" / "a-read.jpg").mkdir(parents=True)
    assert call(*photos, "--json", "--overlay", str(tmp_path / "seen")) is ExitCode.BAD_INPUT
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 2
    assert len(captured.err.splitlines()) == 1
    assert (tmp_path / "seen" / "b-read.jpg").is_file()


def test_of_a_rack_rows_are_told(shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]) -> None:
    rack = shown.photo("rack.png", make_reading(["K3 R11 B5 O9", "R7 R8"]))
    assert call(rack, "--json") is ExitCode.FINE
    assert json.loads(lines(capsys)[0][0])["rows"] == [["K3", "R11", "B5", "O9"], ["R7", "R8"]]
    assert call(rack) is ExitCode.FINE
    assert "6 tiles in 2 rows" in lines(capsys)[0][0]
