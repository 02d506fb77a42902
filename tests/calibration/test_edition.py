"""The profile of a box survives being kept, and one that makes no sense is refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration import EditionProfile, ProfileError
from calibration.edition import kept_in, load, named, save
from referee.tiles import BOX, Colour, Tile


def profile(name: str = "wooden box", *, dark: bool = False) -> EditionProfile:
    faces = np.random.default_rng(1).integers(0, 256, (len(BOX), 64, 48, 3), np.uint8)
    return EditionProfile(name, BOX, faces, dark)


@pytest.mark.parametrize("name", ["wooden box", 'Omas "Kiste" \\', "木", "!"])
def test_a_box_comes_back_as_it_was_kept(tmp_path: Path, name: str) -> None:
    before = profile(name, dark=True)
    after = load(save(before, tmp_path / "deep"))
    order = sorted(range(len(BOX)), key=lambda i: (BOX[i].is_joker, BOX[i].colour or "", BOX[i].number))
    assert (after.name, after.dark, after.tiles) == (name, True, tuple(BOX[i] for i in order))
    assert np.array_equal(after.faces, before.faces[order])


def test_a_box_is_found_by_its_name_and_enrolled_anew_under_it(tmp_path: Path) -> None:
    for dark in (False, True):
        save(profile(dark=dark), tmp_path)
    save(profile("other"), tmp_path)
    assert named("wooden box", tmp_path).dark
    assert [path.name for path in kept_in(tmp_path)] == ["other.toml", "wooden-box.toml"]


def test_two_boxes_whose_files_would_be_the_same_are_kept_apart(tmp_path: Path) -> None:
    save(profile("wooden box"), tmp_path)
    with pytest.raises(ProfileError, match="there is an edition 'wooden box' already"):
        save(profile("wooden-box"), tmp_path)


def test_a_damaged_box_is_enrolled_anew_under_its_name(tmp_path: Path) -> None:
    path = save(profile(), tmp_path)
    path.with_suffix(".png").write_bytes(b"no picture")
    with pytest.raises(ProfileError, match="enrol the box again"):
        load(path)
    save(profile(), tmp_path)
    assert load(path).name == "wooden box"


def test_an_unknown_name_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no edition 'oak', since no box is enrolled: tileref calibrate edition"):
        named("oak", tmp_path)
    save(profile(), tmp_path)
    with pytest.raises(ProfileError, match="no edition 'oak': take one of any, 'wooden box'"):
        named("oak", tmp_path)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61, "any", "ANY"])
def test_a_name_that_cannot_be_kept_is_refused(name: str) -> None:
    with pytest.raises(ProfileError, match="edition"):
        profile(name)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "name must be a text in quotes"),
        ("name = 3", "name must be a text in quotes"),
        ('name = "a"\ncolour = 1', "'colour' is no setting"),
        ('name = "a"\ndark = 1', "dark must be true or false"),
        ('name = "a"\ntiles = "K1"', "tiles must be a list"),
        ('name = "a"\ntiles = []', "tiles must be 1 to 2000"),
        ('name = "a"\ntiles = ["X1"]', "'X1' is no tile"),
        ('name = "a"\ntiles = ["K1"]', "not as many as its tiles"),
        ("name = ", "cannot be read"),
    ],
)
def test_nonsense_is_refused_in_one_line(tmp_path: Path, text: str, line: str) -> None:
    path = save(profile(), tmp_path)
    path.write_text(text)
    with pytest.raises(ProfileError, match=line) as refusal:
        load(path)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("left_out", [lambda tile: tile.number == 7, lambda tile: tile.colour is Colour.BLUE])
def test_a_box_without_a_number_or_a_colour_is_refused(left_out: Callable[[Tile], bool]) -> None:
    rest = tuple(tile for tile in BOX if not left_out(tile))
    with pytest.raises(ProfileError, match="each number and each colour"):
        EditionProfile("oak", rest, np.zeros((len(rest), 64, 48, 3), np.uint8), dark=False)


@pytest.mark.parametrize("data", [b"", b"no picture", None])
def test_damaged_or_missing_pictures_are_refused(tmp_path: Path, data: bytes | None) -> None:
    path = save(profile(), tmp_path)
    path.with_suffix(".png").unlink() if data is None else path.with_suffix(".png").write_bytes(data)
    with pytest.raises(ProfileError, match="enrol the box again"):
        load(path)
