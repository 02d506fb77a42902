from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.quads import Corners
from vision.reading import locate
from vision.reading.locate import OFFSET_UNIT, STRIDE, Locator, decode

UPRIGHT = np.array([[-14, -20], [14, -20], [14, 20], [-14, 20]], np.float32)


def maps_with(tiles: list[tuple[Corners, float, int]], rows: int = 40, columns: int = 60) -> NDArray[np.float32]:
    """What the network would say of `tiles`: outline, objectness, and at which corner it starts its list."""
    maps = np.zeros((rows, columns, 11), np.float32)
    maps[..., 0] = -8
    for outline, objectness, first in tiles:
        column, row = np.floor(outline.mean(axis=0) / STRIDE).astype(int)
        up = (outline[0] + outline[1] - outline[2] - outline[3]) / 2
        for r in range(row - 1, row + 2):
            for c in range(column - 1, column + 2):
                falloff = 0.0 if (r, c) == (row, column) else 1.0
                maps[r, c, 0] = np.log(objectness / (1 - objectness)) - falloff
                centre = np.array([c + 0.5, r + 0.5]) * STRIDE
                maps[r, c, 1:9] = ((np.roll(outline, first, axis=0) - centre) / OFFSET_UNIT).ravel()
                maps[r, c, 9:11] = up / np.hypot(*up)
    return maps


def turned(x: float, y: float, degrees: float) -> Corners:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(UPRIGHT @ turn.T + (x, y), np.float32)


@pytest.mark.parametrize("degrees", range(0, 360, 30))
@pytest.mark.parametrize("first", range(4))
def test_the_top_left_corner_comes_first_wherever_the_network_starts(degrees: int, first: int) -> None:
    outline = turned(120, 80, degrees)
    (found,) = decode(maps_with([(outline, 0.9, first)]), np.ones(2, np.float32))
    assert np.abs(found.corners - outline).max() < 0.01
    assert found.objectness == pytest.approx(0.9, abs=1e-3)


def test_corners_come_back_in_pixels_of_the_photo() -> None:
    outline = turned(120, 80, 10)
    (found,) = decode(maps_with([(outline, 0.9, 0)]), np.array([0.5, 0.25], np.float32))
    assert (
        np.abs(found.corners - ((outline + 0.5) / (0.5, 0.25) - 0.5)).max() < 0.05
    )  # the first pixel's middle is (0, 0)


def test_tiles_side_by_side_are_told_apart() -> None:
    found = decode(maps_with([(turned(100, 80, 0), 0.9, 0), (turned(129, 80, 0), 0.8, 2)]), np.ones(2, np.float32))
    assert sorted(round(float(f.corners[:, 0].mean())) for f in found) == [100, 129]


class SeenByWidth:
    """A network that sees given tiles in a picture of a given width, and nothing in others."""

    def __init__(self, tiles: dict[int, list[tuple[Corners, float, int]]]) -> None:
        self.tiles = tiles

    def run(self, photos: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        _, height, width, _ = photos.shape
        return [maps_with(self.tiles.get(width, []), height // STRIDE, width // STRIDE)[None]]


@pytest.mark.parametrize(("objectness", "lengths"), [(0.6, [40, 80]), (0.9, [80])])
def test_only_a_plain_tile_ends_the_search_for_smaller_ones(
    objectness: float, lengths: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = SeenByWidth({640: [(turned(100, 80, 0), objectness, 0)], 1280: [(turned(900, 400, 0), 0.9, 0)]})
    monkeypatch.setattr(locate, "Network", lambda *_: seen)
    found = Locator().find(np.zeros((704, 1280, 3), np.uint8))
    assert sorted(round(float(np.ptp(place.corners[:, 1]))) for place in found) == lengths


def test_faint_places_are_no_tiles() -> None:
    assert decode(maps_with([(turned(100, 80, 0), 0.05, 0)]), np.ones(2, np.float32)) == []
