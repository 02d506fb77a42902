"""Which places count beside each other, before and after they are told from what is no tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.outlines import upright
from vision.quads import Corners
from vision.reading import prints
from vision.reading.candidates import (
    Candidate,
    contested,
    each_once,
    numbered_together,
    standing_out,
    unsure_where_they_overlap,
)
from vision.reading.locate import Detection

WIDTH, HEIGHT = 40.0, 58.0


def box(left: float, top: float) -> Corners:
    return upright(left, top, WIDTH, HEIGHT)


def candidate(
    left: float, top: float, certainty: float = 0.99, objectness: float = 0.9, second_look: float = 0.0
) -> Candidate:
    """A place read as a black 5 with that probability, else as no tile.

    `second_look` is how probably one lies there on a second look.
    """
    numbers = np.zeros(16, np.float32)
    numbers[[4, 15]] = certainty, 1 - certainty
    return Candidate(
        place=Detection(box(left, top), objectness),
        numbers=numbers,
        colours=np.array([1, 0, 0, 0], np.float32),
        ink=prints.measure(np.ones((1, 3, 64, 48), np.float32)),
        body=np.full(3, 230, np.float32),
        quarter_turns=np.array([1, 0, 0, 0], np.float32),
        belief=certainty,
        second_look=second_look,
    )


ROW = [candidate(0, 0), candidate(41, 0), candidate(82, 0)]


def test_a_sure_tile_in_the_tier_above_counts_although_its_outline_goes_on_behind_the_front() -> None:
    above = candidate(1, -0.5 * HEIGHT, 0.98)
    assert {id(one) for one in each_once([*ROW, above])} == {id(one) for one in [*ROW, above]}


def test_an_unsure_place_in_the_same_spot_does_not_count() -> None:
    unsure = candidate(1, -0.5 * HEIGHT, 0.6)
    assert {id(one) for one in each_once([*ROW, unsure])} == {id(one) for one in ROW}


def test_of_a_tile_found_twice_the_surer_place_counts() -> None:
    again = candidate(44, 3, 0.98)
    assert {id(one) for one in each_once([*ROW, again])} == {id(one) for one in ROW}


def test_what_a_second_look_takes_for_a_tile_does_not_vanish() -> None:
    under_a_finger = candidate(60, 70, 0.01, second_look=0.7)
    assert standing_out([under_a_finger]) == [under_a_finger]
    assert standing_out([replace(under_a_finger, second_look=0.1)]) == []


def test_where_much_looks_like_a_tile_each_must_do_so_the_more() -> None:
    """The squares of a checked cloth are not asked about, a tile that a finger hides on it is."""
    squares = [candidate(60 + 45 * k, 70, 0.01, second_look=0.7) for k in range(9)]
    tile = candidate(0, 70, 0.01, second_look=0.95)
    assert standing_out([*squares, tile]) == [tile]


def test_of_a_place_that_may_be_a_tile_anyway_less_is_asked() -> None:
    looks = [candidate(60, 70, belief, second_look=0.4) for belief in (0.01, 0.4)]
    assert [*map(standing_out, ([one] for one in looks))] == [[], [looks[1]]]


def test_a_tile_face_down_that_may_be_none_is_no_tile_face_up() -> None:
    numbers = np.zeros(16, np.float32)
    numbers[[4, 14, 15]] = 0.01, 0.46, 0.53
    back = replace(candidate(0, 0), numbers=numbers, belief=0.07)
    assert back.is_back
    again = back.looked_at_again(0.9)  # a finger may lie on its print
    assert not again.is_back
    assert again.probabilities.sum() == pytest.approx(back.belief)
    assert back.looked_at_again(0.1).is_back


def printed(left: float, shape: NDArray[np.float32]) -> Candidate:
    """A place that is read as a black 5, with that print on it."""
    one = candidate(left, 0)
    return replace(one, ink=replace(one.ink, shapes=shape[None]))


def test_a_place_whose_print_is_unlike_that_of_the_tiles_is_believed_less() -> None:
    rng = np.random.default_rng(1)
    print_of_the_box, other = rng.random((2, 26, 18)).astype(np.float32)
    tiles = [printed(50 * k, print_of_the_box + rng.normal(0, 0.05, other.shape).astype(np.float32)) for k in range(4)]
    *believed, unlike = numbered_together([*tiles, printed(200, other)])
    assert all(one.belief == pytest.approx(tile.belief) for one, tile in zip(believed, tiles, strict=True))
    assert unlike.belief < tiles[0].belief / 2
    assert not unlike.sure


def test_a_tile_whose_neighbours_outline_is_too_wide_does_not_vanish() -> None:
    wide, tile = candidate(0, 0), candidate(0.65 * WIDTH, 0, 0.8)
    assert contested([wide, tile], [wide]) == [tile]


def test_what_is_read_twice_is_no_other_tile() -> None:
    tile, again = candidate(0, 0), candidate(0.3 * WIDTH, 0, 0.8)
    assert contested([tile, again], [tile]) == []


def test_what_is_hardly_a_tile_contests_none() -> None:
    tile, hardly = candidate(0, 0), candidate(0.65 * WIDTH, 0, 0.3)
    assert contested([tile, hardly], [tile]) == []


def sure(candidates: list[Candidate]) -> list[bool]:
    return [one.sure for one in unsure_where_they_overlap(candidates)]


@pytest.mark.parametrize("over", [0.35, 0.5, 0.7])
def test_of_two_faces_that_lie_half_over_one_another_none_is_sure(over: float) -> None:
    beside = candidate(41 - over * WIDTH, 0, 0.98)
    assert sure([candidate(0, 0), beside, candidate(200, 0)]) == [False, False, True]


def test_tiers_of_a_rack_and_neighbours_whose_outlines_touch_may_all_be_sure() -> None:
    assert sure([*ROW, candidate(36, 60), candidate(1, -0.5 * HEIGHT, 0.98)]) == [True] * 5
