"""`tileref audit` prints the verdict and what must be looked at, writes a report that stands alone, and exits with 0 to 3."""

from __future__ import annotations

import argparse
import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli import audit
from cli.exits import CommandError, ExitCode
from cli.main import main
from vision.camera import photo_limits
from vision.image import Photo
from vision.reading.ocr import OcrError
from vision.reading.table_reading import TableReading

MakeReading = Callable[..., TableReading]
HANGING = {(0, 2): {"R6": 0.6, "R9": 0.39}}


@pytest.fixture(autouse=True)
def second_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tesseract, which reads nothing on grey photos, is not started for it."""
    monkeypatch.setattr("vision.reading.ocr.isolate_digits", lambda _: None)


def call(*arguments: str) -> ExitCode:
    parser = argparse.ArgumentParser()
    audit.add_arguments(parser)
    return audit.run(parser.parse_args(arguments))


def test_a_legal_turn_exits_with_0(shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6 R7"]))

    assert call("--before", before, "--after", after) is ExitCode.FINE
    captured = capsys.readouterr()
    assert captured.out.splitlines()[:2] == ["legal", "  laid: R7, worth 7"]
    assert captured.err == ""


def test_what_lies_where_is_said_in_plain_words(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6", "K1 B1 O1", "O2 O3 O4"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6 R7", "K1 B1 O1"]))

    assert call("--before", before, "--after", after) is ExitCode.ILLEGAL
    out = capsys.readouterr().out.splitlines()
    assert out[out.index(f"  after the turn, {after}:") :] == [
        f"  after the turn, {after}:",
        "    set 1, top left: R4 R5 R6 R7 (R7 added)",
        "    set 2, top left: K1 B1 O1 (as before)",
        f"  changed or gone from before the turn, {before}:",
        "    set 1, top left: R4 R5 R6 (R7 added)",
        "    set 3, left: O2 O3 O4 (not there any more)",
    ]


def test_what_is_asked_about_a_photo_of_reduced_size_is_told_in_pixels_of_the_whole(
    shown: Any, make_reading: MakeReading, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(photo_limits, "MOST_PIXELS", 800 * 600)
    after = shown.large("large", make_reading(["R4 R5 R6"], HANGING))

    assert call("--after", after, "--json", "--rulebook", "piatnik-xxl") is ExitCode.UNDECIDED

    result = json.loads(capsys.readouterr().out)
    assert (result["after"]["width"], result["after"]["height"]) == (1600, 1200)
    assert result["questions"][0]["corners"] == result["after"]["tiles"][2]["corners"]
    assert result["after"]["tiles"][0]["corners"] == [[80, 40], [200, 40], [200, 220], [80, 220]]


def test_of_one_photo_only_the_places_of_its_sets_are_said(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    after = shown.photo("b.png", make_reading(["R4 R5 R6"]))

    assert call("--after", after) is ExitCode.FINE
    out = capsys.readouterr().out.splitlines()
    assert out == ["legal", f"  after the turn, {after}:", "    set 1, top left: R4 R5 R6"]


def test_a_draw_before_anybody_opened_is_a_turn_like_any_other(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = shown.photo("a.png", make_reading([])), shown.photo("b.png", make_reading([]))

    assert call("--before", before, "--after", after, "--opening") is ExitCode.FINE
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "legal",
        "  laid: nothing; whether a tile was drawn, no photo can show",
        f"  after the turn, {after}: no tiles",
        f"  before the turn, {before}: no tiles",
    ]
    assert captured.err.count("taken for an empty table") == 2


def test_a_cat_after_the_turn_lacks_every_tile_and_is_mentioned(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before, cat = shown.photo("a.png", make_reading(["R4 R5 R6"])), shown.photo("cat.png", make_reading([]))

    assert call("--before", before, "--after", cat) is ExitCode.ILLEGAL
    captured = capsys.readouterr()
    assert "Gone from the table: R4 R5 R6" in captured.out
    assert f"{cat}: shows no tiles" in captured.err


def test_that_it_may_be_more_than_one_turn_is_a_note(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6 R7", "K10 B10 O10"]))

    assert call("--before", before, "--after", after, "--opening") is ExitCode.ILLEGAL
    captured = capsys.readouterr()
    assert "  note: There may be more than one turn between the photos" in captured.out
    assert captured.err == ""


def test_an_illegal_turn_exits_with_1_and_says_why(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    after = shown.photo("b.png", make_reading(["R4 R5 R7"]))

    assert call("--after", after) is ExitCode.ILLEGAL
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "illegal"
    assert out[1].startswith("  set 1: R4 R5 R7 is no run")
    assert any("draw 3" in line for line in out)


def test_an_undecided_turn_exits_with_3_and_says_where_to_look(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    after = shown.photo("b.png", make_reading(["R4 R5 R6"], HANGING))

    assert call("--after", after) is ExitCode.UNDECIDED
    assert capsys.readouterr().out.splitlines()[:2] == [
        "undecided",
        f"  look at {after}, set 1, tile 3 (top left): is it R6 or R9?",
    ]


def test_with_a_second_box_a_tile_may_lie_three_times(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    after = shown.photo("b.png", make_reading(["R4 R5 R6", "R4 B4 K4", "R4 O4 K4"]))

    call("--after", after, "--rulebook", "jumbo-original-2016+players=6", "--json")
    assert not any(tile["doubt"] for tile in json.loads(capsys.readouterr().out)["after"]["tiles"])


def test_the_opening_flag_makes_it_an_opening(shown: Any, make_reading: MakeReading) -> None:
    before = shown.photo("a.png", make_reading([]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6"]))

    assert call("--before", before, "--after", after) is ExitCode.FINE
    assert call("--before", before, "--after", after, "--opening") is ExitCode.ILLEGAL


def test_json_is_one_object_with_verdict_readings_and_questions(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown.photo("a.png", make_reading([]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6"], HANGING))

    assert call("--before", before, "--after", after, "--json", "--rulebook", "piatnik-xxl") is ExitCode.UNDECIDED
    result = json.loads(capsys.readouterr().out)
    assert result["verdict"] == "undecided"
    assert result["rulebook"] == "piatnik-xxl"
    assert (result["before"]["sets"], result["after"]["sets"]) == ([], [["R4", "R5", "R6"]])
    assert result["questions"][0]["candidates"] == ["R6", "R9"]
    assert result["after"]["tiles"][2]["second_opinion"] is None


def test_a_cat_is_bad_input_and_not_legal(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    cat = shown.photo("cat.png", make_reading([]))

    assert main(["audit", "--after", cat]) == ExitCode.BAD_INPUT

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"tileref: {cat}: no tiles found")
    assert len(captured.err.splitlines()) == 1


def test_an_empty_table_before_the_turn_is_mentioned(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown.photo("a.png", make_reading([]))
    after = shown.photo("b.png", make_reading(["R11 R12 R13"]))

    assert call("--before", before, "--after", after) is ExitCode.FINE
    told = capsys.readouterr().err
    assert "taken for an empty table" in told
    assert "if it was still empty, add --opening" in told

    assert call("--before", before, "--after", after, "--opening") is ExitCode.FINE
    told = capsys.readouterr().err
    assert "taken for an empty table" in told
    assert "add --opening" not in told


def test_a_second_reader_that_fails_is_a_warning(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Photo) -> None:
        raise OcrError("Tesseract is not installed")

    monkeypatch.setattr("vision.reading.ocr.isolate_digits", fail)
    after = shown.photo("b.png", make_reading(["R4 R5 R6"], HANGING))

    assert call("--after", after) is ExitCode.UNDECIDED
    assert capsys.readouterr().err == ("tileref: no second opinion on doubtful tiles: Tesseract is not installed\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--after", "{photo}", "--rulebook", "chess"], "no rulebook 'chess'"),
        (["--after", "{folder}/gone.jpg"], "no such file"),
        (["--after", "{folder}"], "is a folder"),
        (["--after", "{photo}", "--before", "{folder}/gone.jpg"], "no such file"),
        (["--after", "-", "--before", "-"], "only one photo can come from standard input"),
        (["--after", "{photo}", "--report", "{photo}"], "ends in .html"),
        (["--after", "{photo}", "--report", "{folder}/no/such/folder/out.html"], "create it first"),
        ([], "--after"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], said: str, shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = shown.photo("b.png", make_reading(["R4 R5 R6"]))

    code = main(["audit", *(argument.format(photo=photo, folder=shown.folder) for argument in arguments)])

    captured = capsys.readouterr()
    assert code == ExitCode.BAD_INPUT
    assert captured.out == ""
    assert said in captured.err
    assert len(captured.err.splitlines()) == 1


def test_a_report_stands_alone_and_shows_photos_verdict_and_questions(
    shown: Any, make_reading: MakeReading, tmp_path: Path
) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6", "K1 B1 O1"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6", "K1 B1 O1", "B1 B2 B3"], {(2, 2): {"B3": 0.6, "B8": 0.39}}))
    report = tmp_path / "report.html"

    assert call("--before", before, "--after", after, "--report", str(report)) is ExitCode.UNDECIDED

    page = report.read_text(encoding="utf-8")
    assert '<h1 class="undecided">undecided</h1>' in page
    assert page.count('src="data:image/jpeg;base64,') == page.count("<img") >= 5
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert "http://" not in page
    assert "https://" not in page
    assert "Which tiles are these?" in page
    assert "set 3, tile 3 (left)" in page


def test_a_report_of_an_illegal_turn_gives_reasons_and_penalty(
    shown: Any, make_reading: MakeReading, tmp_path: Path
) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6", "B9 B10"]))
    report = tmp_path / "report.html"

    assert call("--before", before, "--after", after, "--report", str(report)) is ExitCode.ILLEGAL

    page = report.read_text(encoding="utf-8")
    assert "B9 B10 is too short for a set" in page
    assert "Draw 3" in page
    assert "Which tiles are these?" not in page


def test_names_in_a_report_are_escaped(shown: Any, make_reading: MakeReading, tmp_path: Path) -> None:
    after = shown.photo('<img src=x onerror="alert(1)">.png', make_reading(["R4 R5 R6"]))
    report = tmp_path / "report.html"

    assert call("--after", after, "--report", str(report)) is ExitCode.FINE

    page = report.read_text(encoding="utf-8")
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_what_lies_outside_of_the_area_is_not_judged(shown: Any, make_reading: MakeReading) -> None:
    before = shown.photo("a.png", make_reading(["R4 R5 R6", "B10 O4 O6"]))
    after = shown.photo("b.png", make_reading(["R4 R5 R6 R7", "B10 O4"]))
    assert call("--before", before, "--after", after) is ExitCode.ILLEGAL
    first_row = "0,0 1,0 1,0.2 0,0.2"
    assert call("--before", before, "--after", after, "--area", first_row) is ExitCode.FINE


def test_one_photo_says_nothing_of_a_first_lay_down_and_the_command_says_so(
    shown: Any, make_reading: MakeReading, capsys: pytest.CaptureFixture[str]
) -> None:
    after = shown.photo("b.png", make_reading(["R1 R2 R3"]))
    assert call("--opening", "--after", after) is ExitCode.FINE
    assert "whether it is enough for a first lay-down is not judged" in capsys.readouterr().err


def test_a_report_that_cannot_be_written_leaves_the_old_one(
    shown: Any, make_reading: MakeReading, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    after, report = shown.photo("b.png", make_reading(["R1 R2 R3"])), tmp_path / "report.html"
    report.write_text("the last one", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError, match=r"report\.html cannot be written \(No space left on device\)"):
        call("--after", after, "--report", str(report))
    assert report.read_text(encoding="utf-8") == "the last one"
