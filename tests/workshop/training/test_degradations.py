"""What is done to photos to see what they lose."""

from __future__ import annotations

import numpy as np
import pytest

from vision import quads
from vision.image import Photo
from workshop.training.degradations import DEGRADATIONS, Degraded

FACES = [[[x, 40], [x + 40, 40], [x + 40, 96], [x, 96]] for x in range(30, 270, 45)]
LABELS = {"tiles": [{"tile": f"R{k + 1}", "outline": face} for k, face in enumerate(FACES)], "sets": None}


@pytest.fixture
def photo() -> Photo:
    shown = np.full((200, 320, 3), 60, np.uint8)
    for face in FACES:
        (left, top), (right, bottom) = face[0], face[2]
        shown[top : bottom + 1, left : right + 1] = 210
    return shown


def changed(photo: Photo, name: str) -> Degraded:
    return DEGRADATIONS[name](photo, LABELS, np.random.default_rng(3))


def test_what_is_covered_is_covered_from_the_side_that_is_named(photo: Photo) -> None:
    found = changed(photo, "covered left 38 %")
    assert len(found.covered) == 2, "a fifth of six, rounded up"
    for k in range(len(FACES)):
        left = FACES[k][0][0]
        is_other = (found.photo[60, left : left + 41] != photo[60, left : left + 41]).any(axis=1)
        assert (k in found.covered) == bool(is_other[2:14].mean() > 0.9)
        assert not is_other[18:38].any()


def test_the_same_seed_covers_the_same_tiles_the_same_way(photo: Photo) -> None:
    one, other = changed(photo, "fingers"), changed(photo, "fingers")
    assert (one.photo == other.photo).all()
    assert one.covered == other.covered


def test_a_tile_that_a_hand_hides_is_none_that_a_person_can_read(photo: Photo) -> None:
    labels = [
        DEGRADATIONS["fingers"](photo, LABELS, np.random.default_rng(seed)).labels["tiles"] for seed in range(8, 18)
    ]
    hidden = [tile for tiles in labels for tile in tiles if tile["tile"] == "?"]
    assert hidden
    assert {tile["is"] for tile in hidden} <= {f"R{k + 1}" for k in range(6)}


@pytest.mark.parametrize("height", [14, 24])
def test_small_tiles_are_as_high_as_the_row_says(photo: Photo, height: int) -> None:
    found = changed(photo, f"tiles {height} px")
    heights = [quads.height(np.array(tile["outline"], np.float32)) for tile in found.labels["tiles"]]
    assert np.median(heights) == pytest.approx(height, rel=0.05)


def test_labels_lie_where_the_tiles_are_seen_aslant(photo: Photo) -> None:
    found = changed(photo, "tilt 60 degrees")
    for tile in found.labels["tiles"]:
        x, y = np.mean(tile["outline"], axis=0).round().astype(int)
        assert found.photo[y, x, 0] > 180
    widths = [quads.width(np.array(tile["outline"], np.float32)) for tile in found.labels["tiles"]]
    heights = [quads.height(np.array(tile["outline"], np.float32)) for tile in found.labels["tiles"]]
    assert np.median(heights) / np.median(widths) == pytest.approx(0.7, abs=0.1)


def test_more_light_is_brighter_and_less_is_darker(photo: Photo) -> None:
    brighter, darker = changed(photo, "exposure +1.5 stops"), changed(photo, "exposure -1.5 stops")
    assert brighter.photo[60, 50, 0] == 255
    assert darker.photo[60, 50, 0] < 140


def test_only_the_tiles_of_one_ink_are_left(photo: Photo) -> None:
    tiles = [{"tile": f"{'RK'[k % 2]}{k + 1}", "outline": face} for k, face in enumerate(FACES)]
    labels = {"tiles": tiles, "sets": [[0, 1, 2]]}
    found = DEGRADATIONS["only black tiles"](photo, labels, np.random.default_rng(3))
    assert [tile["tile"] for tile in found.labels["tiles"]] == ["K2", "K4", "K6"]
    for k, face in enumerate(FACES):
        (left, top), (right, bottom) = face[0], face[2]
        assert (found.photo[top : bottom + 1, left : right + 1] == (210 if k % 2 else 60)).all()


def test_pale_colours_are_a_quarter_of_what_they_were() -> None:
    blue = np.full((20, 20, 3), (200, 80, 40), np.uint8)
    shown = DEGRADATIONS["colours at a quarter"](blue, {"tiles": []}, np.random.default_rng(3)).photo
    assert np.ptp(shown[0, 0].astype(int)) == pytest.approx(np.ptp(blue[0, 0].astype(int)) / 4, abs=1)


def test_what_changes_takes_nothing_from_what_it_is_given(photo: Photo) -> None:
    before = photo.copy()
    for name in DEGRADATIONS:
        changed(photo, name)
    assert (photo == before).all()
