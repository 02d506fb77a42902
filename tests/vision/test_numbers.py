"""What the sure tiles of a photo say of those whose number is in doubt."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.numbers import judge
from vision.reading.table_reading import SURE

ROWS, COLUMNS = 26, 18
JOKER = 14
SIX, SEVEN, EIGHT, NINE = 6, 7, 8, 9


def drawn(number: int, *, right: int = 0, seed: int = 0, grain: float = 0.05) -> NDArray[np.float32]:
    """The print of a number in one typeface, with the grain of its own photo, that many cells to the right."""
    large = np.zeros((ROWS * 4, COLUMNS * 4), np.uint8)
    cv2.putText(large, str(number), (14 + 4 * right, 68), cv2.FONT_HERSHEY_DUPLEX, 2.0, (255,), 7)
    shape = cv2.resize(large.astype(np.float32) / 255, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return (shape + np.random.default_rng(seed).normal(0, grain, shape.shape)).astype(np.float32)


def said(**numbers: float) -> NDArray[np.float32]:
    """Probabilities as the tile reader gives them, by ``n7=0.6``; the rest is left to the others alike."""
    probabilities = np.zeros(JOKER, np.float32)
    for name, probability in numbers.items():
        probabilities[int(name[1:]) - 1] = probability
    rest = 1 - probabilities.sum()
    return np.asarray(probabilities + (probabilities == 0) * rest / (probabilities == 0).sum(), np.float32)


SURE_ONES = [(1, 1), (SEVEN, 2), (SEVEN, 3), (2, 4), (EIGHT, 5)]
"""Sure tiles of a photo: the number and the seed of each."""


def judged(
    shape: NDArray[np.float32], word: NDArray[np.float32], sure: list[tuple[int, int]] = SURE_ONES
) -> NDArray[np.float32]:
    """The probabilities of one doubtful tile beside sure ones."""
    shapes = np.stack([*(drawn(number, seed=seed) for number, seed in sure), shape])
    probabilities = np.stack([*(said(**{f"n{number}": 0.99}) for number, _ in sure), word])
    known = np.arange(len(shapes)) < len(sure)
    found = judge(probabilities, shapes, known).probabilities
    np.testing.assert_array_equal(found[known], probabilities[known])
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-5)
    return np.asarray(found[-1], np.float32)


def test_what_is_printed_like_the_sevens_of_the_photo_is_a_seven() -> None:
    assert judged(drawn(SEVEN, seed=9), said(n7=0.8, n2=0.19))[SEVEN - 1] >= SURE


def test_an_outline_that_is_a_little_off_makes_no_difference() -> None:
    assert judged(drawn(SEVEN, right=1, seed=9), said(n7=0.8, n2=0.19))[SEVEN - 1] >= SURE


def test_the_tile_reader_is_not_believed_where_the_photo_says_otherwise() -> None:
    assert judged(drawn(SEVEN, seed=9), said(n2=0.6, n7=0.39)).argmax() == SEVEN - 1


def test_a_word_that_is_nearly_sure_outweighs_a_print_that_speaks_against_it() -> None:
    doubt = judged(drawn(SEVEN, seed=9), said(n2=0.96, n7=0.03))
    assert doubt.argmax() == 1
    assert doubt.max() < SURE


def test_what_looks_like_none_of_the_photos_numbers_may_well_be_another() -> None:
    assert judged(drawn(4, seed=9), said(n7=0.9, n4=0.09)).argmax() == 4 - 1


def test_a_tile_that_may_stand_upside_down_stays_in_doubt_between_six_and_nine() -> None:
    sixes_and_nines = [(1, 1), (SIX, 2), (2, 3)]
    shapes = [drawn(number, seed=seed) for number, seed in sixes_and_nines]
    nine, doubtful = drawn(SIX, seed=5)[::-1, ::-1], drawn(SIX, seed=6)
    words = [said(**{f"n{number}": 0.99}) for number, _ in sixes_and_nines]
    probabilities = np.stack([*words, said(n9=0.99), said(n6=0.7, n9=0.29)])
    found = judge(probabilities, np.stack([*shapes, nine, doubtful]), np.array([True] * 4 + [False])).probabilities[-1]
    assert found.argmax() == SIX - 1
    assert found.max() < SURE


def test_two_sure_tiles_do_not_show_what_a_box_looks_like() -> None:
    word = said(n7=0.8, n2=0.19)
    np.testing.assert_array_equal(judged(drawn(SEVEN, seed=9), word, [(SEVEN, 1), (2, 2)]), word)


def test_where_no_tile_is_in_doubt_everything_stays_as_it_is() -> None:
    probabilities = np.stack([said(**{f"n{number}": 0.99}) for number, _ in SURE_ONES])
    shapes = np.stack([drawn(number, seed=seed) for number, seed in SURE_ONES])
    found = judge(probabilities, shapes, np.ones(len(shapes), np.bool_))
    np.testing.assert_array_equal(found.probabilities, probabilities)


def strangeness(shape: NDArray[np.float32], number: int, sure: list[tuple[int, int]] = SURE_ONES) -> float:
    """How strange a tile that is surely read as that number is beside other sure ones."""
    both = [*sure, (number, 0)]
    shapes = np.stack([*(drawn(of, seed=seed) for of, seed in sure), shape])
    probabilities = np.stack([said(**{f"n{of}": 0.99}) for of, _ in both])
    return float(judge(probabilities, shapes, np.ones(len(both), np.bool_)).strangeness[-1])


def in_another_typeface(number: int) -> NDArray[np.float32]:
    """The print of a number as a calendar has it: smaller, thinner and aslant."""
    large = np.zeros((ROWS * 4, COLUMNS * 4), np.uint8)
    cv2.putText(large, str(number), (30, 50), cv2.FONT_HERSHEY_SCRIPT_COMPLEX, 1.1, (255,), 2)
    return np.asarray(cv2.resize(large.astype(np.float32) / 255, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA))


def test_print_in_another_typeface_is_stranger_than_a_tile_of_the_box() -> None:
    assert strangeness(in_another_typeface(SEVEN), SEVEN) > 1
    assert strangeness(drawn(SEVEN, seed=9), SEVEN) < 0.3


def test_the_first_tile_of_its_number_is_not_strange() -> None:
    assert strangeness(drawn(4, seed=9), 4) == 0


def test_a_tile_that_is_read_as_the_wrong_number_is_not_strange() -> None:
    assert strangeness(drawn(SEVEN, seed=9), 2) < 0.3
