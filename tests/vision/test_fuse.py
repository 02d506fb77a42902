"""Readings of one still table are fused into one that is as sure as they are together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.tiles import Tile
from vision.reading.table_reading import TableReading, TileReading
from vision.scene.fuse import fuse


def tile(name: str, x: float, *, sure: float = 0.98, other: str = "J", doubt: bool = False) -> TileReading:
    corners = np.array([[x, 0], [x + 20, 0], [x + 20, 30], [x, 30]], np.float32)
    return TileReading.of(corners, {Tile.parse(name): sure, Tile.parse(other): 1 - sure}, doubt=doubt)


def reading(sets: list[list[TileReading]]) -> TableReading:
    tiles = [each for members in sets for each in members]
    index = iter(range(len(tiles)))
    return TableReading(tuple(tiles), tuple(tuple(next(index) for _ in members) for members in sets), 640, 360)


def test_frames_that_agree_make_a_sure_reading() -> None:
    frames = [reading([[tile("R7", 0 + d), tile("R8", 21 + d)], [tile("K1", 100 + d)]]) for d in (0, 1, -1)]
    fused = fuse(frames)
    assert fused.notation() == [["R7", "R8"], ["K1"]]
    assert fused.doubtful == ()
    assert fused.tiles[0].confidence == pytest.approx(0.98)


def test_frames_that_name_a_tile_differently_make_it_doubtful() -> None:
    fused = fuse([reading([[tile("R6", 0, other="R9")]])] * 2 + [reading([[tile("R9", 0, other="R6")]])])
    assert fused.notation() == [["R6"]]
    assert fused.doubtful == (0,)
    assert [str(kind) for kind, _ in fused.tiles[0].alternatives()] == ["R6", "R9"]


def test_a_tile_that_one_of_three_frames_misses_is_kept_in_doubt() -> None:
    fused = fuse([reading([[tile("R7", 0), tile("R8", 21)]])] * 2 + [reading([[tile("R7", 0)]])])
    assert fused.notation() == [["R7", "R8"]]
    assert fused.doubtful == (1,)
    assert fused.tiles[1].confidence == pytest.approx(0.98 * 2 / 3, abs=0.001)


def test_a_tile_that_one_of_three_frames_shows_surely_is_kept_unread_and_one_that_it_doubts_is_dropped() -> None:
    without = reading([[tile("R7", 0)]])
    fused = fuse([without, without, reading([[tile("R7", 0), tile("R8", 21)]])])
    assert (fused.notation(), fused.doubtful) == ([["R7", "?"]], (1,))
    assert fuse([without, without, reading([[tile("R7", 0), tile("R8", 21, doubt=True)]])]).notation() == [["R7"]]


def test_a_tile_of_which_most_frames_outline_a_part_is_one() -> None:
    part = np.array([[60, 2], [70, 2], [70, 14], [60, 14]], np.float32)
    whole = np.array([[60, 0], [80, 0], [80, 30], [60, 30]], np.float32)
    looks = [TileReading.of(outline, {Tile.parse("J"): 0.99}, doubt=outline is part) for outline in (part, part, whole)]
    assert fuse([reading([[look]]) for look in looks]).notation() == [["J"]]


def test_a_tile_lies_where_the_frame_that_is_surest_of_it_has_it() -> None:
    whole, part = tile("B13", 40), tile("B13", 40, sure=0.6, other="B3", doubt=True)
    part.corners[[1, 2], 0] -= 10
    for frames in ([whole, part, part], [part, part, whole]):
        fused = fuse([reading([[frame]]) for frame in frames])
        assert fused.tiles[0].corners.tolist() == whole.corners.tolist()


def test_a_tile_that_frames_take_for_one_for_two_and_for_a_half_is_one() -> None:
    whole, left, right = tile("O11", 40), tile("O1", 40, sure=0.9, doubt=True), tile("O11", 40, sure=0.8, doubt=True)
    left.corners[[1, 2], 0] -= 9
    right.corners[[0, 3], 0] += 9
    before, after = tile("O10", 19), tile("O12", 61)
    frames = [[before, whole, after], [before, left, right, after], [before, right, after]]
    fused = fuse([reading([frame]) for frame in frames])
    assert fused.notation() == [["O10", "O11", "O12"]]
    assert fused.tiles[1].corners.tolist() == whole.corners.tolist()


def test_two_tiles_that_most_frames_take_for_one_are_both_in_doubt() -> None:
    long = np.array([[21, 0], [62, 0], [62, 30], [21, 30]], np.float32)
    taken = TileReading.of(long, {Tile.parse("R8"): 0.98, Tile.parse("J"): 0.02}, doubt=False)
    merged, apart = reading([[tile("R7", 0), taken]]), reading([[tile("R7", 0), tile("R8", 21), tile("R9", 42)]])
    fused = fuse([merged, merged, apart])
    assert len(fused.tiles) == 3
    assert fused.doubtful


def test_sets_are_those_most_frames_agree_on() -> None:
    together = reading([[tile("R7", 0), tile("R8", 21), tile("R9", 42)]])
    apart = reading([[tile("R7", 0), tile("R8", 21)], [tile("R9", 42)]])
    assert fuse([together, together, apart]).notation() == [["R7", "R8", "R9"]]
    assert fuse([apart, together, apart]).notation() == [["R7", "R8"], ["R9"]]


def test_a_tile_that_is_not_sure_on_average_is_doubtful_though_most_frames_are_sure() -> None:
    frames = [reading([[tile("R7", 0, sure=sure, doubt=sure < 0.965)]]) for sure in (0.97, 0.97, 0.55)]
    assert fuse(frames).doubtful == (0,)


def test_three_alike_are_doubtful_whichever_frame_doubts_which() -> None:
    alike = [[tile("R7", 40 * k) for k in range(3)] for _ in range(3)]
    frames = [reading([[replace(one, doubt=k == frame)] for k, one in enumerate(alike[frame])]) for frame in range(3)]
    assert fuse(frames).doubtful == (0, 1, 2)
    assert fuse(frames, copies=4).doubtful == ()


def test_a_set_that_two_of_three_frames_see_is_kept_where_the_third_sees_more_tiles() -> None:
    seven, eight, nine, ten = tile("R7", 0), tile("R8", 21), tile("R9", 42), tile("R10", 63)
    frames = [
        reading([[seven, eight, nine], [ten]]),
        reading([[seven, eight], [nine, ten]]),
        reading([[seven, eight, nine]]),
    ]
    assert fuse(frames).notation() == [["R7", "R8", "R9"], ["R10"]]


def test_a_frame_that_sees_little_does_not_take_sets_apart() -> None:
    def frame(*sets: str) -> TableReading:
        names = ["R7", "R8", "R9", "K4", "K5", "K6"]
        return reading([[tile(name, 21 * names.index(name)) for name in text.split()] for text in sets])

    whole, parted, poor = frame("R7 R8 R9", "K4 K5 K6"), frame("R7 R8 R9", "K4 K5", "K6"), frame("R7 R8 R9", "K4")
    assert fuse([whole, parted, poor]).notation() == [["R7", "R8", "R9"], ["K4", "K5"], ["K6"]]
    assert fuse([whole, whole, poor]).notation() == [["R7", "R8", "R9"], ["K4", "K5", "K6"]]
    assert fuse([whole, whole, frame()]).notation() == [["R7", "R8", "R9"], ["K4", "K5", "K6"]]


def test_tiles_face_down_are_those_of_most_frames() -> None:
    back = tile("R7", 300).corners
    shown = [replace(reading([[tile("R7", 0)]]), face_down=backs) for backs in ((back,), (back,), ())]
    assert len(fuse(shown).face_down) == 1
    over = [replace(one, face_down=(one.tiles[0].corners,)) for one in shown]
    assert fuse(over).face_down == ()


def test_one_reading_is_its_own_fusion_and_none_is_an_error() -> None:
    only = reading([[tile("R7", 0)]])
    assert fuse([only]) is only
    with pytest.raises(ValueError, match="no readings"):
        fuse([])


def test_frames_that_read_a_set_from_either_end_agree_that_it_is_one() -> None:
    tiles = [tile("K3", 0), tile("R3", 21), tile("B3", 42)]
    seen = reading([tiles])
    from_the_other_end = replace(seen, sets=((2, 1, 0),))
    poor = reading([[tiles[0]], [tiles[2]]])
    assert fuse([from_the_other_end, seen, poor]).notation() == [["K3", "R3", "B3"]]
    assert fuse([from_the_other_end, seen, from_the_other_end]).notation() == [["B3", "R3", "K3"]]
