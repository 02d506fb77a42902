"""Colours are judged beside each other: a box has one black and one blue, and a pale photo leaves them in doubt."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners
from vision.reading.colours import USUAL_TINTS, colourful, inks, judge
from vision.reading.table_reading import SURE

BLACK, RED, BLUE, ORANGE = range(4)
TILE = np.array([[60, 60], [100, 60], [100, 116], [60, 116]], np.float32)


def said(*colours: int, sure: float = 0.98) -> NDArray[np.float32]:
    """What the tile reader says of tiles that it takes for those colours with that probability."""
    words = np.full((len(colours), 4), (1 - sure) / 3, np.float32)
    words[np.arange(len(colours)), colours] = sure
    return words


def tints(*colours: int, strength: float = 1.0) -> NDArray[np.float64]:
    """Tints of those inks, a little different from tile to tile."""
    return USUAL_TINTS[list(colours)] * strength + np.random.default_rng(1).normal(0, 0.02, (len(colours), 2))


def table(*, ink: tuple[int, int, int], wood: tuple[int, int, int] = (60, 90, 140)) -> tuple[Photo, list[Corners]]:
    """A tile with a print of that colour, BGR, on a table of two shades."""
    photo = np.full((200, 300, 3), wood, np.uint8)
    photo[:, 200:] = np.array(wood) // 2
    cv2.fillConvexPoly(photo, TILE.astype(np.int32), (225, 235, 240))
    cv2.rectangle(photo, (72, 75), (88, 95), ink, cv2.FILLED)
    return photo, [TILE]


def test_a_dark_blue_is_blue_beside_black_tiles() -> None:
    shown = [BLACK] * 4 + [RED] * 3 + [BLUE] * 4 + [ORANGE] * 3
    words, seen = said(*shown), tints(*shown)
    words[7] = (0.6, 0.0, 0.4, 0.0)  # the reader takes it for black
    judged = judge(words, seen, np.ones(len(shown)))
    assert judged[7].argmax() == BLUE


def test_the_inks_of_another_box_are_found_from_its_tiles() -> None:
    shown = [BLACK] * 4 + [RED] * 4 + [BLUE] * 4 + [ORANGE] * 4
    teal = USUAL_TINTS.copy()
    teal[BLUE] += (0.1, -0.3)
    seen = teal[shown]
    found = inks(said(*shown), seen, np.ones(len(shown)))
    assert np.abs(found[BLUE] - teal[BLUE]).max() < 0.1


def test_an_ink_that_the_photo_does_not_show_is_taken_to_be_the_usual_one() -> None:
    found = inks(said(RED, RED), tints(RED, RED), np.ones(2))
    assert np.abs(found[ORANGE] - USUAL_TINTS[ORANGE]).max() < 0.1


def test_a_tint_that_contradicts_a_sure_reader_leaves_both_possible() -> None:
    shown = [RED, RED, ORANGE, ORANGE, BLUE, BLUE]
    words = said(*shown, sure=0.999)
    seen = tints(*shown)
    seen[0] = USUAL_TINTS[BLUE]
    judged = judge(words, seen, np.ones(len(shown)))
    assert judged[0].max() < SURE
    assert judged[0, RED] > 0.02


def test_places_that_show_no_print_change_nothing_for_the_others() -> None:
    shown = [BLACK, BLUE, RED, ORANGE]
    alone = judge(said(*shown), tints(*shown), np.ones(4))
    words = np.vstack([said(*shown), said(*[BLACK] * 5)])
    seen = np.vstack([tints(*shown), np.tile([0.4, 0.3], (5, 1))])
    beside = judge(words, seen, np.array([1.0] * 4 + [0.0] * 5))
    assert beside[:4] == pytest.approx(alone, abs=1e-3)


def test_in_a_photo_without_colours_no_colour_is_sure() -> None:
    shown = [BLACK, BLUE, BLACK, BLUE]
    judged = judge(said(*[BLACK] * 4), tints(*shown, strength=0.0), np.ones(4), colourful=lambda: 0.0)
    assert (judged.max(axis=1) < SURE).all()


def test_black_tiles_alone_are_sure_in_a_photo_that_shows_colours_besides() -> None:
    words, seen = said(*[BLACK] * 3, sure=0.995), tints(*[BLACK] * 3)
    assert (judge(words, seen, np.ones(3), colourful=lambda: 1.0)[:, BLACK] >= SURE).all()
    assert (judge(words, seen, np.ones(3), colourful=lambda: 0.0)[:, BLACK] < SURE).all()


def test_black_tiles_that_may_be_pale_blue_ones_are_sure_where_the_photo_is_far_from_pale() -> None:
    words, seen = said(*[BLACK] * 9, sure=0.98), tints(*[BLACK] * 9)
    plain, gaudy = (judge(words, seen, np.ones(9), colourful=colour) for colour in (lambda: 1.0, lambda: 4.0))
    assert (plain[:, BLACK] < SURE).all()
    assert (gaudy[:, BLACK] >= SURE).all()


def test_pale_blue_tiles_on_a_gaudy_table_stay_in_doubt() -> None:
    words, seen = said(*[BLACK] * 9, sure=0.85), tints(*[BLUE] * 9, strength=0.2)
    assert (judge(words, seen, np.ones(9), colourful=lambda: 4.0).max(axis=1) < SURE).all()


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(0, 1000), st.floats(0, 4))
def test_probabilities_stay_probabilities(shown: list[int], seed: int, colour: float) -> None:
    rng = np.random.default_rng(seed)
    words = rng.dirichlet(np.ones(4), len(shown)).astype(np.float32)
    judged = judge(words, rng.normal(0, 1, (len(shown), 2)), rng.random(len(shown)), colourful=lambda: colour)
    assert judged.sum(axis=1) == pytest.approx(np.ones(len(shown)), abs=1e-5)
    assert (judged >= 0).all()


def test_a_colour_photo_is_colourful_and_a_grey_one_is_not() -> None:
    photo, outlines = table(ink=(170, 90, 30))
    grey = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    pale = (0.75 * grey + 0.25 * photo).astype(np.uint8)
    assert colourful(photo, outlines) > 1 > colourful(pale, outlines) > colourful(grey, outlines) == 0


@pytest.mark.parametrize("cloth", [(96, 128, 150), (70, 105, 40), (120, 60, 60)], ids=["tan", "green", "blue"])
def test_a_black_run_alone_on_a_plain_cloth_is_sure_but_in_a_photo_of_pale_colours_it_is_not(
    cloth: tuple[int, int, int],
) -> None:
    photo = np.full((1080, 1920, 3), cloth, np.uint8)
    outlines = [TILE + np.array([800 + 42 * k, 500], np.float32) for k in range(5)]
    for outline in outlines:
        cv2.fillConvexPoly(photo, outline.astype(np.int32), (185, 205, 212))
    grey = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    pale = 0.9 * grey + 0.1 * photo
    words, seen = said(*[BLACK] * 5, sure=0.995), tints(*[BLACK] * 5)
    in_colour, in_pale = (
        judge(words, seen, np.ones(5), colourful=partial(colourful, shown.astype(np.uint8), outlines))
        for shown in (photo, pale)
    )
    assert (in_colour[:, BLACK] >= SURE).all()
    assert (in_pale[:, BLACK] < SURE).all()


def test_a_tile_in_black_and_white_on_a_coloured_table_shows_no_colour() -> None:
    photo, outlines = table(ink=(30, 30, 30))
    cv2.fillConvexPoly(photo, TILE.astype(np.int32), (235, 235, 235))
    inside = outlines[0] * 0.5 + outlines[0].mean(axis=0) * 0.5
    assert colourful(photo, [inside.astype(np.float32)]) == 0
    assert colourful(photo, []) == 0
