"""Which places count beside each other, before and after they are told from what is no tile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.outlines import upright
from vision import prints
from vision.candidates import Candidate, contested, each_once, numbered_together, still_there
from vision.locate import Detection
from vision.quads import Corners

WIDTH, HEIGHT = 40.0, 58.0


def box(left: float, top: float) -> Corners:
    return upright(left, top, WIDTH, HEIGHT)


def candidate(
    left: float, top: float, certainty: float = 0.99, objectness: float = 0.9, covered: float = 0.0
) -> Candidate:
    """A place read as a black 5 with that probability, else as no tile.

    `covered` is how probably one lies there under something.
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
        covered=covered,
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


def test_what_looks_like_a_tile_where_a_row_goes_on_is_not_dropped() -> None:
    beside = candidate(126, 2, 0.7, objectness=0.4)
    assert still_there(ROW, [beside]) == [beside]


@pytest.mark.parametrize(
    "dropped",
    [
        candidate(126, 2, 0.7, objectness=0.25),
        candidate(126, 2, 0.3, objectness=0.4),
        candidate(300, 200, 0.7, objectness=0.4),
        candidate(84, 3, 0.7, objectness=0.4),
    ],
    ids=["hardly found", "no tile by its face", "far from every row", "on a tile that was read"],
)
def test_other_places_stay_dropped(dropped: Candidate) -> None:
    assert still_there(ROW, [dropped]) == []


def test_a_tile_under_something_does_not_vanish_in_no_row_either() -> None:
    covered = candidate(60, 70, 0.1, objectness=0.25, covered=0.7)
    assert still_there(ROW, [covered]) == [covered]


@pytest.mark.parametrize(("squares", "is_reported"), [(9, True), (40, False)])
def test_the_squares_of_a_cloth_are_no_tiles_under_something(squares: int, *, is_reported: bool) -> None:
    """As many as a hand hides are asked about; a whole cloth of them is not, but for what shows a number."""
    bare = [candidate(60 + 45 * k, 70, 0.1, objectness=0.25, covered=0.7) for k in range(squares)]
    number = candidate(0, 70, 0.9, objectness=0.25, covered=0.7)
    found = still_there(ROW, [*bare, number])
    assert number in found
    assert (bare[0] in found) is is_reported


@pytest.mark.parametrize(("objectness", "is_reported"), [(0.4, False), (0.55, True)])
def test_what_seems_covered_far_from_every_tile_is_one_where_the_locator_says_so(
    objectness: float, *, is_reported: bool
) -> None:
    covered = candidate(300, 200, 0.1, objectness, covered=0.7)
    assert still_there(ROW, [covered]) == ([covered] if is_reported else [])
    assert still_there([], [covered]) == []


@pytest.mark.parametrize(("back", "is_reported"), [(0.95, False), (0.6, True)])
def test_what_is_plainly_a_tile_face_down_is_not_asked_about(back: float, *, is_reported: bool) -> None:
    numbers = np.zeros(16, np.float32)
    numbers[[14, 15]] = back, 1 - back
    beside = replace(candidate(60, 70, objectness=0.25, covered=0.7), numbers=numbers, belief=0.02)
    assert still_there(ROW, [beside]) == ([beside] if is_reported else [])


def test_a_tile_face_down_that_may_be_none_is_no_tile_face_up() -> None:
    numbers = np.zeros(16, np.float32)
    numbers[[4, 14, 15]] = 0.01, 0.46, 0.53
    assert replace(candidate(0, 0), numbers=numbers, belief=0.07).is_back


@pytest.mark.parametrize(("tiles", "is_reported"), [(3, False), (4, True)])
def test_a_plain_number_far_from_every_tile_is_one_of_the_game_where_there_is_a_game(
    tiles: int, *, is_reported: bool
) -> None:
    cut = candidate(300, 200, 0.99, objectness=0.3, covered=0.85)
    read = [candidate(41 * k, 0) for k in range(tiles)]
    assert still_there(read, [cut]) == ([cut] if is_reported else [])


def test_what_seems_covered_where_a_tile_was_read_is_none() -> None:
    assert still_there(ROW, [candidate(84, 3, 0.1, covered=0.7)]) == []


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
