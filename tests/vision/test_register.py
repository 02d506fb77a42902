"""Two photos of one table are laid over each other by the tiles that both show, wherever the camera was the second time."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import parse_tiles
from vision.reading.table_reading import TableReading, TileReading
from vision.scene.register import agreeing, find_homography, same_places

Placed = dict[str, tuple[float, float]]

TABLE: Placed = {
    "K1 K2 K3 K4": (100, 80),
    "R7 B7 O7": (600, 120),
    "O9 O10 O11": (200, 400),
    "B1 B2 B3": (700, 480),
}
ELSEWHERE = np.array([[0.94, 0.16, -30], [-0.12, 0.9, 90], [0.00008, 0.00011, 1]])
"""What a camera does to the picture that is held a step aside."""


def photo_of(placed: Placed, camera: NDArray[np.float64] | None = None, doubtful: str = "") -> TableReading:
    """Sets of tiles of 40 x 60 pixels, each from where its first tile lies, seen through `camera`."""
    tiles: list[TileReading] = []
    sets: list[tuple[int, ...]] = []
    for text, (x, y) in placed.items():
        kinds = parse_tiles(text.split())
        sets.append(tuple(range(len(tiles), len(tiles) + len(kinds))))
        for i, kind in enumerate(kinds):
            left = x + 42 * i
            outline = np.array([[left, y], [left + 40, y], [left + 40, y + 60], [left, y + 60]], np.float32)
            if camera is not None:
                outline = cv2.perspectiveTransform(outline[None], camera)[0]
            tiles.append(TileReading.of(outline, {kind: 0.99}, doubt=str(kind) in doubtful.split()))
    return TableReading(tuple(tiles), tuple(sets), 1280, 720)


def found(before: TableReading, after: TableReading) -> list[tuple[str, str]]:
    homography = find_homography(before, after)
    places = [] if homography is None else same_places(before, after, homography)
    return sorted((str(before.tiles[i].tile), str(after.tiles[j].tile)) for i, j in places)


def each(*texts: str) -> list[tuple[str, str]]:
    return sorted((name, name) for text in texts for name in text.split())


@pytest.mark.parametrize("camera", [np.eye(3), ELSEWHERE], ids=["the same camera", "a step aside"])
def test_every_tile_lies_where_it_lay(camera: NDArray[np.float64]) -> None:
    assert found(photo_of(TABLE), photo_of(TABLE, camera)) == each(*TABLE)


def test_what_was_moved_lies_nowhere_it_lay() -> None:
    moved = {**TABLE, "B1 B2 B3": (900.0, 300.0)}
    assert found(photo_of(TABLE), photo_of(moved, ELSEWHERE)) == each(*[text for text in TABLE if text != "B1 B2 B3"])


def test_a_twin_elsewhere_does_not_mislead() -> None:
    twins = {**TABLE, "R7 R8 R9": (900.0, 300.0), "O9 B9 K9": (900.0, 40.0), "K1 R1 B1": (400.0, 600.0)}
    assert found(photo_of(TABLE), photo_of(twins, ELSEWHERE)) == each(*TABLE)


def test_a_tile_in_the_place_of_another_is_found_there() -> None:
    exchanged = {**TABLE, "R7 B7 K7": TABLE["R7 B7 O7"]}
    del exchanged["R7 B7 O7"]
    assert ("O7", "K7") in found(photo_of(TABLE), photo_of(exchanged, ELSEWHERE))


def test_a_doubtful_tile_is_found_where_it_lay_and_has_no_say_in_where_that_is() -> None:
    before, after = photo_of(TABLE, doubtful="B7 K2"), photo_of(TABLE, ELSEWHERE, doubtful="O10")
    assert found(before, after) == each(*TABLE)
    nothing_sure = photo_of(TABLE, doubtful=" ".join(TABLE))
    assert find_homography(nothing_sure, nothing_sure) is None


def test_as_many_tiles_agree_with_a_camera_as_lie_where_it_shows_them() -> None:
    before = photo_of(TABLE, doubtful="K2")
    moved = {**TABLE, "B1 B2 B3": (712.0, 480.0)}
    assert agreeing(before, photo_of(TABLE), np.eye(3), reach=3.0) == 12
    assert agreeing(before, photo_of(moved), np.eye(3), reach=3.0) == 9
    assert agreeing(before, photo_of(TABLE, ELSEWHERE), ELSEWHERE, reach=3.0) == 12
    assert agreeing(before, photo_of(TABLE, ELSEWHERE), np.eye(3), reach=3.0) == 0


def test_two_sure_tiles_of_one_set_show_where_the_third_lies() -> None:
    camera = np.array([[0.8, 0.3, 50], [-0.3, 0.8, 200], [0, 0, 1.0]])
    before, after = photo_of({"R4 R5 R6": (300, 200)}, doubtful="R6"), photo_of({"R4 R5 R6 R7": (300, 200)}, camera)
    assert found(before, after) == each("R4 R5 R6")


@pytest.mark.parametrize("other", [{}, {"K13": (10.0, 20.0)}, {"K1 O2 B13": (10.0, 20.0)}])
def test_photos_that_share_too_little_cannot_be_laid_over_each_other(other: Placed) -> None:
    assert find_homography(photo_of(TABLE), photo_of(other)) is None
    assert find_homography(photo_of(other), photo_of(TABLE)) is None
