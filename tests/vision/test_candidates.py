"""Which places count beside each other, before and after they are told from what is no tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.outlines import upright
from tests.vision.read_places import read_as
from vision.reading.candidates import (
    Candidates,
    contested,
    each_once,
    numbered_together,
    standing_out,
    unsure_where_they_overlap,
)

WIDTH, HEIGHT = 40.0, 58.0


def candidate(left: float, top: float, certainty: float = 0.99, number: int = 5) -> Candidates:
    """A place read as a black tile of that number with that probability, else as no tile."""
    read = read_as([upright(left, top, WIDTH, HEIGHT)], certainty, number)
    return read.believed(certainty)


def looked_at(left: float, belief: float, second_look: float) -> Candidates:
    """A place at which a tile lies with that probability on a second look."""
    return replace(candidate(left, 70, belief), verified=np.array([second_look]))


ROW = candidate(0, 0) + candidate(41, 0) + candidate(82, 0)


def test_a_sure_tile_in_the_tier_above_counts_although_its_outline_goes_on_behind_the_front() -> None:
    above = candidate(1, -0.5 * HEIGHT, 0.98)
    assert sorted(each_once(ROW + above)) == [0, 1, 2, 3]


def test_an_unsure_place_in_the_same_spot_does_not_count() -> None:
    unsure = candidate(1, -0.5 * HEIGHT, 0.6)
    assert sorted(each_once(ROW + unsure)) == [0, 1, 2]


def test_of_a_tile_found_twice_the_surer_place_counts() -> None:
    again = candidate(44, 3, 0.98)
    assert sorted(each_once(ROW + again)) == [0, 1, 2]


def test_what_a_second_look_takes_for_a_tile_does_not_vanish() -> None:
    under_a_finger = looked_at(60, 0.01, 0.7)
    assert standing_out(under_a_finger).all()
    assert not standing_out(replace(under_a_finger, verified=np.array([0.1]))).any()


def test_where_much_looks_like_a_tile_each_must_do_so_the_more() -> None:
    """The squares of a checked cloth are not asked about, a tile that a finger hides on it is."""
    squares = [looked_at(60 + 45 * k, 0.01, 0.7) for k in range(9)]
    tile = looked_at(0, 0.01, 0.95)
    assert standing_out(Candidates.together([*squares, tile])).tolist() == [*[False] * 9, True]


def test_of_a_place_that_may_be_a_tile_anyway_less_is_asked() -> None:
    assert [bool(standing_out(looked_at(60, belief, 0.4)).all()) for belief in (0.01, 0.4)] == [False, True]


def test_a_tile_face_down_that_may_be_none_is_no_tile_face_up() -> None:
    numbers = np.zeros((1, 16), np.float32)
    numbers[:, [4, 14, 15]] = 0.01, 0.46, 0.53
    back = replace(candidate(0, 0), numbers=numbers).believed(0.07)
    assert back.is_back
    again = back.verified_by(np.array([0.9]))  # a finger may lie on its print
    assert not again.is_back
    assert again.probabilities.sum() == pytest.approx(0.07)
    assert back.verified_by(np.array([0.1])).is_back


def test_a_place_whose_print_is_unlike_that_of_the_tiles_is_believed_less() -> None:
    rng = np.random.default_rng(1)
    print_of_the_box, other = rng.random((2, 26, 18)).astype(np.float32)
    alike = [print_of_the_box + rng.normal(0, 0.05, other.shape).astype(np.float32) for _ in range(4)]
    tiles = Candidates.together([candidate(50 * k, 0) for k in range(5)])
    tiles = replace(tiles, prints=replace(tiles.prints, shapes=np.array([*alike, other])))
    judged = numbered_together(tiles)
    assert judged.beliefs[:4] == pytest.approx(tiles.beliefs[:4])
    assert judged.beliefs[4] < tiles.beliefs[4] / 2
    assert not judged.sure[4]


def test_a_tile_whose_neighbours_outline_is_too_wide_does_not_vanish() -> None:
    assert contested(candidate(0.65 * WIDTH, 0, 0.8), candidate(0, 0)).tolist() == [0]


def test_what_is_read_twice_is_no_other_tile() -> None:
    assert not contested(candidate(0.3 * WIDTH, 0, 0.8), candidate(0, 0)).size


def test_what_is_hardly_a_tile_contests_none() -> None:
    assert not contested(candidate(0.65 * WIDTH, 0, 0.3), candidate(0, 0)).size


def sure(*candidates: Candidates) -> list[bool]:
    found: list[bool] = unsure_where_they_overlap(Candidates.together(candidates)).sure.tolist()
    return found


@pytest.mark.parametrize("over", [0.35, 0.5, 0.7])
def test_of_two_faces_that_lie_half_over_one_another_none_is_sure(over: float) -> None:
    beside = candidate(41 - over * WIDTH, 0, 0.98)
    assert sure(candidate(0, 0), beside, candidate(200, 0)) == [False, False, True]


def test_tiers_of_a_rack_and_neighbours_whose_outlines_touch_may_all_be_sure() -> None:
    assert sure(ROW, candidate(36, 60), candidate(1, -0.5 * HEIGHT, 0.98)) == [True] * 5
