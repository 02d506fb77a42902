"""`tileref calibrate` says how well a camera sees the table, and keeps which camera and which part of the picture it is."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

import calibration
from calibration.profile import FILE_NAME, TableProfile
from cli.calibrate import FIRST, WHOLE
from cli.common import AREA
from live.telling.visibility import Visibility, look_through
from vision.camera.frames import Source
from vision.camera.photo import load_photo
from vision.camera.source import open_source
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading

if TYPE_CHECKING:
    from tests.cli.conftest import Command

pytestmark = pytest.mark.slow

PHOTOS = Path(__file__).parents[2] / "sample_images" / "photos"
PHOTO = PHOTOS / "white-table.jpg"
ALL = len(json.loads((PHOTOS / "truth.json").read_text())[PHOTO.name]["tiles"])
"""Tiles on the photo."""
LEFT_HALF = [(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)]


@pytest.fixture
def calibrate(tileref: Command, tmp_path: Path) -> Command:
    """Runs `tileref calibrate` for a data folder of its own."""
    return partial(tileref, "calibrate", "--data", tmp_path / "data")


@pytest.fixture
def camera(tmp_path: Path) -> Path:
    """Frames of a table that lies still."""
    folder = tmp_path / "camera"
    folder.mkdir()
    for i in range(6):
        shutil.copy(PHOTO, folder / f"{i}.jpg")
    return folder


def seen(corners: list[tuple[float, float]]) -> str:
    """The argument of `--area` for these corners."""
    return " ".join(f"{x},{y}" for x, y in corners)


def test_a_good_view_needs_no_advice_and_keeps_nothing(calibrate: Command, tmp_path: Path) -> None:
    report = calibrate(PHOTO, "--json").data
    assert (report["tiles"], report["doubtful"], report["advice"], report["kept"]) == (ALL, 0, [], None)
    assert report["source"] == str(PHOTO)
    assert not (tmp_path / "data").exists()
    assert "the table is seen well" in calibrate(PHOTO).out


def test_a_camera_too_far_away_is_told_with_the_way_out(calibrate: Command, tmp_path: Path) -> None:
    far = tmp_path / "far.png"
    cv2.imwrite(str(far), cv2.resize(load_photo(PHOTO), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA))
    report = calibrate(far, "--json").data
    assert report["tile_height"][0] < 30
    assert any("move the camera nearer" in line for line in report["advice"])


def test_an_empty_table_is_no_view(calibrate: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((480, 640, 3), 90, np.uint8))
    report = calibrate(empty, "--json").data
    assert (report["tiles"], report["tile_height"]) == (0, None)
    assert report["advice"][0].startswith("no tiles are seen")


def test_a_mirrored_picture_is_named_as_that_and_nothing_else(calibrate: Command, tmp_path: Path) -> None:
    mirrored = tmp_path / "mirrored.png"
    cv2.imwrite(str(mirrored), np.ascontiguousarray(load_photo(PHOTO)[:, ::-1]))
    (line,) = calibrate(mirrored, "--json").data["advice"]
    assert line.startswith("the picture is mirrored")


def test_what_flickers_is_named_with_its_place() -> None:
    nothing = TableReading((), (), 640, 480)
    view = Visibility(np.zeros((480, 640, 3), np.uint8), nothing, left_out=("top left",))
    assert next(view.advice()).startswith("something flickers at the top left")


def test_a_picture_that_never_rests_is_no_view(calibrate: Command, tmp_path: Path) -> None:
    folder = tmp_path / "restless"
    folder.mkdir()
    photo = load_photo(PHOTO)
    for i in range(24):
        cv2.imwrite(str(folder / f"{i}.jpg"), np.roll(photo, 150 * (i % 2), axis=1))
    report = calibrate("--camera", folder, "--json").data
    assert report["still"] is False
    assert report["advice"][0].startswith("the picture does not come to rest")


def test_camera_and_area_are_kept_for_serve_wherever_it_starts(
    calibrate: Command, camera: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = calibrate("--camera", camera.name, "--name", "kitchen", "--area", seen(LEFT_HALF), "--json")
    kept = calibration.load(tmp_path / "data" / FILE_NAME)
    assert (kept.name, kept.camera, kept.area) == ("kitchen", str(camera), tuple(LEFT_HALF))
    assert (ran.data["source"], ran.data["still"]) == (f"camera {camera}", True)
    assert 0 < ran.data["tiles"] < ALL
    monkeypatch.chdir("/")
    assert f"within the play area (--area {WHOLE}" in calibrate().out
    assert calibrate("--area", WHOLE, "--json").data["tiles"] == ALL
    again = calibration.load(tmp_path / "data" / FILE_NAME)
    assert (again.name, again.camera, again.area) == ("kitchen", str(camera), None)


def test_the_kept_area_says_nothing_of_a_photo_or_another_camera(
    calibrate: Command, camera: Path, tmp_path: Path
) -> None:
    calibrate("--camera", camera, "--area", seen(LEFT_HALF))
    assert calibrate(PHOTO, "--json").data["tiles"] == ALL
    other = shutil.copytree(camera, tmp_path / "other")
    assert calibrate("--camera", other, "--json").data["tiles"] == ALL
    assert calibration.load(tmp_path / "data" / FILE_NAME).area is None


def test_an_area_marked_while_the_camera_is_looked_through_stays(
    calibrate: Command, camera: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "data" / FILE_NAME
    calibrate("--camera", camera)

    def marked_meanwhile(source: Source, reader: Reader, profile: TableProfile) -> Visibility:
        calibration.save(replace(calibration.load(path), area=tuple(LEFT_HALF)), path)
        return look_through(source, reader, profile)

    monkeypatch.setattr("live.telling.visibility.look_through", marked_meanwhile)
    calibrate("--name", "kitchen")
    kept = calibration.load(path)
    assert (kept.name, kept.area) == ("kitchen", tuple(LEFT_HALF))


def test_a_kept_camera_can_be_taken_back(
    calibrate: Command, camera: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrate("--camera", camera)
    monkeypatch.setattr("vision.camera.source.first_camera", lambda: None)
    ran = calibrate("--camera", FIRST)
    assert (ran.code, ran.err.startswith("tileref: no camera answers: connect one")) == (2, True)
    monkeypatch.setattr("vision.camera.source.first_camera", lambda: 3)
    frames = open_source(str(camera))
    monkeypatch.setattr("vision.camera.source.open_source", lambda _: frames)
    assert calibrate("--camera", FIRST, "--json").data["source"] == "camera 3"
    assert calibration.load(tmp_path / "data" / FILE_NAME).camera is None


def test_the_overlay_is_drawn_over_what_was_read_and_replaces_no_picture(
    calibrate: Command, camera: Path, tmp_path: Path
) -> None:
    photo = shutil.copy(PHOTO, tmp_path / "photo-read.jpg")
    assert calibrate(photo, "--overlay", tmp_path).code == 0
    calibrate("--camera", camera, "--overlay", tmp_path / "overlays")
    assert (tmp_path / "photo-read.jpg").read_bytes() == PHOTO.read_bytes()
    for path in (tmp_path / "photo-read-read.jpg", tmp_path / "overlays" / "camera-read.jpg"):
        changed = np.abs(load_photo(path).astype(int) - load_photo(PHOTO)).max(axis=2) > 60
        assert changed.mean() > 0.005, "outlines and notations stand on it"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--camera", "no-such-video.mp4"], "no such file"),
        (["no-such-photo.jpg"], "no such file"),
        ([PHOTO, "--area", "everything"], f"--area 'everything': write it like {AREA}"),
        ([PHOTO, "--area", "0,0,1 1,0 1,1"], "write it like"),
        ([PHOTO, "--area", "0,0 1,1"], "3 to 12 corners"),
        ([PHOTO, "--area", "0,0 1,0 1,7"], "within the picture"),
        ([PHOTO, "--area", "0,0 0.01,0 0.01,0.01"], "area is too small; an area is written like"),
        ([PHOTO, "--name", ""], "1 to 60 characters"),
        ([PHOTO, "--name", "caf\udce9"], "all of them printable"),
        ([PHOTO, "--name", "a\x7fb"], "all of them printable"),
        (["--camera", "0\x7f"], "printable characters only"),
        ([PHOTO, "--overlay", "/dev/null/overlays"], "cannot be made a folder"),
        ([PHOTO, "--camera", "0"], "not allowed with"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_keeps_nothing(
    calibrate: Command, tmp_path: Path, arguments: list[object], complaint: str
) -> None:
    ran = calibrate(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err
    assert not (tmp_path / "data").exists()


def test_a_password_in_an_address_is_not_printed(
    calibrate: Command, monkeypatch: pytest.MonkeyPatch, camera: Path
) -> None:
    frames = open_source(str(camera))
    monkeypatch.setattr("vision.camera.source.open_source", lambda _: frames)
    ran = calibrate("--camera", "rtsp://anna:secret@192.168.1.20/stream", "--json")
    assert ran.data["source"] == "camera rtsp://192.168.1.20/..."
    assert "secret" not in ran.out + ran.err


def test_a_profile_that_makes_no_sense_is_not_overwritten(calibrate: Command, tmp_path: Path) -> None:
    broken = tmp_path / "data" / FILE_NAME
    broken.parent.mkdir()
    broken.write_text("name = 7\n")
    ran = calibrate(PHOTO, "--name", "kitchen")
    assert ran.code == 2
    assert "delete it to start afresh" in ran.err
    assert broken.read_text() == "name = 7\n"
