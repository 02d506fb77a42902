"""Tiles that lie so close that they were taken for one are read one by one, and one that was taken for two is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.outlines import upright
from tests.vision.read_places import read_as
from vision.camera.photo import load_photo
from vision.quads import Corners
from vision.reading.candidates import Candidates
from vision.reading.reader import Reader
from vision.reading.split_merge import LARGER, are_read, merges, parts_of_large, splits

TIGHT = Path(__file__).parent / "tight"
"""Drawn by `workshop/benchmarks/evening`."""


def candidate(corners: Corners, certainty: float, objectness: float = 0.9, number: int = 5) -> Candidates:
    """A place that the locator is so sure of, read as that number with that probability, else as no tile."""
    return read_as([corners], certainty, number, objectness)


def singles() -> Candidates:
    return read_as([upright(100 * i, 0, 40, 58) for i in range(4)])


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_place_as_large_as_several_tiles_is_divided_into_them(number: int) -> None:
    wide = candidate(upright(0, 200, 40 * number, 58), 0.3)
    ways = [way.places.outlines for way in splits(singles() + wide)]
    expected = [upright(40 * i, 200, 40, 58) for i in range(number)]
    assert any(len(way) == number and np.allclose(way, expected) for way in ways)


@pytest.mark.parametrize(("whole", "part", "are_tiles"), [(11, 1, False), (11, 5, True), (5, 1, True)])
def test_a_large_eleven_is_not_two_ones(whole: int, part: int, *, are_tiles: bool) -> None:
    wide = candidate(upright(0, 200, 80, 58), 0.99, number=whole)
    found = [way.are_tiles(read_as(way.places.outlines, number=part)) for way in splits(singles() + wide)]
    assert any(found) == are_tiles


def test_a_place_with_some_of_the_next_tile_is_that_tile_and_the_next() -> None:
    wide = candidate(upright(100, 200, 56, 58), 0.99)
    ways = [way.places.outlines for way in splits(singles() + wide)]
    for tile, beside in ((100, 140), (116, 76)):
        expected = sorted((tile, beside))
        assert any(np.allclose(sorted(float(part[:, 0].min()) for part in way), expected, atol=0.5) for way in ways)


def test_a_place_of_two_tiles_that_the_locator_is_less_sure_of_is_divided_where_print_is_read_on_it() -> None:
    read, unread = (candidate(upright(0, 200, 80, 58), certainty, 0.4) for certainty in (0.98, 0.1))
    assert list(splits(singles() + read))
    assert not list(splits(singles() + unread))


@pytest.mark.parametrize(("larger", "are"), [(1.28, True), (1.6, False)])
def test_parts_may_be_a_little_larger_than_the_tiles_around_them_as_perspective_has_it(
    larger: float, *, are: bool
) -> None:
    wide = candidate(upright(0, 200, 120, 58), 0.3)
    (way,) = [way for way in splits(singles() + wide) if len(way.places) == 3]
    read = read_as([upright(40 * i, 200, 40, 58 * (larger if i == 2 else 1)) for i in range(3)])
    assert way.are_tiles(read) is are


def test_a_place_half_as_large_again_as_the_tiles_around_it_is_of_two() -> None:
    tile, wide = candidate(upright(0, 200, 44, 60), 0.99), candidate(upright(100, 200, 62, 58), 0.99)
    large = parts_of_large(singles() + tile + wide)
    assert [*large] == [5]
    assert np.allclose(large[5].outlines, [upright(100, 200, 31, 58), upright(131, 200, 31, 58)], atol=0.5)
    assert not parts_of_large(wide)


def test_a_place_of_two_tiles_one_below_the_other_is_divided_so() -> None:
    high = candidate(upright(100, 200, 40, 116), 0.1)
    (parts,) = parts_of_large(singles() + high).values()
    assert np.allclose(parts.outlines, [upright(100, 200, 40, 58), upright(100, 258, 40, 58)], atol=0.5)


def test_a_tile_like_those_around_it_stays_one() -> None:
    assert list(splits(singles())) == []


def test_two_halves_side_by_side_may_be_one_tile_whichever_way_it_lies() -> None:
    left, right = candidate(upright(100, 200, 18, 58), 0.9), candidate(upright(120, 200, 20, 58), 0.6)
    (pair,) = merges(singles() + left + right)
    assert np.allclose(pair.places.outlines[0], upright(100, 200, 40, 58), atol=0.5)
    halves = left + right
    (pair,) = merges(singles() + replace(halves, outlines=halves.places.turned(2).outlines))
    assert np.allclose(pair.places.outlines[0], np.roll(upright(100, 200, 40, 58), 2, axis=0), atol=0.5)


def test_what_is_read_of_a_whole_counts_where_it_is_plainly_a_tile() -> None:
    (pair,) = merges(singles() + candidate(upright(100, 200, 20, 58), 0.9) + candidate(upright(120, 200, 20, 58), 0.6))
    assert pair.are_tiles(candidate(upright(100, 200, 40, 58), 0.99))
    assert not pair.are_tiles(candidate(upright(100, 200, 40, 58), 0.4))
    assert not pair.are_tiles(candidate(upright(100, 200, 20, 58), 0.99))


def test_two_tiles_and_what_is_seen_of_two_tiles_apart_are_no_halves() -> None:
    assert list(merges(singles())) == []
    apart = read_as([upright(left, 200, 18, 58) for left in (100, 160)], 0.9)
    assert list(merges(singles() + apart)) == []
    assert list(merges(singles()[:0])) == []


def test_two_tiles_side_by_side_whose_lower_halves_are_hidden_are_no_halves_of_one() -> None:
    low = read_as([upright(left, 200, 40, 31) for left in (100, 140)], 0.9)
    assert list(merges(singles() + low)) == []


@pytest.mark.slow
def test_a_slice_of_a_tile_that_is_found_beside_the_rest_of_it_is_no_tile_of_its_own() -> None:
    reading = Reader().read(load_photo(TIGHT / "slice-and-rest.jpg"))
    (row,) = (members for members in reading.sets if reading.tiles[members[0]].tile == Tile.parse("K10"))
    tiles = [reading.tiles[k] for k in row]
    assert [str(tile.tile) for tile in tiles[:3]] == ["K10", "K11", "K12"]
    assert [tile.doubt for tile in tiles] == [False, False, False, True]


@pytest.mark.slow
def test_an_eleven_that_lies_over_a_twelve_is_no_two_ones() -> None:
    reading = Reader().read(load_photo(TIGHT / "one-as-two.jpg"))
    assert ["O9", "O10", "O11", "O12"] in reading.notation()
    assert not reading.doubtful


@pytest.mark.slow
def test_a_row_that_was_found_as_one_place_over_its_own_tiles_does_not_vanish() -> None:
    reading = Reader().read(load_photo(TIGHT / "row-over-its-tiles.jpg"))
    assert ["K12", "B12", "O12"] in reading.notation()
    assert len(reading.tiles) == 21


@pytest.mark.slow
def test_three_tiles_that_touch_are_three() -> None:
    reading = Reader().read(load_photo(TIGHT / "three-as-one.jpg"))
    assert ["K13", "B13", "O13"] in reading.notation()
    assert sum(map(len, reading.notation())) == 24


@pytest.mark.slow
def test_three_tiles_under_a_place_that_takes_them_for_one_are_each_seen() -> None:
    reading = Reader().read(load_photo(TIGHT / "three-under-one.jpg"))
    assert len(reading.tiles) == 36


@pytest.mark.slow
def test_a_tile_that_a_lamp_burns_out_is_not_lost_in_the_one_beside_it() -> None:
    reading = Reader().read(load_photo(TIGHT / "burnt-out.jpg"))
    assert len(reading.tiles) == 6
    assert [None if tile.doubt else str(tile.tile) for tile in reading.tiles].count(None) == 2


def from_a_low_camera(far_off: int = 140, deep: int = 300) -> Candidates:
    """Four columns of five tiles, the last ones nearest to the camera.

    So many pixels wide where the table is farthest off, and so deep.
    """
    table = np.array([upright(60 + 64 * column, 60 + 110 * row, 60, 84) for row in range(5) for column in range(4)])
    aslant = cv2.getPerspectiveTransform(
        np.array([[0, 0], [360, 0], [360, 640], [0, 640]], np.float32),
        np.array([[320 - far_off / 2, 0], [320 + far_off / 2, 0], [640, deep], [0, deep]], np.float32),
    )
    return read_as([cv2.perspectiveTransform(outline[None], aslant)[0] for outline in table])


def test_from_a_low_camera_the_tiles_in_front_are_larger_and_still_single() -> None:
    seen = from_a_low_camera()
    areas = [*map(cv2.contourArea, seen.outlines)]
    assert max(areas) > 4 * min(areas)
    assert not parts_of_large(seen)


@pytest.mark.parametrize("far_off", [280, 300, 320])
def test_a_tile_in_front_that_is_surely_read_is_not_divided(far_off: int) -> None:
    seen = from_a_low_camera(far_off, 500)
    ratio = cv2.contourArea(seen.outlines[-1]) / cv2.contourArea(seen.outlines[-8])
    assert ratio > LARGER
    assert list(splits(seen)) == []


def test_from_a_low_camera_two_tiles_that_are_read_as_one_are_divided() -> None:
    seen = from_a_low_camera(300, 500)
    left, right = seen.outlines[-2:]
    both = seen[:-2] + candidate(np.array([left[0], right[1], right[2], left[3]]), 0.99)
    assert {way.of for way in splits(both)} == {(len(both) - 1,)}


@pytest.mark.slow
def test_three_pale_tiles_flush_with_each_other_on_a_pale_table_are_seen_from_whichever_side_the_photo_was_taken() -> (
    None
):
    photo = load_photo(TIGHT / "pale-on-pale.jpg")
    for turned in (photo, np.ascontiguousarray(photo[::-1, ::-1])):
        assert Reader(threads=1).read(turned).notation() == [["R10", "B10", "O10"]]


@pytest.mark.parametrize(("aside", "certainty", "known"), [(4, 0.9, True), (4, 0.3, False), (30, 0.9, False)])
def test_a_part_that_was_found_by_itself_is_read_by_its_own_outline(
    aside: float, certainty: float, *, known: bool
) -> None:
    part = candidate(upright(100, 200, 40, 58), 0.99)
    others = singles() + candidate(upright(100 + aside, 203, 40, 58), certainty)
    assert are_read(part, others).tolist() == [known]
