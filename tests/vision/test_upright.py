"""Which way up tiles lie, by their faces, their sets and the rest of the photo."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.outlines import turned
from vision.quads import Corners
from vision.reading.arrange import into_sets
from vision.reading.upright import as_the_nearest, by_place, log_odds

UPRIGHT, SIDEWAYS, UPSIDE_DOWN = 0.0, 90.0, 180.0
SURE, UNDECIDED = 6.0, 0.0
LONE = (0,)


def _tile(x: float, y: float, degrees: float = UPRIGHT) -> Corners:
    return turned(x, y, degrees, 26, 38)


def _odds_of_a_lone_six(others: list[float]) -> float:
    """Of a six that says nothing itself, far from tiles that are sure of these directions in degrees."""
    outlines = [_tile(0, 0), *(_tile(200, 50 * k, degrees) for k, degrees in enumerate(others))]
    own = np.array([UNDECIDED, *(SURE for _ in others)])
    sixes = np.array([True, *(False for _ in others)])
    return float(log_odds(outlines, own, sixes, [LONE, tuple(range(1, len(outlines)))])[0])


def test_a_lone_six_stands_as_everything_else_in_the_photo_does() -> None:
    assert _odds_of_a_lone_six([UPRIGHT] * 5) > 1
    assert _odds_of_a_lone_six([UPSIDE_DOWN] * 5) < -1


def test_more_tiles_say_more() -> None:
    assert _odds_of_a_lone_six([UPRIGHT] * 6) > _odds_of_a_lone_six([UPRIGHT]) > 0


def test_tiles_that_lie_both_ways_or_across_say_little() -> None:
    assert abs(_odds_of_a_lone_six([UPRIGHT, UPSIDE_DOWN] * 3)) < 0.1
    assert _odds_of_a_lone_six([SIDEWAYS] * 5) == 0


def test_its_own_set_says_more_than_the_rest_of_the_photo() -> None:
    outlines = [_tile(26 * k, 0) for k in range(3)] + [_tile(26 * k, 200, UPSIDE_DOWN) for k in range(6)]
    own = np.array([UNDECIDED, *[SURE] * 8])
    odds = log_odds(outlines, own, np.array([True, *[False] * 8]), [(0, 1, 2), tuple(range(3, 9))])
    assert odds[0] > 1


def test_a_tile_that_looks_upside_down_says_so_to_its_set() -> None:
    outlines = [_tile(26 * k, 0) for k in range(3)]
    odds = log_odds(outlines, np.array([UNDECIDED, -SURE, -SURE]), np.array([True, False, False]), [(0, 1, 2)])
    assert odds[0] < -1


def test_a_six_by_itself_is_less_sure_of_its_face_than_one_in_a_set_or_another_number() -> None:
    outlines, own = [_tile(0, 0), _tile(300, 0, SIDEWAYS), _tile(326, 0, SIDEWAYS)], np.full(3, 4.0)
    six, seven = (
        log_odds(outlines, own, np.array([is_six, False, False]), [LONE, (1, 2)])[0] for is_six in (True, False)
    )
    assert 0 < six < seven
    assert log_odds(outlines, own, np.array([False, True, False]), [LONE, (1, 2)])[1] > seven


def test_no_tiles_have_no_odds() -> None:
    assert log_odds([], np.zeros(0), np.zeros(0, bool), []).shape == (0,)


@pytest.mark.parametrize("degrees", [UPRIGHT, 40.0, SIDEWAYS, UPSIDE_DOWN])
@pytest.mark.parametrize("corners", [1, 3])
def test_a_tile_that_cannot_be_read_ends_no_set_for_lying_across_it(degrees: float, corners: int) -> None:
    angle = np.radians(degrees)
    row = [_tile(27 * k * np.cos(angle), 27 * k * np.sin(angle), degrees) for k in range(3)]
    far = _tile(400, 400, degrees + SIDEWAYS)
    turned = as_the_nearest([*row[:2], np.roll(row[2], corners, axis=0), far], [True, True, False, True])
    assert all(np.array_equal(one, other) for one, other in zip(turned, [*row, far], strict=True))
    assert (0, 1, 2) in into_sets(turned)


def test_where_nothing_could_be_read_outlines_stay_as_they_are() -> None:
    seen = [_tile(0, 0, SIDEWAYS), _tile(30, 0)]
    assert all(map(np.array_equal, as_the_nearest(seen, [False, False]), seen))


def _told_by_place(middle: float, usual: float, height: float = 0.4, others: int = 6) -> float:
    """What the place of its print says of a six, among tiles that print their numbers at another place, 0.4 high."""
    middles, heights = np.array([middle, *[usual] * others]), np.array([height, *[0.4] * others])
    known = np.array([False, *[True] * others])
    said = by_place(middles, heights, ~known, known)
    assert not said[1:].any()
    return float(said[0])


def test_a_six_that_stands_where_the_box_prints_its_numbers_is_upright_and_one_as_far_below_is_not() -> None:
    assert _told_by_place(0.38, usual=0.38) > 0.5
    assert _told_by_place(0.62, usual=0.38) < -0.5


def test_the_mark_below_a_six_moves_its_print_and_not_the_six() -> None:
    assert _told_by_place(0.45, usual=0.42, height=0.46) > 0.5
    assert _told_by_place(0.55, usual=0.42, height=0.46) < -0.5


@pytest.mark.parametrize("usual", [0.5, 0.58])
def test_numbers_in_the_middle_of_the_face_or_seemingly_below_it_say_nothing(usual: float) -> None:
    assert _told_by_place(0.58, usual) == pytest.approx(0)


def test_two_other_tiles_do_not_tell_where_the_box_prints_its_numbers() -> None:
    assert _told_by_place(0.38, usual=0.38, others=2) == 0
