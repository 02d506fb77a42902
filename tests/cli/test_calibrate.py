"""`tileref calibrate` says how well a camera sees the table, and keeps which camera and which part of the picture it is."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

import calibration
from calibration.profile import FILE_NAME
from vision.photo import load_photo

if TYPE_CHECKING:
    from tests.cli.conftest import Command

PHOTOS = Path(__file__).parents[2] / "sample_images" / "photos"
PHOTO = PHOTOS / "white-table.jpg"
LEFT_HALF = "0,0 0.5,0 0.5,1 0,1"


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


def tiles_in(photo: str) -> int:
    """How many tiles the sample photo shows, by its truth."""
    truth = json.loads((PHOTOS / "truth.json").read_text())
    return len(truth[photo]["tiles"])


def test_a_good_view_needs_no_advice_and_keeps_nothing(calibrate: Command, tmp_path: Path) -> None:
    report = calibrate(PHOTO, "--json").data
    assert (report["tiles"], report["doubtful"], report["advice"], report["kept"]) == (
        tiles_in(PHOTO.name),
        0,
        [],
        None,
    )
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


def test_the_camera_and_area_asked_for_are_kept_for_serve(calibrate: Command, camera: Path, tmp_path: Path) -> None:
    ran = calibrate("--camera", camera, "--name", "kitchen", "--area", LEFT_HALF, "--json")
    kept = calibration.load(tmp_path / "data" / FILE_NAME)
    assert (kept.name, kept.camera, kept.area) == ("kitchen", str(camera), ((0, 0), (0.5, 0), (0.5, 1), (0, 1)))
    assert 0 < ran.data["tiles"] < tiles_in(PHOTO.name)
    again = calibrate("--area", "whole", "--json").data
    assert (again["name"], again["camera"], again["tiles"]) == ("kitchen", str(camera), tiles_in(PHOTO.name))


def test_the_overlay_shows_the_picture_read_and_never_replaces_it(calibrate: Command, tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    shutil.copy(PHOTO, photo)
    assert calibrate(photo, "--overlay", tmp_path / "seen.jpg").code == 0
    assert load_photo(tmp_path / "seen.jpg").shape == load_photo(photo).shape
    assert "is the photo itself" in calibrate(photo, "--overlay", photo).err
    assert photo.read_bytes() == PHOTO.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--camera", "no-such-video.mp4"], "no such file"),
        (["no-such-photo.jpg"], "no such file"),
        ([PHOTO, "--area", "everything"], 'write it like "0.1,0.2'),
        ([PHOTO, "--area", "0,0 1,1"], "3 to 12 corners"),
        ([PHOTO, "--area", "0,0 1,0 1,7"], "within the picture"),
        ([PHOTO, "--name", ""], "1 to 60 characters"),
        ([PHOTO, "--overlay", "/no/such/folder/seen.jpg"], "cannot be written"),
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


def test_a_profile_that_makes_no_sense_is_not_overwritten(calibrate: Command, tmp_path: Path) -> None:
    broken = tmp_path / "data" / FILE_NAME
    broken.parent.mkdir()
    broken.write_text("name = 7\n")
    ran = calibrate(PHOTO, "--name", "kitchen")
    assert ran.code == 2
    assert "delete it to start afresh" in ran.err
    assert broken.read_text() == "name = 7\n"
