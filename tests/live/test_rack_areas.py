"""Racks in the picture: rows of tiles at its edge before the first turn, whichever side somebody sits at."""

from __future__ import annotations

import numpy as np
import pytest

from live.game.rack_areas import between, find_racks, have_changed, without
from referee.tiles import Tile
from tests.vision.outlines import upright
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading

WIDTH, HEIGHT = 1280, 720
RACK = ("K1", "B2", "O3", "R5", "K9")
SIDES = {"top": (400, 20, 44, 0), "bottom": (400, 640, 44, 0), "left": (20, 200, 0, 64), "right": (1220, 200, 0, 64)}
"""Where the first tile of a rack at each side stands, and how far on the next one."""


def tile(x: float, y: float) -> Corners:
    return upright(x, y, 42, 60)


def reading(*rows: tuple[tuple[str, ...], tuple[int, int, int, int]]) -> TableReading:
    """Rows of tiles, each with where its first tile stands and how far on the next one."""
    tiles: list[TileReading] = []
    sets: list[tuple[int, ...]] = []
    for names, (x, y, dx, dy) in rows:
        sets.append(tuple(range(len(tiles), len(tiles) + len(names))))
        tiles += [
            TileReading.of(tile(x + dx * i, y + dy * i), {Tile.parse(name): 0.999}, doubt=False)
            for i, name in enumerate(names)
        ]
    return TableReading(tuple(tiles), tuple(sets), WIDTH, HEIGHT, elapsed_ms=1.0)


@pytest.mark.parametrize("side", SIDES)
def test_a_rack_is_left_out_with_the_tiles_that_it_may_hold_later_and_no_set_beside_it(side: str) -> None:
    x, y, dx, dy = SIDES[side]
    (part,) = find_racks(reading((RACK, SIDES[side])))
    longer = ((*RACK, "B11", "O12"), SIDES[side])  # tiles drawn since
    inwards = {"top": (0, 160), "bottom": (0, -160), "left": (130, 0), "right": (-130, 0)}[side]
    laid = (("R10", "R11", "R12"), (x + inwards[0], y + inwards[1], dx, dy))
    left = without(reading(longer, laid), [part])
    assert [[str(left.tiles[i].tile) for i in members] for members in left.sets] == [["R10", "R11", "R12"]]
    outer = {"top": (1, 0.0), "bottom": (1, 1.0), "left": (0, 0.0), "right": (0, 1.0)}[side]
    assert outer[1] in {corner[outer[0]] for corner in part}


@pytest.mark.parametrize(
    ("names", "place"),
    [
        pytest.param(RACK, (400, 340, 44, 0), id="in the middle of the table"),
        pytest.param(("R10", "R11", "R12"), SIDES["top"], id="a set of the last round"),
        pytest.param(RACK[:2], SIDES["top"], id="two tiles that lie about"),
    ],
)
def test_what_is_no_rack_stays_in_sight(names: tuple[str, ...], place: tuple[int, int, int, int]) -> None:
    assert find_racks(reading((names, place))) == ()


def test_a_rack_that_was_filled_moved_or_cleared_away_is_looked_for_again() -> None:
    at_top = (RACK, SIDES["top"])
    parts = find_racks(reading(at_top))
    assert not have_changed(parts, reading(at_top))
    assert have_changed(parts, reading(at_top, (RACK, SIDES["bottom"])))
    assert have_changed(parts, reading())
    assert have_changed(parts, reading((RACK, SIDES["left"])))


def test_the_table_between_racks_is_what_the_play_area_may_be() -> None:
    parts = find_racks(reading(*((RACK, SIDES[side]) for side in SIDES)))
    area = between(parts)
    assert area is not None
    x, y = np.array(area).T * np.array([[WIDTH], [HEIGHT]])
    inner = {"left": 62, "top": 80, "right": 1220, "bottom": 640}
    assert inner["left"] < x.min() < x.max() < inner["right"]
    assert inner["top"] < y.min() < y.max() < inner["bottom"]


def test_a_rack_at_one_side_takes_nothing_from_the_others() -> None:
    area = between(find_racks(reading((RACK, SIDES["bottom"]))))
    assert area is not None
    assert (area[0], area[2][0]) == ((0.0, 0.0), 1.0)
    assert area[2][1] < 640 / HEIGHT


def test_without_racks_no_area_is_suggested() -> None:
    assert between(()) is None
