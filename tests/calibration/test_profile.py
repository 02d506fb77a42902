"""A table's profile survives being kept, and one that makes no sense is refused in one line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from calibration import ProfileError, TableProfile, load, save

SQUARE = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.8), (0.1, 0.8))


@pytest.mark.parametrize(
    "profile",
    [
        TableProfile(),
        TableProfile('Küche "oben" \\', "0", SQUARE),
        TableProfile("Garten", "http://192.168.1.20:8080/video?a=1#b", SQUARE[:3]),
    ],
)
def test_a_profile_comes_back_as_it_was_kept(tmp_path: Path, profile: TableProfile) -> None:
    save(profile, tmp_path / "deep" / "table.toml")
    assert load(tmp_path / "deep" / "table.toml") == profile
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["table.toml"]


def test_a_missing_profile_is_the_standard_one(tmp_path: Path) -> None:
    assert load(tmp_path / "table.toml") == TableProfile()


def test_a_camera_may_be_written_as_a_number(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text("camera = 2\n")
    assert load(tmp_path / "table.toml").camera == "2"


def test_the_area_scales_with_the_picture() -> None:
    area = TableProfile(area=SQUARE).area_in(1280, 720)
    assert area is not None
    assert np.allclose(area, [[128, 72], [1152, 72], [1152, 576], [128, 576]])
    assert TableProfile().area_in(1280, 720) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "cannot be read"),
        ("name = 5", "name must be a text"),
        ("name = ''", "1 to 60 characters"),
        ("camera = 1\narae = 1", "'arae' is no setting"),
        ("camera = true", "camera must be a number or an address"),
        ("area = [[0, 0], [1" + "0" * 400 + ", 0], [1, 1]]", "list of corners"),
        ("camera = 1.5", "camera must be a number or an address"),
        ("area = 'all'", "list of corners"),
        ("area = [[0, 0], [1, true], [1, 1]]", "list of corners"),
        ("area = [[0, 0], [1, 1]]", "3 to 12 corners"),
        ("area = [[0, 0], [640, 0], [640, 480]]", "within the picture"),
        ("area = [[0, 0], [nan, 0], [1, 1]]", "within the picture"),
        ("area = [[0, 0], [0.05, 0], [0.05, 0.05], [0, 0.05]]", "too small"),
        ("area = [[0, 0], [0.9, 0.8], [0.9, 0], [0, 1]]", "sides cross"),
        ("area = [[0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]", "sides cross"),  # in reading order
    ],
)
def test_a_profile_that_makes_no_sense_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "table.toml").write_text(text)
    with pytest.raises(ProfileError, match=complaint) as caught:
        load(tmp_path / "table.toml")
    assert "\n" not in str(caught.value)
    assert "table.toml" in str(caught.value)


def test_a_profile_that_cannot_be_written_is_told_and_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.toml"
    save(TableProfile("kitchen"), path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ProfileError, match="cannot be written"):
        save(TableProfile("parlour"), path)
    assert load(path).name == "kitchen"
    (tmp_path / "file").write_text("")
    with pytest.raises(ProfileError, match="cannot be written"):
        save(TableProfile(), tmp_path / "file" / "table.toml")
