"""General text recognition is compared fairly: what it reads is dealt to the tiles that it lies on, in the ink's colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.tiles import Colour
from vision.image import Photo
from vision.quads import Corners
from workshop.benchmarks import compare
from workshop.benchmarks.compare import Piece, characters, outcome, tiles_of

INKS = {
    Colour.BLACK: (30, 30, 30),
    Colour.RED: (40, 30, 200),
    Colour.BLUE: (170, 80, 20),
    Colour.ORANGE: (30, 140, 240),
}
"""Blue, green, red."""
PAPERS = {"white": (255, 255, 255), "in warm light": (170, 220, 255), "in the shade": (120, 110, 105)}


def outline(x: float, width: float = 40) -> Corners:
    return np.array([[x, 0], [x + width, 0], [x + width, 60], [x, 60]], np.float32)


def printed(ink: tuple[int, ...], paper: tuple[int, ...] = (255, 255, 255)) -> Photo:
    """Two tiles with a 1 each; the ink is lit as the paper is."""
    photo = np.full((60, 200, 3), paper, np.uint8)
    lit = [int(i * p / 255) for i, p in zip(ink, paper, strict=True)]
    for x in (10, 110):
        cv2.rectangle(photo, (x + 15, 10), (x + 24, 50), lit, -1)
    return photo


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("colour", INKS)
def test_ink_is_told_from_the_paper_about_it(colour: Colour, paper: tuple[int, ...]) -> None:
    assert compare.ink_colour(printed(INKS[colour], paper), [outline(10)]) is colour


def test_a_line_across_two_tiles_is_two_numbers() -> None:
    photo = printed(INKS[Colour.RED])
    pieces = characters("11", outline(10, 140), 0)
    assert tiles_of(photo, pieces, [outline(10), outline(110)]) == [("R1", 0), ("R1", 1)]


def test_two_digits_on_one_tile_are_one_number() -> None:
    assert tiles_of(printed(INKS[Colour.RED]), characters("12", outline(10), 0), [outline(10)]) == [("R12", 0)]


@pytest.mark.parametrize("text", ["O7", "J", "14", "0", "?"])
def test_what_is_no_number_of_a_tile_counts_for_nothing(text: str) -> None:
    assert tiles_of(printed(INKS[Colour.RED]), characters(text, outline(10), 0), [outline(10)]) == []


def test_whole_tiles_keep_their_colour_and_a_place_without_a_label_is_none() -> None:
    pieces = [Piece("O7", outline(10), 0, is_tile=True), Piece("J", outline(150), 1, is_tile=True)]
    assert tiles_of(printed(INKS[Colour.RED]), pieces, [outline(10)]) == [("O7", 0), ("J", None)]


def test_colours_and_jokers_are_left_out_of_numbers() -> None:
    found = outcome("a.jpg", "x", [("R1", 0), ("B2", 1), ("J", 2), ("K9", 3)], ["K1", "B2", "J", "?"], 1.0)
    assert (found.tiles, found.read, found.right, found.exact) == (3, 3, 2, False)
    assert (found.numbers, found.numbers_read, found.numbers_right, found.numbers_exact) == (2, 2, 2, True)


def test_a_tile_read_twice_or_missed_is_not_exact() -> None:
    assert not outcome("a.jpg", "x", [("R1", 0), ("R1", 0)], ["R1"], 1.0).exact
    assert not outcome("a.jpg", "x", [], ["R1"], 1.0).numbers_exact
    assert outcome("a.jpg", "x", [("R1", 0)], ["R1"], 1.0).exact
